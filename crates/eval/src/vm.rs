//! The state that code runs against: variables, functions, types, the active match, limits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Source, Span};
use puppet_pcore::operators::Rules;
use puppet_pcore::{Alias, Captures, Regexp, Ty, Value};
use puppet_syntax::ast::Name;
use puppet_syntax::{LexOptions, ValidateOptions};

use super::code::{FunctionEntry, UserFunction};
use super::signature::Signatures;
use super::types::AliasDefinitions;
use super::{Builtin, EvalResult, Flow, Host, Level, Limits, SourcePos};

pub use puppet_pcore::operators::Strictness;

/// The settings that affect evaluation.
#[derive(Clone, Copy, Debug)]
pub struct EvalSettings {
    /// The strictness for questionable code (a string in arithmetic).
    pub strict: Strictness,
    /// True if an unknown variable fails; otherwise it is undef.
    pub strict_variables: bool,
    /// True with the language extensions: integers without limit, callables, `&name`.
    pub additions: bool,
    /// The options of the lexer for templates and heredocs.
    pub lex: LexOptions,
    /// The options of their validation.
    pub validate: ValidateOptions,
    /// True if the empty string is true (not in edition 3x).
    pub empty_string_true: bool,
    /// True if strings convert to numbers in comparisons (edition 4x).
    pub string_numbers: bool,
    /// True if `*undef` is `[undef]` (edition 4x).
    pub unfold_undef: bool,
    /// True if a function of the session may shadow a built-in one.
    pub shadow_builtins: bool,
    /// True if an unknown uppercase name is a resource type (edition 4x).
    pub unknown_types: bool,
    /// The maximum depth of calls.
    pub depth: usize,
    /// The maximum number of elements that one operation may create.
    pub elements: u64,
    /// The rules of types.
    pub types: puppet_pcore::TypeRules,
}

/// The maximum number of cached regular expressions: computed patterns must not exhaust memory.
const MAX_REGEXPS: usize = 1000;

/// The names of the built-in functions.
pub type Names = fn() -> Box<dyn Iterator<Item = &'static str>>;

/// The number of rounds of loops between two checks of the budget; a power of two.
pub(super) const ROUNDS_PER_SAMPLE: u32 = 256;

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

/// A change of the session that can be undone.
#[derive(Clone)]
pub enum Change {
    /// A variable was set (it is set only once, so that undoing empties it).
    Global(usize, Value),
    /// A function was defined.
    Function(Rc<FunctionEntry>, Option<Rc<UserFunction>>),
    /// A type alias was defined.
    Type(Name, Option<Rc<Alias>>),
    /// A class, defined type or node was defined, a resource declared, ..
    Catalog(Box<super::catalog::Edit>),
}

impl Change {
    /// Returns the number of the resource that this change added to the catalog.
    fn new_resource(&self) -> Option<u32> {
        match self {
            Change::Catalog(edit) => edit.new_resource(),
            _ => None,
        }
    }
}

