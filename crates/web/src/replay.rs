//! The rebuilding of a notebook after the module ended: in a new module, from what the page has.

use std::collections::BTreeSet;

use pprepl_notebook::{Cell, CellId, Document, Operation};
use pprepl_rpc::{RpcError, params};
use pprepl_text::{Diagnostic, IssueCode, Severity};
use serde_json::Value;

use crate::answer::{Answer, rejected};
use crate::engine::Engine;
use crate::files::path_of;
use crate::notebook::{Notebook, mode_of};
use crate::notebook_data::{kind_named, state_data};
use crate::notebook_methods::start;
use crate::run_methods::{cell_ids, facts_change};

pub fn replay(engine: &mut Engine, params: &Value) -> Answer {
    let missing = || RpcError::new(RpcError::PARAMS, "'document' must be a notebook");
    let known = params.get("document").filter(|known| known.is_object()).ok_or_else(missing)?;
    let mut start = start(engine, params)?;
    params::optional_text(known, "name")?.unwrap_or("notebook.pp").clone_into(&mut start.title);
    // The user ran these cells before; nothing else runs now.
    (start.auto, start.trusted) = (false, true);
    let folder = params::optional_text(known, "environment")?;
    let path = folder.map(|folder| path_of(engine.root(), folder)).transpose()?.filter(|path| path.is_dir());
    start.folder = folder.filter(|_| path.is_some()).map(str::to_owned);
    start.environment = path;
    let facts = known.get("facts").and_then(Value::as_array).into_iter().flatten();
    start.facts = facts.map(facts_change).collect::<Result<_, _>>()?;
    let name = start.key.clone();
    let mut notebook = Notebook::new(start, document(known)?);
    notebook.repeat_facts();
    let ran: BTreeSet<CellId> = cell_ids(params.get("ran").unwrap_or(&Value::Array(Vec::new())))?.into_iter().collect();
    let trapped = params::optional_count(params, "trapped")?.map(|id| CellId(id as u64));
    let reason = params::optional_text(params, "reason")?.unwrap_or("stack");
    run_again(&mut notebook, &ran, trapped, reason);
    notebook.start.auto = params::flag(known, "auto")?;
    notebook.kernel.put_in_mode(mode_of(&notebook.start));
    let data = state_data(&mut notebook);
    engine.notebooks.insert(name, notebook);
    Ok(Value::Object(data))
}

/// Reads the cells of a notebook, with their ids.
fn document(known: &Value) -> Result<Document, RpcError> {
    let missing = || RpcError::new(RpcError::PARAMS, "'cells' must be the cells of a notebook");
    let cells = known.get("cells").and_then(Value::as_array).ok_or_else(missing)?;
    let cells: Vec<Cell> = cells.iter().map(cell).collect::<Result<_, _>>()?;
    let mut document = Document::default();
    document.apply(Operation::Replace { at: 0, count: 1, cells }).map_err(|error| rejected(error.to_string()))?;
    Ok(document)
}

fn cell(data: &Value) -> Result<Cell, RpcError> {
    let kind = params::text(data, "kind")?;
    let kind = kind_named(kind).ok_or_else(|| RpcError::new(RpcError::PARAMS, "'kind' must be code or prose"))?;
    Ok(Cell {
        id: CellId(params::count(data, "id")? as u64),
        kind,
        text: params::text(data, "text")?.to_owned(),
        heading: params::optional_text(data, "heading")?.unwrap_or_default().to_owned(),
        folded: params::flag(data, "folded")?,
    })
}

/// Runs the cells that had run. The one that ended the module only reports that.
fn run_again(notebook: &mut Notebook, ran: &BTreeSet<CellId>, trapped: Option<CellId>, reason: &str) {
    let cells: Vec<Cell> = notebook.cells().to_vec();
    let is_wanted = |cell: &&Cell| ran.contains(&cell.id) || trapped == Some(cell.id);
    let wanted: Vec<&Cell> = cells.iter().filter(is_wanted).collect();
    if let Some(cell) = cells.iter().find(|cell| trapped == Some(cell.id)) {
        notebook.kernel.reject_once(cell.id, cell.text.as_str().into(), trap_error(reason));
    }
    let ids: Vec<CellId> = wanted.iter().map(|cell| cell.id).collect();
    notebook.run(&ids);
}

/// Returns the error of a cell that ended the module, or that the page ended with it.
fn trap_error(reason: &str) -> Diagnostic {
    let (code, message, help) = match reason {
        "memory" => (
            IssueCode::MemoryLimit,
            "the evaluation needed more memory than the browser gives",
            "make the value smaller; the other cells ran again",
        ),
        "stopped" => (
            IssueCode::Cancelled,
            "the evaluation was stopped",
            "its changes were rolled back; run it again, or edit it",
        ),
        _ => (
            IssueCode::StackLevelTooDeep,
            "calls or values are nested deeper than the browser's stack holds",
            "look for infinite recursion; the other cells ran again",
        ),
    };
    Diagnostic::new(Severity::Error, code, None, message).with_help(help)
}
