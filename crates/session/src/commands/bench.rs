//! `:bench` and `:compare`: the time of code, and its results under several editions.

use std::time::Duration;

use serde_json::json;

use crate::bench;
use crate::settings::Edition;
use crate::{BenchView, EditionOutcome, EditionResult, Session, compare_editions};
use pprepl_text::columns::{columns, shortened};
use pprepl_text::{IssueCode, visible};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "bench",
        aliases: &[],
        params: &[Param::needed("CODE", Kind::Code)],
        group: Group::Session,
        summary: "measure CODE: statistics of many runs, and its phases",
        details: "CODE runs for about a second, each time from the present state; all changes are rolled back, and log \
                  lines are dropped. A phase is the median of its runs: parse includes lex, evaluate includes \
                  compilation. ':time' runs CODE once, as an input.",
        examples: &[Example { before: &[], line: ":bench 1 + 1", shows: "median" }],
        run: measure,
    },
    Command {
        name: "compare",
        aliases: &[],
        params: &[Param::needed("[EDITIONS] CODE", Kind::Code)],
        group: Group::Look,
        summary: "evaluate CODE under several editions and compare",
        details: "Without EDITIONS all of 8, puppet8, 4x and 3x. '*' marks a result that differs from the first one; \
                  'because' names the settings that alone make that difference. Changes are rolled back. To compare \
                  a number, name the editions too: ':compare 8 4x 5 / 2'.",
        examples: &[
            Example { before: &[], line: ":compare '18' == 18", shows: "because string_numbers on" },
            Example { before: &[], line: ":compare 8 puppet8 \"1\" + 1", shows: "* puppet8" },
        ],
        run: compare,
    },
];

fn measure(session: &mut Session, arguments: &Arguments) -> CommandResult {
    match bench::bench(session, arguments.text(0)) {
        Ok(view) => command::with_value(time(view.median), bench_text(&view), bench_data(&view)),
        Err(reports) => command::with_reports(reports),
    }
}

/// Formats a duration with three digits.
fn time(duration: Duration) -> String {
    let nanos = duration.as_nanos() as f64;
    let (number, unit) = match nanos {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    let places = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.places$} {unit}")
}

fn bench_text(view: &BenchView) -> String {
    let row = |name: &str, duration: Duration| vec![format!("  {name}"), time(duration)];
    let phases: Vec<Vec<String>> = view.phases.iter().map(|(name, duration)| row(name, *duration)).collect();
    let rows = [
        row("min", view.min),
        row("median", view.median),
        row("mean", view.mean),
        row("p95", view.p95),
        row("max", view.max),
        row("deviation", view.deviation),
    ];
    let runs = if view.runs == 1 { "1 run".to_owned() } else { format!("{} runs", view.runs) };
    format!("Evaluation, {runs}\n{}\n\nPhases\n{}", columns(&rows), columns(&phases))
}

fn bench_data(view: &BenchView) -> serde_json::Value {
    let nanos = |duration: Duration| duration.as_nanos() as u64;
    let phases = view.phases.iter().map(|(name, duration)| json!({ "phase": name, "ns": nanos(*duration) }));
    json!({
        "runs": view.runs,
        "min_ns": nanos(view.min),
        "median_ns": nanos(view.median),
        "mean_ns": nanos(view.mean),
        "p95_ns": nanos(view.p95),
        "max_ns": nanos(view.max),
        "deviation_ns": nanos(view.deviation),
        "phases": phases.collect::<Vec<_>>(),
    })
}

fn compare(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let (editions, code) = editions(arguments.text(0));
    if code.is_empty() {
        return Err(
            CommandError::new(IssueCode::CommandArity, ":compare needs CODE").with_help(":compare 8 4x '18' == 18")
        );
    }
    let results = compare_editions(session, code, &editions);
    let text = results_text(&results, session.width);
    command::with_data(visible(&text), results.iter().map(result_data).collect())
}

/// Splits off the editions at the start; without any, all. A single `8` is code.
fn editions(text: &str) -> (Vec<Edition>, &str) {
    let (mut found, mut rest) = (Vec::new(), text.trim());
    while let Some((word, after)) = rest.split_once(char::is_whitespace) {
        match Edition::named(word) {
            Some(edition) if !found.contains(&edition) => found.push(edition),
            _ => break,
        }
        rest = after.trim_start();
    }
    match found.as_slice() {
        [] => (vec![Edition::Eight, Edition::Puppet8, Edition::FourX, Edition::ThreeX], text.trim()),
        [Edition::Eight] if rest.starts_with(|sign: char| !sign.is_alphanumeric() && !"$'\"[({@".contains(sign)) => {
            (vec![Edition::Eight, Edition::Puppet8, Edition::FourX, Edition::ThreeX], text.trim())
        }
        [one] if *one != Edition::Eight => (vec![Edition::Eight, *one], rest),
        _ => (found, rest),
    }
}

fn results_text(results: &[EditionResult], room: usize) -> String {
    let first = results.first().map(|result| &result.outcome);
    let mut lines = Vec::new();
    let names = results.iter().map(|result| result.edition.as_str().len()).max().unwrap_or(0);
    for result in results {
        let mark = if first == Some(&result.outcome) { " " } else { "*" };
        let head = format!("{mark} {:names$}  ", result.edition.as_str());
        let left = room.saturating_sub(names + 4).max(20);
        match &result.outcome {
            EditionOutcome::Value { value, type_name } => {
                lines.push(head + &shortened(value, left));
                lines.push(format!("{:width$}: {}", "", shortened(type_name, left), width = names + 4));
            }
            EditionOutcome::Error { code, message } => {
                lines.push(head + &shortened(&format!("error[{code}]: {message}"), left));
            }
        }
        if !result.causes.is_empty() {
            lines.push(format!("{:width$}because {}", "", result.causes.join(", or "), width = names + 4));
        }
    }
    if results.iter().all(|result| first == Some(&result.outcome)) {
        lines.push("The editions agree.".to_owned());
    }
    lines.join("\n")
}

fn result_data(result: &EditionResult) -> serde_json::Value {
    let (value, type_name, error) = match &result.outcome {
        EditionOutcome::Value { value, type_name } => (Some(value), Some(type_name), None),
        EditionOutcome::Error { code, message } => (None, None, Some(json!({ "code": code, "message": message }))),
    };
    json!({
        "edition": result.edition.as_str(),
        "value": value,
        "type": type_name,
        "error": error,
        "because": result.causes,
    })
}
