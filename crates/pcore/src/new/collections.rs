//! `Array` and `Hash` (and `Tuple` and `Struct`, which use the same conversions) from other values.

use pprepl_text::Topic;
use std::rc::Rc;

use super::super::operators::pairs;
use super::super::print::iterator_items;
use super::super::{Hash, Result, Type, Value, ValueError};
use super::arguments::{arguments, no_conversion};

/// The maximum number of elements made from a number or a range.
const MAX: i64 = 20_000_000;

/// Makes `Array(from, wrap)`.
pub(super) fn array(args: &[Value]) -> Result<Value> {
    match args {
        [from] | [from, Value::Bool(crate::Bit::False)] => {
            elements(from).map(Value::array).ok_or_else(|| no_conversion(from, "an Array"))
        }
        [from @ Value::Array(_), Value::Bool(crate::Bit::True)] => Ok(from.clone()),
        [from, Value::Bool(crate::Bit::True)] => Ok(Value::array(vec![from.clone()])),
        _ => Err(arguments("an Array", args)),
    }
}

/// Returns the elements of an iterable value; `None` for other values.
fn elements(from: &Value) -> Option<Vec<Value>> {
    Some(match from {
        Value::Array(array) => array.items.clone(),
        Value::Hash(hash) => pairs(hash).collect(),
        Value::Binary(bytes) => bytes.iter().map(|byte| Value::Int(i64::from(*byte))).collect(),
        Value::Str(text) => text.text.chars().map(|c| Value::from(c.to_string())).collect(),
        Value::Int(count) if (0..=MAX).contains(count) => (0..*count).map(Value::Int).collect(),
        Value::Iterator(iterator) => return iterator_items(iterator).ok(),
        Value::Type(ty) => return type_elements(ty),
        _ => return None,
    })
}

fn type_elements(ty: &Type) -> Option<Vec<Value>> {
    match ty {
        Type::Integer(range) => {
            let (from, to) = (range.from.as_ref()?.as_i64()?, range.to.as_ref()?.as_i64()?);
            (to.checked_sub(from)? <= MAX).then(|| (from..=to).map(Value::Int).collect())
        }
        Type::Enum { values, .. } => Some(values.iter().map(|value| Value::str(&**value)).collect()),
        Type::Alias(alias) => type_elements(alias.resolved.get()?),
        _ => None,
    }
}

/// Makes `Hash(from)`, `Hash(from, 'tree')` or `Hash(from, 'hash_tree')`.
pub(super) fn hash(args: &[Value]) -> Result<Value> {
    match args {
        [from] => convert(from).map(Value::hash),
        [Value::Array(array), Value::Str(option)] if is_list_of_paths(&array.items) => match option.text.as_str() {
            "tree" => tree(&array.items, false),
            "hash_tree" => tree(&array.items, true),
            _ => Err(ValueError::new(
                Topic::ConversionFailed,
                format!("a Hash is not built with the option '{}'", option.text),
            )),
        },
        _ => Err(arguments("a Hash", args)),
    }
}

fn is_list_of_paths(items: &[Value]) -> bool {
    !items.is_empty() && items.iter().all(|item| matches!(item.as_array(), Some([Value::Array(_), _])))
}

fn convert(from: &Value) -> Result<Hash> {
    match from {
        Value::Hash(hash) => Ok((**hash).clone()),
        Value::Array(array) => hash_of(&array.items),
        Value::Binary(_) => Err(no_conversion(from, "a Hash")),
        // Only an array may consist of pairs: the elements of other iterables are keys and values in turn.
        _ => hash_of_flat(&elements(from).ok_or_else(|| no_conversion(from, "a Hash"))?),
    }
}

/// Makes a hash from pairs, or from a flat list of keys and values.
fn hash_of(items: &[Value]) -> Result<Hash> {
    if items.iter().all(|item| matches!(item.as_array(), Some([_, _]))) {
        let mut hash = Hash::with_capacity(items.len());
        for item in items {
            if let Some([key, value]) = item.as_array() {
                hash.insert(key.clone(), value.clone());
            }
        }
        return Ok(hash);
    }
    hash_of_flat(items)
}

