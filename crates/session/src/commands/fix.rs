//! `:fix`: fixes the last input and runs it again.

use crate::{NoFix, Outcome, Session};
use pprepl_text::IssueCode;

use super::command::{Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "fix",
    aliases: &[],
    params: &[Param::optional("N", Kind::Number)],
    group: Group::Session,
    summary: "fix the last input and run it again",
    details: "Applies the fixes of the last input's findings, shows the changed lines and runs it. The input's changes \
              are rolled back first. ':fix 2' applies only the second of several fixes. 'pprepl check --fix' applies \
              the safe fixes to files.",
    examples: &[
        Example { before: &["upcas('a')"], line: ":fix", shows: "'A'" },
        Example { before: &["$port = 80", "$prot + 1"], line: ":fix", shows: "81" },
        Example { before: &["{ a = 5 }"], line: ":fix", shows: "{'a' => 5}" },
    ],
    run: fix,
}];

fn fix(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let n = if arguments.get(0).is_some() { Some(arguments.number(0, 1)?) } else { None };
    let mended = session.fix_last_input(n).map_err(rejection)?;
    session.take_back_last();
    let mut outcome = session.submit(&mended.after);
    if let Outcome::Evaluated(evaluation) = &mut outcome {
        evaluation.fixed = Some(mended);
    }
    Ok(outcome)
}

fn rejection(reason: NoFix) -> Box<CommandError> {
    let refuse = |message: String| CommandError::new(IssueCode::CommandArgument, message);
    match reason {
        NoFix::NoInput => refuse("no input to fix yet".to_owned()),
        NoFix::NoFix => refuse("no fix is known for the last input".to_owned())
            .with_help("':edit' opens it in your editor; Up restores it"),
        NoFix::NoSuchFix(count) => refuse(format!("there are only {count} fixes")),
    }
}
