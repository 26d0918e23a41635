//! Results as the protocol has them.

use pprepl_notebook::kernel::CellReport;
use pprepl_session::{Part as ValuePart, Report};
use serde_json::{Value, json};

use crate::diagnostic::reports_data;
use crate::result_context::ResultContext;

/// Converts the report of a run.
pub fn result_data(of: &ResultContext<'_>, report: &CellReport) -> Value {
    let evaluation = &report.evaluation;
    let reports: Vec<Report> = evaluation.reports.iter().chain(&evaluation.notes).cloned().collect();
    let logs: Vec<Value> = evaluation.logs.iter().map(|(level, text)| json!([level.as_str(), text])).collect();
    let table = report
        .table
        .as_ref()
        .map(|table| json!({ "columns": table.columns, "rows": table.rows, "total": table.total }));
    json!({
        "cell": of.cell.0,
        "number": of.number(of.cell),
        "run": report.runs,
        "ok": if of.is_lesson { !report.failed() } else { report.passes() },
        "empty": report.empty,
        "canceled": evaluation.cancelled,
        "value": report.display().filter(|_| !report.failed()),
        "type": evaluation.reduced,
        "detailed": evaluation.detailed,
        "generalized": evaluation.generalized,
        "cut": report.cut,
        "logs": logs,
        "logs_left_out": report.logs_left_out,
        "diagnostics": reports_data(of, &reports),
        "expectations": expectations_data(of, report),
        "table": table,
        "tree": report.tree.as_ref().map(value_part_data),
        "elapsed_us": u64::try_from(evaluation.elapsed.as_micros()).unwrap_or(u64::MAX),
    })
}

/// Converts the expectations of a cell; none in a lesson.
fn expectations_data(of: &ResultContext<'_>, report: &CellReport) -> Value {
    let judged = report.expectations.iter().filter(|_| !of.is_lesson);
    judged.map(|one| json!({ "text": one.text, "mistake": one.mistake })).collect()
}

/// Converts a part of a value.
pub fn value_part_data(part: &ValuePart) -> Value {
    json!({
        "label": part.key,
        "value": part.text,
        "type": part.type_name,
        "access": part.access,
        "parts": part.parts,
    })
}
