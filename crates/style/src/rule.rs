//! The table of rules.

use pprepl_text::StyleCode;

/// A rule of style.
#[derive(Clone, Copy, Debug)]
pub struct StyleRule {
    pub code: StyleCode,
    /// A one-line summary for the user.
    pub summary: &'static str,
    /// Whether its findings have a fix.
    pub has_fix: bool,
}

const fn rule(code: StyleCode, has_fix: bool, summary: &'static str) -> StyleRule {
    StyleRule { code, summary, has_fix }
}

/// All rules, by name.
pub static RULES: &[StyleRule] = &[
    rule(StyleCode::LineLength, false, "a line of more than 140 characters"),
    rule(StyleCode::SoftTabs, false, "an indentation that is not a multiple of two spaces"),
    rule(StyleCode::ArrowAlignment, true, "arrows of a resource that are not aligned"),
    rule(StyleCode::ArrowOnRightOperandLine, false, "a chaining arrow at the end of a line"),
    rule(StyleCode::CaseWithoutDefault, false, "a case statement without a default"),
    rule(StyleCode::Documentation, false, "a class or defined type without a comment above it"),
    rule(StyleCode::DoubleQuotedStrings, true, "a string in double quotes without anything to interpolate"),
    rule(StyleCode::EnsureFirstParam, false, "an ensure that is not the first attribute"),
    rule(StyleCode::EnsureNotSymlinkTarget, false, "a link whose target is the value of ensure"),
    rule(StyleCode::FileMode, true, "a file mode that is neither four octal digits nor symbolic"),
    rule(StyleCode::HardTabs, true, "a tab"),
    rule(StyleCode::OnlyVariableString, true, "a string that is only one variable"),
    rule(StyleCode::PuppetUrlWithoutModules, true, "a puppet URL without modules/"),
    rule(StyleCode::QuotedBooleans, true, "a Boolean as a string"),
    rule(StyleCode::RightToLeftRelationship, false, "a relationship from right to left"),
    rule(StyleCode::SingleQuoteStringWithVariables, false, "a variable in single quotes, which does not interpolate"),
    rule(StyleCode::SlashComments, true, "a comment after //"),
    rule(StyleCode::StarComments, false, "a comment in /* */"),
    rule(StyleCode::TrailingNewline, true, "a file without a line end at its end"),
    rule(StyleCode::TrailingWhitespace, true, "whitespace at the end of a line"),
    rule(StyleCode::UnquotedFileMode, true, "a file mode that is not a string"),
    rule(StyleCode::UnquotedNodeName, true, "a node name without quotes"),
    rule(StyleCode::UnquotedResourceTitle, true, "a resource title without quotes"),
    rule(StyleCode::VariableIsLowercase, false, "a variable with upper-case letters"),
    rule(StyleCode::VariablesNotEnclosed, true, "a variable without braces in a string"),
];
