//! The rows of a dialogue: parts of a lesson as lines with roles, and code to show or run.

use pprepl_lessons::Say;
use pprepl_notebook::{ProseBlock, ProseKind, prose_blocks};
use pprepl_text::columns::{width, wrap};
use pprepl_text::theme::Role;

/// The maximum width of text in columns: longer lines are hard to read.
pub const WIDEST: usize = 78;

/// A row that a front end prints or runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// Prose, to wrap at words.
    Text(Role, String),
    /// A line that stays whole: a row of a table, or a message with a path.
    Line(Role, String),
    /// Prose after a mark. Its further lines start below its first word.
    Marked { role: Role, mark: String, text: String },
    /// Code to show.
    Code(String),
    /// Code to run: whether to show it, and whether to show its result.
    Run { code: String, is_shown: bool, has_result: bool },
    /// Code for the line, to complete.
    Start(String),
    /// A line to print and to copy to the clipboard.
    Copy(String),
}

/// Returns the rows of a part of the dialogue.
pub fn rows(say: &Say) -> Vec<Row> {
    match say {
        Say::Step { number, of, title } => {
            vec![empty_row(), Row::Text(Role::Title, format!("Step {number} of {of}: {title}"))]
        }
        Say::Number { number, of, topic } => {
            vec![empty_row(), Row::Text(Role::Title, format!("Question {number} of {of}: {topic}"))]
        }
        Say::Prose(markdown) | Say::Question(markdown) => std::iter::once(empty_row()).chain(prose(markdown)).collect(),
        Say::Example(code) => vec![empty_row(), run(code, true, true)],
        Say::Given(code) => vec![empty_row(), run(code, true, false)],
        Say::Silent(code) => vec![run(code, false, false)],
        Say::Task(task) => std::iter::once(empty_row()).chain([text(Role::Plain, task)]).collect(),
        Say::Start(code) => vec![Row::Start(code.clone())],
        Say::Feedback { is_good, lines } => feedback(*is_good, lines),
        Say::Hint(hint) => vec![text(Role::Hint, &format!("Hint: {hint}"))],
        Say::Solution(code) => vec![Row::Code(code.clone())],
        Say::Advice(advice) => vec![text(Role::Hint, advice)],
        Say::Score { right, of, wrong } => score(*right, *of, wrong),
        Say::End { done, of } => vec![
            empty_row(),
            Row::Text(Role::Title, format!("You reached the end: {done} of {of} steps are done.")),
            Row::Text(Role::Hint, "':learn' lists the chapters, ':leave' returns to your session.".to_owned()),
        ],
    }
}

/// Returns the rows of a score, with the topics to repeat.
fn score(right: usize, of: usize, wrong: &[String]) -> Vec<Row> {
    let mut rows = vec![empty_row(), Row::Text(Role::Title, format!("Your score: {right} of {of}."))];
    if !wrong.is_empty() {
        let advice = format!("To repeat: {}. These questions come back, the first after a day.", wrong.join(", "));
        rows.push(text(Role::Hint, &advice));
    }
    rows
}

fn empty_row() -> Row {
    Row::Text(Role::Plain, String::new())
}

fn run(code: &str, is_shown: bool, has_result: bool) -> Row {
    Row::Run { code: code.to_owned(), is_shown, has_result }
}

fn text(role: Role, text: &str) -> Row {
    Row::Text(role, text.to_owned())
}

fn marked(role: Role, mark: impl Into<String>, text: impl Into<String>) -> Row {
    Row::Marked { role, mark: mark.into(), text: text.into() }
}

/// Returns the lines of prose after a mark, at most `limit` columns wide.
pub fn marked_lines(mark: &str, text: &str, limit: usize) -> Vec<String> {
    let blanks = " ".repeat(width(mark));
    let parts = wrap(text, limit.saturating_sub(width(mark)).max(1)).into_iter().enumerate();
    parts.map(|(at, part)| [if at == 0 { mark } else { &blanks }, &part].concat()).collect()
}

/// Returns the rows of feedback: a mark, then its lines.
fn feedback(is_good: bool, lines: &[String]) -> Vec<Row> {
    let (mark, role) = if is_good { ('\u{2713}', Role::Success) } else { ('\u{2717}', Role::Error) };
    let mark_of = |at| if at == 0 { format!("{mark} ") } else { "  ".to_owned() };
    lines.iter().enumerate().map(|(at, line)| marked(role, mark_of(at), line)).collect()
}

/// Returns the rows of Markdown.
fn prose(markdown: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for block in prose_blocks(markdown) {
        rows.extend(block.is_apart.then(empty_row));
        rows.extend(block_rows(&block));
    }
    rows
}

fn block_rows(block: &ProseBlock) -> Vec<Row> {
    match &block.kind {
        ProseKind::Heading => vec![Row::Text(Role::Title, plain(&block.text))],
        ProseKind::Paragraph => vec![text(Role::Plain, &plain(&block.text))],
        ProseKind::Quote => vec![marked(Role::Comment, "│ ", plain(&block.text))],
        ProseKind::Verbatim => block.text.lines().map(|line| Row::Line(Role::Plain, line.to_owned())).collect(),
        ProseKind::Code { .. } => vec![Row::Code(block.text.clone())],
        ProseKind::Item { depth, number } => {
            let marker = number.map_or("- ".to_owned(), |number| format!("{number}. "));
            vec![marked(Role::Plain, format!("{}{marker}", "  ".repeat(*depth)), plain(&block.text))]
        }
    }
}

/// Returns Markdown without its signs for strong text. Backquotes stay: they mark code.
fn plain(text: &str) -> String {
    text.replace("**", "")
}
