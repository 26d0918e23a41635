//! The parts of a cell: Puppet code, and lines for pprepl. A line that starts with `:` is a command, one with `%` too, and
//! `?name` or `name?` alone asks for the documentation of a name. Lines of a heredoc or of an unfinished statement belong
//! to the code.

use std::ops::Range;

use pprepl_session::LexOptions;
use pprepl_session::commands;
use pprepl_session::edit::code_is_incomplete;

/// A part of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub kind: PartKind,
    /// Its bytes in the cell.
    pub span: Range<usize>,
    /// The number of lines before it.
    pub lines_before: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Code,
    /// A command, as it is typed at the prompt.
    Command(String),
    /// A question for documentation; `true` also for the source.
    Help(String, bool),
    /// `%clear` removes the output of the cell.
    Clear,
}

/// The number of lines in a cell that may be commands. More lines of this kind are code.
const MAX_LINES: usize = 200;

/// Splits a cell.
pub(crate) fn parts(cell: &str, options: LexOptions) -> Vec<Part> {
    let whole = |kind| vec![Part { kind, span: 0..cell.len(), lines_before: 0 }];
    if let Some((name, with_source)) = help_name(cell) {
        return whole(PartKind::Help(name.to_owned(), with_source));
    }
    if let Some(rest) = cell.trim_start().strip_prefix("%%") {
        return whole(command(rest));
    }
    let candidates = cell.lines().filter(|line| is_command_line(line)).count();
    if candidates == 0 || candidates > MAX_LINES {
        return whole(PartKind::Code);
    }
    split(cell, options)
}

/// Splits a cell that has lines which may be commands.
fn split(cell: &str, options: LexOptions) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut start, mut first_line) = (0, 0);
    let mut at = 0;
    for (number, line) in cell.split_inclusive('\n').enumerate() {
        let text = cell.get(start..at).unwrap_or_default();
        // Only these lines may start a part: completeness is not asked for each line of code.
        if (is_command_line(line) || is_command_line(text)) && !is_open(text, options) {
            push(&mut parts, cell, start..at, first_line);
            (start, first_line) = (at, number);
        }
        at += line.len();
    }
    push(&mut parts, cell, start..cell.len(), first_line);
    parts
}

/// Returns whether the text before a line continues on it.
fn is_open(text: &str, options: LexOptions) -> bool {
    if !is_command_line(text) {
        return code_is_incomplete(text, options);
    }
    let PartKind::Command(line) = command(text.trim_start().trim_start_matches([':', '%'])) else { return false };
    commands::code_of(&line).is_some_and(|code| code_is_incomplete(code, options))
}

fn push(parts: &mut Vec<Part>, cell: &str, span: Range<usize>, lines_before: usize) {
    let text = cell.get(span.clone()).unwrap_or_default();
    if text.trim().is_empty() {
        return;
    }
    let kind =
        if is_command_line(text) { command(text.trim_start().trim_start_matches([':', '%'])) } else { PartKind::Code };
    parts.push(Part { kind, span, lines_before });
}

/// Returns whether a line is a command: `:` or `%`, and a letter.
fn is_command_line(line: &str) -> bool {
    let rest = line.trim_start().strip_prefix('%');
    commands::is_command(line) || rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// Returns the command of a line, without the sign before it.
fn command(line: &str) -> PartKind {
    let line = line.trim();
    match commands::split(line).0 {
        "clear" => PartKind::Clear,
        "lsmagic" | "magic" | "quickref" => PartKind::Command(":help".to_owned()),
        _ => PartKind::Command(format!(":{line}")),
    }
}

/// Returns the name that a cell asks about: `?name`, `name?`, and with two signs also its source.
fn help_name(cell: &str) -> Option<(&str, bool)> {
    let text = cell.trim();
    let name = text.trim_start_matches('?').trim_end_matches('?');
    let signs = text.len() - name.len();
    let is_name = |c: char| c.is_alphanumeric() || "_:$.&".contains(c);
    let is_query = matches!(signs, 1 | 2) && !name.is_empty() && name.chars().all(is_name);
    is_query.then_some((name, signs == 2))
}
