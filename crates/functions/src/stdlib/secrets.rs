//! Digests, identifiers, and random numbers and strings, some of them seeded.
//!
//! `pw_hash` with its old digests and PBKDF2 need crates that pprepl does not include; they fail with a message.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use sha2::Digest;

use pprepl_budget as budget;
use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::{Base64, Value, decode_base64};

use super::super::digests::hexadecimal;
use super::super::random::{Generator, of_node};
use super::super::ruby;
use super::arguments::{received, to_integer, wants};
use super::checks::integer;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "base64",
        &[Signature::new(
            "Any $action, Any $text, Any $form = 'default', Any *$ignored, Optional[Callable] &$block",
            "String",
            base64,
        )],
        "Converts to Base64 ('encode') or back ('decode'): lines ('default'), one line ('strict'), URLs ('urlsafe').",
    )
    .shows("base64('encode', 'thestring', 'strict')", "'dGhlc3RyaW5n'"),
    Builtin::new(
        "fqdn_uuid",
        &[Signature::new("Any $name, Optional[Callable] &$block", "String", fqdn_uuid)],
        "Returns the UUID (version 5) of a domain name.",
    )
    .shows("fqdn_uuid('puppetlabs.com')", "'9c70320f-6815-5fc5-ab0f-debe68bf764c'"),
    Builtin::new(
        "seeded_rand",
        &[Signature::new("Any $max, Any $seed, Optional[Callable] &$block", "Integer[0]", seeded_rand)],
        "Returns a number below max determined only by a seed.",
    )
    .shows("seeded_rand(1000, 'x') == seeded_rand(1000, 'x')", "true"),
    Builtin::new(
        "seeded_rand_string",
        &[Signature::new("Integer[1] $length, String $seed, String[2] $letters = ''", "String", seeded_rand_string)],
        "Returns a string of random letters determined only by a seed.",
    )
    .shows("seeded_rand_string(8, 'x').size", "8"),
    Builtin::new(
        "fqdn_rand_string",
        &[Signature::new(
            "Any $length, Any $letters = undef, Any *$seed, Optional[Callable] &$block",
            "String",
            fqdn_rand_string,
        )],
        "Returns a string of random letters determined only by the node's full name and a seed.",
    )
    .effect(Effect::World),
    Builtin::new(
        "str2saltedsha512",
        &[Signature::new("Any $password, Optional[Callable] &$block", "String", str2saltedsha512)],
        "Returns a password's SHA-512 digest with random salt, in macOS format.",
    )
    .effect(Effect::World),
    Builtin::new(
        "str2saltedpbkdf2",
        &[Signature::new("Any $password, Any $salt, Any $iterations, Optional[Callable] &$block", "Hash", rejected)],
        "Returns a password's PBKDF2 digest; unsupported.",
    ),
    Builtin::new(
        "pw_hash",
        &[Signature::new("Any $password, Any $kind, Any $salt, Optional[Callable] &$block", "Any", rejected)],
        "Returns a password's digest in /etc/shadow format; unsupported.",
    ),
];

fn base64(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let (Some(Value::Str(action)), Some(Value::Str(text))) = (args.first(), args.get(1)) else {
        return wants(call, "'encode' or 'decode' and a string", call.arg(1));
    };
    let form = args.get(2).map_or_else(|| "default".to_owned(), ruby::to_s);
    if !matches!(&*form, "default" | "strict" | "urlsafe") {
        return call.fail(format!("{form} is neither 'default', 'strict' nor 'urlsafe'"));
    }
    budget::charge(text.text.len() * 4 / 3)?;
    match &*action.text {
        "encode" => encoded(text.text.as_bytes(), &form).map(Value::from),
        "decode" => match decode_base64(&text.text, form_to_decode(&form)) {
            Some(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Value::bytes(text)),
                Err(_) => call.fail("the decoded bytes are not valid UTF-8; use Binary(..) for bytes"),
            },
            None => call.fail("invalid Base64"),
        },
        other => call.fail(format!("{other} is neither 'encode' nor 'decode'")),
    }
}

fn form_to_decode(form: &str) -> Base64 {
    match form {
        "strict" => Base64::Strict,
        "urlsafe" => Base64::Url,
        _ => Base64::Lenient,
    }
}

