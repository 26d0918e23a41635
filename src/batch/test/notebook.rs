//! A notebook as tests: its cells run in order on a fresh session.

use std::path::Path;

use pprepl_lessons::{CellPlace, CellTest, Lesson, read, test_cells};
use pprepl_notebook::export::Form;
use pprepl_notebook::import::{self, ImportError};
use pprepl_notebook::{CellKind, Document};
use pprepl_session::Session;

use super::result::{LineEdit, Problem, TestCase};
use crate::batch::grade::temporary_directory;

/// A notebook to test.
pub(super) struct Notebook {
    document: Document,
    lesson: Lesson,
    places: Vec<CellPlace>,
    /// Whether an edit of a cell's lines is an edit of the file's lines.
    has_lines: bool,
}

impl Notebook {
    /// Parses a file in the format of its name.
    pub(super) fn read(path: &Path, name: &str, text: &str) -> Result<Notebook, ImportError> {
        let form = Form::of(path).unwrap_or(Form::Manifest);
        let (document, lines) = match form {
            Form::Markdown => import::markdown_with_lines(text),
            other => {
                let (document, _) = import::read(other, text)?;
                let lines = document.lines_before().into_iter().map(|(_, lines)| lines).collect();
                (document, lines)
            }
        };
        let is_jupyter = form == Form::Jupyter;
        let place = |(at, lines): (usize, &usize)| match is_jupyter {
            true => CellPlace { name: format!("{name} cell {}", at + 1), lines_before: 0 },
            false => CellPlace { name: name.to_owned(), lines_before: *lines },
        };
        let places = lines.iter().enumerate().map(place).collect();
        let lesson = read(name, &document);
        Ok(Notebook { document, lesson, places, has_lines: !is_jupyter })
    }

    /// Returns whether it has a cell of code.
    pub(super) fn has_code(&self) -> bool {
        self.document.cells().iter().any(|cell| cell.kind == CellKind::Code && !cell.body().trim().is_empty())
    }

    /// Returns whether it has an expectation.
    pub(super) fn has_expectations(&self) -> bool {
        self.document.cells().iter().any(|cell| cell.has_option("expect"))
    }

    /// Runs the tests.
    pub(super) fn run(&self, session: Session) -> std::io::Result<Vec<TestCase>> {
        let folder = temporary_directory(&self.lesson)?;
        let tests = test_cells(&self.lesson, &self.document, &self.places, session, folder.as_deref());
        if let Some(folder) = folder {
            let _ = std::fs::remove_dir_all(folder);
        }
        Ok(tests.iter().map(|test| self.case(test)).collect())
    }

    fn case(&self, test: &CellTest) -> TestCase {
        let before = self.places.get(test.cell).map_or(0, |place| place.lines_before);
        let name = match (&test.name, self.has_lines) {
            (name, _) if !name.is_empty() => name.clone(),
            (_, true) => format!("line {}", before + 1),
            (_, false) => format!("cell {}", test.cell + 1),
        };
        let edits = test.edits.iter().map(|edit| LineEdit {
            cell: (!self.has_lines).then_some(test.cell),
            lines: edit.lines.start + before..edit.lines.end + before,
            text: edit.text.split('\n').map(str::to_owned).collect(),
        });
        TestCase {
            name,
            line: before + 1,
            seconds: test.seconds,
            problems: test.reports.iter().map(Problem::from).chain(test.findings.iter().map(Problem::from)).collect(),
            invalid: test.invalid,
            edits: edits.collect(),
        }
    }
}
