//! Functions of the module mysql: digests of passwords, and merging of options.

use std::rc::Rc;

use sha2::Digest;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::digests::hexadecimal;
use super::super::ruby;
use super::arguments::{matches, received, wants};
use super::deprecation::deprecated;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "mysql::password",
        &[Signature::new("String $password", "String", mysql_password)],
        "Returns a password's digest for MySQL.",
    )
    .shows("mysql::password('password')", "'*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19'"),
    Builtin::new(
        "mysql_password",
        &[Signature::new("Any $password, Optional[Callable] &$block", "String", mysql_password)],
        "Returns a password's digest for MySQL.",
    )
    .shows("mysql_password('')", "''"),
    Builtin::new("mysql::password", NEWER, "Returns a password's digest for MySQL."),
    Builtin::new(
        "mysql_password",
        &[Signature::new(PASSWORD, "Variant[String, Sensitive[String]]", deprecated_password)],
        "Returns a password's digest for MySQL; deprecated.",
    ),
    Builtin::new("mysql::strip_hash", &[Signature::new("Hash $hash", "Hash", strip_hash)], "Removes empty strings.")
        .shows("mysql::strip_hash({'a' => '', 'b' => {'c' => '', 'd' => 1}})", "{'b' => {'d' => 1}}"),
    Builtin::new(
        "mysql::normalise_and_deepmerge",
        &[Signature::new("Any *$hashes", "Hash", normalise_and_deepmerge)],
        "Merges hashes like deep_merge; hyphens equal underscores in keys, and the last spelling is used.",
    )
    .shows(
        "mysql::normalise_and_deepmerge({'a_b' => {'x' => 1}}, {'a-b' => {'y' => 2}})",
        "{'a-b' => {'x' => 1, 'y' => 2}}",
    ),
];

/// The parameters of newer versions.
const PASSWORD: &str = "Variant[String, Sensitive[String]] $password, Boolean $sensitive = false";

const NEWER: &[Signature] = &[Signature::new(PASSWORD, "Variant[String, Sensitive[String]]", password)];

fn password(call: &mut Call<'_>) -> EvalResult {
    let password = match call.arg(0) {
        Value::Sensitive(inner) => ruby::to_s(inner),
        plain => ruby::to_s(plain),
    };
    let is_digest = matches(r"^\*[A-F0-9]{40}$", &password)?;
    let digest = Value::from(if password.is_empty() || is_digest { password } else { digest(&password) });
    Ok(if call.arg(1).is_true() { Value::Sensitive(Rc::new(digest)) } else { digest })
}

fn deprecated_password(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "mysql_password", "use mysql::password instead")?;
    let args = vec![call.arg(0).clone(), Value::bool(call.arg(1).is_true())];
    call.call_function("mysql::password", args)
}

fn digest(password: &str) -> String {
    let digest = sha1::Sha1::digest(sha1::Sha1::digest(password.as_bytes()));
    format!("*{}", hexadecimal(&digest).to_uppercase())
}

fn mysql_password(call: &mut Call<'_>) -> EvalResult {
    let password = match &received(call)?[0] {
        Value::Str(password) => password.text.clone(),
        Value::Array(list) if list.items.is_empty() => String::new(),
        Value::Hash(hash) if hash.is_empty() => String::new(),
        other => return wants(call, "a string", other),
    };
    if password.is_empty() || matches(r"\*[A-F0-9]{40}$", &password)? {
        return Ok(Value::from(password));
    }
    Ok(Value::from(digest(&password)))
}

fn strip_hash(call: &mut Call<'_>) -> EvalResult {
    let empty = |value: &Value| value.as_str() == Some("");
    let Value::Hash(hash) = call.arg(0) else { return wants(call, "a hash", call.arg(0)) };
    let mut out = Hash::new();
    for (key, value) in hash.iter().filter(|(_, value)| !empty(value)) {
        let value = match value {
            Value::Hash(inner) => {
                let mut inner = (**inner).clone();
                inner.retain(|_, value| !empty(value));
                Value::hash(inner)
            }
            other => other.clone(),
        };
        out.insert(key.clone(), value);
    }
    Ok(Value::hash(out))
}

fn normalise_and_deepmerge(call: &mut Call<'_>) -> EvalResult {
    if call.len() < 2 {
        return call.fail(format!("`{}` expects at least 2 hashes", call.name()));
    }
    let mut all = Hash::new();
    for arg in call.args() {
        match arg {
            Value::Hash(hash) => overlay(&mut all, hash)?,
            Value::Str(text) if text.text.is_empty() => {}
            other => return wants(call, "hashes", other),
        }
    }
    Ok(Value::hash(all))
}

/// Merges the entries of `new` into `all`. Keys that differ only in hyphens and underscores are equal; the key of `new`
/// replaces the old.
fn overlay(all: &mut Hash, new: &Hash) -> EvalResult<()> {
    for (key, value) in new.iter() {
        budget::poll()?;
        respell(all, key);
        match (all.get(key), value) {
            (Some(Value::Hash(old)), Value::Hash(new)) => {
                let mut merged = (**old).clone();
                overlay(&mut merged, new)?;
                all.insert(key.clone(), Value::hash(merged));
            }
            _ => all.insert(key.clone(), value.clone()),
        }
    }
    Ok(())
}

/// Renames an entry to `key` if its key differs only in hyphens and underscores.
fn respell(all: &mut Hash, key: &Value) {
    let Some(text) = key.as_str().filter(|text| !all.contains_key(key) && text.contains(['-', '_'])) else { return };
    let other = if text.contains('-') { text.replace('-', "_") } else { text.replace('_', "-") };
    if let Some(value) = all.remove(&Value::from(other)) {
        all.insert(key.clone(), value);
    }
}
