//! `:explain`: describes a language topic, an error, an issue code or a rule, with a wrong and a right input. A test runs
//! both.

mod additions;
mod language;
mod listing;
mod operators;
mod page;
mod words;

use serde_json::{Value, json};

use crate::Session;
use pprepl_text::columns::wrap;
use pprepl_text::suggest;
use pprepl_text::{IssueCode, Severity};
use puppet_syntax::explain::{explain as explanation_of, explanations, topic_page, topic_pages};

pub use additions::{ADDITIONS, Addition};
pub use listing::{group_names, sentence};
pub use operators::{Side, level_of};
use page::point;
pub use page::{Page, Subject};

use super::Arguments;
use super::command::{self, Command, CommandError, CommandResult, Example, Group, Kind, Param};

/// Returns all pages: of the language, its words and operators, then topics of errors, issue codes and rules.
pub fn pages() -> impl Iterator<Item = Page> {
    let language = language::PAGES.iter().chain(words()).copied();
    language.chain(topic_pages().map(Page::from)).chain(explanations().map(Page::from)).chain(other_codes())
}

/// Returns the pages of the issue codes that only their topic describes.
fn other_codes() -> impl Iterator<Item = Page> {
    let without = IssueCode::ALL.iter().filter(|code| explanation_of(code.as_str()).is_none());
    without.filter_map(|code| Some(Page::of_code(*code, topic_page(code.topic())?)))
}

/// Returns the page of a word or an operator of the language.
pub fn word(text: &str) -> Option<&'static Page> {
    words().find(|page| page.name == text)
}

fn words() -> impl Iterator<Item = &'static Page> {
    words::WORDS.iter().chain(&words::OPERATORS)
}

/// Returns the pages of the language topics.
pub fn points() -> &'static [Page] {
    language::PAGES
}

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "explain",
    aliases: &[],
    params: &[Param::optional("NAME", Kind::Topic), Param::optional("GROUP", Kind::TopicGroup)],
    group: Group::Names,
    summary: "explain an error, a rule or a language topic",
    details: "Without NAME it explains the last error. NAME is a topic in the brackets of an error, an issue code, a \
              rule of the checker, or a word of the language. ':explain topics' lists the groups of topics, ':explain \
              topics GROUP' the topics of one group.",
    examples: &[
        Example { before: &[], line: ":explain truth", shows: "false" },
        Example { before: &[], line: ":explain assigned-twice", shows: "Right" },
        Example { before: &[], line: ":explain topics variables", shows: "unset-variable" },
    ],
    run: explain,
}];

fn explain(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(name) = arguments.get(0) else { return explain_last(session) };
    match (name.eq_ignore_ascii_case("topics"), arguments.get(1)) {
        (true, None) => command::with_data(listing::overview(), listing::overview_data()),
        (true, Some(group)) => listing::group(group),
        (false, None) => explain_name(session, name),
        (false, Some(_)) => Err(CommandError::new(IssueCode::CommandArity, "only ':explain topics' accepts a GROUP")
            .with_help("give one name, such as ':explain operators'")),
    }
}

fn explain_name(session: &Session, name: &str) -> CommandResult {
    let bare = name.trim_start_matches('&').trim_end_matches("()");
    if let Some((text, data)) = explanation(session, bare) {
        return command::with_data(text, data);
    }
    if let Some((text, data)) = super::documentation(session, bare, WIDE) {
        return command::with_data(text, data);
    }
    match super::find(name.trim_start_matches(':')) {
        Ok(found) if name.starts_with(':') => command::text(super::help::page(found)),
        _ => Err(unknown(session, bare)),
    }
}

/// Returns the pages of a name as text and data; `None` for a name without one.
pub fn explanation(session: &Session, name: &str) -> Option<(String, Value)> {
    let pages = find(name);
    let first = pages.first()?;
    let mut parts: Vec<String> = pages.iter().map(page_text).collect();
    if super::documentation(session, first.name, WIDE).is_some() {
        parts.push(format!("':doc {}' has its reference.", first.name));
    }
    let mut data = page_data(first);
    if let (Some(second), Some(fields)) = (pages.get(1), data.as_object_mut()) {
        fields.insert("error".to_owned(), page_data(second));
    }
    Some((parts.join("\n\n"), data))
}

