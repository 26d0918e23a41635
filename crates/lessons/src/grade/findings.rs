//! Findings with their places in the lesson's file.

use std::sync::Arc;

use pprepl_text::suggest::nearest;
use pprepl_text::{Diagnostic, IssueCode, Severity, Source, Span};

use crate::lesson::Lesson;

/// The findings on one cell, or on the head.
pub(super) struct Findings<'a> {
    source: &'a Arc<Source>,
    found: Vec<Diagnostic>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(source: &'a Arc<Source>) -> Findings<'a> {
        Findings { source, found: Vec::new() }
    }

    pub(super) fn take(self) -> Vec<Diagnostic> {
        self.found
    }

    pub(super) fn add(&mut self, found: Vec<Diagnostic>) {
        self.found.extend(found);
    }

    pub(super) fn error(&mut self, code: IssueCode, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(Severity::Error, code, span, message.into(), help.into());
    }

    pub(super) fn warning(&mut self, code: IssueCode, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.push(Severity::Warning, code, span, message.into(), help.into());
    }

    fn push(&mut self, severity: Severity, code: IssueCode, span: Span, message: String, help: String) {
        let mut found = Diagnostic::new(severity, code, Some(span), message);
        found.source = Some(self.source.clone());
        found.help = Some(help).filter(|help| !help.is_empty());
        self.found.push(found);
    }

    /// Adds the findings on the head of a lesson.
    pub(super) fn head(&mut self, lesson: &Lesson, problems: &[String], known: Option<&[String]>) {
        let span = lesson.cells.first().map_or(Span::at(0), |cell| cell.body.span);
        for problem in problems {
            self.error(IssueCode::LessonRun, span, problem.clone(), "");
        }
        for needed in &lesson.needs {
            let Some(known) = known.filter(|known| !known.contains(needed)) else { continue };
            let near = nearest(needed, known.iter().map(String::as_str));
            let help = near.map_or_else(
                || format!("the lessons are {}", known.join(", ")),
                |near| format!("did you mean `{near}`?"),
            );
            self.error(IssueCode::LessonRun, span, format!("unknown lesson `{needed}` in `needs`"), help);
        }
    }
}
