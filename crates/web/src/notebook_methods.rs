//! The methods that open and change notebooks.

use std::ops::Range;

use pprepl_assets::THEMES;
use pprepl_notebook::export::{self, Form};
use pprepl_notebook::{Cell, CellId, CellOutput, Operation, Outputs, import};
use pprepl_rpc::{RpcError, params};
use serde_json::{Value, json};

use crate::answer::{Answer, rejected};
use crate::engine::Engine;
use crate::notebook::{Notebook, NotebookStart};
use crate::notebook_data::{kind_named, notebook_data, state_data};
use crate::units::Units;

pub fn open(engine: &mut Engine, params: &Value) -> Answer {
    let text = params::text(params, "text")?;
    let form = form(params)?;
    let (document, _) = import::read(form, text).map_err(|error| rejected(error.to_string()))?;
    let mut start = start(engine, params)?;
    params::optional_text(params, "name")?.unwrap_or("notebook.pp").clone_into(&mut start.title);
    start.trusted = params::flag(params, "trusted")?;
    start.auto = params.get("auto").is_none_or(Value::is_null) || params::flag(params, "auto")?;
    let name = start.key.clone();
    let mut notebook = Notebook::new(start, document);
    notebook.begin();
    let data = with_results(&mut notebook);
    engine.notebooks.insert(name, notebook);
    Ok(data)
}

/// Returns what a new notebook needs from the engine.
pub fn start(engine: &Engine, params: &Value) -> Result<NotebookStart, RpcError> {
    Ok(NotebookStart {
        key: Engine::notebook_name(params)?,
        title: "notebook.pp".to_owned(),
        settings: engine.settings.clone(),
        environment: None,
        folder: None,
        facts: Vec::new(),
        stack: engine.stack,
        outbox: engine.outbox.clone(),
        auto: true,
        trusted: false,
    })
}

/// Returns the format that a message names; the notebook's own by default.
fn form(params: &Value) -> Result<Form, RpcError> {
    let name = params::optional_text(params, "format")?.unwrap_or("pp");
    let row = Form::ALL.iter().find(|(_, suffix, _)| *suffix == name);
    let known = || Form::ALL.map(|(_, suffix, _)| suffix).join(", ");
    let missing = || RpcError::new(RpcError::PARAMS, format!("'format' must be one of {}, found '{name}'", known()));
    row.map(|(form, ..)| *form).ok_or_else(missing)
}

/// Converts a notebook, with the results since the last answer.
pub fn with_results(notebook: &mut Notebook) -> Value {
    let state = state_data(notebook);
    let mut data = notebook_data(notebook);
    data.insert("results".to_owned(), state.get("results").cloned().unwrap_or_default());
    Value::Object(data)
}

/// Returns the cell that a message names.
pub fn cell_id(params: &Value) -> Result<CellId, RpcError> {
    Ok(CellId(params::count(params, "cell")? as u64))
}

/// Returns the cell that a message names, if it exists.
pub fn known_cell<'n>(notebook: &'n Notebook, params: &Value) -> Result<&'n Cell, RpcError> {
    notebook.cell(cell_id(params)?)
}

/// Returns the byte of the position in `text` that a parameter names; without the parameter, the end.
pub fn byte(text: &str, params: &Value, name: &str) -> Result<usize, RpcError> {
    let outside = || RpcError::new(RpcError::PARAMS, format!("'{name}' is outside the text"));
    match params::optional_count(params, name)? {
        Some(units) => Units::new(text).byte(units).ok_or_else(outside),
        None => Ok(text.len()),
    }
}

pub fn document(engine: &mut Engine, params: &Value) -> Answer {
    Ok(Value::Object(notebook_data(engine.notebook(params)?)))
}

pub fn close(engine: &mut Engine, params: &Value) -> Answer {
    let name = Engine::notebook_name(params)?;
    engine.notebooks.remove(&name);
    Ok(json!({}))
}

pub fn edit(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let (cell, text) = (known_cell(notebook, params)?, params::text(params, "text")?);
    let id = cell.id;
    let (range, text) = match params.get("from") {
        None | Some(Value::Null) => difference(&cell.text, text),
        Some(_) => (range(&cell.text, params)?, text.to_owned()),
    };
    if cell.text.get(range.clone()) != Some(&*text) {
        notebook.type_text(Operation::Edit { id, range, text })?;
    }
    Ok(Value::Object(state_data(notebook)))
}

fn range(text: &str, params: &Value) -> Result<Range<usize>, RpcError> {
    let (from, to) = (byte(text, params, "from")?, byte(text, params, "to")?);
    if from > to {
        return Err(RpcError::new(RpcError::PARAMS, "'from' is after 'to'"));
    }
    Ok(from..to)
}

/// Returns the range of `old` that differs from `new`, and its replacement: so typing is undone by words.
fn difference(old: &str, new: &str) -> (Range<usize>, String) {
    let same = |(a, b): &(char, char)| a == b;
    let start: usize = old.chars().zip(new.chars()).take_while(same).map(|(ch, _)| ch.len_utf8()).sum();
    let (rest, new_rest) = (old.get(start..).unwrap_or(""), new.get(start..).unwrap_or(""));
    let end: usize = rest.chars().rev().zip(new_rest.chars().rev()).take_while(same).map(|(ch, _)| ch.len_utf8()).sum();
    (start..old.len() - end, new.get(start..new.len() - end).unwrap_or("").to_owned())
}

