//! Reads a configuration file: each row is checked on its own, and a wrong one is reported with the nearest name.

use std::io::ErrorKind;
use std::path::Path;

use pprepl_files as files;
use pprepl_text::{Code, RuleCode, Severity, StyleCode, suggest};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::config_error::ConfigError;
use super::data::{CheckRules, Config};
use crate::settings::{Settings, current_key};

/// Maximum size of a configuration file, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 20;

const TABLES: [&str; 4] = ["settings", "aliases", "keys", "check"];
const CHECK_KEYS: [&str; 6] = ["allow", "warn", "deny", "hints", "style", "exclude"];

/// Reads the user's file. A missing file is empty. `settings` have what a setting may name, such as the themes;
/// `is_command` knows the names that an alias cannot have.
pub fn load(path: &Path, settings: &Settings, is_command: impl Fn(&str) -> bool) -> Config {
    match files::read_named_text(path, MAX_BYTES) {
        Ok(text) => read(&text, settings, is_command),
        Err(error) if error.kind() == ErrorKind::NotFound => Config::default(),
        Err(error) => {
            let error = ConfigError { place: None, message: format!("cannot read it: {}", files::reason(&error)) };
            Config { errors: vec![error], ..Config::default() }
        }
    }
}

/// Reads the text of the user's file.
pub fn read(text: &str, settings: &Settings, is_command: impl Fn(&str) -> bool) -> Config {
    let mut reader = Reader { text, config: Config::default() };
    reader.read(&TABLES, settings, &is_command);
    reader.sorted()
}

/// Reads the text of a file of a directory: it has check rules only.
pub fn read_rules(text: &str) -> (CheckRules, Vec<ConfigError>) {
    let mut reader = Reader { text, config: Config::default() };
    reader.read(&["check"], &Settings::default(), &|_| false);
    let config = reader.sorted();
    (config.check, config.errors)
}

type Key<'t> = Spanned<std::borrow::Cow<'t, str>>;
type Value<'t> = Spanned<DeValue<'t>>;

struct Reader<'t> {
    text: &'t str,
    config: Config,
}

