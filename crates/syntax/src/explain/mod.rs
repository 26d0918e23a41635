//! Explanations of issue codes: a table with descriptions, an example that fails with the code, and the fixed example.
//!
//! `:explain CODE` prints it. Issues of Hiera's configuration, of serialization and of Puppet's own programming errors
//! are omitted: no input raises them here.

mod evaluation;
mod lexical;
mod types;
mod validation;

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
    pub code: &'static str,
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
    const fn template(mut self) -> Self {
        self.reading = ExampleKind::Template;
        self
    }

    const fn plan(mut self) -> Self {
        self.reading = ExampleKind::Plan;
        self
    }

    const fn puppet8(mut self) -> Self {
        self.puppet8_only = true;
        self
    }
}

const fn row(
    stage: Stage,
    code: &'static str,
    text: &'static str,
    example: &'static str,
    fix: &'static str,
) -> Explanation {
    Explanation { code, stage, reading: ExampleKind::Puppet, puppet8_only: false, text, example, fix }
}

/// Returns all explanations, ordered by stage.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    lexical::ROWS.iter().chain(validation::ROWS).chain(evaluation::ROWS).chain(types::ROWS)
}

/// Returns the explanation of `code`, in uppercase or lowercase.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    explanations().find(|row| row.code.eq_ignore_ascii_case(code))
}
