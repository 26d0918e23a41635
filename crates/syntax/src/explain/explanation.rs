//! An explanation of an issue code, with an example that causes it.

use pprepl_text::Code;

/// The stage that raises an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Lexing and parsing.
    Syntax,
    /// Validation before evaluation.
    Validation,
    /// The static checker, before evaluation.
    Types,
    /// While it runs.
    Evaluation,
}

/// The language mode of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleKind {
    /// Puppet source.
    Puppet,
    /// A template (EPP).
    Template,
    Plan,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub code: Code,
    /// The stage that raises the issue.
    pub stage: Stage,
    /// The language mode of the example and its fix.
    pub reading: ExampleKind,
    /// True if only edition `puppet8` raises it: the default edition accepts the example.
    pub puppet8_only: bool,
    /// The meaning, in two to four sentences.
    pub text: &'static str,
    /// An input that fails with the code; empty if it needed a module's file or very long source.
    pub example: &'static str,
    /// The fixed input; empty if the example is.
    pub fix: &'static str,
}

impl Explanation {
    pub(super) const fn template(mut self) -> Self {
        self.reading = ExampleKind::Template;
        self
    }

    pub(super) const fn plan(mut self) -> Self {
        self.reading = ExampleKind::Plan;
        self
    }

    pub(super) const fn puppet8(mut self) -> Self {
        self.puppet8_only = true;
        self
    }
}

pub(super) const fn row(
    stage: Stage,
    code: Code,
    text: &'static str,
    example: &'static str,
    fix: &'static str,
) -> Explanation {
    Explanation { code, stage, reading: ExampleKind::Puppet, puppet8_only: false, text, example, fix }
}
