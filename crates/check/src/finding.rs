//! Findings under construction.

use std::borrow::Cow;

use pprepl_text::{Fix, RuleCode, Severity, WordReplacement};

use super::typed_expr::FileSpan;

/// The maximum number of notes of a finding.
const MAX_NOTES: usize = 3;

/// A secondary span of a finding, with its label.
pub(super) type Note = (FileSpan, Cow<'static, str>);

/// A finding under construction.
pub(super) struct Finding {
    pub(super) severity: Severity,
    pub(super) code: RuleCode,
    pub(super) spot: FileSpan,
    pub(super) message: String,
    pub(super) notes: Vec<Note>,
    pub(super) hint: Option<String>,
    pub(super) fixes: Vec<Fix>,
    pub(super) swap: Option<WordReplacement>,
}

impl Finding {
    pub(super) fn of(severity: Severity, code: RuleCode, spot: FileSpan, message: impl Into<String>) -> Finding {
        Finding {
            severity,
            code,
            spot,
            message: message.into(),
            notes: Vec::new(),
            hint: None,
            fixes: Vec::new(),
            swap: None,
        }
    }

    pub(super) fn error(code: RuleCode, spot: FileSpan, message: impl Into<String>) -> Finding {
        Finding::of(Severity::Error, code, spot, message)
    }

    pub(super) fn warning(code: RuleCode, spot: FileSpan, message: impl Into<String>) -> Finding {
        Finding::of(Severity::Warning, code, spot, message)
    }

    pub(super) fn note(mut self, spot: FileSpan, message: impl Into<Cow<'static, str>>) -> Finding {
        if self.notes.len() < MAX_NOTES && spot != self.spot && !self.notes.iter().any(|(known, _)| *known == spot) {
            self.notes.push((spot, message.into()));
        }
        self
    }

    pub(super) fn note_if(self, spot: Option<FileSpan>, message: impl Into<Cow<'static, str>>) -> Finding {
        match spot {
            Some(spot) => self.note(spot, message),
            None => self,
        }
    }

    pub(super) fn hint(mut self, hint: Option<String>) -> Finding {
        self.hint = self.hint.or(hint);
        self
    }

    /// Adds an edit that fixes the finding.
    pub(super) fn fix(mut self, fix: Option<Fix>) -> Finding {
        self.fixes.extend(fix);
        self
    }

    /// Adds the replacement of a misspelled word.
    pub(super) fn swap(mut self, from: &str, to: Option<&str>) -> Finding {
        self.swap = to.map(|to| WordReplacement { from: from.to_owned(), to: to.to_owned() });
        self
    }
}
