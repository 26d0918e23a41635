//! Types with exactly one value.

use puppet_pcore::{Hash, StringType, Type, Value};

use super::shape::{Range, elements};

/// The maximum number of elements.
const MAX: usize = 64;

/// Returns the only value of a type; `None` when it has several, or when that is uncertain.
pub(crate) fn single_value(ty: &Type) -> Option<Value> {
    Some(match ty {
        Type::Undef => Value::Undef,
        Type::Default => Value::Default,
        Type::Boolean(Some(value)) => Value::bool(*value),
        Type::Integer(range) => match (&range.from, &range.to) {
            (Some(from), Some(to)) if from == to => Value::int(from.clone()),
            _ => return None,
        },
        Type::Float(range) => match (range.from, range.to) {
            // That range holds both zeros.
            (Some(from), Some(to)) if from == to && from != 0.0 => Value::float(from),
            _ => return None,
        },
        Type::String(StringType::Value(text)) => Value::str(text.text.clone()),
        Type::Tuple(types, None) if types.len() <= MAX => {
            Value::array(types.iter().map(|ty| single_value(ty)).collect::<Option<_>>()?)
        }
        Type::Array(..) if elements(ty).range.is_empty() => Value::array(Vec::new()),
        Type::Hash(_, _, size) if Range::of(*size).is_empty() => Value::hash(Hash::new()),
        Type::Struct(entries) if !entries.is_empty() && entries.len() <= MAX => {
            let pairs = entries.iter().map(|entry| {
                let value = single_value(&entry.value).filter(|value| !entry.is_optional() && !value.is_undef())?;
                Some((Value::str(&*entry.name), value))
            });
            Value::hash(pairs.collect::<Option<Vec<_>>>()?.into_iter().collect())
        }
        _ => return None,
    })
}
