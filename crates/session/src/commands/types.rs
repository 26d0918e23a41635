//! The commands about types: the type of an expression, the common type, and comparisons. Nothing with side effects
//! runs (see `Session::preview`).

use std::time::Duration;

use serde_json::json;

use crate::{
    AlgebraView, Bound, ComparisonView, CounterExample, ExpressionTypes, Report, Session, SourceKind, UnionStep,
    UnionView, json as shapes,
};
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
        details: "\
'static' is what the checker knows; nothing runs for it. For 7 / 2: Integer.
'generalized' is the static type without sizes, ranges and values. For [1, 2]: Array[Integer].
'detailed' is the result of type($x), with a type for each element. For [1, 2]: Tuple[Integer[1, 1], Integer[2, 2]].
'reduced' is type($x, 'reduced'), the common type of the elements. For [1, 2]: Array[Integer[1, 2], 2, 2].
'type_of' is the type by the language specification. For ['a', 'b']: Array[String<a,b>].
The last three are the types of a value: only constant code has them before it runs. A comparison such as A < B, or a \
value =~ T, shows the deciding parts and a counterexample.
A & B is the type of the values of both types, A - B of those of A only. Where no type expresses them, 'at most' marks \
a supertype.",
        examples: &[
            Example { before: &[], line: ":type 7 / 2", shows: "static       Integer\n" },
            Example { before: &[], line: ":type [1, 2]", shows: "generalized  Array[Integer]\n" },
            Example { before: &[], line: ":type [1, 'a']", shows: "detailed     Tuple[Integer[1, 1], String]\n" },
            Example { before: &["$x = [1, 2]"], line: ":type $x", shows: "reduced      Array[Integer[1, 2], 2, 2]\n" },
            Example { before: &[], line: ":type ['a', 'b']", shows: "type_of      Array[String<a,b>]" },
            Example {
                before: &[],
                line: ":type Integer[1, 5] < Integer",
                shows: "the range 1 to 5 is within any range",
            },
            Example {
                before: &[],
                line: ":type Integer[1, 5] & Integer[3, 9]",
                shows: "Integer[3, 5]\n  3 is an instance of both",
            },
            Example {
                before: &[],
                line: ":type Scalar - Numeric",
                shows: "is an instance of Scalar, and not of Numeric",
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
    if let Some(found) = session.inspect().type_algebra(code, INSPECT_TIME) {
        return found.map_or_else(|report| command::with_reports(vec![report]), |view| algebra(&view));
    }
    let mut types = session.analyze().types(code);
    let source = Source::new("input", code);
    session.analyze().keep_passing_fixes(&source, SourceKind::Input, &mut types.reports);
    if types.reports.iter().any(|report| report.severity == Severity::Error) {
        return command::with_reports(types.reports);
    }
    if let Some(view) = session.inspect().comparison(code, INSPECT_TIME) {
        return comparison(&view);
    }
    session.analyze().keep_passing_fixes(&source, SourceKind::Input, &mut types.notes);
    let lines = std::iter::once(columns(&type_rows(&types))).chain(types.notes.iter().map(note_line));
    let value = types.known().unwrap_or("Any").to_owned();
    command::with_value(value, lines.collect::<Vec<_>>().join("\n"), type_data(&types))
}

/// Formats the result of `A & B` or `A - B`, with its proof and values that show it.
fn algebra(view: &AlgebraView) -> CommandResult {
    let nothing = if view.operator == "&" { "no value is of both" } else { "no value is left" };
    let first = match &view.result {
        Some(result) => format!("{}{result}", view.bound.as_str()),
        None => nothing.to_owned(),
    };
    let mut lines = vec![first];
    lines.extend(view.reasons.iter().flatten().map(|line| format!("  {line}")));
    lines.extend(view.of_both.iter().map(|value| format!("  {value} is an instance of both")));
    lines.extend(view.counters.iter().map(counter_line));
    let counter = |one: &CounterExample| json!({ "value": one.value, "of": one.of, "not_of": one.not_of });
    let data = json!({
        "operator": view.operator,
        "left": view.left,
        "right": view.right,
        "result": view.result,
        "exact": view.bound == Bound::Exact,
        "bound": view.bound.as_str().trim_end(),
        "reasons": view.reasons,
        "of_both": view.of_both,
        "counter_examples": view.counters.iter().map(counter).collect::<Vec<_>>(),
    });
    let value = view.result.clone().unwrap_or_else(|| EMPTY.to_owned());
    command::with_value(value, lines.join("\n"), data)
}

/// The type without values.
const EMPTY: &str = "Variant";

fn counter_line(counter: &CounterExample) -> String {
    format!("  {} is an instance of {}, and not of {}", counter.value, counter.of, counter.not_of)
}

/// Returns the rows of `:type`: always the same names in the same order.
fn type_rows(types: &ExpressionTypes) -> Vec<Vec<String>> {
    let row = |name: &str, text: Option<&String>| {
        let text = text.map_or_else(|| UNKNOWN.to_owned(), |text| outlined(text, MAX_COLUMNS));
        vec![name.to_owned(), text]
    };
    let value = types.value.as_ref();
    let mut rows = vec![
        row("static", types.static_type.as_ref()),
        row("generalized", types.generalized.as_ref()),
        row("detailed", value.map(|value| &value.detailed)),
        row("reduced", value.map(|value| &value.reduced)),
        row("type_of", value.and_then(|value| value.documents.as_ref())),
    ];
    let normal = value.and_then(|value| value.normal.as_ref()).map(|normal| format!("normal form {normal}"));
    let meaning = meaning(types).map(str::to_owned);
    if let Some(static_row) = rows.first_mut().and_then(|row| row.get_mut(1)) {
        let told = meaning.into_iter().chain(normal).map(|told| outlined(&told, MAX_COLUMNS)).collect::<Vec<_>>();
        if !told.is_empty() {
            static_row.push_str(&format!("  ({})", told.join("; ")));
        }
    }
    rows
}

/// Returns the definition of the type that the expression is, where it adds something to the static type.
fn meaning(types: &ExpressionTypes) -> Option<&str> {
    let meaning = types.value.as_ref()?.meaning.as_deref()?;
    let told = types.static_type.as_ref().is_some_and(|text| *text == format!("Type[{meaning}]"));
    (!told).then_some(meaning)
}

fn type_data(types: &ExpressionTypes) -> serde_json::Value {
    let value = types.value.as_ref();
    let mut data = json!({
        "static": types.static_type,
        "generalized": types.generalized,
        "detailed": value.map(|value| &value.detailed),
        "reduced": value.map(|value| &value.reduced),
        "type_of": value.and_then(|value| value.documents.as_ref()),
    });
    if let (Some(meaning), Some(data)) = (value.and_then(|value| value.meaning.as_ref()), data.as_object_mut()) {
        data.insert("meaning".to_owned(), json!(meaning));
        data.insert("normal".to_owned(), json!(value.and_then(|value| value.normal.as_ref())));
    }
    if let (false, Some(data)) = (types.notes.is_empty(), data.as_object_mut()) {
        data.insert("notes".to_owned(), shapes::reports(&types.notes));
    }
    data
}

/// The row of `:type` for a type that only a run shows.
const UNKNOWN: &str = "-  (known when it runs)";

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
        lines.push(counter_line(counter));
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
        if let Some(report) = session.inspect().error_at(&format!("[{}]", arguments.text(0)), INSPECT_TIME) {
            return command::with_reports(vec![report]);
        }
        let message = "two types or values are needed, separated by commas; they may not do anything";
        return Err(CommandError::new(IssueCode::CommandArgument, message));
    };
    let mut lines = match &union.steps[..] {
        [only] => vec![format!("{}  {}", union.shown, only.rule)],
        steps => folded(&union.shown, steps),
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
