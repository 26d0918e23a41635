//! Explanations of issue codes: a table with descriptions, an example that fails with the code, and the fixed example.
//!
//! `:explain CODE` prints it. Issues of Hiera's configuration, of serialization and of Puppet's own programming errors
//! are omitted: no input raises them here. The pages of their topics describe them.

mod evaluation;
mod explanation;
mod lexical;
mod topics;
mod types;
mod validation;

pub use explanation::{ExampleKind, Explanation, Stage};
pub use topics::{TopicPage, topic_page, topic_pages};

use explanation::row;

/// Returns all explanations, ordered by stage.
pub fn explanations() -> impl Iterator<Item = &'static Explanation> {
    lexical::ROWS.iter().chain(validation::ROWS).chain(evaluation::ROWS).chain(types::ROWS)
}

/// Returns the explanation of `code`, in uppercase or lowercase.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    explanations().find(|row| row.code.as_str().eq_ignore_ascii_case(code))
}
