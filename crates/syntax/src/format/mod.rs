//! The formatter: it formats source as Puppet's style guide requires. Indentation is two columns a level, with one
//! space around operators. The arrows of attributes and hashes are aligned, and a multi-line list ends with a comma.
//!
//! It works on the tokens and comments of a source that parses, and changes only whitespace (and adds those commas).
//! Line breaks are unchanged, except around the body of a block of several lines: long lines are not broken and short
//! ones not joined. Quotes, strings, heredocs and comments are unchanged. The result is parsed again: if the program
//! differs or a comment is missing, the source is returned unchanged. In templates (EPP) only the code in the tags
//! changes.

mod align;
mod bodies;
mod columns;
mod indent;
mod pieces;
mod shape;
mod spacing;
mod template;

pub(super) use shape::ends_operand;

use super::{LexOptions, parse, pn};
use columns::{Column, Layout, Spaces};
use pieces::Pieces;
use pprepl_text::Diagnostic;
use shape::Shapes;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    pub text: String,
    /// True if the source was left unchanged because the formatted form is not the same program.
    pub kept: bool,
}

/// The maximum number of passes until a fixed point: one alignment may enable another.
const PASSES: usize = 4;

/// Formats a source. A source with errors is not formatted; the errors are returned.
pub fn format(source: &str, options: LexOptions) -> Result<Formatted, Vec<Diagnostic>> {
    let parsed = parse(source, options);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(parsed.diagnostics);
    }
    let pass = if options.template { template::lay_out } else { lay_out };
    let mut text = pass(Pieces::of(source, options), source);
    for _ in 1..PASSES {
        let again = pass(Pieces::of(&text, options), &text);
        if again == text {
            break;
        }
        text = again;
    }
    if text == source {
        return Ok(Formatted { text, kept: false });
    }
    let after = parse(&text, options);
    let same = !after.diagnostics.iter().any(Diagnostic::is_error)
        && Pieces::of(source, options).same_comments(&Pieces::of(&text, options))
        && pn(&after.program) == pn(&parsed.program);
    Ok(if same { Formatted { text, kept: false } } else { Formatted { text: source.to_owned(), kept: true } })
}

/// Aligns the arrows (`=>`) of a source and changes nothing else. The source need not parse, since the user may be
/// typing.
pub fn align_arrows(source: &str, options: LexOptions) -> String {
    let pieces = Pieces::of(source, options);
    let shapes = Shapes::of(&pieces);
    let mut gaps: Vec<usize> = pieces.all.iter().map(|piece| piece.blanks).collect();
    align::arrows(&pieces, &shapes, &mut gaps);
    respaced(source, &pieces, &gaps)
}

/// Lays out the columns of parameters that `source` has again, where edits have moved them; `edited` is the text after
/// these edits. Changes nothing else. A source with other parameters stays as it is.
pub fn keep_columns(source: &str, edited: &str, options: LexOptions) -> String {
    let (old, new) = (Pieces::of(source, options), Pieces::of(edited, options));
    let (old_shapes, new_shapes) = (Shapes::of(&old), Shapes::of(&new));
    let model = Layout { source, pieces: &old, shapes: &old_shapes };
    let layout = Layout { source: edited, pieces: &new, shapes: &new_shapes };
    let mut gaps: Vec<usize> = new.all.iter().map(|piece| piece.blanks).collect();
    let mut spaces = Spaces { indents: &mut layout.starts(), gaps: &mut gaps, commas: &[] };
    for column in [Column::Names, Column::Defaults, Column::Comments] {
        layout.align_like(model, column, &mut spaces);
    }
    respaced(edited, &new, &gaps)
}

/// Returns the source with this number of spaces before each piece.
fn respaced(source: &str, pieces: &Pieces, gaps: &[usize]) -> String {
    let mut out = String::with_capacity(source.len() + 64);
    let mut at = 0;
    for (piece, &gap) in pieces.all.iter().zip(gaps) {
        let start = piece.start - if gap == piece.blanks { 0 } else { piece.blanks };
        out.push_str(source.get(at..start).unwrap_or(""));
        at = start;
        if gap != piece.blanks {
            out.extend(std::iter::repeat_n(' ', gap));
            at = piece.start;
        }
    }
    out.push_str(source.get(at..).unwrap_or(""));
    out
}

/// Runs one pass over the source.
fn lay_out(mut pieces: Pieces, source: &str) -> String {
    let shapes = Shapes::of(&pieces);
    pieces.lines = bodies::broken(&pieces, &shapes);
    let mut gaps = spacing::gaps(&pieces, &shapes);
    let commas = shapes.missing_commas(&pieces);
    let mut indents = indent::indents(&pieces, &shapes);
    align(Layout { source, pieces: &pieces, shapes: &shapes }, &mut indents, &mut gaps, &commas);
    write(&pieces, &gaps, &commas, &indents, source)
}

/// Aligns what is in columns: the arrows, and what the author aligned.
fn align(layout: Layout, indents: &mut [usize], gaps: &mut [usize], commas: &[bool]) {
    let mut spaces = Spaces { indents, gaps, commas };
    for column in Column::CODE {
        layout.align(column, &mut spaces);
    }
    align::arrows(layout.pieces, layout.shapes, spaces.gaps);
    layout.align(Column::Comments, &mut spaces);
}

fn write(pieces: &Pieces, gaps: &[usize], commas: &[bool], indents: &[usize], source: &str) -> String {
    let line_end = if source.contains("\r\n") { "\r\n" } else { "\n" };
    let mut out = String::with_capacity(source.len() + source.len() / 8);
    for (number, (line, &indent)) in pieces.lines.iter().zip(indents).enumerate() {
        if line.blank_before && number > 0 {
            out.push_str(line_end);
        }
        for at in line.first..line.end {
            let Some(piece) = pieces.all.get(at) else { continue };
            let gap = if at == line.first { indent } else { gaps.get(at).copied().unwrap_or(1) };
            out.extend(std::iter::repeat_n(' ', gap));
            out.push_str(piece.text);
            if commas.get(at) == Some(&true) {
                out.push(',');
            }
        }
        out.push_str(line_end);
        if !line.heredocs.is_empty() {
            out.push_str(line.heredocs);
            out.push_str(line_end);
        }
    }
    out
}
