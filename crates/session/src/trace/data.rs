//! A trace as JSON. Offsets of the source are lines and columns, from 1.

use serde_json::{Value, json};

use super::{TraceStep, TraceView};
use crate::json as shapes;

/// Converts a trace.
pub fn trace_data(view: &TraceView) -> Value {
    json!({
        "steps": view.steps.iter().enumerate().map(|(at, step)| step_data(at, step)).collect::<Vec<_>>(),
        "omitted": view.omitted,
        "path": view.path,
        "diagnostics": shapes::reports(&view.reports),
    })
}

fn step_data(at: usize, step: &TraceStep) -> Value {
    let (start, end) = (step.source.line_column(step.span.start), step.source.line_column(step.span.end));
    let bindings = step.bindings.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
    json!({
        "step": at + 1,
        "kind": step.kind,
        "depth": step.indent,
        "inside": step.parent.map(|parent| parent + 1),
        "source": step.source.name(),
        "start": [start.line, start.column],
        "end": [end.line, end.column],
        "label": step.label,
        "bindings": Value::Object(bindings),
        "code": step.code,
        "reduced": step.reduced,
        "value": step.value,
        "complete": step.complete,
        "note": step.note,
        "error": step.error,
    })
}
