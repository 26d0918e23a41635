//! Trust: opening a notebook that the user has neither run nor saved before runs nothing. Until the user runs it, its
//! cells can only read files in its directory.

use pprepl_files::Reach;
use pprepl_notebook::trust::Trust;

use super::engine::Engine;
use super::workspace::Workspace;

/// The rules of which notebooks run automatically, and what their cells may read.
pub struct TrustPolicy {
    /// The notebooks that the user trusts.
    pub store: Trust,
    /// Whether no notebook runs automatically.
    pub safe: bool,
    /// The directories that cells of a trusted notebook may read files from.
    pub reach: Reach,
    /// Whether the notebook is the learner's copy of a lesson: pprepl wrote it.
    pub is_own: bool,
}

impl TrustPolicy {
    /// Decides whether the opened notebook runs automatically. Call it before its cells are sent to the evaluator.
    pub fn judge(&self, book: &Workspace, engine: &mut Engine) {
        let trusted = self.is_own || book.is_trusted(&self.store);
        engine.set_reach(if trusted { self.reach } else { self.reach.min(Reach::Notebook) }, book.folder());
        engine.hold_back(self.safe || !trusted);
    }

    /// Returns the message about a notebook that does not run automatically. `key` runs all its cells.
    pub fn rejection_text(&self, book: &Workspace, engine: &Engine, key: &str) -> Option<String> {
        if !engine.is_saved_back() || !book.code().any(|cell| !cell.text.trim().is_empty()) {
            return None;
        }
        let why = if self.safe { "--safe" } else { "you have not run or saved this version before" };
        Some(format!("not run ({why}): {key} runs it"))
    }

    /// Trusts the notebook after the user ran cells. Returns a warning if that cannot be stored.
    pub fn after_run(&self, book: &Workspace, engine: &Engine) -> Option<String> {
        if engine.is_saved_back() { self.accept(book, engine) } else { None }
    }

    /// Enables automatic runs after the user ran all cells, if that is the user's preference.
    pub fn after_run_all(&self, engine: &mut Engine) {
        if engine.is_saved_back() && !self.safe {
            engine.hold_back(false);
        }
    }

    /// Trusts the notebook after the user ran or saved it. Returns a warning if that cannot be stored.
    pub fn accept(&self, book: &Workspace, engine: &Engine) -> Option<String> {
        if self.safe || self.is_own {
            return None;
        }
        engine.set_reach(self.reach, book.folder());
        let error = book.be_trusted(&self.store).err()?;
        Some(format!("cannot store that you trust this notebook: {}", pprepl_files::reason(&error)))
    }
}
