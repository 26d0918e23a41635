//! The checks of an exercise, and the feedback for wrong answers, as data.

use pprepl_session::Level;
use pprepl_text::Span;

use crate::code::Code;

/// A check of an exercise.
#[derive(Clone, Debug)]
pub struct Check {
    pub kind: CheckKind,
    /// Whether learners do not see it; the student's version of a lesson does not contain it.
    pub is_hidden: bool,
    /// The place of the option in the file.
    pub span: Span,
}

/// The kind of a check with its operands.
#[derive(Clone, Debug)]
pub enum CheckKind {
    /// `value A == B`, or `value~ A == B`: the values are equal. Both are evaluated after the answer.
    Equal { actual: Code, expected: Code, ignores_case: bool },
    /// `value EXPR`: the value is true.
    True(Code),
    /// `type EXPR : TYPE`: the value is an instance of the type.
    Type { expression: Code, type_: Code },
    /// `for $v in LIST  EXPR == LIST2`: for each element of the list as the given variable, the values are equal.
    For { variable: String, inputs: Code, actual: Code, expected: Code },
    /// `same MINE == REFERENCE over ..`: the values are equal for generated values. Without `MINE` the value of the
    /// answer counts.
    Same { actual: Option<Code>, reference: Code, samples: Vec<Sample> },
    /// `uses A, B`: the answer contains these names or constructs.
    Uses(Vec<String>),
    /// `forbids A, B`: the answer contains none of these names or constructs.
    Forbids(Vec<String>),
    /// `logs LEVEL "TEXT", ..`: the answer logs exactly these lines.
    Logs(Vec<LogPattern>),
    /// `catalog ..`: the catalog has these resources and relationships.
    Catalog { resources: Vec<ResourcePattern>, edges: Vec<Edge> },
    /// `fails CODE`: the answer fails with this issue code or topic; without one, in any way.
    Fails(Option<String>),
    /// `finding RULE`: the checker reports this rule.
    Finding(String),
    /// `command NAME`: the answer is this meta-command.
    Command(String),
}

/// A variable with the type of its generated values.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The name without `$`; `None` for the one given variable of the reference.
    pub variable: Option<String>,
    pub type_: Code,
}

/// A log line with the level and the message.
#[derive(Clone, Debug)]
pub struct LogPattern {
    pub level: Level,
    pub text: TextPattern,
}

/// A string or a regular expression that a log line matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextPattern {
    Text(String),
    Regexp(String),
}

/// A resource that a catalog must have, or must not have.
#[derive(Clone, Debug)]
pub struct ResourcePattern {
    /// `File['/etc/motd']`
    pub reference: String,
    pub is_absent: bool,
    /// The attributes that it must have, among others.
    pub attributes: Vec<(String, Code)>,
}

/// A relationship that a catalog must have, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    pub source: String,
    pub target: String,
    /// Whether a change of the source refreshes the target: `~>`.
    pub refreshes: bool,
}

/// Feedback for a wrong answer.
#[derive(Clone, Debug)]
pub struct When {
    pub condition: Condition,
    pub say: String,
    /// The place of the option in the file.
    pub span: Span,
}

/// When a feedback applies.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The expression is true after the answer.
    True(Code),
    /// The checker or a note reports this rule.
    Finding(String),
    /// The answer fails with this issue code or topic.
    Error(String),
    /// The answer contains the name or construct.
    Uses(String),
    /// The answer does not contain the name or construct.
    Missing(String),
}
