//! What a learner reads about a text that does not parse, and what the parser makes of endless and senseless texts.

use pprepl_text::{Source, render};
use proptest::prelude::*;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{Completeness, LexOptions, parse, pn};

/// Texts with one slip each, as learners and users of other languages write them.
const SLIPS: &[&str] = &[
    // Lists
    "$x = [1 2 3]",
    "$x = [\n  1,\n  2\n  3,\n]",
    "$x = [1,,2]",
    "$x = [1, 2",
    "$h = { 'a' => 1 'b' => 2 }",
    "$h = { a: 1 }",
    "$h = { 'a' = 1 }",
    "$h = { 'a' }",
    "notice('a' 'b')",
    "notice('a', 'b'",
    "notice(a, = 1)",
    "$a = 1,\n$b = 2",
    "upcase 'a', 'b'",
    // Resources
    "file { '/a' ensure => file }",
    "file { '/a' => 'x' }",
    "file { '/a': ensure = file }",
    "file { '/a': ensure: file }",
    "file { '/a':\n  ensure => file\n  mode   => '0644',\n}",
    "file { '/a': 'ensure' => file }",
    "file { '/a': ensure => , }",
    "file { '/a': ensure => file",
    "file { '/a': ensure => /tmp/b }",
    "$x { 'a': }\n$y { b => 1 }",
    "@notify",
    "notify { x +> 1 }",
    "File <| title == |>",
    "File <| title = 'a' |>",
    // Conditions
    "if $x == 1 then { }",
    "if $x = 1 { }",
    "if $x { 1 } else if $y { 2 }",
    "if $x { 1 } elif $y { 2 }",
    "if $x:\n  notice('a')",
    "if $x notice('a')",
    "unless $x { 1 } elsif $y { 2 }",
    "else { 1 }",
    "case $x { 'a' => { 1 } }",
    "case $x { }",
    "case $x 'a': { }",
    "$x ? { 'a' : 1 }",
    "$x ? 1 : 2",
    "$x ? { 'a' => 1\n 'b' => 2 }",
    // Operators
    "$x = 1 && 2",
    "$x = $a || $b",
    "$x = = 1",
    "$x === 1",
    "$x = +5",
    "i++",
    "$x := 1",
    "$x <> 2",
    "$x = 1 +",
    "$x = `ls`",
    "$x = “a”",
    "$x = 2 ^ 3",
    "$x ~ 1",
    // Definitions
    "class foo(String x) { }",
    "class foo($a $b) { }",
    "class $foo { }",
    "class { }",
    "class 'foo' { }",
    "class class { }",
    "define foo bar { }",
    "function ($x) { }",
    "function f($x): Integer { $x }",
    "class foo {\n  if true {\n    notice('x')\n}",
    "type port = Integer",
    "type Port: Integer",
    "node { }",
    "$f = |$x| { $x }",
    "[1, 2].each { |$x| notice($x) }",
    "[1, 2].each |$x { notice($x) }",
    "[1, 2].each do |$x|\n  notice($x)\nend",
    "$x.0",
    // Ends
    "}",
    "notice('a'))",
    "$x = [1, 2)",
    "$x;",
    "\"a ${1 + } b\"",
    "\"a ${$x $y} b\"",
    "$x =~ /a(b/",
    "$x =~ /[z-a]/",
    "$x =~ /a|*/",
    "$x =~ /(?z)a/",
    "for $x in [1] { }",
    "for $x in [1] { notice($x) }",
    "while ($x < 3) { notice($x) }",
    "def double($x) { $x * 2 }",
    "switch $x { }",
    "x -> ",
    "x = [ => ]",
];

fn shown(source: &str) -> String {
    let file = Source::new("input", source);
    let mut text = String::new();
    for mut diagnostic in parse(source, LexOptions::default()).diagnostics {
        diagnostic.source = Some(file.clone());
        text += &render(&diagnostic, false);
        text += "\n";
    }
    text
}

#[test]
fn every_slip_is_explained() {
    let report: Vec<String> = SLIPS.iter().map(|source| shown(source)).collect();
    for (source, shown) in SLIPS.iter().zip(&report) {
        assert!(!shown.is_empty(), "{source:?} has no finding");
    }
    insta::assert_snapshot!(report.join("\n"));
}

#[test]
fn one_reading_finds_all_slips() {
    let source = "\
class web(
  String $name
  Integer $port,
) {
  file { '/a':
    ensure => file
    mode   => '0644',
  }
  $good = 1
  if $good = 1 {
    notice('never')
  }
  service { 'b' ensure => running }
}

$h = { 'a' => 1, 'b' 2 }
$fine = [1, 2]
notice($fine
include web
";
    insta::assert_snapshot!(shown(source));
    let parsed = parse(source, LexOptions::default());
    assert_eq!(
        pn(&parsed.program),
        "(block (= (var \"fine\") (array 1 2)) (invoke {:functor (qn \"include\") :args [(qn \"web\")]}))"
    );
}

