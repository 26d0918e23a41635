//! The outputs of the cells as a separate text file next to a notebook, which itself never contains outputs. Each
//! code cell has a section with its number and title. It contains no times, locations or colors, so that it differs
//! only where a result does: for reviews, and for comparison with a later run.

use std::fmt::Write as _;

use crate::{CellOutput, Document, Outputs};
use pprepl_text::visible;

/// The first line of such a file.
const MARK: &str = "# Results of the cells, written by pprepl";

/// Writes the outputs; the section of a cell without output is empty.
pub fn results(document: &Document, outputs: &Outputs) -> String {
    let mut out = format!("{MARK}\n");
    let code = document.cells().iter().filter(|cell| cell.is_code());
    for (place, cell) in code.enumerate() {
        let heading = format!("# {} {}", place + 1, visible(cell.heading.trim()));
        let _ = writeln!(out, "\n{}", heading.trim_end());
        if let Some(output) = outputs.get(&cell.id) {
            push_output(&mut out, output);
        }
    }
    out
}

/// Returns whether [`results`] wrote the text.
pub fn is_results(text: &str) -> bool {
    text.lines().next() == Some(MARK)
}

fn push_output(out: &mut String, output: &CellOutput) {
    for line in &output.logs {
        push_line(out, &line.line());
    }
    if let Some(value) = &output.value {
        push_line(out, &format!("=> {value}"));
        if let Some(type_line) = &output.type_line {
            push_line(out, &format!(" : {type_line}"));
        }
    }
    for found in &output.reports {
        let kind = if found.error { "error" } else { "warning" };
        push_line(out, &format!("{kind}[{}]: {}", found.code, found.message));
    }
}

/// Appends text as lines of which none looks like a heading.
fn push_line(out: &mut String, text: &str) {
    let text = visible(text);
    for line in text.lines() {
        let shield = if line.starts_with('#') { " " } else { "" };
        let _ = writeln!(out, "{shield}{line}");
    }
}
