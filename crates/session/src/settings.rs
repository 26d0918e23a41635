//! What `:set` shows and changes: one table of settings, each with its words, default and sentence. The table is what
//! `:set`, `:help set`, completion, the RPC's `options` and docs/settings.md read. Left out: key bindings (the front ends').

use std::fmt;

use pprepl_files::{self as files, Reach};
use pprepl_text::suggest;

use super::Edition;
use super::loosening::{Origin, is_looser};

/// How severe a doubtful thing is (Puppet's setting of the same name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Strict {
    /// Say nothing.
    Off,
    /// Warn and continue.
    #[default]
    Warning,
    /// Fail.
    Error,
}

/// What the type of everything, and that of single values, are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Names {
    /// `Any` and `Scalar`.
    #[default]
    Any,
    /// `Object` and `Literal`, as the old edition of the types has it.
    Object,
}

/// What the static checker does with an input that is about to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum StaticCheck {
    /// What it finds is shown, and the input runs.
    #[default]
    Warn,
    /// An input with a static error is refused.
    Error,
    /// Nothing is checked.
    Off,
}

/// Which values of an input are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Echo {
    /// That of the last statement.
    #[default]
    Last,
    /// None.
    Off,
}

/// Which type is shown below a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TypeLine {
    Detailed,
    /// The common type of what a collection holds.
    #[default]
    Reduced,
    /// The one without sizes and ranges.
    Generalized,
    Off,
}

/// The key bindings of the line editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Keys {
    /// Emacs.
    #[default]
    Emacs,
    /// Vi.
    Vi,
}

/// The settings active. The first group makes the language (an edition sets them all), the second the display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The edition that was chosen last.
    pub edition: Edition,
    /// What a doubtful thing does: a string in arithmetic, and the like.
    pub strict: Strict,
    /// Returns whether an unknown is variable an error (else `undef`).
    pub strict_variables: bool,
    /// The additions that Puppet 8 refuses (claims.md §2a): integers without limit, descending ranges, `Ruby[..]`,
    /// lambdas for Puppet functions, `$block(..)`, `&name`, `type_of`.
    pub additions: bool,
    /// Where Puppet 8 and the seeds both give an answer and pprepl follows the seeds (claims.md §2b).
    pub seed_rules: bool,
    /// Returns whether a regular may expression run over a line end.
    pub multiline_regexp: bool,
    /// Returns whether a failed inputs leave no trace.
    pub atomic: bool,
    /// `Any`/`Scalar` or `Object`/`Literal`.
    pub names: Names,
    /// Returns whether `''` is true.
    pub empty_string_true: bool,
    /// `Data`, bare `Array`, `Hash` and `Pattern` as the seed has them (else as Puppet 8).
    pub seed_types: bool,
    /// Do strings convert to numbers in `==`, `<` and `in`?
    pub string_numbers: bool,
    /// Returns whether `*undef` is `[undef]` (else `[]`).
    pub unfold_undef: bool,
    /// Returns whether an unknown is upper-case name a resource type (else an error).
    pub unknown_types: bool,
    /// Returns whether a function may of the session hide a built-in one.
    pub shadow_builtins: bool,
    /// Are `Callable` and `Callable[0, default]` equal?
    pub callable_default: bool,
    /// What attributes with names or values that the agent would refuse do.
    pub check_values: Strict,
    /// Directories to look for modules in, separated by `:`.
    pub modulepath: String,
    /// The `hiera.yaml` of the global layer. Empty for none.
    pub hiera: String,
    /// The name of the node that the session means. Empty for none.
    pub node: String,
    /// The facts of the node: a bundled set or a file. Empty for none.
    pub facts: String,
    /// Are the flat facts of old made of the structured ones?
    pub legacy_facts: bool,
    /// What the static checker does with an input.
    pub check: StaticCheck,
    /// How deep calls may nest.
    pub depth: u32,
    /// How many elements one operation may make.
    pub elements: u64,
    /// How many MiB of memory one evaluation may use; 0 is a quarter of what is available, at most 1024.
    pub memory: u64,
    /// How many seconds one evaluation may take; 0 is no limit.
    pub time: u64,
    /// How many calls and loop rounds one evaluation may take; 0 is no limit.
    pub steps: u64,
    /// From where code may read files.
    pub files: Reach,
    /// How many MiB a file may have that is read.
    pub file_size: u64,
    /// The directory that `files = notebook` means; empty for the current one. No `:set` changes it: it is the notebook's.
    pub folder: String,
    /// Which values are shown.
    pub echo: Echo,
    /// Which type is shown below a value.
    pub types: TypeLine,
    /// Returns whether the time is that an input took shown.
    pub timing: bool,
    /// Returns whether a gray is preview shown while typing.
    pub preview: bool,
    /// Is what the static checker says shown in gray while typing?
    pub hints: bool,
    /// Are notes shown while typing, where a text is read in a way that its looks may not tell?
    pub notes: bool,
    /// Returns whether an opening brackets or quote bring its closing one along.
    pub autoclose: bool,
    /// The least level of log lines that are shown (a Puppet level, or `none`).
    pub log_level: String,
    /// How many lines of a value are shown; 0 is all.
    pub output_lines: u32,
    /// The theme's name.
    pub theme: String,
    pub keys: Keys,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            edition: Edition::Eight,
            strict: Strict::Warning,
            strict_variables: true,
            additions: true,
            seed_rules: true,
            multiline_regexp: false,
            atomic: true,
            names: Names::Any,
            empty_string_true: true,
            seed_types: false,
            string_numbers: false,
            unfold_undef: false,
            unknown_types: false,
            shadow_builtins: true,
            callable_default: false,
            check_values: Strict::Warning,
            modulepath: String::new(),
            hiera: String::new(),
            node: String::new(),
            facts: String::new(),
            legacy_facts: false,
            check: StaticCheck::Warn,
            depth: 1000,
            elements: 20_000_000,
            memory: 0,
            time: 0,
            steps: 0,
            files: Reach::All,
            file_size: files::LIMIT >> 20,
            folder: String::new(),
            echo: Echo::Last,
            types: TypeLine::Reduced,
            timing: false,
            preview: true,
            hints: true,
            notes: false,
            autoclose: false,
            log_level: "notice".to_owned(),
            output_lines: 200,
            theme: "auto".to_owned(),
            keys: Keys::Emacs,
        }
    }
}