#[test]
fn an_open_text_may_go_on() {
    let open = [
        "class a {",
        "notice(",
        "[1, 2",
        "{ 'a' =>",
        "1 +",
        "$x =",
        "if true {",
        "if true { 1 } else",
        "'abc",
        "\"abc ${x",
        "@(END)",
        "@(END)\ntext\n",
        "/* note",
        "$x.",
        "$x ?",
        "[1].each |$x|",
        "function f(",
        "!",
        "a =>\n#",
        "notice 1,",
        "file { '/a':",
        "class a inherits",
        "type A =",
        "File <|",
    ];
    for source in open {
        let complete = parse(source, LexOptions::default()).complete;
        let expected = if source.starts_with("a =>") { Completeness::Invalid } else { Completeness::Incomplete };
        assert_eq!(complete, expected, "{source:?}");
    }
    for source in ["1", "", "# note", "notice('a')", "if true { }", "$x = 'a'\n$y = 2", "@(END)\ntext\nEND\n"] {
        assert_eq!(parse(source, LexOptions::default()).complete, Completeness::Complete, "{source:?}");
    }
    for source in ["}", "1 = = {", "$x;", "class 'a' {", "[1 2", "$a = 1, $b = 2", "08 + ("] {
        assert_eq!(parse(source, LexOptions::default()).complete, Completeness::Invalid, "{source:?}");
    }
}

#[test]
fn texts_without_end_in_depth_are_refused() {
    let nested = [
        "(".repeat(10_000),
        "[".repeat(10_000) + &"]".repeat(10_000),
        "{a=>".repeat(10_000),
        "!".repeat(10_000),
        "-".repeat(10_000) + "1",
        "if true {".repeat(10_000),
        "$x ? { 1 => ".repeat(10_000),
        "f(".repeat(10_000),
        "$x.each |$y| {".repeat(10_000),
        "1".to_string() + &" + 1".repeat(10_000),
        "$x".to_string() + &"[0]".repeat(10_000),
        "$x".to_string() + &".f".repeat(10_000),
        "a -> ".repeat(10_000) + "a",
        "$a = ".repeat(10_000) + "1",
        "if a {} ".to_string() + &"elsif b {} ".repeat(10_000),
        "@".repeat(9_999) + "a {}",
        "a {".repeat(10_000),
        "class a {".repeat(10_000),
        "a {} {}".to_string() + &" {}".repeat(10_000),
    ];
    for source in nested {
        let parsed = parse(&source, LexOptions::default());
        let start: String = source.chars().take(20).collect();
        assert!(!parsed.diagnostics.is_empty(), "{start}");
        let codes: Vec<&str> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code.as_str()).collect();
        assert!(codes[0] == "NESTED_TOO_DEEPLY" || start.starts_with("a {"), "{start} {codes:?}");
    }
}

#[test]
fn ordinary_depth_is_fine() {
    for source in [
        "(".repeat(150) + "1" + &")".repeat(150),
        "[".repeat(150) + &"]".repeat(150),
        "if true { ".repeat(100) + "1" + &"}".repeat(100),
        "$x.each |$y| { ".repeat(60) + "1" + &"}".repeat(60),
        "1".to_string() + &" + 1".repeat(900),
        "if $x == 0 { 0 } ".to_string() + &"elsif $x == 1 { 1 } ".repeat(200),
    ] {
        assert_eq!(parse(&source, LexOptions::default()).diagnostics.len(), 0, "{source}");
    }
}

/// Every expression of a program lies within the text, and so does its place.
fn check_places(expr: &Expr, len: u32) {
    assert!(expr.span.start <= expr.span.end && expr.span.end <= len && expr.at <= len, "{expr:?}");
    if let ExprKind::Block(statements) = &expr.kind {
        statements.iter().for_each(|statement| check_places(statement, len));
    }
}

fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "$x",
        "a",
        "A",
        "1",
        "0x1F",
        "'s'",
        "\"${x}\"",
        "\"a $b ${c",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        " [",
        "|",
        "||",
        ",",
        ";",
        ":",
        "=>",
        "+>",
        "=",
        "==",
        "->",
        "<|",
        "|>",
        "<<|",
        "|>>",
        "@",
        "@@",
        "@(END)\n",
        "\nEND\n",
        "*",
        "-",
        "!",
        ".",
        "?",
        "if",
        "else",
        "elsif",
        "unless",
        "case",
        "class",
        "define",
        "node",
        "function",
        "type",
        "default",
        "undef",
        "and",
        "in",
        "inherits",
        "notice",
        "true",
        "attr",
        "/",
        "/a/",
        "#",
        "/*",
        "*/",
        "\n",
        " ",
        "\t",
        "é",
        "\\",
        "&",
        "%",
        "<%=",
        "%>",
        "<%",
        "-%>",
        "'",
        "\"",
        "$",
        "::",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_the_parser(source in prop_oneof![any::<String>(), pieces()], template: bool, tasks: bool) {
        for options in [LexOptions::default(), LexOptions::PUPPET8] {
            let parsed = parse(&source, LexOptions { template, tasks, ..options });
            check_places(&parsed.program.body, source.len() as u32);
            let _ = pn(&parsed.program);
            let errors = parsed.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
            prop_assert_eq!(errors, parsed.complete != Completeness::Complete);
        }
    }
}
