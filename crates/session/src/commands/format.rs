//! `:format`: all conversions of a value to a string, with their results.

use serde_json::json;

use crate::{ConversionGroup, ConversionRow, Session};
use pprepl_text::columns::{columns, shortened, width};
use pprepl_text::visible;
use puppet_pcore::program_form;

use super::command::{self, Arguments, Command, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "format",
    aliases: &[],
    params: &[Param::needed("CODE", Kind::Code)],
    group: Group::Values,
    summary: "list the string conversions of a value with results",
    details: "The formats of String and sprintf that suit the type of the value, and those of strftime for a \
              Timestamp or a Timespan (':format Timestamp()'). Formats that fail are omitted. CODE runs, and its \
              changes are rolled back. ':fmt' formats code.",
    examples: &[
        Example { before: &[], line: ":format 255", shows: "%#X   '0XFF'" },
        Example { before: &[], line: ":format 'hello'", shows: "'HELLO'" },
        Example { before: &[], line: ":format Timespan('1-02:03:04')", shows: "'1 days 2 hours'" },
        Example { before: &[], line: ":format Timestamp('2020-02-29T12:34:56')", shows: "'Saturday'" },
    ],
    run: format,
}];

fn format(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let value = match session.inspect().value(arguments.text(0)) {
        Ok(value) => value,
        Err(reports) => return command::with_reports(reports),
    };
    let groups = value.conversions();
    let room = session.width;
    let text: Vec<String> = groups.iter().map(|group| group_text(group, room)).collect();
    command::with_data(visible(&text.join("\n\n")), groups.iter().map(group_data).collect())
}

/// Formats a group: each format, its result and its meaning, where there is room.
fn group_text(group: &ConversionGroup, room: usize) -> String {
    let formats = group.rows.iter().map(|row| width(row.format)).max().unwrap_or(0);
    let meanings = group.rows.iter().map(|row| width(row.meaning)).max().unwrap_or(0);
    let has_meanings = room >= formats + meanings + MIN_RESULT;
    let left = room.saturating_sub(formats + 4 + if has_meanings { meanings + 2 } else { 0 }).max(MIN_RESULT);
    let row = |row: &ConversionRow| {
        let mut cells = vec![format!("  {}", row.format), shortened(&quoted(&row.result), left)];
        cells.extend(has_meanings.then(|| row.meaning.to_owned()));
        cells
    };
    let rows: Vec<Vec<String>> = group.rows.iter().map(row).collect();
    format!("{}\n{}", group.call, columns(&rows))
}

/// The smallest width of a result.
const MIN_RESULT: usize = 16;

/// Returns a result as a literal, so that its spaces, quotes and line ends are visible.
fn quoted(result: &str) -> String {
    let literal = program_form(&result.into()).unwrap_or_else(|| format!("'{result}'"));
    visible(&literal).replace('\n', "\\n")
}

fn group_data(group: &ConversionGroup) -> serde_json::Value {
    let row = |row: &ConversionRow| json!({ "format": row.format, "result": row.result, "meaning": row.meaning });
    json!({ "call": group.call, "conversions": group.rows.iter().map(row).collect::<Vec<_>>() })
}
