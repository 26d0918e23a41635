//! Suggestions for a failed `new`: the corrected argument, or examples of the valid calls.

use super::super::{Ty, Type, Value, display, instance, resolved};
use super::{NoContext, new_forms, new_value};

/// The maximum number of examples, and the maximum length of one.
const MAX_EXAMPLES: usize = 4;
const MAX_EXAMPLE: usize = 48;

/// Returns the call to write instead of `ty(args)`, which failed.
pub fn new_advice(ty: &Ty, args: &[Value]) -> Option<String> {
    let name = super::super::type_text(ty);
    let name = name.split('[').next().unwrap_or_default();
    if let Some(text) = fixed(ty, args) {
        return Some(format!("did you mean {name}({})?", display(&Value::str(text))));
    }
    // An invalid pattern has an error of its own.
    if matches!((&*resolved(ty), args), (Type::Regexp(_), [Value::Str(_), ..])) {
        return None;
    }
    let family = super::super::type_text(&resolved(ty));
    let family = family.split('[').next().unwrap_or_default();
    let examples =
        new_forms(family).map(|form| form.example).filter(|call| !call.is_empty() && call.len() <= MAX_EXAMPLE);
    let calls: Vec<&str> = examples.take(MAX_EXAMPLES).collect();
    Some(match &calls[..] {
        [single] => format!("forms that work: {single}"),
        [first, second] => format!("forms that work: {first} or {second}"),
        [rest @ .., last] => format!("forms that work: {}, or {last}", rest.join(", ")),
        [] => return None,
    })
}

/// Returns the call without the parts of its string that prevent parsing: surrounding spaces, thousands
/// separators, text after a number.
fn fixed(ty: &Ty, args: &[Value]) -> Option<String> {
    let [Value::Str(given), ..] = args else { return None };
    let text = given.text.as_str();
    if text.len() > 200 {
        return None;
    }
    let trimmed = text.trim();
    let joined: String = trimmed.chars().filter(|c| !matches!(c, '_' | ',' | '\'')).collect();
    let end = trimmed.find(|c: char| !(c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))).unwrap_or(trimmed.len());
    let number = trimmed.get(..end).unwrap_or_default();
    let decimal = number.trim_start_matches('0');
    let candidates = [trimmed, &joined, number, decimal].map(str::to_owned);
    candidates.into_iter().filter(|candidate| !candidate.is_empty() && candidate != text).find(|candidate| {
        let mut args = args.to_vec();
        args[0] = Value::str(candidate.as_str());
        new_value(ty, &args, &mut NoContext).is_ok_and(|made| instance(ty, &made))
    })
}
