//! The address to listen on.

use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The port without a choice of the user.
pub const PORT: u16 = 8000;

/// An address that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressError(String);

impl Display for AddressError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "expected an IP address, a port or both, such as 0.0.0.0:8000, found '{}'", self.0)
    }
}

/// Reads an address: `0.0.0.0:8000`, `0.0.0.0`, `8080` or `[::1]:8000`. Without an IP address it is this machine, without a
/// port [`PORT`].
///
/// # Errors
/// The text is none of these.
pub fn listen_address(text: &str) -> Result<SocketAddr, AddressError> {
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let text = text.trim();
    let name = if text.is_empty() { Some(SocketAddr::new(local, PORT)) } else { None };
    let port = || text.trim_start_matches(':').parse().ok().map(|port| SocketAddr::new(local, port));
    let ip = || text.trim_matches(['[', ']']).parse().ok().map(|ip| SocketAddr::new(ip, PORT));
    let local_name = || text.strip_prefix("localhost:")?.parse().ok().map(|port| SocketAddr::new(local, port));
    let address = name.or_else(|| text.parse().ok()).or_else(port).or_else(ip).or_else(local_name);
    address.ok_or_else(|| AddressError(text.to_owned()))
}
