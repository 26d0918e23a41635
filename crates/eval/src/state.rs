//! Accessors of the evaluator's state for the session: logs, outputs, names, settings.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pprepl_budget as budget;
use pprepl_text::Diagnostic;
use puppet_pcore::{Captures, Hash, Value};
use puppet_syntax::ast::{Function, Param, Program};

use super::catalog::Compilation;
use super::vm::{limits, operator_rules};
use super::{Change, EvalSettings, Host, Level, Vm};

/// A budget in effect, and the counts before it.
#[must_use = "the budget ends when this is dropped"]
pub struct BudgetScope {
    before: bool,
    _scope: budget::Scope,
}

impl Vm {
    /// Starts the next input.
    pub fn start_input(&mut self, number: usize) {
        self.input = number;
        self.warnings.clear();
        self.warned.clear();
    }

    /// Returns the number of changes made, which is a mark for `roll_back`.
    pub fn journal_len(&self) -> usize {
        self.journal.len()
    }

    /// Returns the alternative to `choose another name` if inputs can be undone.
    pub(super) fn or_undo(&self, what: &str) -> String {
        if self.input == 0 { String::new() } else { format!(", or take {what} back with `:undo`") }
    }

    /// Returns the log lines since the last call: level and message.
    pub fn take_logs(&mut self) -> Vec<(Level, String)> {
        std::mem::take(&mut self.logs)
    }

    /// Remembers an unwrapped value, so that errors mask it.
    pub fn note_secret(&mut self, value: &Value) {
        self.secrets.note(value);
    }

