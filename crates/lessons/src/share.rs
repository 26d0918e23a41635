//! A notebook or lesson as one line of text that can be pasted: a prefix, the text in Base64, and a checksum.
//! Reading it gives the text; nothing runs.

use std::fmt::{self, Display, Formatter};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The prefix of a shared text, with the version of the format.
pub const PREFIX: &str = "pprepl1:";

/// The maximum length of a shared line in bytes.
const MAX: usize = 8 << 20;

/// Why a line is not a shared text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareError {
    /// It does not begin with the prefix.
    Prefix,
    /// It is longer than 8 MiB.
    TooLong,
    /// It contains other characters than Base64, or its end is missing.
    Damaged,
    /// The checksum differs: a part is missing or changed.
    Checksum,
}

impl Display for ShareError {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            ShareError::Prefix => "a shared text starts with `pprepl1:`",
            ShareError::TooLong => "the shared text is longer than 8 MiB: share the file itself",
            ShareError::Damaged => "the shared text is damaged: copy it again, from `pprepl1:` to its end",
            ShareError::Checksum => "a part of the shared text is missing or changed: copy it again",
        })
    }
}

impl std::error::Error for ShareError {}

/// Encodes source as one line.
///
/// # Errors
/// The line would be longer than 8 MiB.
pub fn share(text: &str) -> Result<String, ShareError> {
    let sum = crc32fast::hash(text.as_bytes());
    let line = format!("{PREFIX}{}:{sum:08x}", URL_SAFE_NO_PAD.encode(text));
    if line.len() > MAX { Err(ShareError::TooLong) } else { Ok(line) }
}

/// Decodes a shared line. Spaces and line ends inside it are ignored: mail programs wrap long lines.
///
/// # Errors
/// The line is not a shared text, or it is damaged.
pub fn unshare(line: &str) -> Result<String, ShareError> {
    if line.len() > MAX {
        return Err(ShareError::TooLong);
    }
    let line: String = line.chars().filter(|ch| !ch.is_whitespace()).collect();
    let rest = line.strip_prefix(PREFIX).ok_or(ShareError::Prefix)?;
    let (body, sum) = rest.split_once(':').ok_or(ShareError::Damaged)?;
    let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| ShareError::Damaged)?;
    if u32::from_str_radix(sum, 16) != Ok(crc32fast::hash(&bytes)) {
        return Err(ShareError::Checksum);
    }
    String::from_utf8(bytes).map_err(|_| ShareError::Damaged)
}
