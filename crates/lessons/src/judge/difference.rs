//! The first difference of two values, with its path.

use pprepl_budget as budget;
use pprepl_text::suggest::nearest;
use puppet_pcore::{Hash, Value, display_complete, display_start, equals, infer_generalized, is_nested_beyond};

/// The depth to which the path is followed.
const MAX_DEPTH: usize = 100;

/// The number of bytes shown of a value.
const MAX_DISPLAYED: usize = 120;

/// The first difference of the learner's value and the expected one.
#[derive(Clone, Debug)]
pub(crate) struct Difference {
    /// The access path: `[1]['port']`; empty for the values themselves.
    path: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// Two values that differ.
    Values { yours: Value, expected: Value },
    /// An element of the expected array that is missing.
    MissingElement { index: usize, expected: Value },
    /// An element after the end of the expected array.
    ExtraElement { index: usize, yours: Value },
    /// A key of the expected hash that is missing; `instead` is a similar key.
    MissingKey { key: Value, expected: Value, instead: Option<String> },
    /// A key that the expected hash does not have.
    ExtraKey { key: Value },
}

/// How values are compared: as Puppet's `==`, with strings by case or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Comparing {
    pub(crate) ignores_case: bool,
}

impl Comparing {
    /// Returns the first difference; `None` when the values are equal.
    pub(crate) fn difference(self, yours: &Value, expected: &Value) -> Option<Difference> {
        let is_deep = is_nested_beyond(yours, MAX_DEPTH) || is_nested_beyond(expected, MAX_DEPTH);
        if is_deep {
            let kind = Kind::Values { yours: yours.clone(), expected: expected.clone() };
            return (!equals(yours, expected)).then(|| Difference { path: String::new(), kind });
        }
        self.find(yours, expected, &mut Vec::new())
    }

    fn find(self, yours: &Value, expected: &Value, path: &mut Vec<String>) -> Option<Difference> {
        let kind = match (yours, expected) {
            (Value::Array(mine), Value::Array(wanted)) => return self.in_array(&mine.items, &wanted.items, path),
            (Value::Hash(mine), Value::Hash(wanted)) => return self.in_hash(mine, wanted, path),
            (Value::Sensitive(mine), Value::Sensitive(wanted)) if self.find(mine, wanted, path).is_none() => None,
            _ if self.is_equal(yours, expected) => None,
            _ => Some(Kind::Values { yours: yours.clone(), expected: expected.clone() }),
        };
        kind.map(|kind| Difference { path: path.concat(), kind })
    }

    /// Compares two values that are not both arrays or both hashes.
    fn is_equal(self, yours: &Value, expected: &Value) -> bool {
        match (yours, expected) {
            (Value::Str(mine), Value::Str(wanted)) if !self.ignores_case => mine.text == wanted.text,
            (Value::Sensitive(_), Value::Sensitive(_)) => false,
            _ => equals(yours, expected),
        }
    }

    fn in_array(self, mine: &[Value], wanted: &[Value], path: &mut Vec<String>) -> Option<Difference> {
        for (index, (yours, expected)) in mine.iter().zip(wanted).enumerate() {
            if budget::is_exhausted() {
                break;
            }
            path.push(format!("[{index}]"));
            let found = self.find(yours, expected, path);
            path.pop();
            if found.is_some() {
                return found;
            }
        }
        let index = mine.len().min(wanted.len());
        let kind = match (mine.get(index), wanted.get(index)) {
            (Some(yours), _) => Kind::ExtraElement { index, yours: yours.clone() },
            (None, Some(expected)) => Kind::MissingElement { index, expected: expected.clone() },
            (None, None) => return None,
        };
        Some(Difference { path: path.concat(), kind })
    }

