//! The notebook as one manifest: reports on saving what Puppet would reject, and fixes it on request.

use pprepl_notebook::Operation;
use pprepl_notebook::manifest::{self, UnusedValueFix};

use super::app::App;
use super::dialog::{Ask, Item};
use super::dialog_host::DialogHost;
use super::dialogs::Choice;
use super::workspace::Workspace;

/// Maximum number of cells named in a message.
const MAX_NUMBERS: usize = 5;

impl App {
    /// Opens the list of fixes.
    pub(super) fn open_fixes(&mut self) {
        match manifest::forgotten(self.book.cells()).len() {
            0 => self.status.set("info", "no unused values: Puppet accepts the file as one manifest"),
            count => self.dialogs.open_fixes(count),
        }
    }

    /// Turns the notebook into a manifest that Puppet accepts.
    pub(super) fn make_manifest(&mut self, how: UnusedValueFix) {
        let all = manifest::fixed(self.book.cells(), how);
        let result = self.book.change(Operation::Together { all });
        self.status.report(result);
        self.rearranged();
        self.status.set("info", "Puppet now accepts the file as one manifest; one undo reverts all changes");
    }
}

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

impl DialogHost {
    /// Opens the list of fixes for a number of unused values.
    pub fn open_fixes(&mut self, count: usize) {
        let ways = [
            (UnusedValueFix::Assign, "$value_1 = ...", "assign to variables; the cells keep their results"),
            (UnusedValueFix::Notice, "notice(...)", "log each value, also when Puppet runs the file"),
        ];
        let row = |(how, label, detail): (UnusedValueFix, &str, &str)| {
            (Item { label: label.to_owned(), detail: detail.to_owned(), ..Item::default() }, Choice::Mending(how))
        };
        let title = if count == 1 { "1 unused value".to_owned() } else { format!("{count} unused values") };
        self.list(Ask::Manifest, &title, ways.map(row).to_vec(), 0);
    }
}
