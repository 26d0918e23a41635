//! vi's command line.

use super::action::Action;
use super::command::{Command, Destination, FileCommand};
use super::dialog_host::path_of;
use pprepl_text::theme::Role;

/// Returns the command of a line.
pub fn parse(text: &str) -> Command {
    let (word, rest) = text.trim().trim_start_matches(':').split_once(' ').unwrap_or((text.trim(), ""));
    match (word.trim_start_matches(':'), rest.trim()) {
        ("w", "") => Command::File(FileCommand::Save),
        ("w", path) => Command::File(FileCommand::SaveAs(path_of(path))),
        ("q", _) => Command::act(Action::Quit),
        ("q!", _) => Command::File(FileCommand::DiscardAndQuit),
        ("wq" | "x", _) => Command::File(FileCommand::WriteAndQuit),
        ("e", path) if !path.is_empty() => Command::File(FileCommand::Open(path_of(path))),
        ("e!", _) => Command::File(FileCommand::Reload),
        ("", _) => Command::Nothing,
        (number, _) if number.bytes().all(|byte| byte.is_ascii_digit()) => {
            Command::Go(Destination::Line(number.to_owned()))
        }
        (word, _) => {
            Command::Status(Role::Error, format!("unknown command '{word}': use w, q, wq, q!, e FILE or a line number"))
        }
    }
}
