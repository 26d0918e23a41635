//! Functions of the module postgresql: digests of passwords, quoting, and rules of pg_hba.conf.

use sha2::Digest;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::{Hash, Value};

use super::super::digests::hexadecimal;
use super::super::ruby;
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
        "postgresql_password",
        &[Signature::new("Any $user, Any $password", "String", old_postgresql_password)],
        "Returns a password's digest for PostgreSQL; deprecated.",
    ),
    Builtin::new(
        "postgresql::postgresql_escape",
        &[Signature::new("String[1] $text", "String", postgresql_escape)],
        "Quotes a string with dollar signs.",
    )
    .shows("postgresql::postgresql_escape('a')", "'$$a$$'"),
    Builtin::new(
        "postgresql_escape",
        &[Signature::new("String[1] $text", "String", old_postgresql_escape)],
        "Quotes a string with dollar signs; deprecated.",
    ),
    Builtin::new(
        "postgresql::postgresql_acls_to_resources_hash",
        &[Signature::new("Array[String] $rules, String[1] $id, Integer[0] $offset", "Hash", acls_to_resources)],
        "Converts lines of pg_hba.conf to resources.",
    )
    .shows("postgresql::postgresql_acls_to_resources_hash(['local all all trust'], 'x', 1).length", "1"),
];

fn postgresql_password(call: &mut Call<'_>) -> EvalResult {
    let text = ruby::to_s(call.arg(1)) + &ruby::to_s(call.arg(0));
    Ok(Value::from(format!("md5{}", hexadecimal(&md5::Md5::digest(text.as_bytes())))))
}

fn old_postgresql_password(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "postgresql_password", "use postgresql::postgresql_password instead")?;
    postgresql_password(call)
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
    postgresql_escape(call)
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
