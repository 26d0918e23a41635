//! A check of files: what to check and how, which all threads share.

use std::path::Path;

use pprepl_files::Rules;
use pprepl_session::config::CheckRules;
use pprepl_session::{Session, Settings};
use pprepl_text::{Code, Severity};

use super::rules::adjust;
use crate::batch::arguments::{Check, Options};
use crate::batch::exclusion::Exclusion;
use crate::batch::session::session;
use crate::batch::threads;

/// The number of files that justify a thread: its session costs as much.
const MIN_FILES: usize = 8;

/// A check of files.
pub(super) struct Checking<'c> {
    pub(super) check: &'c Check,
    pub(super) options: &'c Options,
    pub(super) settings: &'c Settings,
    /// The rules of the user's file and of the directory's file.
    pub(super) rules: CheckRules,
    /// The files of directories that are not checked.
    pub(super) exclusion: Exclusion,
    /// The rules for reading the files.
    pub(super) reading: Rules,
}

impl Checking<'_> {
    /// Returns a session for one thread.
    pub(super) fn session(&self) -> Session {
        let mut session = session(self.settings.clone(), self.options);
        adjust(&mut session, &self.rules, self.check);
        session
    }

    /// Returns whether all notes are reported.
    pub(super) fn shows_hints(&self) -> bool {
        self.check.hints || self.rules.hints == Some(true)
    }

    /// Returns whether the style of files is checked.
    pub(super) fn checks_style(&self) -> bool {
        self.check.style_rules || self.rules.style == Some(true)
    }

    /// Returns the severity of a rule of style; `None` if it is disabled.
    pub(super) fn style_severity(&self, code: Code) -> Option<Severity> {
        let of = |rules: &[Code], severity| rules.contains(&code).then_some(severity);
        let given = of(&self.check.deny, Some(Severity::Error))
            .or_else(|| of(&self.check.warn, Some(Severity::Warning)))
            .or_else(|| of(&self.check.allow, None));
        given.unwrap_or_else(|| self.rules.style_severity(code))
    }

    /// Returns the number of threads for a number of files.
    pub(super) fn threads(&self, files: usize) -> usize {
        threads::count(self.check.jobs).min(files.div_ceil(MIN_FILES)).max(1)
    }
}

/// Returns whether a path is the standard input.
pub(super) fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}
