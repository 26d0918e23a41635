//! `:table`: a value as a table, as CSV or as Markdown.

use serde_json::json;

use crate::settings::Style;
use crate::{Session, Table};
use pprepl_text::{IssueCode, visible};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

const FORMATS: &[&str] = &["--csv", "--markdown"];

pub(super) static COMMANDS: &[Command] = &[Command {
    name: "table",
    aliases: &[],
    params: &[Param::optional("--csv|--markdown", Kind::Word(FORMATS)), Param::needed("CODE", Kind::Code)],
    group: Group::Values,
    summary: "show a value as a table, as CSV or as Markdown",
    details: "A list of hashes has a column for each key; a hash of hashes has its keys in the first column; a list of \
              lists has a column for each index. Other collections have a row for each element. Wide cells are cut \
              to fit the screen; CSV and Markdown are complete. CODE runs, and its changes are rolled back.",
    examples: &[
        Example {
            before: &["$hosts = [{ 'name' => 'web', 'port' => 80 }, { 'name' => 'db', 'port' => 5432 }]"],
            line: ":table $hosts",
            shows: "name  port\n----  ----\nweb   80",
        },
        Example { before: &[], line: ":table --csv { 'a' => 1, 'b, c' => 2 }", shows: "\"b, c\",2" },
        Example { before: &[], line: ":table --markdown [[1, 2], [3]]", shows: "| 3 |  |" },
    ],
    run: table,
}];

fn table(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(1);
    let value = match session.inspect().value(code) {
        Ok(value) => value,
        Err(reports) => return command::with_reports(reports),
    };
    let Some(table) = value.as_table() else {
        let found = value.entire_value().type_name;
        let message = format!("expected a list or hash with elements, found a value of type {found}");
        return Err(CommandError::new(IssueCode::CommandArgument, message).with_help(":table [1, 2]"));
    };
    let text = match arguments.get(0) {
        Some("--csv") => table.csv(),
        Some(_) => table.markdown(),
        None if session.settings().display.style == Style::Plain => table.sentences(),
        None => table.text(session.width),
    };
    command::with_data(visible(&text), table_data(&table))
}

fn table_data(table: &Table) -> serde_json::Value {
    json!({ "columns": table.columns, "rows": table.rows, "total": table.total })
}
