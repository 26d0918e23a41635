//! Types that wrap one other type.

use std::rc::Rc;

use super::super::super::{ErrorOperand, Result, Ty, Type, Value, ValueError};
use super::super::{constant, generalize};
use super::{arity, as_type, kind, wants_type};
use pprepl_text::IssueCode;

/// Returns `Name[T]`.
pub(super) fn wrapped(name: &str, args: &[Value], make: fn(Ty) -> Type) -> Result<Ty> {
    match args {
        [Value::Type(ty)] => Ok(Rc::new(make(ty.clone()))),
        [other] => Err(wants_type(name, 0, other)),
        _ => Err(arity(name, 1, Some(1), args.len())),
    }
}

/// Returns `Optional[T]` or `Optional['key']`.
pub(super) fn optional(args: &[Value]) -> Result<Ty> {
    match args {
        [Value::Str(text)] => Ok(constant::optional_of(constant::string_value(&text.text))),
        _ => wrapped("Optional", args, |ty| Type::Optional(Some(ty))),
    }
}

/// Returns `NotUndef[T]` or `NotUndef['key']`.
pub(super) fn not_undef(args: &[Value]) -> Result<Ty> {
    match args {
        [] => Ok(constant::not_undef()),
        [Value::Str(text)] => Ok(Rc::new(Type::NotUndef(constant::string_value(&text.text)))),
        [Value::Type(ty)] => Ok(Rc::new(Type::NotUndef(ty.clone()))),
        [other] => {
            let message = format!("NotUndef[] takes a type or a string, not {}", kind(other));
            Err(ValueError::new(IssueCode::BadNotUndefSliceType, message).with_operand(ErrorOperand::Argument(0)))
        }
        _ => Err(arity("NotUndef", 0, Some(1), args.len())),
    }
}

/// Returns `Sensitive[T]`: the hidden type has no size and no value.
pub(super) fn sensitive(args: &[Value]) -> Result<Ty> {
    wrapped("Sensitive", args, |ty| match *ty {
        // Its content is general: many levels are not generalized once a level.
        Type::Sensitive(_) => Type::Sensitive(ty),
        _ => Type::Sensitive(generalize(&ty)),
    })
}

/// Returns `Init[T, argument..]`.
pub(super) fn init(args: &[Value]) -> Result<Ty> {
    match (args.first().and_then(as_type), args) {
        (Some(ty), [_, arguments @ ..]) => Ok(Rc::new(Type::Init(Some(ty), arguments.to_vec()))),
        (_, args) => Err(wants_type("Init", 0, args.first().unwrap_or(&Value::Undef))),
    }
}
