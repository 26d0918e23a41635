//! `:check`: the static errors of source or a file.

use serde_json::json;

use crate::file::{self, Unreadable};
use crate::{CheckView, CommandAnswer, Outcome, Session, SourceKind, json as shapes};
use pprepl_text::Source;

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "check",
    aliases: &[],
    params: &[Param::needed("CODE", Kind::Code)],
    group: Group::Types,
    summary: "check code or a .pp file without running it",
    details: "Checks names, types, arguments, attributes and operators against the session, also in code that would \
              not run. Errors that only a run can show are not reported. A file name that ends in .pp or .epp means \
              the content of the file. ':set check' selects how an input's findings are treated.",
    examples: &[
        Example {
            before: &["function add(Numeric $x, Numeric $y) >> Numeric { $x + $y }"],
            line: ":check add(1, '2')",
            shows: "expected Numeric, found String",
        },
        Example { before: &[], line: ":check [1, 2].map |$x| { $x * 2 }", shows: "no findings" },
    ],
    run: check,
}];

fn check(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let text = arguments.text(0);
    let view = match as_file(text) {
        Some(path) => {
            let code = file::read(&file::meant(path), session.settings().file_limit()).map_err(unreadable)?;
            let mut view = session.analyze().check_file(path, &code);
            session.analyze().keep_passing_fixes(&Source::new(path, &*code), SourceKind::File, &mut view.reports);
            session.analyze().keep_passing_fixes(&Source::new(path, &*code), SourceKind::File, &mut view.notes);
            view
        }
        None => {
            let mut view = session.analyze().check_types("input", text);
            session.analyze().keep_passing_fixes(&Source::new("input", text), SourceKind::Input, &mut view.reports);
            session.analyze().keep_passing_fixes(&Source::new("input", text), SourceKind::Input, &mut view.notes);
            view
        }
    };
    answer(view)
}

/// Returns a single word that ends like a manifest or a template.
fn as_file(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_path = !text.contains(char::is_whitespace) && !text.contains(['$', '(', '[', '{', '\'', '"']);
    let ends = [".pp", ".epp"].iter().any(|end| text.len() > end.len() && text.ends_with(end));
    (is_path && ends).then_some(text)
}

fn answer(view: CheckView) -> CommandResult {
    let data = json!({
        "type": view.type_text,
        "generalized": view.generalized,
        "diagnostics": shapes::reports(&view.visible()),
    });
    let shown = view.visible();
    if shown.is_empty() {
        let text = match &view.type_text {
            Some(ty) => format!("no findings; the value is of type {ty}"),
            None => "no findings".to_owned(),
        };
        return command::with_data(text, data);
    }
    let count = shown.len();
    let text = format!("{count} finding{}", if count == 1 { "" } else { "s" });
    Ok(Outcome::Command(Box::new(CommandAnswer { text, data: Some(data), reports: shown, ..CommandAnswer::default() })))
}

fn unreadable(unreadable: Unreadable) -> Box<CommandError> {
    Box::new(CommandError { code: unreadable.code, message: unreadable.message, help: unreadable.help })
}
