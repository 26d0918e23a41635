//! The writers of stdlib 9 in its namespace. Later versions unwrap Sensitive values inside the data, and what they write is
//! Sensitive then; earlier versions write a placeholder.

use puppet_eval::{Builtin, Call, EvalResult, Signature};

use super::serialization::{self, PRETTY, rewrapped};

/// The code of the versions that unwrap.
const UNWRAPS: &str = "rewrap_sensitive_data";

const RETURNS: &str = "Variant[String, Sensitive[String]]";

const YAML: &str = "Any $data, Hash $options = {}";

macro_rules! writer {
    ($name:literal, $params:expr, $write:expr, $summary:literal) => {
        Builtin::new(
            $name,
            &[Signature::new($params, RETURNS, |call: &mut Call<'_>| -> EvalResult { rewrapped(call, $write) })],
            $summary,
        )
        .marked(UNWRAPS)
    };
}

pub(super) const ROWS: &[Builtin] = &[
    writer!("stdlib::to_json", "Any $data", serialization::to_json, "Formats data as JSON on one line.")
        .shows("stdlib::to_json([1])", "'[1]'"),
    writer!(
        "stdlib::to_json_pretty",
        PRETTY,
        serialization::to_json_pretty,
        "Formats data as JSON, one entry a line; true as second argument omits undef entries at the top level."
    )
    .shows("stdlib::to_json_pretty([1]).size", "8"),
    writer!("stdlib::to_yaml", YAML, serialization::to_yaml, "Formats data as YAML.")
        .shows("stdlib::to_yaml([1]).split(\"\\n\")", "['---', '- 1']"),
    writer!("stdlib::to_toml", "Hash $data", serialization::to_toml, "Formats data as TOML.")
        .shows("stdlib::to_toml({'a' => 1}).chomp", "'a = 1'"),
    Builtin::new(
        "stdlib::to_json",
        &[Signature::new("Any $data", "String", serialization::to_json)],
        "Formats data as JSON on one line.",
    ),
    Builtin::new(
        "stdlib::to_json_pretty",
        serialization::TO_JSON_PRETTY,
        "Formats data as JSON, one entry a line; true as second argument omits undef entries at the top level.",
    ),
    Builtin::new("stdlib::to_yaml", &[Signature::new(YAML, "String", serialization::to_yaml)], "Formats data as YAML."),
    Builtin::new(
        "stdlib::to_toml",
        &[Signature::new("Hash $data", "String", serialization::to_toml)],
        "Formats data as TOML.",
    ),
];
