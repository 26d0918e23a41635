//! The interface to everything impure: files, clock, randomness, environment, logs, cancellation, limits.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use pprepl_files::Rules;
use puppet_pcore::{Value, ValueError};

use super::read_files::ReadFiles;
use super::stamp::Stamp;

/// The level of a log line, with Puppet's names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `debug`
    Debug,
    /// `info`
    Info,
    /// `notice`
    #[default]
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
    /// Returns Puppet's name.
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

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Level {
    /// Every level, in Puppet's order of declaration.
    pub const ALL: [Level; 8] =
        [Level::Debug, Level::Info, Level::Notice, Level::Warning, Level::Err, Level::Alert, Level::Emerg, Level::Crit];

    /// Returns the level with this name.
    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.as_str() == name)
    }

    /// Returns whether a user must notice lines of this level.
    pub const fn is_urgent(self) -> bool {
        !matches!(self, Level::Debug | Level::Info | Level::Notice)
    }

    /// Returns the label before a line that a user reads.
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

/// The limits of an evaluation.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The maximum depth of calls.
    pub depth: usize,
    /// The maximum number of bytes of the machine's stack that calls may use.
    pub stack_bytes: usize,
    /// The maximum number of elements that one operation may create (an expanded range, a repeated string); also the
    /// approximate total of values.
    pub elements: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 1000, stack_bytes: 1 << 20, elements: 20_000_000 }
    }
}

/// Output to the user at a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugOutput {
    /// Plain text, with names in its first column.
    Text(String),
    /// A value as source, and its type.
    Value(String, String),
    /// A diagnostic, without and with colors.
    Fault(String, String),
}