/// Makes a hash from a flat list of keys and values.
fn hash_of_flat(items: &[Value]) -> Result<Hash> {
    if !items.len().is_multiple_of(2) {
        return Err(ValueError::new(
            Topic::ConversionFailed,
            "a list of keys and values needs an even number of elements",
        ));
    }
    let mut hash = Hash::with_capacity(items.len() / 2);
    for pair in items.chunks_exact(2) {
        hash.insert(pair[0].clone(), pair[1].clone());
    }
    Ok(hash)
}

/// Converts pairs of a path and a value to nested hashes.
fn tree(items: &[Value], hashes: bool) -> Result<Value> {
    let mut result = Value::hash(Hash::new());
    for item in items {
        let Some([Value::Array(path), value]) = item.as_array() else { continue };
        if path.items.is_empty() {
            set_root(&mut result, value)?;
        } else {
            let value = if hashes { array_as_hash(value) } else { value.clone() };
            set_path(&mut result, &path.items, value)?;
        }
    }
    Ok(result)
}

fn set_root(result: &mut Value, value: &Value) -> Result<()> {
    let Value::Hash(root) = result else { return Ok(()) };
    let root = Rc::make_mut(root);
    match value {
        Value::Array(array) => {
            array
                .items
                .iter()
                .enumerate()
                .for_each(|(index, item)| root.insert(Value::Int(index as i64), item.clone()));
        }
        Value::Hash(more) => root.merge(more),
        _ => return Err(no_conversion(value, "the root of a tree")),
    }
    Ok(())
}

fn set_path(node: &mut Value, path: &[Value], value: Value) -> Result<()> {
    let Some((key, rest)) = path.split_first() else { return Ok(()) };
    if rest.is_empty() {
        return set_key(node, key, value);
    }
    match node {
        Value::Hash(hash) => {
            let hash = Rc::make_mut(hash);
            if !hash.contains_key(key) {
                hash.insert(key.clone(), Value::hash(Hash::new()));
            }
            match hash.get_mut(key) {
                Some(next) => set_path(next, rest, value),
                None => Ok(()),
            }
        }
        Value::Array(array) => {
            let mut items = array.items.clone();
            let place = place_of(key, items.len())?;
            let Some(next) = items.get_mut(place) else { return Err(no_path(key)) };
            set_path(next, rest, value)?;
            *node = Value::array(items);
            Ok(())
        }
        _ => Err(no_path(key)),
    }
}

fn set_key(node: &mut Value, key: &Value, value: Value) -> Result<()> {
    match node {
        Value::Hash(hash) => Rc::make_mut(hash).insert(key.clone(), value),
        Value::Array(array) => {
            let mut items = array.items.clone();
            let place = place_of(key, items.len())?;
            if place > items.len() + 1_000_000 {
                return Err(no_path(key));
            }
            while items.len() <= place {
                items.push(Value::Undef);
            }
            items[place] = value;
            *node = Value::array(items);
        }
        _ => return Err(no_path(key)),
    }
    Ok(())
}

fn no_path(key: &Value) -> Box<ValueError> {
    ValueError::new(
        Topic::ConversionFailed,
        format!("the path leads through {}, where no container is", super::super::display(key)),
    )
}

fn place_of(key: &Value, length: usize) -> Result<usize> {
    let Value::Int(index) = key else { return Err(no_path(key)) };
    let index = if *index < 0 { index.saturating_add(length as i64) } else { *index };
    usize::try_from(index).map_err(|_| no_path(key))
}

/// Converts arrays, and arrays inside them, to hashes by index.
fn array_as_hash(value: &Value) -> Value {
    match value {
        Value::Array(array) => {
            let entry = |(index, item): (usize, &Value)| (Value::Int(index as i64), array_as_hash(item));
            Value::hash(array.items.iter().enumerate().map(entry).collect())
        }
        _ => value.clone(),
    }
}
