//! Encrypted values of hiera-eyaml (`ENC[PKCS7,..]`): a string with a digest stands for each. It satisfies String, as
//! what Puppet decrypts does, it is equal where the encrypted text is, and it shows nothing of the secret.

use puppet_pcore::{Hash, Value};
use sha2::{Digest, Sha256};

/// The beginning of an encrypted text.
const OPEN: &str = "ENC[";

/// Returns the value with a stand-in for each encrypted text; `None` when there is none.
pub(super) fn opaque(value: &Value) -> Option<Value> {
    match value {
        Value::Str(text) => opaque_text(&text.text).map(Value::from),
        Value::Array(list) => {
            let items: Vec<Option<Value>> = list.items.iter().map(opaque).collect();
            items.iter().any(Option::is_some).then(|| {
                Value::array(
                    items.into_iter().zip(&list.items).map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect(),
                )
            })
        }
        Value::Hash(hash) => {
            let values: Vec<Option<Value>> = hash.values().map(opaque).collect();
            values.iter().any(Option::is_some).then(|| {
                let entries = hash.iter().zip(values);
                let entries = entries.map(|((key, old), new)| (key.clone(), new.unwrap_or_else(|| old.clone())));
                Value::hash(entries.collect::<Hash>())
            })
        }
        _ => None,
    }
}

/// Returns the text with a stand-in for each encrypted part.
fn opaque_text(text: &str) -> Option<String> {
    let mut rest = text;
    let mut out = String::new();
    while let Some(at) = rest.find(OPEN) {
        let Some(size) = rest[at..].find(']') else { break };
        out.push_str(&rest[..at]);
        out.push_str(&stand_in(&rest[at + OPEN.len()..at + size]));
        rest = &rest[at + size + 1..];
    }
    (rest.len() < text.len()).then(|| out + rest)
}

/// Returns `ENC[` with the first digits of the digest of the encrypted text, whose line breaks do not count.
fn stand_in(encrypted: &str) -> String {
    let text: String = encrypted.split_whitespace().collect();
    let digest = Sha256::digest(text.as_bytes());
    let digits: String = digest.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("{OPEN}{digits}]")
}
