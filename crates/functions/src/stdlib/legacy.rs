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
        "deprecation",
        &[Signature::new("String $key, String $message, Boolean $strictly = true", "Any", deprecation)],
        "Reports that something is deprecated: as the setting strict says, or as a warning.",
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
    Builtin::new(
        "validate_legacy",
        &[
            Signature::new("Type $type, String $function, Any $value, Any *$args", "Undef", check_type),
            Signature::new("String $type, String $function, Any $value, Any *$args", "Undef", check_type),
        ],
        "Checks a value against a type; deprecated.",
    )
    .marked("'This method is deprecated, please use Puppet data types"),
];

fn deprecation(call: &mut Call<'_>) -> EvalResult {
    let (key, message) = (ruby::to_s(call.arg(0)), ruby::to_s(call.arg(1)));
    if call.len() < 3 || call.arg(2).is_true() {
        deprecated(call, &key, &message)?;
    } else if call.host().first_time(&format!("deprecated {key}")) {
        call.log(Level::Warning, &message);
    }
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

/// The version of stdlib 9, which has no validation functions.
fn check_type(call: &mut Call<'_>) -> EvalResult {
    let ty = expected_type(call)?;
    deprecated(call, "validate_legacy", "use a parameter's type instead")?;
    let value = call.arg(2).clone();
    match instance(&ty, &value) {
        true => Ok(Value::Undef),
        false => call.fail(rejection(&ruby::to_s(call.arg(1)), &ty, &value)),
    }
}

fn rejection(function: &str, ty: &Ty, value: &Value) -> String {
    format!("validate_legacy({function}) expects a value of type {ty}, found {}", ruby::inspected(value))
}
