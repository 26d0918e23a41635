//! The reader of lessons: from a notebook to a [`Lesson`]. It accepts any notebook; what it cannot read is a finding
//! of the lesson with its place.

mod check;
mod error;
mod expect;
mod head;
mod names;
mod pane;
mod pattern;
mod step;
mod unknown;
mod value;

use std::sync::Arc;

use pprepl_notebook::{CellKind, Document, options_end};
use pprepl_text::{Source, Span};

use crate::code::Code;
use crate::lesson::{Lesson, LessonCell, StepKind};
use crate::option::{options, span};

pub(crate) use expect::expectation;

/// Reads a lesson. `name` is the name of its file in findings; their places are in the document's text.
pub fn read(name: &str, document: &Document) -> Lesson {
    let text = document.text();
    let source = Source::new(name, text.as_str());
    let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let mut reader = Reader { text: &text, starts, lesson: Lesson::default() };
    for (cell, (_, before)) in document.cells().iter().zip(document.lines_before()) {
        reader.cell(cell, before);
    }
    names::check(&mut reader.lesson);
    let mut lesson = reader.lesson;
    lesson.findings.iter_mut().for_each(|found| found.source = Some(Arc::clone(&source)));
    lesson.findings.sort_by_key(|found| found.span.map_or(0, |span| span.start));
    lesson
}

struct Reader<'t> {
    text: &'t str,
    /// The offsets of the lines.
    starts: Vec<usize>,
    lesson: Lesson,
}

impl<'t> Reader<'t> {
    /// Reads a cell; `before` is the number of lines in the file before its text.
    fn cell(&mut self, cell: &pprepl_notebook::Cell, before: usize) {
        let count = cell.text.split('\n').count();
        let options = options((before..before + count).map(|line| self.line(line)));
        let end = options_end(&cell.text);
        let first = before + cell.text.get(..end).unwrap_or("").lines().count();
        let mut body =
            Code { text: cell.text.get(end..).unwrap_or("").to_owned(), span: self.lines(first, before + count) };
        let (kind, expectations) = match cell.kind {
            CellKind::Prose => (head::prose(&options, &mut self.lesson), Vec::new()),
            CellKind::Code => step::code(&options, &body, &mut self.lesson.findings),
        };
        if matches!(kind, StepKind::Notes) {
            head::add_notes(&options, &mut body);
        }
        let is_typed = cell.is_code() && options.iter().any(|option| option.name == "type");
        let panes = pane::panes(&options, &mut self.lesson.findings);
        let title = cell.title().to_owned();
        self.lesson.cells.push(LessonCell { id: cell.id, title, body, kind, expectations, is_typed, panes });
    }

    /// Returns a line of the file with its offset, without its end.
    fn line(&self, number: usize) -> (usize, &'t str) {
        let start = self.starts.get(number).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number + 1).map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(start..end.max(start)).unwrap_or("");
        (start, line.trim_end_matches('\r'))
    }

    /// Returns the span of lines `from` up to, not including, `to`.
    fn lines(&self, from: usize, to: usize) -> Span {
        let (start, _) = self.line(from);
        if from >= to {
            return span(start, 0);
        }
        let (last, line) = self.line(to - 1);
        span(start, (last + line.len()).saturating_sub(start))
    }
}
