//! Parameterized types, `T[args]`.
//!
//! Issue codes and the argument that an error names are the reference's. Arguments are flattened first, and
//! an error counts flattened arguments, so that its index may lie beyond the written ones. Such an error has
//! no span. The evaluator handles parameters of a resource that is already in the catalog
//! (`File['x']['mode']`).

mod callable;
mod catalog;
mod containers;
mod platform;
mod ranges;
mod strings;
mod wrappers;

use std::rc::Rc;

use super::super::{ErrorOperand, Result, Ty, Type, Value, ValueError};
use super::{TypeRules, constant, definition, generalize, infer_reduced, object, type_text};

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
            return Err(ValueError::new("UNKNOWN_RESOURCE_TYPE", format!("There is no type named {text}")));
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
    match &**ty {
        Type::Object(object) if object.name.is_some() => object::extension(object, args),
        Type::ObjectExtension(..) => {
            let message = format!("{} has its parameters already", type_text(ty));
            Err(ValueError::new("OPERATOR_NOT_APPLICABLE", message).with_operand(ErrorOperand::Left))
        }
        _ => family(rules, ty, args).map(Value::Type),
    }
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
            [_] => Err(ValueError::runtime("Object takes a hash that defines it")),
            _ => Err(arity("Object", 1, Some(1), args.len())),
        },
        Type::AnyTypeSet | Type::TypeSet(..) => match args {
            [Value::Hash(definition)] => super::type_set(definition),
            [value] if is_missing(value) => Ok(constant::any_type_set()),
            [Value::Str(name)] if definition::is_type_name(&name.text) => Ok(super::named_type_set(&name.text)),
            [_] => Err(ValueError::runtime("TypeSet takes a hash that defines it")),
            _ => Err(arity("TypeSet", 1, Some(1), args.len())),
        },
        _ => Err(ValueError::new("OPERATOR_NOT_APPLICABLE", format!("{} takes no parameters", type_text(ty)))
            .with_operand(ErrorOperand::Left)),
    }
}

/// Returns whether the value cannot define a type.
fn is_missing(value: &Value) -> bool {
    value.is_undef() || value.as_str().is_some_and(str::is_empty)
}

/// Returns the arguments with arrays flattened.
fn flatten(arguments: &[Value]) -> Vec<Value> {
    let mut flat = Vec::with_capacity(arguments.len());
    for argument in arguments {
        flatten_into(argument, &mut flat);
    }
    flat
}

fn flatten_into(argument: &Value, flat: &mut Vec<Value>) {
    match argument {
        Value::Array(array) => array.items.iter().for_each(|item| flatten_into(item, flat)),
        other => flat.push(other.clone()),
    }
}

/// Returns the error for a wrong number of arguments.
fn arity(name: &str, min: usize, max: Option<usize>, actual: usize) -> Box<ValueError> {
    let wanted = match max {
        Some(max) if max == min => plural(min),
        Some(max) => format!("{min} to {}", plural(max)),
        None => format!("at least {}", plural(min)),
    };
    let given = if actual == 0 { "none".to_owned() } else { actual.to_string() };
    ValueError::new("BAD_TYPE_SLICE_ARITY", format!("{name}[] takes {wanted}, {given} given"))
}

fn plural(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

/// Returns the error for an argument of the wrong kind, in the families that expect types.
fn wants_type(name: &str, index: usize, actual: &Value) -> Box<ValueError> {
    let message = format!("{name}[] takes a type here, not {}", kind(actual));
    ValueError::new("BAD_TYPE_SLICE_TYPE", message).with_operand(ErrorOperand::Argument(index))
}

/// Returns the error for an argument of the wrong kind, in the families that check all arguments alike.
fn wrong_kind(ty: &Type, index: usize, actual: &Value, wanted: &str) -> Box<ValueError> {
    let message = format!("{}[] takes {wanted} here, not {}", unqualified_name(ty), kind(actual));
    ValueError::new("BAD_TYPE_SPECIALIZATION", message).with_operand(ErrorOperand::Argument(index))
}

/// Returns the kind of a value: its type without sizes and values.
fn kind(value: &Value) -> String {
    match value {
        Value::Undef | Value::Unset => "Undef".to_owned(),
        Value::Default => "Default".to_owned(),
        other => type_text(&generalize(&infer_reduced(other))),
    }
}

/// Returns the family's name.
fn unqualified_name(ty: &Type) -> String {
    let text = type_text(ty);
    text.split('[').next().unwrap_or_default().to_owned()
}

fn as_type(value: &Value) -> Option<Ty> {
    match value {
        Value::Type(ty) => Some(ty.clone()),
        _ => None,
    }
}

/// Checks the number of arguments, and each argument by `ok`.
fn check_all(ty: &Type, args: &[Value], max: Option<usize>, wanted: &str, ok: fn(&Value) -> bool) -> Result<()> {
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
fn type_of(value: &Value) -> Result<Ty> {
    match value {
        Value::Type(ty) => Ok(ty.clone()),
        Value::Str(text) if text.text.is_empty() => {
            Err(ValueError::runtime("The name of a Runtime type cannot be empty"))
        }
        Value::Str(_) => Ok(Rc::new(Type::Runtime { runtime: Some("ruby".into()), name: Some(value.clone()) })),
        other => Ok(generalize(&infer_reduced(other))),
    }
}

/// Returns `Any`, for an omitted argument.
fn any() -> Ty {
    constant::any()
}
