//! `T.new(..)`: values created from others, by type. The caller returns a single argument that is already an
//! instance, and checks the result against `T`. (`Init` does both itself.)

mod advice;
mod arguments;
mod binary;
mod collections;
mod constructor_docs;
mod context;
mod numbers;
mod object;
mod regexp;
mod semver;
mod times;
mod uri;

use pprepl_text::Topic;
use std::rc::Rc;

pub use advice::new_advice;
pub use constructor_docs::{FORMS, NewForm, new_forms};
pub use context::{ConstructContext, NoContext};
pub(crate) use object::takes_hash;
pub use regexp::escaped;

use super::{Result, Ty, Type, Value, ValueError};
use arguments::arguments;

/// Creates a value of a type from arguments.
pub fn new_value(ty: &Ty, args: &[Value], context: &mut dyn ConstructContext) -> Result<Value> {
    match &**ty {
        Type::Integer(_) => numbers::integer(args),
        Type::Float(_) => numbers::float(args),
        Type::Numeric => numbers::numeric(args),
        Type::Boolean(_) => numbers::boolean(args),
        Type::String(_) => string(args),
        Type::Array(..) | Type::Tuple(..) => collections::array(args),
        Type::Hash(..) | Type::Struct(_) | Type::AnyStruct => collections::hash(args),
        Type::Regexp(_) => regexp::regexp(args),
        Type::Sensitive(_) => sensitive(args),
        Type::Binary => binary::binary(args),
        Type::SemVer(_) => semver::sem_ver(args),
        Type::SemVerRange => semver::sem_ver_range(args),
        Type::Uri(_) => uri::new_uri(args),
        Type::Type(_) => type_value(args, context),
        Type::Timespan(..) => times::timespan(args),
        Type::Timestamp(..) => times::timestamp(args, context),
        Type::Object(class) | Type::ObjectExtension(class, _) => object::object(class, args),
        Type::Unit => unit(args),
        Type::NotUndef(inner) if matches!(**inner, Type::Any) => unit(args),
        Type::NotUndef(_) | Type::Optional(Some(_)) | Type::Alias(_) => new_value(&after(ty)?, args, context),
        Type::Init(Some(inner), extra) => init(inner, extra, args, context),
        _ => Err(ValueError::new(Topic::ConversionFailed, format!("no instance of {ty} can be made with new"))),
    }
}

fn unit(args: &[Value]) -> Result<Value> {
    match args {
        [only] => Ok(only.clone()),
        _ => Err(arguments("a value", args)),
    }
}

/// Makes `Sensitive(value)`.
fn sensitive(args: &[Value]) -> Result<Value> {
    match args {
        [value @ Value::Sensitive(_)] => Ok(value.clone()),
        [value] => Ok(Value::Sensitive(Rc::new(value.clone()))),
        _ => Err(arguments("a Sensitive", args)),
    }
}

/// Makes `Type(string)`.
fn type_value(args: &[Value], context: &mut dyn ConstructContext) -> Result<Value> {
    match args {
        [Value::Str(text)] if !text.text.is_empty() => context.parse_type(&text.text).map(Value::Type),
        _ => Err(arguments("a Type", args)),
    }
}

/// Returns the type to create, with names, Optional and NotUndef removed.
fn after(ty: &Ty) -> Result<Ty> {
    let mut inner = ty.clone();
    // A name may lead back to itself through Optional.
    for _ in 0..100 {
        inner = match &*inner {
            Type::NotUndef(ty) if matches!(**ty, Type::Any) => return Ok(inner),
            Type::NotUndef(ty) | Type::Optional(Some(ty)) => ty.clone(),
            Type::Alias(alias) => match alias.resolved.get() {
                Some(ty) => ty.clone(),
                None => {
                    return Err(ValueError::new(
                        Topic::ConversionFailed,
                        format!("the type '{}' is not resolved", alias.name),
                    ));
                }
            },
            _ => return Ok(inner),
        };
    }
    Err(ValueError::new(Topic::ConversionFailed, format!("cannot create a value of type {}", super::type_text(ty))))
}

/// Creates a value like the function `new`: a single instance is returned unchanged, and the result is
/// checked.
fn instantiate(ty: &Ty, args: &[Value], context: &mut dyn ConstructContext) -> Result<Value> {
    if let [only] = args
        && super::instance(ty, only)
    {
        return Ok(only.clone());
    }
    let made = new_value(ty, args, context)?;
    if super::instance(ty, &made) {
        return Ok(made);
    }
    Err(ValueError::new(
        Topic::ConversionFailed,
        format!("the value made is {}, which is not {ty}", super::display(&made)),
    ))
}

/// Makes an `Init`. An array is the list of arguments, unless it is itself a valid argument.
fn init(ty: &Ty, extra: &[Value], args: &[Value], context: &mut dyn ConstructContext) -> Result<Value> {
    if let Some(fault) = super::init_fault(ty, extra) {
        return Err(ValueError::new(Topic::ConversionFailed, fault));
    }
    let [only] = args else { return Err(arguments("Init", args)) };
    if !extra.is_empty() {
        let all: Vec<Value> = std::iter::once(only).chain(extra).cloned().collect();
        return instantiate(ty, &all, context);
    }
    match only {
        Value::Array(array) if !super::instance(ty, only) => {
            instantiate(ty, &array.items, context).or_else(|_| instantiate(ty, args, context))
        }
        _ => instantiate(ty, args, context),
    }
}

fn string(args: &[Value]) -> Result<Value> {
    match args {
        [value] => super::format_value(value, None).map(Value::from),
        [value, formats] => super::format_value(value, Some(formats)).map(Value::from),
        _ => Err(arguments("a String", args)),
    }
}