/// The state of a running session.
pub struct Vm {
    pub(crate) globals: Vec<Value>,
    pub(crate) global_names: Vec<Name>,
    pub(crate) global_index: FxHashMap<Name, usize>,
    pub(crate) functions: FxHashMap<Name, Rc<FunctionEntry>>,
    /// The slots of the globals that hold facts.
    pub(crate) fact_slots: Vec<usize>,
    pub(crate) aliases: FxHashMap<Name, Rc<Alias>>,
    pub(crate) journal: Vec<Change>,
    pub(crate) matches: Option<Rc<Captures>>,
    pub(crate) host: Box<dyn Host>,
    /// The Hiera data.
    pub(crate) data: Option<Rc<dyn super::Data>>,
    pub(crate) contexts: super::context::Contexts,
    pub(crate) cancel: Arc<AtomicBool>,
    /// True if each call and each loop round counts against a limit or a deadline.
    pub(crate) counts_steps: bool,
    /// A loop round checks the budget when these bits of `ticks` are 0.
    pub(crate) tick_mask: u32,
    pub settings: EvalSettings,
    pub(crate) library: fn(&str) -> Option<&'static Builtin>,
    pub(crate) of_modules: fn(&str) -> Option<(&'static str, &'static Builtin)>,
    pub(crate) function_names: Names,
    pub(crate) moved_fact: fn(&str) -> Option<String>,
    pub depth: usize,
    pub(crate) limits: Limits,
    pub(crate) stack_base: usize,
    pub(crate) ticks: Cell<u32>,
    pub(crate) warnings: Vec<Diagnostic>,
    /// The codes and positions of the operators' warnings among them.
    pub(crate) warned: FxHashSet<(&'static str, Span)>,
    /// The output of the templates that are being rendered, the innermost last; true when it contains a Sensitive.
    pub(crate) output: Vec<(String, bool)>,
    /// The trace of a template's output, while it is requested.
    pub(crate) trace: Option<super::epp::Trace>,
    /// The values of earlier inputs, for `_` and `_3`.
    pub(crate) outputs: Vec<Value>,
    /// The undone inputs: code may not name their values.
    pub(crate) undone_outputs: Vec<usize>,
    pub(crate) last_output: Value,
    pub(crate) logs: Vec<(Level, String)>,
    /// The maximum number of log lines that an evaluation keeps.
    pub(crate) most_logs: usize,
    /// True if a resource's parameter was looked up.
    pub(crate) looked: bool,
    pub(crate) rules: Rules,
    /// The rules for keys: a string is never read as an index.
    pub(crate) key_rules: Rules,
    /// The definitions of unresolved aliases, by the alias itself. Names are not unique: an undone alias may be
    /// reapplied, and others may share its name.
    pub(crate) unresolved: AliasDefinitions,
    /// The definitions of plain aliases that are resolved.
    pub(crate) resolved: AliasDefinitions,
    /// True if unknown type names become references, while an alias is resolved at its use.
    pub(crate) lenient_types: bool,
    /// The TypeSet whose types use their short names, while one of them is resolved.
    pub(crate) type_scope: Option<Rc<super::types::TypeScope>>,
    pub(crate) read_signatures: FxHashMap<usize, Rc<Signatures>>,
    pub(crate) regexps: RefCell<FxHashMap<Rc<str>, Rc<Regexp>>>,
    /// The caller's visible local variables, for calls that look variables up by name.
    pub view: Vec<Rc<Vec<(Name, Value)>>>,
    pub input: usize,
    pub(crate) source: Arc<Source>,
    pub catalog: super::catalog::Compilation,
    /// The value stack between inputs.
    pub(crate) stack: Option<Vec<Value>>,
    /// The debugger's state.
    pub(crate) stops: super::debugger::DebugState,
    /// The values that were unwrapped.
    pub(crate) secrets: super::secrets::Secrets,
}

impl Vm {
    pub fn new(host: Box<dyn Host>, library: Library, settings: EvalSettings, cancel: Arc<AtomicBool>) -> Vm {
        let limits = limits(&*host, &settings);
        Vm {
            globals: Vec::new(),
            global_names: Vec::new(),
            global_index: FxHashMap::default(),
            functions: FxHashMap::default(),
            fact_slots: Vec::new(),
            aliases: FxHashMap::default(),
            journal: Vec::new(),
            matches: None,
            host,
            data: None,
            contexts: super::context::Contexts::default(),
            cancel,
            counts_steps: false,
            tick_mask: ROUNDS_PER_SAMPLE - 1,
            settings,
            library: library.find,
            of_modules: library.of_modules,
            function_names: library.names,
            moved_fact: library.moved_fact,
            depth: 0,
            limits,
            stack_base: 0,
            ticks: Cell::new(0),
            warnings: Vec::new(),
            warned: FxHashSet::default(),
            output: Vec::new(),
            trace: None,
            outputs: Vec::new(),
            undone_outputs: Vec::new(),
            last_output: Value::Undef,
            logs: Vec::new(),
            most_logs: usize::MAX,
            looked: false,
            rules: operator_rules(&settings, &limits),
            key_rules: Rules { strict: Strictness::Error, ..Rules::default() },
            unresolved: AliasDefinitions::default(),
            resolved: AliasDefinitions::default(),
            lenient_types: false,
            type_scope: None,
            read_signatures: FxHashMap::default(),
            secrets: super::secrets::Secrets::default(),
            regexps: RefCell::default(),
            view: Vec::new(),
            input: 0,
            source: Source::new("", ""),
            catalog: super::catalog::Compilation::default(),
            stack: None,
            stops: super::debugger::DebugState::default(),
        }
    }

