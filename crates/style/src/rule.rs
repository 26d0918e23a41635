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
    /// The reason for the rule.
    pub reason: &'static str,
    /// A manifest with a finding of the rule; empty where a short one cannot show it.
    pub wrong: &'static str,
    /// A manifest without one.
    pub right: &'static str,
}

const fn rule(code: StyleCode, has_fix: bool, summary: &'static str) -> StyleRule {
    StyleRule { code, summary, has_fix, reason: "", wrong: "", right: "" }
}

impl StyleRule {
    const fn because(self, reason: &'static str, wrong: &'static str, right: &'static str) -> StyleRule {
        StyleRule { reason, wrong, right, ..self }
    }
}

/// All rules, by name.
pub static RULES: &[StyleRule] = &[
    rule(StyleCode::LineLength, false, "a line of more than 140 characters").because(
        "The end of a long line is outside of the window, where readers miss it.",
        "",
        "$words = [\n  'one',\n  'two',\n]",
    ),
    rule(StyleCode::SoftTabs, false, "an indentation that is not a multiple of two spaces").because(
        "Two spaces a level are the indentation of the style guide.",
        "if true {\n   notice(1)\n}",
        "if true {\n  notice(1)\n}",
    ),
    rule(StyleCode::ArrowAlignment, true, "arrows of a resource that are not aligned").because(
        "Arrows in one column let the eye read names and values as two lists.",
        "file { '/a':\n  ensure => file,\n  mode => '0644',\n}",
        "file { '/a':\n  ensure => file,\n  mode   => '0644',\n}",
    ),
    rule(StyleCode::ArrowOnRightOperandLine, false, "a chaining arrow at the end of a line").because(
        "At the start of a line the arrow shows that the line continues the one above.",
        "File['/a'] ->\nService['b']",
        "File['/a']\n-> Service['b']",
    ),
    rule(StyleCode::CaseWithoutDefault, false, "a case statement without a default").because(
        "Without a default an unexpected value passes unnoticed.",
        "case $a {\n  1: { }\n}",
        "case $a {\n  1: { }\n  default: { fail('unexpected') }\n}",
    ),
    rule(StyleCode::Documentation, false, "a class or defined type without a comment above it").because(
        "The comment above a definition is what its users read.",
        "class a {\n}",
        "# Sets up a.\nclass a {\n}",
    ),
    rule(StyleCode::DoubleQuotedStrings, true, "a string in double quotes without anything to interpolate").because(
        "Double quotes announce a variable or an escape.",
        "$a = \"x\"",
        "$a = 'x'",
    ),
    rule(StyleCode::EnsureFirstParam, false, "an ensure that is not the first attribute").because(
        "The state of a resource is what a reader looks for first.",
        "file { '/a':\n  mode   => '0644',\n  ensure => file,\n}",
        "file { '/a':\n  ensure => file,\n  mode   => '0644',\n}",
    ),
    rule(StyleCode::EnsureNotSymlinkTarget, false, "a link whose target is the value of ensure").because(
        "A path as the value of ensure hides that the file is a link.",
        "file { '/a':\n  ensure => '/b',\n}",
        "file { '/a':\n  ensure => link,\n  target => '/b',\n}",
    ),
    rule(StyleCode::FileMode, true, "a file mode that is neither four octal digits nor symbolic").because(
        "Four digits state the special bits, too, and symbolic modes name what they change.",
        "file { '/a': mode => '644' }",
        "file { '/a': mode => '0644' }",
    ),
    rule(StyleCode::HardTabs, true, "a tab").because(
        "The width of a tab depends on the editor.",
        "if true {\n\tnotice(1)\n}",
        "if true {\n  notice(1)\n}",
    ),
    rule(StyleCode::OnlyVariableString, true, "a string that is only one variable").because(
        "The string converts the value; the variable alone keeps its type.",
        "$a = \"${b}\"",
        "$a = $b",
    ),
    rule(StyleCode::PuppetUrlWithoutModules, true, "a puppet URL without modules/").because(
        "The mount point modules/ leads to the files of a module.",
        "$a = 'puppet:///ssh/config'",
        "$a = 'puppet:///modules/ssh/config'",
    ),
    rule(StyleCode::QuotedBooleans, true, "a Boolean as a string").because(
        "A string is true whatever it contains, also 'false'.",
        "$a = 'false'",
        "$a = false",
    ),
    rule(StyleCode::RightToLeftRelationship, false, "a relationship from right to left").because(
        "Arrows from left to right follow the order of events.",
        "File['/a'] <- Package['b']",
        "Package['b'] -> File['/a']",
    ),
    rule(StyleCode::SingleQuoteStringWithVariables, false, "a variable in single quotes, which does not interpolate")
        .because(
            "Single quotes keep the dollar sign and the name as text.",
            "$a = 'on ${port}'",
            "$a = \"on ${port}\"",
        ),
    rule(StyleCode::SlashComments, true, "a comment after //").because(
        "In Puppet // starts no comment.",
        "// a",
        "# a",
    ),
    rule(StyleCode::StarComments, false, "a comment in /* */").because(
        "Comments after # can be nested and show their extent on each line.",
        "/* a */",
        "# a",
    ),
    rule(StyleCode::TrailingNewline, true, "a file without a line end at its end").because(
        "Tools that join files or compare lines expect a line end.",
        "",
        "notice(1)\n",
    ),
    rule(StyleCode::TrailingWhitespace, true, "whitespace at the end of a line").because(
        "Invisible whitespace makes differences between versions.",
        "notice(1)  ",
        "notice(1)",
    ),
    rule(StyleCode::UnquotedFileMode, true, "a file mode that is not a string").because(
        "A number loses its leading zero; a mode is a string.",
        "file { '/a': mode => 0644 }",
        "file { '/a': mode => '0644' }",
    ),
    rule(StyleCode::UnquotedNodeName, true, "a node name without quotes").because(
        "A node name is a string, as a host name may contain dots.",
        "node web { }",
        "node 'web' { }",
    ),
    rule(StyleCode::UnquotedResourceTitle, true, "a resource title without quotes").because(
        "A title is a string, and quotes show it as one.",
        "file { a: }",
        "file { 'a': }",
    ),
    rule(StyleCode::VariableIsLowercase, false, "a variable with upper-case letters").because(
        "Names in lower case with underscores are the convention, and the only one that all functions accept.",
        "$logDir = '/a'",
        "$log_dir = '/a'",
    ),
    rule(StyleCode::VariablesNotEnclosed, true, "a variable without braces in a string").because(
        "Braces show where the name ends.",
        "$a = \"${b}/$c\"",
        "$a = \"${b}/${c}\"",
    ),
];
