//! The methods of panes and traces.

use std::sync::Arc;
use std::time::Duration;

use pprepl_notebook::Cell;
use pprepl_notebook::inspection::{CursorTarget, PaneQuery, numbered, source_name, view};
use pprepl_notebook::kernel::CellReport;
use pprepl_notebook::pane::{self, CatalogQuery, CursorContext, LogLine, Pane, TraceReader, View};
use pprepl_rpc::{RpcError, params};
use pprepl_session::trace::{judge, trace_data};
use serde_json::{Value, json};

use crate::answer::{Answer, rejected};
use crate::engine::Engine;
use crate::notebook::Notebook;
use crate::notebook_methods::{byte, known_cell};
use crate::view_data::view_data;

/// The time limit of a trace.
const TRACING: Duration = Duration::from_secs(2);

/// Returns the cell under the cursor of a message.
fn target(notebook: &Notebook, params: &Value) -> Result<CursorTarget, RpcError> {
    let cell = known_cell(notebook, params)?;
    if !cell.is_code() {
        return Err(rejected("this cell is text: panes describe code cells"));
    }
    let offset = byte(&cell.text, params, "offset")?;
    let cells = notebook.code_ids().into();
    Ok(CursorTarget { id: cell.id, text: Arc::from(&*cell.text), offset, version: 0, cells })
}

pub fn pane(engine: &mut Engine, params: &Value) -> Answer {
    let name = params::text(params, "pane")?;
    let unknown = || RpcError::new(RpcError::PARAMS, format!("unknown pane '{name}'"));
    let pane = Pane::named(name).ok_or_else(unknown)?;
    let query = query(params)?;
    let notebook = engine.notebook(params)?;
    let at = target(notebook, params)?;
    let shown = match pane {
        Pane::Log => log(notebook),
        Pane::Trace => trace(notebook, &at),
        _ => numbered(view(&mut notebook.kernel, pane, &at, &query).0, &at.cells),
    };
    Ok(view_data(&shown, &at.text))
}

fn query(params: &Value) -> Result<PaneQuery, RpcError> {
    let filter = params::optional_text(params, "filter")?.unwrap_or_default().to_owned();
    let selected = params::optional_text(params, "resource")?.map(str::to_owned);
    let catalog = CatalogQuery { filter: filter.clone(), selected, graph: params::flag(params, "graph")? };
    Ok(PaneQuery { catalog, facts: filter, keys: Vec::new() })
}

fn log(notebook: &Notebook) -> View {
    let code = notebook.cells().iter().filter(|cell| cell.is_code()).enumerate();
    let reports: Vec<(usize, &CellReport)> =
        code.filter_map(|(at, cell): (usize, &Cell)| Some((at + 1, notebook.kernel.report(cell.id)?))).collect();
    let of = |(cell, report): &(usize, &CellReport)| -> Vec<(usize, pprepl_session::Level, String)> {
        report.evaluation.logs.iter().map(|(level, text)| (*cell, *level, text.clone())).collect()
    };
    let rows: Vec<(usize, pprepl_session::Level, String)> = reports.iter().flat_map(of).collect();
    let lines: Vec<LogLine<'_>> =
        rows.iter().map(|(cell, level, text)| LogLine { cell: *cell, level: *level, text }).collect();
    pane::log(&lines)
}

fn trace(notebook: &mut Notebook, at: &CursorTarget) -> View {
    let trace = notebook.kernel.trace(at.id, &at.text, TRACING).map(Arc::new);
    let reader = trace.map(|trace| TraceReader::new(trace, &source_name(at.id)));
    numbered(pane::trace(reader.as_ref()), &at.cells)
}

pub fn contextual(engine: &mut Engine, params: &Value) -> Answer {
    let at = target(engine.notebook(params)?, params)?;
    let pane = pane::contextual_pane(&CursorContext::new(&at.text, at.offset));
    Ok(json!({ "pane": pane.map(Pane::name) }))
}

pub fn trace_cell(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let at = target(notebook, params)?;
    let trace = notebook.kernel.trace(at.id, &at.text, TRACING);
    Ok(trace.map_or(Value::Null, |trace| trace_data(&trace)))
}

/// Judges the prediction of a value, both in source form.
pub fn judge_prediction(engine: &mut Engine, params: &Value) -> Answer {
    let (answer, value) = (params::text(params, "answer")?, params::text(params, "value")?);
    let verdict = match engine.notebooks.get_mut(&Engine::notebook_name(params)?) {
        Some(notebook) => judge(notebook.kernel.session(), answer, value),
        None => judge(engine.session(params)?, answer, value),
    };
    Ok(match verdict {
        Ok(right) => json!({ "right": right }),
        Err(report) => json!({ "message": report.message }),
    })
}
