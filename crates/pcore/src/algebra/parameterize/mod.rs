//! Parameterized types, `T[args]`.
//!
//! Issue codes and the argument that an error names are the reference's. Arguments are flattened first, and
//! an error counts flattened arguments, so that its index may lie beyond the written ones. Such an error has
//! no span. The evaluator handles parameters of a resource that is already in the catalog
//! (`File['x']['mode']`).

mod arguments;
mod callable;
mod catalog;
mod containers;
mod definition_parameters;
mod platform;
mod ranges;
mod strings;
mod wrappers;

use super::super::{ErrorOperand, Result, Ty, Type, Value, ValueError, flatten};
use super::{TypeRules, constant, definition, object, type_text};
use arguments::{any, arity, as_type, check_all, kind, plural, type_of, unqualified_name, wants_type, wrong_kind};
pub use definition_parameters::parameterize_in_definition;
use pprepl_text::{IssueCode, Topic};

/// Returns `ty[arguments]`: a type, an array of references (`File['a', 'b']`), or undef (`Class[undef]`, for
/// which the evaluator warns).
pub fn parameterize(rules: &TypeRules, ty: &Ty, arguments: &[Value]) -> Result<Value> {
    if let Type::Alias(alias) = &**ty
        && alias.built_in
        && let Some(family) = super::type_named(&alias.name)
    {
        return parameterize(rules, &family, arguments);
    }
    match &**ty {
        Type::Resource { .. } | Type::Class(_) => return catalog::parameterize(ty, arguments),
        Type::Hash(..) | Type::Callable(_) | Type::Struct(_) | Type::AnyStruct | Type::Init(..) => {}
        Type::TypeReference(text) => {
            return Err(ValueError::new(IssueCode::UnknownResourceType, format!("unknown type `{text}`")));
        }
        _ => {}
    }
    let flat;
    let args = match &**ty {
        // These types handle arrays themselves.
        Type::Callable(_) | Type::Struct(_) | Type::AnyStruct | Type::Init(..) => arguments,
        _ => {
            flat = flatten(arguments);
            &flat
        }
    };
    let sorted = if rules.additions && is_sized(ty) { ranges::ascending(args) } else { None };
    let args = sorted.as_deref().unwrap_or(args);
    match &**ty {
        Type::Object(object) if object.name.is_some() => object::extension(object, args),
        Type::ObjectExtension(..) => {
            let message = format!("{} has its parameters already", type_text(ty));
            Err(ValueError::new(IssueCode::OperatorNotApplicable, message).with_operand(ErrorOperand::Left))
        }
        _ => family(rules, ty, args).map(Value::Type),
    }
}

/// Returns whether the type's parameters end in a size.
fn is_sized(ty: &Type) -> bool {
    matches!(ty, Type::String(_) | Type::Collection(_) | Type::Array(..) | Type::Hash(..) | Type::Tuple(..))
}

fn family(rules: &TypeRules, ty: &Ty, args: &[Value]) -> Result<Ty> {
    match &**ty {
        Type::Integer(_) => ranges::integer(rules, args),
        Type::Float(_) => ranges::float(rules, args),
        Type::String(_) => ranges::string(args),
        Type::Collection(_) => ranges::collection(ty, args),
        Type::Timespan(..) => ranges::timespan(ty, args),
        Type::Timestamp(..) => ranges::timestamp(ty, args),
        Type::Boolean(_) => strings::boolean(ty, args),
        Type::Enum { .. } => strings::enumeration(ty, args),
        Type::Pattern(_) => strings::pattern(ty, args),
        Type::Regexp(_) => strings::regexp(ty, args),
        Type::SemVer(_) => platform::sem_ver(ty, args),
        Type::Uri(_) => platform::uri(args),
        Type::Runtime { .. } => platform::runtime(ty, args),
        Type::Array(..) => containers::array(args),
        Type::Hash(..) => containers::hash(args),
        Type::Tuple(..) => containers::tuple(ty, args),
        Type::Variant(_) => containers::variant(ty, args),
        Type::Struct(_) | Type::AnyStruct => containers::structure(rules, ty, args),
        Type::Callable(_) => callable::callable(rules, ty, args),
        Type::Optional(_) => wrappers::optional(args),
        Type::NotUndef(_) => wrappers::not_undef(args),
        Type::Sensitive(_) => wrappers::sensitive(args),
        Type::Type(_) => wrappers::wrapped("Type", args, |ty| Type::Type(Some(ty))),
        Type::Iterable(_) => wrappers::wrapped("Iterable", args, |ty| Type::Iterable(Some(ty))),
        Type::Iterator(_) => wrappers::wrapped("Iterator", args, |ty| Type::Iterator(Some(ty))),
        Type::Init(..) => wrappers::init(args),
        Type::AnyObject | Type::Object(_) => match args {
            [Value::Hash(definition)] => super::object_type(None, definition),
            [value] if is_missing(value) => Ok(constant::any_object()),
            [Value::Str(name)] if definition::is_type_name(&name.text) => Ok(super::named_object(&name.text)),
            [_] => Err(ValueError::new(Topic::TypeParameters, "Object takes a hash that defines it")),
            _ => Err(arity("Object", 1, Some(1), args.len())),
        },
        Type::AnyTypeSet | Type::TypeSet(..) => match args {
            [Value::Hash(definition)] => super::type_set(definition),
            [value] if is_missing(value) => Ok(constant::any_type_set()),
            [Value::Str(name)] if definition::is_type_name(&name.text) => Ok(super::named_type_set(&name.text)),
            [_] => Err(ValueError::new(Topic::TypeParameters, "TypeSet takes a hash that defines it")),
            _ => Err(arity("TypeSet", 1, Some(1), args.len())),
        },
        _ => Err(ValueError::new(IssueCode::OperatorNotApplicable, format!("{} takes no parameters", type_text(ty)))
            .with_operand(ErrorOperand::Left)),
    }
}

/// Returns whether the value cannot define a type.
fn is_missing(value: &Value) -> bool {
    value.is_undef() || value.as_str().is_some_and(str::is_empty)
}
