//! The bare names of functions that stdlib 9 has in its own namespace: they pass the call on, with a warning.
//!
//! Some versions report the deprecation as the setting `strict` says, others always as a warning. Their code shows which.

use puppet_eval::{Builtin, Call, Effect, EvalResult, Level, Signature};

use super::deprecation::deprecated;

/// The code of a version that only warns.
const LENIENT: &str = " instead.', false)";

/// The code of a version whose report follows `strict`.
const STRICT: &str = "call_function('deprecation', '";

const NAMES: [(&str, Effect); 22] = [
    ("batch_escape", Effect::None),
    ("ensure_packages", Effect::Declares),
    ("fqdn_rand_string", Effect::World),
    ("fqdn_rotate", Effect::World),
    ("has_interface_with", Effect::World),
    ("has_ip_address", Effect::World),
    ("has_ip_network", Effect::World),
    ("os_version_gte", Effect::World),
    ("parsehocon", Effect::None),
    ("powershell_escape", Effect::None),
    ("seeded_rand", Effect::None),
    ("seeded_rand_string", Effect::None),
    ("shell_escape", Effect::None),
    ("to_json", Effect::None),
    ("to_json_pretty", Effect::None),
    ("to_python", Effect::None),
    ("to_ruby", Effect::None),
    ("to_toml", Effect::None),
    ("to_yaml", Effect::None),
    ("type_of", Effect::None),
    ("validate_domain_name", Effect::None),
    ("validate_email_address", Effect::None),
];

const SUMMARY: &str = "Calls the function of this name in the namespace stdlib. Deprecated.";

const MERGE: &str = "Any *$args, Optional[Variant[Callable[2, 2], Callable[3, 3]]] &$block";

/// The rows of functions that other rows implement in older versions: these must come after them.
pub(super) const ROWS: &[Builtin] = &rows();

/// The rows of functions whose parameters have a type of their own.
pub(super) const OTHERS: &[Builtin] = &[
    Builtin::new("merge", &[Signature::new(MERGE, "Hash", lenient)], SUMMARY).marked(LENIENT),
    Builtin::new("merge", &[Signature::new(MERGE, "Hash", strict)], SUMMARY).marked(STRICT),
    Builtin::new(
        "type_of",
        &[Signature::new("Any $value", "Type", forward_type)],
        "Returns the type of a value, with the common type of its elements.",
    ),
    Builtin::new(
        "time",
        &[Signature::new("Any *$args", "Integer", forward)],
        "Calls the function of this name in the namespace stdlib.",
    )
    .marked("call_function('stdlib::time', *args)")
    .effect(Effect::World),
];

/// Returns two rows for each name.
const fn rows() -> [Builtin; 2 * NAMES.len()] {
    let mut rows = [const { Builtin::new("", &[], "") }; 2 * NAMES.len()];
    let mut at = 0;
    while at < NAMES.len() {
        let (name, effect) = NAMES[at];
        rows[2 * at] = Builtin::new(name, FORWARD_LENIENT, SUMMARY).marked(LENIENT).effect(effect);
        rows[2 * at + 1] = Builtin::new(name, FORWARD_STRICT, SUMMARY).marked(STRICT).effect(effect);
        at += 1;
    }
    rows
}

const FORWARD_LENIENT: &[Signature] = &[Signature::new("Any *$args", "Any", lenient)];
const FORWARD_STRICT: &[Signature] = &[Signature::new("Any *$args", "Any", strict)];

fn lenient(call: &mut Call<'_>) -> EvalResult {
    let name = call.name();
    if call.host().first_time(&format!("deprecated {name}")) {
        call.log(Level::Warning, &format!("{name} is deprecated: use stdlib::{name} instead"));
    }
    forward(call)
}

fn strict(call: &mut Call<'_>) -> EvalResult {
    let name = call.name();
    deprecated(call, name, &format!("use stdlib::{name} instead"))?;
    forward(call)
}

fn forward_type(call: &mut Call<'_>) -> EvalResult {
    let args = call.args().to_vec();
    call.call_function("type", args)
}

fn forward(call: &mut Call<'_>) -> EvalResult {
    let args = call.args().to_vec();
    let name = format!("stdlib::{}", call.name());
    call.forward(&name, args)
}
