//! The facts of the session's node: `$facts`, `$trusted`, `$server_facts`, and a top-scope variable for each fact.
//! They are a setting (`facts`: a bundled set or a file), so that every front end loads them the same way.
//!
//! New facts affect later inputs only: computed values stay unchanged.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use pprepl_text::{Diagnostic, Source, columns, suggest};
use puppet_eval::{Flow, Host};
use puppet_functions::loader::data::{read_json, to_json};
use puppet_functions::loader::{facts, yaml};
use puppet_pcore::{Hash, Value, display, display_override, infer_reduced, interpolate, type_outline};
use puppet_syntax as syntax;

use super::report::reports;
use super::settings::Settings;
use super::{FactRow, MatrixRow, MatrixView, Report, Session, SystemHost, engine};

/// Puppet's default environment.
const ENVIRONMENT: &str = "production";

/// The agent and server release of the bundled facts.
const VERSION: &str = "8.11.0";

/// The maximum width of a value in a list of facts, in columns.
const WIDE: usize = 70;

/// Returns the bundled sets: name and operating system.
pub fn fact_sets() -> impl Iterator<Item = (&'static str, &'static str)> {
    facts::SETS.iter().map(|set| (set.name, set.summary))
}

/// Checks that the facts of these settings can be loaded; used before a session starts.
pub fn check_facts(settings: &Settings) -> Result<(), String> {
    read(&settings.environment.facts, &mut SystemHost::silent()).map(drop)
}

/// Loads the facts of a setting's value: a bundled set, or a file; `None` for an empty value.
fn read(given: &str, host: &mut dyn Host) -> Result<Option<Rc<Hash>>, String> {
    if given.is_empty() {
        return Ok(None);
    }
    match facts::named(given) {
        Some(set) => Ok(Some(set.facts())),
        None => read_file(&super::file::meant(given), given, host).map(Some),
    }
}

fn read_file(path: &Path, given: &str, host: &mut dyn Host) -> Result<Rc<Hash>, String> {
    let text = host.read_named(path).map_err(|fault| unreadable(given, &fault))?;
    let value = if path.extension().is_some_and(|end| end == "yaml" || end == "yml") {
        yaml::read(&text).map(|node| node.map_or(Value::Undef, |node| node.value))
    } else {
        read_json(&text)
    };
    let value = value.map_err(|fault| {
        let place = Source::new("", &*text).line_column(fault.span.start);
        format!("{}:{}:{}: {}", path.display(), place.line, place.column, fault.message)
    })?;
    let Value::Hash(hash) = value else {
        let found = puppet_pcore::infer_generalized(&value);
        return Err(format!("{}: facts are a hash of names and values, and this is {found}", path.display()));
    };
    // `puppet facts find` prints the facts one level down.
    match (hash.get_str("name"), hash.get_str("values")) {
        (Some(Value::Str(_)), Some(Value::Hash(values))) => Ok(values.clone()),
        _ => Ok(hash),
    }
}

/// Describes a name that is neither a set nor a readable file.
fn unreadable(given: &str, fault: &std::io::Error) -> String {
    if given.contains(['/', '\\']) || fault.kind() != std::io::ErrorKind::NotFound {
        return format!("{given}: {}", super::file::reason(fault));
    }
    match suggest::nearest(given, facts::SETS.iter().map(|set| set.name)) {
        Some(near) => format!("there is no fact set and no file '{given}'; did you mean '{near}'?"),
        None => format!("there is no fact set and no file '{given}'; ':facts sets' lists the sets"),
    }
}

/// The number of bytes shown of a type in a row of the matrix.
const MAX_TYPE: usize = 8 << 10;

impl Session {
    /// Loads facts from a file of JSON, or of YAML (`.yaml`, `.yml`).
    pub fn load_facts(&mut self, path: &Path) -> Result<(), String> {
        self.set("facts", &path.display().to_string())
    }

    /// Loads the facts of the settings.
    pub(super) fn take_facts(&mut self) -> Result<(), String> {
        self.facts = read(&self.settings.environment.facts, self.vm.host_mut())?;
        self.apply_facts();
        Ok(())
    }

    /// Assigns the active facts to the variables.
    pub(super) fn apply_facts(&mut self) {
        let facts = self.facts.clone();
        self.put_facts(facts.as_deref());
    }

    fn put_facts(&mut self, given: Option<&Hash>) {
        let environment = self.environment.clone().unwrap_or_else(|| ENVIRONMENT.to_owned());
        let node = self.settings.environment.node.clone();
        let Some(given) = given else {
            self.vm.globals.clear_facts();
            if !node.is_empty() {
                self.vm.globals.set_certname(&node);
            }
            return;
        };
        let mut all = if self.settings.environment.legacy_facts { facts::legacy(given) } else { given.clone() };
        add_client(&mut all, &node);
        self.vm.globals.set_facts(&Rc::new(all), &server_facts(&environment), &environment);
    }

    pub fn has_facts(&self) -> bool {
        self.facts.is_some()
    }

    /// Returns the facts below a path (all for an empty one) as a tree; a line at depth `levels` shows the rest.
    pub fn fact_rows(&self, path: &str, levels: usize) -> Option<Vec<FactRow>> {
        let mut rows = Vec::new();
        match self.fact(path)? {
            Value::Hash(hash) => grow(&hash, 0, levels, &mut rows),
            value => rows.push(FactRow { depth: 0, name: path.to_owned(), value: Some(display_fact(&value)) }),
        }
        Some(rows)
    }

    /// Returns the facts below a path as data.
    pub fn fact_data(&self, path: &str) -> Option<serde_json::Value> {
        self.fact(path).map(|value| to_json(&value))
    }

