//! `deprecation`, and `validate_legacy`, the successor of the functions in `validation`.

use puppet_eval::{Builtin, Call, EvalResult, Flow, Level, Signature};
use puppet_pcore::{Ty, Value, instance};

use super::super::ruby;
use super::deprecation::deprecated;
use super::validation::validate;

pub(super) const ROWS: &[Builtin] = &[
    Builtin::new(
        "deprecation",
        &[Signature::new("String $key, String $message", "Any", deprecation)],
        "Reports that something is deprecated: silently, as a warning or as an error, as the setting strict says.",
    ),
    Builtin::new(
        "validate_legacy",
        &[
            Signature::new("Type $type, String $function, Any $value, Any *$args", "Undef", validate_legacy),
            Signature::new("String $type, String $function, Any $value, Any *$args", "Undef", validate_legacy),
        ],
        "Checks a value against a type and, like legacy code, with one of the validate functions.",
    )
    .shows("validate_legacy(Integer, 'validate_integer', 3)", "undef"),
];

fn deprecation(call: &mut Call<'_>) -> EvalResult {
    let (key, message) = (ruby::to_s(call.arg(0)), ruby::to_s(call.arg(1)));
    deprecated(call, &key, &message)?;
    Ok(Value::Undef)
}

/// Returns the type in the first argument, which may be a string.
fn expected_type(call: &mut Call<'_>) -> EvalResult<Ty> {
    match call.arg(0).clone() {
        Value::Type(ty) => Ok(ty),
        other => call.parse_type(&ruby::to_s(&other)),
    }
}

fn validate_legacy(call: &mut Call<'_>) -> EvalResult {
    let ty = expected_type(call)?;
    let function = ruby::to_s(call.arg(1));
    let value = call.arg(2).clone();
    let args: Vec<Value> = call.args()[2..].to_vec();
    let fits = instance(&ty, &value);
    let fitted = match validate(call, &function, &args) {
        Ok(()) => true,
        Err(flow) if matches!(*flow, Flow::Fault(_)) => false,
        Err(flow) => return Err(flow),
    };
    match (fits, fitted) {
        (true, true) => {}
        (true, false) => call.log(Level::Notice, &format!("{function} refused this value, {ty} takes it")),
        (false, true) => deprecated(call, "validate_legacy", &rejection(&function, &ty, &value))?,
        (false, false) => return call.fail(rejection(&function, &ty, &value)),
    }
    Ok(Value::Undef)
}

fn rejection(function: &str, ty: &Ty, value: &Value) -> String {
    format!("validate_legacy({function}) expects a value of type {ty}, found {}", ruby::inspected(value))
}
