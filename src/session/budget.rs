//! The budget of work that is no evaluation: checks, completions, views, meta-commands.

use std::sync::atomic::Ordering;

use crate::budget::{self, Exhausted};
use crate::pcore::Issue;
use crate::text::{Diagnostic, Severity, Source, Span};

use super::report::report;
use super::{Report, Session};

impl Session {
    /// Puts what follows under the limits of the settings and the session's stop flag, until the scope is dropped.
    pub fn budget_scope(&self) -> budget::Scope {
        budget::Scope::enter(self.vm.cancel_flag(), self.limits())
    }

    /// Does something under the budget of an evaluation. Where the budget did not hold, what comes of it may be anything,
    /// and the report says why it ended, with `text` (called `name`) as its place.
    pub fn under_budget<T>(
        &mut self,
        name: &str,
        text: &str,
        act: impl FnOnce(&mut Session) -> T,
    ) -> (T, Option<Report>) {
        let scope = self.budget_scope();
        let result = act(self);
        let ended = budget::check();
        drop(scope);
        (result, ended.err().map(|reason| self.exhausted(name, text, reason)))
    }

    /// The report of a request that was canceled before it began.
    pub fn canceled(&self, name: &str, text: &str) -> Report {
        self.exhausted(name, text, Exhausted::Canceled)
    }

    fn exhausted(&self, name: &str, text: &str, reason: Exhausted) -> Report {
        if reason == Exhausted::Canceled {
            self.vm.cancel_flag().store(false, Ordering::Relaxed);
        }
        let issue: Box<Issue> = reason.into();
        let issue = *issue;
        // The first line: a frame of the whole would be as long as what took too long.
        let first_line = text.lines().next().unwrap_or_default();
        let span = Span::new(0, u32::try_from(first_line.len()).unwrap_or(u32::MAX));
        let mut found = Diagnostic::new(Severity::Error, issue.code, Some(span), issue.message);
        found.help = issue.help;
        report(&Source::new(name, text), &found)
    }
}
