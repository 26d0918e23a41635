//! Why a thing does not fit, place by place: the rows of a tree, and the rows as aligned text.
//!
//! The layer that finds the misfit fills the rows with text that is safe to show and short; here they are only laid out.

use super::columns::{columns, shortened, width};

/// A place where something does not fit, or on the way to one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MismatchRow {
    /// How deep it is: 0 for the whole.
    pub depth: usize,
    /// Which place: `element 1`, `entry 'port'`.
    pub place: String,
    /// What is expected there; `None` on the way to a place, or where nothing is expected at all.
    pub expected: Option<String>,
    /// What is there instead.
    pub actual: Option<String>,
    /// What is wrong besides: `missing`, `unknown`.
    pub verdict: Option<&'static str>,
    /// The nearest way to fix it.
    pub fix: Option<String>,
}

/// The least width that the cells for what is expected and what is there are cut to.
const LEAST: usize = 16;

/// The rows as lines within about `limit` columns: the whole, then place, expected, actual and fix below each other.
pub fn mismatch_tree(misfits: &[MismatchRow], limit: usize) -> String {
    let Some((whole, places)) = misfits.split_first() else { return String::new() };
    let head = head(whole, limit);
    if places.is_empty() { head } else { format!("{head}\n{}", table(places, limit)) }
}

/// The whole on a line of its own, in which what is expected gives way to the rest.
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
    let shared = (widest(1) + widest(2)).saturating_sub(excess).max(2 * LEAST);
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
