//! The functions of a session: those that it defined, and the library of the built-in ones.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_syntax::ast::{Function, Name, Param};

use super::Builtin;
use super::code::FunctionEntry;
use super::signature::Signatures;

/// The names of the built-in functions.
pub type Names = fn() -> Box<dyn Iterator<Item = &'static str>>;

/// The interface to the built-in functions.
#[derive(Clone, Copy)]
pub struct Library {
    /// Finds the built-in function of this name.
    pub find: fn(&str) -> Option<&'static Builtin>,
    /// Finds a function that a module has in Ruby and that pprepl implements; with the module's name.
    pub of_modules: fn(&str) -> Option<(&'static str, &'static Builtin)>,
    pub names: Names,
    /// Returns code that reads a fact which had this variable of its own in older Puppet.
    pub moved_fact: fn(&str) -> Option<String>,
}

/// The functions by name.
pub struct Functions {
    pub(crate) entries: FxHashMap<Name, Rc<FunctionEntry>>,
    pub(crate) library: Library,
    /// The signatures of the built-in functions that were called, by the address of the function's row.
    pub(crate) signatures: FxHashMap<usize, Rc<Signatures>>,
}

impl Functions {
    pub(crate) fn new(library: Library) -> Functions {
        Functions { entries: FxHashMap::default(), library, signatures: FxHashMap::default() }
    }

    /// Drops the compiled bodies.
    pub(crate) fn forget_bodies(&self) {
        self.entries.values().for_each(|entry| *entry.body.borrow_mut() = None);
    }

    /// Returns the functions that the session defined: name, parameters, return type.
    pub fn defined(&self) -> impl Iterator<Item = (String, String, String)> {
        self.entries.values().filter_map(|entry| {
            let user = entry.user.borrow().clone()?;
            let text = user.source.text();
            let params: Vec<&str> = user.definition.params.iter().map(|param| source(param, text)).collect();
            let returns = user.definition.returns.as_ref().map(|ty| format!(" >> {}", ty.span.of(text)));
            Some((entry.name.to_string(), params.join(", "), returns.unwrap_or_default()))
        })
    }

    /// Returns the definition of a function that the session defined.
    pub fn definition(&self, name: &str) -> Option<Rc<Function>> {
        let user = self.entries.get(name)?.user.borrow().clone()?;
        Some(user.definition.clone())
    }

    /// Returns the names of the session's functions and the built-in functions.
    pub fn known_names(&self) -> Vec<Rc<str>> {
        let defined = self.entries.values().filter(|entry| entry.defined.get()).map(|entry| entry.name.clone());
        defined.chain((self.library.names)().map(Rc::from)).collect()
    }
}

fn source<'a>(param: &Param, text: &'a str) -> &'a str {
    param.span.of(text)
}
