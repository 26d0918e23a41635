//! Functions of hashes: `keys` and `values`.

use puppet_eval::{Builtin, Call, EvalResult, Signature};
use puppet_pcore::Value;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new("keys", &[Signature::new("Hash $hash", "Array", keys)], "Returns the keys of a hash, in order.")
        .shows("keys({'b' => 1, 'a' => 2})", "['b', 'a']"),
    Builtin::new(
        "values",
        &[Signature::new("Hash $hash", "Array", values)],
        "Returns the values of a hash, in order of their keys.",
    )
    .shows("values({'b' => 1, 'a' => 2})", "[1, 2]"),
];

fn keys(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::array(call.arg(0).as_hash().map_or_else(Vec::new, |hash| hash.keys().cloned().collect())))
}

fn values(call: &mut Call<'_>) -> EvalResult {
    Ok(Value::array(call.arg(0).as_hash().map_or_else(Vec::new, |hash| hash.values().cloned().collect())))
}
