//! Functions of the module postgresql: digests of passwords, quoting, and rules of pg_hba.conf.

use std::rc::Rc;

use sha2::Digest;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::digests::hexadecimal;
use super::super::ruby;
use super::arguments::{matches, wants};
use super::deprecation::deprecated;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "postgresql::postgresql_password",
        &[Signature::new(
            "Variant[String[1], Integer] $user, Variant[String[1], Integer] $password",
            "String",
            postgresql_password,
        )],
        "Returns a password's digest for PostgreSQL.",
    )
    .shows("postgresql::postgresql_password('foo', 'bar')", "'md596948aad3fcae80c08a35c9b5958cd89'"),
    Builtin::new(
        "postgresql::postgresql_password",
        &[Signature::new(
            "Variant[String[1], Integer] $user, Variant[String[1], Sensitive[String[1]], Integer] $password, \
             Boolean $sensitive = false, Optional[Enum['md5', 'scram-sha-256']] $hash = undef, \
             Optional[Variant[String[1], Integer]] $salt = undef",
            "Variant[String, Sensitive[String]]",
            digest_of_kind,
        )],
        "Returns a password's digest for PostgreSQL: MD5 or SCRAM-SHA-256.",
    ),
    Builtin::new(
        "postgresql_password",
        &[Signature::new("Any *$args", "Any", old_postgresql_password)],
        "Returns a password's digest for PostgreSQL; deprecated.",
    )
    .marked("call_function('deprecation'"),
    Builtin::new(
        "postgresql::postgresql_escape",
        &[Signature::new("String[1] $text", "String", postgresql_escape)],
        "Quotes a string with dollar signs.",
    )
    .shows("postgresql::postgresql_escape('a')", "'$$a$$'"),
    Builtin::new(
        "postgresql_escape",
        &[Signature::new("Any *$args", "Any", old_postgresql_escape)],
        "Quotes a string with dollar signs; deprecated.",
    )
    .marked("call_function('deprecation'"),
    Builtin::new(
        "postgresql::postgresql_acls_to_resources_hash",
        &[Signature::new("Array[String] $rules, String[1] $id, Integer[0] $offset", "Hash", acls_to_resources)],
        "Converts lines of pg_hba.conf to resources.",
    )
    .shows("postgresql::postgresql_acls_to_resources_hash(['local all all trust'], 'x', 1).length", "1"),
];

fn postgresql_password(call: &mut Call<'_>) -> EvalResult {
    Ok(md5_digest(call.arg(0), call.arg(1)))
}

fn md5_digest(user: &Value, password: &Value) -> Value {
    let text = ruby::to_s(password) + &ruby::to_s(user);
    Value::from(format!("md5{}", hexadecimal(&md5::Md5::digest(text.as_bytes()))))
}

/// Returns the digest of a kind, by default the one of the server's version.
fn digest_of_kind(call: &mut Call<'_>) -> EvalResult {
    let kind = match call.arg(3).clone() {
        Value::Undef | Value::Unset => {
            call.call_function("postgresql::default", vec![Value::str("password_encryption")])?
        }
        kind => kind,
    };
    let password = match call.arg(1) {
        Value::Sensitive(inner) => (**inner).clone(),
        plain => plain.clone(),
    };
    let digest = match (&password, kind.as_str()) {
        (Value::Str(text), _) if matches(r"^(md5[0-9a-f]{32}$|SCRAM-SHA-256\$)", &text.text)? => password.clone(),
        (_, Some("md5")) => md5_digest(call.arg(0), &password),
        (_, None) if kind.is_undef() => md5_digest(call.arg(0), &password),
        (Value::Str(password), Some("scram-sha-256")) => {
            let salt = if call.arg(4).is_true() { call.arg(4) } else { call.arg(0) };
            let Value::Str(salt) = salt else { return wants(call, "a string as salt", salt) };
            Value::from(scram(password.text.as_bytes(), salt.text.as_bytes())?)
        }
        _ => return wants(call, "a string as password", &password),
    };
    Ok(if call.arg(2).is_true() { Value::Sensitive(Rc::new(digest)) } else { digest })
}

/// The rounds of a SCRAM-SHA-256 digest.
const ROUNDS: u32 = 4096;

