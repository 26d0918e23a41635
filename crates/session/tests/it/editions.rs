//! The editions, cell by cell of the table in claims.md §4: one transcript for each, and the settings beside the switch.

use pprepl_session::commands;
use pprepl_session::{Edition, Outcome, Session, Settings, SystemHost};
use pprepl_text::Severity;

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// What an input shows: its value, or the code of its error; warnings' codes stand behind.
fn shown(session: &mut Session, input: &str) -> String {
    match commands::submit(session, input) {
        Outcome::Evaluated(evaluation) => {
            let of = |severity| evaluation.reports.iter().filter(move |report| report.severity == severity);
            if let Some(error) = of(Severity::Error).next() {
                return error.code.to_string();
            }
            let warnings: String = of(Severity::Warning).map(|report| format!(" !{}", report.code)).collect();
            format!("{}{warnings}", evaluation.value.unwrap_or_default())
        }
        Outcome::Command(answer) => answer.value.unwrap_or(answer.text),
        _ => String::new(),
    }
}

/// One session: each input and what it shows.
fn transcript(edition: Edition, steps: &[(&str, &str)]) {
    let mut session = session(edition);
    for (input, expected) in steps {
        assert_eq!(shown(&mut session, input), *expected, "{input:?} in edition {}", edition.as_str());
    }
}

use Edition::{Eight, FourX, Puppet8, ThreeX};

#[test]
fn names() {
    for edition in [Eight, Puppet8] {
        transcript(
            edition,
            &[
                ("Any", "Any"),
                ("Scalar", "Scalar"),
                ("Literal", "UNKNOWN_RESOURCE_TYPE"),
                ("1 =~ Object", "false"),
                ("Integer < Scalar", "true"),
            ],
        );
    }
    transcript(FourX, &[("Any", "Any"), ("Scalar", "Scalar"), ("1 =~ Object", "false"), ("1 =~ Literal", "false")]);
    transcript(
        ThreeX,
        &[
            ("Object", "Object"),
            ("Literal", "Literal"),
            ("Any", "Object"),
            ("Scalar", "Literal"),
            ("Object == Any", "true"),
            ("Literal == Scalar", "true"),
            ("Array[Object]", "Array[Object]"),
            ("Hash[Scalar, Any]", "Hash[Literal, Object]"),
            ("\"${Any}\"", "'Object'"),
            ("Integer < Literal", "true"),
            ("Literal < Object", "true"),
            ("[1] =~ Literal", "false"),
            ("[1] =~ Object", "true"),
            ("undef =~ Object", "true"),
            ("Optional[Any]", "Optional[Object]"),
        ],
    );
}

#[test]
fn the_empty_string() {
    for edition in [Eight, FourX, Puppet8] {
        transcript(
            edition,
            &[
                ("if '' { t } else { f }", "'t'"),
                ("!''", "false"),
                ("'' and true", "true"),
                ("unless '' { t } else { f }", "'f'"),
                ("[''].filter |$x| { $x }", "['']"),
            ],
        );
    }
    transcript(
        ThreeX,
        &[
            ("if '' { t } else { f }", "'f'"),
            ("!''", "true"),
            ("'' and true", "false"),
            ("'' or false", "false"),
            ("unless '' { t } else { f }", "'t'"),
            ("if ' ' { t } else { f }", "'t'"),
            ("if 0 { t } else { f }", "'t'"),
        ],
    );
}

#[test]
fn unknown_variables() {
    for edition in [Eight, FourX] {
        transcript(edition, &[("$nope", "UNKNOWN_VARIABLE"), ("\"a${nope}\"", "UNKNOWN_VARIABLE")]);
        transcript(edition, &[(":set strict_variables off", "off"), ("$nope =~ Undef", "true"), ("[$7]", "[undef]")]);
    }
    transcript(Puppet8, &[("$nope", "UNKNOWN_VARIABLE")]);
    transcript(ThreeX, &[("$nope =~ Undef", "true"), ("\"a${nope}b\"", "'ab'")]);
    transcript(ThreeX, &[(":set strict_variables on", "on"), ("$nope", "UNKNOWN_VARIABLE")]);
}

