//! Takes results out of the session: to the clipboard, or to a file.

use pprepl_text::IssueCode;

use crate::{CommandAnswer, Effect, InputView, Outcome, Session};

use super::command::{Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "copy",
        aliases: &["yank"],
        params: &[
            Param::optional("WHAT", Kind::Word(&["value", "type", "input", "transcript"])),
            Param::optional("N", Kind::Number),
        ],
        group: Group::Files,
        summary: "copy a value, its type or input to the clipboard",
        details: "WHAT is value (default), type, input or transcript; N is the number of an input (default: the last one). The \
                  terminal's OSC 52 does it, also over SSH and in tmux ('set -g set-clipboard on'). Without a terminal \
                  the text is printed.",
        examples: &[
            Example { before: &["[1, 2]"], line: ":copy", shows: "[1, 2]" },
            Example { before: &["[1, 2]"], line: ":copy type", shows: "Array[Integer[1, 2], 2, 2]" },
            Example { before: &["1 + 1"], line: ":copy transcript", shows: "=> 2" },
        ],
        run: copy,
    },
    Command {
        name: "once",
        aliases: &[],
        params: &[Param::needed("FILE", Kind::Path)],
        group: Group::Files,
        summary: "write the output of the next input to FILE",
        details: "At the prompt; elsewhere nothing is written. The file has the text without colors. An existing file is \
                  not overwritten.",
        examples: &[Example { before: &[], line: ":once value.txt", shows: "value.txt" }],
        run: once,
    },
];

fn copy(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let what = arguments.get(0).unwrap_or("value");
    let text = match (what, arguments.get(1)) {
        ("transcript", None) => session.inputs().iter().map(transcript).collect::<Vec<_>>().concat(),
        (what, _) => part(session, what, arguments)?,
    };
    let answer = CommandAnswer { text: text.trim_end().to_owned(), ..CommandAnswer::default() };
    Ok(Outcome::Command(Box::new(CommandAnswer { effect: Some(Effect::Copy(text)), ..answer })))
}

/// Returns the requested part of one input.
fn part(session: &Session, what: &str, arguments: &Arguments) -> Result<String, Box<CommandError>> {
    let inputs = session.inputs();
    let number = arguments.number(1, 0)?;
    let wanted = |input: &&InputView| match number {
        0 => what == "input" || what == "transcript" || input.value.is_some(),
        number => input.number == number,
    };
    let input = inputs.iter().rev().find(wanted).ok_or_else(|| none(what, number))?;
    let found = match what {
        "input" => Some(input.text.clone()),
        "transcript" => Some(transcript(input)),
        "type" => input.type_name.clone(),
        _ => input.value.clone(),
    };
    found.ok_or_else(|| none(what, input.number))
}

fn none(what: &str, number: usize) -> Box<CommandError> {
    let message = match number {
        0 => format!("no {what} to copy yet"),
        number => format!("input {number} has no {what} to copy"),
    };
    CommandError::new(IssueCode::CommandArgument, message).with_help("':history' lists the inputs")
}

/// Formats an input with its value as the prompt shows them.
fn transcript(input: &InputView) -> String {
    let value = input.value.as_ref().map(|value| format!("=> {value}\n")).unwrap_or_default();
    format!("pprepl:{}> {}\n{value}", input.number, input.text.trim_end())
}

fn once(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let _ = session;
    let file = arguments.text(0).to_owned();
    if crate::file::meant(&file).exists() {
        return Err(CommandError::new(IssueCode::UnwritableFile, format!("{file} exists; choose a new name")));
    }
    // The prompt has its own answer. All other front ends show this one.
    let text = format!("Only the prompt writes the output of an input to a file: {file} is not written.");
    let answer = CommandAnswer { text, ..CommandAnswer::default() };
    Ok(Outcome::Command(Box::new(CommandAnswer { effect: Some(Effect::Once(file)), ..answer })))
}