/// Returns a password's digest by SCRAM-SHA-256, as the server stores it.
fn scram(password: &[u8], salt: &[u8]) -> EvalResult<String> {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    // PBKDF2 with one block, which is as long as the digest.
    let mut round = hmac(password, &[salt, &1u32.to_be_bytes()].concat());
    let mut key = round;
    for _ in 1..ROUNDS {
        budget::poll()?;
        round = hmac(password, &round);
        key.iter_mut().zip(round).for_each(|(all, one)| *all ^= one);
    }
    let client = sha2::Sha256::digest(hmac(&key, b"Client Key"));
    let server = hmac(&key, b"Server Key");
    let (salt, client, server) = (STANDARD.encode(salt), STANDARD.encode(client), STANDARD.encode(server));
    Ok(format!("SCRAM-SHA-256${ROUNDS}:{salt}${client}:{server}"))
}

/// Returns the HMAC of a message by SHA-256.
fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut block = [0u8; 64];
    if key.len() > block.len() {
        block[..32].copy_from_slice(&sha2::Sha256::digest(key));
    } else {
        block[..key.len()].copy_from_slice(key);
    }
    let mixed = |with: u8| block.map(|byte| byte ^ with);
    let inner = sha2::Sha256::digest([&mixed(0x36)[..], message].concat());
    sha2::Sha256::digest([&mixed(0x5c)[..], &inner].concat()).into()
}

fn old_postgresql_password(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "postgresql_password", "use postgresql::postgresql_password instead")?;
    let args = call.args().to_vec();
    call.call_function("postgresql::postgresql_password", args)
}

fn postgresql_escape(call: &mut Call<'_>) -> EvalResult {
    let text = ruby::to_s(call.arg(0));
    if !text.contains("$$") && !text.ends_with('$') {
        return Ok(Value::from(format!("$${text}$$")));
    }
    let tag_of = |text: &str| -> String {
        hexadecimal(&md5::Md5::digest(text.as_bytes())).chars().take(6).filter(|c| !c.is_ascii_digit()).collect()
    };
    let mut tag = tag_of(&text);
    // Bounded, since an empty or recurring tag would be searched forever.
    for _ in 0..64 {
        if !text.contains(&tag) {
            break;
        }
        tag = tag_of(&tag);
    }
    Ok(Value::from(format!("${tag}${text}${tag}$")))
}

fn old_postgresql_escape(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "postgresql_escape", "use postgresql::postgresql_escape instead")?;
    let args = call.args().to_vec();
    call.call_function("postgresql::postgresql_escape", args)
}

fn acls_to_resources(call: &mut Call<'_>) -> EvalResult {
    let (Value::Array(rules), id, Value::Int(offset)) = (call.arg(0), ruby::to_s(call.arg(1)), call.arg(2)) else {
        return Ok(Value::Undef);
    };
    let mut resources = Hash::new();
    let mut places = Hash::new();
    for (at, rule) in rules.items.iter().enumerate() {
        budget::poll()?;
        // A duplicate rule has the index of the first.
        let index = match places.get(rule) {
            Some(Value::Int(first)) => *first,
            _ => at as i64,
        };
        places.insert(rule.clone(), Value::Int(index));
        let text = ruby::to_s(rule);
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() < 4 {
            return call.fail(format!("the rule '{text}' has fewer than four parts"));
        }
        let entries = acl(&words, offset + index);
        let title = format!("postgresql class generated rule {id} {index}");
        resources.insert(Value::from(title), Value::hash(entries));
    }
    Ok(Value::hash(resources))
}

/// Returns the parameters of a line of pg_hba.conf.
fn acl(words: &[&str], order: i64) -> Hash {
    let mut all: Vec<(&str, String)> =
        ["type", "database", "user"].into_iter().zip(words.iter().map(|word| (*word).to_owned())).collect();
    all.push(("order", format!("{order:03}")));
    let numeric = words.get(4).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let method = match (words[0], numeric) {
        ("local", _) => 3,
        (_, true) => {
            all.push(("address", words[3..5].join(" ")));
            5
        }
        _ => {
            all.push(("address", words[3].to_owned()));
            4
        }
    };
    let mut entries: Hash = all.into_iter().map(|(name, text)| (Value::str(name), Value::from(text))).collect();
    entries.insert(Value::str("auth_method"), words.get(method).map_or(Value::Undef, |word| Value::str(*word)));
    if words.len() > method + 1 {
        entries.insert(Value::str("auth_option"), Value::from(words[method + 1..].join(" ")));
    }
    entries
}
