//! Lookup of data: `lookup` and the old `hiera` functions. Without Hiera data only overrides and defaults answer.

use crate::eval::{Builtin, Call, R};

use super::signature;

/// What lookup takes as a name.
const HIERA: &str = "Any $key, Any $default = undef, Any $override = undef, Optional[Callable[1, 1]] &$block";

pub(super) const ROWS: &[Builtin] = &[
    Builtin {
        name: "lookup",
        signatures: &[
            signature(
                "Variant[String, Array[String]] $name, Optional[Type] $type = undef, Optional[Variant[String[1], Hash[String, Scalar]]] $merge = undef, Any $default = undef, Optional[Callable[1, 1]] &$block",
                "Any",
                lookup,
            ),
            signature("Hash $options, Optional[Callable[1, 1]] &$block", "Any", lookup),
            signature(
                "Variant[String, Array[String]] $name, Hash $options, Optional[Callable[1, 1]] &$block",
                "Any",
                lookup,
            ),
        ],
        statement: false,
        summary: "Looks a key up in the data of Hiera.",
        example: "",
        gives: "",
    },
    hiera("hiera", &[signature(HIERA, "Any", lookup)]),
    hiera("hiera_array", &[signature(HIERA, "Array", lookup)]),
    hiera("hiera_hash", &[signature(HIERA, "Hash", lookup)]),
    hiera("hiera_include", &[signature(HIERA, "Any", lookup)]),
];

const fn hiera(name: &'static str, signatures: &'static [crate::eval::Signature]) -> Builtin {
    Builtin {
        name,
        signatures,
        statement: false,
        summary: "Looks a key up in the data of Hiera, the old way; use lookup.",
        example: "",
        gives: "",
    }
}

/// Hands over to the host once there is Hiera data (an issue of its own).
fn lookup(call: &mut Call<'_>) -> R {
    call.fail("there is no Hiera data to look up in")
}
