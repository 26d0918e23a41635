//! The notebook as the manifest that it is: where Puppet would refuse the whole file though each cell is right alone.
//! A cell may end in a value, to be looked at; in one file that value is before more code and is not used. Leaves out
//! what is wrong within a cell: that is told when it is read.

use pprepl_text::{Diagnostic, Span};
use puppet_syntax::ast::{Expr, ExprKind, Program};
use puppet_syntax::{LexOptions, has_no_effect, parse};

use super::{Cell, CellId, Operation};

/// What becomes of a value that nothing uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnusedValueFix {
    /// It is logged.
    Notice,
    /// A variable of its own has it: it stays the cell's value.
    Assign,
}

/// Where a program ends in a value that does nothing.
pub fn unused_end(program: &Program) -> Option<Span> {
    let last: &Expr = match &program.body.kind {
        ExprKind::Block(statements) => statements.last()?,
        _ => &program.body,
    };
    (has_no_effect(last) && !matches!(last.kind, ExprKind::Nop)).then_some(last.span)
}

/// The cells that end in a value though code follows, each with the place of that.
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

/// What makes a manifest of the cells that Puppet takes.
pub fn fixed(cells: &[Cell], how: UnusedValueFix) -> Vec<Operation> {
    let number =
        |id: CellId| cells.iter().filter(|cell| cell.is_code()).position(|cell| cell.id == id).unwrap_or(0) + 1;
    let edits = |(id, span): (CellId, Span)| {
        let (before, behind) = match how {
            UnusedValueFix::Notice => ("notice(".to_owned(), ")"),
            UnusedValueFix::Assign => (format!("${} = ", free_name(cells, number(id))), ""),
        };
        let edit = |at: u32, text: &str| Operation::Edit { id, range: at as usize..at as usize, text: text.to_owned() };
        // From the end, so that the first place stays where it is.
        let behind = (!behind.is_empty()).then(|| edit(span.end, behind));
        behind.into_iter().chain([edit(span.start, &before)]).collect::<Vec<_>>()
    };
    forgotten(cells).into_iter().flat_map(edits).collect()
}

/// A name for the value of the cell with this number that no cell speaks of.
fn free_name(cells: &[Cell], number: usize) -> String {
    let names = std::iter::once(format!("value_{number}")).chain((2..).map(|n| format!("value_{number}_{n}")));
    let is_free = |name: &String| !cells.iter().any(|cell| cell.text.contains(name.as_str()));
    names.take(1_000).find(is_free).unwrap_or_else(|| format!("value_of_cell_{number}"))
}
