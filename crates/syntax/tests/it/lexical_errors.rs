//! What the lexer finds wrong: issue codes and places as Puppet 8 has them, and what a learner reads.

use pprepl_text::{Diagnostic, Source};
use puppet_syntax::{LexOptions, OpenEnd, lex};

/// Text, issue code, line and column of the first error in Puppet 8's reading.
const ISSUES: &[(&str, &str, u32, u32)] = &[
    ("123abc", "ILLEGAL_NUMBER", 1, 1),
    ("1_000", "ILLEGAL_NUMBER", 1, 1),
    ("node 5a { }", "ILLEGAL_NUMBER", 1, 6),
    ("$x = 1é", "ILLEGAL_NUMBER", 1, 7),
    ("00.5", "INVALID_OCTAL_NUMBER", 1, 1),
    ("0e0", "INVALID_OCTAL_NUMBER", 1, 1),
    ("0_7", "INVALID_OCTAL_NUMBER", 1, 1),
    ("-08", "INVALID_OCTAL_NUMBER", 1, 2),
    ("1e-", "INVALID_DECIMAL_NUMBER", 1, 1),
    ("$x = 1.5e+3", "INVALID_DECIMAL_NUMBER", 1, 6),
    ("0xx1", "INVALID_HEX_NUMBER", 1, 1),
    ("- 0x", "INVALID_HEX_NUMBER", 1, 3),
    ("\"unterminated ${x", "UNCLOSED_QUOTE", 1, 18),
    ("'unterminated\non two lines", "UNCLOSED_QUOTE", 1, 2),
    ("$x[\"a]", "UNCLOSED_QUOTE", 1, 5),
    ("\"a\\\"", "UNCLOSED_QUOTE", 1, 2),
    ("\"${\"", "UNCLOSED_QUOTE", 1, 5),
    ("\"abc${'x}\"", "UNCLOSED_QUOTE", 1, 8),
    ("$s = 'it's broken'", "UNCLOSED_QUOTE", 1, 19),
    ("Bare::word", "ILLEGAL_CLASS_REFERENCE", 1, 6),
    ("::Bare::word", "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE", 1, 10),
    ("\"${x::}\"", "ILLEGAL_FULLY_QUALIFIED_NAME", 1, 7),
    ("$x:::y = 1", "ILLEGAL_FULLY_QUALIFIED_NAME", 1, 5),
    ("$:: = 1", "ILLEGAL_FULLY_QUALIFIED_NAME", 1, 4),
    ("class a:: { }", "ILLEGAL_FULLY_QUALIFIED_NAME", 1, 10),
    ("@(END/tt)\n  a\n  | END", "HEREDOC_MULTIPLE_AT_ESCAPES", 1, 10),
    ("@(END/x)\n  a\n  | END", "HEREDOC_INVALID_ESCAPE", 1, 9),
    ("@(END:JSON)\n  x\n  | END", "HEREDOC_INVALID_SYNTAX", 1, 12),
    ("@()\nx", "HEREDOC_INVALID_SYNTAX", 1, 4),
    ("@(END)\nx", "HEREDOC_WITHOUT_END_TAGGED_LINE", 2, 1),
    ("@(END)", "HEREDOC_WITHOUT_TEXT", 1, 7),
    ("@(END\ntext\nEND", "HEREDOC_UNCLOSED_PARENTHESIS", 1, 1),
    ("@(\"\")\nx", "HEREDOC_EMPTY_ENDTAG", 1, 6),
    ("@( )\nx", "HEREDOC_EMPTY_ENDTAG", 1, 5),
    ("$x = 1\n/* never closed\n$y = 2", "UNCLOSED_MLCOMMENT", 2, 1),
];

const TEMPLATE_ISSUES: &[(&str, &str, u32, u32)] = &[
    ("a <%= $x", "EPP_UNBALANCED_TAG", 1, 9),
    ("a <%# never closed", "EPP_UNBALANCED_COMMENT", 1, 5),
    ("a <%", "EPP_UNBALANCED_EXPRESSION", 1, 5),
    ("<%= 'x %>", "UNCLOSED_QUOTE", 1, 6),
];

fn first_error(source: &str, options: LexOptions) -> Option<(String, u32, u32)> {
    let lexed = lex(source, options);
    let error = &lexed.diagnostics[lexed.first_error?.diagnostic as usize];
    let place = Source::new("test", source).line_column(error.offset()?);
    Some((error.code.to_string(), place.line, place.column))
}

#[test]
fn issue_codes_and_places() {
    let template = LexOptions { template: true, ..LexOptions::PUPPET8 };
    let plain = ISSUES.iter().map(|case| (case, LexOptions::PUPPET8));
    for (&(source, code, line, column), options) in plain.chain(TEMPLATE_ISSUES.iter().map(|case| (case, template))) {
        assert_eq!(first_error(source, options), Some((code.to_string(), line, column)), "{source}");
    }
}

