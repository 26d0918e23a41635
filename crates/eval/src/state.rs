//! The life cycle of the evaluator's state: inputs, settings, the host, and the names that an input changed.

use std::rc::Rc;

use pprepl_text::Diagnostic;
use puppet_pcore::Captures;
use puppet_syntax::ast::Program;

use super::catalog::{Compilation, Edit};
use super::globals::Globals;
use super::vm::{limits, operator_rules};
use super::{Change, EvalSettings, Host, Level, Vm};

impl Vm {
    /// Starts the next input.
    pub fn start_input(&mut self, number: usize) {
        self.outputs.input = number;
        self.messages.clear_warnings();
    }

    /// Returns the active match.
    pub fn matches(&self) -> Option<Rc<Captures>> {
        self.matches.clone()
    }

    /// Restores the active match.
    pub fn set_matches(&mut self, matches: Option<Rc<Captures>>) {
        self.matches = matches;
    }

    /// Returns the static diagnostics of a program.
    pub fn validate(&self, program: &Program, text: &str) -> Vec<Diagnostic> {
        let fault = |pattern: &str| self.regexps.get(pattern).validate().err().map(|issue| issue.message);
        puppet_syntax::validate_with(program, text, &self.settings.validate, &fault)
    }

    /// Applies changed settings.
    pub fn configure(&mut self, settings: &EvalSettings) {
        self.settings = *settings;
        self.calls.limits = limits(&*self.host, settings);
        self.rules = operator_rules(settings, &self.calls.limits);
        self.functions.signatures.clear();
        self.functions.forget_bodies();
    }

    /// Sets the directories to search for modules.
    pub fn set_module_path(&mut self, folders: Vec<std::path::PathBuf>) {
        self.host.set_module_path(folders);
        // The meaning of names depends on the available modules.
        self.functions.entries.retain(|_, entry| entry.defined.get());
        self.functions.forget_bodies();
    }

    /// Returns a fresh state with this one's host, functions and cancel flag. This one is suspended until it gets the
    /// host back.
    pub fn renewed(&mut self) -> Vm {
        let host = std::mem::replace(&mut self.host, Box::new(Absent));
        let mut new = Vm::new(host, self.functions.library, self.settings, self.calls.cancel_flag());
        new.functions.foreign.clone_from(&self.functions.foreign);
        new
    }

    /// Moves the host back from a state that `renewed` returned.
    pub fn take_host_of(&mut self, other: &mut Vm) {
        self.host = std::mem::replace(&mut other.host, Box::new(Absent));
    }

    /// Resets the state.
    pub fn reset(&mut self, settings: &EvalSettings) {
        self.globals = Globals::default();
        self.functions.entries.clear();
        self.aliases.clear();
        self.journal.changes.clear();
        self.outputs.clear();
        self.matches = None;
        self.catalog = Compilation::default();
        self.configure(settings);
    }

    pub fn host(&self) -> &dyn Host {
        &*self.host
    }

    pub fn host_mut(&mut self) -> &mut dyn Host {
        &mut *self.host
    }

    /// Returns the variables that the changes after `mark` set, and the names that they defined.
    pub fn changed_names(&self, mark: usize) -> (Vec<String>, Vec<String>) {
        let mut assigned = Vec::new();
        let mut defined = Vec::new();
        for change in self.journal.since(mark) {
            match change {
                // The titles of classes are omitted as obvious.
                Change::Global(slot, _) if is_class_title(&self.globals.names[*slot]) => {}
                Change::Global(slot, _) => assigned.push(self.globals.names[*slot].to_string()),
                Change::Function(entry, _) => defined.push(format!("{}()", entry.name)),
                Change::Type(name, _) => {
                    defined.push(self.aliases.get(name).map_or(name.to_string(), |a| a.name.to_string()))
                }
                Change::Catalog(edit) => defined.extend(self.catalog.defined_by(edit)),
            }
        }
        (assigned, defined)
    }
}

/// The part of a session that a change belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangePart {
    /// A variable at top scope.
    Variable,
    /// A function, a type, a class, a defined type, a node, or a file that was loaded.
    Definition,
    /// A resource, an edge, a collector, a class that was evaluated, or a variable of a class.
    Catalog,
}

impl Vm {
    /// Returns the part of the session that a change belongs to.
    pub fn part_of(&self, change: &Change) -> ChangePart {
        match change {
            Change::Global(slot, _) => match self.globals.names.get(*slot) {
                Some(name) if name.contains("::") => ChangePart::Catalog,
                _ => ChangePart::Variable,
            },
            Change::Function(..) | Change::Type(..) => ChangePart::Definition,
            Change::Catalog(edit) => match &**edit {
                Edit::Definition(..) | Edit::Node(..) | Edit::NodeName(_) | Edit::Imported(..) => {
                    ChangePart::Definition
                }
                Edit::Catalog(_) | Edit::ClassScope(..) | Edit::Overriding(..) => ChangePart::Catalog,
            },
        }
    }
}

/// The host of a suspended state, without an outside world.
struct Absent;

impl Host for Absent {
    fn read_file(&mut self, _: &std::path::Path) -> std::io::Result<String> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    fn now(&mut self) -> i128 {
        0
    }

    fn random(&mut self) -> u64 {
        0
    }

    fn environment(&mut self, _: &str) -> Option<String> {
        None
    }

    fn log(&mut self, _: Level, _: &str) {}
}

fn is_class_title(name: &str) -> bool {
    ["::title", "::name", "::module_name", "::caller_module_name"].iter().any(|end| name.ends_with(end))
}
