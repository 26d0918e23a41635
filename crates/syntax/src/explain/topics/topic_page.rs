//! The page of a topic.

use pprepl_text::{IssueCode, Topic};

/// The page of a topic: its meaning and reason, a wrong input and a right one.
#[derive(Clone, Copy, Debug)]
pub struct TopicPage {
    pub topic: Topic,
    /// The meaning, and why the language has the rule, in two to four sentences.
    pub text: &'static str,
    /// An input with this error; empty if the cause needs files, time or another program.
    pub wrong: &'static str,
    /// The fixed input; empty if `wrong` is.
    pub right: &'static str,
}

impl TopicPage {
    /// Returns the issue codes that are about this topic unless the error itself is more exact.
    pub fn codes(&self) -> impl Iterator<Item = IssueCode> {
        let topic = self.topic;
        IssueCode::ALL.iter().copied().filter(move |code| code.topic() == topic)
    }
}

pub(super) const fn page(topic: Topic, text: &'static str, wrong: &'static str, right: &'static str) -> TopicPage {
    TopicPage { topic, text, wrong, right }
}
