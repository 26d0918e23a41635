//! Going back and forth in the history, one entry per key. What is typed before the first key selects the entries that start
//! with it. Entries that were edited and then left keep their edits until the next input is submitted.

use std::collections::HashMap;

use pprepl_session::edit::Edit;

use super::history::History;

/// The history with the place in it.
pub struct Recaller {
    pub history: History,
    walk: Option<Walk>,
}

struct Walk {
    /// The start of the entries to visit.
    prefix: String,
    /// The line before the first key.
    typed: String,
    /// The visited entry; the number of entries for the typed line.
    at: usize,
    /// Edited entries.
    edits: HashMap<usize, String>,
}

impl Recaller {
    /// Returns the place after the newest entry.
    pub fn new(history: History) -> Recaller {
        Recaller { history, walk: None }
    }

    /// Forgets the place and the edits, after an input is submitted.
    pub fn forget(&mut self) {
        self.walk = None;
    }

    /// Returns the edit that shows the next older entry.
    pub fn older(&mut self, line: &str, cursor: usize) -> Option<Edit> {
        self.visit(line, cursor, |history, walk| (0..walk.at).rev().find(|at| walk.fits(history, *at)))
    }

    /// Returns the edit that shows the next newer entry, or the typed line after the newest.
    pub fn newer(&mut self, line: &str) -> Option<Edit> {
        self.walk.as_ref()?;
        self.visit(line, 0, |history, walk| {
            let end = history.entries().len();
            (walk.at + 1..end).find(|at| walk.fits(history, *at)).or((walk.at < end).then_some(end))
        })
    }

    /// Returns the edit that shows the oldest entry.
    pub fn oldest(&mut self, line: &str) -> Option<Edit> {
        self.visit(line, 0, |history, walk| (0..walk.at).find(|at| walk.fits(history, *at)))
    }

    /// Returns the edit that shows the typed line.
    pub fn newest(&mut self, line: &str) -> Option<Edit> {
        self.walk.as_ref()?;
        self.visit(line, 0, |history, _| Some(history.entries().len()))
    }

    fn visit(
        &mut self,
        line: &str,
        cursor: usize,
        find: impl FnOnce(&History, &Walk) -> Option<usize>,
    ) -> Option<Edit> {
        let history = &self.history;
        let walk = self.walk.get_or_insert_with(|| Walk::from(history, line, cursor));
        walk.keep(&self.history, line);
        let target = find(&self.history, walk)?;
        walk.at = target;
        let text = walk.text(&self.history)?;
        Some(Edit::new(0..line.len(), text, text.len()))
    }
}

impl Walk {
    /// Starts at the typed line. A line typed to its end selects the entries that start with it, if there are any.
    fn from(history: &History, line: &str, cursor: usize) -> Walk {
        let count = history.entries().len();
        let prefix = if cursor == line.len() { line.to_owned() } else { String::new() };
        let mut walk = Walk { prefix, typed: line.to_owned(), at: count, edits: HashMap::new() };
        if !(0..count).any(|at| walk.fits(history, at)) {
            walk.prefix.clear();
        }
        walk
    }

    fn fits(&self, history: &History, at: usize) -> bool {
        history.recallable(at).is_some_and(|text| text.starts_with(&self.prefix) && text != self.typed)
    }

    /// Keeps the edits of the visited entry before another is visited.
    fn keep(&mut self, history: &History, line: &str) {
        match history.entries().get(self.at) {
            None => line.clone_into(&mut self.typed),
            Some(_) => drop(self.edits.insert(self.at, line.to_owned())),
        }
    }

    fn text<'w>(&'w self, history: &'w History) -> Option<&'w str> {
        match history.entries().get(self.at) {
            None => Some(&self.typed),
            Some(entry) => Some(self.edits.get(&self.at).unwrap_or(&entry.text)),
        }
    }
}
