//! Facts: the tree, selecting a set, changing one fact, and one expression over many sets.

use pprepl_text::IssueCode;
use pprepl_text::theme::Role;
use std::time::Duration;

use serde_json::json;

use crate::matrix::matrix as matrix_of;
use crate::{CommandAnswer, FactRow, MatrixError, MatrixRow, MatrixView, Outcome, Session, StyledLine, fact_sets};
use pprepl_text::columns::{columns, shortened, width};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "facts",
        aliases: &[],
        params: &[Param::optional("use|sets", Kind::Word(&["use", "sets"])), Param::optional("PATH", Kind::Fact)],
        group: Group::Names,
        summary: "show facts as a tree, or select a set",
        details: "PATH has dots: os.release.major. Any other word finds the facts whose paths contain it. ':facts \
                  use SET' selects a bundled set or a file, ':facts sets' lists the bundled ones. New facts affect \
                  later inputs only, and ':reset' keeps the facts. ':set fact os.family=RedHat' changes one of them.",
        examples: &[
            Example { before: &[":facts use debian-12"], line: ":facts os.release", shows: "major  '12'" },
            Example { before: &[], line: ":facts use rhel-9", shows: "RedHat" },
            Example { before: &[], line: ":facts sets", shows: "windows-2022" },
        ],
        run: facts,
    },
    Command {
        name: "matrix",
        aliases: &[],
        params: &[Param::needed("EXPR [over SETS]", Kind::Code)],
        group: Group::Look,
        summary: "evaluate an expression over many fact sets and compare",
        details: "SETS are names of bundled sets (default: all), facts files, and directories with a facts file for \
                  each node, separated by commas or spaces. For each the inputs run again with its facts, and are \
                  rolled back. '*' marks the answers that differ from the most common one.",
        examples: &[
            Example { before: &[], line: ":matrix $facts['os']['family']", shows: "* windows-2022" },
            Example {
                before: &[],
                line: ":matrix $facts['kernel'] over debian-12, rhel-9",
                shows: "both sets give the same answer",
            },
        ],
        run: matrix,
    },
];

fn facts(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let path = arguments.text(1).trim();
    match (arguments.get(0), path) {
        (Some("use"), "") => Err(no_set("':facts use' needs a set or a file")),
        (Some("use"), set) => use_set(session, set),
        (Some(_), _) => sets(session),
        (None, path) if session.facts().is_loaded() => tree(session, path),
        (None, _) => Err(no_set("the session has no facts")),
    }
}

fn no_set(message: &str) -> Box<CommandError> {
    CommandError::new(IssueCode::CommandArgument, message)
        .with_help("':facts use debian-12' takes a bundled set, ':facts use FILE' a file; ':facts sets' lists the sets")
}

fn use_set(session: &mut Session, set: &str) -> CommandResult {
    session.set("facts", set).map_err(|message| CommandError::new(IssueCode::InvalidFacts, message.to_string()))?;
    let os = ["os.name", "os.release.full", "os.family"].map(|path| session.facts().data(path));
    let [name, release, family] = os.map(|value| value.and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default());
    let machine = if name.is_empty() { String::new() } else { format!(": {name} {release}, family {family}") };
    let stays = if session.inputs().is_empty() { "" } else { "\nEarlier inputs keep their computed values." };
    command::with_value(set, format!("facts = {set}{machine}{stays}"), json!({ "facts": set }))
}

fn sets(session: &Session) -> CommandResult {
    let current = session.settings().environment.facts.clone();
    let row = |(name, summary): (&str, &str)| {
        vec![format!("{} {name}", if name == current { "*" } else { " " }), summary.to_owned()]
    };
    let rows: Vec<Vec<String>> = fact_sets().map(row).collect();
    let data = fact_sets().map(|(name, summary)| json!({ "name": name, "summary": summary })).collect();
    command::with_data(columns(&rows), data)
}

/// The number of levels shown of the whole tree.
const LEVELS: usize = 2;

fn tree(session: &Session, path: &str) -> CommandResult {
    let levels = if path.is_empty() { LEVELS } else { usize::MAX };
    match session.facts().rows(path, levels) {
        Some(rows) => command::with_data(drawn(&rows), session.facts().data(path).unwrap_or_default()),
        None => search(session, path),
    }
}

/// Formats the tree's lines; adjacent values begin in the same column.
fn drawn(rows: &[FactRow]) -> String {
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let name = format!("{}{}", "  ".repeat(row.depth), row.name);
            row.value.clone().map_or_else(|| vec![name.clone()], |value| vec![name.clone(), value])
        })
        .collect();
    columns(&cells)
}

/// Lists the facts whose paths contain a word.
fn search(session: &Session, word: &str) -> CommandResult {
    let lower = word.to_lowercase();
    let found: Vec<(String, String)> =
        session.facts().paths().into_iter().filter(|(path, _)| path.to_lowercase().contains(&lower)).collect();
    if found.is_empty() {
        let refusal = CommandError::new(IssueCode::CommandArgument, format!("unknown fact '{word}'"));
        return Err(match session.facts().near(word) {
            Some(near) => refusal.with_help(format!("did you mean '{near}'?")),
            None => refusal,
        });
    }
    let rows: Vec<Vec<String>> = found.iter().map(|(path, value)| vec![path.clone(), value.clone()]).collect();
    let data = found.iter().map(|(path, value)| json!({ "path": path, "value": value })).collect();
    command::with_data(columns(&rows), data)
}