/// What a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A integer in a range.
    Number(u64, u64),
    /// Any text.
    Text,
    /// Any one word (a theme's name; who uses it says when it is unknown).
    Word,
}

/// A setting: a row of [`SETTINGS`].
pub struct Setting {
    pub key: &'static str,
    /// Returns whether it changes the language, so that an edition sets it.
    pub language: bool,
    /// What it takes.
    pub allowed: Allowed,
    /// One sentence.
    pub summary: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str),
}

impl Setting {
    /// Its value under these settings, as `:set` prints it.
    pub fn value(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// The words that it takes, for completion; empty when they cannot be listed.
    pub fn words(&self) -> &'static [&'static str] {
        match self.allowed {
            Allowed::Switch => &["on", "off"],
            Allowed::Words(words) => words,
            Allowed::Number(..) | Allowed::Word | Allowed::Text => &[],
        }
    }
}

const EDITIONS: &[&str] = &["8", "4x", "3x", "puppet8"];
const STRICT: &[&str] = &["off", "warning", "error"];
const NAMES: &[&str] = &["any", "object"];
const CHECK: &[&str] = &["warn", "error", "off"];
const FILES: &[&str] = &["notebook", "modules", "all"];
const ECHO: &[&str] = &["last", "off"];
const TYPES: &[&str] = &["detailed", "reduced", "generalized", "off"];
const KEYS: &[&str] = &["emacs", "vi"];
const LEVELS: &[&str] = &["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "none"];

macro_rules! switch {
    ($field:ident, $language:expr, $summary:literal) => {
        Setting {
            key: stringify!($field),
            language: $language,
            allowed: Allowed::Switch,
            summary: $summary,
            get: |settings| if settings.$field { "on" } else { "off" }.to_owned(),
            set: |settings, word| settings.$field = word == "on",
        }
    };
}

macro_rules! words {
    ($field:ident, $language:expr, $words:expr, [$($variant:path),+], $summary:literal) => {
        Setting {
            key: stringify!($field),
            language: $language,
            allowed: Allowed::Words($words),
            summary: $summary,
            get: |settings| {
                let at = [$($variant),+].iter().position(|v| *v == settings.$field).unwrap_or(0);
                $words.get(at).copied().unwrap_or_default().to_owned()
            },
            set: |settings, word| {
                let at = $words.iter().position(|w| *w == word).unwrap_or(0);
                if let Some(value) = [$($variant),+].get(at) {
                    settings.$field = *value;
                }
            },
        }
    };
}

macro_rules! number {
    ($field:ident, $language:expr, $from:literal to $to:literal, $summary:literal) => {
        Setting {
            key: stringify!($field),
            language: $language,
            allowed: Allowed::Number($from, $to),
            summary: $summary,
            get: |settings| settings.$field.to_string(),
            set: |settings, word| settings.$field = word.parse().unwrap_or(settings.$field),
        }
    };
}

/// Every setting, in the order in which `:set` lists them.
pub static SETTINGS: &[Setting] = &[
    Setting {
        key: "edition",
        language: true,
        allowed: Allowed::Words(EDITIONS),
        summary: "the language: Puppet 8 with the seeds' additions, the seeds 4x or 3x to the letter, or puppet8 to the letter",
        get: |settings| settings.edition.as_str().to_owned(),
        set: |settings, word| {
            if let Some(edition) = Edition::named(word) {
                edition.apply(settings);
            }
        },
    },
    words!(
        strict,
        true,
        STRICT,
        [Strict::Off, Strict::Warning, Strict::Error],
        "what a doubtful thing does, such as a string in arithmetic"
    ),
    switch!(strict_variables, true, "an unknown variable is an error (off: undef)"),
    switch!(
        additions,
        true,
        "what Puppet 8 refuses: big integers, Integer[5, 1], lambdas for your functions, $block(..), &name, type_of"
    ),
    switch!(seed_rules, true, "follow the language's seed documents where Puppet 8 gives another answer by accident"),
    switch!(multiline_regexp, true, "a regular expression may run over a line end"),
    switch!(atomic, true, "an input that fails leaves no trace"),
    words!(
        names,
        true,
        NAMES,
        [Names::Any, Names::Object],
        "any: Any and Scalar; object: Object and Literal, their old names"
    ),
    switch!(empty_string_true, true, "'' counts as true"),
    switch!(seed_types, true, "Data, and bare Array, Hash and Pattern, mean what the seed says"),
    switch!(string_numbers, true, "a string that spells a number equals it, and is ordered with numbers"),
    switch!(unfold_undef, true, "*undef is [undef] (off: nothing)"),
    switch!(unknown_types, true, "an unknown name in upper case is a resource type (off: an error)"),
    switch!(shadow_builtins, true, "a function of yours may hide a built-in one"),
    switch!(callable_default, true, "Callable and Callable[0, default] are equal"),
    words!(
        check_values,
        true,
        STRICT,
        [Strict::Off, Strict::Warning, Strict::Error],
        "what an attribute does that the agent would refuse: its name or value (Puppet's compiler says nothing)"
    ),
    Setting {
        key: "modulepath",
        language: false,
        allowed: Allowed::Text,
        summary: "folders to look for modules in, separated by ':'",
        get: |settings| settings.modulepath.clone(),
        set: |settings, word| settings.modulepath = word.to_owned(),
    },
    Setting {
        key: "hiera",
        language: false,
        allowed: Allowed::Text,
        summary: "the hiera.yaml of the global layer",
        get: |settings| settings.hiera.clone(),
        set: |settings, word| settings.hiera = word.to_owned(),
    },
    Setting {
        key: "node",
        language: false,
        allowed: Allowed::Text,
        summary: "the node's name: the body of the node definition that matches it runs, once",
        get: |settings| settings.node.clone(),
        set: |settings, word| settings.node = word.to_owned(),
    },
    Setting {
        key: "facts",
        language: false,
        allowed: Allowed::Text,
        summary: "the facts of the node: a bundled set (':facts sets') or a file of JSON or YAML",
        get: |settings| settings.facts.clone(),
        set: |settings, word| settings.facts = word.to_owned(),
    },
    switch!(legacy_facts, false, "osfamily, ipaddress and the other flat facts of old, too"),
    words!(
        check,
        false,
        CHECK,
        [StaticCheck::Warn, StaticCheck::Error, StaticCheck::Off],
        "what static checks do with an input: say what will fail, refuse it, or nothing"
    ),
    number!(depth, false, 10 to 100_000, "how deep calls may nest"),
    number!(elements, false, 1_000 to 10_000_000_000, "how many elements one operation may make"),
    number!(memory, false, 0 to 1_000_000, "MiB of memory for one evaluation; 0: a quarter of what is available, at most 1024"),
    number!(time, false, 0 to 1_000_000, "seconds that one evaluation may take; 0: no limit"),
    number!(steps, false, 0 to 1_000_000_000_000, "calls and loop rounds that one evaluation may take; 0: no limit"),
    words!(
        files,
        false,
        FILES,
        [Reach::Notebook, Reach::Modules, Reach::All],
        "files that code may read: those in the notebook's folder; with the module path and environment; all"
    ),
    number!(file_size, false, 1 to 1_000_000, "MiB that a file may have that is read"),
    words!(echo, false, ECHO, [Echo::Last, Echo::Off], "show the value of an input's last statement, or none"),
    words!(
        types,
        false,
        TYPES,
        [TypeLine::Detailed, TypeLine::Reduced, TypeLine::Generalized, TypeLine::Off],
        "which type is shown below a value"
    ),
    switch!(timing, false, "show how long an input took"),
    switch!(preview, false, "show value and type in grey while you type"),
    switch!(hints, false, "show in grey the type that your input will have, or what will fail (in colours)"),
    switch!(notes, false, "note in grey where a text is read otherwise than it may look"),
    switch!(autoclose, false, "let an opening bracket or quote bring its closing one along"),
    Setting {
        key: "log_level",
        language: false,
        allowed: Allowed::Words(LEVELS),
        summary: "the least level of log lines that are shown",
        get: |settings| settings.log_level.clone(),
        set: |settings, word| settings.log_level = word.to_owned(),
    },
    number!(output_lines, false, 0 to 1_000_000, "how many lines of a value are shown; 0: all"),
    Setting {
        key: "theme",
        language: false,
        allowed: Allowed::Word,
        summary: "the colours (:theme lists them)",
        get: |settings| settings.theme.clone(),
        set: |settings, word| settings.theme = word.to_owned(),
    },
    words!(keys, false, KEYS, [Keys::Emacs, Keys::Vi], "the key bindings of the line editor"),
];

/// Why a setting was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// There is no such setting; the nearest name.
    Unknown(String, Option<&'static str>),
    /// The setting does not accept this value; what it takes.
    Value(&'static str, String, String),
    /// Only the user may loosen the setting; its value.
    Loosened(&'static str, String),
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SettingError::Unknown(key, None) => write!(f, "there is no setting '{key}'; :set lists them"),
            SettingError::Unknown(key, Some(near)) => write!(f, "there is no setting '{key}'; did you mean '{near}'?"),
            SettingError::Loosened(key, value) => {
                write!(f, "{key} stays {value}: only the command line, your configuration and the prompt may loosen it")
            }
            SettingError::Value(key, value, takes) => write!(f, "{key} takes {takes}, not '{value}'"),
        }
    }
}

/// The row of a setting.
pub fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|row| row.key == key)
}

