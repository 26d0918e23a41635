//! Merge strategies: the first value, the unique elements, a shallow or a deep merge of hashes.

use std::fmt;

use pprepl_budget as budget;
use puppet_pcore::{Hash, Value, eql, flatten};

/// A merge strategy with its options.
#[derive(Clone, Debug)]
pub(super) struct Strategy {
    kind: Kind,
    /// The strategy as requested.
    pub(super) name: String,
    knockout: Option<String>,
    sort: bool,
    merge_hashes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    First,
    Unique,
    Hash,
    Deep,
    /// Like deep, but later values have precedence.
    ReverseDeep,
}

/// The reason why values cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MergeError {
    /// The value does not name a strategy.
    NotAStrategy(String),
    UnknownStrategy(String),
    /// Options do not name their strategy.
    NoStrategy,
    UnknownOption {
        strategy: String,
        option: String,
    },
    /// The strategy does not merge values of this kind.
    Unfit {
        strategy: &'static str,
        kinds: &'static str,
        value: String,
    },
    /// The knockout prefix is empty.
    EmptyPrefix,
    /// Two elements have no order.
    Unsortable(String, String),
    /// The budget is exhausted; the caller reports that.
    Ended,
}

impl fmt::Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::NotAStrategy(value) => write!(f, "{value} names no merge strategy"),
            MergeError::UnknownStrategy(name) => write!(f, "unknown merge strategy '{name}'; expected {NAMES}"),
            MergeError::NoStrategy => f.write_str("the options of a merge name its `strategy`"),
            MergeError::UnknownOption { strategy, option } => {
                write!(f, "the merge strategy '{strategy}' has no option {option}")
            }
            MergeError::Unfit { strategy, kinds, value } => {
                write!(f, "the merge strategy '{strategy}' is for {kinds}, and one of the values is {value}")
            }
            MergeError::EmptyPrefix => f.write_str("the knockout_prefix of a deep merge is not empty"),
            MergeError::Unsortable(a, b) => write!(f, "{a} and {b} cannot be sorted"),
            MergeError::Ended => f.write_str("the merge was ended"),
        }
    }
}

impl Default for Strategy {
    fn default() -> Strategy {
        Strategy::plain(Kind::First, "first")
    }
}

impl Strategy {
    fn plain(kind: Kind, name: &str) -> Strategy {
        Strategy { kind, name: name.to_owned(), knockout: None, sort: false, merge_hashes: false }
    }

    /// Returns the hash strategy, which merges the rules of the data.
    pub(super) fn hash() -> Strategy {
        Strategy::plain(Kind::Hash, "hash")
    }

    /// Returns the strategy of a value: undef, a name, or a hash of options. Else returns an error message.
    pub(super) fn of(value: &Value) -> Result<Strategy, MergeError> {
        match value {
            Value::Undef | Value::Unset => Ok(Strategy::default()),
            Value::Str(name) => named(&name.text),
            Value::Hash(options) => with_options(options),
            other => Err(MergeError::NotAStrategy(puppet_pcore::display(other))),
        }
    }

    /// Returns whether the first value found is the result.
    pub(super) fn is_first(&self) -> bool {
        self.kind == Kind::First
    }

    pub(super) fn is_hash(&self) -> bool {
        self.kind == Kind::Hash
    }

    pub(super) fn is_unique(&self) -> bool {
        self.kind == Kind::Unique
    }

    pub(super) fn is_deep(&self) -> bool {
        matches!(self.kind, Kind::Deep | Kind::ReverseDeep)
    }

    /// Converts a single value.
    pub(super) fn single(&self, value: Value) -> Value {
        match (self.kind, &value) {
            (Kind::Unique, Value::Array(items)) => Value::array(unique(items.items.iter().cloned())),
            _ => value,
        }
    }

    /// Converts the first of several values.
    pub(super) fn start(&self, value: Value) -> Value {
        match self.kind {
            Kind::Unique => Value::array(flatten(std::slice::from_ref(&value))),
            _ => value,
        }
    }

