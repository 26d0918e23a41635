//! The difference of two values by path: which parts were added, removed or changed, with their types.

use pprepl_budget as budget;
use puppet_pcore::{Hash, Value, display_complete, display_start, infer_generalized};

use super::explore::{CellValue, is_same_data};
use super::inspect::Side;

/// A difference at one path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueChange {
    pub side: Side,
    /// The access from the root: `['a'][0]`; empty for the root.
    pub path: String,
    /// The part before, with its type.
    pub before: Option<(String, String)>,
    /// The part after, with its type.
    pub after: Option<(String, String)>,
}

/// The number of bytes shown of a part.
const MAX_DISPLAYED: usize = 300;

/// The nesting to which values are compared part by part; deeper parts are compared as a whole.
const MAX_LEVELS: usize = 200;

/// Returns the differences of two values, in the order of their paths.
pub fn value_changes(before: &CellValue, after: &CellValue) -> Vec<ValueChange> {
    let mut changes = Vec::new();
    compare(before.value(), after.value(), &mut Vec::new(), &mut changes);
    changes
}

/// Ends early when the budget is exhausted.
fn compare(before: &Value, after: &Value, path: &mut Vec<String>, changes: &mut Vec<ValueChange>) {
    if budget::is_exhausted() {
        return;
    }
    match (before, after) {
        (Value::Hash(before), Value::Hash(after)) if path.len() < MAX_LEVELS => hashes(before, after, path, changes),
        (Value::Array(before), Value::Array(after)) if path.len() < MAX_LEVELS => {
            lists(&before.items, &after.items, path, changes);
        }
        _ if is_same(before, after) => {}
        _ => changes.push(change(Side::Changed, path, Some(before), Some(after))),
    }
}

fn hashes(before: &Hash, after: &Hash, path: &mut Vec<String>, changes: &mut Vec<ValueChange>) {
    for (key, value) in before.iter() {
        path.push(display_complete(key));
        match after.get(key) {
            Some(other) => compare(value, other, path, changes),
            None => changes.push(change(Side::Removed, path, Some(value), None)),
        }
        path.pop();
    }
    for (key, value) in after.iter().filter(|(key, _)| before.get(key).is_none()) {
        path.push(display_complete(key));
        changes.push(change(Side::Added, path, None, Some(value)));
        path.pop();
    }
}

/// Compares lists: equal elements at both ends pair up, the others by their order.
fn lists(before: &[Value], after: &[Value], path: &mut Vec<String>, changes: &mut Vec<ValueChange>) {
    let start = before.iter().zip(after).take_while(|(one, other)| is_same(one, other)).count();
    let (old, new) = (&before[start..], &after[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| is_same(one, other)).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let shared = old.len().min(new.len());
    for (index, (one, other)) in old.iter().zip(new).enumerate() {
        path.push((start + index).to_string());
        compare(one, other, path, changes);
        path.pop();
    }
    for (side, rest) in [(Side::Removed, &old[shared..]), (Side::Added, &new[shared..])] {
        for (index, value) in rest.iter().enumerate() {
            path.push((start + shared + index).to_string());
            let (one, other) = if side == Side::Removed { (Some(value), None) } else { (None, Some(value)) };
            changes.push(change(side, path, one, other));
            path.pop();
        }
    }
}

/// Returns whether two parts are the same, also in type: 1 and 1.0 differ.
fn is_same(before: &Value, after: &Value) -> bool {
    is_same_data(before, after) || is_same_other(before, after)
}

/// Compares values that are not plain data, which look the same if they are. Sensitive values always differ.
fn is_same_other(before: &Value, after: &Value) -> bool {
    let is_comparable = |value: &Value| {
        matches!(
            value,
            Value::Regexp(_)
                | Value::Type(_)
                | Value::Binary(_)
                | Value::SemVer(_)
                | Value::SemVerRange(_)
                | Value::Timespan(_)
                | Value::Timestamp(_)
                | Value::Uri(_)
                | Value::Object(_)
        )
    };
    std::mem::discriminant(before) == std::mem::discriminant(after)
        && is_comparable(before)
        && display_complete(before) == display_complete(after)
}

fn change(side: Side, path: &[String], before: Option<&Value>, after: Option<&Value>) -> ValueChange {
    let access = path.iter().map(|key| format!("[{key}]")).collect();
    ValueChange { side, path: access, before: before.map(described), after: after.map(described) }
}

/// Returns the start of a part's source form, and its type.
fn described(value: &Value) -> (String, String) {
    let type_name = match value {
        Value::Array(_) => "Array".to_owned(),
        Value::Hash(_) => "Hash".to_owned(),
        _ => infer_generalized(value).to_string(),
    };
    (display_start(value, MAX_DISPLAYED), type_name)
}
