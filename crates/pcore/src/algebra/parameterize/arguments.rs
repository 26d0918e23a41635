//! The arguments of a parameterized type, and errors about them.

use pprepl_text::{IssueCode, Topic};

use std::rc::Rc;

use super::super::super::{ErrorOperand, Result, Ty, Type, Value, ValueError};
use super::super::{constant, generalize, infer_reduced, type_text};

/// Returns the error for a wrong number of arguments.
pub(super) fn arity(name: &str, min: usize, max: Option<usize>, actual: usize) -> Box<ValueError> {
    let wanted = match max {
        Some(max) if max == min => plural(min),
        Some(max) => format!("{min} to {}", plural(max)),
        None => format!("at least {}", plural(min)),
    };
    let given = if actual == 0 { "none".to_owned() } else { actual.to_string() };
    ValueError::new(IssueCode::BadTypeSliceArity, format!("{name}[] takes {wanted}, {given} given"))
}

pub(super) fn plural(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

/// Returns the error for an argument of the wrong kind, in the families that expect types.
pub(super) fn wants_type(name: &str, index: usize, actual: &Value) -> Box<ValueError> {
    let message = format!("{name}[] takes a type here, not {}", kind(actual));
    ValueError::new(IssueCode::BadTypeSliceType, message).with_operand(ErrorOperand::Argument(index))
}

/// Returns the error for an argument of the wrong kind, in the families that check all arguments alike.
pub(super) fn wrong_kind(ty: &Type, index: usize, actual: &Value, wanted: &str) -> Box<ValueError> {
    let message = format!("{}[] takes {wanted} here, not {}", unqualified_name(ty), kind(actual));
    ValueError::new(IssueCode::BadTypeSpecialization, message).with_operand(ErrorOperand::Argument(index))
}

/// Returns the kind of a value: its type without sizes and values.
pub(super) fn kind(value: &Value) -> String {
    match value {
        Value::Undef | Value::Unset => "Undef".to_owned(),
        Value::Default => "Default".to_owned(),
        other => type_text(&generalize(&infer_reduced(other))),
    }
}

/// Returns the family's name.
pub(super) fn unqualified_name(ty: &Type) -> String {
    let text = type_text(ty);
    text.split('[').next().unwrap_or_default().to_owned()
}

pub(super) fn as_type(value: &Value) -> Option<Ty> {
    match value {
        Value::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// Checks the number of arguments, and each argument by `ok`.
pub(super) fn check_all(
    ty: &Type,
    args: &[Value],
    max: Option<usize>,
    wanted: &str,
    ok: fn(&Value) -> bool,
) -> Result<()> {
    if args.is_empty() || max.is_some_and(|max| args.len() > max) {
        return Err(arity(&unqualified_name(ty), 1, max, args.len()));
    }
    match args.iter().position(|arg| !ok(arg)) {
        Some(index) => Err(wrong_kind(ty, index, &args[index], wanted)),
        None => Ok(()),
    }
}

/// Returns the type for an argument where a type is expected but any value is accepted: a string names a
/// class of the platform.
pub(super) fn type_of(value: &Value) -> Result<Ty> {
    match value {
        Value::Type(ty) => Ok(ty.clone()),
        Value::Str(text) if text.text.is_empty() => {
            Err(ValueError::new(Topic::TypeParameters, "The name of a Runtime type cannot be empty"))
        }
        Value::Str(_) => Ok(Rc::new(Type::Runtime { runtime: Some("ruby".into()), name: Some(value.clone()) })),
        other => Ok(generalize(&infer_reduced(other))),
    }
}

/// Returns `Any`, for an omitted argument.
pub(super) fn any() -> Ty {
    constant::any()
}
