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
    insta::assert_snapshot!(answered(QUIZZES, answers));
}

/// Judges answers to the quizzes of a lesson.
fn answered(text: &str, answers: &[(&str, &[&str])]) -> String {
    let mut judge = judge(text);
    let mut out = String::new();
    for (name, answers) in answers {
        let _ = writeln!(out, "=== {name}");
        for answer in *answers {
            let verdict = judge.answer_quiz(name, answer);
            let shown: String = answer.chars().take(60).collect();
            let _ = writeln!(out, "> {shown}\n{:?}", verdict.state);
            verdict.lines.iter().for_each(|line| {
                let shown: String = line.chars().take(100).collect();
                let _ = writeln!(out, "  {shown}");
            });
        }
    }
    out
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

const CORNERS: &str = "# %%
#| given
$given = [1, 2]
type Numbers = Array[Integer]
type Wide = Array

# %%
#| quiz secret predict value
Sensitive('pw')

# %%
#| quiz words predict value
#| options 2, don't ask, it's 2, (a, b), 'x, y', \"p, q\", nothing at all [
1 + 1

# %%
#| quiz type predict type
$given

# %%
#| quiz number predict value
5

# %%
#| quiz prelude predict same
$a = 1
5
$b = 2
'unused'
$a + $b
3

# %%
#| quiz alone predict same
[1, 2].each |$x| {
  $x
}

# %%
#| quiz types predict same
Array[Integer]
Numbers

# %%
#| quiz secrets predict same
Sensitive('a')
Sensitive('b')

# %%
#| quiz which predict which
#| options Ab, aB, b c, `d e`
#| answer b c
1

# %%
#| quiz order predict order
notice('a') notice('b c')
";

#[test]
fn corners_of_answers_are_judged() {
    let long = |count: usize| format!("'{}'", "x".repeat(count - 2));
    let (fits, too_long) = (long(4096), long(4097));
    let answers: &[(&str, &[&str])] = &[
        (
            "secret",
            &[
                "#<Sensitive [value redacted]>",
                "Sensitive [value redacted]",
                "Sensitive('pw')",
                "Sensitive('x')",
                "'pw'",
                "it fails",
            ],
        ),
        ("words", &["2", "nothing at all [", "don't ask", "it's 2", "(a, b)", "x, y", "\"p, q\"", "other ["]),
        ("type", &["Numbers", "Wide", "Array", "Error", "error", "it fails", "an error", "Array[", "5"]),
        (
            "number",
            &[
                "Integer('5')",
                "Integer('5') |$x| { 1 }",
                "integer('5')",
                "size([5])",
                "Integer('x')",
                "[5][0]",
                "-5",
                "(5)",
            ],
        ),
        ("number", &[&fits, &too_long]),
        ("prelude", &["yes", "no", ""]),
        ("alone", &["yes"]),
        ("types", &["yes", "no"]),
        ("secrets", &["yes", "no", "different", "equal."]),
        ("which", &["AB", "ab", "Ab", "B C", " b  c ", "d e", "D E"]),
        ("order", &["[a, 'b c']", "a -> b  c", "a\nb c", "b c, a", ""]),
    ];
    insta::assert_snapshot!(answered(CORNERS, answers));
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
