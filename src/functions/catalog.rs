//! Functions of the catalog: classes, resources and tags. `defined` of a variable works without one.

use crate::eval::{Builtin, Call, Flow, R};
use crate::pcore::Value;

use super::signature;

/// A row that needs the catalog.
const fn row(
    name: &'static str,
    statement: bool,
    signatures: &'static [crate::eval::Signature],
    summary: &'static str,
) -> Builtin {
    Builtin { name, signatures, statement, summary, example: "", gives: "" }
}

pub(super) const ROWS: &[Builtin] = &[
    row(
        "include",
        true,
        &[signature("Any $class, Any *$classes", "Array[Class]", needs_catalog)],
        "Declares classes with their default parameters, once each.",
    ),
    row(
        "require",
        true,
        &[signature("Any $class, Any *$classes", "Array[Class]", needs_catalog)],
        "Declares classes and makes them come before the container that this stands in.",
    ),
    row(
        "contain",
        true,
        &[signature("Any $class, Any *$classes", "Array[Class]", needs_catalog)],
        "Declares classes inside of the container that this stands in.",
    ),
    row(
        "realize",
        true,
        &[signature("Any $resource, Any *$resources", "Undef", needs_catalog)],
        "Makes virtual resources real.",
    ),
    row(
        "tag",
        true,
        &[signature("Any $tag, Any *$tags", "Undef", needs_catalog)],
        "Adds tags to the container that this stands in.",
    ),
    row(
        "tagged",
        false,
        &[signature("Any $tag, Any *$tags", "Boolean", needs_catalog)],
        "Has the container that this stands in all of these tags?",
    ),
    row(
        "create_resources",
        false,
        &[signature("Any $type, Any $resources, Any *$defaults", "Undef", needs_catalog)],
        "Declares a resource for each title and hash of parameters.",
    ),
    Builtin {
        name: "defined",
        signatures: &[signature(
            "Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] $what, Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] *$more",
            "Boolean",
            defined,
        )],
        statement: false,
        summary: "Is there such a variable ('$x'), resource type, class, or resource in the catalog?",
        example: "defined('$no_such_variable')",
        gives: "false",
    },
    Builtin {
        name: "import",
        signatures: &[signature("Any *$manifests", "Undef", import)],
        statement: true,
        summary: "Discontinued: name manifests so that they are found.",
        example: "",
        gives: "",
    },
];

fn needs_catalog(call: &mut Call<'_>) -> R {
    call.fail("this function needs the catalog")
}

fn defined(call: &mut Call<'_>) -> R {
    for index in 0..call.len() {
        let found = match call.arg(index) {
            Value::Str(text) if text.text.is_empty() => false,
            Value::Str(text) => match text.text.strip_prefix('$') {
                Some(name) => call.variable(name).is_some(),
                None => return needs_catalog(call),
            },
            _ => return needs_catalog(call),
        };
        if found {
            return Ok(Value::bool(true));
        }
    }
    Ok(Value::bool(false))
}

fn import(_: &mut Call<'_>) -> R {
    Err(Flow::fault("DISCONTINUED_IMPORT", "import is no longer part of the language"))
}
