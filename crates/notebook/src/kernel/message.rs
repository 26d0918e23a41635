//! A message with references to cells. The number of a cell is resolved when the message is displayed: cells move,
//! and numbers in a user's own strings must not change.

use std::fmt::{self, Display};

use crate::CellId;
use pprepl_session::StaticDiagnostic;
use pprepl_text::{Code, Severity, Span};

/// Text with references to cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Cell(CellId),
}

impl Message {
    /// Appends text.
    pub fn text(mut self, text: impl Into<String>) -> Message {
        self.0.push(Part::Text(text.into()));
        self
    }

    /// Appends a reference to a cell, displayed as `cell 3`.
    pub fn cell(mut self, id: CellId) -> Message {
        self.0.push(Part::Cell(id));
        self
    }

    /// Appends another message.
    pub fn join(mut self, other: Message) -> Message {
        self.0.extend(other.0);
        self
    }

    /// Formats the message with the cells numbered by their index in `cells`.
    pub fn by_places(&self, cells: &[CellId]) -> String {
        let number = |id: CellId| cells.iter().position(|cell| *cell == id).map_or(id.0, |place| place as u64 + 1);
        self.0.iter().map(|part| part.display(number)).collect()
    }
}

impl Part {
    fn display(&self, number: impl Fn(CellId) -> u64) -> String {
        match self {
            Part::Text(text) => text.clone(),
            Part::Cell(id) => format!("cell {}", number(*id)),
        }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message::default().text(text)
    }
}

impl From<&str> for Message {
    fn from(text: &str) -> Message {
        Message::default().text(text)
    }
}

/// Uses the kernel's own names of the cells.
impl Display for Message {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| out.write_str(&part.display(|id| id.0)))
    }
}

/// A diagnostic for a cell that has not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellFinding {
    /// The severity; an error fails in any case.
    pub severity: Severity,
    pub code: Code,
    /// The name of its page in `:explain`.
    pub topic: &'static str,
    pub message: Message,
    /// Whether a fix is available.
    pub mends: bool,
    /// The span; the end of the source for a missing token.
    pub span: Span,
}

impl From<StaticDiagnostic> for CellFinding {
    fn from(found: StaticDiagnostic) -> CellFinding {
        let StaticDiagnostic { severity, code, topic, message, mends, span } = found;
        CellFinding { severity, code, topic, message: message.into(), mends, span }
    }
}
