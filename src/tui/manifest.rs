//! The notebook as one manifest: reports on saving what Puppet would reject, and fixes it on request.

use pprepl_notebook::Operation;
use pprepl_notebook::manifest::{self, UnusedValueFix};
use pprepl_text::theme::Role;

use super::command::{Command, DialogRequest};
use super::notebook_view::NotebookView;
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

/// Returns the command that asks how to fix the values that Puppet rejects.
pub fn ask(book: &Workspace) -> Command {
    match manifest::forgotten(book.cells()).len() {
        0 => Command::status(Role::Info, "no unused values: Puppet accepts the file as one manifest"),
        count => Command::Dialog(DialogRequest::UnusedValues(count)),
    }
}

/// Turns the notebook into a manifest that Puppet accepts. Returns the message to show.
pub fn fix(how: UnusedValueFix, notebook: &mut NotebookView) -> Command {
    let all = manifest::fixed(notebook.book.cells(), how);
    notebook.change(Operation::Together { all });
    Command::status(Role::Info, "Puppet now accepts the file as one manifest; one undo reverts all changes")
}
