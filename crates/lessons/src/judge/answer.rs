//! An answer before it runs: its holes, and whether it is a command.

use pprepl_session::commands;

/// A hole in the code that a learner fills.
const HOLE: &str = "___";

/// The number of bytes of an answer.
pub(crate) const MAX_BYTES: usize = 64 << 10;

/// Returns the lines with holes, from 1. A hole in a comment does not count.
pub(crate) fn holes(text: &str) -> Vec<usize> {
    let has_hole = |line: &str| line.find(HOLE).is_some_and(|at| !is_in_comment(line, at));
    text.lines().enumerate().filter(|(_, line)| has_hole(line)).map(|(number, _)| number + 1).collect()
}

/// Returns whether code has a hole `___` that the learner fills.
pub fn has_hole(text: &str) -> bool {
    !holes(text).is_empty()
}

/// Returns whether a place of a line is after a `#` that starts a comment.
fn is_in_comment(line: &str, at: usize) -> bool {
    let before = line.get(..at).unwrap_or(line);
    let is_open = |sign: usize| {
        let start = line.get(..sign).unwrap_or("");
        start.matches('\'').count() % 2 == 0 && start.matches('"').count() % 2 == 0
    };
    before.match_indices('#').any(|(sign, _)| is_open(sign))
}

/// Returns the message about holes.
pub(crate) fn unfilled(lines: &[usize]) -> String {
    match lines {
        [] => String::new(),
        [line] => format!("Line {line} has a hole: replace `{HOLE}` with code."),
        several => {
            let numbers: Vec<String> = several.iter().map(usize::to_string).collect();
            format!("Lines {} have holes: replace each `{HOLE}` with code.", numbers.join(", "))
        }
    }
}

/// Returns the meta-command of the prompt that an answer is. Comments may be above it: the task is one.
pub fn command_line(text: &str) -> Option<&str> {
    let is_skipped = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with('#');
    let start: usize = text.split_inclusive('\n').take_while(is_skipped).map(str::len).sum();
    text.get(start..).map(str::trim).filter(|rest| commands::is_command(rest))
}

/// Returns whether the answer is a meta-command of the prompt.
pub(crate) fn is_command(text: &str) -> bool {
    command_line(text).is_some()
}

/// Returns the full name of the command that the answer is.
pub(crate) fn command(text: &str) -> String {
    let word = commands::split(command_line(text).unwrap_or(text)).0;
    commands::find(word).map_or_else(|_| word.to_owned(), |command| command.name.to_owned())
}
