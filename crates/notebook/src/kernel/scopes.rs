//! The scopes of a notebook's session, with the cells that set their variables.

use pprepl_session::Session;
use pprepl_session::inspect::ScopeView;

/// Returns the scopes of a session. `cell_number` returns the number of the cell that was run as this input.
pub fn cell_scopes(session: &mut Session, cell_number: impl Fn(usize) -> Option<usize>) -> Vec<ScopeView> {
    let mut scopes = session.catalog().scopes();
    let cell = |origin: &str| {
        let input = origin.strip_prefix("input ")?.parse().ok()?;
        Some(format!("cell {}", cell_number(input)?))
    };
    for origin in scopes.iter_mut().flat_map(|scope| &mut scope.variables).filter_map(|one| one.origin.as_mut()) {
        if let Some(cell) = cell(origin) {
            *origin = cell;
        }
    }
    scopes
}
