//! Small rules, a row each: an input and what it gives. The rows of `tests/rules` guard bounds and special cases that no
//! larger test reaches. `PPREPL_BLESS=1` writes the answers again.

use std::fmt::Write;

use pprepl_session::complete::{complete, signature};
use pprepl_session::{Edition, Outcome, Session, Settings, SystemHost, apply_fixes, commands};
use pprepl_testing::check_rules;

/// Returns the log lines, the value, and the errors of an input in a session of its own.
fn answer(edition: Edition, input: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let got = session.evaluate("input", input);
    let mut text = String::new();
    for (level, line) in &got.logs {
        let _ = write!(text, "{level:?}: {line} | ");
    }
    for report in &got.reports {
        let _ = write!(text, "{:?} {}: {} | ", report.severity, report.code, report.message.replace('\n', " / "));
    }
    let value = got.value.as_deref().or(got.shown.as_deref()).unwrap_or("fails");
    text.push_str(value.trim());
    text.replace('\n', "\\n")
}

fn check(name: &str, edition: Edition, answer: fn(Edition, &str) -> String) {
    check_rules(name, |line| answer(edition, line));
}

#[test]
fn inputs_evaluate_as_puppet_8_evaluates_them() {
    check("evaluation.txt", Edition::Puppet8, answer);
}

#[test]
fn inputs_evaluate_with_the_additions_of_edition_8() {
    check("additions.txt", Edition::Eight, answer);
}

/// Returns the type of the last statement and the findings.
fn findings(edition: Edition, input: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let view = session.analyze().check_types("input", input);
    let mut text = view.type_text.unwrap_or_else(|| "-".to_owned());
    for report in view.reports.iter().chain(&view.hints) {
        let (line, column) = report.position.unwrap_or_default();
        let _ = write!(text, " | {:?} {} {line}:{column} {}", report.severity, report.code, report.message);
    }
    text.replace('\n', " / ")
}

#[test]
fn the_checker_finds_what_is_wrong() {
    check("check.txt", Edition::Eight, findings);
}

/// Returns what the last of several lines shows, with its errors; `;;` stands between lines.
fn commanded(edition: Edition, lines: &str) -> String {
    let mut settings = Settings { themes: pprepl_testing::THEMES, ..Settings::default() };
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let mut text = String::new();
    for line in lines.split(" ;; ") {
        text.clear();
        let reports = match commands::submit(&mut session, &line.replace('⏎', "\n")) {
            Outcome::Command(answer) => {
                text.push_str(answer.text.trim_end());
                answer.reports
            }
            Outcome::Evaluated(got) => {
                text.push_str(got.value.as_deref().or(got.shown.as_deref()).unwrap_or("fails"));
                got.reports
            }
            other => {
                let _ = write!(text, "{other:?}");
                Vec::new()
            }
        };
        for report in reports {
            let _ = write!(text, " | {}: {} | {}", report.code, report.message, report.help.unwrap_or_default());
        }
    }
    text.replace('\n', "⏎")
}

#[test]
fn commands_answer() {
    check("commands.txt", Edition::Eight, commanded);
}

/// Returns the errors of a text with their help, and the text with their fixes applied.
fn explained(edition: Edition, input: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let input = input.replace('⏎', "\n");
    let view = session.analyze().check_types("input", &input);
    let mut text = String::new();
    for report in &view.reports {
        let (line, column) = report.position.unwrap_or_default();
        let help = report.help.as_deref().unwrap_or("-");
        let _ = write!(text, "{} {line}:{column} {} | {help} | ", report.code, report.message);
    }
    let fixed = apply_fixes("input", &input, &view.reports).map_or("no fix".to_owned(), |fixed| fixed.after);
    text.push_str(&fixed);
    text.replace('\n', "⏎")
}

#[test]
fn errors_are_explained_and_fixed() {
    check("errors.txt", Edition::Eight, explained);
}

/// Returns the labels of the proposals at the cursor `‸`, and the text that they replace.
fn proposed(edition: Edition, marked: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    session.evaluate("input", "$number = 5 $other = 'a' $n = 'sort'");
    let marked = marked.replace('⏎', "\n");
    let at = marked.find('‸').unwrap_or_else(|| panic!("{marked}: expected the cursor"));
    let text = marked.replace('‸', "");
    let found = complete(&mut session, &text, at);
    let labels: Vec<&str> = found.items.iter().take(3).map(|item| item.label.as_str()).collect();
    let call = signature(&session, &text, at)
        .map_or("no call".to_owned(), |one| format!("{}: {}", one.text, &one.text[one.active.clone()]));
    format!("{:?} for `{}` | {call}", labels, text.get(found.from..at).unwrap_or("?")).replace('\n', "⏎")
}

#[test]
fn proposals_fit_the_place() {
    check("proposals.txt", Edition::Eight, proposed);
}
