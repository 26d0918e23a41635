//! The parameters of a type in a definition (`type T = ..`) or in a string (`Type('..')`).
//!
//! The reference reads these by rules of its own: arrays are not flattened, and a few families take more than in an
//! expression.

use std::rc::Rc;

use pprepl_text::Topic;

use super::super::super::{Result, Ty, Type, Value, ValueError};
use super::super::{TypeRules, constant};
use super::containers::{array_type, hash_type, is_range_bound, split_size};
use super::{any, ranges, type_of};

/// Returns `ty[args]` as a definition has it.
pub fn parameterize_in_definition(rules: &TypeRules, ty: &Ty, args: &[Value]) -> Result<Value> {
    if let Some(special) = special(ty, args)? {
        return Ok(Value::Type(special));
    }
    let takes_lists = matches!(**ty, Type::Callable(_) | Type::Init(..));
    if !takes_lists && args.iter().any(|arg| matches!(arg, Value::Array(_))) {
        let message = "the definition of a type has its parameters without an array";
        return Err(ValueError::new(Topic::TypeDefinition, message));
    }
    super::parameterize(rules, ty, &changed(ty, args)?)
}

/// Returns the type for parameters that an expression does not accept, or reads as another type.
fn special(ty: &Type, args: &[Value]) -> Result<Option<Ty>> {
    Ok(Some(match (ty, args) {
        (Type::Array(..), [Value::Int(_)]) => array_type(any(), Some(ranges::size(0, args)?)),
        // As in the reference, which takes the missing type for the value `default`.
        (Type::Array(..), [from, to]) if is_range_bound(from) && is_range_bound(to) => {
            array_type(constant::default_type(), Some(ranges::size(0, &with_open_end(args))?))
        }
        (Type::Hash(..), [from, to]) if is_range_bound(from) && is_range_bound(to) => {
            let size = ranges::size(0, &with_open_end(args))?;
            hash_type(constant::default_type(), constant::default_type(), Some(size))
        }
        (Type::Hash(..), [_, _, Value::Float(_) | Value::Undef]) => {
            return Err(ValueError::new(Topic::TypeDefinition, "the size of a Hash is an integer"));
        }
        (Type::Tuple(..), [_, ..]) => {
            let (types, size) = split_size(args)?;
            Rc::new(Type::Tuple(types.iter().map(type_of).collect::<Result<_>>()?, size))
        }
        (Type::Regexp(_), [Value::Undef]) => Rc::new(Type::Regexp(None)),
        (Type::Runtime { name: None, .. }, [Value::Str(runtime), name @ Value::Array(pair)])
            if matches!(&pair.items[..], [Value::Regexp(_), Value::Str(_)]) =>
        {
            let runtime = Some(Rc::from(runtime.text.as_str()));
            Rc::new(Type::Runtime { runtime, name: Some(name.clone()) })
        }
        _ => return Ok(None),
    }))
}

/// Returns the parameters as the family takes them in an expression.
fn changed(ty: &Type, args: &[Value]) -> Result<Vec<Value>> {
    let unbounded = |arg: &Value| if arg.is_undef() { Value::Default } else { arg.clone() };
    Ok(match (ty, args) {
        (Type::Integer(_) | Type::Float(_), [_, _]) => args.iter().map(unbounded).collect(),
        (Type::String(_) | Type::Collection(_), [_, _]) => with_open_end(args),
        (Type::Array(..), [_, _, _]) | (Type::Hash(..), [_, _, _, _]) => with_open_end(args),
        (Type::Callable(_), [parameters @ Value::Array(_), returns]) => {
            vec![parameters.clone(), Value::Type(type_of(returns)?)]
        }
        _ => args.to_vec(),
    })
}

/// Returns the parameters with `default` for the string 'default' at the end.
fn with_open_end(args: &[Value]) -> Vec<Value> {
    let mut args = args.to_vec();
    if let Some(last) = args.last_mut()
        && last.as_str() == Some("default")
    {
        *last = Value::Default;
    }
    args
}
