//! Base 64: bytes as text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A form of base 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base64 {
    /// One line with padding.
    Strict,
    /// Other characters are skipped, and a `=` ends the text where padding is valid.
    Lenient,
    /// The alphabet of URLs or the usual one. Missing padding is added, wrong padding is not removed.
    Url,
}

/// Decodes base 64; `None` if the text is not valid in this form.
pub fn decode_base64(text: &str, form: Base64) -> Option<Vec<u8>> {
    match form {
        Base64::Strict => STANDARD.decode(text).ok(),
        Base64::Lenient => Some(lenient(text)),
        Base64::Url => {
            let missing = if text.ends_with('=') { 0 } else { (4 - text.len() % 4) % 4 };
            STANDARD.decode(format!("{}{}", text.replace('-', "+").replace('_', "/"), "=".repeat(missing))).ok()
        }
    }
}

fn lenient(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.bytes() {
        if byte == b'=' && count >= 2 {
            break;
        }
        let Some(six) = digit(byte) else { continue };
        bits = bits << 6 | u32::from(six);
        count += 1;
        if count == 4 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            (bits, count) = (0, 0);
        }
    }
    match count {
        2 => bytes.push((bits >> 4) as u8),
        3 => bytes.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    bytes
}
