//! Undo and redo of all changes of a notebook as an undo tree: undone changes stay reachable when another change
//! follows.
//!
//! Each node holds the one operation that crosses its edge: undo if the node is applied, redo if it is undone. Typing
//! is undone word by word: an edit that continues the previous one, and follows it soon, joins its node. The caller
//! provides the clock.

use std::time::Duration;

use super::{CellId, Operation, OperationError};

/// The pause after which an edit starts a new undo group.
const PAUSE: Duration = Duration::from_millis(1500);

/// The changes since the notebook was opened.
#[derive(Clone, Debug)]
pub struct History {
    nodes: Vec<Node>,
    /// The last applied node; 0 is the root.
    current: usize,
    /// The node whose state is in the file.
    saved: Option<usize>,
    typing: Option<Typing>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    /// The undo operation of an applied node, the redo operation of an undone one. The root has none.
    step: Option<Operation>,
    /// Whether it changes only the view of the notebook.
    quiet: bool,
    children: Vec<usize>,
    /// The index of the child that [`History::redo`] applies.
    chosen: usize,
}

/// An edit that the next one may continue.
#[derive(Clone, Debug)]
struct Typing {
    cell: CellId,
    manner: EditKind,
    /// The expected offset of the next edit.
    at: usize,
    /// Whether it ended with a space.
    blank: bool,
    time: Duration,
}

/// The kind of a typing edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EditKind {
    Typed,
    /// Deleted before the cursor.
    Erased,
}

impl Default for History {
    fn default() -> History {
        let start = Node { parent: 0, step: None, quiet: false, children: Vec::new(), chosen: 0 };
        History { nodes: vec![start], current: 0, saved: Some(0), typing: None }
    }
}

impl History {
    /// Creates a history whose root is the state of the file.
    pub fn new() -> History {
        History::default()
    }

    /// Records an applied operation by its inverse. `now` is a time since any fixed point.
    pub fn record(&mut self, done: &Operation, undo: Operation, now: Duration) {
        let typing = typing(done, &undo, now);
        let goes_on = self.typing.take().zip(typing.as_ref()).is_some_and(|(last, next)| last.continues(next, done));
        if !(goes_on && self.extend(&undo)) {
            self.push(undo, matches!(done, Operation::Fold { .. }));
        }
        self.typing = typing;
    }

    /// Ends the undo group, because the cursor moved or the cell lost the focus. The next edit is undone separately.
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

    /// Merges an operation into the current node, unless that is the saved state or has children.
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

    /// Applies the inverse of the last operation and returns it. `None` at the root.
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

    /// Redoes the last undone operation, or the one that [`History::choose`] selected.
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

    /// Returns the number of redo branches, and the selected one.
    pub fn branches(&self) -> (usize, usize) {
        self.nodes.get(self.current).map_or((0, 0), |node| (node.children.len(), node.chosen))
    }

    /// Selects the next (or the previous) redo branch.
    pub fn choose(&mut self, next: bool) {
        let Some(node) = self.nodes.get_mut(self.current).filter(|node| !node.children.is_empty()) else { return };
        let count = node.children.len();
        node.chosen = if next { (node.chosen + 1) % count } else { (node.chosen + count - 1) % count };
    }

    pub fn can_undo(&self) -> bool {
        self.current != 0
    }

    pub fn can_redo(&self) -> bool {
        self.branches().0 > 0
    }

    /// Marks the current state as that of the file.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.current);
    }

    /// Returns whether the current state differs from the file.
    pub fn is_changed(&self) -> bool {
        self.saved.map(|saved| self.metadata_last(saved)) != Some(self.metadata_last(self.current))
    }

    /// Returns the last node, from `node` back, that changed the content of the file.
    fn metadata_last(&self, node: usize) -> usize {
        let mut last = node;
        while let Some(node) = self.nodes.get(last).filter(|node| node.quiet) {
            last = node.parent;
        }
        last
    }
}

impl Typing {
    /// Returns whether the edit `next` continues this one. A new word does not.
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

/// Classifies an edit as typing: an insertion or deletion on one line.
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

/// Combines the inverses of two consecutive edits.
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
