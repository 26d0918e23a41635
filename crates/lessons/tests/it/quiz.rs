//! Quizzes: the evaluator is the answer key, and an answer never runs.

use std::fmt::Write;

use crate::judging::judge;

const QUIZZES: &str = "# %%
#| given
$given = [1, 2]

# %%
#| quiz value predict value
#| because == never converts.
'18' == 18

# %%
#| quiz list predict value
$given.map |$x| { $x * 2 }

# %%
#| quiz string predict value
'Hello World'

# %%
#| quiz hash predict value
{ 'a' => 1, 'b' => [true, undef] }

# %%
#| quiz wrong-value predict value
1 + 'x'

# %%
#| quiz type predict type
$given

# %%
#| quiz fails predict fails
#| options yes, no
$given = 3

# %%
#| quiz runs predict fails
$given[7]

# %%
#| quiz same predict same
'a' == 'A'
'b' == 'B'

# %%
#| quiz differ predict same
'web'
'Web'

# %%
#| quiz unused predict same
5
1
-1

# %%
#| quiz after predict same
$own = [1]
$own
[1]

# %%
#| quiz long predict same
$given.map |$x| {
  $x
}
[1,
  2]

# %%
#| quiz single predict same
1

# %%
#| quiz order predict order
[3, 1].each |$n| { notice(\"line ${n}\") }
notice('end')

# %%
#| quiz which predict which
#| options `a`, `b c`, 3
#| answer b c
1

# %%
#| quiz silent predict order
1
";

#[test]
fn answers_are_judged_by_the_evaluator() {
    let mut judge = judge(QUIZZES);
    let answers: &[(&str, &[&str])] = &[
        ("value", &["false", " FALSE ", "true", "error", "'18' == 18", "", "notice(1)"]),
        ("list", &["[2,4]", "[2, 4,]", "2, 4", "[2.0, 4]", "[1, 2]", "$given"]),
        ("string", &["'Hello World'", "\"Hello World\"", "Hello World", "hello world"]),
        ("hash", &["{a => 1, b => [true, undef]}", "{'b' => [true, undef], 'a' => 1}", "{a => 1}"]),
        ("wrong-value", &["error", "It fails.", "not-a-number", "1x", "'1x'"]),
        ("type", &["Array[Integer]", "Array[Integer, 2, 2]", "Array[Numeric]", "Array", "String", "1"]),
        ("fails", &["yes", "no", "assigned-twice", "ILLEGAL_REASSIGNMENT", "type-mismatch"]),
        ("runs", &["no", "yes", "index"]),
        ("same", &["yes", "no", "maybe"]),
        ("differ", &["yes", "no"]),
        ("unused", &["no", "yes"]),
        ("after", &["yes"]),
        ("long", &["yes"]),
        ("single", &["yes"]),
        ("order", &["line 3, line 1, end", "'line 3' -> 'line 1' -> end", "line 1, line 3, end"]),
        ("which", &["b c", "B  C", "a", "zz"]),
        ("silent", &["a"]),
        ("unknown", &["a"]),
    ];
    let mut out = String::new();
    for (name, answers) in answers {
        let _ = writeln!(out, "=== {name}");
        for answer in *answers {
            let verdict = judge.answer_quiz(name, answer);
            let _ = writeln!(out, "> {answer}\n{:?}", verdict.state);
            verdict.lines.iter().for_each(|line| {
                let _ = writeln!(out, "  {line}");
            });
        }
    }
    insta::assert_snapshot!(out);
}

/// Every kind of answer to every kind of question: what the learner reads first.
#[test]
fn every_quiz_has_a_verdict_on_every_answer() {
    let mut judge = judge(QUIZZES);
    let names =
        QUIZZES.lines().filter_map(|line| line.strip_prefix("#| quiz ")).map(|line| line.split(' ').next().unwrap());
    let answers =
        ["yes", "NO.", "error", "fails", "Integer", "Any", "1", "'a'", "b C", "[", "undef", "[1, 2]", "end", "UNKNOWN"];
    let mut out = String::new();
    for name in names {
        let _ = writeln!(out, "=== {name}");
        for answer in answers {
            let verdict = judge.answer_quiz(name, answer);
            let _ = writeln!(out, "{answer}: {:?} | {} | {}", verdict.state, verdict.truth, verdict.lines.join(" / "));
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn an_answer_has_no_effect() {
    let mut judge = judge(QUIZZES);
    for answer in
        ["$x = 1", "fail('x')", "notice('x')", "file('/etc/passwd')", "1) notice('x'", "\"${fail('x')}\"", "@(E)"]
    {
        let verdict = judge.answer_quiz("value", answer);
        assert_eq!(verdict.lines, ["Answer with a value, as you would write it in Puppet."], "{answer}");
    }
}
