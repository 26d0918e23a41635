//! The notebook as one manifest: errors that occur only in the combined file. A cell may end in a value for display;
//! in one file that value is before more code and is unused. Errors inside a cell are not reported here: its check
//! reports them.

use pprepl_text::{Diagnostic, Span};
use puppet_syntax::ast::{Expr, ExprKind, Program};
use puppet_syntax::{LexOptions, has_no_effect, parse};

use super::{Cell, CellId, Operation};

/// The fix for an unused value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnusedValueFix {
    /// Log it.
    Notice,
    /// Assign it to a new variable; it stays the cell's value.
    Assign,
}

/// Returns the unused value at the end of a program.
pub fn unused_end(program: &Program) -> Option<Span> {
    let last: &Expr = match &program.body.kind {
        ExprKind::Block(statements) => statements.last()?,
        _ => &program.body,
    };
    (has_no_effect(last) && !matches!(last.kind, ExprKind::Nop)).then_some(last.span)
}

/// Returns the cells that end in a value although code follows, each with the span of the value.
pub fn forgotten(cells: &[Cell]) -> Vec<(CellId, Span)> {
    let mut found = Vec::new();
    let mut follows = false;
    for cell in cells.iter().rev().filter(|cell| cell.is_code()) {
        let parsed = parse(&cell.text, LexOptions::default());
        if follows && !parsed.diagnostics.iter().any(Diagnostic::is_error) {
            found.extend(unused_end(&parsed.program).map(|span| (cell.id, span)));
        }
        follows |= !matches!(parsed.program.body.kind, ExprKind::Nop);
    }
    found.reverse();
    found
}

/// Returns the operations that make the cells a manifest that Puppet accepts.
pub fn fixed(cells: &[Cell], how: UnusedValueFix) -> Vec<Operation> {
    let number =
        |id: CellId| cells.iter().filter(|cell| cell.is_code()).position(|cell| cell.id == id).unwrap_or(0) + 1;
    let edits = |(id, span): (CellId, Span)| {
        let (before, behind) = match how {
            UnusedValueFix::Notice => ("notice(".to_owned(), ")"),
            UnusedValueFix::Assign => (format!("${} = ", free_name(cells, number(id))), ""),
        };
        let edit = |at: u32, text: &str| Operation::Edit { id, range: at as usize..at as usize, text: text.to_owned() };
        // From the end, so that the first offset stays valid.
        let behind = (!behind.is_empty()).then(|| edit(span.end, behind));
        behind.into_iter().chain([edit(span.start, &before)]).collect::<Vec<_>>()
    };
    forgotten(cells).into_iter().flat_map(edits).collect()
}

/// Returns a variable name for the value of the cell with this number that no cell uses.
fn free_name(cells: &[Cell], number: usize) -> String {
    let names = std::iter::once(format!("value_{number}")).chain((2..).map(|n| format!("value_{number}_{n}")));
    let is_free = |name: &String| !cells.iter().any(|cell| cell.text.contains(name.as_str()));
    names.take(1_000).find(is_free).unwrap_or_else(|| format!("value_of_cell_{number}"))
}
