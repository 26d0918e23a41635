//! References to catalog entries: `File['a']`, `Resource['file', 'a']`, `Class['c']`.

use std::rc::Rc;

use super::super::super::{ErrorOperand, Result, Ty, Type, Value, ValueError};
use super::super::{capitalized, type_text};
use super::{flatten, kind};
use pprepl_text::IssueCode;

/// Returns one reference, an array of them for several titles or an array of titles, or undef for no title.
pub(super) fn parameterize(ty: &Ty, args: &[Value]) -> Result<Value> {
    if args.is_empty() {
        let message = format!("{}[] takes at least 1 argument, none given", type_text(ty));
        return Err(ValueError::new(IssueCode::BadTypeSliceArity, message));
    }
    match &**ty {
        Type::Resource { type_name: Some(_), title: Some(_) } | Type::Class(Some(_)) => {
            Err(ValueError::new(IssueCode::UnknownResource, format!("{} is not in the catalog", type_text(ty))))
        }
        Type::Resource { type_name: Some(type_name), .. } => resources(type_name, args),
        Type::Resource { .. } => {
            let type_name = resource_type(&args[0])?;
            match &args[1..] {
                [] => Ok(Value::ty(Type::Resource { type_name: Some(type_name), title: None })),
                titles => resources(&type_name, titles),
            }
        }
        _ => classes(args),
    }
}

/// Returns the resource type that the first argument of `Resource[..]` names, in lower case.
fn resource_type(arg: &Value) -> Result<Rc<str>> {
    let name = match arg {
        Value::Str(text) => capitalized(&text.text),
        Value::Type(ty) => match &**ty {
            Type::Resource { type_name: Some(name), .. } => capitalized(name),
            Type::Resource { .. } => return Err(illegal_reference("Resource without a name")),
            _ => return Err(not_a_resource(arg)),
        },
        _ => return Err(not_a_resource(arg)),
    };
    if is_reference(&name) { Ok(name.to_lowercase().into()) } else { Err(illegal_reference(&name)) }
}

fn not_a_resource(arg: &Value) -> Box<ValueError> {
    let message = format!("Resource[] takes the name of a resource type first, not {}", kind(arg));
    ValueError::new(IssueCode::IllegalResourceSpecialization, message).with_operand(ErrorOperand::Argument(0))
}

fn illegal_reference(name: &str) -> Box<ValueError> {
    let message = format!("'{name}' is not a valid name of a resource type");
    ValueError::new(IssueCode::IllegalClassref, message).with_operand(ErrorOperand::Argument(0))
}

/// Returns whether the name consists of capitalized segments, joined by `::`.
fn is_reference(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    !name.is_empty() && name.split("::").all(|segment| starts(segment, |c| c.is_ascii_uppercase()))
}

fn starts(segment: &str, first: fn(char) -> bool) -> bool {
    segment.starts_with(first) && segment.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the titles, with arrays flattened and undef removed, and whether the answer is an array.
fn titles(args: &[Value]) -> (Vec<Value>, bool) {
    let several = args.len() > 1 || matches!(args, [Value::Array(_)]);
    let mut flat = flatten(args);
    flat.retain(|title| !title.is_undef());
    (flat, several)
}

fn answer(several: bool, mut references: Vec<Value>) -> Value {
    if several { Value::array(references) } else { references.pop().unwrap_or(Value::Undef) }
}

fn resources(type_name: &Rc<str>, args: &[Value]) -> Result<Value> {
    let (titles, several) = titles(args);
    let shift = usize::from(titles.len() != args.len());
    let mut references = Vec::with_capacity(titles.len());
    for (index, title) in titles.iter().enumerate() {
        let Some(text) = title.as_str() else {
            let message = format!("A resource title is a string, not {}", kind(title));
            let issue = ValueError::new(IssueCode::BadTypeSpecialization, message);
            return Err(issue.with_operand(ErrorOperand::Argument(index + shift)));
        };
        let resource = Type::Resource { type_name: Some(type_name.clone()), title: Some(text.into()) };
        references.push(Value::ty(resource));
    }
    Ok(answer(several, references))
}

fn classes(args: &[Value]) -> Result<Value> {
    let (names, several) = titles(args);
    let mut references = Vec::with_capacity(names.len());
    for (index, name) in names.iter().enumerate() {
        let Some(text) = name.as_str() else {
            let message = format!("The name of a class is a string, not {}", kind(name));
            return Err(
                ValueError::new(IssueCode::IllegalHostclassName, message).with_operand(ErrorOperand::Argument(index))
            );
        };
        let lower = text.to_lowercase();
        let name = lower.strip_prefix("::").unwrap_or(&lower);
        if !is_name(name) {
            let message = format!("'{text}' is not a valid name of a class");
            return Err(ValueError::new(IssueCode::IllegalName, message).with_operand(ErrorOperand::Argument(index)));
        }
        references.push(Value::ty(Type::Class(Some(name.into()))));
    }
    Ok(answer(several, references))
}

fn is_name(name: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.split("::").all(|segment| starts(segment, |c| c.is_ascii_lowercase()))
}
