//! `:tour`: starts the tour, omits a step or ends it.

use crate::Session;
use pprepl_text::IssueCode;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "tour",
    aliases: &[],
    params: &[Param::optional("next|skip|leave", Kind::Word(&["next", "skip", "leave"]))],
    group: Group::Settings,
    summary: "learn pprepl in twelve steps",
    details: "Each step suggests an input; any input that does the same continues. ':tour next' runs the suggested \
              input, ':tour skip' omits it, ':tour leave' ends the tour.",
    examples: &[
        Example { before: &[], line: ":tour", shows: "1 of 12" },
        Example { before: &[":tour"], line: ":tour skip", shows: "2 of 12" },
    ],
    run: tour,
}];

fn tour(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = match arguments.get(0) {
        None => Some(session.tour.start()),
        Some("skip") => session.tour.skip(),
        Some("leave") if session.tour.leave() => Some("You left the tour. ':tour' starts it again.".to_owned()),
        Some(_) => None,
    };
    match text {
        Some(text) => command::text(text),
        None => Err(CommandError::new(IssueCode::CommandArgument, "no tour is running").with_help("':tour' starts it")),
    }
}
