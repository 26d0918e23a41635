//! `:lookup`: a Hiera key with every location searched, and the reason for its value.

use crate::{CommandAnswer, Outcome, Session};

use super::command::{Arguments, Command, CommandResult, Example, Group, Kind, Param};

/// The merge strategies of Hiera, as switches.
const MERGES: &[&str] = &["--first", "--unique", "--hash", "--deep"];

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "lookup",
    aliases: &["hiera"],
    params: &[Param::optional("--MERGE", Kind::Word(MERGES)), Param::needed("KEY", Kind::DataKey)],
    group: Group::Look,
    summary: "look up a Hiera key and show each level searched",
    details: "The tree shows layers, levels, files, interpolations and merges in their order; the last line explains \
              the value and lists the values it hides. --first, --unique, --hash and --deep select a merge strategy; \
              without one the lookup_options of the data decide. KEY may have a path: users.alice.uid.",
    examples: &[Example { before: &[], line: ":lookup ntp::servers", shows: "no data" }],
    run: lookup,
}];

fn lookup(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let merge = arguments.get(0).map(|word| word.trim_start_matches('-'));
    let view = session.inspect().lookup(arguments.text(1).trim(), merge);
    let text: Vec<String> =
        view.lines.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect()).collect();
    let answer = CommandAnswer {
        value: view.value,
        text: text.join("\n"),
        styled: view.lines,
        data: Some(view.data),
        reports: view.report.into_iter().collect(),
        effect: None,
    };
    Ok(Outcome::Command(Box::new(answer)))
}
