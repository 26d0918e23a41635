//! Undo and redo of everything that is done to a notebook, as a tree: what was undone stays reachable when something
//! else is done instead.
//!
//! Each node holds the one operation that leads over its edge: back when the node was done, forth when it was undone.
//! Typing is undone word by word: edits that continue where the last one ended, soon after it, are one node. The clock is
//! the caller's.

use std::time::Duration;

use super::{CellId, Operation, OperationError};

/// Edits further apart are undone one by one.
const PAUSE: Duration = Duration::from_millis(1500);

/// What was done so far.
#[derive(Clone, Debug)]
pub struct History {
    nodes: Vec<Node>,
    /// What was done last of all that is not undone; 0 is the start.
    current: usize,
    /// What the file has.
    saved: Option<usize>,
    typing: Option<Typing>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    /// What undoes it when it is done, what does it again when it is undone. The start has none.
    step: Option<Operation>,
    /// Returns whether it changes only how the notebook is shown.
    quiet: bool,
    children: Vec<usize>,
    /// Which of the children is done again by [`History::redo`].
    chosen: usize,
}

/// The edit that the next one may continue with.
#[derive(Clone, Debug)]
struct Typing {
    cell: CellId,
    manner: EditKind,
    /// Where the next edit must be.
    at: usize,
    /// Did it end with a space?
    blank: bool,
    time: Duration,
}

/// How text was typed or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditKind {
    Typed,
    /// Before the cursor.
    Erased,
}

impl Default for History {
    fn default() -> History {
        let start = Node { parent: 0, step: None, quiet: false, children: Vec::new(), chosen: 0 };
        History { nodes: vec![start], current: 0, saved: Some(0), typing: None }
    }
}

impl History {
    /// A history in which nothing was done to what the file has.
    pub fn new() -> History {
        History::default()
    }

    /// Keeps what was just done, by what undoes it. `now` is a time since any fixed point.
    pub fn record(&mut self, done: &Operation, undo: Operation, now: Duration) {
        let typing = typing(done, &undo, now);
        let goes_on = self.typing.take().zip(typing.as_ref()).is_some_and(|(last, next)| last.continues(next, done));
        if !(goes_on && self.extend(&undo)) {
            self.push(undo, matches!(done, Operation::Fold { .. }));
        }
        self.typing = typing;
    }

    /// The next edit is undone alone, however soon it comes: the cursor was moved, the cell left.
    pub fn end_undo_group(&mut self) {
        self.typing = None;
    }

    fn push(&mut self, undo: Operation, quiet: bool) {
        let new = self.nodes.len();
        let parent = self.current;
        self.nodes.push(Node { parent, step: Some(undo), quiet, children: Vec::new(), chosen: 0 });
        if let Some(node) = self.nodes.get_mut(parent) {
            node.chosen = node.children.len();
            node.children.push(new);
        }
        self.current = new;
    }

    /// Makes one node of the current one and what was just done, unless something hangs on its being as it is.
    fn extend(&mut self, undo: &Operation) -> bool {
        if self.saved == Some(self.current) {
            return false;
        }
        let Some(node) = self.nodes.get_mut(self.current).filter(|node| node.children.is_empty()) else { return false };
        match node.step.as_ref().and_then(|step| joined(step, undo)) {
            Some(step) => {
                node.step = Some(step);
                true
            }
            None => false,
        }
    }

    /// Undoes what was done last: applies what undoes it, and tells it. `None` when there is nothing to undo.
    pub fn undo(
        &mut self,
        mut apply: impl FnMut(Operation) -> Result<Operation, OperationError>,
    ) -> Option<Result<Operation, OperationError>> {
        self.typing = None;
        let node = self.nodes.get_mut(self.current)?;
        let step = node.step.clone()?;
        let inverse = match apply(step.clone()) {
            Ok(inverse) => inverse,
            Err(refused) => return Some(Err(refused)),
        };
        node.step = Some(inverse);
        let (parent, child) = (node.parent, self.current);
        if let Some(node) = self.nodes.get_mut(parent) {
            node.chosen = node.children.iter().position(|other| *other == child).unwrap_or(0);
        }
        self.current = parent;
        Some(Ok(step))
    }

