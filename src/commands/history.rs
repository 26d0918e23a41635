//! Going back and forth: earlier inputs and their values, undoing them, starting over, measuring one.

use serde_json::json;

use crate::session::{InputView, Outcome, Session};
use crate::text::columns::{columns, shortened};

use super::Arguments;
use super::command::{self, Command, Example, Group, Kind, Param, Refusal, Run};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "history",
        aliases: &["hist"],
        params: &[Param::optional("FILTER", Kind::Filter)],
        group: Group::Session,
        summary: "the inputs of this session with their numbers and values",
        details: "FILTER is a part of the text. An input that failed has an 'x' and no number's worth of value.",
        examples: &[Example { before: &["$a = 1", "$a + 1"], line: ":history", shows: "$a + 1  => 2" }],
        run: history,
    },
    Command {
        name: "out",
        aliases: &[],
        params: &[Param::optional("N", Kind::Number)],
        group: Group::Session,
        summary: "the value of input N, or of the last one",
        details: "In Puppet code a lone '_' stands for the last value.",
        examples: &[Example { before: &["20 + 1"], line: ":out 1", shows: "21" }],
        run: out,
    },
    Command {
        name: "undo",
        aliases: &["u"],
        params: &[Param::optional("N", Kind::Number)],
        group: Group::Session,
        summary: "take the last N inputs back (1 when left out)",
        details: "Variables, functions, types and resources are again what they were; ':redo' does the inputs again.",
        examples: &[Example { before: &["$a = 1"], line: ":undo", shows: "$a = 1" }],
        run: undo,
    },
    Command {
        name: "redo",
        aliases: &[],
        params: &[Param::optional("N", Kind::Number)],
        group: Group::Session,
        summary: "do the last N inputs that were undone again",
        details: "A new input forgets what was undone.",
        examples: &[Example { before: &["$a = 1", ":undo"], line: ":redo", shows: "$a = 1" }],
        run: redo,
    },
    Command {
        name: "reset",
        aliases: &[],
        params: &[],
        group: Group::Session,
        summary: "start over: no variables, functions, types or resources of your own",
        details: "The settings stay.",
        examples: &[Example { before: &["$a = 1"], line: ":reset", shows: "A fresh session" }],
        run: reset,
    },
    Command {
        name: "time",
        aliases: &[],
        params: &[Param::needed("CODE", Kind::Code)],
        group: Group::Session,
        summary: "run CODE as an input and tell how long it took",
        details: "",
        examples: &[Example { before: &[], line: ":time 1 + 1", shows: "µs" }],
        run: time,
    },
];

fn history(session: &mut Session, arguments: &Arguments) -> Run {
    let filter = arguments.text(0);
    let inputs: Vec<InputView> = session.inputs().iter().filter(|input| input.text.contains(filter)).cloned().collect();
    if inputs.is_empty() {
        return command::text("No inputs yet.");
    }
    let rows: Vec<Vec<String>> = inputs.iter().map(history_row).collect();
    let data = inputs
        .iter()
        .map(|i| json!({ "number": i.number, "text": i.text, "value": i.value, "type": i.type_name, "failed": i.failed }))
        .collect();
    command::with_data(columns(&rows), data)
}

fn history_row(input: &InputView) -> Vec<String> {
    let result = match &input.value {
        _ if input.failed => "failed".to_owned(),
        Some(value) => format!("=> {}", shortened(value, 40)),
        None => String::new(),
    };
    let text: Vec<String> = input.text.trim_end().lines().map(|line| shortened(line, 70)).collect();
    vec![input.number.to_string(), text.join("\n"), result]
}

fn out(session: &mut Session, arguments: &Arguments) -> Run {
    let last = session.inputs().iter().rev().find(|input| !input.failed).map_or(0, |input| input.number);
    let number = arguments.number(0, last)?;
    let Some(input) = session.inputs().iter().find(|input| input.number == number) else {
        return Err(
            Refusal::new("COMMAND_ARGUMENT", format!("there is no input {number}")).with_help(":history lists them")
        );
    };
    let Some(value) = input.value.clone() else {
        return Err(Refusal::new("COMMAND_ARGUMENT", format!("input {number} gave no value")));
    };
    let type_name = input.type_name.clone().unwrap_or_default();
    let data = json!({ "number": number, "value": value, "type": type_name });
    let text = if type_name.is_empty() { value.clone() } else { format!("{value}\n: {type_name}") };
    command::with_value(value, text, data)
}

fn undo(session: &mut Session, arguments: &Arguments) -> Run {
    let undone = session.undo(arguments.number(0, 1)?);
    moved("Undone", "nothing to undo", &undone)
}

fn redo(session: &mut Session, arguments: &Arguments) -> Run {
    let redone = session.redo(arguments.number(0, 1)?);
    moved("Done again", "nothing to redo", &redone)
}

/// Tells which inputs were undone or done again.
fn moved(what: &str, nothing: &str, inputs: &[String]) -> Run {
    if inputs.is_empty() {
        return Err(Refusal::new("COMMAND_ARGUMENT", nothing));
    }
    let lines: Vec<String> = inputs.iter().map(|text| format!("{what}: {}", shortened(text.trim_end(), 70))).collect();
    command::with_data(lines.join("\n"), json!(inputs))
}

fn reset(session: &mut Session, _: &Arguments) -> Run {
    session.reset();
    command::text("A fresh session.")
}

fn time(session: &mut Session, arguments: &Arguments) -> Run {
    let evaluation = session.evaluate("input", arguments.text(0));
    if evaluation.failed() {
        return Ok(Outcome::Evaluated(Box::new(evaluation)));
    }
    let took = duration(evaluation.elapsed);
    let value = evaluation.value.clone().unwrap_or_default();
    let data = json!({ "value": value, "elapsed_us": evaluation.elapsed.as_micros() as u64 });
    command::with_value(value.clone(), format!("{value}\n{took}"), data)
}

/// A duration in the unit that fits: `42 µs`, `3.1 ms`, `2.50 s`.
pub fn duration(elapsed: std::time::Duration) -> String {
    let micros = elapsed.as_secs_f64() * 1e6;
    match micros {
        m if m < 1000.0 => format!("{m:.0} µs"),
        m if m < 1e6 => format!("{:.1} ms", m / 1e3),
        m => format!("{:.2} s", m / 1e6),
    }
}
