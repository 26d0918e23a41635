//! The panes of a notebook for a kernel: the view of each for a cell under the cursor, also while a cell runs.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use pprepl_session::inspect::ScopeView;

use crate::CellId;
use crate::kernel::{Kernel, cell_scopes};
use crate::pane::{self, CatalogQuery, CellOutput, CursorContext, Declared, Pane, View};

/// The queries of panes, in addition to the cursor.
#[derive(Clone, Debug, Default)]
pub struct PaneQuery {
    pub catalog: CatalogQuery,
    /// The filter of the facts.
    pub facts: String,
    /// The keys and titles of the main actions, for the help.
    pub keys: Vec<(String, String)>,
}

/// The cell under the cursor, as the target of a query.
#[derive(Clone, Debug)]
pub struct CursorTarget {
    pub id: CellId,
    pub text: Arc<str>,
    pub offset: usize,
    /// The version of the text.
    pub version: u64,
    /// The code cells in document order, which gives their numbers.
    pub cells: Arc<[CellId]>,
}

/// Session data of a pane, enough to show it again while the session is busy.
#[derive(Clone, Debug)]
pub enum CachedPane {
    /// For the Scope pane.
    Scopes(Vec<ScopeView>),
    /// For the Catalog pane.
    Declared(Box<Declared>),
}

/// Returns the view of a pane from the session, and the data it was made from.
pub fn view(kernel: &mut Kernel, pane: Pane, at: &CursorTarget, query: &PaneQuery) -> (View, Option<CachedPane>) {
    let source = source_name(at.id);
    let here = CursorContext::new(&at.text, at.offset).named(&source);
    let report = kernel.report(at.id).filter(|_| matches!(pane, Pane::Type | Pane::Captures)).cloned();
    let captures = kernel.captures(at.id).filter(|_| pane == Pane::Captures);
    let number = |id: CellId| at.cells.iter().position(|cell| *cell == id).map(|place| place + 1);
    let captures = captures.map(|(id, captures)| (number(id), captures.to_vec()));
    let mut ran = report.as_ref().map(CellOutput::from);
    if let (Some(ran), Some((place, captures))) = (&mut ran, &captures) {
        (ran.captures, ran.captures_of) = (captures, *place);
    }
    let known = match pane {
        Pane::Scope => Some(CachedPane::Scopes(scopes(kernel, at))),
        Pane::Catalog => Some(CachedPane::Declared(Box::new(Declared::of(kernel.session(), &here, &query.catalog)))),
        Pane::Type | Pane::Heredoc | Pane::Captures | Pane::Tokens | Pane::Tree => None,
        Pane::Epp | Pane::Log | Pane::Help | Pane::Trace | Pane::Facts | Pane::Debugger => None,
    };
    let view = match pane {
        Pane::Type => pane::types(&here, kernel.session(), ran.as_ref()),
        Pane::Heredoc => pane::heredoc(&here, Some(kernel.session())),
        Pane::Help => pane::help(&here, kernel.session(), &query.keys),
        Pane::Captures => pane::captures(&here, Some(kernel.session()), ran.as_ref()),
        Pane::Epp => pane::epp(&here, Some(kernel.session())),
        Pane::Facts => {
            let edited = kernel.edited_facts();
            pane::facts(kernel.session(), &query.facts, &edited)
        }
        Pane::Tokens | Pane::Tree | Pane::Scope | Pane::Catalog | Pane::Log | Pane::Trace | Pane::Debugger => {
            view_of(pane, at, known.as_ref(), &query.catalog).unwrap_or_default()
        }
    };
    (view, known)
}

/// Returns the session's source name of a cell.
pub fn source_name(id: CellId) -> String {
    format!("cell {}", id.0)
}

/// Returns the scopes, with the cells that set their variables.
fn scopes(kernel: &mut Kernel, at: &CursorTarget) -> Vec<ScopeView> {
    let places: FxHashMap<CellId, usize> = at.cells.iter().enumerate().map(|(place, id)| (*id, place + 1)).collect();
    let inputs: Vec<CellId> = (1..).map_while(|input| kernel.cell_of_input(input)).collect();
    cell_scopes(kernel.session(), |input| places.get(inputs.get(input.checked_sub(1)?)?).copied())
}

/// Replaces the kernel's cell names in a view with the cells' numbers.
pub fn numbered(mut view: View, cells: &[CellId]) -> View {
    let pieces = view.lines.iter_mut().flat_map(|line| line.pieces.iter_mut());
    for (_, place) in pieces.filter(|(role, _)| *role == pane::PLACE) {
        if let Some(numbered) = by_number(place, cells) {
            *place = numbered;
        }
    }
    view
}

/// Converts a location of the kernel, such as `cell 7:2`, to the cell number on the screen.
fn by_number(place: &str, cells: &[CellId]) -> Option<String> {
    let rest = place.strip_prefix("cell ")?;
    let (id, line) = rest.split_once(':').unwrap_or((rest, ""));
    let id = CellId(id.parse().ok()?);
    let number = cells.iter().position(|cell| *cell == id)? + 1;
    Some(if line.is_empty() { format!("cell {number}") } else { format!("cell {number}:{line}") })
}

/// Returns the view of a pane while a cell runs, from earlier session data; `None` if it needs the session.
pub fn view_of(pane: Pane, at: &CursorTarget, known: Option<&CachedPane>, wish: &CatalogQuery) -> Option<View> {
    let source = source_name(at.id);
    let here = CursorContext::new(&at.text, at.offset).named(&source);
    match (pane, known) {
        (Pane::Heredoc, _) => Some(pane::heredoc(&here, None)),
        (Pane::Tokens, _) => Some(pane::tokens(&here)),
        (Pane::Tree, _) => Some(pane::tree(&here, None)),
        (Pane::Captures, _) => Some(pane::captures(&here, None, None)),
        (Pane::Epp, _) => Some(pane::epp(&here, None)),
        (Pane::Type, Some(CachedPane::Scopes(scopes))) => pane::types_meanwhile(&here, scopes),
        (Pane::Scope, Some(CachedPane::Scopes(scopes))) => Some(pane::scope(&here, scopes)),
        (Pane::Catalog, Some(CachedPane::Declared(declared))) => {
            Some(numbered(pane::catalog(&here, declared, wish), &at.cells))
        }
        (
            Pane::Type
            | Pane::Scope
            | Pane::Catalog
            | Pane::Log
            | Pane::Trace
            | Pane::Help
            | Pane::Facts
            | Pane::Debugger,
            _,
        ) => None,
    }
}
