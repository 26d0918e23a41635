//! A file of the site in memory, with its compressed forms.

use hyper::body::Bytes;
use sha2::{Digest, Sha256};

use crate::media::media_type;

/// A file with what its response needs.
#[derive(Clone, Debug)]
pub struct Asset {
    pub plain: Bytes,
    /// The file compressed by brotli, which browsers accept from secure origins only.
    pub brotli: Option<Bytes>,
    pub gzip: Option<Bytes>,
    pub media: &'static str,
    /// The quoted digest of the content.
    pub tag: String,
    /// Whether the name contains a digest, so that the content under this name never changes.
    pub is_hashed: bool,
}

/// The encoding of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Brotli,
    Gzip,
}

impl Asset {
    /// Creates an asset of a file without compressed forms.
    pub fn new(path: &str, bytes: Vec<u8>) -> Asset {
        let digest = Sha256::digest(&bytes);
        let tag: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        Asset {
            plain: Bytes::from(bytes),
            brotli: None,
            gzip: None,
            media: media_type(path),
            tag: format!("\"{tag}\""),
            is_hashed: is_hashed(path),
        }
    }

    /// Returns the bytes in the best encoding that a client accepts.
    pub fn encoded(&self, accepted: &str) -> (Encoding, Bytes) {
        match (&self.brotli, &self.gzip) {
            (Some(bytes), _) if accepts(accepted, "br") => (Encoding::Brotli, bytes.clone()),
            (_, Some(bytes)) if accepts(accepted, "gzip") => (Encoding::Gzip, bytes.clone()),
            _ => (Encoding::Identity, self.plain.clone()),
        }
    }
}

/// Returns whether a header `Accept-Encoding` names an encoding, and does not exclude it by `q=0`.
fn accepts(header: &str, encoding: &str) -> bool {
    let parts = header.split(',').map(|part| part.split(';').map(str::trim));
    parts.into_iter().any(|mut part| {
        let is_named = part.next().is_some_and(|name| name.eq_ignore_ascii_case(encoding));
        is_named && !part.any(|quality| matches!(quality, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// Returns whether a file name ends in `-` and eight upper-case letters or digits before its extension, as esbuild
/// writes digests.
fn is_hashed(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name);
    let is_digest = |part: &str| part.len() == 8 && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    stem.rsplit_once('-').is_some_and(|(_, digest)| is_digest(digest))
}
