//! The context of the end of a source.

use puppet_syntax::{EndContext, LexOptions, lex_without_repair};

fn context(source: &str) -> EndContext {
    lex_without_repair(source, LexOptions::default()).end_context()
}

#[test]
fn code() {
    for source in
        ["", "$x = 1", "'a' ", "\"${x}\"", "# a comment\n", "/* a */ ", "$x =~ /a/ ", "1 / 2", "[1, 2]", "{ a => {"]
    {
        assert_eq!(context(source), EndContext::Code, "{source:?}");
    }
}

#[test]
fn strings() {
    assert_eq!(context("$x = 'abc"), EndContext::Plain(5));
    assert_eq!(context("$x = 'it\\'s"), EndContext::Plain(5));
    assert_eq!(context("$x = \"abc"), EndContext::Text(5));
    assert_eq!(context("$x = \"a ${b} c"), EndContext::Text(5));
    assert_eq!(context("$x = \"a ${b}"), EndContext::Text(5));
    assert_eq!(context("$x = \"a $b"), EndContext::Text(5));
}

#[test]
fn interpolations() {
    assert_eq!(context("\"a ${"), EndContext::Interpolation);
    assert_eq!(context("\"a ${b."), EndContext::Interpolation);
    assert_eq!(context("\"a ${b['k'].each |$x| { "), EndContext::Interpolation);
    assert_eq!(context("\"a ${b.map |$x| { $x }"), EndContext::Interpolation);
    assert_eq!(context("\"a ${b['k"), EndContext::Plain(7));
    assert_eq!(context("\"a ${b[\"k"), EndContext::Text(7));
    assert_eq!(context("\"a ${b[\"k ${c"), EndContext::Interpolation);
    assert_eq!(context("\"a ${ # b"), EndContext::Other);
}

#[test]
fn comments_and_regular_expressions() {
    for source in ["# a", "$x = 1 # 'a", "/* a\n", "$x =~ /a", "$x =~ /", "$x =~ /a\\/b", "if $x =~ /it's", "node /www"]
    {
        assert_eq!(context(source), EndContext::Other, "{source:?}");
    }
    assert_eq!(context("$x =~ /a\n"), EndContext::Code);
}

#[test]
fn heredocs() {
    assert_eq!(context("$x = @(EN"), EndContext::Other);
    assert_eq!(context("$x = @(END)"), EndContext::Code);
    assert_eq!(context("f(@(END), 'a"), EndContext::Plain(10));
    assert_eq!(context("$x = @(END)\n  a ${b"), EndContext::Other);
    assert_eq!(context("$x = @(END)\n  a\n  EN"), EndContext::Other);
    assert_eq!(context("$x = @(END)\n  a\n  | END"), EndContext::Other);
    assert_eq!(context("$x = @(END)\n  a\n  | END\n"), EndContext::Code);
    assert_eq!(context("$x = @(\"END\")\n  a "), EndContext::Text(14));
    assert_eq!(context("$x = @(\"END\")\n  a ${b} "), EndContext::Text(14));
    assert_eq!(context("$x = @(\"END\")\n  a ${b."), EndContext::Interpolation);
    assert_eq!(context("$x = @(\"END\")\n  a ${b['"), EndContext::Plain(22));
    // The second heredoc of a line starts where the first ends.
    assert_eq!(context("f(@(A), @(\"B\"))\n a\n A\n b ${"), EndContext::Interpolation);
    assert_eq!(context("f(@(A), @(\"B\"))\n a ${"), EndContext::Other);
    assert_eq!(context("f(@(A), @(\"B\"))\n a\n A\n b\n B\n"), EndContext::Code);
}
