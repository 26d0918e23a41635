//! Booleans, and the types of strings: Enum, Pattern, Regexp.

use std::rc::Rc;

use super::super::super::{Regexp, Result, Ty, Type, Value, ValueError};
use super::super::common_type::joined;
use super::super::constant;
use super::{arity, check_all, unqualified_name, wrong_kind};

/// Returns `Boolean[true]`.
pub(super) fn boolean(ty: &Type, args: &[Value]) -> Result<Ty> {
    check_all(ty, args, Some(1), "true or false", |arg| matches!(arg, Value::Bool(_)))?;
    Ok(if matches!(args, [Value::Bool(crate::Bit::True)]) { constant::yes() } else { constant::no() })
}

/// Returns `Enum['a', 'b', true]`: a last Boolean sets whether case is ignored.
pub(super) fn enumeration(ty: &Type, args: &[Value]) -> Result<Ty> {
    let (args, ignore_case) = match args {
        [rest @ .., Value::Bool(ignore_case)] => (rest, ignore_case.get()),
        _ => (args, false),
    };
    check_all(ty, args, None, "a string", |arg| matches!(arg, Value::Str(_)))?;
    let mut values: Vec<Rc<str>> = args.iter().filter_map(Value::as_str).map(Rc::from).collect();
    values.sort_unstable();
    values.dedup();
    Ok(Rc::new(Type::Enum { values, ignore_case }))
}

/// Returns `Pattern[/a/, 'b', Regexp[/c/], Pattern[/d/]]`.
pub(super) fn pattern(ty: &Type, args: &[Value]) -> Result<Ty> {
    let is_pattern = |arg: &Value| match arg {
        Value::Str(_) | Value::Regexp(_) => true,
        Value::Type(ty) => matches!(**ty, Type::Pattern(_) | Type::Regexp(_)),
        _ => false,
    };
    check_all(ty, args, None, "a string, a regular expression, a Pattern or a Regexp", is_pattern)?;
    let mut patterns: Vec<Rc<Regexp>> = Vec::new();
    for arg in args {
        patterns.append(&mut patterns_of(arg)?);
    }
    Ok(Rc::new(Type::Pattern(joined(&patterns, &[]))))
}

fn patterns_of(arg: &Value) -> Result<Vec<Rc<Regexp>>> {
    Ok(match arg {
        Value::Str(text) => vec![valid(&text.text)?],
        Value::Regexp(pattern) => vec![pattern.clone()],
        Value::Type(ty) => match &**ty {
            Type::Pattern(patterns) => patterns.clone(),
            Type::Regexp(Some(pattern)) => vec![pattern.clone()],
            Type::Regexp(None) => vec![Regexp::new("")],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    })
}

/// Returns a pattern whose errors are reported here, not at the first use.
fn valid(source: &str) -> Result<Rc<Regexp>> {
    let pattern = Regexp::new(source);
    pattern.is_match("")?;
    Ok(pattern)
}

/// Returns `Regexp[/a/]` or `Regexp['a']`.
pub(super) fn regexp(ty: &Type, args: &[Value]) -> Result<Ty> {
    match args {
        [Value::Str(text)] => Ok(Rc::new(Type::Regexp(Some(valid(&text.text)?)))),
        [Value::Regexp(pattern)] => Ok(Rc::new(Type::Regexp(Some(pattern.clone())))),
        [other] => Err(wrong_kind(ty, 0, other, "a string or a regular expression")),
        [] => Err(arity(&unqualified_name(ty), 1, Some(1), 0)),
        more => Err(mark_second(arity(&unqualified_name(ty), 1, Some(1), more.len()))),
    }
}

/// Sets the second argument as the operand of an error about one argument too many.
fn mark_second(issue: Box<ValueError>) -> Box<ValueError> {
    issue.with_operand(super::super::super::ErrorOperand::Argument(1))
}
