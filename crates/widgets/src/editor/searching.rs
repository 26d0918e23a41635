//! Search in the cell: incremental matches, navigation between matches, and replacement.

use std::ops::Range;

use super::history::How;
use super::{Editor, Query, Search};

/// Maximum number of counted matches.
const COUNTED: usize = 10_000;

/// The query, and where the search began.
#[derive(Default)]
pub struct Searching {
    search: Option<Search>,
    origin: usize,
    shown: bool,
    /// All matches in the text, if computed since the last change.
    counted: Option<Vec<Range<usize>>>,
}

impl Searching {
    /// Takes over the query of another cell.
    pub fn carry_from(&mut self, other: &mut Searching) {
        self.search = other.search.take();
        self.shown = other.shown;
        self.counted = None;
    }

    pub fn forget(&mut self) {
        self.counted = None;
    }

    /// Hides the matches; returns whether any were visible.
    pub fn stop(&mut self) -> bool {
        std::mem::take(&mut self.shown)
    }

    /// Returns the search while its matches are visible.
    pub fn display(&self) -> Option<&Search> {
        self.search.as_ref().filter(|_| self.shown)
    }
}

impl Editor {
    /// Starts a search: [`Editor::search`] searches from this offset, even when the query changes.
    pub fn begin_search(&mut self) {
        self.searching.origin = self.cursor;
    }

    /// Searches: the cursor goes to the first match after the start of the search.
    pub fn search(&mut self, query: Query) -> Result<bool, String> {
        let search = Search::new(query)?;
        let hit = search.next(self.text(), self.searching.origin);
        self.searching.search = Some(search);
        self.searching.shown = true;
        self.searching.counted = None;
        let origin = self.buffer.snap(self.searching.origin);
        let found = hit.is_some();
        self.selecting.clear();
        self.go(hit.map_or(origin, |hit| self.buffer.snap(hit.start)));
        self.settle();
        Ok(found)
    }

    /// Cancels the search: the cursor returns to its start.
    pub fn give_up_search(&mut self) {
        self.searching.stop();
        self.go(self.searching.origin);
        self.settle();
    }

    /// Returns the query.
    pub fn query(&self) -> Option<&Query> {
        self.searching.search.as_ref().map(Search::query)
    }

    /// Returns the one-based index of the match at the cursor (0: none), and the number of matches.
    pub fn hits(&mut self) -> (usize, usize) {
        let Some(search) = &self.searching.search else { return (0, 0) };
        let text = self.buffer.text();
        let hits = self.searching.counted.get_or_insert_with(|| search.hits(text, 0).take(COUNTED).collect());
        let current = hits.iter().position(|hit| hit.contains(&self.cursor)).map_or(0, |at| at + 1);
        (current, hits.len())
    }

    /// Goes to the next or previous match.
    pub(super) fn go_to_hit(&mut self, forward: bool) {
        self.searching.shown = true;
        let Some(search) = &self.searching.search else { return };
        let text = self.buffer.text();
        let next = self.buffer.next(self.cursor);
        let hit = if forward { search.next(text, next) } else { search.previous(text, self.cursor) };
        if let Some(hit) = hit {
            if !self.vi.is_visual() {
                self.selecting.clear();
            }
            self.go(hit.start);
        }
    }

    /// Replaces the match at the cursor with `with` and goes to the next one, or only goes there. Returns whether it
    /// replaced anything.
    pub fn replace(&mut self, with: &str) -> bool {
        let Some(search) = &self.searching.search else { return false };
        let text = self.buffer.text();
        let here = search.next(text, self.cursor).filter(|hit| hit.start == self.cursor);
        let new = here.map(|hit| (search.replacement(text, &hit, with), hit));
        let replaced = new.is_some();
        if let Some((new, hit)) = new {
            let behind = hit.start + new.len();
            self.change(hit, &new, behind, How::Step);
            let search = self.searching.search.as_ref();
            let next = search.and_then(|search| search.next(self.buffer.text(), behind));
            self.go(next.map_or(behind, |hit| hit.start));
        } else {
            self.go_to_hit(true);
        }
        self.settle();
        replaced
    }

    /// Replaces every match with `with` as one step; returns the number of replacements.
    pub fn replace_all(&mut self, with: &str) -> usize {
        let Some(search) = &self.searching.search else { return 0 };
        let text = self.buffer.text();
        let (mut new, mut at, mut count, mut cursor) = (String::with_capacity(text.len()), 0, 0, self.cursor);
        for hit in search.hits(text, 0) {
            new.push_str(text.get(at..hit.start).unwrap_or(""));
            new.push_str(&search.replacement(text, &hit, with));
            if hit.end <= self.cursor {
                cursor = new.len() + self.cursor - hit.end;
            }
            (at, count) = (hit.end, count + 1);
        }
        new.push_str(text.get(at..).unwrap_or(""));
        if count > 0 {
            self.make(pprepl_session::edit::Edit::new(0..self.buffer.len(), new, cursor));
            self.settle();
        }
        count
    }
}
