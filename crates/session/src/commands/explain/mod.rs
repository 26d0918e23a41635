//! `:explain`: describes a language topic, an error, an issue code or a rule, with a wrong and a right input. A test runs
//! both.

mod additions;
mod explanation;
mod language;
mod listing;
mod operators;
mod page;
mod pages;
mod words;

use crate::Session;
use pprepl_text::suggest;
use pprepl_text::{IssueCode, Severity};

pub use additions::{ADDITIONS, Addition};
pub use explanation::{explanation, page_table};
pub use listing::{group_names, sentence};
pub use operators::{Side, level_of};
pub use page::{Page, Subject};
use page::{WIDE, point};
pub use pages::{pages, points, word};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::documentation::{documentation, nearest_documented};

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
        (false, None) => explain_name(session, arguments, name),
        (false, Some(_)) => Err(CommandError::new(IssueCode::CommandArity, "only ':explain topics' accepts a GROUP")
            .with_help("give one name, such as ':explain operators'")),
    }
}

fn explain_name(session: &Session, arguments: &Arguments, name: &str) -> CommandResult {
    let bare = name.trim_start_matches('&').trim_end_matches("()");
    if let Some((text, data)) = explanation(session, bare) {
        return command::with_data(text, data);
    }
    if let Some((text, data)) = documentation(session, bare, WIDE) {
        return command::with_data(text, data);
    }
    match arguments.table().find(name.trim_start_matches(':')) {
        Ok(found) if name.starts_with(':') => command::text(super::help::page(found)),
        _ => Err(unknown(session, bare)),
    }
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
    let near = near.or_else(|| nearest_documented(session, name));
    let help =
        near.map_or("':explain topics' lists the topics".to_owned(), |near| format!("did you mean ':explain {near}'?"));
    CommandError::new(IssueCode::CommandArgument, format!("no page for '{name}'")).with_help(help)
}
