//! The arguments of a call of a meta-command.

use super::command_error::CommandError;
use pprepl_text::IssueCode;

/// The arguments of a call, by position.
#[derive(Debug, Default)]
pub struct Arguments {
    pub(super) values: Vec<Option<String>>,
}

impl Arguments {
    /// Returns the n-th argument; `None` when it was omitted.
    pub fn get(&self, index: usize) -> Option<&str> {
        self.values.get(index).and_then(Option::as_deref)
    }

    /// Returns the n-th argument, empty when it was omitted.
    pub fn text(&self, index: usize) -> &str {
        self.get(index).unwrap_or("")
    }

    /// Returns the n-th argument as an integer; `default` when it was omitted.
    pub fn number(&self, index: usize, default: usize) -> Result<usize, Box<CommandError>> {
        let Some(word) = self.get(index) else { return Ok(default) };
        word.parse()
            .map_err(|_| CommandError::new(IssueCode::CommandArgument, format!("expected an integer, found '{word}'")))
    }
}
