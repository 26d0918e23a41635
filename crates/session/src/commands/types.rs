//! The commands about types: the type of an expression, the common type, and comparisons. Nothing with side effects
//! runs (see `Session::preview`).

use std::time::Duration;

use serde_json::json;

use crate::{ComparisonView, Report, Session, SourceKind, UnionStep, UnionView, json as shapes};
use pprepl_text::columns::columns;
use pprepl_text::outline::outlined;
use pprepl_text::{IssueCode, Severity, Source};

use super::command::{self, Arguments, Command, CommandError, CommandResult, Example, Group, Kind, Param};

pub(super) static COMMANDS: &[Command] = &[
    Command {
        name: "type",
        aliases: &[],
        params: &[Param::needed("CODE", Kind::Code)],
        group: Group::Types,
        summary: "the type of an expression, without running it",
        details: "For plain data it shows the exact types: 'detailed' is the result of type($x), 'reduced' the \
                  common type of a collection's elements, 'generalized' omits sizes and ranges; 'type_of' is the \
                  type by the language specification, where that differs. For comparisons such as A < B and for a \
                  value =~ T it shows the deciding parts, and a counterexample.",
        examples: &[
            Example { before: &[], line: ":type [1, 2]", shows: "Array[Integer[1, 2], 2, 2]" },
            Example { before: &["$x = 'a'"], line: ":type $x", shows: "String" },
            Example {
                before: &[],
                line: ":type Integer[1, 5] < Integer",
                shows: "the range 1 to 5 is within any range",
            },
            Example {
                before: &[],
                line: ":type Struct[{a => String}] <= Struct[{a => Integer}]",
                shows: "key 'a': String is not assignable to Integer",
            },
        ],
        run: type_of,
    },
    Command {
        name: "union",
        aliases: &["common"],
        params: &[Param::needed("TYPES", Kind::Code)],
        group: Group::Types,
        summary: "the common type of several types, and Puppet 8's where it differs",
        details: "TYPES is a list, folded from the left; a value means its type. The answer says which rule joined the \
                  types. Puppet 8 drops undef: where its answer does not accept all types, the least upper bound is \
                  shown too.",
        examples: &[
            Example {
                before: &[],
                line: ":union Integer[1, 5], Integer[3, 9]",
                shows: "Integer[1, 9]  two ranges: from the lowest to the highest bound",
            },
            Example { before: &[], line: ":union Undef, Integer", shows: "least bound: Optional[Integer]" },
        ],
        run: union,
    },
];

/// The time limit for inspecting plain data.
pub(super) const INSPECT_TIME: Duration = Duration::from_millis(500);

/// The maximum width of a type in the answer's text; its data is complete.
const MAX_COLUMNS: usize = 4_000;

fn type_of(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let code = arguments.text(0);
    let view = session.analyze().check_types("input", code);
    let (found, mut reports, mut notes) = (view.type_text.filter(|found| found != "Any"), view.reports, view.notes);
    session.analyze().keep_passing_fixes(&Source::new("input", code), SourceKind::Input, &mut reports);
    if reports.iter().any(|report| report.severity == Severity::Error) {
        return command::with_reports(reports);
    }
    if let Some(view) = session.inspect().comparison(code, INSPECT_TIME) {
        return comparison(&view);
    }
    let exact = session.preview(code, INSPECT_TIME);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut data = serde_json::Map::new();
    let mut add = |name: &str, text: &str| {
        rows.push(vec![name.to_owned(), outlined(text, MAX_COLUMNS)]);
        data.insert(name.to_owned(), json!(text));
    };
    if let Some(found) = found.as_ref().filter(|found| exact.as_ref().is_none_or(|exact| exact.detailed != **found)) {
        add("static", found);
    }
    if let Some(types) = &exact {
        if let Some(meaning) = &types.meaning {
            add("type", meaning);
        }
        add("detailed", &types.detailed);
        add("reduced", &types.reduced);
        add("generalized", &types.generalized);
        if let Some(documents) = types.documents.as_ref().filter(|documents| **documents != types.reduced) {
            add("type_of", documents);
        }
    }
    if let Some(general) = view.generalized.as_ref().filter(|_| exact.is_none()) {
        add("generalized", general);
    }
    if rows.is_empty() {
        rows.push(vec!["static".to_owned(), "Any".to_owned(), "(only a run can show more)".to_owned()]);
    }
    session.analyze().keep_passing_fixes(&Source::new("input", code), SourceKind::Input, &mut notes);
    if !notes.is_empty() {
        data.insert("notes".to_owned(), shapes::reports(&notes));
    }
    let text = std::iter::once(columns(&rows)).chain(notes.iter().map(note_line)).collect::<Vec<_>>().join("\n");
    let value = exact.map(|types| types.reduced).or(found).unwrap_or_else(|| "Any".to_owned());
    command::with_value(value, text, data.into())
}

/// Returns a note as a line, with its help.
fn note_line(note: &Report) -> String {
    let help = note.help.as_ref().map(|help| format!("; {help}")).unwrap_or_default();
    format!("note[{}]: {}{help}", note.topic, note.message)
}

fn comparison(view: &ComparisonView) -> CommandResult {
    let mut lines = vec![view.answer.to_string()];
    for reason in &view.reasons {
        lines.extend(reason.iter().map(|line| format!("  {line}")));
    }
    if let Some(counter) = &view.counter {
        lines.push(format!("  {} is an instance of {}, and not of {}", counter.value, counter.of, counter.not_of));
    }
    let counter = view.counter.as_ref().map(|c| json!({ "value": c.value, "of": c.of, "not_of": c.not_of }));
    let data = json!({
        "answer": view.answer,
        "left": view.left,
        "right": view.right,
        "reasons": view.reasons,
        "counter_example": counter,
    });
    command::with_value(view.answer.to_string(), lines.join("\n"), data)
}

fn union(session: &mut Session, arguments: &Arguments) -> CommandResult {
    let Some(union) = session.inspect().union(arguments.text(0), INSPECT_TIME) else {
        let reports = session.source().check("input", &format!("[{}]", arguments.text(0)));
        if reports.iter().any(|report| report.severity == Severity::Error) {
            return command::with_reports(reports);
        }
        let message = "two types or values are needed, separated by commas; they may not do anything";
        return Err(CommandError::new(IssueCode::CommandArgument, message));
    };
    let mut lines = match &union.steps[..] {
        [only] => vec![format!("{}  {}", union.documents, only.rule)],
        steps => folded(&union.documents, steps),
    };
    if let Some(difference) = &union.difference {
        lines.push(format!("Puppet 8: {} ({difference})", union.reference));
    }
    if let Some(least) = &union.least {
        lines.push(format!("least bound: {least}"));
    }
    command::with_value(union.documents.clone(), lines.join("\n"), union_data(&union))
}

fn folded(answer: &str, steps: &[UnionStep]) -> Vec<String> {
    let rows: Vec<Vec<String>> = steps
        .iter()
        .map(|step| {
            vec![format!("  {} ∪ {}", step.left, step.right), format!("→ {}", step.gives), step.rule.to_owned()]
        })
        .collect();
    vec![format!("{answer}  folded from the left"), columns(&rows)]
}

fn union_data(union: &UnionView) -> serde_json::Value {
    let step = |step: &UnionStep| {
        json!({
            "left": step.left, "right": step.right, "gives": step.gives, "rule": step.rule, "formula": step.row,
        })
    };
    json!({
        "common": union.documents,
        "steps": union.steps.iter().map(step).collect::<Vec<_>>(),
        "puppet8": union.reference,
        "difference": union.difference,
        "least": union.least,
    })
}
