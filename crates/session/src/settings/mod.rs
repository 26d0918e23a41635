//! The table of settings for `:set`: a row has the name, type, default, accepted values and summary of a setting.
//! `:set`, `:help set`, completion, the RPC's `options` and docs/settings.md read it. Key bindings are not included:
//! they are the front ends' own.

mod edition;
mod editions;
mod values;

use std::fmt;

use pprepl_files::{self as files, Reach, path_list};
use pprepl_text::suggest;
use pprepl_text::theme::Themes;
use puppet_syntax::LexOptions;

use crate::config::Personal;
use crate::value_display::OutputLimits;
use values::{SettingValue, accepted, switch_word, takes};

pub use edition::Edition;
pub use values::{Allowed, Echo, Keys, Names, Recall, StaticCheck, Strict, Style, TypeLine, ValueChecks};

/// A setting: a row of [`SETTINGS`].
pub struct Setting {
    pub key: &'static str,
    pub group: Group,
    pub allowed: Allowed,
    /// One sentence.
    pub summary: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str),
}

impl Setting {
    /// Returns whether it changes the language, so that an edition sets it.
    pub fn is_language(&self) -> bool {
        self.group == Group::Language
    }

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

/// The default of `output_lines`.
pub const OUTPUT_LINES: u32 = 200;

const LEVELS: &[&str] = &["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "none"];

/// Declares the groups of settings and the table. A row: `name: type = default, accepted values, summary;`.
macro_rules! settings {
    ($(
        $(#[$group_doc:meta])*
        $group:ident: $Group:ident {
            $($(#[$doc:meta])* $name:ident: $type:ty = $default:expr, $allowed:expr, $summary:literal;)+
        }
    )+) => {
        /// The groups of settings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Group {
            $($(#[$group_doc])* $Group,)+
        }

        $(
            $(#[$group_doc])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $Group {
                $($(#[$doc])* pub $name: $type,)+
            }

            impl Default for $Group {
                fn default() -> Self {
                    $Group { $($name: $default,)+ }
                }
            }
        )+

        /// The active settings, by group.
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Settings {
            /// The edition selected last; `language` may differ from it since.
            pub edition: Edition,
            $($(#[$group_doc])* pub $group: $Group,)+
            /// The directory that `files = notebook` means; empty for the current one. The notebook sets it, never
            /// `:set`.
            pub folder: String,
            /// The built-in themes, from the binary.
            pub themes: Themes,
            /// The user's aliases and configuration file.
            pub personal: Personal,
        }

        /// All settings, in the order of `:set`.
        pub static SETTINGS: &[Setting] = &[
            EDITION,
            $($(Setting {
                key: stringify!($name),
                group: Group::$Group,
                allowed: $allowed,
                summary: $summary,
                get: |settings| settings.$group.$name.word(),
                set: |settings, word| {
                    if let Some(value) = SettingValue::from_word(word) {
                        settings.$group.$name = value;
                    }
                },
            },)+)+
        ];
    };
}

/// The edition: it sets the whole language.
const EDITION: Setting = Setting {
    key: "edition",
    group: Group::Language,
    allowed: Edition::ALLOWED,
    summary: "the language: Puppet 8 with extensions, the specification 4x or 3x exactly, or puppet8 exactly",
    get: |settings| settings.edition.word(),
    set: |settings, word| {
        if let Some(edition) = Edition::from_word(word) {
            edition.apply(settings);
        }
    },
};

settings! {
    /// The language. An edition sets all of it.
    language: Language {
        /// The severity of questionable code: a string in arithmetic, and the like.
        strict: Strict = Strict::Warning, Strict::ALLOWED,
            "severity of questionable code, such as strings in arithmetic";
        /// True if an unknown variable is an error (else `undef`).
        strict_variables: bool = true, bool::ALLOWED, "an unknown variable is an error (off: undef)";
        /// The extensions that Puppet 8 rejects: unlimited integers, descending ranges, `Ruby[..]`, lambdas for Puppet
        /// functions, `$block(..)`, `&name`, `type_of`.
        additions: bool = true, bool::ALLOWED,
            "accept extensions that Puppet 8 rejects: big integers, Integer[5, 1], lambdas for your functions, \
             $block(..), &name, type_of";
        /// True if pprepl follows the language reference where Puppet 8 differs from it.
        spec_rules: bool = true, bool::ALLOWED, "follow the language specification where Puppet 8 deviates by accident";
        /// True if a regular expression may continue over a line end.
        multiline_regexp: bool = false, bool::ALLOWED, "allow a regular expression over several lines in inputs; files always may have one";
        /// True if sources are read in tasks mode.
        tasks: bool = false, bool::ALLOWED,
            "read inputs and files as Bolt reads plans; files below a directory `plans` are always read so";
        /// True if a failed input is rolled back.
        atomic: bool = true, bool::ALLOWED, "roll back an input that fails";
        /// `Any`/`Scalar` or `Object`/`Literal`.
        names: Names = Names::Any, Names::ALLOWED,
            "any: Any and Scalar; object: Object and Literal, their legacy names";
        /// True if `''` is true.
        empty_string_true: bool = true, bool::ALLOWED, "'' counts as true";
        /// True if `Data`, unparametrized `Array`, `Hash` and `Pattern` follow the language reference (else Puppet 8).
        spec_types: bool = false, bool::ALLOWED,
            "Data, and Array, Hash and Pattern without parameters, follow the language specification";
        /// True if strings convert to numbers in `==`, `<` and `in`.
        string_numbers: bool = false, bool::ALLOWED, "a numeric string equals its number and is ordered with numbers";
        /// True if `*undef` is `[undef]` (else `[]`).
        unfold_undef: bool = false, bool::ALLOWED, "*undef is [undef] (off: empty)";
        /// True if an unknown upper-case name is a resource type (else an error).
        unknown_types: bool = false, bool::ALLOWED, "an unknown name in upper case is a resource type (off: an error)";
        /// True if a function of the session may hide a built-in one.
        shadow_builtins: bool = true, bool::ALLOWED, "a function of yours may hide a built-in one";
        /// True if `Callable` and `Callable[0, default]` are equal.
        callable_default: bool = false, bool::ALLOWED, "Callable and Callable[0, default] are equal";
        /// The severity of attributes with names or values that the agent rejects.
        check_values: ValueChecks = ValueChecks::Warning, ValueChecks::ALLOWED,
            "severity of attributes that the agent would reject (Puppet's compiler ignores them)";
    }
    /// The code and data that a program sees: modules, Hiera, the node and its facts.
    environment: Environment {
        /// The module directories, separated by `:`.
        modulepath: String = String::new(), String::ALLOWED, "module directories, separated by ':'";
        /// The `hiera.yaml` of the global layer; empty for none.
        hiera: String = String::new(), String::ALLOWED, "the hiera.yaml of the global layer";
        /// The session's node; empty for none.
        node: String = String::new(), String::ALLOWED,
            "the node's name: the body of the matching node definition runs, once";
        /// The facts of the node: a bundled set or a file; empty for none.
        facts: String = String::new(), String::ALLOWED,
            "the facts of the node: a bundled set (':facts sets') or a file of JSON or YAML";
        /// True if the legacy flat facts are derived from the structured ones.
        legacy_facts: bool = false, bool::ALLOWED, "include legacy facts such as osfamily and ipaddress";
    }
    /// How an input runs: the check before it, its limits, and the files that code may read.
    execution: Execution {
        /// The static checker's treatment of an input.
        check: StaticCheck = StaticCheck::Warn, StaticCheck::ALLOWED,
            "static checks before an input runs: show findings, reject errors, or off";
        /// The maximum depth of calls.
        depth: u32 = 1000, Allowed::Number(10, 100_000), "maximum depth of calls";
        /// The maximum number of elements that one operation creates.
        elements: u64 = 20_000_000, Allowed::Number(1_000, 10_000_000_000),
            "maximum number of elements that one operation creates";
        /// The memory limit of one evaluation in MiB; 0 is a quarter of the available memory, at most 1024.
        memory: u64 = 0, Allowed::Number(0, 1_000_000),
            "MiB of memory for one evaluation; 0: a quarter of the available memory, at most 1024";
        /// The time limit of one evaluation in seconds; 0 means unlimited.
        time: u64 = 0, Allowed::Number(0, 1_000_000), "maximum seconds of one evaluation; 0: no limit";
        /// The maximum number of calls and loop iterations of one evaluation; 0 means unlimited.
        steps: u64 = 0, Allowed::Number(0, 1_000_000_000_000),
            "maximum calls and loop iterations of one evaluation; 0: no limit";
        /// The directories from which code may read files.
        files: Reach = Reach::All, Reach::ALLOWED,
            "files that code may read: in the notebook's directory; with the module path and environment; all";
        /// The maximum size of a file to read, in MiB.
        file_size: u64 = files::LIMIT >> 20, Allowed::Number(1, 1_000_000), "maximum size in MiB of a file to read";
    }
    /// Code of modules that is not written in Puppet. Nothing runs unless the user asks for it.
    foreign: Foreign {
        /// The Ruby that runs functions and templates: `off`, `auto`, `puppet`, or the path of a program.
        ruby: String = "off".to_owned(), String::ALLOWED,
            "run the Ruby code of modules: off, auto (the ruby of your PATH), puppet (with Puppet's library), or a path";
        /// The file with functions in Puppet that replace Ruby functions; empty for none.
        stand_ins: String = String::new(), String::ALLOWED,
            "a .pp file with functions that replace those in Ruby";
        /// The file with the answers of PuppetDB; empty for none.
        puppetdb: String = String::new(), String::ALLOWED,
            "a YAML or JSON file with PuppetDB's answers to queries, and exported resources of other nodes";
    }
    /// The front ends: what they show, and how the user types.
    display: Display {
        /// The values to show.
        echo: Echo = Echo::Last, Echo::ALLOWED, "show the value of an input's last statement, of each statement, or none";
        /// The type shown below a value.
        types: TypeLine = TypeLine::Reduced, TypeLine::ALLOWED, "the type to show below a value";
        /// True if the elapsed time of an input is shown.
        timing: bool = false, bool::ALLOWED, "show the elapsed time of an input";
        /// True if a gray preview is shown while typing.
        preview: bool = true, bool::ALLOWED, "show value and type in gray while you type";
        /// True if hints of the static checker are shown in gray while typing.
        hints: bool = true, bool::ALLOWED, "show in gray the type of your input, or its first error (in color)";
        /// True if notes are shown, where the meaning of source differs from its looks.
        notes: bool = true, bool::ALLOWED, "show notes on code that may not mean what it seems to";
        /// True if an opening bracket or quote inserts its closing one.
        autoclose: bool = false, bool::ALLOWED, "insert the closing bracket or quote automatically";
        /// True if the lines of an edited block have signs.
        gutter: bool = true, bool::ALLOWED,
            "show the number of each line, open brackets and heredoc margins while you edit a block";
        /// The minimum level of log lines to show (a Puppet level, or `none`).
        log_level: String = "notice".to_owned(), Allowed::Words(LEVELS), "minimum log level to show";
        /// The maximum number of lines shown of a value; 0 is all.
        output_lines: u32 = OUTPUT_LINES, Allowed::Number(0, 1_000_000),
            "maximum lines to show of a value; 0: all (outside the prompt only if you change it)";
        /// The maximum depth of brackets shown of a value; 0 is all.
        output_depth: u32 = 0, Allowed::Number(0, 1_000), "maximum depth of brackets to show of a value; 0: all";
        /// True if a long list of hashes is shown as a table.
        tables: bool = true, bool::ALLOWED, "show a list of hashes with the same keys as a table if it is long";
        /// True if long output of commands is shown by pages.
        pager: bool = true, bool::ALLOWED, "show long output of commands page by page";
        theme: String = "auto".to_owned(), Allowed::Word, "the color theme (:theme lists them)";
        /// How results and errors are written.
        style: Style = Style::Full, Style::ALLOWED,
            "full: code frames and colors; plain: sentences for screen readers, nothing while you type";
        /// True if the rest of the line is suggested in gray.
        suggestions: bool = true, bool::ALLOWED, "suggest the rest of the line in gray, from the history or by the grammar";
        history: Recall = Recall::All, Recall::ALLOWED,
            "inputs that Up and suggestions offer: all, or those of this project";
        keys: Keys = Keys::Emacs, Keys::ALLOWED, "the key bindings of the line editor";
    }
}

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
            SettingError::Unknown(key, None) => write!(f, "unknown setting '{key}'; ':set' lists them"),
            SettingError::Unknown(key, Some(near)) => write!(f, "unknown setting '{key}'; did you mean '{near}'?"),
            SettingError::Loosened(key, value) => {
                write!(f, "{key} stays {value}: only the command line, your configuration and the prompt may loosen it")
            }
            SettingError::Value(key, value, takes) => {
                write!(f, "{key} takes {takes}, not '{value}'")?;
                let words = takes.strip_prefix("one of ").into_iter().flat_map(|words| words.split(", "));
                match pprepl_text::suggest::nearest(value, words) {
                    Some(near) => write!(f, "; did you mean '{near}'?"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Returns the row of a setting.
pub fn setting(key: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|row| row.key == key)
}

impl Display {
    /// Returns the settings without what is drawn while the user types or reads.
    pub fn without_drawings(self) -> Display {
        Display { preview: false, hints: false, suggestions: false, pager: false, ..self }
    }
}

impl Settings {
    /// Returns how inputs are read, to know whether one is complete.
    pub fn input_options(&self) -> LexOptions {
        LexOptions { multiline_regexp: self.language.multiline_regexp, ..LexOptions::default() }
    }

    /// Returns a setting's value as `:set` prints it.
    pub fn get(&self, key: &str) -> Option<String> {
        setting(key).map(|row| row.value(self))
    }

    /// Returns the language settings that differ from the edition, with their values.
    pub fn changed_language(&self) -> Vec<(&'static str, String)> {
        let usual = Settings::of(self.edition);
        let rows = SETTINGS.iter().filter(|row| row.is_language());
        let changed = rows.filter(|row| row.value(self) != row.value(&usual));
        changed.map(|row| (row.key, row.value(self))).collect()
    }

    /// Returns the words of a status line for settings that change the meaning of code: the edition if it is not 8, and
    /// the first language settings that differ from it, with the number of the others.
    pub fn language_words(&self) -> Vec<String> {
        const MAX_LISTED: usize = 2;
        let edition = (self.edition != Edition::Eight).then(|| self.edition.as_str().to_owned());
        let changed = self.changed_language();
        let listed = changed.iter().take(MAX_LISTED).map(|(key, value)| format!("{key}={value}"));
        let more = changed.len().saturating_sub(MAX_LISTED);
        edition.into_iter().chain(listed).chain((more > 0).then(|| format!("+{more}"))).collect()
    }

    /// Returns the limits of a value's display that the user set.
    pub fn output_limits(&self) -> OutputLimits {
        let lines = if self.display.output_lines == OUTPUT_LINES { 0 } else { self.display.output_lines };
        OutputLimits { lines: lines as usize, depth: self.display.output_depth as usize }
    }

    /// Returns the maximum size in bytes of a file that the user names.
    pub fn file_limit(&self) -> u64 {
        self.execution.file_size << 20
    }

    /// Returns the directories of the module path.
    pub fn module_folders(&self) -> Vec<std::path::PathBuf> {
        path_list::split(&self.environment.modulepath)
    }

    /// Changes a setting. `true`, `yes` and `1` mean `on`, and so on.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SettingError> {
        let key = current_key(key, value);
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

/// Returns the current name of a setting. Until version 0.2 `time on` was today's `timing on`, and two settings had
/// other names.
pub fn current_key(key: &str, value: &str) -> String {
    let key = key.replace('-', "_");
    match key.as_str() {
        "time" if value.parse::<u64>().is_err() && switch_word(value).is_some() => "timing".to_owned(),
        "seed_rules" => "spec_rules".to_owned(),
        "seed_types" => "spec_types".to_owned(),
        _ => key,
    }
}
