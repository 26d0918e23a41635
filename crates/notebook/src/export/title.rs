//! The title of a notebook.

use super::prose::first_heading;
use crate::Document;

/// Returns the notebook's title: the first heading of its first Markdown cell.
pub fn title(document: &Document) -> Option<String> {
    let first = document.cells().iter().find(|cell| !cell.is_code())?;
    first_heading(first.body())
}
