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
        for slot in std::mem::take(&mut self.facts) {
            self.values[slot] = Value::Unset;
        }
    }

    /// Sets the facts of the node: `$facts`, `$trusted`, `$server_facts`, `$environment`, and a variable at top scope
    /// for each fact. Variables that the session set are unchanged.
    pub fn set_facts(&mut self, facts: &Rc<Hash>, server_facts: &Value, environment: &str) {
        self.clear_facts();
        let given = facts.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone())));
        let mut all: Vec<(String, Value)> = given.filter(|(name, _)| is_variable_name(name)).collect();
        all.push(("facts".to_owned(), Value::Hash(facts.clone())));
        all.push(("trusted".to_owned(), trusted(facts)));
        all.push(("server_facts".to_owned(), server_facts.clone()));
        all.push(("environment".to_owned(), Value::str(environment)));
        self.add_node_variables(all);
    }

    /// Sets variables of the node in addition to those that exist. Variables that the session set are unchanged.
    pub fn add_node_variables(&mut self, variables: impl IntoIterator<Item = (impl AsRef<str>, Value)>) {
        for (name, value) in variables {
            let slot = self.slot(name.as_ref());
            if matches!(self.values[slot], Value::Unset) {
                self.values[slot] = value;
                self.facts.push(slot);
            }
        }
    }

    /// Sets the name of a node without facts: `$trusted`.
    pub fn set_certname(&mut self, name: &str) {
        let slot = self.slot("trusted");
        if matches!(self.values[slot], Value::Unset) {
            let client: Hash = [(Value::str("clientcert"), Value::str(name))].into_iter().collect();
            self.values[slot] = trusted(&client);
            self.facts.push(slot);
        }
    }

    /// Sets the name of the environment: `$environment`.
    pub fn set_environment_name(&mut self, name: &str) {
        let slot = self.slot("environment");
        self.facts.retain(|known| *known != slot);
        self.values[slot] = Value::str(name);
    }
}

/// Returns whether a fact of this name can be a variable.
fn is_variable_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns `$trusted` of a node that is known by its facts alone: its name.
pub fn trusted(facts: &Hash) -> Value {
    let named = |name: &str| facts.get_str(name).and_then(Value::as_str).map(str::to_owned);
    let networking = facts.get_str("networking").and_then(Value::as_hash);
    let inner = |name: &str| networking.and_then(|hash| hash.get_str(name)).and_then(Value::as_str).map(str::to_owned);
    let certname = named("clientcert").or_else(|| inner("fqdn")).or_else(|| named("fqdn"));
    let (hostname, domain) = match certname.as_deref().and_then(|name| name.split_once('.')) {
        Some((hostname, domain)) => (Value::str(hostname), Value::str(domain)),
        None => (certname.as_deref().map_or(Value::Undef, Value::str), Value::Undef),
    };
    let mut hash = Hash::new();
    hash.insert(Value::str("authenticated"), Value::str("local"));
    hash.insert(Value::str("certname"), certname.map_or(Value::Undef, Value::str));
    hash.insert(Value::str("extensions"), Value::hash(Hash::new()));
    hash.insert(Value::str("hostname"), hostname);
    hash.insert(Value::str("domain"), domain);
    hash.insert(Value::str("external"), Value::hash(Hash::new()));
    Value::hash(hash)
}