    fn in_hash(self, mine: &Hash, wanted: &Hash, path: &mut Vec<String>) -> Option<Difference> {
        for (key, expected) in wanted.iter() {
            if budget::is_exhausted() {
                break;
            }
            let Some(yours) = mine.get(key) else {
                let kind = missing_key(key, expected, mine, wanted);
                return Some(Difference { path: path.concat(), kind });
            };
            path.push(format!("[{}]", display_complete(key)));
            let found = self.find(yours, expected, path);
            path.pop();
            if found.is_some() {
                return found;
            }
        }
        let (extra, _) = mine.iter().find(|(key, _)| !wanted.contains_key(key))?;
        Some(Difference { path: path.concat(), kind: Kind::ExtraKey { key: extra.clone() } })
    }
}

/// Returns the difference of a missing key, with the extra key that is most similar.
fn missing_key(key: &Value, expected: &Value, mine: &Hash, wanted: &Hash) -> Kind {
    let extra: Vec<String> =
        mine.keys().filter(|known| !wanted.contains_key(known)).take(20).map(display_complete).collect();
    let instead = match extra.as_slice() {
        [only] => Some(only.clone()),
        several => nearest(&display_complete(key), several.iter().map(String::as_str)).map(str::to_owned),
    };
    Kind::MissingKey { key: key.clone(), expected: expected.clone(), instead }
}

impl Difference {
    /// Returns whether the values themselves differ, not a part of them.
    pub(crate) fn is_at_root(&self) -> bool {
        self.path.is_empty() && matches!(self.kind, Kind::Values { .. })
    }

    /// Returns the difference as one sentence without its start: `at [1]: yours is 81, expected 80`.
    pub(crate) fn sentence(&self) -> String {
        let start = if self.path.is_empty() { String::new() } else { format!("at {}: ", self.path) };
        format!("{start}{}", self.kind.sentence())
    }
}

impl Kind {
    fn sentence(&self) -> String {
        match self {
            Kind::Values { yours, expected } => {
                let (yours, expected) = both(yours, expected);
                format!("yours is {yours}, expected {expected}")
            }
            Kind::MissingElement { index, expected } => {
                format!("element [{index}] is missing, expected {}", displayed(expected))
            }
            Kind::ExtraElement { index, yours } => {
                format!("element [{index}] is {}, expected {}", displayed(yours), count(*index))
            }
            Kind::MissingKey { key, expected, instead } => {
                let instead = instead.as_ref().map_or_else(String::new, |found| format!("; yours has the key {found}"));
                format!("the key {} is missing, expected {}{instead}", display_complete(key), displayed(expected))
            }
            Kind::ExtraKey { key } => format!("the key {} is not expected", display_complete(key)),
        }
    }
}

fn count(elements: usize) -> String {
    match elements {
        0 => "no elements".to_owned(),
        1 => "1 element".to_owned(),
        count => format!("{count} elements"),
    }
}

/// Formats the beginning of a value.
pub(crate) fn displayed(value: &Value) -> String {
    match value {
        Value::Callable(_) => format!("a {}", infer_generalized(value)),
        _ => display_start(value, MAX_DISPLAYED),
    }
}

/// Formats two values that differ, with their types where they differ in kind.
fn both(yours: &Value, expected: &Value) -> (String, String) {
    let kinds = (kind(yours), kind(expected));
    match kinds {
        (Some(mine), Some(wanted)) if mine != wanted => {
            (format!("{} ({mine})", displayed(yours)), format!("{} ({wanted})", displayed(expected)))
        }
        _ => (displayed(yours), displayed(expected)),
    }
}

/// Returns the name of a scalar's type, where the written form may hide it.
fn kind(value: &Value) -> Option<&'static str> {
    match value {
        Value::Str(_) => Some("a String"),
        Value::Int(_) | Value::Big(_) => Some("an Integer"),
        Value::Float(_) => Some("a Float"),
        Value::Bool(_) => Some("a Boolean"),
        Value::Type(_) => Some("a type"),
        Value::Regexp(_) => Some("a Regexp"),
        _ => None,
    }
}
