//! The facts of the session's node: `$facts`, `$trusted`, `$server_facts`, and a top-scope variable for each fact.
//! They are a setting (`facts`: a bundled set or a file), so that every front end loads them the same way.
//!
//! New facts affect later inputs only: computed values stay unchanged.

use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pprepl_files::{self as files, Rejection, Rules};
use pprepl_text::{IssueCode, Source, columns, suggest};
use puppet_eval::Host;
use puppet_functions::loader::data::{read_json, to_json};
use puppet_functions::loader::{facts, yaml};
use puppet_pcore::{Hash, Value, display, interpolate};

use super::facts_file::{facts_of, without_server_tag};
use super::settings::Settings;
use super::trusted::trusted;
use super::{FactRow, SystemHost};

/// The maximum width of a value in a list of facts, in columns.
const WIDE: usize = 70;

/// The keys of `$server_facts`.
const SERVER_FACTS: &[&str] = &["environment", "servername", "serverip", "serverip6", "serverversion"];

/// Returns the bundled sets: name and operating system.
pub fn fact_sets() -> impl Iterator<Item = (&'static str, &'static str)> {
    facts::SETS.iter().map(|set| (set.name, set.summary))
}

/// Checks that the facts of these settings can be loaded; used before a session starts.
pub fn check_facts(settings: &Settings) -> Result<(), FactsError> {
    read(&settings.environment.facts, &mut SystemHost::silent()).map(drop)
}

/// Loads the facts of a setting's value: a bundled set, or a file; `None` for an empty value.
pub(super) fn read(given: &str, host: &mut dyn Host) -> Result<Option<Rc<Hash>>, FactsError> {
    if given.is_empty() {
        return Ok(None);
    }
    match facts::named(given) {
        Some(set) => Ok(Some(set.facts())),
        None => {
            let path = super::file::meant(given);
            let text = host.read_named(&path).map_err(|fault| unreadable(given, &fault))?;
            parse_facts(&path, &text).map(Some)
        }
    }
}

/// Returns the facts in the text of a file.
fn parse_facts(path: &Path, text: &str) -> Result<Rc<Hash>, FactsError> {
    let value = if path.extension().is_some_and(|end| end == "yaml" || end == "yml") {
        yaml::read(&without_server_tag(text)).map(|node| node.map_or(Value::Undef, |node| node.value))
    } else {
        read_json(text)
    };
    let value = value.map_err(|fault| {
        let place = Source::new("", text).line_column(fault.span.start);
        FactsError::Syntax { file: path.to_owned(), line: place.line, column: place.column, message: fault.message }
    })?;
    facts_of(value).map_err(|found| FactsError::NoHash { file: path.to_owned(), found })
}

/// Returns the error for a name that is neither a set nor a readable file.
fn unreadable(given: &str, fault: &std::io::Error) -> FactsError {
    let given = given.to_owned();
    if given.contains(['/', '\\']) || fault.kind() != std::io::ErrorKind::NotFound {
        return FactsError::Unreadable { given, reason: files::reason(fault), is_allowed: is_allowed(fault) };
    }
    let near = suggest::nearest(&given, facts::SETS.iter().map(|set| set.name));
    FactsError::Unknown { given, near }
}

fn is_allowed(error: &std::io::Error) -> bool {
    !files::rejection(error).is_some_and(Rejection::is_of_reach)
}

/// The reason why facts cannot be loaded or set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactsError {
    /// The file cannot be read, or the setting `files` does not allow it.
    Unreadable { given: String, reason: String, is_allowed: bool },
    /// Neither a fact set nor a file has the name; the most similar set.
    Unknown { given: String, near: Option<&'static str> },
    /// The file is not valid JSON or YAML.
    Syntax { file: PathBuf, line: u32, column: u32, message: String },
    /// The file has something else than a hash; its type.
    NoHash { file: PathBuf, found: String },
    /// No fact can have this path.
    Path(String),
}

