//! The Jupyter notebook format 4.5, formatted as Jupyter writes it: an indent of one space, text as a list of lines.
//!
//! Titles and options become metadata that Jupytext understands. A heading that this metadata cannot reproduce is
//! stored as written. An output is stored in Jupyter's form for display, and in full in the cell's metadata for the
//! import. The option lines at the top of a cell are metadata too, not source.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::page::table_html;
use crate::{Cell, CellOutput, Document, Outputs};
use pprepl_text::{json_text, visible};

/// The metadata keys that an option must not set, because Jupyter gives them a meaning.
const RESERVED: [&str; 8] = ["title", "pprepl", "id", "jupyter", "execution", "format", "scrolled", "attachments"];

/// The metadata keys that Jupyter requires to be `true` or `false`.
const SWITCHES: [&str; 3] = ["collapsed", "deletable", "editable"];

/// Writes the notebook in Jupyter's format.
pub fn ipynb(document: &Document, outputs: &Outputs) -> String {
    let ids = ids(document);
    let mut count = 0;
    let cells: Vec<Value> = document
        .cells()
        .iter()
        .zip(&ids)
        .enumerate()
        .map(|(place, (cell, id))| {
            let output = outputs.get(&cell.id).filter(|_| cell.is_code());
            count += usize::from(output.is_some());
            let mut metadata = metadata(cell, id, place);
            let (options, body) = cell.parts();
            if let Some(options) = option_lines(options, body) {
                insert_own(&mut metadata, "options", options);
            }
            cell_value(cell, metadata, id, output, count)
        })
        .collect();
    let notebook = json!({
        "cells": cells,
        "metadata": {
            "kernelspec": { "display_name": "Puppet", "language": "puppet", "name": "puppet" },
            "language_info": {
                "file_extension": ".pp",
                "mimetype": "text/x-puppet",
                "name": "puppet",
                "pygments_lexer": "puppet",
            },
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    });
    pretty(&notebook)
}

/// Formats JSON as Jupyter does.
pub(super) fn pretty(value: &Value) -> String {
    let mut out = Vec::new();
    let indent = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, indent);
    // Writing to memory cannot fail, and the keys are strings.
    let _ = serde::Serialize::serialize(value, &mut serializer);
    out.push(b'\n');
    json_text(String::from_utf8_lossy(&out))
}

/// Returns the ids of the cells: the option `id` if it is valid, else by index.
fn ids(document: &Document) -> Vec<String> {
    let cells = document.cells();
    let given: Vec<Option<&str>> = cells.iter().map(|cell| cell.option("id").filter(|id| is_id(id))).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut ids = vec![String::new(); cells.len()];
    for (id, given) in ids.iter_mut().zip(&given) {
        if let Some(given) = given.filter(|given| taken.insert((*given).to_owned())) {
            *id = given.to_owned();
        }
    }
    for (place, id) in ids.iter_mut().enumerate().filter(|(_, id)| id.is_empty()) {
        let mut wanted = default_id(place);
        while !taken.insert(wanted.clone()) {
            wanted.push('x');
        }
        *id = wanted;
    }
    ids
}

/// Returns the default id of a cell.
pub(crate) fn default_id(place: usize) -> String {
    format!("cell-{}", place + 1)
}

/// Returns whether `id` is a valid cell id in Jupyter's format.
fn is_id(id: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=64).contains(&id.len()) && id.bytes().all(fits)
}

fn cell_value(
    cell: &Cell,
    mut metadata: Map<String, Value>,
    id: &str,
    output: Option<&CellOutput>,
    count: usize,
) -> Value {
    if !cell.is_code() {
        return json!({ "cell_type": "markdown", "id": id, "metadata": metadata, "source": lines(cell.body()) });
    }
    let ran = output.map(|_| count);
    let outputs: Vec<Value> = output.map(|output| output_values(output, count)).unwrap_or_default();
    if let Some(output) = output {
        insert_own(&mut metadata, "output", json!(output));
    }
    json!({
        "cell_type": "code",
        "execution_count": ran,
        "id": id,
        "metadata": metadata,
        "outputs": outputs,
        "source": lines(cell.body()),
    })
}

/// Adds to pprepl's own metadata of a cell.
fn insert_own(metadata: &mut Map<String, Value>, key: &str, value: Value) {
    let own = metadata.entry("pprepl").or_insert_with(|| json!({}));
    own.as_object_mut().map(|own| own.insert(key.to_owned(), value));
}

