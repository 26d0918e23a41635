//! Notebooks and cells as the protocol has them.

use pprepl_notebook::kernel::{CellReport, FactsChange, PausedCell};
use pprepl_notebook::{Cell, CellId, CellKind};
use serde_json::{Map, Value, json};

use crate::diagnostic::relation_data;
use crate::lesson_data::part_data;
use crate::notebook::Notebook;

/// Converts a notebook.
pub fn notebook_data(notebook: &Notebook) -> Map<String, Value> {
    let ids = notebook.code_ids();
    let stale = notebook.kernel.stale();
    let cells: Vec<Value> = notebook.cells().iter().map(|cell| cell_data(notebook, cell, &ids, &stale)).collect();
    let mut data = Map::new();
    data.insert("name".to_owned(), json!(notebook.start.title));
    data.insert("cells".to_owned(), json!(cells));
    data.insert("auto".to_owned(), json!(notebook.is_auto()));
    data.insert("trusted".to_owned(), json!(notebook.start.trusted));
    data.insert("lesson".to_owned(), json!(notebook.lesson.as_ref().map(|lesson| &lesson.lesson.name)));
    data.extend(history_data(notebook));
    data
}

fn history_data(notebook: &Notebook) -> Map<String, Value> {
    let history = notebook.book.history();
    let mut data = Map::new();
    data.insert("changed".to_owned(), json!(notebook.book.differs_from_file()));
    data.insert("can_undo".to_owned(), json!(history.can_undo()));
    data.insert("can_redo".to_owned(), json!(history.can_redo()));
    data.insert("findings".to_owned(), findings(notebook));
    data.insert("environment".to_owned(), json!(notebook.start.folder));
    data.insert("facts".to_owned(), notebook.start.facts.iter().map(facts_data).collect());
    data
}

/// Converts a change of the facts to what `notebook/facts` reads.
fn facts_data(change: &FactsChange) -> Value {
    match change {
        FactsChange::Use(set) => json!({ "set": set }),
        FactsChange::Set { path, value } => json!({ "path": path, "value": value }),
    }
}

fn findings(notebook: &Notebook) -> Value {
    let ids = notebook.code_ids();
    let text_of = |id: CellId| notebook.sources.get(id).map(|text| text.to_string()).unwrap_or_default();
    notebook.kernel.findings().iter().map(|found| relation_data(found, &ids, &text_of)).collect()
}

fn cell_data(notebook: &Notebook, cell: &Cell, ids: &[CellId], stale: &[CellId]) -> Value {
    let mut data = status_data(notebook, cell, stale);
    let number = ids.iter().position(|id| *id == cell.id).map(|place| place + 1);
    let part = notebook.lesson.as_ref().and_then(|lesson| lesson.cells.part(cell.id));
    let is_locked = notebook.lesson.as_ref().is_some_and(|lesson| lesson.cells.is_locked(cell.id));
    data.insert("number".to_owned(), json!(number));
    data.insert("kind".to_owned(), json!(if cell.is_code() { "code" } else { "prose" }));
    data.insert("title".to_owned(), json!(cell.title()));
    data.insert("heading".to_owned(), json!(cell.heading));
    data.insert("text".to_owned(), json!(cell.text));
    data.insert("folded".to_owned(), json!(cell.folded));
    data.insert("part".to_owned(), part.map_or(Value::Null, part_data));
    data.insert("locked".to_owned(), json!(is_locked));
    Value::Object(data)
}

/// Returns the state of a cell without its text.
fn status_data(notebook: &Notebook, cell: &Cell, stale: &[CellId]) -> Map<String, Value> {
    let paused = notebook.kernel.paused_cells().into_iter().find(|(id, _)| *id == cell.id);
    let mut data = Map::new();
    data.insert("id".to_owned(), json!(cell.id.0));
    data.insert("status".to_owned(), json!(status(notebook, cell, stale)));
    data.insert("edited".to_owned(), json!(cell.is_code() && notebook.sources.is_edited(cell)));
    data.insert("paused".to_owned(), json!(paused.map(|(_, why)| paused_text(why))));
    data
}

/// Returns the name of a cell's status.
fn status(notebook: &Notebook, cell: &Cell, stale: &[CellId]) -> &'static str {
    let report = notebook.kernel.report(cell.id).filter(|_| cell.is_code());
    // A lesson judges its cells itself.
    let passes = |report: &CellReport| if notebook.lesson.is_some() { !report.failed() } else { report.passes() };
    match report {
        None => "new",
        Some(report) if report.empty && !report.failed() => "new",
        Some(_) if stale.contains(&cell.id) => "stale",
        Some(report) if !passes(report) => "failed",
        Some(_) => "done",
    }
}

fn paused_text(why: PausedCell) -> &'static str {
    match why {
        PausedCell::Reads => "not run automatically: it reads files",
        PausedCell::Needs => "not run automatically: it needs a cell that reads files",
    }
}

/// Converts the state of all cells, and takes the results since the last answer.
pub fn state_data(notebook: &mut Notebook) -> Map<String, Value> {
    let results = std::mem::take(&mut notebook.finished);
    let stale = notebook.kernel.stale();
    let cells: Vec<Value> =
        notebook.cells().iter().map(|cell| Value::Object(status_data(notebook, cell, &stale))).collect();
    let mut data = Map::new();
    data.insert("cells".to_owned(), json!(cells));
    data.insert("auto".to_owned(), json!(notebook.is_auto()));
    data.extend(history_data(notebook));
    data.insert("results".to_owned(), json!(results));
    data
}

/// Returns the kind of a cell by its name in the protocol.
pub fn kind_named(name: &str) -> Option<CellKind> {
    match name {
        "code" => Some(CellKind::Code),
        "prose" => Some(CellKind::Prose),
        _ => None,
    }
}