    /// Merges a value from later in the hierarchy into an earlier one.
    pub(super) fn merge(&self, first: Value, later: Value) -> Result<Value, MergeError> {
        match self.kind {
            Kind::First => Ok(first),
            Kind::Unique => Ok(Value::array(unique(unique_items(&first)?.into_iter().chain(unique_items(&later)?)))),
            Kind::Hash => Ok(Value::hash(hash_items(&later)?.merged(hash_items(&first)?))),
            Kind::Deep => self.deep(first, later),
            Kind::ReverseDeep => self.deep(later, first),
        }
    }

    fn deep(&self, source: Value, dest: Value) -> Result<Value, MergeError> {
        if self.knockout.as_deref() == Some("") {
            return Err(MergeError::EmptyPrefix);
        }
        self.merge_into(source, dest, false)
    }

    /// Formats name and options for display.
    pub(super) fn text(&self) -> String {
        let mut parts = vec![self.name.clone()];
        parts.extend(self.knockout.as_ref().map(|prefix| format!("knockout_prefix '{prefix}'")));
        parts.extend(self.sort.then(|| "sort_merged_arrays".to_owned()));
        parts.extend(self.merge_hashes.then(|| "merge_hash_arrays".to_owned()));
        parts.join(", ")
    }
}

const NAMES: &str = "first, unique, hash and deep";

fn named(name: &str) -> Result<Strategy, MergeError> {
    let kind = match name {
        "first" | "default" => Kind::First,
        "unique" => Kind::Unique,
        "hash" => Kind::Hash,
        "deep" | "unconstrained_deep" => Kind::Deep,
        "reverse_deep" => Kind::ReverseDeep,
        other => return Err(MergeError::UnknownStrategy(other.to_owned())),
    };
    Ok(Strategy::plain(kind, name))
}

fn with_options(options: &Hash) -> Result<Strategy, MergeError> {
    let Some(name) = options.get_str("strategy").and_then(Value::as_str) else {
        return Err(MergeError::NoStrategy);
    };
    let mut strategy = named(name)?;
    for (key, value) in options.iter() {
        let deep = matches!(strategy.kind, Kind::Deep | Kind::ReverseDeep);
        match (key.as_str().unwrap_or_default(), value) {
            ("strategy", _) => {}
            (_, Value::Undef) if deep => {}
            ("knockout_prefix", Value::Str(prefix)) if deep => strategy.knockout = Some(prefix.text.clone()),
            ("sort_merged_arrays", Value::Bool(sort)) if deep => strategy.sort = sort.get(),
            ("merge_hash_arrays", Value::Bool(merge)) if deep => strategy.merge_hashes = merge.get(),
            ("merge_debug", Value::Bool(_)) if deep => {}
            (_, _) if name == "unconstrained_deep" || name == "reverse_deep" => {}
            (key, value) => {
                let option = format!("{key} => {}", puppet_pcore::display(value));
                return Err(MergeError::UnknownOption { strategy: name.to_owned(), option });
            }
        }
    }
    Ok(strategy)
}

/// Removes duplicate elements.
fn unique(items: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut seen = Hash::new();
    items.for_each(|item| seen.insert(item, Value::Undef));
    seen.into_entries().into_iter().map(|(item, _)| item).collect()
}

fn unique_items(value: &Value) -> Result<Vec<Value>, MergeError> {
    match value {
        Value::Hash(_) | Value::Undef => Err(unfit(value, "unique", "scalars and arrays")),
        _ => Ok(flatten(std::slice::from_ref(value))),
    }
}

fn hash_items(value: &Value) -> Result<&Hash, MergeError> {
    value.as_hash().ok_or_else(|| unfit(value, "hash", "hashes"))
}

fn unfit(value: &Value, strategy: &'static str, kinds: &'static str) -> MergeError {
    MergeError::Unfit { strategy, kinds, value: puppet_pcore::display_start(value, 80) }
}

