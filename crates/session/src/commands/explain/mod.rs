//! `:explain`: describes an issue code or a language topic, with a wrong and a right input. A test runs both.

mod language;
mod topic;
mod words;

use serde_json::json;

use crate::Session;
use pprepl_text::columns::{columns, wrap};
use pprepl_text::suggest;
use pprepl_text::{IssueCode, Severity};
use puppet_syntax::explain::explanations;

pub use topic::Topic;
use topic::point;

use super::Arguments;
use super::command::{self, Command, CommandError, CommandResult, Example, Group, Kind, Param};

/// Returns all topics: of the language, its words and operators, then issues.
pub fn topics() -> impl Iterator<Item = Topic> {
    language::TOPICS.iter().chain(words()).copied().chain(explanations().map(Topic::from))
}

/// Returns the topic of a word or an operator of the language.
pub fn word(text: &str) -> Option<&'static Topic> {
    words().find(|topic| topic.name == text)
}

fn words() -> impl Iterator<Item = &'static Topic> {
    words::WORDS.iter().chain(&words::OPERATORS)
}

/// Returns the language topics.
pub fn points() -> &'static [Topic] {
    language::TOPICS
}

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "explain",
    aliases: &[],
    params: &[Param::optional("TOPIC", Kind::Topic)],
    group: Group::Names,
    summary: "explain an issue code or a language topic (default: the last error)",
    details: "':explain topics' lists all topics.",
    examples: &[
        Example { before: &[], line: ":explain truth", shows: "false" },
        Example { before: &[], line: ":explain ILLEGAL_REASSIGNMENT", shows: "Right" },
    ],
    run: explain,
}];

fn explain(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(name) = arguments.get(0) else { return explain_last(session) };
    if name.eq_ignore_ascii_case("topics") {
        return command::text(listing());
    }
    match find(name) {
        Some(topic) => page(topic),
        None => Err(unknown(name)),
    }
}

fn find(name: &str) -> Option<Topic> {
    topics().find(|topic| topic.name == name).or_else(|| topics().find(|topic| topic.name.eq_ignore_ascii_case(name)))
}

fn explain_last(session: &Session) -> CommandResult {
    let mut last = session.last().into_iter().flat_map(|last| &last.reports);
    let error = last.find(|report| report.severity == Severity::Error && report.code != IssueCode::ValidationFailed);
    let Some(report) = error else {
        return Err(CommandError::new(IssueCode::CommandArgument, "the last input has no error to explain")
            .with_help("':explain topics' lists what can be explained"));
    };
    match find(report.code.as_str()) {
        Some(topic) => page(topic),
        None => command::text(format!("{}: {}", report.code, report.message)),
    }
}

fn unknown(name: &str) -> Box<CommandError> {
    let near = suggest::nearest(name, topics().map(|topic| topic.name));
    let help =
        near.map_or("':explain topics' lists what there is".to_owned(), |near| format!("did you mean '{near}'?"));
    CommandError::new(IssueCode::CommandArgument, format!("nothing is known of '{name}'")).with_help(help)
}

fn page(topic: Topic) -> CommandResult {
    let mut lines = vec![topic.name.to_owned(), String::new()];
    lines.extend(topic.text.split('\n').flat_map(|paragraph| wrap(paragraph, 78)));
    for (title, example) in [("Wrong", topic.wrong), ("Right", topic.right)] {
        if !example.is_empty() {
            let title = if topic.wrong.is_empty() { "Try" } else { title };
            lines.push(format!("\n{title}"));
            lines.extend(example.lines().map(|line| format!("  {line}")));
        }
    }
    let data = json!({ "topic": topic.name, "text": topic.text, "wrong": topic.wrong, "right": topic.right });
    command::with_data(lines.join("\n"), data)
}

fn listing() -> String {
    let row = |topic: Topic| vec![format!("  {}", topic.name), summary(topic.text)];
    let topics: Vec<Vec<String>> = language::TOPICS.iter().copied().map(row).collect();
    let codes: Vec<Vec<String>> = explanations().map(Topic::from).map(row).collect();
    let signs: Vec<&str> = words().map(|topic| topic.name).collect();
    let signs: Vec<String> = wrap(&signs.join(" "), 76).into_iter().map(|line| format!("  {line}")).collect();
    format!(
        "The language\n{}\n\nWords and operators\n{}\n\nIssues\n{}",
        columns(&topics),
        signs.join("\n"),
        columns(&codes)
    )
}

/// Returns the first sentence, cut to fit a line.
fn summary(text: &str) -> String {
    let sentence = text.split(['.', '\n']).next().unwrap_or(text);
    pprepl_text::columns::shortened(sentence, 66)
}