#[test]
fn one_mistake_gives_one_error() {
    for &(source, ..) in ISSUES {
        let errors = lex(source, LexOptions::PUPPET8).diagnostics.iter().filter(|d| d.is_error()).count();
        assert_eq!(errors, 1, "{source}");
    }
}

#[test]
fn one_pass_finds_all_errors() {
    let source = "$a = 08\n$b = Foo::bar\n$c = \"${x::} and ${1a}\"\n$d = @(E/q)\n${\nE\n$e = 'open";
    let lexed = lex(source, LexOptions::default());
    let codes: Vec<&str> = lexed.diagnostics.iter().map(|d| d.code.as_str()).collect();
    assert_eq!(
        codes,
        [
            "INVALID_OCTAL_NUMBER",
            "ILLEGAL_CLASS_REFERENCE",
            "ILLEGAL_FULLY_QUALIFIED_NAME",
            "ILLEGAL_NUMBER",
            "HEREDOC_INVALID_ESCAPE",
            "UNCLOSED_QUOTE",
        ]
    );
}

#[test]
fn an_error_in_a_heredoc_is_where_it_stands() {
    let source = "$x = @(\"END\")\n    é ${08}\n    ${'å', 1a}\n    | END\n";
    let lexed = lex(source, LexOptions::default());
    let text = Source::new("test", source);
    let places: Vec<_> = lexed.diagnostics.iter().map(|d| text.line_column(d.offset().unwrap())).collect();
    assert_eq!(places.iter().map(|p| (p.line, p.column)).collect::<Vec<_>>(), [(2, 9), (3, 12)]);
}

#[test]
fn an_error_in_a_string_comes_before_the_string() {
    let lexed = lex("$a = \"b ${08}\"", LexOptions::default());
    assert_eq!(lexed.first_error.unwrap().token, 2);
}

#[test]
fn what_is_still_open() {
    for (source, expected) in [
        ("$a = 1", None),
        ("$a = [1,", Some(OpenEnd::Bracket)),
        ("if true {", Some(OpenEnd::Bracket)),
        ("notice(\"a ${b", Some(OpenEnd::DoubleQuote)),
        ("'a", Some(OpenEnd::SingleQuote)),
        ("@(END)", Some(OpenEnd::Heredoc)),
        ("@(END)\ntext", Some(OpenEnd::Heredoc)),
        ("@(END)\ntext\nEND", None),
        ("/* a", Some(OpenEnd::Comment)),
        ("# a", None),
        ("@(\"END\")\n${\nEND", None),
    ] {
        assert_eq!(lex(source, LexOptions::default()).unfinished().map(|open| open.what), expected, "{source}");
    }
    let over_lines = LexOptions { multiline_regexp: true, ..LexOptions::default() };
    assert_eq!(lex("$x =~ /a", over_lines).unfinished().map(|open| open.what), Some(OpenEnd::Regexp));
    assert_eq!(lex("$x =~ /a", LexOptions::default()).unfinished(), None);
    let template = lex("a <% $x", LexOptions { template: true, ..LexOptions::default() });
    assert_eq!(template.unfinished().map(|open| open.what), Some(OpenEnd::TemplateTag));
}

/// A diagnostic as text: code, place, sentence, labels, help.
fn shown(source: &str, diagnostic: &Diagnostic) -> String {
    let text = Source::new("test", source);
    let span = diagnostic.span.unwrap();
    let place = text.line_column(diagnostic.offset().unwrap());
    let mut lines = format!(
        "{} {} at {}:{}, marks `{}`\n  {}\n",
        diagnostic.severity.as_str(),
        diagnostic.code,
        place.line,
        place.column,
        span.of(source).escape_debug(),
        diagnostic.message
    );
    for label in &diagnostic.labels {
        lines += &format!("  `{}`: {}\n", label.span.of(source).escape_debug(), label.message);
    }
    lines + &diagnostic.help.as_ref().map_or(String::new(), |help| format!("  help: {help}\n"))
}

#[test]
fn what_a_learner_reads() {
    let more = [
        ("\"\\q \\u12 \\u{d800}\"", false),
        ("@(\"A\")\n${@(B)}\nA", false),
        ("$m = 'it's'\n$n = 'x'", false),
        ("$a = 'one\nfile { 'two': }", false),
        ("@(END)\ntext\n  End\n", false),
        ("@(END)\ntext\nEND.\n", false),
        ("\u{feff}$a", false),
    ];
    let plain = ISSUES.iter().map(|case| (case.0, false));
    let templates = TEMPLATE_ISSUES.iter().map(|case| (case.0, true));
    let mut report = String::new();
    for (source, template) in plain.chain(templates).chain(more) {
        report += &format!("{}\n", source.escape_debug());
        for diagnostic in lex(source, LexOptions { template, ..LexOptions::default() }).diagnostics {
            report += &shown(source, &diagnostic);
        }
        report += "\n";
    }
    insta::assert_snapshot!(report);
}
