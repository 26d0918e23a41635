//! A tree of mismatches as the rows of a diagnostic: location, expected, actual, fix.

use pprepl_text::MismatchRow;

use super::sentence::{count_text, size_text};
use super::{Mismatch, Reason, Step, short_text, type_name};

/// The maximum number of rows of a tree.
const MAX_ROWS: usize = 40;

/// The maximum width of a cell.
const MAX_CELL: usize = 100;

impl Mismatch {
    /// Returns the tree as rows, the root first; `name` is the role of the value.
    pub fn rows(&self, name: &str) -> Vec<MismatchRow> {
        let mut rows = Vec::new();
        self.add_rows(0, name, &mut rows);
        let more = rows.len().saturating_sub(MAX_ROWS);
        if more > 0 {
            rows.truncate(MAX_ROWS);
            rows.push(unqualified(1, format!("(and {more} more lines)")));
        }
        rows
    }

    fn add_rows(&self, depth: usize, name: &str, rows: &mut Vec<MismatchRow>) {
        rows.push(self.row(depth, name));
        self.inside.iter().for_each(|inner| inner.add_rows(depth + 1, "", rows));
        if self.more > 0 {
            rows.push(unqualified(depth + 1, format!("(and {} more)", self.more)));
        }
    }

    fn row(&self, depth: usize, name: &str) -> MismatchRow {
        let expected = || self.expected.as_ref().map(|ty| type_name(ty, MAX_CELL));
        let actual = || Some(self.actual.clone()).filter(|actual| !actual.is_empty());
        let entry = |key: &str| format!("entry {}", short_text(key, 60));
        let place = self.step.as_ref().map_or_else(|| name.to_owned(), Step::text);
        let row = MismatchRow { fix: self.fix.clone(), ..unqualified(depth, place) };
        match &self.reason {
            Some(Reason::Missing(key)) => {
                MismatchRow { place: entry(key), expected: expected(), verdict: Some("missing"), ..row }
            }
            Some(Reason::MayBeMissing(key)) => {
                MismatchRow { place: entry(key), expected: expected(), verdict: Some("may be missing"), ..row }
            }
            Some(Reason::Unknown(key)) => MismatchRow { place: entry(key), verdict: Some("unknown"), ..row },
            Some(Reason::Size { expected: size, actual, unit }) => {
                MismatchRow { expected: Some(size_text(*size, unit)), actual: Some(count_text(*actual)), ..row }
            }
            None if depth > 0 => row,
            _ => MismatchRow { expected: expected(), actual: actual(), ..row },
        }
    }
}

/// Returns a row without a reason, for a node that only has branches.
fn unqualified(depth: usize, place: String) -> MismatchRow {
    MismatchRow { depth, place, expected: None, actual: None, verdict: None, fix: None }
}
