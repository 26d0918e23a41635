//! The rows of a dialogue: parts of a lesson as lines with roles, and code to show or run.

use pprepl_lessons::Say;
use pprepl_text::columns::wrap;
use pprepl_text::theme::Role;

/// The width of text in columns.
const WIDTH: usize = 78;

/// A row that a front end prints or runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Row {
    /// A line of text.
    Text(Role, String),
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
        Say::Task(task) => std::iter::once(empty_row()).chain(wrapped(Role::Plain, task)).collect(),
        Say::Start(code) => vec![Row::Start(code.clone())],
        Say::Feedback { is_good, lines } => feedback(*is_good, lines),
        Say::Hint(hint) => wrapped(Role::Hint, &format!("Hint: {hint}")).collect(),
        Say::Solution(code) => vec![Row::Code(code.clone())],
        Say::Advice(advice) => wrapped(Role::Hint, advice).collect(),
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
        rows.extend(wrapped(Role::Hint, &advice));
    }
    rows
}

fn empty_row() -> Row {
    Row::Text(Role::Plain, String::new())
}

fn run(code: &str, is_shown: bool, has_result: bool) -> Row {
    Row::Run { code: code.to_owned(), is_shown, has_result }
}

fn wrapped(role: Role, text: &str) -> impl Iterator<Item = Row> {
    wrap(text, WIDTH).into_iter().map(move |line| Row::Text(role, line))
}

/// Returns the rows of feedback: a mark, then its lines.
fn feedback(is_good: bool, lines: &[String]) -> Vec<Row> {
    let (mark, role) = if is_good { ('\u{2713}', Role::Success) } else { ('\u{2717}', Role::Error) };
    let mut rows = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let text = if at == 0 { format!("{mark} {line}") } else { format!("  {line}") };
        rows.extend(pprepl_text::columns::hung(&text, WIDTH).into_iter().map(|line| Row::Text(role, line)));
    }
    rows
}

/// Returns the rows of Markdown: headings, paragraphs, lists and fenced code.
fn prose(markdown: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut paragraph = String::new();
    let mut fence: Option<String> = None;
    for line in markdown.lines() {
        let opens_or_closes = line.trim_start().starts_with("```");
        match &mut fence {
            Some(code) if opens_or_closes => {
                rows.push(Row::Code(code.trim_end().to_owned()));
                fence = None;
            }
            Some(code) => code.extend([line, "\n"]),
            None if opens_or_closes => {
                end(&mut paragraph, &mut rows);
                fence = Some(String::new());
            }
            None => text_line(line, &mut paragraph, &mut rows),
        }
    }
    end(&mut paragraph, &mut rows);
    rows
}

fn text_line(line: &str, paragraph: &mut String, rows: &mut Vec<Row>) {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        end(paragraph, rows);
        rows.push(empty_row());
    } else if trimmed.starts_with('#') {
        end(paragraph, rows);
        rows.push(Row::Text(Role::Title, plain(trimmed.trim_start_matches('#').trim())));
    } else if trimmed.starts_with("- ") || trimmed.starts_with('|') || line.starts_with("    ") {
        end(paragraph, rows);
        rows.extend(wrapped(Role::Plain, &plain(line)));
    } else {
        let gap = if paragraph.is_empty() { "" } else { " " };
        paragraph.push_str(gap);
        paragraph.push_str(&plain(trimmed));
    }
}

/// Ends a paragraph.
fn end(paragraph: &mut String, rows: &mut Vec<Row>) {
    if !paragraph.is_empty() {
        rows.extend(wrapped(Role::Plain, paragraph));
        paragraph.clear();
    }
}

/// Returns Markdown without its signs for strong text. Backquotes stay: they mark code.
fn plain(text: &str) -> String {
    text.replace("**", "")
}