impl Strategy {
    /// Deep merge as in Ruby's library, step by step; `source` has precedence. `same` means that both are one object to
    /// Ruby: elements knocked out of one also disappear from the other.
    fn merge_into(&self, source: Value, dest: Value, same: bool) -> Result<Value, MergeError> {
        // Shared values are merged at each occurrence: the caller polls.
        if budget::is_exhausted() {
            return Err(MergeError::Ended);
        }
        if source.is_undef() {
            return Ok(dest);
        }
        if !dest.is_true() {
            return Ok(source);
        }
        match (&source, dest) {
            (Value::Hash(own), Value::Hash(dest)) => self.merge_hash(own, &dest, same),
            (Value::Hash(own), dest) => self.hash_over(own, dest),
            (Value::Array(own), Value::Array(dest)) => self.merge_array(&own.items, &dest.items, same),
            (Value::Array(own), _) => {
                let cleared = self.knockout.as_deref().is_some_and(|prefix| has_text(&own.items, prefix));
                let source = if cleared { Value::array(without_text(&own.items, self.prefix())) } else { source };
                Ok(self.overwrite(source))
            }
            _ => Ok(self.overwrite(source)),
        }
    }

    /// Replaces another value by a hash. Ruby's library continues with its second key as if both were the same hash.
    fn hash_over(&self, own: &Hash, dest: Value) -> Result<Value, MergeError> {
        let mut made = own.clone();
        for (key, value) in own.iter().skip(1) {
            let value = if value.is_true() {
                self.merge_into(value.clone(), value.clone(), true)?
            } else {
                self.merge_into_copy(value)?
            };
            made.insert(key.clone(), value);
        }
        Ok(if own.is_empty() { dest } else { Value::hash(made) })
    }

    fn prefix(&self) -> &str {
        self.knockout.as_deref().unwrap_or_default()
    }

    fn merge_hash(&self, own: &Hash, dest: &Hash, same: bool) -> Result<Value, MergeError> {
        let mut merged = dest.clone();
        for (key, value) in own.iter() {
            let made = match dest.get(key).filter(|known| known.is_true()) {
                Some(known) => self.merge_into(value.clone(), known.clone(), same)?,
                // Ruby merges a value without a counterpart with a shallow copy of itself.
                None => self.merge_into_copy(value)?,
            };
            merged.insert(key.clone(), made);
        }
        Ok(Value::hash(merged))
    }

    fn merge_into_copy(&self, value: &Value) -> Result<Value, MergeError> {
        match value {
            Value::Hash(hash) => self.merge_hash(hash, hash, true),
            other => self.merge_into(other.clone(), other.clone(), false),
        }
    }

    fn merge_array(&self, own: &[Value], dest: &[Value], same: bool) -> Result<Value, MergeError> {
        let (mut own, mut dest) = (own.to_vec(), dest.to_vec());
        if let Some(prefix) = &self.knockout {
            if has_text(&own, prefix) {
                dest.clear();
                own = if same { Vec::new() } else { without_text(&own, prefix) };
            }
            if same {
                own = knocked_out_of_itself(own, prefix);
                dest.clone_from(&own);
            } else {
                knock_out(&mut own, &mut dest, prefix);
            }
        }
        let hashes = |items: &[Value]| items.iter().all(|item| item.as_hash().is_some());
        let mut merged = if self.merge_hashes && hashes(&own) && hashes(&dest) {
            self.merge_pairs(&own, &dest, same)?
        } else {
            unique(dest.into_iter().chain(own))
        };
        if self.sort {
            merged = sorted(merged)?;
        }
        Ok(Value::array(merged))
    }

