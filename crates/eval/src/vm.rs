//! The state that code runs against: variables, functions, types, the active match, limits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pprepl_text::Source;
use puppet_pcore::operators::Rules;
use puppet_pcore::{Alias, Captures, Ty, Value};
use puppet_syntax::ast::Name;
use puppet_syntax::{LexOptions, ValidateOptions};

use super::aliases::Aliases;
use super::callbacks::{Data, Debugger};
use super::calls::CallBudget;
use super::catalog::Compilation;
use super::debug_state::DebugState;
use super::functions::{FunctionEntry, Functions, Library, UserFunction};
use super::globals::Globals;
use super::journal::{Change, Journal};
use super::lookup::Lookup;
use super::messages::Messages;
use super::outputs::Outputs;
use super::regexps::RegexpCache;
use super::templates::Templates;
use super::trace::Recorder;
use super::{Builtin, Host, Level, Limits, SourcePos};

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

/// The state of a running session.
pub struct Vm {
    pub globals: Globals,
    pub functions: Functions,
    pub aliases: Aliases,
    pub catalog: Compilation,
    pub journal: Journal,
    pub calls: CallBudget,
    pub outputs: Outputs,
    pub messages: Messages,
    pub regexps: RegexpCache,
    pub templates: Templates,
    pub lookup: Lookup<dyn Data>,
    pub debugger: DebugState<dyn Debugger>,
    pub settings: EvalSettings,
    pub(crate) host: Box<dyn Host>,
    pub(crate) matches: Option<Rc<Captures>>,
    pub(crate) rules: Rules,
    /// The rules for keys: a string is never read as an index.
    pub(crate) key_rules: Rules,
    pub(crate) source: Arc<Source>,
    /// The value stack between inputs.
    pub(crate) stack: Option<Vec<Value>>,
    /// Records the events of a traced run; code compiled without one records nothing.
    pub(crate) recorder: Option<Box<Recorder>>,
}

impl Vm {
    pub fn new(host: Box<dyn Host>, library: Library, settings: EvalSettings, cancel: Arc<AtomicBool>) -> Vm {
        let limits = limits(&*host, &settings);
        Vm {
            globals: Globals::default(),
            functions: Functions::new(library),
            aliases: Aliases::default(),
            catalog: Compilation::default(),
            journal: Journal::default(),
            calls: CallBudget::new(cancel, limits),
            outputs: Outputs::default(),
            messages: Messages::default(),
            regexps: RegexpCache::default(),
            templates: Templates::default(),
            lookup: Lookup::default(),
            debugger: DebugState::default(),
            settings,
            host,
            matches: None,
            rules: operator_rules(&settings, &limits),
            key_rules: Rules { strict: Strictness::Error, ..Rules::default() },
            source: Source::new("", ""),
            stack: None,
            recorder: None,
        }
    }

    /// Sets a variable and records the change; the caller has checked that it is unset.
    pub(crate) fn set_global(&mut self, slot: usize, value: Value) {
        self.journal.push(Change::Global(slot, value.clone()));
        self.globals.set(slot, value);
    }

    /// Sets a variable at top scope, which must not have a value, and records the change.
    pub fn set_variable(&mut self, name: &str, value: Value) {
        let slot = self.globals.slot(name);
        self.set_global(slot, value);
    }

    /// Returns the entry of a function name; the first use creates it.
    pub fn function(&mut self, name: &str) -> Rc<FunctionEntry> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if let Some(entry) = self.functions.entries.get(name) {
            return entry.clone();
        }
        let entry = Rc::new(FunctionEntry {
            name: name.into(),
            user: RefCell::new(None),
            builtin: row(self, name),
            body: RefCell::new(None),
            defined: Cell::new(false),
        });
        self.functions.entries.insert(entry.name.clone(), entry.clone());
        entry
    }

    /// Defines a function; code that uses a function that it shadows is recompiled when called.
    pub(crate) fn set_function(&mut self, entry: &Rc<FunctionEntry>, function: Option<Rc<UserFunction>>) {
        let previous = entry.user.replace(function.clone());
        entry.defined.set(function.is_some());
        *entry.body.borrow_mut() = None;
        if entry.builtin.is_some() {
            self.functions.forget_bodies();
        }
        self.journal.push(Change::Function(entry.clone(), previous));
    }

    /// Defines a type alias.
    pub(crate) fn set_alias(&mut self, alias: Rc<Alias>) {
        let key: Name = alias.name.to_ascii_lowercase().into();
        let previous = self.aliases.by_name.insert(key.clone(), alias);
        self.functions.forget_bodies();
        self.journal.push(Change::Type(key, previous));
    }

    /// Logs a line.
    pub fn log(&mut self, level: Level, text: &str) {
        if self.messages.is_muted {
            return;
        }
        self.host.log(level, text);
        self.messages.keep_log(level, text.to_owned());
    }

    /// Runs `act` for a trial: nothing is logged, breakpoints do not pause, and code reads no new files. Returns `None`
    /// if code asked for one: the result is then unknown. The caller rolls back the changes.
    pub fn on_trial<T>(&mut self, act: impl FnOnce(&mut Vm) -> T) -> Option<T> {
        self.host.begin_trial();
        let result = self.without_output(act);
        let has_asked = self.host.end_trial();
        (!has_asked).then_some(result)
    }

    /// Runs `act` without log output and pauses at breakpoints.
    pub fn without_output<T>(&mut self, act: impl FnOnce(&mut Vm) -> T) -> T {
        let secrets = self.messages.secrets.clone();
        let muted = std::mem::replace(&mut self.messages.is_muted, true);
        let looking = std::mem::replace(&mut self.debugger.looking, true);
        let result = act(self);
        self.debugger.looking = looking;
        self.messages.is_muted = muted;
        self.messages.secrets = secrets;
        result
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
            .or_else(|| self.aliases.get(plain).map(|alias| Rc::new(puppet_pcore::Type::Alias(alias.clone()))))
    }
}

/// Returns the built-in function of this name, or the implementation of a function of an installed module.
fn row(vm: &mut Vm, name: &str) -> Option<&'static Builtin> {
    let own = (vm.functions.library.find)(name);
    let own = own.filter(|row| vm.settings.additions || !matches!(row.name, "type_of" | "breakpoint"));
    own.or_else(|| vm.function_of_module(name))
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

/// Logs the warnings that operators recorded.
#[inline]
pub(crate) fn log_operator_warnings(vm: &mut Vm, site: impl Fn(puppet_pcore::ErrorOperand) -> SourcePos) {
    if !vm.rules.warnings.get_mut().is_empty() {
        vm.messages.report(vm.rules.warnings.get_mut().drain(..), site);
    }
}
