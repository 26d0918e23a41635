//! The commands at a `breakpoint()`. There `session::stop` handles them; these rows serve `:help`, completion, and
//! users who type them elsewhere.

use crate::{AT_STOPS, Session};
use pprepl_text::IssueCode;

use super::command::{Arguments, Command, CommandError, CommandResult, Group};

pub(super) static COMMANDS: &[Command] = &[row(0), row(1), row(2), row(3), row(4), row(5)];

const fn row(at: usize) -> Command {
    let (name, aliases, summary) = AT_STOPS[at];
    Command {
        name,
        aliases,
        params: &[],
        group: Group::Stops,
        summary,
        details: "When code in the interactive session calls breakpoint(), a prompt opens: inspect variables with \
                  :vars and :scope, evaluate any code in that scope, and step. Variables and definitions from the \
                  prompt are discarded when the program continues.",
        examples: &[],
        run: not_at_breakpoint,
    }
}

fn not_at_breakpoint(_: &mut Session, _: &Arguments) -> CommandResult {
    Err(CommandError::new(IssueCode::CommandArgument, "no program is at a breakpoint")
        .with_help("call breakpoint() in a class, define or function; the session opens there when it runs"))
}
