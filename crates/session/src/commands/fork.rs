//! `:checkpoint`, `:fork` and `:switch`: named lines of the session.

use serde_json::json;

use crate::{BranchError, BranchView, Forks, Session};
use pprepl_text::IssueCode;
use pprepl_text::columns::{columns, shortened};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::state_changes::{state_data, state_lines};

const ACTIONS: &[&str] = &["diff", "drop"];

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "checkpoint",
        aliases: &[],
        params: &[Param::optional("NAME", Kind::Branch)],
        group: Group::Branches,
        summary: "save the state of the session under a name",
        details: "':switch NAME' continues from there in a copy, so that a checkpoint never changes. Without NAME the \
                  checkpoints and forks are listed. Settings and facts are not saved.",
        examples: &[Example { before: &["$a = 1"], line: ":checkpoint before", shows: "Saved the checkpoint before" }],
        run: checkpoint,
    },
    Command {
        name: "fork",
        aliases: &[],
        params: &[
            Param::optional("diff|drop", Kind::Word(ACTIONS)),
            Param::optional("NAME", Kind::Branch),
            Param::optional("OTHER", Kind::Branch),
        ],
        group: Group::Branches,
        summary: "continue in a copy, list the copies, or compare two",
        details: "':fork NAME' keeps the session as it is and continues in a copy; ':switch' goes back and forth. \
                  ':fork diff A B' compares variables, definitions and the catalog (B is the active one if omitted), \
                  ':fork drop NAME' removes one. The first one is named main. Nothing runs again.",
        examples: &[
            Example { before: &["$a = 1"], line: ":fork trial", shows: "* trial" },
            Example {
                before: &["$a = 1", ":fork trial", "$b = 2"],
                line: ":fork diff main trial",
                shows: "+ $b = 2  : Integer",
            },
        ],
        run: fork,
    },
    Command {
        name: "switch",
        aliases: &[],
        params: &[Param::optional("NAME", Kind::Branch)],
        group: Group::Branches,
        summary: "switch to a fork or a checkpoint",
        details: "':switch -' switches back. Without NAME the forks and checkpoints are listed.",
        examples: &[Example { before: &["$a = 1", ":fork trial"], line: ":switch main", shows: "* main" }],
        run: switch,
    },
];

fn checkpoint(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(name) = arguments.get(0) else { return list(session) };
    Forks::new(session).checkpoint(name).map_err(rejected)?;
    command::text(format!("Saved the checkpoint {name}. ':switch {name}' continues from it."))
}

fn fork(session: &mut Session, arguments: &Arguments) -> CommandResult {
    match (arguments.get(0), arguments.get(1), arguments.get(2)) {
        (None, None, _) => list(session),
        (None, Some(name), None) => {
            Forks::new(session).fork(name).map_err(rejected)?;
            list(session)
        }
        (Some("diff"), Some(one), other) => difference(session, one, other),
        (Some("drop"), Some(name), None) => {
            Forks::new(session).remove(name).map_err(rejected)?;
            list(session)
        }
        _ => Err(CommandError::new(IssueCode::CommandArity, "expected one name, or two after diff")
            .with_help(":fork NAME, :fork diff A B, :fork drop NAME")),
    }
}

fn switch(session: &mut Session, arguments: &Arguments) -> CommandResult {
    if let Some(name) = arguments.get(0) {
        Forks::new(session).switch(name).map_err(rejected)?;
    }
    list(session)
}

fn list(session: &mut Session) -> CommandResult {
    let all = Forks::new(session).list();
    let row = |view: &BranchView| {
        let inputs = if view.inputs == 1 { "1 input".to_owned() } else { format!("{} inputs", view.inputs) };
        let mark = if view.is_active { "*" } else { " " };
        let kind = if view.is_checkpoint { "checkpoint" } else { "" };
        vec![format!("{mark} {}", view.name), kind.to_owned(), inputs, shortened(&view.last, 40)]
    };
    let datum = |view: &BranchView| json!({ "name": view.name, "active": view.is_active, "checkpoint": view.is_checkpoint, "inputs": view.inputs });
    command::with_data(columns(&all.iter().map(row).collect::<Vec<_>>()), all.iter().map(datum).collect())
}

fn difference(session: &mut Session, one: &str, other: Option<&str>) -> CommandResult {
    let active = Forks::new(session).list().into_iter().find(|view| view.is_active).map(|view| view.name);
    let other = other.map(str::to_owned).or(active).unwrap_or_default();
    let changes = Forks::new(session).difference(one, &other).map_err(rejected)?;
    let head = format!("From {one} to {other}:");
    let data = json!({ "from": one, "to": other, "changes": state_data(&changes) });
    match changes.is_empty() {
        true => command::with_data(format!("{head} no difference."), data),
        false => command::with_data(format!("{head}\n{}", state_lines(&changes).join("\n")), data),
    }
}

fn rejected(error: BranchError) -> Box<CommandError> {
    let refuse = |message: String| CommandError::new(IssueCode::CommandArgument, message);
    match error {
        BranchError::Unknown(name) => {
            refuse(format!("unknown fork or checkpoint '{name}'")).with_help(":fork lists them")
        }
        BranchError::Taken(name) => {
            refuse(format!("'{name}' already exists")).with_help(format!(":switch {name}, or :fork drop {name}"))
        }
        BranchError::Active(name) => refuse(format!("'{name}' is active")).with_help("':switch NAME' first"),
        BranchError::Invalid(name) => {
            refuse(format!("'{name}' is not a valid name")).with_help("use letters, digits, '-', '_' and '.'")
        }
        BranchError::NoPrevious => refuse("no earlier fork to switch to".to_owned()).with_help(":fork lists them"),
    }
}
