//! The test of a notebook's cells: findings, and the changes of options after which they hold.

use std::fmt::Write;

use pprepl_lessons::{CellPlace, CellTest, read, test_cells};
use pprepl_notebook::Document;
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::render;

fn tests(text: &str) -> Vec<CellTest> {
    let document = Document::parse(text);
    let lesson = read("cells.pp", &document);
    let places: Vec<CellPlace> = document
        .lines_before()
        .into_iter()
        .map(|(_, lines_before)| CellPlace { name: "cells.pp".to_owned(), lines_before })
        .collect();
    let session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    test_cells(&lesson, &document, &places, session, None)
}

/// Tests cells, and writes what each gives.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for test in tests(text) {
        let invalid = if test.invalid { ", invalid" } else { "" };
        let _ = writeln!(out, "=== {} `{}`: {} expectations{invalid}", test.cell, test.name, test.expectations);
        test.reports.iter().for_each(|report| writeln!(out, "report: {}", report.message).unwrap());
        test.logs.iter().for_each(|(level, text)| writeln!(out, "log: {level} {text}").unwrap());
        test.findings.iter().for_each(|found| writeln!(out, "{}", render(found, false)).unwrap());
        test.edits.iter().for_each(|edit| writeln!(out, "edit: {:?} {}", edit.lines, edit.text).unwrap());
    }
    out
}

#[test]
fn expectations_that_do_not_hold_have_a_change_where_the_run_shows_it() {
    insta::assert_snapshot!(shown(
        "# %% Values
#| expect value 3
#| expect type String
#| expect true 1 == 2
#| expect finding no-such
#| expect catalog File['/x']
1 + 1

# %% Logs
#| expect log notice \"a\"
#| expect log warning \"b\"
#| expect log notice \"d\"
#| expect log notice \"e\"
notice('a')
notice('b')
notice('say \"c\"')
notice(\"two\\nlines\")

# %% No logs
#| expect log notice \"a\"
1

# %% Fails
#| expect fails type-mismatch
1 / 0

# %% Fails with a code
#| expect fails TYPE_MISMATCH
1 / 0

# %% Does not fail
#| expect fails
1

# %% Does not fail either
#| expect fails DIV_BY_ZERO
1

# %% Fails, and has another value
#| expect fails
#| expect value 1
#| expect type Integer
#| expect value Sensitive [value redacted]
1 / 0

# %% An error that nothing expects
#| expect value 1
#| expect log notice \"x\"
notice('y')
1 / 0

# %% Holds
#| expect value 2
#| expect type Integer
#| expect true $kept == 1
#| expect log notice \"x\"
$kept = 1
notice('x')
2

# %% An unknown expectation
#| expect valu 2
1

# %% Not valid
$a = [

# %% A secret
#| expect value Sensitive
#| expect value Undef[1]
#| expect value no_such(1)
#| expect type no_such(1)
#| expect type 7
Sensitive('pw')
"
    ));
}

/// Applies the changes of options.
fn changed(text: &str) -> String {
    let edits = tests(text).into_iter().flat_map(|test| test.edits);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for edit in edits {
        lines.splice(edit.lines.start + 1..edit.lines.end + 1, [edit.text]);
    }
    lines.join("\n") + "\n"
}

/// Values of many types: the cell's value is written into the option, and the option then holds.
#[test]
fn a_changed_option_holds() {
    let values = [
        "1",
        "-2.5",
        "'a'",
        "\"it's \\n\"",
        "[1, [undef, default]]",
        "{ a => { 'b' => true } }",
        "Integer[1, 2]",
        "/a\\/b/",
        "undef",
        "String",
        "Sensitive('pw')",
        "Error('no')",
        "SemVer('1.0.0')",
        "SemVerRange('>=1.0.0')",
        "Timespan(1)",
        "Timestamp(0)",
        "Binary('YQ==')",
        "File['/x']",
        "Callable[Integer]",
        "Variant[Integer, Enum['a']]",
        "URI('http://a')",
        "[Sensitive('pw')]",
        "{ 'k' => Error('no') }",
        "'x' * 2",
        "Integer[1, 200].map |$n| { $n }",
    ];
    let mut out = String::new();
    for value in values {
        for kind in ["value 'other'", "type Tuple[Boolean]"] {
            let text = changed(&format!("# %%\n#| expect {kind}\n{value}\n"));
            let option: String = text.lines().nth(1).unwrap_or("").chars().take(100).collect();
            let findings: Vec<String> =
                tests(&text).iter().flat_map(|test| &test.findings).map(|found| found.message.clone()).collect();
            let _ = writeln!(out, "{value}\n  {option} {}", findings.join("; "));
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn steps_run_alone_or_stay() {
    insta::assert_snapshot!(shown(
        "# %% [markdown]
#| lesson cells   title \"Cells\"
#| facts nothing
# Text

# %% Empty

# %% Empty with an expectation
#| expect value undef

# %% Given
#| given
$a = 1

# %% A quiz
#| quiz one predict value
$b = $a + 1

# %% A quiz with an expectation
#| quiz two predict value
#| expect value 3
#| expect log notice \"x\"
$b = $a + 1

# %% A quiz with a question that cannot be read
#| quiz two words predict value
#| expect value 2
$c = $a + 1

# %% A quiz that fails
#| quiz three predict fails
#| expect fails DIV_BY_ZERO
1 / 0

# %% A quiz that fails unexpectedly
#| quiz four predict fails
#| expect value 1
1 / 0

# %% An exercise
#| exercise set
#| expect value 9
#| check value $d == 4
#| solution $d = 4

# %% After the exercise
#| expect value [1, 4]
[$a, $d]

# %% The quizzes left nothing
#| expect fails UNKNOWN_VARIABLE
$b
"
    ));
}

#[test]
fn an_empty_notebook_has_no_tests() {
    for text in ["", "# %% [markdown]\n# Text\n", "# %% Title\n"] {
        assert_eq!(shown(text), "", "{text}");
    }
}
