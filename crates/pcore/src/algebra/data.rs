//! Tests for `Data` and `RichData`. They often run on whole configurations, so the walk visits a shared part
//! only once.

use pprepl_budget as budget;

use super::super::Value;
use super::memo::{Memo, shared};

/// A walk through data.
#[derive(Default)]
pub(super) struct DataWalk {
    rich: bool,
    /// The shared collections that are known to be data.
    known: Memo<usize, ()>,
}

/// Returns whether the value consists of numbers, strings, booleans and undef, in arrays and string-keyed
/// hashes.
pub(super) fn is_data(value: &Value) -> bool {
    DataWalk::default().holds(value)
}

/// Returns whether the value contains no lambda and no iterator. Its hashes may have strings or numbers as
/// keys.
pub(super) fn is_rich_data(value: &Value) -> bool {
    DataWalk { rich: true, ..DataWalk::default() }.holds(value)
}

impl DataWalk {
    pub(super) fn holds(&mut self, value: &Value) -> bool {
        match value {
            Value::Array(_) | Value::Hash(_) => self.holds_collection(value),
            _ => self.holds_single(value),
        }
    }

    fn holds_single(&self, value: &Value) -> bool {
        match value {
            Value::Callable(_) | Value::Iterator(_) => false,
            value => self.rich || value.is_undef() || is_scalar_data(value),
        }
    }

    fn holds_key(&self, key: &Value) -> bool {
        match key {
            Value::Str(_) => true,
            Value::Int(_) | Value::Big(_) | Value::Float(_) => self.rich,
            _ => false,
        }
    }

    fn holds_collection(&mut self, value: &Value) -> bool {
        let address = shared(value).filter(|_| self.known.meet());
        if let Some(address) = address {
            if budget::is_exhausted() {
                return false;
            }
            if self.known.get(&address).is_some() {
                return true;
            }
        }
        let holds = match value {
            Value::Array(array) => array.items.iter().all(|item| self.holds(item)),
            Value::Hash(hash) => hash.iter().all(|(key, item)| self.holds_key(key) && self.holds(item)),
            _ => false,
        };
        if let Some(address) = address.filter(|_| holds) {
            self.known.put(address, ());
        }
        holds
    }
}

pub(super) fn is_scalar_data(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Int(_) | Value::Big(_) | Value::Float(_) | Value::Bool(_))
}