impl Settings {
    /// The settings of an edition.
    pub fn of(edition: Edition) -> Settings {
        let mut settings = Settings::default();
        edition.apply(&mut settings);
        settings
    }

    /// A setting's value as `:set` prints it.
    pub fn get(&self, key: &str) -> Option<String> {
        setting(key).map(|row| row.value(self))
    }

    /// The directories of the module path.
    pub fn module_folders(&self) -> Vec<std::path::PathBuf> {
        self.modulepath.split(':').filter(|folder| !folder.is_empty()).map(Into::into).collect()
    }

    /// Changes a setting. `true`, `yes` and `1` are taken for `on`, and so on.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let key = renamed(key.replace('-', "_"), value);
        let Some(row) = setting(&key) else {
            let near = suggest::nearest(&key, SETTINGS.iter().map(|row| row.key));
            return Err(SettingError::Unknown(key, near));
        };
        let word = accepted(row.allowed, value)
            .ok_or_else(|| SettingError::Value(row.key, value.to_owned(), takes(row.allowed)))?;
        (row.set)(self, &word);
        Ok(())
    }

    /// The same on behalf of `origin`: what widens what code may do is only loosened by the user.
    pub fn set_from(&mut self, origin: Origin, key: &str, value: &str) -> Result<(), SettingError> {
        let mut changed = self.clone();
        changed.set(key, value)?;
        if origin == Origin::Text
            && let Some(row) = SETTINGS.iter().find(|row| is_looser(row.key, self, &changed))
        {
            return Err(SettingError::Loosened(row.key, row.value(self)));
        }
        *self = changed;
        Ok(())
    }
}

