//! Trust: opening a notebook that the user has neither run nor saved before runs nothing. Until the user runs it, its
//! cells can only read files in its directory.

use pprepl_files::Reach;

use super::action::Action;
use super::app::App;

impl App {
    /// Decides whether the opened notebook runs automatically. Call it before its cells are sent to the evaluator.
    pub(super) fn judge(&mut self) {
        let trusted = self.book.is_trusted(&self.trust);
        self.engine.set_reach(if trusted { self.reach } else { self.reach.min(Reach::Notebook) }, self.book.folder());
        self.engine.hold_back(self.safe || !trusted);
    }

    /// Returns the message about a notebook that does not run automatically.
    pub(super) fn saved_back_words(&self) -> Option<String> {
        if !self.engine.is_saved_back() || !self.book.code().any(|cell| !cell.text.trim().is_empty()) {
            return None;
        }
        let key = self.keymap.key_of(Action::RunAll).map(ToString::to_string).unwrap_or_default();
        let why = if self.safe { "--safe" } else { "you have not run or saved this version before" };
        Some(format!("not run ({why}): {key} runs it"))
    }

    /// Trusts the notebook after the user ran cells.
    pub(super) fn trust_run(&mut self) {
        if self.engine.is_saved_back() && !self.safe {
            self.be_trusted();
        }
    }

    /// Enables automatic runs after the user ran all cells, if that is the user's preference.
    pub(super) fn let_go(&mut self) {
        if self.engine.is_saved_back() && !self.safe {
            self.engine.hold_back(false);
        }
    }

    /// Trusts the notebook after the user ran or saved it.
    pub(super) fn be_trusted(&mut self) {
        if self.safe {
            return;
        }
        self.engine.set_reach(self.reach, self.book.folder());
        if let Err(error) = self.book.be_trusted(&self.trust) {
            let reason = pprepl_files::reason(&error);
            self.set_status("warning", format!("cannot store that you trust this notebook: {reason}"));
        }
    }
}
