//! The title of a notebook.

use super::prose::first_heading;
use crate::{Cell, Document};

/// Returns the notebook's title: the first heading of its first Markdown cell. A presenter's note has none.
pub fn title(document: &Document) -> Option<String> {
    first_heading(first_prose(document)?.body())
}

/// Returns the first Markdown cell that readers see.
pub(super) fn first_prose(document: &Document) -> Option<&Cell> {
    document.cells().iter().find(|cell| !cell.is_code() && !cell.is_note())
}
