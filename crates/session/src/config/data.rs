//! The content of a configuration file.

use std::collections::BTreeMap;

use pprepl_text::{Code, Severity};

use super::config_error::ConfigError;

/// The valid rows of a configuration file, and the errors of the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Settings with their values, as `:set` accepts them, in the order of the file.
    pub settings: Vec<(String, String)>,
    /// Names of aliases, each with the command or code that it means.
    pub aliases: BTreeMap<String, String>,
    /// Actions with their keys; actions of the prompt start with `prompt.`.
    pub keys: Vec<(String, Vec<String>)>,
    pub check: CheckRules,
    pub errors: Vec<ConfigError>,
}

/// The table `[check]`: which rules `pprepl check` reports, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckRules {
    /// Rules with their severity, in the order to apply them; `None` disables a rule.
    pub rules: Vec<(Code, Option<Severity>)>,
    /// Whether to report all notes; `None` if the file does not say.
    pub hints: Option<bool>,
    /// Whether to check the style; `None` if the file does not say.
    pub style: Option<bool>,
    /// Patterns of files and directories that a search for files excludes, as in a `.gitignore`.
    pub exclude: Vec<String>,
}

impl CheckRules {
    /// Returns the severity of a rule of style; `None` if it is disabled.
    pub fn style_severity(&self, code: Code) -> Option<Severity> {
        let own = self.rules.iter().rev().find(|(rule, _)| *rule == code);
        own.map_or(Some(Severity::Warning), |(_, severity)| *severity)
    }

    /// Adds the rows of a file with precedence over this one.
    pub fn extend(&mut self, nearer: CheckRules) {
        self.rules.extend(nearer.rules);
        self.hints = nearer.hints.or(self.hints);
        self.style = nearer.style.or(self.style);
        self.exclude.extend(nearer.exclude);
    }
}
