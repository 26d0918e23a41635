//! Files: runs one in the session, saves the session as one, edits an input. It creates only the new file that the user
//! names.

use crate::file::{self, Unreadable, reason};
use crate::play::playback;
use crate::{
    CommandAnswer, EditRequest, Effect, NotSaved, Outcome, PlayRequest, SaveForm, SavedSession, Session, saved_as,
};
use pprepl_text::IssueCode;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Group, Kind, Param};
use super::reload::answer;
use super::source::find_definition;

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "load",
        aliases: &[],
        params: &[Param::needed("FILE", Kind::Path)],
        group: Group::Files,
        summary: "run a file as one input",
        details: "The session keeps its variables, functions, types and resources. A loaded file that changed since is \
                  reloaded, as ':reload' does.",
        examples: &[],
        run: load,
    },
    Command {
        name: "play",
        aliases: &[],
        params: &[Param::optional("FILE", Kind::Path)],
        group: Group::Files,
        summary: "run a file step by step",
        details: "The line starts with the next statement of FILE: Enter runs it, also after a change. Ctrl-C pauses; \
                  then ':play' continues, ':play skip' omits a step, ':play rest' runs the others, ':play stop' ends. A \
                  step that fails stays on the line. Errors name the lines of FILE.",
        examples: &[],
        run: play,
    },
    Command {
        name: "save",
        aliases: &[],
        params: &[Param::optional("--notebook", Kind::Word(&["--notebook"])), Param::needed("FILE", Kind::Path)],
        group: Group::Files,
        summary: "write the session to a new file: code, notebook or transcript",
        details: "FILE.pp is a manifest: running it creates the same variables, functions, types and resources; unused \
                  values become comments. With --notebook it has a cell for each input. FILE.md is Markdown, \
                  FILE.ipynb a Jupyter notebook, FILE.txt a transcript that 'pprepl test' replays. Failed and undone \
                  inputs are omitted. An existing file is never overwritten.",
        examples: &[],
        run: save,
    },
    Command {
        name: "edit",
        aliases: &["e"],
        params: &[Param::optional("N|NAME", Kind::Name)],
        group: Group::Files,
        summary: "open an input, or the definition of a name, in your editor",
        details: "':edit N' opens input N, ':edit' the last one: the saved text is your next input, and Enter runs it. \
                  ':edit NAME' opens the file with the definition of a function, class, define or type at its line; \
                  saving reloads it. A definition of an input is edited there, and the session runs again with it. The \
                  variable VISUAL or EDITOR names the editor. Ctrl-X Ctrl-E opens the line being typed.",
        examples: &[],
        run: edit,
    },
];

fn load(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let path = arguments.text(0);
    let text = file::read(&file::meant(path), session.settings().file_limit()).map_err(unreadable)?;
    if let Some(reloaded) = session.reloader().reload_if_changed(&file::meant(path), &text) {
        return answer(reloaded);
    }
    Ok(Outcome::Evaluated(Box::new(session.evaluate(path, &text))))
}

fn play(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let request = match arguments.text(0) {
        "" => PlayRequest::Resume,
        "skip" => PlayRequest::Skip,
        "rest" => PlayRequest::Rest,
        "stop" => PlayRequest::Stop,
        path => {
            let text = file::read(&file::meant(path), session.settings().file_limit()).map_err(unreadable)?;
            match playback(session, path, &text) {
                Some(playback) => PlayRequest::Start(playback),
                // The errors are those of the whole file.
                None => return Ok(Outcome::Evaluated(Box::new(session.evaluate(path, &text)))),
            }
        }
    };
    let answer = CommandAnswer { effect: Some(Effect::Play(request)), ..CommandAnswer::default() };
    Ok(Outcome::Command(Box::new(answer)))
}

fn unreadable(unreadable: Unreadable) -> Box<CommandError> {
    Box::new(CommandError { code: unreadable.code, message: unreadable.message, help: unreadable.help })
}

fn save(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let path = arguments.text(1);
    if let Some(form) = form_of(path, arguments.get(0).is_some()) {
        let (text, inputs) = saved_as(session, form).map_err(unsaved)?;
        write_new(path, &text)?;
        return command::text(format!("Saved {} to {path}.", counted(inputs)));
    }
    if let Some(kind) = other_kind(path) {
        let message = format!("':save' writes Puppet code, Markdown, Jupyter or text, and {path} names {kind}");
        let help = "use a name that ends in .pp, .md, .ipynb or .txt";
        return Err(CommandError::new(IssueCode::CommandArgument, message).with_help(help));
    }
    let saved = session.saved(..).map_err(unsaved)?;
    write_new(path, &saved.text)?;
    command::text(saved_text(&saved, path))
}

