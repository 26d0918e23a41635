//! Smaller values: a counterexample is made as small as it can be.

use puppet_pcore::{Hash, Value};

/// The number of elements that are removed one by one.
const MAX_SINGLE: usize = 12;

/// Returns the size of a value: the number of its parts, digits and characters.
pub(crate) fn size(value: &Value) -> usize {
    match value {
        Value::Array(array) => 1 + array.items.iter().map(size).sum::<usize>(),
        Value::Hash(hash) => 1 + hash.iter().map(|(key, value)| size(key) + size(value)).sum::<usize>(),
        Value::Str(text) => 1 + text.text.len(),
        Value::Int(number) => 1 + digits(number.unsigned_abs()) + usize::from(*number < 0),
        Value::Float(number) => 4 + digits(number.get().abs().min(1e18) as u64),
        Value::Sensitive(inner) => 1 + size(inner),
        Value::Undef | Value::Bool(_) | Value::Default => 1,
        _ => 8,
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().map_or(0, |digits| digits as usize)
}

/// Returns smaller values, those that remove the most first. Not all are of the same type.
pub(crate) fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Array(array) => smaller_lists(&array.items).into_iter().map(Value::array).collect(),
        Value::Hash(hash) => smaller_hashes(hash),
        Value::Int(number) => smaller_integers(*number),
        Value::Float(number) => smaller_floats(number.get()),
        Value::Str(text) => smaller_strings(&text.text),
        Value::Sensitive(inner) => smaller(inner).into_iter().map(|inner| Value::Sensitive(inner.into())).collect(),
        _ => Vec::new(),
    }
}

fn smaller_lists(items: &[Value]) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    if items.len() > 1 {
        let (first, second) = items.split_at(items.len() / 2);
        found.extend([Vec::new(), first.to_vec(), second.to_vec()]);
    }
    for index in 0..items.len().min(MAX_SINGLE) {
        let mut rest = items.to_vec();
        rest.remove(index);
        found.push(rest);
    }
    for (index, item) in items.iter().enumerate().take(MAX_SINGLE) {
        found.extend(smaller(item).into_iter().map(|small| replaced(items, index, small)));
    }
    found
}

fn replaced(items: &[Value], index: usize, item: Value) -> Vec<Value> {
    let mut all = items.to_vec();
    if let Some(place) = all.get_mut(index) {
        *place = item;
    }
    all
}

fn smaller_hashes(hash: &Hash) -> Vec<Value> {
    let entries: Vec<(Value, Value)> = hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    let mut found = vec![Vec::new()];
    for index in 0..entries.len().min(MAX_SINGLE) {
        let mut rest = entries.clone();
        rest.remove(index);
        found.push(rest);
    }
    for (index, (_, value)) in entries.iter().enumerate().take(MAX_SINGLE) {
        for small in smaller(value) {
            let mut all = entries.clone();
            if let Some((_, place)) = all.get_mut(index) {
                *place = small;
            }
            found.push(all);
        }
    }
    found.into_iter().map(|entries| Value::hash(entries.into_iter().collect())).collect()
}

fn smaller_integers(number: i64) -> Vec<Value> {
    let toward = |part: i64| number - number / part;
    let step = number.signum();
    let mut found = vec![0, number / 2, toward(4), toward(8), toward(16), number - step];
    if number < 0 {
        found.extend(number.checked_neg());
    }
    found.retain(|small| *small != number);
    found.dedup();
    found.into_iter().map(Value::int).collect()
}

fn smaller_floats(number: f64) -> Vec<Value> {
    let found = [0.0, 1.0, number.trunc(), (number / 2.0).trunc()];
    found.into_iter().filter(|small| small.abs() < number.abs()).map(Value::float).collect()
}

fn smaller_strings(text: &str) -> Vec<Value> {
    let letters: Vec<char> = text.chars().collect();
    if letters.is_empty() {
        return Vec::new();
    }
    let half = letters.len() / 2;
    let mut found: Vec<String> = vec![String::new(), "a".to_owned()];
    found.push(letters.iter().take(half).collect());
    found.push(letters.iter().skip(half).collect());
    for index in 0..letters.len().min(MAX_SINGLE) {
        let rest = letters.iter().enumerate().filter(|(at, _)| *at != index);
        found.push(rest.map(|(_, letter)| letter).collect());
    }
    found.retain(|small| small.chars().count() < letters.len());
    found.into_iter().map(Value::str).collect()
}
