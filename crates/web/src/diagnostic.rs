//! Diagnostics of a cell: as in `pprepl_session::json`, with positions in the cell.

use pprepl_notebook::CellId;
use pprepl_notebook::inspection::source_name;
use pprepl_notebook::kernel::{CellFinding, Finding};
use pprepl_session::{Report, json as shapes};
use pprepl_text::Span;
use serde_json::{Value, json};

use crate::result_context::ResultContext;
use crate::units::Units;

/// Converts the diagnostics of a run.
pub fn reports_data(of: &ResultContext<'_>, reports: &[Report]) -> Value {
    let units = Units::new(of.source);
    let name = source_name(of.cell);
    let mut data = shapes::reports(reports);
    for (report, data) in reports.iter().zip(data.as_array_mut().into_iter().flatten()) {
        put_place(of, report, &units, &name, data);
    }
    data
}

/// Adds the cell of a diagnostic, and the positions in this cell.
fn put_place(of: &ResultContext<'_>, report: &Report, units: &Units<'_>, name: &str, data: &mut Value) {
    let cell = cell_named(&report.source_name);
    data["cell"] = json!(cell.map(|id| id.0));
    data["number"] = json!(cell.and_then(|id| of.number(id)));
    data["source"] = if cell.is_some() { Value::Null } else { json!(report.source_name) };
    for (label, data) in report.labels.iter().zip(items(data, "labels")) {
        let cell = cell_named(&label.source_name);
        data["cell"] = json!(cell.map(|id| id.0));
        data["number"] = json!(cell.and_then(|id| of.number(id)));
    }
    if report.source_name != name {
        return;
    }
    if let Some(from) = report.position.and_then(|place| units.byte_of_place(place)) {
        let to = report.end.and_then(|place| units.byte_of_place(place)).unwrap_or(from);
        data["from"] = json!(units.of_byte(from));
        data["to"] = json!(units.of_byte(to.max(from)));
    }
    for (fix, data) in report.fixes.iter().zip(items(data, "fixes")) {
        for (edit, data) in fix.fix.edits.iter().zip(items(data, "edits")) {
            put_span(edit.span, units, data);
        }
    }
}

/// Returns the objects of a list in a field.
fn items<'d>(data: &'d mut Value, field: &str) -> impl Iterator<Item = &'d mut Value> {
    data.get_mut(field).and_then(Value::as_array_mut).into_iter().flatten()
}

fn put_span(span: Span, units: &Units<'_>, data: &mut Value) {
    data["from"] = json!(units.of_byte(span.start as usize));
    data["to"] = json!(units.of_byte(span.end as usize));
}

/// Returns the cell with this source name.
fn cell_named(name: &str) -> Option<CellId> {
    name.strip_prefix("cell ")?.parse().ok().map(CellId)
}

/// Converts the diagnostics of a cell before it runs.
pub fn findings_data(source: &str, cells: &[CellId], found: &[CellFinding]) -> Value {
    let units = Units::new(source);
    let data = |one: &CellFinding| {
        let mut data = json!({
            "severity": one.severity.as_str(),
            "code": one.code,
            "topic": one.topic,
            "message": one.message.by_places(cells),
            "fixable": one.mends,
        });
        put_span(one.span, &units, &mut data);
        data
    };
    found.iter().map(data).collect()
}

/// Converts a diagnostic about the relations between cells. `text_of` returns the source of a cell.
pub fn relation_data(found: &Finding, cells: &[CellId], text_of: &dyn Fn(CellId) -> String) -> Value {
    let other = |(cell, span, message): &(CellId, Span, String)| {
        let mut data = json!({ "cell": cell.0, "message": message });
        put_span(*span, &Units::new(&text_of(*cell)), &mut data);
        data
    };
    let mut data = json!({
        "cell": found.cell.0,
        "severity": found.severity.as_str(),
        "code": found.code,
        "message": found.message.by_places(cells),
        "help": found.help.by_places(cells),
        "others": found.others.iter().map(other).collect::<Vec<_>>(),
    });
    put_span(found.span, &Units::new(&text_of(found.cell)), &mut data);
    data
}
