//! Import of Jupyter notebooks, formats 4.0 to 4.5, from any program.
//!
//! Cells in another language become Markdown cells with a fence, so that the manifest stays valid. Attached images
//! are embedded in the Markdown.

use pprepl_session::Level;
use serde_json::{Map, Value};

use super::error::ImportError;
use crate::export::{default_id, heading_of};
use crate::fence::Fence;
use crate::output::{CellOutput, Finding, LogLine};
use crate::{CellKind, Document, Outputs, is_option_line};

/// Parses a Jupyter notebook with its outputs.
pub fn ipynb(text: &str) -> Result<(Document, Outputs), ImportError> {
    let notebook: Value = serde_json::from_str(text.strip_prefix('\u{feff}').unwrap_or(text))
        .map_err(|error| ImportError::NotJson(error.to_string()))?;
    match notebook.get("nbformat").and_then(Value::as_u64) {
        Some(4) => {}
        Some(other) => return Err(ImportError::JupyterFormat(other)),
        None => return Err(ImportError::NoJupyterFormat),
    }
    let language = language(&notebook);
    let cells = notebook.get("cells").and_then(Value::as_array).ok_or(ImportError::NoCells)?;
    let read: Vec<Read> = cells.iter().enumerate().map(|(place, cell)| read_cell(cell, place, &language)).collect();
    let said = read.iter().map(|read| (read.kind, read.heading.clone(), read.text.clone()));
    let document = Document::of(said);
    let outputs = document.cells().iter().zip(read).filter_map(|(cell, read)| Some((cell.id, read.output?)));
    let outputs = outputs.collect();
    Ok((document, outputs))
}

struct Read {
    kind: CellKind,
    heading: String,
    text: String,
    output: Option<CellOutput>,
}

/// Returns the language of the code cells; empty when it is Puppet or unknown.
fn language(notebook: &Value) -> String {
    let at = |pointer: &str| notebook.pointer(pointer).and_then(Value::as_str).map(str::to_ascii_lowercase);
    let told = at("/metadata/language_info/name").or_else(|| at("/metadata/kernelspec/language"));
    // A kernel is usually named after its language and the version: `python3`, `julia-1.9`.
    let kernel = || at("/metadata/kernelspec/name").map(|name| name.trim_end_matches(is_of_version).to_owned());
    told.or_else(kernel).filter(|name| name != "puppet" && name != "pp").unwrap_or_default()
}

fn is_of_version(ch: char) -> bool {
    ch.is_ascii_digit() || matches!(ch, '.' | '-')
}

fn read_cell(cell: &Value, place: usize, language: &str) -> Read {
    let empty = Map::new();
    let metadata = cell.get("metadata").and_then(Value::as_object).unwrap_or(&empty);
    let id = cell.get("id").and_then(Value::as_str).filter(|id| *id != default_id(place));
    let own = metadata.get("pprepl");
    let heading = match own.and_then(|own| own.get("heading")).and_then(Value::as_str) {
        Some(heading) => heading.to_owned(),
        None => heading_of(metadata, id),
    };
    let source = text_of(cell.get("source"));
    let text = with_options(source, own.and_then(|own| own.get("options")));
    let is_code = cell.get("cell_type").and_then(Value::as_str) == Some("code");
    if !is_code || !language.is_empty() {
        let text = if is_code { fenced(&text, language) } else { with_pictures(text, cell) };
        return Read { kind: CellKind::Prose, heading, text, output: None };
    }
    Read { kind: CellKind::Code, heading, text, output: output(cell, own) }
}

/// Returns the text of a cell with the option lines of its metadata at the top. A line without their sign gets it.
fn with_options(source: String, options: Option<&Value>) -> String {
    let stored = text_lines(options);
    let count = stored.len();
    let is_kept = |(at, line): &(usize, &String)| !line.is_empty() || (at + 1 == count && source.is_empty());
    let lines: Vec<String> = stored.iter().enumerate().filter(is_kept).map(|(_, line)| signed(line)).collect();
    match (lines.is_empty(), source.is_empty()) {
        (true, _) => source,
        (false, true) => lines.join("\n"),
        (false, false) => lines.join("\n") + "\n" + &source,
    }
}

fn text_lines(value: Option<&Value>) -> Vec<String> {
    let strings = value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    strings.flat_map(|text| text.split('\n')).map(str::to_owned).collect()
}

/// Returns an option line with its sign; an empty line stays empty.
fn signed(line: &str) -> String {
    // Jupyter's file may have any character: a carriage return ends a line of the manifest.
    let line = line.replace('\r', "");
    if line.is_empty() || is_option_line(&line) { line } else { format!("#| {line}") }
}

/// Returns text that is stored as one string or as a list of lines.
fn text_of(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(lines)) => lines.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    }
}

/// Wraps code of another language in a fence.
fn fenced(text: &str, language: &str) -> String {
    let word: String = language.chars().filter(|ch| ch.is_alphanumeric() || matches!(ch, '+' | '#' | '-')).collect();
    let fence = Fence::around(text);
    format!("{fence}{word}\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// Returns Markdown with its attached images embedded.
fn with_pictures(text: String, cell: &Value) -> String {
    let mut text = text;
    for (name, forms) in cell.get("attachments").and_then(Value::as_object).into_iter().flatten() {
        let picture = forms.as_object().and_then(|forms| forms.iter().next());
        if let Some((form, data)) = picture {
            let data = text_of(Some(data)).replace('\n', "");
            text = text.replace(&format!("(attachment:{name})"), &format!("(data:{form};base64,{data})"));
        }
    }
    text
}

/// Returns the output of a cell; `None` when its outputs were cleared.
fn output(cell: &Value, own: Option<&Value>) -> Option<CellOutput> {
    let outputs = cell.get("outputs").and_then(Value::as_array);
    let ran = cell.get("execution_count").is_some_and(|count| !count.is_null());
    let outputs = outputs.filter(|outputs| ran || !outputs.is_empty())?;
    let kept = own.and_then(|own| own.get("output")).and_then(|kept| serde_json::from_value(kept.clone()).ok());
    if kept.is_some() {
        return kept;
    }
    let mut found = CellOutput::default();
    outputs.iter().for_each(|output| add(&mut found, output));
    (!found.is_empty()).then_some(found)
}

/// Adds an output of another program.
fn add(found: &mut CellOutput, output: &Value) {
    let text = |key: &str| text_of(output.get(key));
    match output.get("output_type").and_then(Value::as_str) {
        Some("stream") => {
            let level = if text("name") == "stderr" { Level::Warning } else { Level::Notice };
            let lines = text("text");
            let line = |text: &str| LogLine { level, text: text.to_owned() };
            found.logs.extend(lines.lines().map(line));
        }
        Some("execute_result" | "display_data") => {
            let plain = output.pointer("/data/text~1plain");
            found.value = plain.map(|plain| text_of(Some(plain))).or(found.value.take());
        }
        Some("error") => {
            let frame = output.get("traceback").and_then(Value::as_array);
            let frame: Vec<&str> = frame.into_iter().flatten().filter_map(Value::as_str).collect();
            found.failed = true;
            found.reports.push(Finding {
                error: true,
                code: text("ename"),
                message: text("evalue"),
                frame: frame.join("\n"),
            });
        }
        _ => {}
    }
}
