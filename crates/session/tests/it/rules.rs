//! Small rules, a row each: an input and what it gives. The rows of `tests/rules` guard bounds and special cases that no
//! larger test reaches. `PPREPL_BLESS=1` writes the answers again.

use std::fmt::Write;

use pprepl_session::complete::{complete, signature};
use pprepl_session::{Edition, Outcome, Report, Session, Settings, SystemHost, apply_fixes, commands};
use pprepl_testing::check_rules;
use pprepl_text::applied;

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

/// Returns everything that a report says: severity, code, place, message, help, labels, notes, and what each fix makes
/// of the input.
fn told(report: &Report, input: &str) -> String {
    let place = |(line, column): (u32, u32), (last, end): (u32, u32)| format!("{line}:{column}-{last}:{end}");
    let at = report.position.map_or_else(|| "-".to_owned(), |start| place(start, report.end.unwrap_or(start)));
    let mut text = format!("{:?} {} {at} {}", report.severity, report.code, report.message);
    if let Some(help) = &report.help {
        let _ = write!(text, " | help {help}");
    }
    for label in &report.labels {
        let _ = write!(text, " | {} {}", place(label.position, label.end), label.message);
    }
    for note in &report.notes {
        let _ = write!(text, " | note {note}");
    }
    for fix in report.fixes.iter().map(|one| &one.fix) {
        let mut edits: Vec<_> = fix.edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
        let mut fixed = input.to_owned();
        for edit in edits {
            fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
        }
        let _ = write!(text, " | {}{}: {fixed}", fix.title, if fix.sure { "" } else { " (unsure)" });
    }
    text
}

/// Returns the type of the last statement and the findings.
fn findings(edition: Edition, input: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let view = session.analyze().check_types("input", input);
    let mut text = view.type_text.unwrap_or_else(|| "-".to_owned());
    for report in view.reports.iter().chain(&view.hints) {
        let _ = write!(text, " | {}", told(report, input));
    }
    text.replace('\n', " / ")
}

#[test]
fn the_checker_finds_what_is_wrong() {
    check("check.txt", Edition::Eight, findings);
}

#[test]
fn the_checker_follows_puppet_8() {
    check("check_puppet8.txt", Edition::Puppet8, findings);
}

#[test]
fn the_checker_knows_types_after_calls_operators_and_tests() {
    check("check_cross.txt", Edition::Eight, findings);
}

#[test]
fn the_checker_judges_programs_of_a_search() {
    check("check_searched.txt", Edition::Eight, findings);
}

/// Returns what the last of several lines shows, with its errors; `;;` stands between lines.
fn commanded(edition: Edition, lines: &str) -> String {
    let mut settings = Settings { themes: pprepl_testing::THEMES, ..Settings::default() };
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let mut text = String::new();
    for line in lines.split(" ;; ") {
        text.clear();
        let line = line.replace('⏎', "\n");
        let reports = match commands::submit(&mut session, &line) {
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
            let _ = write!(text, " | {}", told(&report, &line));
        }
    }
    text.replace('\n', "⏎")
}

#[test]
fn commands_answer() {
    check("commands.txt", Edition::Eight, commanded);
}

#[test]
fn commands_answer_to_arguments_of_all_kinds() {
    check("commands_cross.txt", Edition::Eight, commanded);
}

#[test]
fn commands_answer_to_lines_of_a_search() {
    check("commands_searched.txt", Edition::Eight, commanded);
}

#[test]
fn types_are_combined() {
    check("types_cross.txt", Edition::Eight, commanded);
}

/// Returns the data of the last of several commands, as machines get it; `;;` stands between lines.
fn data(edition: Edition, lines: &str) -> String {
    let mut settings = Settings { themes: pprepl_testing::THEMES, ..Settings::default() };
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let mut text = String::new();
    for line in lines.split(" ;; ") {
        text = match commands::submit(&mut session, &line.replace('⏎', "\n")) {
            Outcome::Command(answer) => answer.data.map_or_else(|| "none".to_owned(), |data| data.to_string()),
            _ => "no command".to_owned(),
        };
    }
    text
}

#[test]
fn commands_answer_with_data() {
    check("data.txt", Edition::Eight, data);
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
        let _ = write!(text, "{} | ", told(report, &input));
    }
    let fixed = apply_fixes("input", &input, &view.reports).map_or("no fix".to_owned(), |fixed| fixed.after);
    text.push_str(&fixed);
    text.replace('\n', "⏎")
}

#[test]
fn errors_are_explained_and_fixed() {
    check("errors.txt", Edition::Eight, explained);
}

#[test]
fn programs_with_one_wrong_token_are_explained() {
    check("errors_cross.txt", Edition::Eight, explained);
}

#[test]
fn wrong_programs_of_a_search_are_explained() {
    check("errors_searched.txt", Edition::Eight, explained);
}

