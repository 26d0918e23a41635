//! Signatures of messages: HMAC with SHA-256, in hexadecimal.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Signs messages and checks signatures.
#[derive(Clone)]
pub(crate) struct Signer {
    /// `None` without a key: messages are not signed.
    mac: Option<Hmac<Sha256>>,
}

impl Signer {
    pub(crate) fn new(key: &str) -> Signer {
        let mac = (!key.is_empty()).then(|| Hmac::new_from_slice(key.as_bytes()).ok()).flatten();
        Signer { mac }
    }

    /// Returns the signature of the parts of a message.
    pub(crate) fn sign<'p>(&self, parts: impl IntoIterator<Item = &'p [u8]>) -> String {
        let Some(mac) = self.over(parts) else { return String::new() };
        mac.finalize().into_bytes().iter().fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }

    /// Returns whether a signature is valid, in constant time.
    pub(crate) fn is_valid<'p>(&self, signature: &[u8], parts: impl IntoIterator<Item = &'p [u8]>) -> bool {
        let Some(mac) = self.over(parts) else { return true };
        bytes(signature).is_some_and(|signature| mac.verify_slice(&signature).is_ok())
    }

    fn over<'p>(&self, parts: impl IntoIterator<Item = &'p [u8]>) -> Option<Hmac<Sha256>> {
        let mut mac = self.mac.clone()?;
        parts.into_iter().for_each(|part| mac.update(part));
        Some(mac)
    }
}

/// Returns the bytes that hexadecimal digits stand for.
fn bytes(hex: &[u8]) -> Option<Vec<u8>> {
    let digits: Option<Vec<u32>> = hex.iter().map(|digit| char::from(*digit).to_digit(16)).collect();
    let digits = digits.filter(|digits| digits.len().is_multiple_of(2))?;
    digits.chunks_exact(2).map(|pair| u8::try_from(pair.iter().fold(0, |all, digit| all * 16 + digit)).ok()).collect()
}
