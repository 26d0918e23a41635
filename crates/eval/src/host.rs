//! Everything impure stands after this trait: files, clock, randomness, environment, logs, cancelling, limits.

use std::io;
use std::path::{Path, PathBuf};

use pprepl_files::Rules;
use puppet_pcore::Value;

/// The level of a log line, Puppet's names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `debug`
    Debug,
    /// `info`
    Info,
    /// `notice`
    Notice,
    /// `warning`
    Warning,
    /// `err`
    Err,
    /// `alert`
    Alert,
    /// `emerg`
    Emerg,
    /// `crit`
    Crit,
}

impl Level {
    /// Puppet's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Level::Debug => "debug",
            Level::Info => "info",
            Level::Notice => "notice",
            Level::Warning => "warning",
            Level::Err => "err",
            Level::Alert => "alert",
            Level::Emerg => "emerg",
            Level::Crit => "crit",
        }
    }
}

impl Level {
    /// The word before a line that a user reads.
    pub const fn label(self) -> &'static str {
        match self {
            Level::Debug => "Debug",
            Level::Info => "Info",
            Level::Notice => "Notice",
            Level::Warning => "Warning",
            Level::Err => "Error",
            Level::Alert => "Alert",
            Level::Emerg => "Emergency",
            Level::Crit => "Critical",
        }
    }
}

/// What an evaluation may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Calls within calls.
    pub depth: usize,
    /// Bytes of the machine's stack that calls may use.
    pub stack_bytes: usize,
    /// Elements that one operation may make (a range spelled out, a repeated string), in all about this many values.
    pub elements: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 1000, stack_bytes: 1 << 20, elements: 20_000_000 }
    }
}

/// What tells whether a file is still the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// When it was written, in nanoseconds since 1970.
    pub modified: i128,
    pub size: u64,
    /// Returns whether it is a directory.
    pub folder: bool,
}

/// What is said to the user where code has stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugOutput {
    /// Plain text, with names in its first column.
    Text(String),
    /// A value in source form, and its type.
    Value(String, String),
    /// A finding, without and with colors.
    Fault(String, String),
}

/// The outside world as the evaluator sees it. A sandbox is another host.
pub trait Host {
    /// Reads a text file that the user's program named.
    fn read_file(&mut self, path: &Path) -> io::Result<String>;
    /// Reads the bytes of a file that the user's program named.
    fn read_bytes(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_file(path).map(String::into_bytes)
    }
    /// Reads a data file of Hiera's.
    fn read_data(&mut self, path: &Path) -> io::Result<String> {
        self.read_file(path)
    }
    /// Reads a text file that the user named, or that belongs to what the user named: facts, an environment's manifests,
    /// a module's code.
    fn read_named(&mut self, path: &Path) -> io::Result<String> {
        self.read_file(path)
    }
    /// Is there a file that the user's program names? Fails when the program may not read it.
    fn has_file(&mut self, path: &Path) -> io::Result<bool> {
        Ok(self.read_bytes(path).is_ok())
    }
    /// Changes which files the user's program may read.
    fn set_file_rules(&mut self, _rules: Rules) {}
    /// Does the program run without being asked for from now on? Then it reads no files.
    fn set_unasked(&mut self, _unasked: bool) {}
    /// Where a module's file is: `folder` (`files`, `templates`, `` for the module itself) and `module/path`. `None`
    /// without such a module or file.
    fn module_file(&mut self, _folder: &str, _reference: &str) -> Option<PathBuf> {
        None
    }
    /// The first module's file of this path (`lib/puppet/type/x.rb`), in the order of the module path.
    fn file_of_modules(&mut self, _path: &str) -> Option<PathBuf> {
        None
    }
    /// Returns whether it is a directory.
    fn is_folder(&mut self, _path: &Path) -> bool {
        false
    }
    /// The manifests (`*.pp`) in a directory and those in it, in the order in which a compiler reads them.
    fn manifests_in(&mut self, _folder: &Path) -> Vec<PathBuf> {
        Vec::new()
    }
    /// Changes the directory of the environment, whose own functions and types are those of a module `environment`.
    fn set_environment(&mut self, _root: Option<PathBuf>) {}
    /// What is at this path; `None` for nothing.
    fn stamp(&mut self, _path: &Path) -> Option<Stamp> {
        None
    }
    /// The names in a directory, in order, and whether they are directories (a link to one is not).
    fn list(&mut self, _folder: &Path) -> Vec<(String, bool)> {
        Vec::new()
    }
    /// The data in a YAML text; else what is wrong with it.
    fn read_yaml(&mut self, _text: &str) -> Result<Value, String> {
        Err("YAML is not read here".to_owned())
    }
    /// Changes where modules are looked for.
    fn set_module_path(&mut self, _folders: Vec<PathBuf>) {}
    /// Is it the first time in this session that something is said under this key? (A deprecation is told once.)
    fn first_time(&mut self, _key: &str) -> bool {
        true
    }
    /// A new program begins, to which everything is told for the first time.
    fn reset_once_warnings(&mut self) {}
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    fn now(&mut self) -> i128;
    fn random(&mut self) -> u64;
    /// The local time zone's name.
    fn time_zone(&mut self) -> String {
        "UTC".to_owned()
    }
    fn environment(&mut self, name: &str) -> Option<String>;
    /// Is someone there who can be asked where code stops?
    fn is_attended(&self) -> bool {
        false
    }
    /// Asks what to do where code has stopped; `None` ends the run.
    fn ask(&mut self, _prompt: &str) -> Option<String> {
        None
    }
    /// Says something to who was asked.
    fn report(&mut self, _told: &DebugOutput) {}
    /// Takes a log line at once.
    fn log(&mut self, level: Level, text: &str);
    /// What may be used up.
    fn limits(&self) -> Limits {
        Limits::default()
    }
}