/// The outside world as the evaluator sees it. A sandbox is another host.
pub trait Host {
    /// Says that a program starts or has ended. While it runs, the host may assume that no file appears, disappears or
    /// changes.
    fn program_runs(&mut self, _runs: bool) {}
    /// Reads a UTF-8 file that the user's program named.
    fn read_file(&mut self, path: &Path) -> io::Result<String>;
    /// Reads the bytes of a file that the user's program named.
    fn read_bytes(&mut self, path: &Path) -> io::Result<Vec<u8>> {
        self.read_file(path).map(String::into_bytes)
    }
    /// Reads a data file of Hiera's.
    fn read_data(&mut self, path: &Path) -> io::Result<String> {
        self.read_file(path)
    }
    /// Reads a UTF-8 file that the user named, such as a file of facts.
    fn read_named(&mut self, path: &Path) -> io::Result<String> {
        self.read_file(path)
    }
    /// Reads a UTF-8 file that belongs to a directory that the user named: an environment's manifest, a module's code.
    fn read_code(&mut self, path: &Path) -> io::Result<String> {
        self.read_named(path)
    }
    /// Fails when code of this file may not run, because it is outside the directories that the user named.
    fn check_code(&mut self, _path: &Path) -> io::Result<()> {
        Ok(())
    }
    /// Returns whether a file that the user's program names exists. Fails when the program may not read it.
    fn has_file(&mut self, path: &Path) -> io::Result<bool> {
        Ok(self.read_bytes(path).is_ok())
    }
    /// Changes which files the user's program may read.
    fn set_file_rules(&mut self, _rules: Rules) {}
    /// Sets whether the program runs unattended from now on (as in a preview). Then it reads no files.
    fn set_unasked(&mut self, _unasked: bool) {}
    /// Starts a trial run of a program: until it ends, code reads only files that earlier code read,
    /// and the host remembers nothing.
    fn begin_trial(&mut self) {}
    /// Ends a trial run. Returns whether the program asked for another file.
    fn end_trial(&mut self) -> bool {
        false
    }
    /// Returns the path of a module's file: `folder` is `files`, `templates`, or `` for the module itself; the
    /// reference is `module/path`. `None` without such a module or file.
    fn module_file(&mut self, _folder: &str, _reference: &str) -> Option<PathBuf> {
        None
    }
    /// Returns the first module's file of this path (`lib/puppet/type/x.rb`), in the order of the module path.
    fn file_of_modules(&mut self, _path: &str) -> Option<PathBuf> {
        None
    }
    /// Returns whether the path is a directory.
    fn is_folder(&mut self, _path: &Path) -> bool {
        false
    }
    /// Returns the manifests (`*.pp`) in a directory and its subdirectories, in the order in which a compiler reads
    /// them.
    fn manifests_in(&mut self, _folder: &Path) -> Vec<PathBuf> {
        Vec::new()
    }
    /// Sets the directory of the environment, whose own functions and types belong to a module `environment`.
    fn set_environment(&mut self, _root: Option<PathBuf>) {}
    /// Returns the metadata of a path; `None` if it does not exist.
    fn stamp(&mut self, _path: &Path) -> Option<Stamp> {
        None
    }
    /// Returns the files other than code that programs asked for, as they first were.
    fn read_files(&self) -> ReadFiles {
        ReadFiles::default()
    }
    /// Changes which files count as asked for.
    fn set_read_files(&mut self, _files: ReadFiles) {}
    /// Returns the files other than code that programs asked for, and that are different now.
    fn changed_files(&mut self) -> Vec<PathBuf> {
        Vec::new()
    }
    /// Returns the names in a directory, sorted, and whether they are directories (a link to one is not).
    fn list(&mut self, _folder: &Path) -> Vec<(String, bool)> {
        Vec::new()
    }
    /// Returns the data of a YAML string.
    fn read_yaml(&mut self, _text: &str) -> puppet_pcore::Result<Value> {
        Err(ValueError::new(pprepl_text::Topic::ArgumentValue, "YAML is not read here"))
    }
    /// Sets the file with functions in Puppet that replace those in other languages.
    fn set_substitutes(&mut self, _file: Option<PathBuf>) {}
    /// Returns that file.
    fn substitutes(&mut self) -> Option<PathBuf> {
        None
    }
    /// Sets the file with the answers of PuppetDB.
    fn set_puppetdb(&mut self, _file: Option<PathBuf>) {}
    /// Returns that file.
    fn puppetdb(&mut self) -> Option<PathBuf> {
        None
    }
    /// Sets the directories to search for modules.
    fn set_module_path(&mut self, _folders: Vec<PathBuf>) {}
    /// Returns the Puppetfile that names a module which is in no directory of the module path.
    fn puppetfile_of(&self, _module: &str) -> Option<PathBuf> {
        None
    }
    /// Returns whether a message with this key is new in this session. (A deprecation is reported once.)
    fn first_time(&mut self, _key: &str) -> bool {
        true
    }
    /// Starts a new program: messages that are reported once are reported again.
    fn reset_once_warnings(&mut self) {}
    /// Returns the time in nanoseconds since 1970-01-01T00:00:00Z.
    fn now(&mut self) -> i128;
    fn random(&mut self) -> u64;
    /// Returns the local time zone's name.
    fn time_zone(&mut self) -> String {
        "UTC".to_owned()
    }
    fn environment(&mut self, name: &str) -> Option<String>;
    /// Returns whether a user can answer at breakpoints.
    fn is_attended(&self) -> bool {
        false
    }
    /// Prompts for a command at a breakpoint; `None` ends the run.
    fn ask(&mut self, _prompt: &str) -> Option<String> {
        None
    }
    /// Prints output at a breakpoint.
    fn report(&mut self, _told: &DebugOutput) {}
    /// Prints a log line immediately.
    fn log(&mut self, level: Level, text: &str);
    /// Returns whether code may run programs now, as far as the host knows.
    fn may_run_programs(&mut self) -> bool {
        true
    }
    /// Returns the limits of an evaluation.
    fn limits(&self) -> Limits {
        Limits::default()
    }
}
