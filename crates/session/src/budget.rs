//! The budget of work other than evaluation: checks, completions, views, meta-commands.

use std::sync::atomic::Ordering;

use pprepl_budget::{self as budget, Exhausted};
use pprepl_text::{Diagnostic, Severity, Source, Span};

use super::report::report;
use super::{Report, Session};

impl Session {
    /// Applies the limits of the settings and the session's cancel flag until the scope is dropped.
    pub fn budget_scope(&self) -> budget::Scope {
        budget::Scope::enter(self.core.vm.calls.cancel_flag(), self.core.limits())
    }

    /// Runs `act` under the budget of the settings. On an error (the exhausted limit) the result is discarded.
    pub fn inside_budget<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> Result<T, Exhausted> {
        match self.ended_by_budget(act) {
            (result, None) => Ok(result),
            (_, Some(reason)) => Err(reason),
        }
    }

    /// Runs `act` under the budget. On exhaustion the result is unspecified, and the report names the limit at the
    /// source `text` (called `name`).
    pub fn under_budget<T>(
        &mut self,
        name: &str,
        text: &str,
        act: impl FnOnce(&mut Session) -> T,
    ) -> (T, Option<Report>) {
        let (result, ended) = self.ended_by_budget(act);
        (result, ended.map(|reason| exhausted(name, text, reason)))
    }

    fn ended_by_budget<T>(&mut self, act: impl FnOnce(&mut Session) -> T) -> (T, Option<Exhausted>) {
        let outer = self.core.begin_budget();
        let result = act(self);
        let ended = self.core.end_budget(outer);
        (result, ended)
    }

    /// Returns the report of a request that was canceled before it began.
    pub fn canceled(&self, name: &str, text: &str) -> Report {
        self.core.vm.calls.cancel_flag().store(false, Ordering::Relaxed);
        exhausted(name, text, Exhausted::Canceled)
    }
}

fn exhausted(name: &str, text: &str, reason: Exhausted) -> Report {
    // Only the first line: a frame of the whole source would be as long as the code that took too long.
    let first_line = text.lines().next().unwrap_or_default();
    let span = Span::new(0, u32::try_from(first_line.len()).unwrap_or(u32::MAX));
    let mut found = Diagnostic::new(Severity::Error, reason, Some(span), reason.message());
    found.help = reason.help().map(str::to_owned);
    report(&Source::new(name, text), &found)
}
