//! Syntax errors, and the constructs that the parser expects.

use pprepl_text::Diagnostic;

/// The construct that the grammar expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Value,
    /// A value at the start of a statement, or a continuation of the statement before.
    Beginning,
    Statement,
    BodyEnd,
    Title,
    Option,
    MoreKeys,
    MoreElements,
    MoreEntries,
    MoreArguments,
    MoreParameters,
    MoreAttributes,
    MoreOptions,
    ParenEnd,
    HashArrow,
    PairArrow,
    BarEnd,
    Parameter,
    MethodName,
    FunctionName,
    ClassName,
    ParentName,
    DefineName,
    PlanName,
    Type,
    TitleColon,
    Attribute,
    AttributeArrow,
    QueryEnd,
    Then,
    Else,
    CaseBrace,
    CaseOption,
    OptionColon,
    OptionBody,
    OptionArrow,
    LambdaBody,
    ClassBody,
    DefineBody,
    FunctionBody,
    PlanBody,
    ApplyArguments,
    ApplyBody,
    NodeBody,
    TypeBody,
    Host,
    HostPart,
    AliasEquals,
    TagEnd,
    InterpolationEnd,
    HeredocText,
}

impl Expected {
    /// Returns the expected construct in words.
    pub fn describe(self) -> &'static str {
        match self {
            Expected::Value => "a value",
            Expected::Beginning => "an operator or a new statement",
            Expected::Title => "the title",
            Expected::Option => "an option",
            Expected::Statement => "another statement",
            Expected::BodyEnd => "a statement or `}`",
            Expected::MoreKeys | Expected::MoreElements => "`,` or `]`",
            Expected::MoreEntries | Expected::MoreOptions => "`,` or `}`",
            Expected::MoreArguments | Expected::MoreParameters => "`,` or `)`",
            Expected::MoreAttributes => "`,`, `;` or `}`",
            Expected::ParenEnd => "`)`",
            Expected::HashArrow => "`=>` after the key",
            Expected::PairArrow | Expected::OptionArrow => "`=>`",
            Expected::BarEnd => "`,` or the closing `|`",
            Expected::Parameter => "a parameter",
            Expected::MethodName => "the name of a function",
            Expected::FunctionName => "the name of the function",
            Expected::ClassName => "the name of the class",
            Expected::ParentName => "the name of the parent class",
            Expected::DefineName => "the name of the defined type",
            Expected::PlanName => "the name of the plan",
            Expected::Type => "a type",
            Expected::TitleColon => "`:` after the title",
            Expected::Attribute => "the name of an attribute",
            Expected::AttributeArrow => "`=>` after the attribute's name",
            Expected::QueryEnd => "the end of the collector",
            Expected::Then => "`{` after the condition",
            Expected::Else => "`{` after `else`",
            Expected::CaseBrace => "`{` and the options",
            Expected::CaseOption => "another option or `}`",
            Expected::OptionColon => "`:` after the option",
            Expected::OptionBody => "`{` after the option",
            Expected::LambdaBody => "`{` and the body of the lambda",
            Expected::ClassBody => "`{` and the body of the class",
            Expected::DefineBody => "`{` and the body of the defined type",
            Expected::FunctionBody => "`{` and the body of the function",
            Expected::PlanBody => "`{` and the body of the plan",
            Expected::ApplyArguments => "`(` and the targets",
            Expected::ApplyBody => "`{` and the code to apply",
            Expected::NodeBody => "`{` and the body of the node",
            Expected::TypeBody => "`{` and the body of the type",
            Expected::Host => "the name of a node, a regular expression or `default`",
            Expected::HostPart => "the next part of the name",
            Expected::AliasEquals => "`=` and the type",
            Expected::TagEnd => "`%>`",
            Expected::InterpolationEnd => "`}` after the value",
            Expected::HeredocText => "the text of the heredoc",
        }
    }
}

/// The cause of a failure.
#[derive(Debug)]
pub(super) struct SyntaxError {
    /// The index of the token at which it was noticed.
    pub at: usize,
    pub(super) reason: Reason,
}

impl SyntaxError {
    /// Creates the error for an unexpected token at `at`.
    pub fn unexpected(at: usize, want: Expected) -> Self {
        SyntaxError { at, reason: Reason::Unexpected(want) }
    }

    /// Creates the error for the limit of nesting.
    pub fn too_deep(at: usize) -> Self {
        SyntaxError { at, reason: Reason::TooDeep }
    }

    /// Creates a specific error for a whole construct.
    pub fn specific_error(at: usize, diagnostic: Diagnostic) -> Self {
        SyntaxError { at, reason: Reason::Refused(Box::new(diagnostic)) }
    }
}

#[derive(Debug)]
pub(super) enum Reason {
    Unexpected(Expected),
    TooDeep,
    Refused(Box<Diagnostic>),
}

/// Returns Puppet's equivalent of a keyword that begins a block in other languages.
pub(super) fn block_elsewhere(word: &str) -> Option<&'static str> {
    Some(match word {
        "for" | "foreach" | "while" | "until" | "do" => "Puppet has no loop statements; use $list.each |$x| { ... }",
        "def" | "fn" | "fun" | "func" | "sub" => "define a function with `function`: function double($x) { $x * 2 }",
        "switch" => "write `case`: case $x { 'a': { ... } default: { ... } }",
        "elif" | "elseif" => "write `elsif`",
        _ => return None,
    })
}
