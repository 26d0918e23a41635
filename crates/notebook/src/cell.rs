//! A cell: code or Markdown with an identity that survives its edits and moves.

use serde::{Deserialize, Serialize};

use super::cell_kind::CellKind;
use super::cell_options::options_end;
use super::mark;

/// The identity of a cell while the notebook is open. It is never reused, and not written to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellId(pub u64);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    pub id: CellId,
    pub kind: CellKind,
    /// The source, always with `\n` as line end; Markdown without comment signs.
    pub text: String,
    /// The title and the options after `# %%` in the file; empty for none. The kind in brackets is not part of it.
    pub heading: String,
    /// Whether only its first line is shown.
    pub folded: bool,
}

impl Cell {
    /// Returns the title, without options; empty for none.
    pub fn title(&self) -> &str {
        mark::title(&self.heading)
    }

    /// Returns the options after the title, as written.
    pub fn options(&self) -> &str {
        mark::options(&self.heading)
    }

    /// Returns the value of the option `key="value"`, without its quotes.
    pub fn option(&self, key: &str) -> Option<&str> {
        let value =
            mark::options(&self.heading).split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))?;
        Some(value.trim_matches('"'))
    }

    /// Splits the text into the option lines at its top and the body below them.
    pub fn parts(&self) -> (&str, &str) {
        self.text.split_at_checked(options_end(&self.text)).unwrap_or(("", &self.text))
    }

    /// Returns the text without the option lines at its top: what a reader sees.
    pub fn body(&self) -> &str {
        self.parts().1
    }

    /// Returns whether an option at the top has this name.
    pub fn has_option(&self, name: &str) -> bool {
        let named = |line: &str| line.strip_prefix("#| ").and_then(|rest| rest.split_whitespace().next()) == Some(name);
        self.parts().0.lines().any(named)
    }

    /// Returns whether only the presenter reads the cell.
    pub fn is_note(&self) -> bool {
        self.kind == CellKind::Prose && self.has_option("note")
    }

    pub fn is_code(&self) -> bool {
        self.kind == CellKind::Code
    }

    /// Returns whether two cells have the same content, ignoring ids and folding.
    pub fn says(&self, other: &Cell) -> bool {
        self.kind == other.kind && self.heading == other.heading && self.text == other.text
    }
}
