//! The methods that run cells, and what is known of their results.

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::FactsChange;
use pprepl_rpc::{RpcError, params};
use pprepl_session::check_facts;
use serde_json::{Value, json};

use crate::answer::{Answer, rejected};
use crate::engine::Engine;
use crate::files::path_of;
use crate::notebook::Notebook;
use crate::notebook_data::state_data;
use crate::notebook_methods::cell_id;
use crate::result_context::ResultContext;
use crate::result_data::{result_data, value_part_data};

/// The maximum number of elements in an answer.
const MAX_PARTS: usize = 500;

/// Lets a notebook work, and returns its state with the results.
fn state(engine: &mut Engine, params: &Value, work: impl FnOnce(&mut Notebook)) -> Answer {
    let notebook = engine.notebook(params)?;
    work(notebook);
    Ok(Value::Object(state_data(notebook)))
}

pub fn run(engine: &mut Engine, params: &Value) -> Answer {
    let ids = match params.get("cells") {
        None | Some(Value::Null) => vec![cell_id(params)?],
        Some(ids) => cell_ids(ids)?,
    };
    let notebook = engine.notebook(params)?;
    for id in &ids {
        notebook.cell(*id)?;
    }
    state(engine, params, |notebook| notebook.run(&ids))
}

/// Reads a list of ids.
pub fn cell_ids(ids: &Value) -> Result<Vec<CellId>, RpcError> {
    let wrong = || RpcError::new(RpcError::PARAMS, "cells must be a list of ids");
    let ids = ids.as_array().ok_or_else(wrong)?;
    ids.iter().map(|id| id.as_u64().map(CellId).ok_or_else(wrong)).collect()
}

pub fn run_all(engine: &mut Engine, params: &Value) -> Answer {
    state(engine, params, Notebook::run_all)
}

pub fn run_stale(engine: &mut Engine, params: &Value) -> Answer {
    state(engine, params, Notebook::run_stale)
}

pub fn run_from(engine: &mut Engine, params: &Value) -> Answer {
    let id = cell_id(params)?;
    state(engine, params, |notebook| notebook.run_from(id))
}

pub fn leave(engine: &mut Engine, params: &Value) -> Answer {
    let id = cell_id(params)?;
    state(engine, params, |notebook| notebook.leave(id))
}

pub fn auto(engine: &mut Engine, params: &Value) -> Answer {
    let auto = params::flag(params, "auto")?;
    state(engine, params, |notebook| notebook.set_auto(auto))
}

pub fn restart(engine: &mut Engine, params: &Value) -> Answer {
    state(engine, params, Notebook::restart)
}

/// Changes settings of a notebook, in a fresh session. All settings change or none.
pub fn options(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let mut settings = notebook.start.settings.clone();
    let given = params.as_object().into_iter().flatten().filter(|(key, _)| *key != "notebook");
    for (key, value) in given {
        let value = pprepl_rpc::word(key, value)?;
        settings.set(key, &value).map_err(|error| RpcError::new(RpcError::PARAMS, error.to_string()))?;
    }
    check_facts(&settings).map_err(|error| RpcError::new(RpcError::PARAMS, error.to_string()))?;
    notebook.start.settings = settings;
    state(engine, params, Notebook::renew)
}

/// Uses a directory as the environment, in a fresh session; null uses none.
pub fn environment(engine: &mut Engine, params: &Value) -> Answer {
    let name = params::optional_text(params, "folder")?;
    let folder = name.map(|name| path_of(engine.root(), name)).transpose()?;
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(rejected(format!("'{}' is not a directory", folder.display())));
    }
    let start = &mut engine.notebook(params)?.start;
    (start.environment, start.folder) = (folder, name.map(str::to_owned));
    state(engine, params, Notebook::renew)
}

/// Reads a change of facts: a set, or one fact.
pub fn facts_change(params: &Value) -> Result<FactsChange, RpcError> {
    let change = match (params::optional_text(params, "set")?, params::optional_text(params, "path")?) {
        (Some(set), _) => FactsChange::Use(set.to_owned()),
        (None, Some(path)) => {
            let value = params::optional_text(params, "value")?.unwrap_or("undef");
            FactsChange::Set { path: path.to_owned(), value: value.to_owned() }
        }
        (None, None) => return Err(RpcError::new(RpcError::PARAMS, "expected 'set', or 'path' and 'value'")),
    };
    Ok(change)
}

pub fn facts(engine: &mut Engine, params: &Value) -> Answer {
    let change = facts_change(params)?;
    let notebook = engine.notebook(params)?;
    let changed = notebook.change_facts(&change);
    if changed.is_ok() {
        notebook.start.facts.push(change);
    }
    let mut data = state_data(notebook);
    let (is_done, message) = match changed {
        Ok(changed) => (true, changed.message),
        Err(message) => (false, message),
    };
    data.insert("ok".to_owned(), json!(is_done));
    data.insert("message".to_owned(), json!(message));
    Ok(Value::Object(data))
}

pub fn result(engine: &mut Engine, params: &Value) -> Answer {
    let id = cell_id(params)?;
    let notebook = engine.notebook(params)?;
    let source = notebook.sources.get(id).cloned();
    let cells = notebook.code_ids();
    let (source, is_lesson) = (source.as_deref().unwrap_or_default(), notebook.lesson.is_some());
    let of = ResultContext { cell: id, source, cells: &cells, is_lesson };
    Ok(notebook.kernel.report(id).map_or(Value::Null, |report| result_data(&of, report)))
}

pub fn parts(engine: &mut Engine, params: &Value) -> Answer {
    let id = cell_id(params)?;
    let wrong = || RpcError::new(RpcError::PARAMS, "'path' must be a list of indexes");
    let path = params.get("path").and_then(Value::as_array).ok_or_else(wrong)?;
    let index = |value: &Value| value.as_u64().and_then(|index| usize::try_from(index).ok()).ok_or_else(wrong);
    let path: Vec<usize> = path.iter().map(index).collect::<Result<_, _>>()?;
    let from = params::optional_count(params, "from")?.unwrap_or(0);
    let most = params::optional_count(params, "most")?.unwrap_or(MAX_PARTS).min(MAX_PARTS);
    let parts = engine.notebook(params)?.kernel.explore(id, &path, from, most);
    Ok(json!({ "parts": parts.iter().map(value_part_data).collect::<Vec<_>>() }))
}
