//! Values for `check same`: generated from a type, with the edge values, and with near misses of the literals that the
//! reference and the answer compare with.

use puppet_pcore::sample::examples;
use puppet_pcore::{Hash, Ty, Value, eql, instance};
use puppet_syntax::ast::{Expr, ExprKind, Program};
use puppet_syntax::walk;

use super::shrink::size;
use crate::random::Random;

/// The number of values generated from the type alone.
const FROM_TYPE: usize = 120;

/// The number of literals of a program that count.
const MAX_LITERALS: usize = 24;

/// The number of tries for each value that is made from another.
const TRIES: usize = 6;

/// Returns the literals of a program with their neighbors.
pub(crate) fn literals(program: &Program) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    walk::for_each_everywhere(&program.body, &mut |expr| {
        for value in neighbors(expr) {
            if found.len() < MAX_LITERALS && !found.iter().any(|known| eql(known, &value)) {
                found.push(value);
            }
        }
    });
    found
}

fn neighbors(expr: &Expr) -> Vec<Value> {
    match &expr.kind {
        ExprKind::Integer(number, _) => {
            let all = [Some(*number), number.checked_add(1), number.checked_sub(1)];
            all.into_iter().flatten().map(Value::int).collect()
        }
        ExprKind::Float(number) => vec![Value::float(*number), Value::float(number + 0.5), Value::float(number - 0.5)],
        ExprKind::String(text) if text.is_empty() => vec![Value::str(""), Value::str(" ")],
        ExprKind::String(text) | ExprKind::Name(text) => {
            vec![Value::str(&**text), Value::str(text.to_uppercase()), Value::str(format!("{text}x"))]
        }
        _ => Vec::new(),
    }
}

/// Returns up to `count` different instances of a type, the smallest first.
pub(crate) fn samples(ty: &Ty, literals: &[Value], seed: u64, count: usize) -> Vec<Value> {
    let mut random = Random::new(seed);
    let mut found = examples(ty, seed, count.min(FROM_TYPE));
    // The literals themselves come first: they are where answers go wrong.
    let own = literals.iter().filter(|value| instance(ty, value)).cloned().collect::<Vec<_>>();
    own.into_iter().for_each(|value| add(&mut found, value));
    let pool = found.clone();
    let mut tries = count * TRIES;
    while found.len() < count && tries > 0 && !pool.is_empty() {
        tries -= 1;
        let Some(start) = random.pick(&pool) else { break };
        let made = if random.below(2) == 0 { changed(start, literals, &mut random) } else { mixed(&pool, &mut random) };
        if let Some(value) = made.filter(|value| instance(ty, value)) {
            add(&mut found, value);
        }
    }
    found.truncate(count.max(1));
    found.sort_by_key(size);
    found
}

/// Returns instances of a type that contain the literals: the literals themselves, and values with one of them.
pub(crate) fn with_literals(ty: &Ty, literals: &[Value], seed: u64, count: usize) -> Vec<Value> {
    let mut random = Random::new(seed);
    let mut found: Vec<Value> = literals.iter().filter(|value| instance(ty, value)).take(count).cloned().collect();
    let pool = examples(ty, seed, 8);
    for _ in 0..count * 2 {
        if found.len() >= count {
            break;
        }
        let made = random.pick(&pool).and_then(|start| changed(start, literals, &mut random));
        if let Some(value) = made.filter(|value| instance(ty, value)) {
            add(&mut found, value);
        }
    }
    found
}

fn add(found: &mut Vec<Value>, value: Value) {
    if !found.iter().any(|known| eql(known, &value)) {
        found.push(value);
    }
}

/// Returns the value with one of its parts replaced by a literal.
fn changed(value: &Value, literals: &[Value], random: &mut Random) -> Option<Value> {
    let literal = random.pick(literals)?.clone();
    Some(match value {
        Value::Array(array) if array.items.is_empty() => Value::array(vec![literal]),
        Value::Array(array) => {
            let mut items = array.items.clone();
            let at = random.below(items.len());
            let inner = items.get(at).and_then(|item| changed(item, literals, random)).unwrap_or(literal);
            *items.get_mut(at)? = inner;
            Value::array(items)
        }
        Value::Hash(hash) => changed_hash(hash, literal, literals, random)?,
        _ => literal,
    })
}

/// Returns the hash with a key or a value replaced, or with one more entry.
fn changed_hash(hash: &Hash, literal: Value, literals: &[Value], random: &mut Random) -> Option<Value> {
    let mut entries: Vec<(Value, Value)> = hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect();
    let Some(at) = (!entries.is_empty()).then(|| random.below(entries.len())) else {
        let value = random.pick(literals)?.clone();
        return Some(Value::hash([(literal, value)].into_iter().collect()));
    };
    let (key, value) = entries.get_mut(at)?;
    match random.below(3) {
        0 => *key = literal,
        1 => *value = changed(value, literals, random).unwrap_or(literal),
        _ => {
            let copy = value.clone();
            entries.push((literal, copy));
        }
    }
    Some(Value::hash(entries.into_iter().collect()))
}

/// Returns an array or a hash with parts of several others.
fn mixed(pool: &[Value], random: &mut Random) -> Option<Value> {
    let start = random.pick(pool)?;
    let other = random.pick(pool)?;
    match (start, other) {
        (Value::Array(one), Value::Array(two)) => {
            let parts: Vec<&Value> = one.items.iter().chain(&two.items).collect();
            let count = random.below(parts.len().min(6) + 1);
            let items = (0..count).filter_map(|_| random.pick(&parts).map(|part| (*part).clone()));
            Some(Value::array(items.collect()))
        }
        (Value::Hash(one), Value::Hash(two)) => {
            let parts: Vec<(&Value, &Value)> = one.iter().chain(two.iter()).collect();
            let count = random.below(parts.len().min(5) + 1);
            let entries =
                (0..count).filter_map(|_| random.pick(&parts).map(|(key, value)| ((*key).clone(), (*value).clone())));
            Some(Value::hash(entries.collect()))
        }
        _ => None,
    }
}
