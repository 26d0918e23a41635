//! Where the seed documents and Puppet 8 part, the default edition follows the documents: transcripts, each beside what
//! edition `puppet8` answers.

use pprepl_session::{Edition, Session, Settings, SystemHost};

/// Evaluates inputs in one session; an input's answer is its value, or the code of its first error.
fn transcript(edition: Edition, inputs: &[&str]) -> Vec<String> {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let answer = |input: &&str| {
        let evaluation = session.evaluate("input", input);
        let error = evaluation.reports.iter().find(|report| report.severity == pprepl_text::Severity::Error);
        error.map(|report| report.code.to_string()).or(evaluation.value).unwrap_or_default()
    };
    inputs.iter().map(answer).collect()
}

fn both(inputs: &[&str]) -> (Vec<String>, Vec<String>) {
    (transcript(Edition::Eight, inputs), transcript(Edition::Puppet8, inputs))
}

#[test]
fn a_regular_expression_takes_no_letters_behind_it() {
    let (ours, theirs) = both(&["'A' =~ /a/i", "'A' =~ /(?i:a)/"]);
    assert_eq!(ours, ["REGEXP_MODIFIER", "true"]);
    assert_eq!(theirs, ["'i'", "true"]);
}

#[test]
fn what_is_not_a_number_is_no_result() {
    let (ours, theirs) = both(&["0.0 / 0.0", "1.0 / 0.0"]);
    assert_eq!(ours, ["RESULT_IS_NAN", "RESULT_IS_INFINITY"]);
    assert_eq!(theirs, ["NaN", "RESULT_IS_INFINITY"]);
}

#[test]
fn captures_rest_stands_last() {
    let (ours, theirs) = both(&["function g(*$r, *$s) { [$r, $s] }", "g(1, 2)"]);
    assert_eq!(ours, ["CAPTURES_REST_NOT_LAST", "UNKNOWN_FUNCTION"]);
    assert_eq!(theirs, ["undef", "[[2], [2]]"]);
}

#[test]
fn a_block_is_a_value_with_the_additions() {
    let inputs = [
        "function twice(Callable $block) { $block($block(1)) }",
        "twice() |$x| { $x * 10 }",
        "function least($a, $b) { if $a < $b { $a } else { $b } }",
        "[3, 1, 2].reduce(&least)",
        "function all_of(Array $list, Callable $block) { $list.map($block) }",
        "all_of([1, 2]) |$x| { $x + 1 }",
    ];
    assert_eq!(transcript(Edition::Eight, &inputs), ["undef", "100", "undef", "1", "undef", "[2, 3]"]);
}

#[test]
fn integers_have_no_limit_with_the_additions() {
    let (ours, theirs) = both(&["9223372036854775807 + 1", "Integer[5, 1].map |$x| { $x }"]);
    assert_eq!(ours, ["9223372036854775808", "[5, 4, 3, 2, 1]"]);
    assert_eq!(theirs, ["NUMERIC_OVERFLOW", "RUNTIME_ERROR"]);
}

#[test]
fn a_failed_input_leaves_no_trace() {
    let inputs = ["$a = 1 fail('no')", "$a", "$a = 2", "$a"];
    assert_eq!(transcript(Edition::Eight, &inputs), ["RUNTIME_ERROR", "UNKNOWN_VARIABLE", "2", "2"]);
    assert_eq!(transcript(Edition::Puppet8, &inputs), ["RUNTIME_ERROR", "1", "ILLEGAL_REASSIGNMENT", "1"]);
}

#[test]
fn a_doubtful_thing_in_a_loop_is_told_once() {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("input", "[1, 2, 3].map |$x| { $x + '1' }");
    assert_eq!(evaluation.value.as_deref(), Some("[2, 3, 4]"));
    let codes: Vec<&str> = evaluation.reports.iter().map(|report| report.code.as_str()).collect();
    assert_eq!(codes, ["NUMERIC_COERCION"]);
}
