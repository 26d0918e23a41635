//! `pprepl man`: a manual page for the program and for each subcommand, generated from the description of the command
//! line, the table of commands and the paragraphs here.

mod page;
mod roff;
mod texts;

use std::fs;
use std::path::Path;

use clap::Command;

use pprepl_files::reason;
use pprepl_text::suggest;

use super::arguments::{self, Manual};
use super::{Status, printer};

/// Prints a manual page, or writes all.
pub fn run(what: &Manual) -> Status {
    let description = arguments::description();
    let result = match (&what.dir, &what.command) {
        (Some(folder), _) => write_all(&description, folder),
        (None, Some(words)) => print(&description, words),
        (None, None) => {
            printer::line(page::main(&description).trim_end());
            Ok(())
        }
    };
    match result {
        Ok(()) => Status::Success,
        Err(message) => {
            printer::error(&format!("error: {message}"));
            Status::Usage
        }
    }
}

fn print(description: &Command, word: &str) -> Result<(), String> {
    let command = description.find_subcommand(word).filter(|command| !command.is_hide_set()).ok_or_else(|| {
        let names = description.get_subcommands().map(Command::get_name);
        let near = suggest::nearest(word, names);
        let help = near.map_or("'pprepl --help' lists them".to_owned(), |near| format!("did you mean '{near}'?"));
        format!("unknown command '{word}'; {help}")
    })?;
    printer::line(page::of(command).trim_end());
    Ok(())
}

/// Writes `pprepl.1` and `pprepl-COMMAND.1` for each subcommand.
fn write_all(description: &Command, folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot write {}: {}", folder.display(), reason(&error));
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(folder.join("pprepl.1"), page::main(description)).map_err(failed)?;
    for command in page::commands(description) {
        fs::write(folder.join(format!("pprepl-{}.1", command.get_name())), page::of(command)).map_err(failed)?;
    }
    Ok(())
}
