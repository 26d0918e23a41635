//! Functions of hashes: `keys` and `values`.

use crate::eval::{Builtin, Call, R};
use crate::pcore::Value;

use super::signature;

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "keys",
        signatures: &[signature("Hash $hash", "Array", keys)],
        statement: false,
        summary: "The keys of a hash, in order.",
        example: "keys({'b' => 1, 'a' => 2})",
        gives: "['b', 'a']",
    },
    Builtin {
        name: "values",
        signatures: &[signature("Hash $hash", "Array", values)],
        statement: false,
        summary: "The values of a hash, in order of their keys.",
        example: "values({'b' => 1, 'a' => 2})",
        gives: "[1, 2]",
    },
];

fn keys(call: &mut Call<'_>) -> R {
    Ok(Value::array(call.arg(0).as_hash().map_or_else(Vec::new, |hash| hash.keys().cloned().collect())))
}

fn values(call: &mut Call<'_>) -> R {
    Ok(Value::array(call.arg(0).as_hash().map_or_else(Vec::new, |hash| hash.values().cloned().collect())))
}
