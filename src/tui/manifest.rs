//! The notebook as one manifest: reports on saving what Puppet would reject.

use pprepl_notebook::manifest;

use super::workspace::Workspace;

/// Maximum number of cells named in a message.
const MAX_NUMBERS: usize = 5;

/// Returns the message about the saved file as a manifest.
pub fn remark(book: &Workspace) -> String {
    let forgotten = manifest::forgotten(book.cells());
    let number = |id| Some(book.number(id)?.to_string());
    let numbers: Vec<String> = forgotten.iter().filter_map(|(id, _)| number(*id)).take(MAX_NUMBERS).collect();
    let more = if forgotten.len() > MAX_NUMBERS { ", .." } else { "" };
    match forgotten.len() {
        0 => String::new(),
        1 => format!("; Puppet rejects it as one manifest: cell {} ends in a value", numbers.join(", ")),
        _ => format!("; Puppet rejects it as one manifest: cells {}{more} end in values", numbers.join(", ")),
    }
}
