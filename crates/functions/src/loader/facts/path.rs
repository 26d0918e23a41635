//! Dotted paths into facts, as in Facter: `os.release.major`, `processors.models.0`, `mountpoints."/".size`.

use pprepl_text::suggest;
use puppet_pcore::{Hash, Value, interpolate};

/// Splits a path into steps. A step that contains dots is quoted.
pub fn steps(path: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    let mut quote = None;
    for letter in path.trim().chars() {
        match (letter, quote) {
            ('\'' | '"', None) => quote = Some(letter),
            (_, Some(open)) if open == letter => quote = None,
            ('.', None) => steps.push(String::new()),
            _ => steps.last_mut().into_iter().for_each(|step| step.push(letter)),
        }
    }
    steps
}

/// Returns the value at a path.
pub fn at(facts: &Hash, steps: &[String]) -> Option<Value> {
    let (first, rest) = steps.split_first()?;
    rest.iter().try_fold(facts.get_str(first)?.clone(), |value, step| inner(&value, step))
}

fn inner(value: &Value, step: &str) -> Option<Value> {
    match value {
        Value::Hash(hash) => hash.get_str(step).cloned(),
        Value::Array(array) => array.items.get(step.parse::<usize>().ok()?).cloned(),
        _ => None,
    }
}

/// Suggests an existing path for a path that does not exist.
pub fn near(facts: &Hash, steps: &[String]) -> Option<String> {
    let known = (0..steps.len()).rev().find(|count| *count == 0 || at(facts, &steps[..*count]).is_some())?;
    let names = match known {
        0 => names(facts),
        _ => at(facts, &steps[..known])?.as_hash().map(names)?,
    };
    let near = suggest::nearest(steps.get(known)?, names.iter().map(String::as_str))?;
    Some(steps[..known].iter().map(String::as_str).chain([near]).map(step).collect::<Vec<_>>().join("."))
}

fn names(hash: &Hash) -> Vec<String> {
    hash.keys().map(interpolate).collect()
}

/// Returns the facts with a value set at a path. Missing parents are created.
pub fn with(facts: &Hash, steps: &[String], value: Value) -> Result<Hash, String> {
    let Some((first, rest)) = steps.split_first().filter(|(first, _)| !first.is_empty()) else {
        return Err("a fact's path has names between its dots".to_owned());
    };
    let mut facts = facts.clone();
    let value = match (rest, facts.get_str(first)) {
        ([], _) => value,
        (_, Some(Value::Hash(inner))) => Value::hash(with(inner, rest, value)?),
        (_, None | Some(Value::Undef)) => Value::hash(with(&Hash::new(), rest, value)?),
        (_, Some(other)) => {
            return Err(format!("'{first}' is {}: it has nothing inside", puppet_pcore::infer_generalized(other)));
        }
    };
    facts.insert(Value::str(first.as_str()), value);
    Ok(facts)
}

/// Returns every value without children, with its path.
pub fn leaves(facts: &Hash) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    hash_leaves(facts, "", &mut found);
    found
}

fn hash_leaves(hash: &Hash, prefix: &str, found: &mut Vec<(String, Value)>) {
    for (key, value) in hash.iter() {
        let path = format!("{prefix}{}", step(&interpolate(key)));
        match value {
            Value::Hash(inner) if !inner.is_empty() => hash_leaves(inner, &format!("{path}."), found),
            other => found.push((path, other.clone())),
        }
    }
}

/// Formats a name as a step of a path.
fn step(name: &str) -> String {
    if name.contains('.') { format!("\"{name}\"") } else { name.to_owned() }
}
