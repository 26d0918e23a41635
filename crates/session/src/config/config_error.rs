//! A wrong row of a configuration file, with its place.

use std::fmt;

/// An error in a configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The line and the column in characters, from 1; `None` if the file cannot be read.
    pub place: Option<(usize, usize)>,
    pub message: String,
}

impl ConfigError {
    /// Returns an error at a byte of the text.
    pub(super) fn at(text: &str, offset: usize, message: impl Into<String>) -> ConfigError {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        ConfigError { place: Some((line, column)), message: message.into() }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "line {line}, column {column}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for ConfigError {}
