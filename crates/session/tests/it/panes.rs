//! What panes show of a match and of values, a row each.

use std::fmt::Write;

use pprepl_session::commands;
use pprepl_session::{CellValue, Operand, Session, Settings, SystemHost, Verdict, match_at, value_changes};
use pprepl_testing::check_rules;
use puppet_syntax::LexOptions;

/// Returns a session after the lines before the last ` ;; `, and the rest.
fn after(lines: &str) -> (Session, String) {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let (lines, last) = lines.rsplit_once(" ;; ").unwrap_or(("", lines));
    for line in lines.split(" ;; ") {
        commands::submit(&mut session, line);
    }
    (session, last.replace('⏎', "\n"))
}

/// Returns an operand: its code, and its text with the place of the same text in the code.
fn operand(operand: &Operand, text: &str) -> String {
    let known = operand.text.as_ref().map_or(operand.unknown.to_owned(), |known| format!("{known:?}"));
    let letters = operand.letters.map_or(String::new(), |span| format!(" at {}-{}", span.start, span.end));
    format!("`{}` {known}{letters}", operand.code.of(text))
}

/// Returns the match at the cursor `‸`, with the session and without it where that differs.
fn matched(line: &str) -> String {
    let (mut session, marked) = after(line);
    let at = marked.find('‸').expect("a cursor");
    let text = marked.replace('‸', "");
    let mut views = [Some(&mut session), None].map(|session| {
        let Some(view) = match_at(&text, at, LexOptions::default(), session) else { return "none".to_owned() };
        let mut shown = format!("{} `{}`", view.form, view.span.of(&text));
        let _ = write!(shown, " | {} | {}", operand(&view.subject, &text), operand(&view.pattern, &text));
        let _ = match &view.verdict {
            Verdict::Unknown => write!(shown, " | unknown"),
            Verdict::Fault { at, message, help } => write!(shown, " | fault {at:?} {message} {help:?}"),
            Verdict::No { reached } => write!(shown, " | no {reached:?}"),
            Verdict::Yes { groups, more } => {
                let groups = groups.iter().map(|group| (group.number, group.name.as_deref(), group.place));
                write!(shown, " | yes {:?} {more:?}", groups.collect::<Vec<_>>())
            }
        };
        let until =
            view.until.map_or(String::new(), |(what, span)| format!(" until {what} {}-{}", span.start, span.end));
        let _ = write!(
            shown,
            " | {:?}{}{}{until}",
            view.result,
            ["", " here"][usize::from(view.is_here)],
            ["", " sets"][usize::from(view.sets)]
        );
        shown
    });
    if views[0] == views[1] {
        views[1].clear();
    }
    let [with, without] = views;
    let text = if without.is_empty() { with } else { format!("{with} || without {without}") };
    text.replace('\n', "⏎")
}

#[test]
fn a_match_has_its_operands_and_groups() {
    check_rules("matches.txt", matched);
}

/// Returns the changes from one value to the other, and the parts of the other.
fn changed(line: &str) -> String {
    let (mut session, values) = after(line);
    let (before, after) = values.split_once(" to ").expect("two values");
    let value = |session: &mut Session, code: &str| -> CellValue {
        session.inspect().value(code).unwrap_or_else(|reports| panic!("{code}: {}", reports[0].message))
    };
    let (before, after) = (value(&mut session, before), value(&mut session, after));
    let part = |part: &Option<(String, String)>| {
        part.as_ref().map_or("-".to_owned(), |(text, ty)| format!("{} {ty}", text.chars().take(20).collect::<String>()))
    };
    let changes = value_changes(&before, &after);
    let mut text: Vec<String> = changes
        .iter()
        .take(8)
        .map(|one| format!("{:?} {} {} to {}", one.side, one.path.len().min(99), part(&one.before), part(&one.after)))
        .collect();
    text.extend(changes.iter().take(8).filter(|one| one.path.len() < 30).map(|one| one.path.clone()));
    let whole = after.entire_value();
    text.push(format!("{} with {} parts", whole.type_name, whole.parts));
    for path in [&[][..], &[0], &[1, 0]] {
        let parts = after.parts(path, 1, 2);
        let shown = |part: &pprepl_session::Part| {
            format!("{} {} = {} {} {}", part.access, part.key, part.text.len(), part.type_name, part.parts)
        };
        text.push(format!("{path:?}: {}", parts.iter().map(shown).collect::<Vec<_>>().join(", ")));
    }
    if let Some(table) = after.table() {
        let wide = [40, 16, 8].map(|width| table.text(width));
        text.push(format!("table of {}", table.total));
        text.extend(
            wide.into_iter()
                .chain([table.sentences(), table.csv(), table.markdown()])
                .map(|text| text.chars().take(400).collect()),
        );
    }
    text.join(" | ").replace('\n', "⏎")
}

#[test]
fn values_differ_part_by_part() {
    check_rules("changes.txt", changed);
}

/// Returns the lines of a template with their parts and their output; `;;` stands before the parameters.
fn templated(line: &str) -> String {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let line = line.replace('⏎', "\n");
    let (text, parameters) = line.split_once(" ;; ").map_or((&*line, None), |(text, code)| (text, Some(code)));
    let view = session.inspect().template(text, parameters);
    let mut shown = String::new();
    for line in &view.lines {
        let parts = line.parts.iter().map(|part| format!("{:?} {:?}", part.kind, part.span.of(text)));
        let wrote = line.wrote.iter().map(|row| {
            let pieces = row.iter().map(|(by_tag, piece)| {
                let piece: String = piece.chars().take(20).collect();
                if *by_tag { format!("<{piece}>") } else { piece }
            });
            pieces.collect::<String>()
        });
        let (parts, wrote): (Vec<_>, Vec<_>) = (parts.collect(), wrote.collect());
        let _ = write!(shown, "{} = {wrote:?}", parts.join(", "));
        if line.more > 0 {
            let _ = write!(shown, " and {}", line.more);
        }
        shown.push_str(" / ");
    }
    let text: Option<String> = view.text.map(|text| text.chars().take(60).collect());
    let _ =
        write!(shown, "{text:?} {}{}", view.unrendered.unwrap_or(""), ["", "sensitive"][usize::from(view.sensitive)]);
    for report in &view.reports {
        let _ = write!(shown, " | {} {}", report.code, report.message);
    }
    shown.replace('\n', "⏎")
}

#[test]
fn a_template_has_the_output_of_each_line() {
    check_rules("templates.txt", templated);
}
