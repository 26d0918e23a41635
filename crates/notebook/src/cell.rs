//! A cell: a piece of code or prose with an identity that outlives its edits and its place.

use serde::{Deserialize, Serialize};

use super::mark;

/// What names a cell for as long as the notebook is open. Never given twice; not written to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellId(pub u64);

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CellKind {
    /// Puppet code.
    Code,
    /// Prose in Markdown; in the file it is in comments.
    Prose,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    pub id: CellId,
    /// What it holds.
    pub kind: CellKind,
    /// Its text, with `\n` as line end whatever the file has; prose without comment signs.
    pub text: String,
    /// The title and the options that stand after `# %%` in the file; empty for none. The word in brackets that says
    /// what the cell holds is not part of it.
    pub heading: String,
    /// Is only its first line shown?
    pub folded: bool,
}

impl Cell {
    /// The title, without options; empty for none.
    pub fn title(&self) -> &str {
        mark::title(&self.heading)
    }

    /// The options after the title, as they were written.
    pub fn options(&self) -> &str {
        mark::options(&self.heading)
    }

    /// The value of the option `key="value"`, without its quotes.
    pub fn option(&self, key: &str) -> Option<&str> {
        let value =
            mark::options(&self.heading).split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))?;
        Some(value.trim_matches('"'))
    }

    /// Returns whether it is code.
    pub fn is_code(&self) -> bool {
        self.kind == CellKind::Code
    }

    /// Do the two say the same, whatever their names and however they are shown?
    pub fn says(&self, other: &Cell) -> bool {
        self.kind == other.kind && self.heading == other.heading && self.text == other.text
    }
}
