//! IP addresses and ranges of them, as Ruby's IPAddr has them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address, or a range of addresses.
#[derive(Clone, Copy)]
pub(super) struct Address {
    pub ip: IpAddr,
    /// The number of leading bits that the range shares.
    pub prefix: u8,
}

/// Parses an address with an optional prefix length or mask.
pub(super) fn parse_address(text: &str) -> Option<Address> {
    let (address, mask) = text.split_once('/').map_or((text, None), |(address, mask)| (address, Some(mask)));
    let ip: IpAddr = match address.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(bare) => bare.parse::<Ipv6Addr>().ok()?.into(),
        None => address.parse().ok()?,
    };
    let width = width(ip);
    let prefix = match mask {
        None => width,
        Some(mask) if mask.bytes().all(|byte| byte.is_ascii_digit()) && !mask.is_empty() => {
            let is_plain = mask == "0" || !mask.starts_with('0');
            mask.parse::<u8>().ok().filter(|bits| is_plain && *bits <= width)?
        }
        Some(mask) => mask_bits(mask.parse().ok()?).filter(|_| is_of_kind(mask, ip))?,
    };
    Some(Address { ip, prefix })
}

fn is_of_kind(mask: &str, ip: IpAddr) -> bool {
    mask.contains(':') == ip.is_ipv6()
}

fn width(ip: IpAddr) -> u8 {
    if ip.is_ipv4() { 32 } else { 128 }
}

/// Returns the number of bits in a mask; `None` unless all are at its start.
fn mask_bits(mask: IpAddr) -> Option<u8> {
    let (bits, width) = (bits_of(mask), u32::from(width(mask)));
    let ones = bits.count_ones();
    let zeroes = if bits == 0 { width } else { bits.trailing_zeros() };
    (ones + zeroes == width).then_some(ones as u8)
}

fn bits_of(ip: IpAddr) -> u128 {
    match ip {
        IpAddr::V4(ip) => u128::from(u32::from(ip)),
        IpAddr::V6(ip) => u128::from(ip),
    }
}

impl Address {
    /// Returns the number of bits of any address of this kind.
    pub(super) fn width(&self) -> u8 {
        width(self.ip)
    }

    fn of_bits(&self, bits: u128) -> IpAddr {
        match self.ip {
            IpAddr::V4(_) => Ipv4Addr::from(bits as u32).into(),
            IpAddr::V6(_) => Ipv6Addr::from(bits).into(),
        }
    }

    /// Returns the bits that vary within the range.
    fn host_bits(&self) -> u128 {
        match self.width() - self.prefix {
            128 => u128::MAX,
            bits => (1 << bits) - 1,
        }
    }

    /// Returns the first address as a number.
    pub(super) fn first_bits(&self) -> u128 {
        bits_of(self.ip) & !self.host_bits()
    }

    pub(super) fn first(&self) -> IpAddr {
        self.of_bits(self.first_bits())
    }

    pub(super) fn last(&self) -> IpAddr {
        self.of_bits(bits_of(self.ip) | self.host_bits())
    }

    /// Returns the address with this number; `None` if there is none of this kind.
    pub(super) fn numbered(&self, number: u128) -> Option<IpAddr> {
        let is_known = self.ip.is_ipv6() || u32::try_from(number).is_ok();
        is_known.then(|| self.of_bits(number))
    }

    /// Returns whether all addresses of another range are in this one.
    pub(super) fn contains(&self, other: &Address) -> bool {
        self.ip.is_ipv4() == other.ip.is_ipv4() && self.first() <= other.first() && self.last() >= other.last()
    }

    /// Returns the mask in full.
    pub(super) fn mask(&self) -> String {
        let all = if self.ip.is_ipv4() { u128::from(u32::MAX) } else { u128::MAX };
        match self.of_bits(all & !self.host_bits()) {
            IpAddr::V4(mask) => mask.to_string(),
            IpAddr::V6(mask) => mask.segments().iter().map(|part| format!("{part:04x}")).collect::<Vec<_>>().join(":"),
        }
    }

    /// Returns the name under which DNS has the first address.
    pub(super) fn reverse(&self) -> String {
        match self.first() {
            IpAddr::V4(ip) => {
                let [a, b, c, d] = ip.octets();
                format!("{d}.{c}.{b}.{a}.in-addr.arpa")
            }
            IpAddr::V6(ip) => {
                let digits = format!("{:032x}", u128::from(ip));
                let mut name: String = digits.chars().rev().flat_map(|digit| [digit, '.']).collect();
                name.push_str("ip6.arpa");
                name
            }
        }
    }
}

/// Formats an address. Ruby shows the last 32 bits of some others than mapped ones in IPv4 form too.
pub(super) fn text(ip: IpAddr) -> String {
    match ip {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => match ip.segments() {
            [0, 0, 0, 0, 0, 0, high, low] if high > 0 => {
                format!("::{}", Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
            }
            _ => ip.to_string(),
        },
    }
}