impl Reader<'_> {
    fn read(&mut self, tables: &[&'static str], settings: &Settings, is_command: &impl Fn(&str) -> bool) {
        let (found, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            self.report(error.span().map_or(0, |span| span.start), error.message());
        }
        for (name, value) in found.get_ref() {
            let key = &**name.get_ref();
            let Some(table) = tables.iter().find(|known| **known == key) else {
                self.unknown_table(name, tables);
                continue;
            };
            let Some(rows) = value.get_ref().as_table() else {
                self.report(value.span().start, format!("expected a table [{key}], found {}", kind(value)));
                continue;
            };
            for (name, value) in rows {
                match *table {
                    "settings" => self.setting(name, value, settings),
                    "aliases" => self.alias(name, value, is_command),
                    "keys" => self.key(name, value),
                    _ => self.check(name, value),
                }
            }
        }
    }

    /// Returns the content with the errors in the order of the file.
    fn sorted(mut self) -> Config {
        self.config.errors.sort_by_key(|error| error.place);
        self.config
    }

    fn report(&mut self, offset: usize, message: impl Into<String>) {
        self.config.errors.push(ConfigError::at(self.text, offset, message));
    }

    fn unknown_table(&mut self, name: &Key<'_>, tables: &[&'static str]) {
        let word = &**name.get_ref();
        let list = tables.iter().map(|table| format!("[{table}]")).collect::<Vec<_>>().join(", ");
        let message = match suggest::nearest(word, tables.iter().copied()) {
            Some(near) => format!("unknown table '{word}'; did you mean '[{near}]'?"),
            None if TABLES.contains(&word) => {
                format!("[{word}] belongs in your own configuration; here is only {list}")
            }
            None if crate::settings::setting(word).is_some() && tables.contains(&"settings") => {
                format!("'{word}' belongs below [settings]")
            }
            None => format!("unknown table '{word}'; the tables are {list}"),
        };
        self.report(name.span().start, message);
    }

    fn setting(&mut self, name: &Key<'_>, value: &Value<'_>, settings: &Settings) {
        let key = &**name.get_ref();
        let Some(word) = word(value) else {
            let message = format!("expected a string, a number or a Boolean for '{key}', found {}", kind(value));
            return self.report(value.span().start, message);
        };
        let is_unknown = crate::settings::setting(&current_key(key, &word)).is_none();
        if key == "theme" && !settings.themes.knows(&word) {
            let near = suggest::nearest(&word, settings.themes.names());
            let help = near.map_or("':theme' lists them".to_owned(), |near| format!("did you mean '{near}'?"));
            return self.report(value.span().start, format!("unknown theme '{word}'; {help}"));
        }
        match settings.clone().set(key, &word) {
            Ok(()) => self.config.settings.push((key.to_owned(), word)),
            Err(error) => {
                let at = if is_unknown { name.span() } else { value.span() };
                self.report(at.start, error.to_string().replace("':set' lists them", "see 'docs/settings.md'"));
            }
        }
    }

    fn alias(&mut self, name: &Key<'_>, value: &Value<'_>, is_command: &impl Fn(&str) -> bool) {
        let key = &**name.get_ref();
        if is_command(key) {
            return self.report(name.span().start, format!("':{key}' is a command; an alias needs another name"));
        }
        if !is_alias_name(key) {
            let message = format!("'{key}' is not a valid alias; use letters, digits, '_' and '-'");
            return self.report(name.span().start, message);
        }
        match value.get_ref().as_str().filter(|text| !text.trim().is_empty()) {
            Some(text) => {
                self.config.aliases.insert(key.to_owned(), text.to_owned());
            }
            None => self
                .report(value.span().start, format!("expected a command or code for '{key}', found {}", kind(value))),
        }
    }

    /// Reads the keys of an action. The front ends know the names of actions.
    fn key(&mut self, name: &Key<'_>, value: &Value<'_>) {
        let key = name.get_ref().to_string();
        let text = |value: &Value<'_>| value.get_ref().as_str().map(str::to_owned);
        let keys = match value.get_ref().as_array() {
            Some(keys) => keys.iter().map(text).collect::<Option<Vec<_>>>(),
            None => text(value).map(|key| vec![key]),
        };
        match keys {
            Some(keys) => self.config.keys.push((key, keys)),
            None => {
                let message = format!("expected a string or an array of strings for '{key}', found {}", kind(value));
                self.report(value.span().start, message);
            }
        }
    }

    fn check(&mut self, name: &Key<'_>, value: &Value<'_>) {
        let severity = match &**name.get_ref() {
            "allow" => None,
            "warn" => Some(Severity::Warning),
            "deny" => Some(Severity::Error),
            "hints" => return self.config.check.hints = self.switch(name, value),
            "style" => return self.config.check.style = self.switch(name, value),
            "exclude" => return self.exclude(value),
            other => {
                let near = suggest::nearest(other, CHECK_KEYS.iter().copied());
                let help = match near {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("[check] has {}", CHECK_KEYS.join(", ")),
                };
                return self.report(name.span().start, format!("unknown key '{other}'; {help}"));
            }
        };
        let Some(rules) = value.get_ref().as_array() else {
            let message = format!("expected an array of rules for '{}', found {}", name.get_ref(), kind(value));
            return self.report(value.span().start, message);
        };
        for rule in rules {
            self.rule(rule, severity);
        }
    }

    fn exclude(&mut self, value: &Value<'_>) {
        let text = |value: &Value<'_>| value.get_ref().as_str().map(str::to_owned);
        match value.get_ref().as_array().and_then(|all| all.iter().map(text).collect::<Option<Vec<_>>>()) {
            Some(patterns) => self.config.check.exclude.extend(patterns),
            None => {
                let message = format!("expected an array of strings for 'exclude', found {}", kind(value));
                self.report(value.span().start, message);
            }
        }
    }

    fn switch(&mut self, name: &Key<'_>, value: &Value<'_>) -> Option<bool> {
        let found = value.get_ref().as_bool();
        if found.is_none() {
            let message = format!("expected true or false for '{}', found {}", name.get_ref(), kind(value));
            self.report(value.span().start, message);
        }
        found
    }

    fn rule(&mut self, value: &Value<'_>, severity: Option<Severity>) {
        let Some(name) = value.get_ref().as_str() else {
            return self.report(value.span().start, format!("expected the name of a rule, found {}", kind(value)));
        };
        match rule_named(name) {
            Some(rule) => self.config.check.rules.push((rule, severity)),
            None => {
                let near = suggest::nearest(name, rule_names());
                let help = near
                    .map_or("'pprepl check --rules' lists them".to_owned(), |near| format!("did you mean '{near}'?"));
                self.report(value.span().start, format!("unknown rule '{name}'; {help}"));
            }
        }
    }
}

/// Returns the rule of the checker or of style with this name.
pub fn rule_named(name: &str) -> Option<Code> {
    let style = || StyleCode::from_name(name).map(Code::Style);
    RuleCode::from_name_or_topic(name).map(Code::Rule).or_else(style)
}

/// Returns the names of all rules.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    RuleCode::ALL.iter().map(|rule| rule.as_str()).chain(StyleCode::ALL.iter().map(|rule| rule.as_str()))
}

/// Returns whether an alias can have this name.
pub(crate) fn is_alias_name(name: &str) -> bool {
    let is_inner = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    name.starts_with(|letter: char| letter.is_ascii_alphabetic()) && name.chars().all(is_inner)
}

/// Returns a value as `:set` accepts it.
fn word(value: &Value<'_>) -> Option<String> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(flag) => Some(if *flag { "on" } else { "off" }.to_owned()),
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

/// Returns the kind of a value for messages.
fn kind(value: &Value<'_>) -> &'static str {
    match value.get_ref() {
        DeValue::String(text) if text.trim().is_empty() => "an empty string",
        DeValue::String(_) => "a string",
        DeValue::Integer(_) => "an integer",
        DeValue::Float(_) => "a float",
        DeValue::Boolean(_) => "a Boolean",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "an array",
        DeValue::Table(_) => "a table",
    }
}
