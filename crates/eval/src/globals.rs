//! The variables at top scope and the qualified variables (`class::name`), each in a slot of its own.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_pcore::{Hash, Value};
use puppet_syntax::ast::Name;

use super::annotations::Annotations;

/// The global variables of a session, and the annotations of its values.
#[derive(Default)]
pub struct Globals {
    /// The value in each slot; `Value::Unset` before the first assignment.
    pub(crate) values: Vec<Value>,
    /// The name of each slot.
    pub(crate) names: Vec<Name>,
    /// The slot of each name.
    index: FxHashMap<Name, usize>,
    /// By the qualifier of their names, such as `apache::mod::`.
    qualified: FxHashMap<Name, Qualified>,
    /// The slots of the variables that hold facts.
    facts: Vec<usize>,
    /// The facts whose names are those of variables that the session set. They come back when these are undone.
    hidden: Vec<(usize, Value)>,
    /// The variables that every compilation has. An assignment hides one of them.
    presets: Vec<(&'static str, Value)>,
    /// The space for a qualified name.
    key: String,
    /// The annotations of values.
    pub annotations: Annotations,
}

/// The variables whose names have one qualifier.
#[derive(Default)]
struct Qualified {
    /// The slots, with the names after the qualifier.
    slots: Vec<(usize, Name)>,
    /// The slot of each name.
    index: FxHashMap<Name, usize>,
}

impl Globals {
    /// Returns the slot of a variable; the first use creates it.
    pub fn slot(&mut self, name: &str) -> usize {
        if let Some(&slot) = self.index.get(name) {
            return slot;
        }
        let slot = self.values.len();
        let name: Name = name.into();
        self.values.push(Value::Unset);
        self.names.push(name.clone());
        if let Some(end) = name.rfind("::").map(|at| at + "::".len()) {
            let own: Name = name[end..].into();
            let qualified = self.qualified.entry(name[..end].into()).or_default();
            qualified.slots.push((slot, own.clone()));
            qualified.index.insert(own, slot);
        }
        self.index.insert(name, slot);
        slot
    }

    /// Returns the slot of a variable of a class; the first use creates it.
    pub(crate) fn slot_in(&mut self, class: &str, name: &str) -> usize {
        let mut key = std::mem::take(&mut self.key);
        key.clear();
        key.extend([class, "::", name]);
        let slot = self.slot(&key);
        self.key = key;
        slot
    }

    /// Sets the value in a slot, which hides the fact in it.
    pub(crate) fn set(&mut self, slot: usize, value: Value) {
        if !matches!(self.values[slot], Value::Unset) {
            self.hide_fact(slot);
        }
        self.values[slot] = value;
    }

    /// Empties a slot and returns its value; a hidden fact comes back.
    pub(crate) fn take(&mut self, slot: usize) -> Value {
        let fact = self.hidden.iter().position(|(known, _)| *known == slot).map(|at| self.hidden.swap_remove(at).1);
        if fact.is_some() {
            self.facts.push(slot);
        }
        std::mem::replace(&mut self.values[slot], fact.unwrap_or_default())
    }

    /// Empties the slot of a fact, and returns the fact.
    fn hide_fact(&mut self, slot: usize) -> Option<Value> {
        let at = self.facts.iter().position(|known| *known == slot)?;
        self.facts.swap_remove(at);
        let fact = std::mem::take(&mut self.values[slot]);
        self.hidden.push((slot, fact.clone()));
        Some(fact)
    }

    /// Returns the value of a variable that is set.
    pub fn get(&self, name: &str) -> Option<&Value> {
        let value = &self.values[*self.index.get(name)?];
        (!matches!(value, Value::Unset)).then_some(value)
    }

    /// Returns the value of the variable `name` with a qualifier, such as `apache::`, if it is set.
    pub(crate) fn qualified(&self, qualifier: &str, name: &str) -> Option<&Value> {
        let slot = *self.qualified.get(qualifier)?.index.get(name)?;
        let value = &self.values[slot];
        (!matches!(value, Value::Unset)).then_some(value)
    }

    /// Returns the names and values of the variables that are set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let pairs = self.names.iter().zip(&self.values);
        pairs.filter(|(_, value)| !matches!(value, Value::Unset)).map(|(name, value)| (&**name, value))
    }

    /// Returns the names of the variables that have a value.
    pub fn assigned_names(&self) -> Vec<Name> {
        let named = self.names.iter().filter(|name| self.get(name).is_some());
        named.cloned().collect()
    }

    /// Returns whether this is a fact or another variable that existed before any input.
    pub fn is_fact(&self, name: &str) -> bool {
        self.index.get(name).is_some_and(|slot| self.facts.contains(slot))
    }

    /// Returns the variables with these qualifiers, such as those of a class and its parents (`apache::`), in the order of
    /// the qualifiers and without them.
    pub(crate) fn with_prefixes(&self, prefixes: &[String]) -> Vec<(Name, Value)> {
        let of = |prefix: &String| self.qualified.get(prefix.as_str()).into_iter().flat_map(|known| &known.slots);
        let set = prefixes.iter().flat_map(of).filter(|(slot, _)| !matches!(self.values[*slot], Value::Unset));
        set.map(|(slot, name)| (name.clone(), self.values[*slot].clone())).collect()
    }

    /// Removes the facts of the node.
    pub fn clear_facts(&mut self) {
        self.hidden.clear();
        for slot in std::mem::take(&mut self.facts) {
            self.values[slot] = Value::Unset;
        }
    }

    /// Returns the value of a variable that exists without an assignment.
    pub fn preset(&self, name: &str) -> Option<&Value> {
        self.presets.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Sets the variables that exist without an assignment.
    pub fn set_presets(&mut self, presets: Vec<(&'static str, Value)>) {
        self.presets = presets;
    }

    /// Sets the facts of the node: `$facts`, and a variable at top scope for each fact that can be one. Variables that the
    /// session set are unchanged.
    pub fn set_facts(&mut self, facts: &Rc<Hash>) {
        let given = facts.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone())));
        let own = given.filter(|(name, _)| is_variable_name(name) && !OF_COMPILER.contains(&name.as_str()));
        let all: Vec<(String, Value)> = own.chain([("facts".to_owned(), Value::Hash(facts.clone()))]).collect();
        self.add_node_variables(all);
    }

    /// Hides the fact of this name, so that the node's own parameter can have its name. Returns the value of the fact.
    pub fn release_fact(&mut self, name: &str) -> Option<Value> {
        let slot = *self.index.get(name)?;
        self.hide_fact(slot)
    }

    /// Sets variables of the node in addition to those that exist. Variables that the session set are unchanged.
    pub fn add_node_variables(&mut self, variables: impl IntoIterator<Item = (impl AsRef<str>, Value)>) {
        for (name, value) in variables {
            let slot = self.slot(name.as_ref());
            if matches!(self.values[slot], Value::Unset) {
                self.values[slot] = value;
                self.facts.push(slot);
            } else if !self.facts.contains(&slot) && !self.hidden.iter().any(|(known, _)| *known == slot) {
                self.hidden.push((slot, value));
            }
        }
    }
}

/// The variables of the compiler, which no fact sets.
const OF_COMPILER: [&str; 4] = ["environment", "facts", "trusted", "server_facts"];

/// Returns whether a fact of this name can be a variable.
pub fn is_variable_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