    /// Does again what was undone last, or what [`History::choose`] chose.
    pub fn redo(
        &mut self,
        mut apply: impl FnMut(Operation) -> Result<Operation, OperationError>,
    ) -> Option<Result<Operation, OperationError>> {
        self.typing = None;
        let node = self.nodes.get(self.current)?;
        let child = *node.children.get(node.chosen)?;
        let step = self.nodes.get(child)?.step.clone()?;
        let inverse = match apply(step.clone()) {
            Ok(inverse) => inverse,
            Err(refused) => return Some(Err(refused)),
        };
        self.nodes.get_mut(child)?.step = Some(inverse);
        self.current = child;
        Some(Ok(step))
    }

    /// How many ways lead on from here, and which one [`History::redo`] takes.
    pub fn branches(&self) -> (usize, usize) {
        self.nodes.get(self.current).map_or((0, 0), |node| (node.children.len(), node.chosen))
    }

    /// Makes [`History::redo`] take the next (or the previous) of the ways that lead on from here.
    pub fn choose(&mut self, next: bool) {
        let Some(node) = self.nodes.get_mut(self.current).filter(|node| !node.children.is_empty()) else { return };
        let count = node.children.len();
        node.chosen = if next { (node.chosen + 1) % count } else { (node.chosen + count - 1) % count };
    }

    /// Can something be undone?
    pub fn can_undo(&self) -> bool {
        self.current != 0
    }

    /// Can something be done again?
    pub fn can_redo(&self) -> bool {
        self.branches().0 > 0
    }

    /// The file has what is here now.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.current);
    }

    /// The file has nothing of this history.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Is what is here now something else than what the file has?
    pub fn is_changed(&self) -> bool {
        self.saved.map(|saved| self.metadata_last(saved)) != Some(self.metadata_last(self.current))
    }

    /// The last node up to this one that changed what the file would have.
    fn metadata_last(&self, node: usize) -> usize {
        let mut last = node;
        while let Some(node) = self.nodes.get(last).filter(|node| node.quiet) {
            last = node.parent;
        }
        last
    }
}

impl Typing {
    /// Does the edit `next` continue with this one? A new word does not.
    fn continues(&self, next: &Typing, edit: &Operation) -> bool {
        let Operation::Edit { range, text, .. } = edit else { return false };
        let near = match self.manner {
            EditKind::Typed => range.start == self.at,
            EditKind::Erased => range.end == self.at,
        };
        let starts_word = next.manner == EditKind::Typed && self.blank && !text.starts_with(char::is_whitespace);
        let soon = next.time.saturating_sub(self.time) <= PAUSE;
        self.cell == next.cell && self.manner == next.manner && near && soon && !starts_word
    }
}

/// What an edit is as typing: text put in, or taken away, on one line.
fn typing(done: &Operation, undo: &Operation, time: Duration) -> Option<Typing> {
    let (Operation::Edit { id, range, text }, Operation::Edit { range: new, text: gone, .. }) = (done, undo) else {
        return None;
    };
    if new.start != range.start || text.contains('\n') || gone.contains('\n') {
        return None;
    }
    let (manner, at) = match (text.is_empty(), gone.is_empty()) {
        (false, true) => (EditKind::Typed, new.end),
        (true, false) => (EditKind::Erased, range.start),
        _ => return None,
    };
    Some(Typing { cell: *id, manner, at, blank: text.ends_with(char::is_whitespace), time })
}

/// What undoes two edits that follow each other, from what undoes each.
fn joined(first: &Operation, second: &Operation) -> Option<Operation> {
    let (Operation::Edit { id, range: old, text: gone }, Operation::Edit { range: new, text: more, .. }) =
        (first, second)
    else {
        return None;
    };
    if gone.is_empty() && more.is_empty() && old.end == new.start {
        return Some(Operation::Edit { id: *id, range: old.start..new.end, text: String::new() });
    }
    let erased = old.is_empty() && new.is_empty() && new.start + more.len() == old.start;
    erased.then(|| Operation::Edit { id: *id, range: new.clone(), text: format!("{more}{gone}") })
}