#[test]
fn data_and_bare_collections() {
    for edition in [Eight, Puppet8] {
        transcript(
            edition,
            &[
                ("/a/ =~ Data", "false"),
                ("{1 => 2} =~ Data", "false"),
                ("undef =~ Data", "true"),
                ("Array == Array[Any]", "true"),
                ("[Integer] =~ Array", "true"),
                ("Hash == Hash[Any, Any]", "true"),
                ("'a' =~ Pattern", "true"),
            ],
        );
    }
    for edition in [FourX, ThreeX] {
        transcript(
            edition,
            &[
                ("/a/ =~ Data", "true"),
                ("{1 => 2} =~ Data", "true"),
                ("Array == Array[Data]", "true"),
                ("[Integer] =~ Array", "false"),
                ("Hash == Hash[Scalar, Data]", "true"),
                ("{undef => 1} =~ Hash", "false"),
                ("{undef => 1} =~ Hash[Any, Any]", "true"),
                ("'a' =~ Pattern", "false"),
                ("'a' =~ Pattern[/a/]", "true"),
                // The built-in functions take what they always took.
                ("[Integer, 1].length", "2"),
                ("{undef => 1}.keys", "[undef]"),
                ("[3, 1].sort", "[1, 3]"),
                ("[1, 2].map |$x| { $x * 2 }", "[2, 4]"),
                ("assert_type(Integer, 1)", "1"),
                ("max(1, 2)", "2"),
            ],
        );
    }
}

#[test]
fn strings_against_numbers() {
    for edition in [Eight, Puppet8] {
        transcript(
            edition,
            &[
                ("1 == '1'", "false"),
                ("'1' != 1", "true"),
                ("'2' < 10", "COMPARISON_NOT_POSSIBLE"),
                ("10 >= '9'", "COMPARISON_NOT_POSSIBLE"),
            ],
        );
    }
    for edition in [FourX, ThreeX] {
        transcript(
            edition,
            &[
                ("1 == '1'", "true"),
                ("'1' != 1", "false"),
                ("'0x10' == 16", "true"),
                ("'2' < 10", "true"),
                ("10 >= '9'", "true"),
                ("'10' < '9'", "true"),
                ("'a' == 1", "false"),
                ("'a' < 1", "COMPARISON_NOT_POSSIBLE"),
                ("'1' =~ Integer", "false"),
            ],
        );
    }
}

#[test]
fn unfolding_undef() {
    for edition in [Eight, Puppet8] {
        transcript(edition, &[("[*undef]", "[]"), ("$z = *undef", "[]"), ("[*5]", "[5]")]);
    }
    for edition in [FourX, ThreeX] {
        transcript(edition, &[("[*undef]", "[undef]"), ("$z = *undef", "[undef]"), ("[*5]", "[5]")]);
    }
}

#[test]
fn unknown_names_in_upper_case() {
    for edition in [Eight, Puppet8] {
        transcript(edition, &[("Interger", "UNKNOWN_RESOURCE_TYPE"), ("File == Resource[file]", "true")]);
    }
    let mut session = session(Eight);
    let Outcome::Evaluated(evaluation) = commands::submit(&mut session, "Interger") else { panic!() };
    assert_eq!(evaluation.reports[0].help.as_deref(), Some("did you mean `Integer`?"));
    for edition in [FourX, ThreeX] {
        transcript(
            edition,
            &[
                ("Frobnicate", "Frobnicate"),
                ("Frobnicate == Resource['frobnicate']", "true"),
                ("Frobnicate['x']", "Frobnicate['x']"),
                ("Frobnicate['x'] =~ Type[Frobnicate]", "true"),
            ],
        );
    }
}

#[test]
fn functions_that_hide_built_in_ones() {
    transcript(
        Eight,
        &[
            ("function min($a, $b) { 'mine' }", "undef !BUILTIN_FUNCTION"),
            ("min(1, 2)", "'mine'"),
            ("function other($a) { $a }", "undef"),
        ],
    );
    transcript(Puppet8, &[("function min($a, $b) { 'mine' }", "undef"), ("min(1, 2)", "'mine'")]);
    for edition in [FourX, ThreeX] {
        transcript(
            edition,
            &[
                ("function min($a, $b) { 'mine' }", "undef !BUILTIN_FUNCTION"),
                ("min(1, 2)", "1"),
                ("function other($a) { $a }", "undef"),
                ("other(3)", "3"),
            ],
        );
    }
}