/// Returns the labels of the proposals at the cursor `‸`, and the text that they replace.
fn proposed(edition: Edition, marked: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    session.evaluate("input", "$number = 5 $other = 'a' $n = 'sort'");
    proposed_in(&mut session, marked).0
}

/// Returns the proposals at the cursor after the lines before ` ;; `, and what is known of the first.
fn proposed_after(edition: Edition, lines: &str) -> String {
    let mut settings = Settings { themes: pprepl_testing::THEMES, ..Settings::default() };
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let (lines, marked) = lines.rsplit_once(" ;; ").unwrap_or(("", lines));
    for line in lines.split(" ;; ") {
        commands::submit(&mut session, line);
    }
    let (text, first) = proposed_in(&mut session, marked);
    format!("{text} | {}", first.chars().take(160).collect::<String>())
}

/// Returns the proposals, and what is known of the first.
fn proposed_in(session: &mut Session, marked: &str) -> (String, String) {
    let marked = marked.replace('⏎', "\n");
    let at = marked.find('‸').unwrap_or_else(|| panic!("{marked}: expected the cursor"));
    let text = marked.replace('‸', "");
    let found = complete(session, &text, at);
    let labels: Vec<&str> = found.items.iter().take(3).map(|item| item.label.as_str()).collect();
    let call = signature(session, &text, at)
        .map_or("no call".to_owned(), |one| format!("{}: {}", one.text, &one.text[one.active.clone()]));
    let shown = format!("{labels:?} for `{}` | {call}", text.get(found.from..at).unwrap_or("?")).replace('\n', "⏎");
    (shown, found.items.first().map_or(String::new(), |item| item.page().join(" / ").replace('\n', "⏎")))
}

#[test]
fn proposals_fit_each_token() {
    check("proposals_cross.txt", Edition::Eight, proposed);
}

#[test]
fn proposals_fit_the_place() {
    check("proposals.txt", Edition::Eight, proposed);
}

#[test]
fn proposals_know_what_ran() {
    check("proposals_after.txt", Edition::Eight, proposed_after);
}

/// Returns the fixes that pass the gate after a run; and what all of them make of the input, the second alone, the first
/// while it is typed, and the safe ones of a file.
fn gated(edition: Edition, lines: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let (lines, input) = lines.rsplit_once(" ;; ").unwrap_or(("", lines));
    for line in lines.split(" ;; ") {
        commands::submit(&mut session, line);
    }
    let input = input.replace('⏎', "\n");
    let Outcome::Evaluated(mut ran) = commands::submit(&mut session, &input) else {
        panic!("{input}: expected an input")
    };
    session.keep_passing_fixes(&mut ran);
    let fixes = ran.reports.iter().chain(&ran.notes).flat_map(|report| &report.fixes);
    let kept: Vec<String> = fixes.map(|one| format!("{}: {}", one.fix.title, applied(&input, [&one.fix]).0)).collect();
    let (all, second) = (session.fix_last_input(None), session.fix_last_input(Some(2)));
    let typed = session.analyze().fix_typed(&input);
    let file = session.analyze().fix_file("a.pp", &input);
    let made = [("all", all.ok()), ("second", second.ok()), ("typed", typed), ("file", file)];
    let made = made.into_iter().filter_map(|(name, made)| Some(format!(" | {name} {}", made?.after)));
    let text = kept.into_iter().chain(made).collect::<Vec<_>>().join(" / ");
    text.replace(" /  | ", " | ").replace('\n', "⏎")
}

#[test]
fn fixes_pass_the_gate_where_they_help() {
    check("gate.txt", Edition::Eight, gated);
}

/// Returns the notes on the last of several inputs; `;;` stands between inputs.
fn noted(edition: Edition, lines: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let mut text = String::new();
    for line in lines.split(" ;; ") {
        let line = line.replace('⏎', "\n");
        text = match commands::submit(&mut session, &line) {
            Outcome::Evaluated(got) => {
                let notes = got.reports.iter().chain(&got.notes).map(|one| told(one, &line));
                notes.collect::<Vec<_>>().join(" / ")
            }
            _ => "no input".to_owned(),
        };
    }
    text.replace('\n', "⏎")
}

#[test]
fn inputs_have_notes() {
    check("noted.txt", Edition::Eight, noted);
}

/// Returns the findings in a file, which may use names of other files.
fn filed(edition: Edition, text: &str) -> String {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let text = text.replace('⏎', "\n");
    let view = session.analyze().check_file("a.pp", &text);
    let found: Vec<String> = view.reports.iter().chain(&view.hints).map(|report| told(report, &text)).collect();
    found.join(" / ").replace('\n', "⏎")
}

#[test]
fn files_are_checked_alone() {
    check("check_files.txt", Edition::Eight, filed);
}