/// Writes a new file.
fn write_new(path: &str, text: &str) -> Result<(), Box<CommandError>> {
    use std::io::Write;
    let written = std::fs::File::create_new(file::meant(path)).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        CommandError::new(IssueCode::UnwritableFile, format!("cannot write {path}: {}", reason(&error)))
    })
}

/// Returns the form of a file other than a manifest.
fn form_of(path: &str, is_notebook: bool) -> Option<SaveForm> {
    let extension = std::path::Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or("");
    match &*extension.to_ascii_lowercase() {
        "md" | "markdown" => Some(SaveForm::Markdown),
        "ipynb" => Some(SaveForm::Jupyter),
        "txt" => Some(SaveForm::Transcript),
        _ => is_notebook.then_some(SaveForm::Notebook),
    }
}

fn counted(count: usize) -> String {
    if count == 1 { "1 input".to_owned() } else { format!("{count} inputs") }
}

/// Returns the file kind of an extension that `:save` does not write.
fn other_kind(path: &str) -> Option<&'static str> {
    let extension = std::path::Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    match &*extension {
        "ppnb" => Some("a notebook"),
        "epp" | "erb" => Some("a template"),
        "json" | "yaml" | "yml" | "toml" => Some("data"),
        "html" | "htm" | "rb" => Some("another language"),
        _ => None,
    }
}

fn unsaved(fault: NotSaved) -> Box<CommandError> {
    let refuse = |message: String| CommandError::new(IssueCode::CommandArgument, message);
    match fault {
        NotSaved::Nothing => refuse("no input to save yet".to_owned()),
        NotSaved::NoForm { by, of } => {
            refuse(format!("input {by} uses the value of input {of}, which cannot be written as code"))
                .with_help("assign that value to a variable, and use the variable")
        }
        NotSaved::HalfDone(number) => refuse(format!("input {number} failed, and what it had changed stayed"))
            .with_help("undo it, or repeat its part that succeeded; ':set atomic on' avoids this"),
        NotSaved::Invalid(message) => refuse(format!("the inputs are not valid as one file: {message}")),
    }
}

/// Describes the saved file, and the inputs not saved as code.
fn saved_text(saved: &SavedSession, path: &str) -> String {
    let mut lines = vec![format!("Saved {} to {path}.", counted(saved.written))];
    if saved.commented > 0 {
        lines.push(format!("As comments: {} without effect on the session (unused values).", counted(saved.commented)));
    }
    if saved.logged > 0 {
        lines.push(format!("In debug(..): the unused value at the end of {}.", counted(saved.logged)));
    }
    let left_out = [(saved.undone, "undone"), (saved.failed, "failed")];
    let left_out: Vec<String> =
        left_out.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if !left_out.is_empty() {
        lines.push(format!("Omitted: {}.", left_out.join(", ")));
    }
    lines.join("\n")
}

fn edit(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let last = session.inputs().last().map_or(0, |input| input.number);
    if arguments.get(0).is_some_and(|word| !word.chars().all(|c| c.is_ascii_digit())) {
        return edit_definition(session, arguments.text(0));
    }
    let number = arguments.number(0, last)?;
    let text = input_text(session, number);
    match text {
        None if arguments.get(0).is_some() => {
            Err(CommandError::new(IssueCode::CommandArgument, format!("input {number} not found"))
                .with_help(":history lists them"))
        }
        text => Ok(Outcome::Edit(EditRequest::Line(text.unwrap_or_default()))),
    }
}

fn input_text(session: &Session, number: usize) -> Option<String> {
    session.inputs().iter().find(|input| input.number == number).map(|input| input.text.clone())
}

fn edit_definition(session: &mut Session, name: &str) -> CommandResult {
    let view = find_definition(session, name.trim_start_matches(['&', '$']))?;
    let number = view.source_name.strip_prefix("input ").and_then(|number| number.parse().ok());
    Ok(Outcome::Edit(match number.and_then(|number| Some((number, input_text(session, number)?))) {
        Some((number, text)) => EditRequest::Input { number, text },
        None => EditRequest::File { path: file::meant(&view.source_name), line: view.line },
    }))
}
