//! A page of `:explain`: a language topic, a topic of errors, an issue code, or a rule of the checker.

use pprepl_text::{Code, IssueCode};
use puppet_style::StyleRule;
use puppet_syntax::explain::{Explanation, TopicPage};

/// The width of a page, in columns.
pub(super) const WIDE: usize = 78;

/// The subject of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A part of the language.
    Language,
    /// A topic of errors.
    Topic(pprepl_text::Topic),
    /// An issue code, or a rule of the checker.
    Code(Code),
}

/// A page of `:explain`.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    pub subject: Subject,
    pub name: &'static str,
    pub text: &'static str,
    /// For an error: an input that causes it. Empty where one input cannot show it.
    pub wrong: &'static str,
    /// An input without the error.
    pub right: &'static str,
    /// True if only edition `puppet8` reports the wrong input.
    pub puppet8_only: bool,
}

/// Creates a row of the table of language topics.
pub(super) const fn point(name: &'static str, text: &'static str, right: &'static str) -> Page {
    Page { subject: Subject::Language, name, text, wrong: "", right, puppet8_only: false }
}

impl Page {
    /// Returns the page of an issue code without an explanation of its own; its topic has the text.
    pub(super) fn of_code(code: IssueCode, topic: &'static TopicPage) -> Page {
        Page { subject: Subject::Code(code.into()), name: code.as_str(), ..Page::from(topic) }
    }

    /// Returns the name of the topic of an issue code.
    pub(super) fn topic(&self) -> Option<&'static str> {
        match self.subject {
            Subject::Code(Code::Issue(code)) => Some(code.topic().as_str()),
            Subject::Code(Code::Rule(_) | Code::Style(_)) | Subject::Language | Subject::Topic(_) => None,
        }
    }

    /// Returns the issue codes of a topic.
    pub(super) fn codes(&self) -> Vec<&'static str> {
        let Subject::Topic(topic) = self.subject else { return Vec::new() };
        IssueCode::ALL.iter().filter(|code| code.topic() == topic).map(|code| code.as_str()).collect()
    }
}

impl From<&'static Explanation> for Page {
    fn from(row: &'static Explanation) -> Page {
        Page {
            subject: Subject::Code(row.code),
            name: row.code.as_str(),
            text: row.text,
            wrong: row.example,
            right: row.fix,
            puppet8_only: row.puppet8_only,
        }
    }
}

impl From<&'static StyleRule> for Page {
    fn from(row: &'static StyleRule) -> Page {
        Page {
            subject: Subject::Code(row.code.into()),
            name: row.code.as_str(),
            text: row.reason,
            wrong: row.wrong,
            right: row.right,
            puppet8_only: false,
        }
    }
}

impl From<&'static TopicPage> for Page {
    fn from(row: &'static TopicPage) -> Page {
        Page {
            subject: Subject::Topic(row.topic),
            name: row.topic.as_str(),
            text: row.text,
            wrong: row.wrong,
            right: row.right,
            puppet8_only: false,
        }
    }
}
