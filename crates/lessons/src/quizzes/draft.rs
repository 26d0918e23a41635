//! A generated question before it has a name, and the template that makes it.

use crate::code::Code;
use crate::quiz::{Question, Quiz};
use crate::random::Random;

/// The choices of a question about a condition.
pub(super) const TRUE_OR_FALSE: [&str; 2] = ["true", "false"];

/// The choices of a question about a condition that may fail.
pub(super) const TRUE_FALSE_OR_ERROR: [&str; 3] = ["true", "false", "error"];

/// A generated question. The evaluator finds the answer, except for [`Question::Which`].
#[derive(Clone, Debug)]
pub(super) struct Draft {
    question: Question,
    code: String,
    options: Vec<String>,
    answer: Option<String>,
    because: String,
}

/// A kind of question. Each random choice returns other code.
pub(super) struct Template {
    /// The name in its topic: lower case letters and `-`.
    pub(super) name: &'static str,
    pub(super) draft: fn(&mut Random) -> Draft,
}

/// Returns a template.
pub(super) const fn template(name: &'static str, draft: fn(&mut Random) -> Draft) -> Template {
    Template { name, draft }
}

impl Draft {
    fn new(question: Question, code: impl Into<String>, because: impl Into<String>) -> Draft {
        Draft { question, code: code.into(), options: Vec::new(), answer: None, because: because.into() }
    }

    /// Asks for the value of code.
    pub(super) fn value(code: impl Into<String>, because: impl Into<String>) -> Draft {
        Draft::new(Question::Value, code, because)
    }

    /// Asks for the type of a value.
    pub(super) fn type_of(code: impl Into<String>, because: impl Into<String>) -> Draft {
        Draft::new(Question::Type, code, because)
    }

    /// Asks whether code fails.
    pub(super) fn fails(code: impl Into<String>, because: impl Into<String>) -> Draft {
        Draft::new(Question::Fails, code, because).options(["yes", "no"])
    }

    /// Asks whether two expressions have equal values.
    pub(super) fn same(one: &str, other: &str, because: impl Into<String>) -> Draft {
        Draft::new(Question::Same, format!("{one}\n{other}"), because).options(["yes", "no"])
    }

    /// Asks for the order of the log lines.
    pub(super) fn order(code: impl Into<String>, because: impl Into<String>) -> Draft {
        Draft::new(Question::Order, code, because)
    }

    /// Asks for the right option. The code states the question.
    pub(super) fn which(code: impl Into<String>, answer: &str, because: impl Into<String>) -> Draft {
        Draft { answer: Some(answer.to_owned()), ..Draft::new(Question::Which, code, because) }
    }

    /// Sets the choices.
    pub(super) fn options<T: Into<String>>(mut self, options: impl IntoIterator<Item = T>) -> Draft {
        self.options = options.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the choices in a random order.
    pub(super) fn shuffled<T: Into<String>>(self, options: impl IntoIterator<Item = T>, random: &mut Random) -> Draft {
        let mut draft = self.options(options);
        random.shuffle(&mut draft.options);
        draft
    }

    /// Returns the question with its name.
    pub(super) fn named(self, name: String) -> Quiz {
        let Draft { question, code, options, answer, because } = self;
        Quiz { name, question, options, because, answer, code: Code { text: code, ..Code::default() } }
    }
}
