//! The log lines and warnings of an evaluation, and the secrets that its errors mask.

use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use pprepl_text::{Diagnostic, IssueCode, Span};
use puppet_pcore::{Value, ValueError};

use super::secrets::Secrets;
use super::{Level, SourcePos};

/// The maximum number of log lines kept for a program that runs apart.
const MAX_LOGS: usize = 50_000;

/// The messages of a session.
pub struct Messages {
    warnings: Vec<Diagnostic>,
    /// The codes and positions of the operators' warnings among them.
    warned: FxHashSet<(IssueCode, Span)>,
    logs: Vec<(Level, String)>,
    /// The maximum number of log lines that an evaluation keeps.
    max_logs: usize,
    /// The values that were unwrapped.
    pub(crate) secrets: Secrets,
    /// The deferred functions without a return type that a warning named.
    pub(crate) unchecked: FxHashSet<Rc<str>>,
    /// True while a program runs for a trial: nothing is logged.
    pub(crate) is_muted: bool,
}

impl Default for Messages {
    fn default() -> Self {
        Messages {
            warnings: Vec::new(),
            warned: FxHashSet::default(),
            logs: Vec::new(),
            max_logs: usize::MAX,
            secrets: Secrets::default(),
            unchecked: FxHashSet::default(),
            is_muted: false,
        }
    }
}

impl Messages {
    /// Drops the warnings of the former input.
    pub(crate) fn clear_warnings(&mut self) {
        self.warnings.clear();
        self.warned.clear();
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, warning: Diagnostic) {
        self.warnings.push(warning);
    }

    /// Limits the number of log lines: the program runs apart from others.
    pub(crate) fn limit_logs(&mut self) {
        self.max_logs = MAX_LOGS;
    }

    /// Adds the warnings of operators.
    #[cold]
    pub(crate) fn report(
        &mut self,
        issues: impl Iterator<Item = Box<ValueError>>,
        site: impl Fn(puppet_pcore::ErrorOperand) -> SourcePos,
    ) {
        for issue in issues {
            let site = site(issue.blame);
            // A loop repeats the warning of one position in each round: report it once.
            if !self.warned.insert((issue.code, site.span)) {
                continue;
            }
            let mut warning = Diagnostic::warning(issue.code, site.span, issue.message.clone()).with_at(site.at);
            warning.help = issue.help;
            self.keep_log(Level::Warning, issue.message);
            self.warnings.push(warning);
        }
    }

    /// Returns the log lines since the last call: level and message.
    pub fn take_logs(&mut self) -> Vec<(Level, String)> {
        std::mem::take(&mut self.logs)
    }

    /// Puts log lines back, before those that were logged since.
    pub fn restore_logs(&mut self, logs: Vec<(Level, String)>) {
        let later = std::mem::replace(&mut self.logs, logs);
        self.logs.extend(later);
    }

    /// Remembers an unwrapped value, so that errors mask it.
    pub fn note_secret(&mut self, value: &Value) {
        self.secrets.note(value);
    }

    /// Returns the warnings since the last call.
    pub fn take_warnings(&mut self) -> Vec<Diagnostic> {
        self.warned.clear();
        std::mem::take(&mut self.warnings)
    }

    /// Returns whether the program runs apart from others.
    pub fn runs_apart(&self) -> bool {
        self.max_logs == MAX_LOGS
    }

    /// Keeps a log line, up to the maximum.
    pub(crate) fn keep_log(&mut self, level: Level, text: String) {
        if self.is_muted {
            return;
        }
        match self.logs.len().cmp(&self.max_logs) {
            Ordering::Less => self.logs.push((level, text)),
            Ordering::Equal => {
                let line = format!("more than {} lines were logged; the rest is omitted", self.max_logs);
                self.logs.push((Level::Warning, line));
            }
            Ordering::Greater => {}
        }
    }
}
