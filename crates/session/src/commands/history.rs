//! History: earlier inputs and their values, undo, reset, and timing.

use pprepl_text::IssueCode;
use serde_json::json;

use crate::state_view::state;
use crate::{InputView, Outcome, ResetPart, Rewriter, Session, StateChange};
use pprepl_text::columns::{columns, shortened};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};
use super::filter::Filter;
use super::state_changes::{first_line, rewritten, state_data, state_lines};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "history",
        aliases: &["hist"],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Session,
        summary: "list inputs with their numbers and values",
        details: "FILTER is a substring of the input. Failed and undone inputs are marked.",
        examples: &[Example { before: &["$a = 1", "$a + 1"], line: ":history", shows: "$a + 1  => 2" }],
        run: history,
    },
    Command {
        name: "out",
        aliases: &[],
        params: &[Param::optional("N", Kind::Number)],
        group: Group::Session,
        summary: "show the value of input N or the last one",
        details: "In Puppet code '_' is the last value and '_3' the value of input 3. An undone input has no value.",
        examples: &[Example { before: &["20 + 1"], line: ":out 1", shows: "21" }],
        run: out,
    },
    Command {
        name: "undo",
        aliases: &["u"],
        params: &[Param::optional("N", Kind::Number)],
        group: Group::Session,
        summary: "undo the last N inputs (default 1)",
        details: "Restores the previous variables, functions, types and resources, and lists what changed. ':redo' \
                  redoes the inputs. ':reset', ':let' and ':redo N CODE' can be undone, too.",
        examples: &[Example { before: &["$a = 1"], line: ":undo", shows: "- $a = 1  : Integer" }],
        run: undo,
    },
    Command {
        name: "redo",
        aliases: &[],
        params: &[Param::optional("N", Kind::Number), Param::optional("CODE", Kind::Code)],
        group: Group::Session,
        summary: "redo N undone inputs, or run input N again as CODE",
        details: "':redo N' redoes the last N undone inputs; a new input discards them. ':redo N CODE' replaces input N \
                  by CODE, runs it and all later inputs again, and lists what changed. If one of them fails, the \
                  session is unchanged. ':undo' restores the inputs before.",
        examples: &[
            Example { before: &["$a = 1", ":undo"], line: ":redo", shows: "$a = 1" },
            Example {
                before: &["$a = 1", "$b = $a * 10"],
                line: ":redo 1 $a = 2",
                shows: "~ $b  10  : Integer  ->  20  : Integer",
            },
        ],
        run: redo,
    },
    Command {
        name: "reset",
        aliases: &[],
        params: &[Param::optional("vars|catalog|all", Kind::Word(RESETS))],
        group: Group::Session,
        summary: "start a fresh session, or reset a part of it",
        details: "Removes your variables, functions, types and resources, and keeps the settings. 'vars' removes the \
                  variables only; 'catalog' removes resources, relationships and evaluated classes, and keeps \
                  definitions. ':undo' restores everything.",
        examples: &[
            Example { before: &["$a = 1"], line: ":reset", shows: "A fresh session" },
            Example { before: &["$a = 1", "function f() { 1 }"], line: ":reset vars", shows: "- $a = 1  : Integer" },
            Example { before: &["notify { 'a': }"], line: ":reset catalog", shows: "- Notify['a']" },
        ],
        run: reset,
    },
    Command {
        name: "time",
        aliases: &[],
        params: &[Param::needed("CODE", Kind::Code)],
        group: Group::Session,
        summary: "run CODE and show the elapsed time",
        details: "",
        examples: &[Example { before: &[], line: ":time 1 + 1", shows: "2\n" }],
        run: time,
    },
];

fn history(session: &mut Session, arguments: &Arguments) -> CommandResult {
    if session.inputs().is_empty() {
        return command::text("No inputs yet.");
    }
    let filter = arguments.text(0);
    let pattern = Filter::new(filter)?;
    let matches = |input: &&InputView| input.text.contains(filter) || pattern.matches(&input.text);
    let inputs: Vec<&InputView> = session.inputs().iter().filter(matches).collect();
    if inputs.is_empty() {
        let message = format!("no input contains '{filter}'");
        return Err(CommandError::new(IssueCode::CommandArgument, message).with_help(":history lists them all"));
    }
    let rows: Vec<Vec<String>> =
        inputs.iter().map(|input| history_row(input, session.is_undone(input.number))).collect();
    let data = inputs.iter().map(|input| history_datum(input, session.is_undone(input.number))).collect();
    command::with_data(columns(&rows), data)
}

fn history_row(input: &InputView, undone: bool) -> Vec<String> {
    let result = match &input.value {
        _ if input.failed => "failed".to_owned(),
        _ if undone => "undone".to_owned(),
        Some(value) => format!("=> {}", shortened(value, 40)),
        None => String::new(),
    };
    let text: Vec<String> = input.text.trim_end().lines().map(|line| shortened(line, 70)).collect();
    vec![input.number.to_string(), text.join("\n"), result]
}

