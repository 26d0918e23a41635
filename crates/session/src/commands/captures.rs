//! `:match`: the match variables with their origin, and a match in code explained: groups with their places, the part of
//! the pattern that matches, and how long the match variables live.

use crate::matching::{GroupView, MatchView, Verdict, match_at};
use crate::{Capture, CommandAnswer, Outcome, Session};
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{IssueCode, visible};
use puppet_pcore::program_form;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "match",
    aliases: &["captures"],
    params: &[Param::optional("CODE", Kind::Code)],
    group: Group::Look,
    summary: "the match variables $0, $1, ... (last input, or CODE)",
    details: "CODE runs as an input of its own, so that $0, $1, ... remain for the next input when it succeeds. Each \
              group has its place in the string. For a pattern that does not match, the part that does is shown. \
              regsubst(), match() and split() are explained too.",
    examples: &[
        Example { before: &[], line: ":match 'abc' =~ /b(.)/", shows: "character 3" },
        Example { before: &[], line: ":match 'foox' =~ /foo(y)/", shows: "matches up to /foo/" },
        Example { before: &["'abc' =~ /b/"], line: ":match", shows: "set by input 1" },
    ],
    run: captures,
}];

/// The maximum width of a string.
const WIDE: usize = 60;

fn captures(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(code) = arguments.get(0) else { return last_captures(session) };
    let options = session.source().lex_options();
    let view = match_at(code, code.len(), options, Some(session));
    let evaluation = session.evaluate("input", code);
    if evaluation.failed() {
        return Ok(Outcome::Evaluated(Box::new(evaluation)));
    }
    let captures = if evaluation.matched { evaluation.captures } else { Vec::new() };
    let data = captures.iter().map(capture_value).collect();
    match view {
        Some(view) if !matches!(view.verdict, Verdict::Unknown) => {
            command::with_data(visible(&explained(code, &view)).into_owned(), data)
        }
        _ if !captures.is_empty() => command::with_data(rows_of(&captures), data),
        _ => Err(CommandError::new(IssueCode::CommandArgument, "nothing in CODE matched")
            .with_help("what matches inside of if, case, a selector or a lambda is known there only")),
    }
}

/// Shows the match variables of the session, with the input that set them.
fn last_captures(session: &Session) -> CommandResult {
    let captures = session.names().match_variables();
    if captures.is_empty() {
        return Err(CommandError::new(IssueCode::CommandArgument, "nothing has matched yet")
            .with_help("match a string with a regular expression: :match 'abc' =~ /b(.)/"));
    }
    let mut text = rows_of(&captures);
    if let Some(origin) = origin(session) {
        text.push_str(&format!("\n{origin}"));
    }
    let data = captures.iter().map(capture_value).collect();
    Ok(Outcome::Command(Box::new(CommandAnswer { text, data: Some(data), ..CommandAnswer::default() })))
}

/// Returns which input set the match variables, and which later one did not.
fn origin(session: &Session) -> Option<String> {
    let (set, hidden) = session.names().match_inputs()?;
    let input = session.inputs().iter().find(|input| input.number == set)?;
    let mut text = format!("set by input {set}: {}", shortened(visible(input.text.trim()).lines().next()?, WIDE));
    if let Some(hidden) = hidden {
        text.push_str(&format!(
            "\nthe match of input {hidden} did not set them: it failed, or ended with its branch or lambda"
        ));
    }
    Some(text)
}

fn rows_of(captures: &[Capture]) -> String {
    let rows: Vec<Vec<String>> =
        captures.iter().map(|capture| vec![format!("${}", capture.number), capture_value(capture)]).collect();
    columns(&rows)
}

/// Formats the value of a match variable.
pub fn capture_value(capture: &Capture) -> String {
    capture.value.as_deref().map_or_else(|| "undef".to_owned(), literal)
}

fn literal(text: &str) -> String {
    program_form(&text.into()).unwrap_or_else(|| text.to_owned())
}

/// Explains a match in code.
fn explained(code: &str, view: &MatchView) -> String {
    let subject = view.subject.text.as_deref().unwrap_or("");
    let pattern = view.pattern.text.as_deref().unwrap_or("");
    let head = [
        vec!["string".to_owned(), shortened(&literal(subject), WIDE)],
        vec!["pattern".to_owned(), shortened(&format!("/{pattern}/"), WIDE)],
    ];
    let mut rows = Vec::new();
    let mut lines = Vec::new();
    match &view.verdict {
        Verdict::Unknown => {}
        Verdict::Fault { message, help, .. } => {
            lines.push(format!("the pattern is invalid: {message}"));
            lines.extend(help.as_ref().map(|help| help.to_string()));
        }
        Verdict::No { reached } => {
            lines.push("does not match".to_owned());
            if let Some((start, rest)) = reached.and_then(|at| pattern.split_at_checked(at)) {
                lines.push(format!("matches up to /{start}/, not with {rest}"));
            }
            lines.extend(view.sets.then(|| "$0, $1, ... keep their values".to_owned()));
        }
        Verdict::Yes { groups, more } => {
            rows.extend(groups.iter().map(|group| group_row(subject, group, view.sets)));
            if !more.is_empty() {
                rows.push(vec!["more".to_owned(), places(subject, more)]);
            }
            rows.extend(
                view.result.as_ref().map(|result| vec!["result".to_owned(), shortened(&literal(result), WIDE)]),
            );
            lines.push(life(code, view));
        }
    }
    let blocks = [columns(&head), columns(&rows), lines.join("\n")];
    blocks.into_iter().filter(|block| !block.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Returns the row of a group: its name, its string and its place.
fn group_row(subject: &str, group: &GroupView, sets: bool) -> Vec<String> {
    let number = if sets { format!("${}", group.number) } else { format!("group {}", group.number) };
    let name = group.name.as_ref().map_or(number.clone(), |name| format!("{number} <{name}>"));
    let Some((from, to)) = group.place else { return vec![name, "did not participate".to_owned()] };
    let part = subject.get(from..to).unwrap_or("");
    vec![name, shortened(&literal(part), WIDE), place(subject, from, part)]
}

/// Describes the place of a part of a string.
fn place(subject: &str, from: usize, part: &str) -> String {
    let first = subject.get(..from).unwrap_or("").chars().count() + 1;
    match part.chars().count() {
        0 => format!("empty, before character {first}"),
        1 => format!("character {first}"),
        count => format!("characters {first} to {}", first + count - 1),
    }
}

/// Lists the parts that match after the first one.
fn places(subject: &str, more: &[(usize, usize)]) -> String {
    let parts = more.iter().filter_map(|(from, to)| subject.get(*from..*to)).map(literal);
    shortened(&parts.collect::<Vec<_>>().join(", "), WIDE)
}

fn life(code: &str, view: &MatchView) -> String {
    match view.until {
        _ if !view.sets => format!("{}() does not set $0, $1, ...", view.form),
        Some((what, span)) => {
            let line = code.get(..span.end as usize).unwrap_or(code).matches('\n').count() + 1;
            format!("$0, $1, ... are valid until the end of the {what} in line {line}, or the next successful match")
        }
        None => "$0, $1, ... are valid until the next successful match".to_owned(),
    }
}
