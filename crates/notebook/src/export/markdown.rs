//! Markdown: prose as it is, code in `puppet` fences, outputs in `output` fences.
//!
//! A cell needs no mark if the import recognizes it without one. Other cells (two adjacent Markdown cells, prose with
//! a Puppet fence, a heading) follow a comment with their mark: `<!-- %% Title -->`. After such prose, every fence up
//! to the next mark belongs to it, so the next cell has a mark, too. The options of prose become a comment; in code
//! they are comments already.

use std::fmt::Write as _;

use crate::fence::{Fence, is_mark, is_own_fence, leaves_open, marked, options_comment, unlike_mark};
use crate::{Cell, CellKind, CellOutput, Document, Outputs};

/// Writes the notebook as Markdown.
pub fn markdown(document: &Document, outputs: &Outputs) -> String {
    let mut out = String::new();
    let mut before: Option<(CellKind, bool)> = None;
    for cell in document.cells() {
        if before.is_some() {
            out.push('\n');
        }
        let marked = needs_mark(cell, before);
        if marked {
            push_mark(&mut out, cell);
        }
        match cell.kind {
            CellKind::Code => push_fence(&mut out, "puppet", &cell.text),
            CellKind::Prose => push_prose(&mut out, cell, marked),
        }
        if let Some(output) = outputs.get(&cell.id).filter(|output| cell.is_code() && !output.is_empty()) {
            out.push('\n');
            push_fence(&mut out, "output", &output_text(output));
        }
        before = Some((cell.kind, marked));
    }
    out
}

/// Returns whether the import would read the cell differently without a mark.
fn needs_mark(cell: &Cell, before: Option<(CellKind, bool)>) -> bool {
    let behind_marked_prose = before == Some((CellKind::Prose, true));
    if behind_marked_prose || !cell.heading.is_empty() {
        return true;
    }
    cell.kind == CellKind::Prose
        && (before.is_some_and(|(kind, _)| kind == CellKind::Prose)
            || cell.text.trim().is_empty()
            || leaves_open(&cell.text)
            || cell.text.trim() != cell.text
            || cell.text.split('\n').any(|line| is_own_fence(line) || is_mark(line)))
}

fn push_mark(out: &mut String, cell: &Cell) {
    let _ = writeln!(out, "{}", marked(cell.kind, &cell.heading));
}

fn push_prose(out: &mut String, cell: &Cell, marked: bool) {
    let (options, text) = cell.parts();
    if !options.is_empty() {
        out.push_str(&options_comment(options));
    }
    if text.is_empty() && !options.ends_with('\n') && (marked || !options.is_empty()) {
        return;
    }
    for line in text.split('\n') {
        let _ = writeln!(out, "{}", unlike_mark(line));
    }
}

/// Appends text in a fence that is longer than any fence in it.
fn push_fence(out: &mut String, language: &str, text: &str) {
    let fence = Fence::around(text);
    let end = if text.is_empty() { "" } else { "\n" };
    let _ = writeln!(out, "{fence}{language}\n{text}{end}{fence}");
}

/// Formats the output of a cell as a terminal shows it.
pub(super) fn output_text(output: &CellOutput) -> String {
    let mut parts: Vec<String> = output.logs.iter().map(|line| line.line()).collect();
    parts.extend(output.value.as_ref().map(|value| format!("=> {value}")));
    parts.extend(output.reports.iter().map(|report| report.frame.trim_end().to_owned()));
    pprepl_text::visible(&parts.join("\n")).into_owned()
}
