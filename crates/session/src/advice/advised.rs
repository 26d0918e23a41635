//! The advice of a rule about an error.

use pprepl_text::{Fix, Label};

/// The knowledge of a rule about an error.
#[derive(Default)]
pub(super) struct Advice {
    /// A headline instead of the evaluator's.
    pub(super) message: Option<String>,
    pub(super) help: Option<String>,
    /// Fixes to try, the best first.
    pub(super) fixes: Vec<Fix>,
    /// Words for the help if a fix is offered; `{}` is its code.
    pub(super) written: Option<String>,
    pub(super) label: Option<Label>,
    /// True if a fix must have run without an error, because the checker does not decide whether it is right.
    pub(super) must_run: bool,
}

impl Advice {
    /// Creates advice of words.
    pub(super) fn help(help: impl Into<String>) -> Advice {
        Advice { help: Some(help.into()), ..Advice::default() }
    }

    /// Sets the headline.
    pub(super) fn headline(mut self, message: impl Into<String>) -> Advice {
        self.message = Some(message.into());
        self
    }

    /// Adds a fix to try, if there is one.
    pub(super) fn fix(mut self, fix: Option<Fix>) -> Advice {
        self.fixes.extend(fix);
        self
    }

    /// Demands that a fix runs without an error.
    pub(super) fn must_run(mut self) -> Advice {
        self.must_run = true;
        self
    }
}
