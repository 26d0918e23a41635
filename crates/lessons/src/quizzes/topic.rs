//! The topics of generated questions.

/// A topic of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    Types,
    Matching,
    Heredocs,
    Order,
    Truth,
    Strings,
    Functions,
    Misconceptions,
}

impl Topic {
    pub const ALL: [Topic; 8] = [
        Topic::Types,
        Topic::Matching,
        Topic::Heredocs,
        Topic::Order,
        Topic::Truth,
        Topic::Strings,
        Topic::Functions,
        Topic::Misconceptions,
    ];

    /// Returns the name that the learner types.
    pub fn as_str(self) -> &'static str {
        match self {
            Topic::Types => "types",
            Topic::Matching => "matching",
            Topic::Heredocs => "heredocs",
            Topic::Order => "order",
            Topic::Truth => "truth",
            Topic::Strings => "strings",
            Topic::Functions => "functions",
            Topic::Misconceptions => "misconceptions",
        }
    }

    /// Returns the topic with this name.
    pub fn from_name(name: &str) -> Option<Topic> {
        Topic::ALL.into_iter().find(|topic| topic.as_str() == name)
    }
}
