//! Digests of strings: `md5`, `sha1`, `sha256`, `digest`. Old-style functions: they convert some other values to
//! strings.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::{polled, ruby};

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "md5",
        &[Signature::new("Any $text, Optional[Callable] &$block", "String[32, 32]", md5)],
        "Returns the MD5 digest of a string in hexadecimal.",
    )
    .shows("md5('abc')", "'900150983cd24fb0d6963f7d28e17f72'"),
    Builtin::new(
        "sha1",
        &[Signature::new("Any $text, Optional[Callable] &$block", "String[40, 40]", sha1)],
        "Returns the SHA-1 digest of a string in hexadecimal.",
    )
    .shows("sha1('abc')", "'a9993e364706816aba3e25717850c26c9cd0d89d'"),
    Builtin::new(
        "sha256",
        &[Signature::new("Any $text, Optional[Callable] &$block", "String[64, 64]", sha256)],
        "Returns the SHA-256 digest of a string in hexadecimal.",
    )
    .shows("sha256('abc')", "'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'"),
    Builtin::new(
        "digest",
        &[Signature::new("Any $text, Optional[Callable] &$block", "String[64, 64]", sha256)],
        "Returns the digest of a string by the algorithm of the settings, which is SHA-256.",
    )
    .shows("digest('') == sha256('')", "true"),
];

fn md5(call: &mut Call<'_>) -> EvalResult {
    digest::<md5::Md5>(call)
}

fn sha1(call: &mut Call<'_>) -> EvalResult {
    digest::<sha1::Sha1>(call)
}

fn sha256(call: &mut Call<'_>) -> EvalResult {
    digest::<sha2::Sha256>(call)
}

fn digest<D: sha2::Digest>(call: &mut Call<'_>) -> EvalResult {
    ruby::check_legacy(call)?;
    match ruby::legacy_text(call.arg(0)) {
        Some(text) => Ok(Value::from(hexadecimal(&polled::digest::<D>(text.as_bytes())?))),
        None => call.fail(format!("expected a string to digest, found {}", ruby::inspected(call.arg(0)))),
    }
}

/// Formats each byte as two lowercase digits.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