fn encoded(bytes: &[u8], form: &str) -> EvalResult<String> {
    match form {
        "strict" => Ok(STANDARD.encode(bytes)),
        "urlsafe" => Ok(URL_SAFE.encode(bytes)),
        // Lines of 45 bytes.
        _ => {
            let mut out = String::with_capacity(bytes.len() / 45 * 61);
            for line in bytes.chunks(45) {
                budget::poll()?;
                STANDARD.encode_string(line, &mut out);
                out.push('\n');
            }
            Ok(out)
        }
    }
}

fn fqdn_uuid(call: &mut Call<'_>) -> EvalResult {
    const DOMAINS: [u8; 16] =
        [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];
    let args = received(call)?;
    let Some(Value::Str(name)) = args.first() else { return wants(call, "a string", call.arg(0)) };
    let mut bytes = sha1::Sha1::digest([&DOMAINS[..], name.text.as_bytes()].concat()).to_vec();
    bytes[6] = bytes[6] & 0x0f | 0x50;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hexadecimal(&bytes[..16]);
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    Ok(Value::from(parts.join("-")))
}

/// Returns the length or maximum in the first argument: a positive integer, or a string that is one.
fn positive(call: &Call<'_>, args: &[Value]) -> EvalResult<u64> {
    match args.first() {
        Some(value) if integer(value)? && to_integer(value) > 0 => Ok(to_integer(value).unsigned_abs()),
        _ => wants(call, "a positive integer first", call.arg(0)),
    }
}

pub(super) fn seeded_rand(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let max = positive(call, &args)?;
    let Some(Value::Str(seed)) = args.get(1) else { return wants(call, "a string as seed", call.arg(1)) };
    Ok(Value::Int(Generator::of(&md5::Md5::digest(seed.text.as_bytes())).below(max) as i64))
}

const LETTERS: &str = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Maximum length of a string.
const LONGEST: u64 = 1 << 20;

pub(super) fn seeded_rand_string(call: &mut Call<'_>) -> EvalResult {
    let length = to_integer(call.arg(0)).unsigned_abs().min(LONGEST);
    let seed = ruby::to_s(call.arg(1));
    let letters = call.arg(2).as_str().filter(|set| !set.is_empty()).unwrap_or(LETTERS);
    random_letters(&seed, length, letters).map(Value::from)
}

/// Returns a string of random letters of a set; the seed determines it.
pub(super) fn random_letters(seed: &str, length: u64, letters: &str) -> EvalResult<String> {
    let letters: Vec<char> = letters.chars().collect();
    let mut generator = Generator::of(&sha2::Sha256::digest(seed.as_bytes()));
    let mut out = String::new();
    for _ in 0..length.min(LONGEST) {
        budget::poll()?;
        out.extend(letters.get(generator.below(letters.len() as u64) as usize));
    }
    Ok(out)
}

pub(super) fn fqdn_rand_string(call: &mut Call<'_>) -> EvalResult {
    const OWN: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let args = received(call)?;
    let length = positive(call, &args)?.min(LONGEST);
    let set = match args.get(1) {
        None => OWN.to_owned(),
        Some(Value::Str(set)) if set.text.is_empty() => OWN.to_owned(),
        Some(Value::Str(set)) => set.text.clone(),
        Some(other) => return wants(call, "a string of letters second", other),
    };
    let letters: Vec<char> = set.chars().collect();
    let mut seed: Vec<String> = args.iter().skip(2).map(ruby::to_s).collect();
    let mut out = String::new();
    for at in 1..=length {
        // Each letter creates a random number generator.
        budget::check()?;
        seed.push(at.to_string());
        out.extend(letters.get(of_node(call, letters.len() as i64, &seed.join(":"), false)? as usize));
        seed.pop();
    }
    Ok(Value::from(out))
}

fn str2saltedsha512(call: &mut Call<'_>) -> EvalResult {
    let args = received(call)?;
    let Some(Value::Str(password)) = args.first() else { return wants(call, "a string", call.arg(0)) };
    let salt = (call.host().random() as u32 & 0x7fff_ffff).to_le_bytes();
    let digest = sha2::Sha512::digest([&salt[..], password.text.as_bytes()].concat());
    Ok(Value::from(hexadecimal(&[&salt[..], &digest[..]].concat())))
}

fn rejected(call: &mut Call<'_>) -> EvalResult {
    call.fail(format!("`{}` is not computed here: give the digest itself", call.name()))
}
