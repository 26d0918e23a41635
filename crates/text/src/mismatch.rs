//! Type mismatches, one row per location in a value: the rows of a tree, and the rows as aligned text.
//!
//! The layer that finds the mismatch fills the rows with short, safe strings; this module only lays them out.

use super::columns::{columns, shortened, width};

/// A location where value and type differ, or an ancestor of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MismatchRow {
    /// The depth in the tree: 0 for the entire value.
    pub depth: usize,
    /// The location: `element 1`, `entry 'port'`.
    pub place: String,
    /// The expected type; `None` for an ancestor, or where nothing is expected at all.
    pub expected: Option<String>,
    /// The actual value or type.
    pub actual: Option<String>,
    /// Another verdict: `missing`, `unknown`.
    pub verdict: Option<&'static str>,
    /// The closest fix, for the last column.
    pub fix: Option<String>,
}

/// The least width to which the cells of expected and actual are cut.
const LEAST: usize = 16;

/// Formats the rows as lines within about `limit` columns: the entire value, then location, expected, actual and
/// fix below each other.
pub fn mismatch_tree(misfits: &[MismatchRow], limit: usize) -> String {
    let Some((whole, places)) = misfits.split_first() else { return String::new() };
    let head = head(whole, limit);
    if places.is_empty() { head } else { format!("{head}\n{}", table(places, limit)) }
}

/// Formats the first row on its own line; the expected type yields to the rest.
fn head(whole: &MismatchRow, limit: usize) -> String {
    let mut cells = cells(whole, limit);
    let excess = (cells.iter().map(|cell| width(cell) + 2).sum::<usize>()).saturating_sub(limit);
    if let Some(expected) = cells.get_mut(1).filter(|_| excess > 0) {
        *expected = shortened(expected, width(expected).saturating_sub(excess).max(LEAST));
    }
    cells.retain(|cell| !cell.is_empty());
    cells.join("  ")
}

fn table(places: &[MismatchRow], limit: usize) -> String {
    let natural: Vec<Vec<String>> = places.iter().map(|misfit| cells(misfit, limit)).collect();
    let widest = |at: usize| natural.iter().filter_map(|row| row.get(at)).map(|cell| width(cell)).max().unwrap_or(0);
    let excess = (widest(0) + widest(1) + widest(2) + widest(3) + 6).saturating_sub(limit);
    if excess == 0 {
        return columns(&natural);
    }
    let shared = (widest(1) + widest(2)).saturating_sub(excess);
    let second = widest(2).min(shared / 2).max(LEAST);
    let first = shared.saturating_sub(second).max(LEAST);
    let cut = |row: &Vec<String>| {
        let cell = |at: usize| row.get(at).map(String::as_str).unwrap_or_default();
        vec![cell(0).to_owned(), shortened(cell(1), first), shortened(cell(2), second), cell(3).to_owned()]
    };
    columns(&natural.iter().map(cut).collect::<Vec<_>>())
}

fn cells(misfit: &MismatchRow, limit: usize) -> Vec<String> {
    let place = format!("{}{}", "  ".repeat(misfit.depth), misfit.place);
    let labelled = |label: &str, text: &Option<String>| text.as_ref().map(|text| format!("{label} {text}"));
    vec![
        shortened(&place, limit / 3),
        labelled("expected", &misfit.expected).unwrap_or_default(),
        labelled("actual", &misfit.actual).or(misfit.verdict.map(str::to_owned)).unwrap_or_default(),
        misfit.fix.clone().unwrap_or_default(),
    ]
}
