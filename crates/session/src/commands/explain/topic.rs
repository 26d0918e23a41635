//! A topic of `:explain`: a language topic, or an issue code.

use puppet_syntax::explain::Explanation;

/// A topic of `:explain`: a language topic, or an issue code.
#[derive(Clone, Copy, Debug)]
pub struct Topic {
    /// An issue code, or a word.
    pub name: &'static str,
    pub text: &'static str,
    /// For an issue: an input that causes it. Empty where one input cannot show it.
    pub wrong: &'static str,
    /// An input without the issue.
    pub right: &'static str,
}

/// Creates a row of the table of language topics.
pub(super) const fn point(name: &'static str, text: &'static str, right: &'static str) -> Topic {
    Topic { name, text, wrong: "", right }
}

impl From<&'static Explanation> for Topic {
    fn from(row: &'static Explanation) -> Topic {
        Topic { name: row.code.as_str(), text: row.text, wrong: row.example, right: row.fix }
    }
}
