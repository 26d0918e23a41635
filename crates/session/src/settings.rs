//! The table of settings for `:set`, each with its values, default and summary. `:set`, `:help set`, completion, the
//! RPC's `options` and docs/settings.md read it. Key bindings are not included: they are the front ends' own.

use std::fmt;

use pprepl_files::{self as files, Reach};
use pprepl_text::suggest;
use pprepl_text::theme::Themes;

use super::edition::Edition;

/// The severity of questionable code (Puppet's setting of the same name).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Strict {
    Off,
    #[default]
    Warning,
    Error,
}

/// The names of the type of all values and of the type of single values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Names {
    /// `Any` and `Scalar`.
    #[default]
    Any,
    /// `Object` and `Literal`, the names of the legacy type system.
    Object,
}

/// The static checker's treatment of an input before it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum StaticCheck {
    /// Findings are shown, and the input runs.
    #[default]
    Warn,
    /// An input with a static error is rejected.
    Error,
    Off,
}

/// The values of an input to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Echo {
    /// The value of the last statement.
    #[default]
    Last,
    Off,
}

/// The type shown below a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TypeLine {
    Detailed,
    /// The common type of a collection's elements.
    #[default]
    Reduced,
    /// The type without sizes and ranges.
    Generalized,
    Off,
}

/// The key bindings of the line editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Keys {
    #[default]
    Emacs,
    Vi,
}

/// The active settings. The first group defines the language (an edition sets them all), the second the display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The edition selected last.
    pub edition: Edition,
    /// The severity of questionable code: a string in arithmetic, and the like.
    pub strict: Strict,
    /// True if an unknown variable is an error (else `undef`).
    pub strict_variables: bool,
    /// The extensions that Puppet 8 rejects: unlimited integers, descending ranges, `Ruby[..]`, lambdas for Puppet
    /// functions, `$block(..)`, `&name`, `type_of`.
    pub additions: bool,
    /// True if pprepl follows the language reference where Puppet 8 differs from it.
    pub seed_rules: bool,
    /// True if a regular expression may continue over a line end.
    pub multiline_regexp: bool,
    /// True if a failed input is rolled back.
    pub atomic: bool,
    /// `Any`/`Scalar` or `Object`/`Literal`.
    pub names: Names,
    /// True if `''` is true.
    pub empty_string_true: bool,
    /// True if `Data`, unparametrized `Array`, `Hash` and `Pattern` follow the language reference (else Puppet 8).
    pub seed_types: bool,
    /// True if strings convert to numbers in `==`, `<` and `in`.
    pub string_numbers: bool,
    /// True if `*undef` is `[undef]` (else `[]`).
    pub unfold_undef: bool,
    /// True if an unknown upper-case name is a resource type (else an error).
    pub unknown_types: bool,
    /// True if a function of the session may hide a built-in one.
    pub shadow_builtins: bool,
    /// True if `Callable` and `Callable[0, default]` are equal.
    pub callable_default: bool,
    /// The severity of attributes with names or values that the agent rejects.
    pub check_values: Strict,
    /// The module directories, separated by `:`.
    pub modulepath: String,
    /// The `hiera.yaml` of the global layer; empty for none.
    pub hiera: String,
    /// The session's node; empty for none.
    pub node: String,
    /// The facts of the node: a bundled set or a file; empty for none.
    pub facts: String,
    /// True if the legacy flat facts are derived from the structured ones.
    pub legacy_facts: bool,
    /// The static checker's treatment of an input.
    pub check: StaticCheck,
    /// The maximum depth of calls.
    pub depth: u32,
    /// The maximum number of elements that one operation creates.
    pub elements: u64,
    /// The memory limit of one evaluation in MiB; 0 is a quarter of the available memory, at most 1024.
    pub memory: u64,
    /// The time limit of one evaluation in seconds; 0 means unlimited.
    pub time: u64,
    /// The maximum number of calls and loop iterations of one evaluation; 0 means unlimited.
    pub steps: u64,
    /// The directories from which code may read files.
    pub files: Reach,
    /// The maximum size of a file to read, in MiB.
    pub file_size: u64,
    /// The directory that `files = notebook` means; empty for the current one. The notebook sets it, never `:set`.
    pub folder: String,
    /// The values to show.
    pub echo: Echo,
    /// The type shown below a value.
    pub types: TypeLine,
    /// True if the elapsed time of an input is shown.
    pub timing: bool,
    /// True if a gray preview is shown while typing.
    pub preview: bool,
    /// True if hints of the static checker are shown in gray while typing.
    pub hints: bool,
    /// True if notes are shown while typing, where the meaning of source differs from its looks.
    pub notes: bool,
    /// True if an opening bracket or quote inserts its closing one.
    pub autoclose: bool,
    /// The minimum level of log lines to show (a Puppet level, or `none`).
    pub log_level: String,
    /// The maximum number of lines shown of a value; 0 is all.
    pub output_lines: u32,
    pub theme: String,
    /// The built-in themes, from the binary.
    pub themes: Themes,
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
            notes: true,
            autoclose: false,
            log_level: "notice".to_owned(),
            output_lines: 200,
            theme: "auto".to_owned(),
            themes: Themes::default(),
            keys: Keys::Emacs,
        }
    }
}

