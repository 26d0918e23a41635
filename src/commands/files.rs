//! Files: run one in the session, save the session as one, edit an input. The only place below the front ends that
//! writes a file, and only the one that the user names.

use crate::session::file::{self, Unreadable, reason};
use crate::session::{Outcome, Session};

use super::Arguments;
use super::command::{self, Command, Group, Kind, Param, Refusal, Run};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "load",
        aliases: &["source"],
        params: &[Param::needed("FILE", Kind::Path)],
        group: Group::Files,
        summary: "run a file as one input",
        details: "Its variables, functions, types and resources are those of the session from then on.",
        examples: &[],
        run: load,
    },
    Command {
        name: "save",
        aliases: &[],
        params: &[Param::needed("FILE", Kind::Path)],
        group: Group::Files,
        summary: "write the inputs that succeeded to a new file of Puppet code",
        details: "A file that is already there is left alone.",
        examples: &[],
        run: save,
    },
    Command {
        name: "edit",
        aliases: &["e"],
        params: &[Param::optional("N", Kind::Number)],
        group: Group::Files,
        summary: "open input N, or the last one, in your editor; what you save there is run",
        details: "The editor is that of VISUAL or EDITOR. Ctrl-X Ctrl-E opens the line being typed.",
        examples: &[],
        run: edit,
    },
];

fn load(session: &mut Session, arguments: &Arguments) -> Run {
    let path = arguments.text(0);
    let text = file::read(&file::meant(path), session.file_limit()).map_err(unreadable)?;
    Ok(Outcome::Evaluated(Box::new(session.evaluate(path, &text))))
}

fn unreadable(unreadable: Unreadable) -> Box<Refusal> {
    Box::new(Refusal { code: unreadable.code, message: unreadable.message, help: unreadable.help })
}

fn save(session: &mut Session, arguments: &Arguments) -> Run {
    use std::io::Write;
    let path = arguments.text(0);
    let inputs: Vec<&str> =
        session.inputs().iter().filter(|input| !input.failed).map(|input| input.text.trim_end()).collect();
    if inputs.is_empty() {
        return Err(Refusal::new("COMMAND_ARGUMENT", "there is nothing to save yet"));
    }
    let written =
        std::fs::File::create_new(file::meant(path)).and_then(|mut file| writeln!(file, "{}", inputs.join("\n")));
    match written {
        Ok(()) => command::text(format!("Saved {} inputs to {path}.", inputs.len())),
        Err(error) => Err(Refusal::new("UNWRITABLE_FILE", format!("cannot write {path}: {}", reason(&error)))),
    }
}

fn edit(session: &mut Session, arguments: &Arguments) -> Run {
    let last = session.inputs().last().map_or(0, |input| input.number);
    let number = arguments.number(0, last)?;
    let text = session.inputs().iter().find(|input| input.number == number).map(|input| input.text.clone());
    match text {
        None if arguments.get(0).is_some() => {
            Err(Refusal::new("COMMAND_ARGUMENT", format!("there is no input {number}"))
                .with_help(":history lists them"))
        }
        text => Ok(Outcome::Edit(text.unwrap_or_default())),
    }
}
