//! Changes of cells in a Jupyter notebook of any program: all else in the file stays.

use serde_json::{Value, json};

use super::ipynb::{lines, option_lines, pretty};
use crate::options_end;

/// Returns a Jupyter notebook with other sources of cells, by their indices; `None` if it cannot be read. The sources
/// start with their option lines, which stay in the metadata where the notebook has them.
pub fn with_cell_texts(notebook: &str, texts: &[(usize, String)]) -> Option<String> {
    let mut notebook: Value = serde_json::from_str(notebook.strip_prefix('\u{feff}').unwrap_or(notebook)).ok()?;
    let cells = notebook.get_mut("cells")?.as_array_mut()?;
    for (index, text) in texts {
        set_text(cells.get_mut(*index)?, text)?;
    }
    Some(pretty(&notebook))
}

fn set_text(cell: &mut Value, text: &str) -> Option<()> {
    let (options, body) = text.split_at_checked(options_end(text))?;
    let source = match cell.pointer_mut("/metadata/pprepl/options") {
        Some(stored) => {
            *stored = option_lines(options, body)?;
            body
        }
        None => text,
    };
    cell.as_object_mut()?.insert("source".to_owned(), json!(lines(source)));
    Some(())
}