/// The values that a setting accepts.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// `on` or `off`.
    Switch,
    /// One of these words.
    Words(&'static [&'static str]),
    /// An integer in a range.
    Number(u64, u64),
    /// Any string.
    Text,
    /// Any one word (a theme's name; its user reports unknown ones).
    Word,
}

/// A setting: a row of [`SETTINGS`].
pub struct Setting {
    pub key: &'static str,
    /// True if it changes the language, so that an edition sets it.
    pub language: bool,
    pub allowed: Allowed,
    /// One sentence.
    pub summary: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str),
}

impl Setting {
    /// Returns its value under these settings, as `:set` prints it.
    pub fn value(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Returns the accepted words, for completion; empty when they cannot be listed.
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

/// All settings, in the order of `:set`.
pub static SETTINGS: &[Setting] = &[
    Setting {
        key: "edition",
        language: true,
        allowed: Allowed::Words(EDITIONS),
        summary: "the language: Puppet 8 with extensions, the specification 4x or 3x exactly, or puppet8 exactly",
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
        "severity of questionable code, such as strings in arithmetic"
    ),
    switch!(strict_variables, true, "an unknown variable is an error (off: undef)"),
    switch!(
        additions,
        true,
        "accept extensions that Puppet 8 rejects: big integers, Integer[5, 1], lambdas for your functions, \
         $block(..), &name, type_of"
    ),
    switch!(seed_rules, true, "follow the language specification where Puppet 8 deviates by accident"),
    switch!(multiline_regexp, true, "allow a regular expression over several lines"),
    switch!(atomic, true, "roll back an input that fails"),
    words!(
        names,
        true,
        NAMES,
        [Names::Any, Names::Object],
        "any: Any and Scalar; object: Object and Literal, their legacy names"
    ),
    switch!(empty_string_true, true, "'' counts as true"),
    switch!(
        seed_types,
        true,
        "Data, and Array, Hash and Pattern without parameters, follow the language \
                               specification"
    ),
    switch!(string_numbers, true, "a numeric string equals its number and is ordered with numbers"),
    switch!(unfold_undef, true, "*undef is [undef] (off: empty)"),
    switch!(unknown_types, true, "an unknown name in upper case is a resource type (off: an error)"),
    switch!(shadow_builtins, true, "a function of yours may hide a built-in one"),
    switch!(callable_default, true, "Callable and Callable[0, default] are equal"),
    words!(
        check_values,
        true,
        STRICT,
        [Strict::Off, Strict::Warning, Strict::Error],
        "severity of attributes that the agent would reject (Puppet's compiler ignores them)"
    ),
    Setting {
        key: "modulepath",
        language: false,
        allowed: Allowed::Text,
        summary: "module directories, separated by ':'",
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
        summary: "the node's name: the body of the matching node definition runs, once",
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
    switch!(legacy_facts, false, "include legacy facts such as osfamily and ipaddress"),
    words!(
        check,
        false,
        CHECK,
        [StaticCheck::Warn, StaticCheck::Error, StaticCheck::Off],
        "static checks before an input runs: show findings, reject errors, or off"
    ),
    number!(depth, false, 10 to 100_000, "maximum depth of calls"),
    number!(elements, false, 1_000 to 10_000_000_000, "maximum number of elements that one operation creates"),
    number!(memory, false, 0 to 1_000_000, "MiB of memory for one evaluation; 0: a quarter of the available memory, \
                                            at most 1024"),
    number!(time, false, 0 to 1_000_000, "maximum seconds of one evaluation; 0: no limit"),
    number!(steps, false, 0 to 1_000_000_000_000, "maximum calls and loop iterations of one evaluation; 0: no limit"),
    words!(
        files,
        false,
        FILES,
        [Reach::Notebook, Reach::Modules, Reach::All],
        "files that code may read: in the notebook's directory; with the module path and environment; all"
    ),
    number!(file_size, false, 1 to 1_000_000, "maximum size in MiB of a file to read"),
    words!(echo, false, ECHO, [Echo::Last, Echo::Off], "show the value of an input's last statement, or none"),
    words!(
        types,
        false,
        TYPES,
        [TypeLine::Detailed, TypeLine::Reduced, TypeLine::Generalized, TypeLine::Off],
        "the type to show below a value"
    ),
    switch!(timing, false, "show the elapsed time of an input"),
    switch!(preview, false, "show value and type in gray while you type"),
    switch!(hints, false, "show in gray the type of your input, or its first error (in color)"),
    switch!(notes, false, "show notes on code that may not mean what it seems to"),
    switch!(autoclose, false, "insert the closing bracket or quote automatically"),
    Setting {
        key: "log_level",
        language: false,
        allowed: Allowed::Words(LEVELS),
        summary: "minimum log level to show",
        get: |settings| settings.log_level.clone(),
        set: |settings, word| settings.log_level = word.to_owned(),
    },
    number!(output_lines, false, 0 to 1_000_000, "maximum lines to show of a value; 0: all"),
    Setting {
        key: "theme",
        language: false,
        allowed: Allowed::Word,
        summary: "the color theme (:theme lists them)",
        get: |settings| settings.theme.clone(),
        set: |settings, word| settings.theme = word.to_owned(),
    },
    words!(keys, false, KEYS, [Keys::Emacs, Keys::Vi], "the key bindings of the line editor"),
];

/// The reason why a setting was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// Unknown setting; the most similar name.
    Unknown(String, Option<&'static str>),
    /// The setting does not accept this value; the key, the value and the accepted values.
    Value(&'static str, String, String),
    /// Only the user may loosen the setting; the key and its value.
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

/// Returns the row of a setting.
pub fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|row| row.key == key)
}

impl Settings {
    /// Returns the settings of an edition.
    pub fn of(edition: Edition) -> Settings {
        let mut settings = Settings::default();
        edition.apply(&mut settings);
        settings
    }

    /// Returns a setting's value as `:set` prints it.
    pub fn get(&self, key: &str) -> Option<String> {
        setting(key).map(|row| row.value(self))
    }

    /// Returns the directories of the module path.
    pub fn module_folders(&self) -> Vec<std::path::PathBuf> {
        self.modulepath.split(':').filter(|folder| !folder.is_empty()).map(Into::into).collect()
    }

    /// Changes a setting. `true`, `yes` and `1` mean `on`, and so on.
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
}

/// Returns the current name of a setting: until version 0.2 `time on` was today's `timing on`.
fn renamed(key: String, value: &str) -> String {
    let switches = value.parse::<u64>().is_err() && switch_word(value).is_some();
    if key == "time" && switches { "timing".to_owned() } else { key }
}

/// Returns the stored form of `value`, when the setting accepts it.
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
