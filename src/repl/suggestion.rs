//! The rest of the line that a suggestion shows in gray after the cursor: from the history, then by the grammar.

use pprepl_session::commands;
use pprepl_session::complete;
use pprepl_session::edit::{self, MAX_MARKED};
use pprepl_session::{LexOptions, Session};
use pprepl_text::visible;
use puppet_tree::{Document, Structure};

/// Minimum length of a word that is completed without a key.
const LEAST_WORD: usize = 3;

/// Returns the rest of the word at the end of the line if only one name fits, or else the brackets that close the line.
pub fn by_grammar(session: &mut Session, line: &str) -> Option<String> {
    if line.len() > MAX_MARKED || line.contains('\n') || commands::is_command(line) {
        return None;
    }
    rest_of_word(session, line).or_else(|| closing_brackets(line, session.settings().input_options()))
}

fn rest_of_word(session: &mut Session, line: &str) -> Option<String> {
    let word = line.len() - line.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    // Completion that evaluates an operand takes too long for each key.
    let ahead = line.get(..line.len() - word)?.trim_end();
    if word < LEAST_WORD || [".", "=~", "!~"].iter().any(|operator| ahead.ends_with(operator)) {
        return None;
    }
    let found = complete::complete(session, line, line.len());
    let typed = line.get(found.from..)?;
    let mut rests = found.items.iter().filter_map(|item| item.label.strip_prefix(typed));
    match (rests.next(), rests.next()) {
        (Some(rest), None) if !rest.is_empty() => Some(rest.to_owned()),
        _ => None,
    }
}

/// Returns the brackets that close the line, if its code parses with them.
fn closing_brackets(line: &str, options: LexOptions) -> Option<String> {
    if line.ends_with(|c: char| "([{,|".contains(c) || c.is_whitespace()) || !edit::is_incomplete(line, options) {
        return None;
    }
    let closers = Structure::of(&Document::new(line)).closers()?;
    edit::parses(&format!("{line}{closers}"), options).then_some(closers)
}

/// Returns the next word of a suggestion, with the spaces before it.
pub fn first_word(rest: &str) -> &str {
    let blanks = rest.len() - rest.trim_start().len();
    let word = rest.get(blanks..).unwrap_or_default();
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let letters = word.find(|c: char| !is_name(c)).unwrap_or(word.len());
    let end = if letters > 0 { letters } else { word.chars().next().map_or(0, char::len_utf8) };
    rest.get(..blanks + end).unwrap_or(rest)
}

/// Returns a suggestion as it is shown: its first line.
pub fn first_line(rest: &str) -> String {
    match rest.split_once('\n') {
        None => visible(rest).into_owned(),
        Some((first, others)) => {
            let count = others.lines().count();
            format!("{} … {count} more {}", visible(first), if count == 1 { "line" } else { "lines" })
        }
    }
}
