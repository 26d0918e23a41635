//! `:fmt`: formats code by the style guide.

use serde_json::json;

use crate::{CommandAnswer, Outcome, Session};
use pprepl_text::{IssueCode, visible};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

/// Marks the code as a template.
const TEMPLATE: Param = Param::optional("--epp", Kind::Word(&["--epp"]));

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "fmt",
    aliases: &[],
    params: &[TEMPLATE, Param::optional("CODE", Kind::Code)],
    group: Group::Files,
    summary: "format CODE, input N or the last input",
    details: "Two spaces per level, aligned arrows, a comma after the last element of a list over several lines. \
              Only whitespace and such commas change; comments, strings and heredocs stay. 'pprepl fmt' formats \
              files. A number alone means that input. With --epp CODE is a template, and only the code in its tags \
              changes.",
    examples: &[
        Example { before: &[], line: ":fmt file{'/a':ensure=>file}", shows: "file { '/a': ensure => file }" },
        Example { before: &["$a=[1,2 ,3]"], line: ":fmt 1", shows: "$a = [1, 2, 3]" },
        Example { before: &[], line: ":fmt --epp a<%=$x+1-%>", shows: "a<%= $x + 1 -%>" },
    ],
    run: fmt,
}];

fn fmt(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let name = if arguments.get(0).is_some() { "input.epp" } else { "input" };
    let code = match arguments.get(1) {
        Some(code) => numbered(session, code).unwrap_or_else(|| code.to_owned()),
        None => session.inputs().last().map(|input| input.text.clone()).unwrap_or_default(),
    };
    match session.source().formatted(name, &code) {
        Err(reports) => command::with_reports(reports),
        Ok(formatted) if formatted.kept => Err(CommandError::new(
            IssueCode::FormatKept,
            "this text is left as it is: its formatted form would not be the same program",
        )),
        Ok(formatted) => {
            let text = formatted.text.trim_end();
            let data = Some(json!({ "text": formatted.text }));
            let shown = visible(text).into_owned();
            Ok(Outcome::Command(Box::new(CommandAnswer { text: shown, data, ..CommandAnswer::default() })))
        }
    }
}

/// Returns the input with this number.
fn numbered(session: &Session, code: &str) -> Option<String> {
    let number: u32 = code.trim().parse().ok()?;
    session.inputs().iter().find(|input| input.number as u32 == number).map(|input| input.text.clone())
}
