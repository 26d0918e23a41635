//! Functions of the module apache: values and digests for httpd.

use sha2::Digest;

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::arguments::wants;
use super::deprecation::deprecated;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "apache::bool2httpd",
        &[Signature::new("Any $value", "String", bool2httpd)],
        "Returns On or Off, as Apache spells Booleans.",
    )
    .shows("apache::bool2httpd(true)", "'On'"),
    Builtin::new(
        "bool2httpd",
        &[Signature::new("Any *$args", "Any", old_bool2httpd)],
        "Returns On or Off, as Apache spells Booleans; deprecated.",
    )
    .marked("call_function('deprecation'"),
    Builtin::new(
        "apache::pw_hash",
        &[Signature::new("String[1] $password", "String", apache_pw_hash)],
        "Returns a password's digest for Apache.",
    )
    .shows("apache::pw_hash('test')", "'{SHA}qUqP5cyxm6YcTAhz05Hph5gvu9M='"),
];

fn bool2httpd(call: &mut Call<'_>) -> EvalResult {
    let text = match call.arg(0) {
        Value::Undef => "Off".to_owned(),
        Value::Bool(truth) => if truth.get() { "On" } else { "Off" }.to_owned(),
        Value::Str(text) if text.text.to_lowercase().contains("false") => "Off".to_owned(),
        Value::Str(text) if text.text.to_lowercase().contains("true") => "On".to_owned(),
        Value::Regexp(_) => return wants(call, "a Boolean or a string", call.arg(0)),
        other => ruby::to_s(other),
    };
    Ok(Value::from(text))
}

fn old_bool2httpd(call: &mut Call<'_>) -> EvalResult {
    deprecated(call, "bool2httpd", "use apache::bool2httpd instead")?;
    let args = call.args().to_vec();
    call.call_function("apache::bool2httpd", args)
}

fn apache_pw_hash(call: &mut Call<'_>) -> EvalResult {
    use base64::Engine;
    let digest = sha1::Sha1::digest(ruby::to_s(call.arg(0)).as_bytes());
    Ok(Value::from(format!("{{SHA}}{}", base64::engine::general_purpose::STANDARD.encode(digest))))
}