#[test]
fn bare_callables() {
    for edition in [Eight, Puppet8, ThreeX] {
        transcript(
            edition,
            &[("Callable == Callable[0, default]", "false"), ("Callable[0, default] < Callable", "true")],
        );
    }
    transcript(
        FourX,
        &[
            ("Callable == Callable[0, default]", "true"),
            ("Callable <= Callable[0, default]", "true"),
            ("Callable[String] <= Callable", "true"),
            ("Callable[2, 2]", "Callable[2, 2]"),
        ],
    );
    transcript(Eight, &[(":set callable_default on", "on"), ("Callable == Callable[0, default]", "true")]);
}

#[test]
fn unions() {
    for edition in [Eight, FourX, Puppet8] {
        transcript(edition, &[(":union Numeric, String", "Scalar"), (":union Integer, Boolean", "Scalar")]);
    }
    transcript(ThreeX, &[(":union Numeric, String", "Any"), (":union Integer, Boolean", "Any")]);
    transcript(ThreeX, &[(":union Regexp[/a/], Scalar", "Scalar")]);
}

/// `strict` off, warning and error: what a string in arithmetic does.
#[test]
fn strict() {
    transcript(Eight, &[("'1' + 2", "3 !NUMERIC_COERCION"), (":set strict off", "off"), ("'1' + 2", "3")]);
    transcript(Eight, &[(":set strict error", "error"), ("'1' + 2", "NUMERIC_COERCION")]);
    transcript(Puppet8, &[("'1' + 2", "NUMERIC_COERCION"), (":set strict warning", "warning")]);
}

#[test]
fn additions() {
    let additions = [
        ("9223372036854775807 + 1", "9223372036854775808", "NUMERIC_OVERFLOW"),
        ("type_of(1)", "Integer[1, 1]", "UNKNOWN_FUNCTION"),
        ("Integer[5, 1]", "Integer[5, 1]", "RUNTIME_ERROR"),
    ];
    for (input, on, off) in additions {
        transcript(Eight, &[(input, on), (":set additions off", "off"), (input, off)]);
        transcript(Puppet8, &[(input, off)]);
    }
}

#[test]
fn regular_expressions_over_lines() {
    let input = "\"a\\nb\" =~ /a\nb/";
    transcript(Eight, &[(input, "SYNTAX_ERROR"), (":set multiline_regexp on", "on"), (input, "true")]);
    transcript(Puppet8, &[(input, "true")]);
}

/// `:set` shows the edition, and `:set edition X` leads to the same language whatever was set before.
#[test]
fn changing_over() {
    let language = |session: &mut Session| {
        let Outcome::Command(answer) = commands::submit(session, ":set") else { panic!() };
        answer.text.lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    for edition in Edition::ALL {
        let mut fresh = session(edition);
        let mut changed = session(Eight);
        for other in Edition::ALL {
            for setting in ["strict_variables off", "callable_default on", "names object", "additions off"] {
                commands::submit(&mut changed, &format!(":set {setting}"));
            }
            commands::submit(&mut changed, &format!(":set edition {}", other.as_str()));
            assert_eq!(shown(&mut changed, ":set edition"), other.as_str());
        }
        commands::submit(&mut changed, &format!(":set edition {}", edition.as_str()));
        let text = language(&mut changed);
        assert_eq!(text, language(&mut fresh));
        let line = text.lines().find(|line| line.trim_start().starts_with("edition")).unwrap();
        assert_eq!(line.split_whitespace().nth(1), Some(edition.as_str()));
    }
    let mut session = session(Eight);
    assert_eq!(shown(&mut session, ":set edition 5x"), "");
}

/// What was defined stays when the edition changes.
#[test]
fn a_session_goes_on_in_another_edition() {
    transcript(
        Eight,
        &[
            ("$x = ''", "''"),
            ("function f($y) { if $y { t } else { f } }", "undef"),
            ("f($x)", "'t'"),
            (":set edition 3x", "3x"),
            ("f($x)", "'f'"),
            ("1 == '1'", "true"),
            (":set edition 8", "8"),
            ("f($x)", "'t'"),
            ("1 == '1'", "false"),
        ],
    );
}

#[test]
fn editions_are_explained() {
    let mut session = session(Eight);
    let Outcome::Command(answer) = commands::submit(&mut session, ":explain editions") else { panic!() };
    for word in ["'8'", "'puppet8'", "'4x'", "'3x'", "Object", "Literal", "*undef", ":set edition 4x"] {
        assert!(answer.text.contains(word), "{word} is missing:\n{}", answer.text);
    }
}