    fn merge_pairs(&self, own: &[Value], dest: &[Value], same: bool) -> Result<Vec<Value>, MergeError> {
        let empty = Value::hash(Hash::new());
        let pair =
            |(at, dest): (usize, &Value)| self.merge_into(own.get(at).unwrap_or(&empty).clone(), dest.clone(), same);
        let mut merged = dest.iter().enumerate().map(pair).collect::<Result<Vec<_>, _>>()?;
        merged.extend(own.iter().skip(dest.len()).cloned());
        Ok(merged)
    }

    /// Replaces a value that cannot be merged. A knockout prefix in the new value only removes the old one.
    fn overwrite(&self, source: Value) -> Value {
        let Some(prefix) = &self.knockout else { return source };
        match &source {
            Value::Str(text) if stripped(&text.text, prefix).is_some() => Value::str(""),
            Value::Array(items) => {
                let kept = |item: &&Value| item.as_str().is_none_or(|text| stripped(text, prefix).is_none());
                Value::array(items.items.iter().filter(kept).cloned().collect())
            }
            _ => source,
        }
    }
}

/// Removes the prefix at the starts of lines; `None` when no line has it.
fn stripped(text: &str, prefix: &str) -> Option<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    if !lines.iter().any(|line| line.starts_with(prefix)) {
        return None;
    }
    let lines = lines.into_iter().map(|line| line.strip_prefix(prefix).unwrap_or(line));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

fn has_text(items: &[Value], text: &str) -> bool {
    items.iter().any(|item| item.as_str() == Some(text))
}

fn without_text(items: &[Value], text: &str) -> Vec<Value> {
    items.iter().filter(|item| item.as_str() != Some(text)).cloned().collect()
}

/// Removes prefixed elements from `own`, and the elements that they name from `dest`.
fn knock_out(own: &mut Vec<Value>, dest: &mut Vec<Value>, prefix: &str) {
    own.retain(|item| match item.as_str().and_then(|text| stripped(text, prefix)) {
        Some(named) => {
            dest.retain(|other| other.as_str() != Some(&named) && !eql(other, item));
            false
        }
        None => true,
    });
}

/// Does the same when both are one array to Ruby. The array shrinks during the iteration, which skips the elements that
/// move up.
fn knocked_out_of_itself(mut items: Vec<Value>, prefix: &str) -> Vec<Value> {
    let (mut at, mut kept) = (0, 0);
    while at < items.len() {
        let item = items[at].clone();
        match item.as_str().and_then(|text| stripped(text, prefix)) {
            Some(named) => items.retain(|other| other.as_str() != Some(&named) && !eql(other, &item)),
            None => {
                items[kept] = item;
                kept += 1;
            }
        }
        at += 1;
    }
    items.truncate(kept);
    items
}

fn sorted(mut items: Vec<Value>) -> Result<Vec<Value>, MergeError> {
    let mut fault = None;
    items.sort_by(|a, b| {
        rank(a, b).unwrap_or_else(|| {
            fault = Some(MergeError::Unsortable(puppet_pcore::display(a), puppet_pcore::display(b)));
            std::cmp::Ordering::Equal
        })
    });
    fault.map_or(Ok(items), Err)
}

/// Compares as Ruby's `<=>`.
fn rank(a: &Value, b: &Value) -> Option<std::cmp::Ordering> {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Some(a.text.cmp(&b.text)),
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Float(a), Value::Float(b)) => a.get().partial_cmp(&b.get()),
        (Value::Int(a), Value::Float(b)) => (*a as f64).partial_cmp(&b.get()),
        (Value::Float(a), Value::Int(b)) => a.get().partial_cmp(&(*b as f64)),
        (Value::Array(a), Value::Array(b)) => {
            let pairs = a.items.iter().zip(&b.items).map(|(a, b)| rank(a, b));
            for order in pairs {
                match order {
                    Some(std::cmp::Ordering::Equal) => {}
                    other => return other,
                }
            }
            Some(a.items.len().cmp(&b.items.len()))
        }
        _ => puppet_pcore::ruby_equal(a, b).then_some(std::cmp::Ordering::Equal),
    }
}
