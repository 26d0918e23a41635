//! `:table`, `:diff`, `:quote` and `:format`, as transcripts.

use pprepl_session::{Outcome, Session, Settings, SystemHost, commands};

fn session(inputs: &[&str]) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    for input in inputs {
        commands::submit(&mut session, input);
    }
    session
}

/// What a command shows, its errors last.
fn ask(session: &mut Session, line: &str) -> String {
    match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let report = |report: &pprepl_session::Report| {
                format!("{}: {}\n  {}\n", report.code, report.message, report.help.clone().unwrap_or_default())
            };
            answer.text.clone() + &answer.reports.iter().map(report).collect::<String>()
        }
        other => format!("{other:?}"),
    }
}

fn asked(session: &mut Session, lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n{}\n\n", ask(session, line))).collect()
}

#[test]
fn durations_have_a_unit_that_fits() {
    let shown = |micros: u64| pprepl_session::commands::duration(std::time::Duration::from_micros(micros));
    assert_eq!([0, 42, 999].map(shown), ["0 µs", "42 µs", "999 µs"]);
    assert_eq!([1_000, 3_140, 999_000].map(shown), ["1.0 ms", "3.1 ms", "999.0 ms"]);
    assert_eq!([1_000_000, 2_500_000].map(shown), ["1.00 s", "2.50 s"]);
}

#[test]
fn values_are_tables() {
    let mut s = session(&[
        "$hosts = [{ 'name' => 'web|1', 'ports' => [80, 443] }, { 'name' => 'db', 'os' => undef }]",
        "$wide = [{ 'text' => 'x'.stdlib::str2resource } ]",
    ]);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":table $hosts",
            ":table --markdown $hosts",
            ":table --csv $hosts",
            ":table { 'web' => { 'port' => 80 }, 'db' => { 'port' => 5432 } }",
            ":table { 'a' => 1 }",
            ":table [1, 'two']",
            ":table 5",
            ":table []",
            ":table $nosuch",
            ":table Sensitive([1])",
        ]
    ));
    assert!(s.inputs().iter().all(|input| !input.text.starts_with(':')), "a table is not an input");
}

#[test]
fn a_table_fits_the_screen() {
    let mut s = session(&[
        "$rows = [{ 'name' => 'a', 'description' => 'a sentence that is much longer than a narrow screen is wide' }]",
    ]);
    for width in [80, 40] {
        s.width = width;
        let text = ask(&mut s, ":table $rows");
        assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
    }
    s.width = 12;
    insta::assert_snapshot!(ask(&mut s, ":table [{ 'a' => 111111, 'b' => 222222, 'c' => 333333 }]"));
}

#[test]
fn values_are_compared_by_path() {
    let mut s = session(&[
        "$a = { 'x' => [1, 2, 3], 'y' => { 'z' => 'old' } }",
        "$b = { 'x' => [1, 3], 'y' => { 'z' => 1.0 } }",
    ]);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":diff $a $b",
            ":diff $a, $b",
            ":diff _1 _2",
            ":diff 1, 1.0",
            ":diff 'A', 'a'",
            ":diff [1, 2, 3], [0, 1, 2, 3]",
            ":diff (1 + 1), 2",
            ":diff 1",
            ":diff $a, $nosuch",
            ":diff Sensitive(1), Sensitive(1)",
        ]
    ));
}

#[test]
fn a_text_is_quoted_in_every_style() {
    let mut s = session(&["$text = \"first\\n  second\\n\"", "'out'"]);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":quote plain",
            ":quote it's $5 \"each\"",
            ":quote C:\\new\\",
            ":quote $text",
            ":quote _",
            ":quote $nosuch",
            ":quote",
        ]
    ));
}

#[test]
fn every_literal_evaluates_to_its_text() {
    let mut s = session(&[]);
    for text in [
        "a",
        "it's",
        "a\"b",
        "$x ${y}",
        "\\",
        "\\\\",
        "a\\'b",
        "x\\ny",
        "END",
        "é ü 日本",
        "a/b",
        "if",
        "1.2",
        "%{x}",
        "'\"$\\",
    ] {
        let Outcome::Command(answer) = commands::submit(&mut s, &format!(":quote {text}")) else { panic!("{text}") };
        let data = answer.data.expect(text);
        for literal in data["literals"].as_array().expect(text) {
            if literal["style"] == "regular expression" {
                continue;
            }
            let code = literal["code"].as_str().expect(text);
            let value = s.inspect().value(code).unwrap_or_else(|reports| panic!("{code}: {}", reports[0].message));
            assert_eq!(value.value().as_str(), Some(text), "{code}");
        }
    }
}

#[test]
fn conversions_have_results() {
    let mut s = session(&[]);
    insta::assert_snapshot!(asked(
        &mut s,
        &[
            ":format 255",
            ":format 3.5",
            ":format 'Hello, World'",
            ":format true",
            ":format undef",
            ":format [1, 'a']",
            ":format { 'a' => 1 }",
            ":format Timespan('1-02:03:04')",
            ":format Timestamp('2020-02-29T12:34:56.789 UTC')",
            ":format Sensitive('x')",
            ":format $nosuch",
        ]
    ));
}