/// Returns the pages of a name: a language topic and a topic of errors may share it. An exact name is preferred.
fn find(name: &str) -> Vec<Page> {
    let exact: Vec<Page> = pages().filter(|page| page.name == name).collect();
    if !exact.is_empty() {
        return exact;
    }
    let mut similar: Vec<Page> = pages().filter(|page| page.name.eq_ignore_ascii_case(name)).collect();
    similar.dedup_by(|a, b| a.name != b.name);
    similar
}

/// Explains the last error by its topic; without an error, the last warning or note.
fn explain_last(session: &Session) -> CommandResult {
    let reports = || session.last().into_iter().flat_map(|last| &last.reports);
    let worst = reports().filter(|report| report.code != IssueCode::ValidationFailed).map(|report| report.severity);
    let severity = worst.max().unwrap_or(Severity::Note);
    let Some(report) =
        reports().find(|report| report.severity == severity && report.code != IssueCode::ValidationFailed)
    else {
        return Err(CommandError::new(IssueCode::CommandArgument, "the last input has no error to explain")
            .with_help("':explain topics' lists the topics"));
    };
    match explanation(session, report.topic) {
        Some((text, data)) => command::with_data(text, data),
        None => command::text(format!("{}: {}", report.topic, report.message)),
    }
}

fn unknown(session: &Session, name: &str) -> Box<CommandError> {
    let near = suggest::nearest(name, pages().map(|page| page.name)).map(str::to_owned);
    let near = near.or_else(|| super::names::nearest_documented(session, name));
    let help =
        near.map_or("':explain topics' lists the topics".to_owned(), |near| format!("did you mean ':explain {near}'?"));
    CommandError::new(IssueCode::CommandArgument, format!("no page for '{name}'")).with_help(help)
}

/// The width of a page.
const WIDE: usize = 78;

/// Returns the table that follows the text of some pages.
pub fn page_table(page: &Page) -> Option<String> {
    match (page.subject, page.name) {
        (Subject::Language, "operators" | "precedence") => Some(operators::table()),
        (Subject::Language, "additions") => Some(additions::listing()),
        _ => None,
    }
}

fn wrapped(text: &str) -> String {
    text.split('\n').flat_map(|paragraph| wrap(paragraph, WIDE)).collect::<Vec<_>>().join("\n")
}

/// Formats a page.
fn page_text(page: &Page) -> String {
    let title = match page.subject {
        Subject::Language => page.name.to_owned(),
        Subject::Topic(_) => format!("{} (an error)", page.name),
        Subject::Code(_) => match page.topic() {
            Some(topic) => format!("{} (topic {topic})", page.name),
            None => format!("{} (a rule of the checker)", page.name),
        },
    };
    let mut lines = vec![title, String::new(), wrapped(page.text)];
    lines.extend(page_table(page).map(|table| format!("\n{table}")));
    let wrong = if page.puppet8_only { "Wrong in edition puppet8" } else { "Wrong" };
    let right = if page.wrong.is_empty() { "Try" } else { "Right" };
    for (heading, example) in [(wrong, page.wrong), (right, page.right)] {
        if !example.is_empty() {
            lines.push(format!("\n{heading}"));
            lines.extend(example.lines().map(|line| format!("  {line}")));
        }
    }
    let codes = page.codes();
    if !codes.is_empty() {
        lines.push(String::new());
        lines.extend(wrap(&format!("Puppet's codes: {}", codes.join(", ")), WIDE));
    }
    lines.join("\n")
}

fn page_data(page: &Page) -> Value {
    json!({
        "topic": page.name,
        "text": page.text,
        "wrong": page.wrong,
        "right": page.right,
        "codes": page.codes(),
        "of_topic": page.topic(),
    })
}
