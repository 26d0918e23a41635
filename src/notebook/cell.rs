//! A cell: a piece of code or prose with an identity that outlives its edits and its place.

/// What names a cell for as long as the notebook is open. Never given twice; not written to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CellId(pub u64);

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellKind {
    /// Puppet code.
    Code,
    /// Prose in Markdown; in the file it stands in comments.
    Prose,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name.
    pub id: CellId,
    /// What it holds.
    pub kind: CellKind,
    /// Its text, with `\n` as line end whatever the file has; prose without comment signs.
    pub text: String,
    /// What stands behind `# %%` in the file (a title, options), as it was written; empty for none.
    pub heading: String,
    /// Is only its first line shown?
    pub folded: bool,
}
