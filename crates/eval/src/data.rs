//! The data that lie beside the code, as the evaluator asks for them: `lookup` and the parameters of classes. Where they
//! lie and how they are searched is the loader's matter; it gets the session's state for variables, files and functions.

use std::rc::Rc;

use puppet_pcore::{Hash, Value};

use super::compile::new_stack;
use super::invoke::{self, Block};
use super::{Call, EvalResult, SourcePos, Vm};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The key, with its dotted path.
    pub key: String,
    /// The merge strategy that the caller wants: a name or a hash of options; undef leaves it to the data.
    pub merge: Value,
    /// Values that go before those of the data; interpolations see them, too.
    pub overrides: Hash,
    /// Values for what is not found; interpolations see them, too.
    pub defaults: Hash,
    /// Is it one of the old `hiera` functions? They search the global layer only, unless the environment has data.
    pub old: bool,
}

/// Data that can be searched.
pub trait Data {
    /// The value of a key; `None` when no data have it.
    fn search(&self, vm: &mut Vm, query: &Query) -> EvalResult<Option<Value>>;
    /// A value with its `%{..}` replaced.
    fn interpolate(&self, vm: &mut Vm, value: &Value) -> EvalResult;
}

impl Vm {
    /// Puts other data beside the session.
    pub fn set_data(&mut self, data: Option<Rc<dyn Data>>) {
        self.data = data;
    }

    /// The machine's stack is measured from here on: work outside of any program begins.
    pub fn begin_here(&mut self) {
        let marker = 0u8;
        self.stack_base = std::ptr::from_ref(&marker) as usize;
    }

    /// Leaves what `enter` entered.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Are there data at all?
    pub fn has_data(&self) -> bool {
        self.data.is_some()
    }

    /// The value of a key; `None` when no data have it.
    pub(crate) fn search_data(&mut self, query: &Query) -> EvalResult<Option<Value>> {
        match self.data.clone() {
            Some(data) => data.search(self, query),
            None => Ok(None),
        }
    }

    /// A variable as seen from the running scope; `None` when unknown.
    pub fn visible_variable(&self, name: &str) -> Option<Value> {
        if let Some(number) = name.parse::<usize>().ok().filter(|_| !name.is_empty()) {
            return self.matches.as_ref().and_then(|matches| matches.get(number)).map(Value::str);
        }
        let local = self.view.last().and_then(|view| view.iter().find(|(known, _)| **known == *name));
        if let Some((_, value)) = local {
            return Some(value.clone());
        }
        let plain = name.strip_prefix("::").unwrap_or(name);
        let known = self.global(plain).or_else(|| super::catalog::inherited(self, plain));
        known.cloned().or_else(|| matches!(plain, "module_name" | "caller_module_name").then_some(Value::Undef))
    }

    /// Calls a function by its name.
    pub fn call_named(&mut self, name: &str, args: Vec<Value>) -> EvalResult {
        let entry = self.function(name);
        let mut stack = new_stack(args.len());
        invoke::entry(self, &entry, args, &mut stack, Block::None, SourcePos::default())
    }

    /// Returns whether there is a function of this name written in Puppet, here or in a module.
    pub fn has_source_function(&mut self, name: &str) -> EvalResult<bool> {
        let entry = self.function(name);
        Ok(entry.defined.get() || entry.builtin.is_none() && self.autoload_function(&entry)?)
    }
}

impl Call<'_> {
    /// The value of a key in the data beside the code; `None` when no data have it.
    pub fn search_data(&mut self, query: &Query) -> EvalResult<Option<Value>> {
        self.vm().search_data(query)
    }
}
