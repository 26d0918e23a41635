//! `Callable[T.., min, max, block]`, `Callable[[T..], returns]`.

use pprepl_text::Topic;
use std::rc::Rc;

use super::super::super::{CallableType, Result, Size, Ty, Type, Value, ValueError};
use super::super::{TypeRules, constant, resolved};
use super::containers::split_size;
use super::{arity, as_type, type_of, unqualified_name};

/// Returns the type; a last parameter that is a Callable is the block's type.
///
/// With the rule `any_callable`, the Callable that accepts any arguments is the bare one, the supertype of
/// all.
pub(super) fn callable(rules: &TypeRules, ty: &Type, args: &[Value]) -> Result<Ty> {
    if rules.any_callable && matches!(args, [Value::Int(0), Value::Default]) {
        return Ok(constant::callable());
    }
    let Some(Value::Array(params)) = args.first() else { return of_parameters(args, None) };
    let [_, returns] = args else {
        return Err(arity(&unqualified_name(ty), 2, Some(2), args.len()));
    };
    match returns {
        Value::Type(returns) => of_parameters(&params.items, Some(returns.clone())),
        _ => Err(ValueError::new(Topic::TypeParameters, "expected a type as the return type of a Callable")),
    }
}

fn of_parameters(args: &[Value], returns: Option<Ty>) -> Result<Ty> {
    let (args, block) = match args {
        [rest @ .., last] if as_type(last).is_some_and(|ty| is_callable(&ty)) => (rest, as_type(last)),
        _ => (args, None),
    };
    let (types, size) = split_size(args)?;
    let mut types: Vec<Ty> = types.iter().map(type_of).collect::<Result<_>>()?;
    if types.is_empty() && size.is_some_and(|size| size.to != Some(0)) {
        types.push(constant::unit());
    }
    // An empty list of types is not the bare Tuple: it accepts no arguments.
    let size = if types.is_empty() { size.or(Some(Size { from: 0, to: Some(0) })) } else { size };
    Ok(Rc::new(Type::Callable(CallableType {
        params: Some(Rc::new(Type::Tuple(types, size))),
        block,
        returns: returns.filter(|returns| !matches!(**returns, Type::Any)),
    })))
}

/// Returns whether the type is a Callable, a Variant of them, or (for a block) an Optional one.
pub(super) fn is_callable(ty: &Ty) -> bool {
    callable_inside(ty, 100)
}

/// Tests for a Callable through names; recursive names are not Callables.
fn callable_inside(ty: &Ty, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    match &*resolved(ty) {
        Type::Callable(_) => true,
        Type::Variant(types) => types.iter().all(|ty| callable_inside(ty, depth - 1)),
        Type::Optional(Some(inner)) => callable_inside(inner, depth - 1),
        _ => false,
    }
}