/// The name of today for a setting: until version 0.2 `time on` was what `timing on` is.
fn renamed(key: String, value: &str) -> String {
    let switches = value.parse::<u64>().is_err() && switch_word(value).is_some();
    if key == "time" && switches { "timing".to_owned() } else { key }
}

/// The word that the setting stores for `value`, when it takes it.
fn accepted(allowed: Allowed, value: &str) -> Option<String> {
    match allowed {
        Allowed::Switch => switch_word(value).map(str::to_owned),
        Allowed::Words(words) => words.iter().find(|word| word.eq_ignore_ascii_case(value)).map(|w| (*w).to_owned()),
        Allowed::Number(from, to) => number_word(value).filter(|n| (from..=to).contains(n)).map(|n| n.to_string()),
        Allowed::Text => Some(value.to_owned()),
        Allowed::Word => (!value.is_empty()).then(|| value.to_owned()),
    }
}

fn switch_word(value: &str) -> Option<&'static str> {
    match value.to_ascii_lowercase().as_str() {
        "on" | "true" | "yes" | "1" => Some("on"),
        "off" | "false" | "no" | "0" => Some("off"),
        _ => None,
    }
}

fn number_word(value: &str) -> Option<u64> {
    value.replace('_', "").parse().ok()
}

fn takes(allowed: Allowed) -> String {
    match allowed {
        Allowed::Switch => "on or off".to_owned(),
        Allowed::Words(words) => format!("one of {}", words.join(", ")),
        Allowed::Number(from, to) => format!("a number from {from} to {to}"),
        Allowed::Word => "a word".to_owned(),
        Allowed::Text => "any text".to_owned(),
    }
}