/// Changes a notebook, and returns it.
fn changed(
    engine: &mut Engine,
    params: &Value,
    operation: impl FnOnce(&Notebook) -> Result<Operation, RpcError>,
) -> Answer {
    let notebook = engine.notebook(params)?;
    let operation = operation(notebook)?;
    notebook.change(operation)?;
    Ok(with_results(notebook))
}

pub fn insert(engine: &mut Engine, params: &Value) -> Answer {
    let at = params::count(params, "at")?;
    let kind = kind_of(params)?;
    let text = params::optional_text(params, "text")?.unwrap_or_default();
    let notebook = engine.notebook(params)?;
    let cell = notebook.book.new_cell(kind, text);
    let id = cell.id;
    notebook.change(Operation::Insert { at, cell })?;
    Ok(with_cell(with_results(notebook), Some(id)))
}

fn kind_of(params: &Value) -> Result<pprepl_notebook::CellKind, RpcError> {
    let name = params::optional_text(params, "kind")?.unwrap_or("code");
    kind_named(name)
        .ok_or_else(|| RpcError::new(RpcError::PARAMS, format!("'kind' must be code or prose, found '{name}'")))
}

/// Adds the cell that changed.
fn with_cell(mut data: Value, id: Option<CellId>) -> Value {
    data["cell"] = json!(id.map(|id| id.0));
    data
}

pub fn delete(engine: &mut Engine, params: &Value) -> Answer {
    changed(engine, params, |_| Ok(Operation::Delete { id: cell_id(params)? }))
}

pub fn merge(engine: &mut Engine, params: &Value) -> Answer {
    changed(engine, params, |_| Ok(Operation::Merge { id: cell_id(params)? }))
}

pub fn shift(engine: &mut Engine, params: &Value) -> Answer {
    changed(engine, params, |_| Ok(Operation::Move { id: cell_id(params)?, to: params::count(params, "to")? }))
}

pub fn split(engine: &mut Engine, params: &Value) -> Answer {
    let id = cell_id(params)?;
    let data = changed(engine, params, |notebook| {
        let at = byte(&notebook.cell(id)?.text, params, "at")?;
        Ok(Operation::Split { id, at })
    })?;
    let notebook = engine.notebook(params)?;
    let place = notebook.book.document().place(id).unwrap_or(0);
    let second = notebook.cells().get(place + 1).map(|cell| cell.id);
    Ok(with_cell(data, second))
}

pub fn kind(engine: &mut Engine, params: &Value) -> Answer {
    changed(engine, params, |_| Ok(Operation::Turn { id: cell_id(params)?, kind: kind_of(params)? }))
}

pub fn heading(engine: &mut Engine, params: &Value) -> Answer {
    let heading = params::text(params, "heading")?.to_owned();
    changed(engine, params, |_| Ok(Operation::Head { id: cell_id(params)?, heading }))
}

pub fn fold(engine: &mut Engine, params: &Value) -> Answer {
    let folded = params::flag(params, "folded")?;
    changed(engine, params, |_| Ok(Operation::Fold { id: cell_id(params)?, folded }))
}

pub fn pause(engine: &mut Engine, params: &Value) -> Answer {
    engine.notebook(params)?.book.pause();
    Ok(json!({}))
}

pub fn undo(engine: &mut Engine, params: &Value) -> Answer {
    travel(engine, params, true)
}

pub fn redo(engine: &mut Engine, params: &Value) -> Answer {
    travel(engine, params, false)
}

fn travel(engine: &mut Engine, params: &Value, back: bool) -> Answer {
    let notebook = engine.notebook(params)?;
    let cell = notebook.travel(back).flatten().filter(|id| notebook.cell(*id).is_ok());
    Ok(with_cell(with_results(notebook), cell))
}

pub fn saved(engine: &mut Engine, params: &Value) -> Answer {
    let notebook = engine.notebook(params)?;
    let text = notebook.book.saved_by_caller();
    notebook.trust();
    Ok(json!({ "text": text }))
}

pub fn export(engine: &mut Engine, params: &Value) -> Answer {
    let form = form(params)?;
    let notebook = engine.notebook(params)?;
    let output = |cell: &Cell| Some((cell.id, CellOutput::from(notebook.kernel.report(cell.id)?)));
    let outputs: Outputs = notebook.cells().iter().filter_map(output).collect();
    let text = export::write(form, notebook.book.document(), &outputs, THEMES);
    let suffix = Form::ALL.iter().find(|(known, ..)| *known == form).map_or("pp", |(_, suffix, _)| suffix);
    Ok(json!({ "text": text, "suffix": suffix, "mime": mime(form) }))
}

fn mime(form: Form) -> &'static str {
    match form {
        Form::Manifest | Form::Results => "text/plain",
        Form::Jupyter => "application/x-ipynb+json",
        Form::Markdown => "text/markdown",
        Form::Html => "text/html",
        Form::Svg => "image/svg+xml",
        Form::Cast => "application/x-asciicast",
    }
}