    fn fact(&self, path: &str) -> Option<Value> {
        let facts = self.facts.clone()?;
        if path.is_empty() { Some(Value::Hash(facts)) } else { facts::at(&facts, &facts::steps(path)) }
    }

    /// Returns the paths of all facts with their values.
    pub fn fact_paths(&self) -> Vec<(String, String)> {
        let leaves = self.facts.as_deref().map(facts::leaves).unwrap_or_default();
        leaves.into_iter().map(|(path, value)| (path, display_fact(&value))).collect()
    }

    /// Returns the most similar path.
    pub fn near_fact(&self, path: &str) -> Option<String> {
        facts::near(self.facts.as_deref()?, &facts::steps(path))
    }

    /// Sets one fact to the value of `text`. Returns the new value and the previous one.
    pub fn set_fact(&mut self, path: &str, text: &str) -> Result<(String, Option<String>), String> {
        let value = self.data(text);
        let steps = facts::steps(path);
        let facts = self.facts.clone().unwrap_or_default();
        let before = facts::at(&facts, &steps).map(|value| display_fact(&value));
        let told = display_fact(&value);
        self.facts = Some(Rc::new(facts::with(&facts, &steps, value)?));
        self.apply_facts();
        Ok((told, before))
    }

    /// Returns `text` as Puppet data, or else as a string.
    fn data(&mut self, text: &str) -> Value {
        let value = self.try_evaluate(text, Duration::from_millis(50)).filter(is_data);
        value.unwrap_or_else(|| Value::str(text))
    }

    /// Evaluates source over several fact sets (default: all bundled ones), each from the same session state.
    pub fn matrix(&mut self, text: &str, sets: &[String], within: Duration) -> Result<MatrixView, MatrixError> {
        let parsed = syntax::parse(text, engine::lex_options(&self.settings));
        let mut found = parsed.diagnostics;
        if !found.iter().any(Diagnostic::is_error) {
            found.extend(self.vm.validate(&parsed.program, text));
        }
        let source = Source::new("input", text);
        if found.iter().any(Diagnostic::is_error) {
            return Err(MatrixError::Invalid(reports(&source, &found)));
        }
        let names: Vec<String> = match sets {
            [] => facts::SETS.iter().map(|set| set.name.to_owned()).collect(),
            named => named.to_vec(),
        };
        let mut all = Vec::with_capacity(names.len());
        for name in names {
            let given = read(&name, self.vm.host_mut()).map_err(MatrixError::Facts)?;
            all.push((name, given));
        }
        let mut rows = Vec::with_capacity(all.len());
        for (name, given) in all {
            self.put_facts(given.as_deref());
            let result = self.without_trace(within, |vm| vm.run_program(&source, &parsed.program));
            rows.push(self.matrix_row(name, result));
        }
        self.apply_facts();
        Ok(MatrixView::new(rows))
    }

    fn matrix_row(&self, set: String, result: Result<Value, Box<Flow>>) -> MatrixRow {
        let row = MatrixRow { set, ..MatrixRow::default() };
        match result {
            Ok(value) => MatrixRow {
                type_name: type_outline(&infer_reduced(&value), MAX_TYPE),
                value: Some(self.form(&value).unwrap_or_else(|| display_override(&value))),
                ..row
            },
            Err(flow) => match *flow {
                Flow::Fault(fault) => {
                    let told = fault.to_diagnostic();
                    MatrixRow { error: Some(format!("[{}] {}", told.code, told.message)), ..row }
                }
                _ => MatrixRow { error: Some("the evaluation was left or took too long".to_owned()), ..row },
            },
        }
    }
}

/// The reason why `:matrix` failed.
pub enum MatrixError {
    /// The source is not valid Puppet.
    Invalid(Vec<Report>),
    /// Some facts cannot be loaded.
    Facts(String),
}

/// Adds the facts that an agent adds for a named node. The certname is always the session's node name, whatever the
/// facts contain.
fn add_client(facts: &mut Hash, node: &str) {
    if !node.is_empty() {
        facts.insert(Value::str("clientcert"), Value::str(node));
    }
    let fqdn = facts::at(facts, &facts::steps("networking.fqdn")).filter(|name| name.as_str().is_some());
    let Some(name) = facts.get_str("clientcert").cloned().or(fqdn) else { return };
    for (key, value) in
        [("clientcert", name), ("clientversion", Value::str(VERSION)), ("clientnoop", Value::bool(false))]
    {
        if facts.get_str(key).is_none() {
            facts.insert(Value::str(key), value);
        }
    }
}

/// Returns the server facts.
fn server_facts(environment: &str) -> Value {
    let pairs = [
        ("serverversion", VERSION),
        ("servername", "puppet.example.com"),
        ("serverip", "192.0.2.1"),
        ("environment", environment),
    ];
    Value::hash(pairs.into_iter().map(|(key, value)| (Value::str(key), Value::str(value))).collect())
}

fn grow(hash: &Hash, depth: usize, levels: usize, rows: &mut Vec<FactRow>) {
    for (key, value) in hash.iter() {
        let name = interpolate(key);
        match value {
            Value::Hash(inner) if !inner.is_empty() && depth + 1 < levels => {
                rows.push(FactRow { depth, name, value: None });
                grow(inner, depth + 1, levels, rows);
            }
            other => rows.push(FactRow { depth, name, value: Some(display_fact(other)) }),
        }
    }
}

fn display_fact(value: &Value) -> String {
    columns::shortened(&display(value), WIDE)
}

/// Returns whether a fact can have this value.
fn is_data(value: &Value) -> bool {
    match value {
        Value::Undef | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Str(_) => true,
        Value::Array(array) => array.items.iter().all(is_data),
        Value::Hash(hash) => hash.iter().all(|(key, value)| key.as_str().is_some() && is_data(value)),
        _ => false,
    }
}
