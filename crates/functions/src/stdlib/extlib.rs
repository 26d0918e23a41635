//! Functions of the module extlib that return random and cached values: here the node determines them, so that two
//! compilations of a node are equal.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Signature};
use puppet_pcore::Value;

use super::super::ruby;
use super::secrets::random_letters;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "extlib::random_password",
        &[Signature::new("Integer[1] $length", "String", random_password)],
        "Returns a password of letters and digits; here only the node's name and the length determine it.",
    )
    .effect(Effect::World),
    Builtin::new(
        "extlib::cache_data",
        &[Signature::new("String[1] $namespace, String[1] $name, Any $initial", "Any", cache_data)],
        "Returns data from a cache of the server; here the cache is empty, and the result is the initial data.",
    )
    .effect(Effect::World),
];

const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn random_password(call: &mut Call<'_>) -> EvalResult {
    let length = match call.arg(0) {
        Value::Int(length) => length.unsigned_abs(),
        _ => return call.fail("extlib::random_password expects a length"),
    };
    let name = ["trusted", "facts"].iter().find_map(|source| {
        let hash = call.variable(source)?;
        let name = match *source {
            "trusted" => hash.as_hash()?.get_str("certname").cloned(),
            _ => hash.as_hash()?.get_str("networking")?.as_hash()?.get_str("fqdn").cloned(),
        };
        name.filter(|name| !name.is_undef())
    });
    let seed = format!("{}:{length}", name.as_ref().map(ruby::to_s).unwrap_or_default());
    random_letters(&seed, length, LETTERS).map(Value::from)
}

fn cache_data(call: &mut Call<'_>) -> EvalResult {
    Ok(call.take(2))
}