/// `:set fact a.b=value`
pub(super) fn set_fact(session: &mut Session, text: &str) -> CommandResult {
    let Some((path, value)) = text.split_once('=').map(|(path, value)| (path.trim(), value.trim())) else {
        let message = "a fact is set by ':set fact PATH=VALUE'";
        return Err(CommandError::new(IssueCode::CommandArgument, message)
            .with_help("for example ':set fact os.family=RedHat'"));
    };
    let set = session.set_fact(path, value);
    let (now, before) = set.map_err(|message| CommandError::new(IssueCode::InvalidFacts, message.to_string()))?;
    let before = before.map(|before| format!("   (it was {before})")).unwrap_or_default();
    let data = json!({ "path": path, "value": session.facts().data(path) });
    command::with_value(now.clone(), format!("{path} = {now}{before}"), data)
}

/// The time limit of one evaluation of a matrix.
const TIME_LIMIT: Duration = Duration::from_secs(5);

fn matrix(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let (code, sets) = parts(arguments.text(0));
    match matrix_of(session, code, &sets, TIME_LIMIT) {
        Ok(view) => {
            let styled = lines(&view);
            let text = styled.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect::<String>());
            let text = text.collect::<Vec<_>>().join("\n");
            let answer = CommandAnswer { text, styled, data: Some(data(&view)), ..CommandAnswer::default() };
            Ok(Outcome::Command(Box::new(answer)))
        }
        Err(MatrixError::Invalid(reports)) => command::with_reports(reports),
        Err(MatrixError::Nodes(message)) => Err(CommandError::new(IssueCode::InvalidFacts, message)),
        Err(MatrixError::Facts(message)) => Err(CommandError::new(IssueCode::InvalidFacts, message.to_string())),
    }
}

/// Splits off the sets after the last `over`.
fn parts(text: &str) -> (&str, Vec<String>) {
    let is_list =
        |list: &str| !list.trim().is_empty() && list.chars().all(|c| c.is_alphanumeric() || " ,-_./\\:~".contains(c));
    match text.rsplit_once(" over ").filter(|(_, list)| is_list(list)) {
        Some((code, list)) => {
            let sets = list.split([',', ' ']).filter(|set| !set.is_empty()).map(str::to_owned);
            (code, sets.collect())
        }
        None => (text, Vec::new()),
    }
}

/// The maximum widths of a value and of a type.
const WIDE: (usize, usize) = (48, 40);

/// Formats the table's lines; differing rows are highlighted and marked.
fn lines(view: &MatrixView) -> Vec<StyledLine> {
    let named = |row: &MatrixRow| format!("{} {}", if row.differs { "*" } else { " " }, row.set);
    let cells = |row: &MatrixRow| match &row.value {
        Some(value) => vec![named(row), shortened(value, WIDE.0), shortened(&row.type_name, WIDE.1)],
        None => vec![named(row)],
    };
    let table: Vec<Vec<String>> = view.rows.iter().map(cells).collect();
    let names = view.rows.iter().map(|row| width(&named(row))).max().unwrap_or(0);
    let role = |row: &MatrixRow| match (row.differs, &row.error) {
        (true, Some(_)) => Role::Error,
        (true, None) => Role::Match,
        (false, _) => Role::Plain,
    };
    // An error has no column of its own: it may be long.
    let whole = |row: &MatrixRow, line: &str| match &row.error {
        Some(error) => {
            format!("{line}{}  {}", " ".repeat(names.saturating_sub(width(line))), shortened(error, WIDE.0 + WIDE.1))
        }
        None => line.to_owned(),
    };
    let text = columns(&table);
    let mut lines: Vec<StyledLine> =
        view.rows.iter().zip(text.lines()).map(|(row, line)| vec![(role(row), whole(row, line))]).collect();
    lines.push(vec![(Role::Hint, summary(view))]);
    lines
}

fn summary(view: &MatrixView) -> String {
    let (all, alike) = (view.rows.len(), view.alike);
    match (all, all - alike.min(all)) {
        (1, _) => "one set".to_owned(),
        (2, 0) => "both sets give the same answer".to_owned(),
        (_, 0) => format!("all {all} sets give the same answer"),
        _ if alike == 1 => format!("{all} sets, {all} answers"),
        (_, others) => format!("{all} sets: {alike} give the same answer, {others} another (*)"),
    }
}

fn data(view: &MatrixView) -> serde_json::Value {
    let row = |row: &MatrixRow| {
        json!({
            "set": row.set,
            "value": row.value,
            "type": row.value.is_some().then_some(&row.type_name),
            "error": row.error,
            "differs": row.differs,
        })
    };
    json!({ "rows": view.rows.iter().map(row).collect::<Vec<_>>(), "alike": view.alike })
}