    /// Returns the slot of a top-scope or qualified variable; the first use creates it.
    pub fn global_slot(&mut self, name: &str) -> usize {
        if let Some(&slot) = self.global_index.get(name) {
            return slot;
        }
        let slot = self.globals.len();
        let name: Name = name.into();
        self.globals.push(Value::Unset);
        self.global_names.push(name.clone());
        self.global_index.insert(name, slot);
        slot
    }

    /// Returns the value of a top-scope or qualified variable.
    pub fn global(&self, name: &str) -> Option<&Value> {
        let value = &self.globals[*self.global_index.get(name)?];
        (!matches!(value, Value::Unset)).then_some(value)
    }

    /// Sets a variable and records the change; the caller has checked that it is unset.
    pub(crate) fn set_global(&mut self, slot: usize, value: Value) {
        self.journal.push(Change::Global(slot, value.clone()));
        self.globals[slot] = value;
    }

    /// Returns the entry of a function name; the first use creates it.
    pub fn function(&mut self, name: &str) -> Rc<FunctionEntry> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(entry) = self.functions.get(name) {
            return entry.clone();
        }
        let entry = Rc::new(FunctionEntry {
            name: name.into(),
            user: RefCell::new(None),
            builtin: self.row(name),
            body: RefCell::new(None),
            defined: Cell::new(false),
        });
        self.functions.insert(entry.name.clone(), entry.clone());
        entry
    }