fn history_datum(input: &InputView, undone: bool) -> serde_json::Value {
    json!({
        "number": input.number,
        "text": input.text,
        "value": input.value,
        "type": input.type_name,
        "failed": input.failed,
        "undone": undone,
    })
}

fn out(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let in_effect = |input: &&InputView| !input.failed && !session.is_undone(input.number);
    let last = session.inputs().iter().rev().find(in_effect).map_or(0, |input| input.number);
    let number = arguments.number(0, last)?;
    let refuse = |message: String| CommandError::new(IssueCode::CommandArgument, message);
    let Some(input) = session.inputs().iter().find(|input| input.number == number) else {
        return match session.inputs().is_empty() {
            true => Err(refuse("no inputs yet".to_owned())),
            false => Err(refuse(format!("input {number} not found")).with_help(":history lists them")),
        };
    };
    if session.is_undone(number) {
        return Err(refuse(format!("input {number} was undone: it has no value")).with_help(":redo does it again"));
    }
    if input.failed {
        return Err(refuse(format!("input {number} failed: it has no value")));
    }
    let Some(value) = input.value.clone() else {
        return Err(refuse(format!("input {number} gave no value")));
    };
    let type_name = input.type_name.clone().unwrap_or_default();
    let data = json!({ "number": number, "value": value, "type": type_name });
    let text = if type_name.is_empty() { value.clone() } else { format!("{value}\n: {type_name}") };
    command::with_value(value, text, data)
}

fn undo(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let wanted = arguments.number(0, 1)?;
    let before = state(session);
    let undone = session.undo(wanted);
    moved(("Undone", "nothing to undo", None), &undone, wanted, &before.changes_to(&state(session)))
}

fn redo(session: &mut Session, arguments: &Arguments) -> CommandResult {
    if let (Some(_), Some(code)) = (arguments.get(0), arguments.get(1)) {
        let number = arguments.number(0, 1)?;
        let title = format!(":redo {number} {}", first_line(code));
        return rewritten(Rewriter::new(session).run_again_from(number, code, &title));
    }
    let wanted = arguments.number(0, 1)?;
    let before = state(session);
    let redone = session.redo(wanted);
    let help = "':redo N CODE' runs input N again as CODE";
    moved(("Redone", "nothing to redo", Some(help)), &redone, wanted, &before.changes_to(&state(session)))
}

/// Reports the undone or redone inputs, also when there were fewer than requested.
fn moved(
    (what, nothing, help): (&str, &str, Option<&str>),
    inputs: &[String],
    wanted: usize,
    changes: &[StateChange],
) -> CommandResult {
    if inputs.is_empty() {
        let refusal = CommandError::new(IssueCode::CommandArgument, nothing);
        return Err(if let Some(help) = help { refusal.with_help(help) } else { refusal });
    }
    let mut lines: Vec<String> =
        inputs.iter().map(|text| format!("{what}: {}", shortened(text.trim_end(), 70))).collect();
    if inputs.len() < wanted {
        let inputs = if inputs.len() == 1 { "1 input".to_owned() } else { format!("{} inputs", inputs.len()) };
        lines.push(format!("{inputs} of {wanted}: that was all."));
    }
    lines.extend(state_lines(changes));
    command::with_data(lines.join("\n"), json!({ "inputs": inputs, "changes": state_data(changes) }))
}

/// The arguments of `:reset`.
const RESETS: &[&str] = &["vars", "catalog", "all"];

fn reset(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let part = match arguments.get(0) {
        Some("vars") => ResetPart::Variables,
        Some("catalog") => ResetPart::Catalog,
        _ => {
            session.start_over();
            return command::text("A fresh session. ':undo' restores the previous one.");
        }
    };
    let changes = Rewriter::new(session).reset_part(part, &format!(":reset {}", arguments.text(0)));
    let mut lines = state_lines(&changes);
    lines.push("':undo' restores it.".to_owned());
    command::with_data(lines.join("\n"), state_data(&changes))
}

fn time(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let evaluation = session.evaluate("input", arguments.text(0));
    if evaluation.failed() {
        return Ok(Outcome::Evaluated(Box::new(evaluation)));
    }
    let took = duration(evaluation.elapsed);
    let value = evaluation.value.clone().unwrap_or_default();
    let data = json!({ "value": value, "elapsed_us": evaluation.elapsed.as_micros() as u64 });
    command::with_value(value.clone(), format!("{value}\n{took}"), data)
}

/// Formats a duration in a suitable unit: `42 µs`, `3.1 ms`, `2.50 s`.
pub fn duration(elapsed: std::time::Duration) -> String {
    let micros = elapsed.as_secs_f64() * 1e6;
    match micros {
        m if m < 1000.0 => format!("{m:.0} µs"),
        m if m < 1e6 => format!("{:.1} ms", m / 1e3),
        m => format!("{:.2} s", m / 1e6),
    }
}
