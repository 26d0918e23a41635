//! Search in the cell: incremental matches, navigation between matches, and replacement.

use std::ops::Range;

use super::history::How;
use super::search::{Query, Search};
use super::selection::Shape;
use super::text::EditedText;
use pprepl_session::edit::Edit;

/// Maximum number of counted matches.
const COUNTED: usize = 10_000;

/// The query, and where the search began.
#[derive(Default)]
pub struct Searching {
    search: Option<Search>,
    origin: usize,
    shown: bool,
    /// All matches in a version of the text.
    counted: Option<(u64, Vec<Range<usize>>)>,
}

impl Searching {
    /// Takes over the query of another cell.
    pub fn carry_from(&mut self, other: &mut Searching) {
        self.search = other.search.take();
        self.shown = other.shown;
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

/// The operations on the edited text.
impl Searching {
    /// Starts a search: [`Searching::search`] searches from the cursor, even when the query changes.
    pub fn begin(&mut self, text: &EditedText) {
        self.origin = text.cursor;
    }

    /// Searches: the cursor goes to the first match after the start of the search. Returns whether there is one.
    pub fn search(&mut self, text: &mut EditedText, query: Query) -> Result<bool, String> {
        let search = Search::new(query)?;
        let hit = search.next(text.text(), self.origin);
        self.search = Some(search);
        self.shown = true;
        self.counted = None;
        let found = hit.is_some();
        text.selection.clear();
        text.go(hit.map_or(self.origin, |hit| hit.start));
        Ok(found)
    }

    /// Cancels the search: the cursor returns to its start.
    pub fn give_up(&mut self, text: &mut EditedText) {
        self.stop();
        text.go(self.origin);
    }

    /// Returns the query.
    pub fn query(&self) -> Option<&Query> {
        self.search.as_ref().map(Search::query)
    }

    /// Returns the one-based index of the match at the cursor (0: none), and the number of matches.
    pub fn hits(&mut self, text: &EditedText) -> (usize, usize) {
        let Some(search) = &self.search else { return (0, 0) };
        let version = text.buffer().version();
        let counted = self.counted.take().filter(|(counted, _)| *counted == version);
        let count = || (version, search.hits(text.text(), 0).take(COUNTED).collect());
        let (_, hits) = self.counted.insert(counted.unwrap_or_else(count));
        let current = hits.iter().position(|hit| hit.contains(&text.cursor)).map_or(0, |at| at + 1);
        (current, hits.len())
    }

    /// Shows the matches, and returns the start of the next or previous one.
    pub fn next_hit(&mut self, text: &EditedText, forward: bool) -> Option<usize> {
        self.shown = true;
        let search = self.search.as_ref()?;
        let next = text.buffer().next(text.cursor);
        let hit = if forward { search.next(text.text(), next) } else { search.previous(text.text(), text.cursor) };
        hit.map(|hit| hit.start)
    }

    /// Goes to the next or previous match.
    pub fn go_to_hit(&mut self, text: &mut EditedText, forward: bool) {
        let Some(hit) = self.next_hit(text, forward) else { return };
        if text.selection.shape == Shape::Between {
            text.selection.clear();
        }
        text.go(hit);
    }

    /// Replaces the match at the cursor with `with` and goes to the next one, or only goes there. Returns whether it
    /// replaced anything.
    pub fn replace(&mut self, text: &mut EditedText, with: &str) -> bool {
        let Some(search) = &self.search else { return false };
        let here = search.next(text.text(), text.cursor).filter(|hit| hit.start == text.cursor);
        let Some(hit) = here else {
            self.go_to_hit(text, true);
            return false;
        };
        let new = search.replacement(text.text(), &hit, with);
        let behind = hit.start + new.len();
        text.change(hit, &new, behind, How::Step);
        let next = search.next(text.text(), behind);
        text.go(next.map_or(behind, |hit| hit.start));
        true
    }

    /// Replaces every match with `with` as one step; returns the number of replacements.
    pub fn replace_all(&self, text: &mut EditedText, with: &str) -> usize {
        let Some(search) = &self.search else { return 0 };
        let (old, at_cursor) = (text.text(), text.cursor);
        let (mut new, mut at, mut count, mut cursor) = (String::with_capacity(old.len()), 0, 0, at_cursor);
        for hit in search.hits(old, 0) {
            new.push_str(old.get(at..hit.start).unwrap_or(""));
            new.push_str(&search.replacement(old, &hit, with));
            if hit.end <= at_cursor {
                cursor = new.len() + at_cursor - hit.end;
            }
            (at, count) = (hit.end, count + 1);
        }
        new.push_str(old.get(at..).unwrap_or(""));
        if count > 0 {
            let all = 0..old.len();
            text.make(Edit::new(all, new, cursor));
        }
        count
    }
}