    /// Returns the built-in function of this name, or the implementation of a function of an installed module.
    fn row(&mut self, name: &str) -> Option<&'static Builtin> {
        if let Some(row) = (self.library)(name) {
            return Some(row).filter(|row| self.settings.additions || !matches!(row.name, "type_of" | "breakpoint"));
        }
        let (module, row) = (self.of_modules)(name)?;
        self.module_has_function(module, name).then_some(row)
    }

    /// Returns whether this module has this function in Ruby.
    pub fn module_has_function(&mut self, module: &str, name: &str) -> bool {
        let reference = format!("{module}/{}.rb", name.replace("::", "/"));
        ["lib/puppet/functions", "lib/puppet/parser/functions"]
            .iter()
            .any(|folder| self.host.module_file(folder, &reference).is_some())
    }

    /// Defines a function; code that uses a function that it shadows is recompiled when called.
    pub(crate) fn set_function(&mut self, entry: &Rc<FunctionEntry>, function: Option<Rc<UserFunction>>) {
        let previous = entry.user.replace(function.clone());
        entry.defined.set(function.is_some());
        *entry.body.borrow_mut() = None;
        if entry.builtin.is_some() {
            self.forget_bodies();
        }
        self.journal.push(Change::Function(entry.clone(), previous));
    }

    /// Drops compiled bodies: they contain types and built-ins as constants, and a name has a new meaning.
    pub(super) fn forget_bodies(&mut self) {
        self.functions.values().for_each(|other| *other.body.borrow_mut() = None);
        self.catalog.forget_bodies();
    }

    /// Returns the alias of this name.
    pub fn alias(&self, name: &str) -> Option<&Rc<Alias>> {
        self.aliases.get(name.strip_prefix("::").unwrap_or(name).to_ascii_lowercase().as_str())
    }

    /// Defines a type alias.
    pub(crate) fn set_alias(&mut self, alias: Rc<Alias>) {
        let key: Name = alias.name.to_ascii_lowercase().into();
        let previous = self.aliases.insert(key.clone(), alias);
        self.forget_bodies();
        self.journal.push(Change::Type(key, previous));
    }

    /// Undoes the changes after `mark`, the last first; returns them for a redo.
    pub fn roll_back(&mut self, mark: usize) -> Vec<Change> {
        let undone: Vec<Change> = self.journal.drain(mark..).collect();
        let types = undone.iter().any(|change| matches!(change, Change::Type(..)));
        let mut taken: Vec<Change> = undone.into_iter().rev().map(|change| self.undo_change(change)).collect();
        taken.reverse();
        if types {
            self.resolve_again();
            self.resolve_aliases();
        }
        taken
    }

    /// Undoes the changes after `mark` permanently, the last first. It frees each at once, which is cheaper than
    /// [`Vm::roll_back`] without a redo, as after a failed input.
    pub fn discard(&mut self, mark: usize) {
        let first_new = self.journal.get(mark..).and_then(|changes| changes.iter().find_map(Change::new_resource));
        // One pass over the catalog is faster when it removes many entries.
        let first_new =
            first_new.filter(|first| self.catalog.catalog().next_id() / 8 <= self.catalog.catalog().next_id() - first);
        if let Some(first) = first_new {
            self.catalog.truncate(first);
        }
        let is_removed =
            |edit: &super::catalog::Edit| edit.resource().is_some_and(|id| first_new.is_some_and(|first| id >= first));
        let mut types = false;
        while self.journal.len() > mark
            && let Some(change) = self.journal.pop()
        {
            types |= matches!(change, Change::Type(..));
            match change {
                Change::Catalog(edit) if is_removed(&edit) => {}
                Change::Catalog(edit) => drop(self.catalog.apply(*edit)),
                other => drop(self.undo_change(other)),
            }
        }
        if types {
            self.resolve_again();
            self.resolve_aliases();
        }
    }

    /// Resolves the aliases that were restored, as the end of an input does; an error belongs to their use.
    fn resolve_aliases(&mut self) {
        if self.settings.types.additions {
            for alias in self.aliases.values().cloned().collect::<Vec<_>>() {
                let _ = super::types::resolve(self, &alias);
            }
        }
    }

    /// Resets the remaining aliases, which may have used removed names: their next use resolves them again.
    fn resolve_again(&mut self) {
        let left: Vec<Rc<Alias>> = self.aliases.values().cloned().collect();
        for alias in left {
            let fresh = super::types::again(self, &alias);
            self.aliases.insert(alias.name.to_ascii_lowercase().into(), fresh);
        }
    }

    /// Undoes one change and returns its inverse.
    fn undo_change(&mut self, change: Change) -> Change {
        match change {
            Change::Global(slot, _) => Change::Global(slot, std::mem::take(&mut self.globals[slot])),
            Change::Function(entry, previous) => {
                let current = entry.user.borrow().clone();
                self.set_function(&entry, previous);
                self.journal.pop();
                Change::Function(entry, current)
            }
            Change::Type(key, previous) => {
                let current = match previous {
                    Some(alias) => self.aliases.insert(key.clone(), alias),
                    None => self.aliases.remove(&key),
                };
                self.forget_bodies();
                Change::Type(key, current)
            }
            Change::Catalog(edit) => Change::Catalog(Box::new(self.catalog.apply(*edit))),
        }
    }

    /// Reapplies changes that `roll_back` returned.
    pub fn replay(&mut self, changes: &[Change]) {
        for change in changes {
            match change {
                Change::Global(slot, value) => self.set_global(*slot, value.clone()),
                Change::Function(entry, function) => {
                    // In the meantime the name may have a new entry, or none (`set_module_path`).
                    let entry = self.functions.entry(entry.name.clone()).or_insert_with(|| entry.clone()).clone();
                    self.set_function(&entry, function.clone());
                }
                Change::Type(_, Some(alias)) => {
                    let fresh = super::types::again(self, alias);
                    self.set_alias(fresh);
                }
                Change::Type(..) => {}
                Change::Catalog(edit) => self.edit((**edit).clone()),
            }
        }
        if changes.iter().any(|change| matches!(change, Change::Type(..))) {
            self.resolve_aliases();
        }
    }

    /// Logs a line.
    pub fn log(&mut self, level: Level, text: &str) {
        self.host.log(level, text);
        self.keep_log(level, text.to_owned());
    }

    /// Logs the warnings that operators recorded.
    #[inline]
    pub(crate) fn note_warnings(&mut self, site: impl Fn(puppet_pcore::ErrorOperand) -> SourcePos) {
        if !self.rules.warnings.get_mut().is_empty() {
            self.report_warnings(site);
        }
    }

    #[cold]
    fn report_warnings(&mut self, site: impl Fn(puppet_pcore::ErrorOperand) -> SourcePos) {
        for issue in std::mem::take(self.rules.warnings.get_mut()) {
            let site = site(issue.blame);
            // A loop repeats the warning of one position in each round: report it once.
            if !self.warned.insert((issue.code, site.span)) {
                continue;
            }
            let mut warning = Diagnostic::warning(issue.code, site.span, issue.message.clone()).with_at(site.at);
            warning.help = issue.help;
            self.keep_log(Level::Warning, issue.message);
            self.warnings.push(warning);
        }
    }

    /// Returns a regular expression, compiled once for each pattern.
    pub fn regexp(&self, text: &str) -> Rc<Regexp> {
        if let Some(regexp) = self.regexps.borrow().get(text) {
            return regexp.clone();
        }
        let regexp = Regexp::new(text);
        let mut kept = self.regexps.borrow_mut();
        if kept.len() >= MAX_REGEXPS {
            kept.clear();
        }
        kept.insert(text.into(), regexp.clone());
        regexp
    }

    /// Fails when the evaluation must end. Cheap; each call runs it.
    #[inline]
    pub fn check_cancelled(&self) -> EvalResult<()> {
        if self.cancel.load(Ordering::Relaxed) || self.counts_steps { self.count_step() } else { Ok(()) }
    }

    /// Counts a step; fails when the evaluation must end.
    #[cold]
    fn count_step(&self) -> EvalResult<()> {
        budget::step()?;
        if self.cancel.load(Ordering::Relaxed) { self.must_end() } else { Ok(()) }
    }

    /// Returns the error for a set flag: by a limit, which the budget knows, or by the user.
    #[cold]
    fn must_end(&self) -> EvalResult<()> {
        budget::check()?;
        Err(Box::new(Flow::Cancelled))
    }

    /// Checks everything that may end the evaluation.
    #[cold]
    fn check_now(&self) -> EvalResult<()> {
        if self.counts_steps {
            return self.count_step();
        }
        if self.cancel.load(Ordering::Relaxed) { self.must_end() } else { Ok(budget::check()?) }
    }

    /// Checks the same only from time to time: for each round of a loop.
    #[inline]
    pub fn tick(&self) -> EvalResult<()> {
        let ticks = self.ticks.get().wrapping_add(1);
        self.ticks.set(ticks);
        if ticks & self.tick_mask == 0 { self.check_now() } else { Ok(()) }
    }

    /// Enters a call as [`Vm::enter`] does if no limit prevents it and no steps are counted; otherwise does nothing.
    #[inline(always)]
    pub(crate) fn try_enter(&mut self) -> bool {
        let marker = 0u8;
        let here = std::ptr::from_ref(&marker) as usize;
        let free = !self.cancel.load(Ordering::Relaxed)
            && !self.counts_steps
            && self.depth < self.limits.depth
            && self.stack_base.abs_diff(here) <= self.limits.stack_bytes;
        self.depth += usize::from(free);
        free
    }

    /// Enters a call: one level deeper, if the limits allow it.
    #[inline(always)]
    pub fn enter(&mut self) -> EvalResult<()> {
        self.check_cancelled()?;
        let marker = 0u8;
        let here = std::ptr::from_ref(&marker) as usize;
        if self.depth >= self.limits.depth || self.stack_base.abs_diff(here) > self.limits.stack_bytes {
            return Err(self.too_deep());
        }
        self.depth += 1;
        Ok(())
    }

    #[cold]
    fn too_deep(&self) -> Box<Flow> {
        let mut flow = Flow::fail_with("STACK_LEVEL_TOO_DEEP", format!("calls are nested {} levels deep", self.depth));
        flow.with_help(|| Some("look for a function that calls itself without an end".to_owned()));
        flow
    }

    /// Returns whether this value is true under the settings.
    #[inline]
    pub fn truth(&self, value: &Value) -> bool {
        match value {
            Value::Str(s) if s.text.is_empty() => self.settings.empty_string_true,
            value => value.is_true(),
        }
    }

    /// Returns the alias or built-in type of this name.
    pub fn type_named(&self, name: &str) -> Option<Ty> {
        let plain = name.strip_prefix("::").unwrap_or(name);
        puppet_pcore::type_named_by(&self.settings.types, plain)
            .or_else(|| self.alias(plain).map(|alias| Rc::new(puppet_pcore::Type::Alias(alias.clone()))))
    }
}

/// Returns the rules of the operators.
pub(crate) fn operator_rules(settings: &EvalSettings, limits: &Limits) -> Rules {
    let elements = usize::try_from(limits.elements).ok();
    Rules { strict: settings.strict, unlimited_integers: settings.additions, elements, ..Rules::default() }
}

/// Returns the host's limits, bounded by those of the settings.
pub(crate) fn limits(host: &dyn Host, settings: &EvalSettings) -> Limits {
    Limits { depth: settings.depth, elements: settings.elements, ..host.limits() }
}