impl FactsError {
    /// Returns the issue code.
    pub fn code(&self) -> IssueCode {
        let is_allowed = !matches!(self, FactsError::Unreadable { is_allowed: false, .. });
        if is_allowed { IssueCode::InvalidFacts } else { IssueCode::FileNotAllowed }
    }
}

impl fmt::Display for FactsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactsError::Unreadable { given, reason, .. } => write!(f, "{given}: {reason}"),
            FactsError::Unknown { given, near: Some(near) } => {
                write!(f, "unknown fact set or file '{given}'; did you mean '{near}'?")
            }
            FactsError::Unknown { given, near: None } => {
                write!(f, "unknown fact set or file '{given}'; ':facts sets' lists the sets")
            }
            FactsError::Syntax { file, line, column, message } => {
                write!(f, "{}:{line}:{column}: {message}", pprepl_files::slashed(file))
            }
            FactsError::NoHash { file, found } => {
                write!(f, "{}: expected a hash of facts, found {found}", pprepl_files::slashed(file))
            }
            FactsError::Path(message) => f.write_str(message),
        }
    }
}

/// The facts of the node, if any. The fact `trusted` of a file is not a fact for the code: it has the trusted facts.
#[derive(Clone, Default)]
pub struct Facts {
    values: Option<Rc<Hash>>,
    trusted: Option<Rc<Hash>>,
}

/// The fact of a file that has the trusted facts.
const TRUSTED: &str = "trusted";

impl Facts {
    fn of(given: Rc<Hash>) -> Facts {
        match given.get_str(TRUSTED) {
            None => Facts { values: Some(given), trusted: None },
            Some(found) => {
                let trusted = match found {
                    Value::Hash(hash) => Some(hash.clone()),
                    _ => None,
                };
                let plain = given.iter().filter(|(key, _)| key.as_str() != Some(TRUSTED));
                let plain: Hash = plain.map(|(key, value)| (key.clone(), value.clone())).collect();
                Facts { values: Some(Rc::new(plain)), trusted }
            }
        }
    }

    /// Returns the facts as a file has them.
    fn as_given(&self) -> Hash {
        let mut all = self.values.as_deref().cloned().unwrap_or_default();
        if let Some(trusted) = &self.trusted {
            all.insert(Value::str(TRUSTED), Value::Hash(trusted.clone()));
        }
        all
    }

    /// Loads the facts of a setting's value: a bundled set, or a file; none for an empty value.
    pub(super) fn load(given: &str, host: &mut dyn Host) -> Result<Facts, FactsError> {
        read(given, host).map(|found| found.map(Facts::of).unwrap_or_default())
    }

    /// Loads the facts of a node from a file in a directory of nodes. The user named the directory, so a link in it must
    /// not lead out of it unless the settings allow every file.
    pub(super) fn load_of_node(file: &Path, settings: &Settings) -> Result<Facts, FactsError> {
        let (reach, limit) = (settings.execution.files, settings.file_limit());
        let folder = file.parent().unwrap_or(Path::new(""));
        let rules = Rules { reach, code: vec![folder.to_owned()], limit, ..Rules::default() };
        let text = files::read_code(file, &rules).and_then(files::text);
        let text = text.map_err(|fault| unreadable(&files::slashed(file), &fault))?;
        parse_facts(file, &text).map(Facts::of)
    }

    /// Returns the trusted facts of the file.
    pub(super) fn trusted(&self) -> Option<&Hash> {
        self.trusted.as_deref()
    }

    pub fn is_loaded(&self) -> bool {
        self.values.is_some()
    }

    pub(super) fn hash(&self) -> Option<&Hash> {
        self.values.as_deref()
    }

    /// Sets one fact. Returns the new value and the previous one.
    pub(super) fn set(&mut self, path: &str, value: Value) -> Result<(String, Option<String>), FactsError> {
        let steps = facts::steps(path);
        let facts = self.as_given();
        let before = facts::at(&facts, &steps).map(|value| display_fact(&value));
        let told = display_fact(&value);
        *self = Facts::of(Rc::new(facts::with(&facts, &steps, value).map_err(FactsError::Path)?));
        Ok((told, before))
    }