    /// Returns the warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        self.warned.clear();
        std::mem::take(&mut self.warnings)
    }

    /// Returns the active match.
    pub fn matches(&self) -> Option<Rc<Captures>> {
        self.matches.clone()
    }

    /// Restores the active match.
    pub fn set_matches(&mut self, matches: Option<Rc<Captures>>) {
        self.matches = matches;
    }

    /// Starts a budget. [`Vm::end_budget`] restores the former one.
    pub fn begin_budget(&mut self, limits: budget::Limits) -> BudgetScope {
        let before = self.counts_steps;
        self.count_steps(before || limits.steps.is_some() || limits.deadline.is_some() || limits.time.is_some());
        BudgetScope { before, _scope: budget::Scope::enter(self.cancel.clone(), limits) }
    }

    /// Ends the budget that [`Vm::begin_budget`] started.
    pub fn end_budget(&mut self, scope: BudgetScope) {
        self.count_steps(scope.before);
    }

    fn count_steps(&mut self, counts: bool) {
        self.counts_steps = counts;
        self.tick_mask = if counts { 0 } else { super::vm::ROUNDS_PER_SAMPLE - 1 };
    }

    /// Returns the flag that cancels an evaluation.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Returns the last input's value.
    pub fn last_output(&self) -> &Value {
        &self.last_output
    }

    /// Stores an input's value for `_`.
    pub fn keep_output(&mut self, value: Value) {
        self.outputs.resize(self.input.saturating_sub(1), Value::Undef);
        self.outputs.push(value.clone());
        self.last_output = value;
    }

    /// Clears the value of a failed input.
    pub fn drop_output(&mut self) {
        self.outputs.resize(self.input, Value::Undef);
    }

    /// Returns the value of an input, for `_3`.
    pub fn output_of(&self, input: usize) -> Option<Value> {
        self.outputs.get(input.checked_sub(1)?).cloned()
    }

    /// Marks these inputs as undone, so that code may not name their values; `last` is the input that `_` means.
    pub fn set_undone_outputs(&mut self, undone: Vec<usize>, last: Option<usize>) {
        self.undone_outputs = undone;
        self.last_output = last.and_then(|input| self.output_of(input)).unwrap_or(Value::Undef);
    }

    /// Returns the static diagnostics of a program.
    pub fn validate(&self, program: &Program, text: &str) -> Vec<Diagnostic> {
        let fault = |pattern: &str| self.regexp(pattern).is_match("").err().map(|issue| issue.message);
        puppet_syntax::validate_with(program, text, &self.settings.validate, &fault)
    }

    /// Applies changed settings.
    pub fn configure(&mut self, settings: &EvalSettings) {
        self.settings = *settings;
        self.limits = limits(&*self.host, settings);
        self.rules = operator_rules(settings, &self.limits);
        self.read_signatures.clear();
        self.functions.values().for_each(|entry| *entry.body.borrow_mut() = None);
        self.catalog.forget_bodies();
    }

    /// Sets the directories to search for modules.
    pub fn set_module_path(&mut self, folders: Vec<std::path::PathBuf>) {
        self.host.set_module_path(folders);
        // The meaning of names depends on the available modules.
        self.functions.retain(|_, entry| entry.defined.get());
        self.functions.values().for_each(|entry| *entry.body.borrow_mut() = None);
        self.catalog.forget_bodies();
    }

    /// Returns a fresh state with this one's host, functions and cancel flag. This one is suspended until it gets the
    /// host back.
    pub fn renewed(&mut self) -> Vm {
        let host = std::mem::replace(&mut self.host, Box::new(Absent));
        let library = super::Library {
            find: self.library,
            of_modules: self.of_modules,
            names: self.function_names,
            moved_fact: self.moved_fact,
        };
        Vm::new(host, library, self.settings, self.cancel.clone())
    }

    /// Moves the host back from a state that `renewed` returned.
    pub fn take_host_of(&mut self, other: &mut Vm) {
        self.host = std::mem::replace(&mut other.host, Box::new(Absent));
    }

    /// Resets the state.
    pub fn reset(&mut self, settings: &EvalSettings) {
        self.globals.clear();
        self.global_names.clear();
        self.global_index.clear();
        self.fact_slots.clear();
        self.functions.clear();
        self.aliases.clear();
        self.unresolved.clear();
        self.resolved.clear();
        self.journal.clear();
        self.outputs.clear();
        self.undone_outputs.clear();
        self.last_output = Value::Undef;
        self.matches = None;
        self.catalog = Compilation::default();
        self.configure(settings);
    }

    pub fn host_mut(&mut self) -> &mut dyn Host {
        &mut *self.host
    }

    /// Removes the facts of the node.
    pub fn clear_facts(&mut self) {
        for slot in std::mem::take(&mut self.fact_slots) {
            self.globals[slot] = Value::Unset;
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
        for (name, value) in all {
            let slot = self.global_slot(&name);
            if matches!(self.globals[slot], Value::Unset) {
                self.globals[slot] = value;
                self.fact_slots.push(slot);
            }
        }
    }

    /// Sets the name of a node without facts: `$trusted`.
    pub fn set_certname(&mut self, name: &str) {
        let slot = self.global_slot("trusted");
        if matches!(self.globals[slot], Value::Unset) {
            let client: Hash = [(Value::str("clientcert"), Value::str(name))].into_iter().collect();
            self.globals[slot] = trusted(&client);
            self.fact_slots.push(slot);
        }
    }

    /// Sets the name of the environment: `$environment`.
    pub fn set_environment_name(&mut self, name: &str) {
        let slot = self.global_slot("environment");
        self.fact_slots.retain(|known| *known != slot);
        self.globals[slot] = Value::str(name);
    }

    /// Returns the names and values of the variables that are set.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &Value)> {
        let pairs = self.global_names.iter().zip(&self.globals);
        pairs.filter(|(_, value)| !matches!(value, Value::Unset)).map(|(name, value)| (&**name, value))
    }

    /// Returns the functions that the session defined: name, parameters, return type.
    pub fn defined_functions(&self) -> impl Iterator<Item = (String, String, String)> {
        self.functions.values().filter_map(|entry| {
            let user = entry.user.borrow().clone()?;
            let text = user.source.text();
            let params: Vec<&str> = user.definition.params.iter().map(|param| source(param, text)).collect();
            let returns = user.definition.returns.as_ref().map(|ty| format!(" >> {}", ty.span.of(text)));
            Some((entry.name.to_string(), params.join(", "), returns.unwrap_or_default()))
        })
    }

    /// Returns the definition of a function that the session defined.
    pub fn function_definition(&self, name: &str) -> Option<Rc<Function>> {
        let user = self.functions.get(name)?.user.borrow().clone()?;
        Some(user.definition.clone())
    }

    /// Returns the type aliases: name and resolved type.
    pub fn defined_aliases(&self) -> impl Iterator<Item = (String, String)> {
        self.aliases.values().map(|alias| {
            let meaning = alias.resolved.get().map(|ty| ty.to_string());
            (alias.name.to_string(), meaning.unwrap_or_else(|| "(unresolved)".to_owned()))
        })
    }

    /// Returns the variables that the changes after `mark` set, and the names that they defined.
    pub fn changed_names(&self, mark: usize) -> (Vec<String>, Vec<String>) {
        let mut assigned = Vec::new();
        let mut defined = Vec::new();
        for change in self.journal.get(mark..).unwrap_or_default() {
            match change {
                // The titles of classes are omitted as obvious.
                Change::Global(slot, _) if is_class_title(&self.global_names[*slot]) => {}
                Change::Global(slot, _) => assigned.push(self.global_names[*slot].to_string()),
                Change::Function(entry, _) => defined.push(format!("{}()", entry.name)),
                Change::Type(name, _) => {
                    defined.push(self.alias(name).map_or(name.to_string(), |a| a.name.to_string()))
                }
                Change::Catalog(edit) => defined.extend(self.catalog.defined_by(edit)),
            }
        }
        (assigned, defined)
    }

    /// Returns the numbers of the resources that changes after `mark` declared or changed, in order.
    pub fn changed_resources(&self, mark: usize) -> Vec<u32> {
        let changes = self.journal.get(mark..).unwrap_or_default();
        let number = |change: &Change| match change {
            Change::Catalog(edit) => match &**edit {
                super::catalog::Edit::Catalog(edit) => edit.resource(),
                _ => None,
            },
            _ => None,
        };
        let mut numbers: Vec<u32> = changes.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns the compilation.
    pub fn catalog(&self) -> &Compilation {
        &self.catalog
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

fn source<'a>(param: &Param, text: &'a str) -> &'a str {
    param.span.of(text)
}

fn is_class_title(name: &str) -> bool {
    ["::title", "::name", "::module_name", "::caller_module_name"].iter().any(|end| name.ends_with(end))
}

/// Returns whether a fact of this name can be a variable.
fn is_variable_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_lowercase() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Returns `$trusted` of a node that is known by its facts alone: its name.
fn trusted(facts: &Hash) -> Value {
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
