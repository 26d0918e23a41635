//! The names under which the server answers. A server on this machine only refuses other host names: a foreign page
//! could point its own name at 127.0.0.1 and read what is served here (DNS rebinding).

use std::net::{IpAddr, SocketAddr};

/// The host names of requests that are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hosts {
    /// `localhost` and IP addresses.
    Local,
    /// All: the server listens on a network, which may know it by any name.
    Any,
}

impl Hosts {
    /// Returns the hosts of a server at this address.
    pub fn of(address: SocketAddr) -> Hosts {
        if address.ip().is_loopback() { Hosts::Local } else { Hosts::Any }
    }

    /// Returns whether a request with this header `Host` is answered.
    pub(crate) fn answers(self, host: Option<&str>) -> bool {
        match (self, host) {
            (Hosts::Any, _) => true,
            (Hosts::Local, None) => false,
            (Hosts::Local, Some(host)) => is_local(host),
        }
    }
}

fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        // RFC 9110 allows a colon without digits.
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok();
    is_address || name.eq_ignore_ascii_case("localhost") || name.to_ascii_lowercase().ends_with(".localhost")
}