    /// Returns the facts below a path (all for an empty one) as a tree; a line at depth `levels` shows the rest.
    pub fn rows(&self, path: &str, levels: usize) -> Option<Vec<FactRow>> {
        let mut rows = Vec::new();
        match self.fact(path)? {
            Value::Hash(hash) => grow(&hash, 0, levels, &mut rows),
            value => rows.push(FactRow { depth: 0, name: path.to_owned(), value: Some(display_fact(&value)) }),
        }
        Some(rows)
    }

    /// Returns the facts below a path as data.
    pub fn data(&self, path: &str) -> Option<serde_json::Value> {
        self.fact(path).map(|value| to_json(&value))
    }

    /// Returns the keys below a path of `$facts`, `$trusted` or `$server_facts`, each with its value, or with the bundled
    /// sets that have the key where no facts are loaded.
    pub fn keys_of(&self, variable: &str, path: &str) -> Vec<(String, String)> {
        let steps = if path.is_empty() { Vec::new() } else { facts::steps(path) };
        let rows = |hash: &Hash, of: fn(&Value) -> String| {
            hash.iter().map(|(key, value)| (interpolate(key), of(value))).collect()
        };
        let below = |root: Value| if steps.is_empty() { Some(root) } else { facts::at(root.as_hash()?, &steps) };
        match (variable, &self.values) {
            ("facts", None) => bundled_keys(&steps),
            ("facts", Some(known)) => match below(Value::Hash(known.clone())) {
                Some(Value::Hash(hash)) => rows(&hash, as_json),
                _ => Vec::new(),
            },
            ("trusted", known) => match below(trusted(self.trusted(), self.hash(), "")) {
                Some(Value::Hash(hash)) if known.is_some() => rows(&hash, as_json),
                Some(Value::Hash(hash)) => rows(&hash, |_| String::new()),
                _ => Vec::new(),
            },
            ("server_facts", _) if steps.is_empty() => {
                SERVER_FACTS.iter().map(|name| ((*name).to_owned(), String::new())).collect()
            }
            _ => Vec::new(),
        }
    }

    fn fact(&self, path: &str) -> Option<Value> {
        let facts = self.values.clone()?;
        if path.is_empty() { Some(Value::Hash(facts)) } else { facts::at(&facts, &facts::steps(path)) }
    }

    /// Returns the paths of all facts with their values.
    pub fn paths(&self) -> Vec<(String, String)> {
        let leaves = self.values.as_deref().map(facts::leaves).unwrap_or_default();
        leaves.into_iter().map(|(path, value)| (path, display_fact(&value))).collect()
    }

    /// Returns the most similar path.
    pub fn near(&self, path: &str) -> Option<String> {
        facts::near(self.values.as_deref()?, &facts::steps(path))
    }
}

/// Returns the keys below a path in the bundled sets, in the order of the first set that has each.
fn bundled_keys(steps: &[String]) -> Vec<(String, String)> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    for set in facts::SETS {
        let all = set.facts();
        let inner = if steps.is_empty() { Some(Value::Hash(all)) } else { facts::at(&all, steps) };
        let Some(Value::Hash(hash)) = inner else { continue };
        for key in hash.iter().filter_map(|(key, _)| key.as_str()) {
            match found.iter_mut().find(|(known, _)| known == key) {
                Some((_, sets)) => sets.push(set.name),
                None => found.push((key.to_owned(), vec![set.name])),
            }
        }
    }
    let detail = |sets: Vec<&str>| match &sets[..] {
        all if all.len() == facts::SETS.len() => "in all bundled sets".to_owned(),
        [first, second, more @ ..] if !more.is_empty() => format!("in {first}, {second} and {} more", more.len()),
        few => format!("in {}", few.join(", ")),
    };
    found.into_iter().map(|(key, sets)| (key, detail(sets))).collect()
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

fn as_json(value: &Value) -> String {
    to_json(value).to_string()
}

fn display_fact(value: &Value) -> String {
    columns::shortened(&display(value), WIDE)
}
