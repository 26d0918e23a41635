//! A host without a disk, a clock or chance: an input always does the same, and reads nothing of this machine.

use std::io;
use std::path::{Path, PathBuf};

use pprepl_session::{Session, Settings};
use puppet_eval::{Host, Level, Limits, Stamp};
use puppet_functions::loader::yaml;
use puppet_functions::stdlib;
use puppet_pcore::{Value, ValueError, source_form};

/// A few files in memory.
#[derive(Default)]
pub struct MemoryHost {
    files: Vec<(PathBuf, String)>,
    random: u64,
}

impl MemoryHost {
    /// A host with these files.
    pub fn new(files: Vec<(PathBuf, String)>) -> MemoryHost {
        MemoryHost { files, random: 0 }
    }

    fn file(&self, path: &Path) -> Option<&String> {
        self.files.iter().find(|(name, _)| name == path).map(|(_, text)| text)
    }
}

impl Host for MemoryHost {
    fn read_file(&mut self, path: &Path) -> io::Result<String> {
        self.file(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// The functions of modules that pprepl knows are there, as Ruby files would be.
    fn module_file(&mut self, folder: &str, reference: &str) -> Option<PathBuf> {
        let name = reference.split_once('/')?.1.strip_suffix(".rb")?.replace('/', "::");
        let known = folder == "lib/puppet/functions" && stdlib::find(&name).is_some();
        known.then(|| Path::new("/modules").join(reference))
    }

    fn stamp(&mut self, path: &Path) -> Option<Stamp> {
        self.file(path).map(|text| Stamp { modified: 0, size: text.len() as u64, folder: false })
    }

    fn read_yaml(&mut self, text: &str) -> puppet_pcore::Result<Value> {
        let failed = |fault: yaml::DataError| ValueError::new(pprepl_text::Topic::ArgumentValue, fault.message);
        let node = yaml::read(text).map_err(failed)?;
        node.map_or(Ok(Value::Undef), |node| node.usable().cloned().map_err(failed))
    }

    fn now(&mut self) -> i128 {
        1_700_000_000_000_000_000
    }

    fn random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.random
    }

    fn environment(&mut self, _name: &str) -> Option<String> {
        None
    }

    fn log(&mut self, _level: Level, _text: &str) {}

    fn limits(&self) -> Limits {
        Limits { stack_bytes: 4 << 20, elements: 100_000, ..Limits::default() }
    }
}

/// Limits under which an input ends soon.
pub const BUDGET: [(&str, &str); 4] = [("memory", "64"), ("steps", "20000"), ("time", "5"), ("elements", "100000")];

/// A session under the budget, with these files.
pub fn session_with(mut settings: Settings, files: Vec<(PathBuf, String)>) -> Session {
    for (key, value) in BUDGET {
        settings.set(key, value).expect("a setting");
    }
    Session::new(settings, Box::new(MemoryHost::new(files)))
}

/// A session under the budget.
pub fn session() -> Session {
    session_with(Settings::default(), Vec::new())
}

/// A text as a literal of the language.
pub fn quoted(text: &str) -> String {
    source_form(&Value::str(text)).expect("a string has a form")
}

/// Does a limit, rather than the language, end it?
pub fn is_limit(code: &str) -> bool {
    ["MEMORY_LIMIT", "STEP_LIMIT", "TIME_LIMIT", "CANCELLED"].contains(&code)
}
