//! Links that the teacher gives away, and their QR codes.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

use qrcode::{Color, EcLevel, QrCode};

use crate::class::ClassDesk;

/// The bright margin around a QR code, in modules.
const MARGIN: usize = 2;

/// Returns the address of the page for a browser. For a server on all networks it has the address of this machine in the
/// local one.
pub fn page_address(listen: SocketAddr, is_secure: bool) -> String {
    let ip = reachable(listen.ip());
    let scheme = if is_secure { "https" } else { "http" };
    let name = if ip == IpAddr::V4(Ipv4Addr::LOCALHOST) { "localhost".to_owned() } else { bracketed(ip) };
    format!("{scheme}://{name}:{}/", listen.port())
}

/// Returns the address of this machine for others: its own in the local network for a server on all networks.
pub(crate) fn reachable(ip: IpAddr) -> IpAddr {
    if ip.is_unspecified() { local_network(ip) } else { ip }
}

fn bracketed(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

/// Returns the address of this machine in its network. Connecting a UDP socket selects a route and sends nothing; the
/// address is one for documents.
fn local_network(unspecified: IpAddr) -> IpAddr {
    let target = SocketAddr::from(([192, 0, 2, 1], 9));
    let found = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect(target)?;
        socket.local_addr()
    });
    match found {
        Ok(address) if !address.ip().is_unspecified() => address.ip(),
        Ok(_) | Err(_) if unspecified.is_ipv6() => IpAddr::V6(std::net::Ipv6Addr::LOCALHOST),
        Ok(_) | Err(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
    }
}

/// Returns the link of learners and that of the teacher. The tokens are in the fragment, which browsers never send.
pub fn class_links(page: &str, desk: &ClassDesk) -> (String, String) {
    (format!("{page}#class={}", desk.learner_token()), format!("{page}class#teacher={}", desk.teacher_token()))
}

/// Draws a QR code: two modules a character, bright ones as blocks, so that it reads as bright on a dark background.
/// Empty for a link that is too long.
pub fn qr_lines(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else { return Vec::new() };
    let width = code.width();
    let size = width + 2 * MARGIN;
    let is_bright = |x: usize, y: usize| {
        let inside = (MARGIN..width + MARGIN).contains(&x) && (MARGIN..width + MARGIN).contains(&y);
        !inside || code[(x - MARGIN, y - MARGIN)] == Color::Light
    };
    let cell = |x: usize, y: usize| match (is_bright(x, y), y + 1 < size && is_bright(x, y + 1)) {
        (true, true) => '█',
        (true, false) => '▀',
        (false, true) => '▄',
        (false, false) => ' ',
    };
    (0..size).step_by(2).map(|y| (0..size).map(|x| cell(x, y)).collect()).collect()
}
