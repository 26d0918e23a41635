//! The notebook as one manifest: reports on saving what Puppet would reject, and fixes it on request.

use pprepl_notebook::Operation;
use pprepl_notebook::manifest::{self, UnusedValueFix};

use super::app::App;
use super::dialog::{Ask, Item};
use super::dialogs::Choice;

/// Maximum number of cells named in a message.
const MAX_NUMBERS: usize = 5;

impl App {
    /// Opens the list of fixes.
    pub(super) fn open_fixes(&mut self) {
        let count = manifest::forgotten(self.book.cells()).len();
        if count == 0 {
            return self.set_status("info", "no unused values: Puppet accepts the file as one manifest");
        }
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

    /// Turns the notebook into a manifest that Puppet accepts.
    pub(super) fn make_manifest(&mut self, how: UnusedValueFix) {
        let all = manifest::fixed(self.book.cells(), how);
        let result = self.book.change(Operation::Together { all });
        self.changed(result);
        self.rearranged();
        self.set_status("info", "Puppet now accepts the file as one manifest; one undo reverts all changes");
    }

    /// Returns the message about the saved file as a manifest.
    pub(super) fn remark_on_manifest(&self) -> String {
        let forgotten = manifest::forgotten(self.book.cells());
        let number = |id| Some(self.book.number(id)?.to_string());
        let numbers: Vec<String> = forgotten.iter().filter_map(|(id, _)| number(*id)).take(MAX_NUMBERS).collect();
        let more = if forgotten.len() > MAX_NUMBERS { ", .." } else { "" };
        match forgotten.len() {
            0 => String::new(),
            1 => format!("; Puppet rejects it as one manifest: cell {} ends in a value", numbers.join(", ")),
            _ => format!("; Puppet rejects it as one manifest: cells {}{more} end in values", numbers.join(", ")),
        }
    }
}
