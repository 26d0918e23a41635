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
            return self.set_status("info", "no value stands before code: Puppet takes the file as one manifest");
        }
        let ways = [
            (UnusedValueFix::Assign, "$value_1 = ...", "a variable each: they stay the results of their cells"),
            (UnusedValueFix::Notice, "notice(...)", "a log line each, also where Puppet runs the file"),
        ];
        let row = |(how, label, detail): (UnusedValueFix, &str, &str)| {
            (Item { label: label.to_owned(), detail: detail.to_owned(), ..Item::default() }, Choice::Mending(how))
        };
        let title = if count == 1 {
            "1 value that nothing uses".to_owned()
        } else {
            format!("{count} values that nothing uses")
        };
        self.list(Ask::Manifest, &title, ways.map(row).to_vec(), 0);
    }

    /// Turns the notebook into a manifest that Puppet accepts.
    pub(super) fn make_manifest(&mut self, how: UnusedValueFix) {
        let all = manifest::fixed(self.book.cells(), how);
        let result = self.book.change(Operation::Together { all });
        self.changed(result);
        self.rearranged();
        self.set_status("info", "Puppet takes the file as one manifest now; undo takes all back as one");
    }

    /// Returns the message about the saved file as a manifest.
    pub(super) fn remark_on_manifest(&self) -> String {
        let forgotten = manifest::forgotten(self.book.cells());
        let number = |id| Some(self.book.number(id)?.to_string());
        let numbers: Vec<String> = forgotten.iter().filter_map(|(id, _)| number(*id)).take(MAX_NUMBERS).collect();
        let more = if forgotten.len() > MAX_NUMBERS { ", .." } else { "" };
        match forgotten.len() {
            0 => String::new(),
            1 => format!("; Puppet refuses it as one manifest: cell {} ends in a value", numbers.join(", ")),
            _ => format!("; Puppet refuses it as one manifest: cells {}{more} end in values", numbers.join(", ")),
        }
    }
}
