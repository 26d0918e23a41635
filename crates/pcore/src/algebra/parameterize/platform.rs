//! Versions, URIs and types of the host platform.

use std::rc::Rc;

use super::super::super::semver_range::SemVerRange;
use super::super::super::{ErrorOperand, Hash, Result, Ty, Type, Value, ValueError, uri};
use super::super::constant;
use super::super::normalize::merged_versions;
use super::{arity, check_all, kind, wrong_kind};
use pprepl_text::{IssueCode, Topic};

/// Returns `SemVer['1.x', SemVerRange('>=2.0.0')]`.
pub(super) fn sem_ver(ty: &Type, args: &[Value]) -> Result<Ty> {
    let is_range = |arg: &Value| matches!(arg, Value::Str(_) | Value::SemVerRange(_));
    check_all(ty, args, None, "a range of versions", is_range)?;
    let mut ranges = Vec::with_capacity(args.len());
    for arg in args {
        match arg {
            Value::SemVerRange(range) => ranges.push(range.clone()),
            other => ranges.push(Rc::new(SemVerRange::parse(other.as_str().unwrap_or_default())?)),
        }
    }
    Ok(Rc::new(Type::SemVer(merged_versions(ranges))))
}

const URI_PARTS: &[&str] = &["scheme", "userinfo", "host", "port", "path", "query", "fragment", "opaque"];

/// Returns `URI['http://example.com']` or `URI[{scheme => 'https'}]`.
pub(super) fn uri(args: &[Value]) -> Result<Ty> {
    match args {
        [Value::Str(text)] if !text.text.is_empty() => {
            let parts = uri::parse_parts(&text.text)?;
            if parts.scheme.is_none() {
                return Err(ValueError::new(
                    Topic::TypeParameters,
                    format!("'{}' is not a valid URI: it needs a scheme", text.text),
                ));
            }
            Ok(Rc::new(Type::Uri(Some(Value::hash(parts.to_hash())))))
        }
        [Value::Hash(parts)] if is_parts(parts) => {
            if parts.is_empty() {
                Ok(constant::uri())
            } else {
                Ok(Rc::new(Type::Uri(Some(args[0].clone()))))
            }
        }
        [other] => {
            let message = format!("URI[] takes a URI or a hash of its parts, not {}", kind(other));
            Err(ValueError::new(IssueCode::BadTypeSliceType, message).with_operand(ErrorOperand::Argument(0)))
        }
        _ => Err(arity("URI", 1, Some(1), args.len())),
    }
}

/// Returns whether the hash has only known parts, each a string, a pattern or a type of strings; the port may
/// be a number.
fn is_parts(parts: &Hash) -> bool {
    parts.iter().all(|(key, value)| {
        let Some(key) = key.as_str().filter(|key| URI_PARTS.contains(key)) else { return false };
        match value {
            Value::Undef => true,
            Value::Int(port) => key == "port" && *port >= 0,
            Value::Str(text) => key != "port" && !text.text.is_empty(),
            Value::Regexp(_) => key != "port",
            Value::Type(ty) => match &**ty {
                Type::Pattern(_) | Type::Enum { .. } => key != "port",
                Type::Undef | Type::NotUndef(_) => true,
                _ => super::super::assignable(&Type::NotUndef(constant::any()), ty),
            },
            _ => false,
        }
    })
}

/// Returns `Runtime['ruby', 'Foo']`, and `Ruby['Foo']` where that extension is active.
pub(super) fn runtime(ty: &Type, args: &[Value]) -> Result<Ty> {
    if let Type::Runtime { runtime: Some(runtime), name: None } = ty {
        return match args {
            [name @ Value::Str(_)] => {
                Ok(Rc::new(Type::Runtime { runtime: Some(runtime.clone()), name: Some(name.clone()) }))
            }
            _ => Err(ValueError::new(IssueCode::UnknownResourceType, "Ruby takes the name of a class")
                .with_help("in Puppet 8 write Runtime['ruby', 'Class']")),
        };
    }
    let [platform, name] = args else {
        return Err(arity("Runtime", 2, Some(2), args.len()));
    };
    if let Some(index) = args.iter().position(|arg| !matches!(arg, Value::Str(_))) {
        return Err(wrong_kind(ty, index, &args[index], "a string"));
    }
    if args.iter().any(|arg| arg.as_str() == Some("")) {
        return Err(ValueError::new(Topic::TypeParameters, "The parameters of Runtime cannot be empty strings"));
    }
    Ok(Rc::new(Type::Runtime { runtime: platform.as_str().map(Rc::from), name: Some(name.clone()) }))
}
