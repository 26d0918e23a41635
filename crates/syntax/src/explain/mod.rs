//! What each issue code means: a table with plain words, an example that fails with the code, and the example fixed.
//!
//! `:explain CODE` reads it. Issues of Hiera's configuration, of serialization and of Puppet's own programming errors
//! are omitted: no input of ours raises them.

mod evaluation;
mod lexical;
mod types;
mod validation;

/// When an issue is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// While the text is read.
    Syntax,
    /// Before anything runs.
    Validation,
    /// Before anything runs, by the static checker.
    Types,
    /// While it runs.
    Evaluation,
}

/// How the example is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExampleKind {
    /// As Puppet.
    Puppet,
    /// As a template (EPP).
    Template,
    /// As a plan.
    Plan,
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub code: &'static str,
    /// When it is found.
    pub stage: Stage,
    /// How example and fix are to be read.
    pub reading: ExampleKind,
    /// Found under edition `puppet8` only: the default edition gives the example a meaning.
    pub puppet8_only: bool,
    /// What it means, in two to four sentences.
    pub text: &'static str,
    /// An input that fails with it; empty where it would take a module's file or pages of text.
    pub example: &'static str,
    /// The input fixed; empty where the example is.
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

/// Every explanation, by stage.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    lexical::ROWS.iter().chain(validation::ROWS).chain(evaluation::ROWS).chain(types::ROWS)
}

/// The explanation of `code`, upper or lower case.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    explanations().find(|row| row.code.eq_ignore_ascii_case(code))
}