/// Returns the option lines of a cell as a list; `None` for a cell without options. The body follows in a new line; a
/// cell of options only keeps the line end after them as an empty last line.
pub(super) fn option_lines(options: &str, body: &str) -> Option<Value> {
    let lines = if body.is_empty() { options } else { options.strip_suffix('\n').unwrap_or(options) };
    (!options.is_empty()).then(|| json!(lines.split('\n').collect::<Vec<_>>()))
}

/// Splits text into lines, each with its line end.
pub(super) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Returns the metadata for the title and the options of a cell. Where [`heading_of`] cannot reproduce the heading,
/// the metadata includes it as written.
fn metadata(cell: &Cell, id: &str, place: usize) -> Map<String, Value> {
    let options = options(cell.options());
    let told = (id != default_id(place)).then_some(id);
    let metadata = options.map(|mut options| {
        options.retain(|key, _| key != "id");
        if !cell.title().is_empty() {
            options.insert("title".to_owned(), json!(cell.title()));
        }
        options
    });
    match metadata {
        Some(metadata) if heading_of(&metadata, told) == cell.heading => metadata,
        _ => Map::from_iter([("pprepl".to_owned(), json!({ "heading": cell.heading }))]),
    }
}

/// Converts options to metadata; `None` when one is not of the form `key=JSON`, or is invalid for Jupyter.
fn options(text: &str) -> Option<Map<String, Value>> {
    let mut found = Map::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (key, behind) = rest.split_once('=')?;
        let mut values = serde_json::Deserializer::from_str(behind).into_iter::<Value>();
        let value = values.next()?.ok()?;
        let after = behind.get(values.byte_offset()..)?;
        if !(after.is_empty() || after.starts_with(' ')) || !is_key(key) || !is_used(key, &value) {
            return None;
        }
        if found.insert(key.to_owned(), value).is_some() {
            return None;
        }
        rest = after.trim_start();
    }
    Some(found)
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// Returns whether Jupyter's format accepts this metadata.
fn is_used(key: &str, value: &Value) -> bool {
    match key {
        "id" => value.is_string(),
        "name" => value.as_str().is_some_and(|name| !name.is_empty()),
        "tags" => {
            let tags: Vec<_> = value.as_array().into_iter().flatten().collect();
            let distinct: BTreeSet<_> = tags.iter().filter_map(|tag| tag.as_str()).collect();
            value.is_array() && distinct.len() == tags.len() && distinct.iter().all(|tag| !tag.contains(','))
        }
        key if SWITCHES.contains(&key) => value.is_boolean(),
        key => !RESERVED.contains(&key),
    }
}

/// Returns the heading for a cell's metadata and id: the title, the options, and the id unless it is the default.
pub(crate) fn heading_of(metadata: &Map<String, Value>, id: Option<&str>) -> String {
    let title = metadata.get("title").and_then(Value::as_str).unwrap_or("");
    let mut heading = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = metadata.iter().filter(|(key, _)| *key != "title" && *key != "pprepl" && is_key(key));
    let named = id.map(|id| ("id".to_owned(), json!(id)));
    for (key, value) in options.map(|(key, value)| (key.clone(), value.clone())).chain(named) {
        if !heading.is_empty() {
            heading.push(' ');
        }
        heading.push_str(&format!("{key}={value}"));
    }
    heading
}

/// Returns Jupyter's display data for an output.
fn output_values(output: &CellOutput, count: usize) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for chunk in output.logs.chunk_by(|a, b| a.is_urgent() == b.is_urgent()) {
        let name = if chunk.first().is_some_and(|line| line.is_urgent()) { "stderr" } else { "stdout" };
        // Jupyter interprets escape sequences.
        let text: String = chunk.iter().map(|line| visible(&line.line()).into_owned() + "\n").collect();
        values.push(json!({ "name": name, "output_type": "stream", "text": lines(&text) }));
    }
    if let Some(value) = &output.value {
        let mut data = Map::new();
        if let Some(table) = &output.table {
            let html = table_html(table);
            data.insert("text/html".to_owned(), json!(lines(&html)));
        }
        data.insert("text/plain".to_owned(), json!(lines(&visible(value))));
        values.push(json!({
            "data": data,
            "execution_count": count,
            "metadata": {},
            "output_type": "execute_result",
        }));
    }
    for report in &output.reports {
        values.push(json!({
            "ename": report.code,
            "evalue": visible(&report.message),
            "output_type": "error",
            "traceback": visible(&report.frame).lines().collect::<Vec<_>>(),
        }));
    }
    values
}
