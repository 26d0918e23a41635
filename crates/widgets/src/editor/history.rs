//! The undo tree: typing after an undo starts a branch, so that every earlier state can be restored. Typing is undone
//! word by word.

use std::ops::Range;

/// A change of the text at one offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub at: usize,
    pub removed: String,
    pub inserted: String,
}

impl Change {
    /// Returns the inverse change.
    fn inverse(&self) -> Change {
        Change { at: self.at, removed: self.inserted.clone(), inserted: self.removed.clone() }
    }

    /// Returns the replaced byte range.
    pub fn range(&self) -> Range<usize> {
        self.at..self.at + self.removed.len()
    }
}

/// The kind of a change for undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// Typed: joins the previous typing, up to the end of a word.
    Typing,
    /// Deleted character by character.
    Erasing,
    Step,
}

#[derive(Clone, Debug, Default)]
struct Node {
    parent: usize,
    children: Vec<usize>,
    /// The child that redo goes to.
    chosen: usize,
    changes: Vec<Change>,
    /// The cursor before and after the changes.
    cursors: (usize, usize),
}

/// The tree of states, with the current one.
#[derive(Clone, Debug)]
pub struct History {
    nodes: Vec<Node>,
    at: usize,
    /// The kind of change that the next one may join.
    open: Option<How>,
    /// Whether all changes form one step for now.
    grouped: bool,
}

/// Changes to apply in order, and the cursor after them.
pub type Steps = (Vec<Change>, usize);

impl Default for History {
    fn default() -> History {
        History { nodes: vec![Node::default()], at: 0, open: None, grouped: false }
    }
}

impl History {
    /// Records a change.
    pub fn record(&mut self, change: Change, how: How, before: usize, after: usize) {
        if self.joins(&change, how) {
            if let Some(node) = self.nodes.get_mut(self.at) {
                join(&mut node.changes, change);
                node.cursors.1 = after;
            }
            return;
        }
        let new = self.nodes.len();
        let node = Node { parent: self.at, changes: vec![change], cursors: (before, after), ..Node::default() };
        self.nodes.push(node);
        if let Some(parent) = self.nodes.get_mut(self.at) {
            parent.chosen = parent.children.len();
            parent.children.push(new);
        }
        self.at = new;
        self.open = Some(how);
    }

    fn joins(&self, change: &Change, how: How) -> bool {
        let Some(node) = self.nodes.get(self.at).filter(|node| self.at > 0 && node.children.is_empty()) else {
            return false;
        };
        if self.open.is_none() {
            return false;
        }
        let Some(last) = node.changes.last() else { return false };
        self.grouped
            || self.open == Some(how)
                && match how {
                    How::Typing => joins_typing(last, change),
                    How::Erasing => continues_erasing(last, change),
                    How::Step => false,
                }
    }

    /// Ends the current step, so that the next change starts a new one.
    pub fn close(&mut self) {
        if !self.grouped {
            self.open = None;
        }
    }

    /// Starts or ends a group of changes that form one step.
    pub fn group(&mut self, on: bool) {
        self.grouped = false;
        self.close();
        self.grouped = on;
    }

    /// Returns whether all changes form one step for now.
    pub fn is_grouped(&self) -> bool {
        self.grouped
    }

    /// Undoes the last step.
    pub fn undo(&mut self) -> Option<Steps> {
        self.group(false);
        let node = self.nodes.get(self.at).filter(|_| self.at > 0)?;
        let steps = (node.changes.iter().rev().map(Change::inverse).collect(), node.cursors.0);
        let (child, parent) = (self.at, node.parent);
        self.choose(parent, child);
        self.at = parent;
        Some(steps)
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) -> Option<Steps> {
        self.group(false);
        let node = self.nodes.get(self.at)?;
        let child = *node.children.get(node.chosen)?;
        let node = self.nodes.get(child)?;
        let steps = (node.changes.clone(), node.cursors.1);
        self.at = child;
        Some(steps)
    }

    /// Goes to the previous or next state in order of time, across branches.
    pub fn in_time(&mut self, earlier: bool) -> Option<Steps> {
        let target = if earlier { self.at.checked_sub(1) } else { Some(self.at + 1) };
        self.go_to(target.filter(|&target| target < self.nodes.len())?)
    }

    /// Goes to the end of the next or previous branch at the last fork.
    pub fn branch(&mut self, forward: bool) -> Option<Steps> {
        let mut at = self.at;
        if self.nodes.get(at).is_some_and(|node| node.children.len() > 1) {
            let child = self.next_to(at, forward)?;
            return self.go_to(self.tip(child));
        }
        while at > 0 {
            at = self.nodes.get(at)?.parent;
            if self.nodes.get(at)?.children.len() > 1 {
                let child = self.next_to(at, forward)?;
                return self.go_to(self.tip(child));
            }
        }
        None
    }

    /// Returns the sibling of the chosen child.
    fn next_to(&self, at: usize, forward: bool) -> Option<usize> {
        let node = self.nodes.get(at)?;
        let count = node.children.len();
        node.children.get((node.chosen + if forward { 1 } else { count - 1 }) % count).copied()
    }

    fn tip(&self, mut at: usize) -> usize {
        while let Some(&child) = self.nodes.get(at).and_then(|node| node.children.get(node.chosen)) {
            at = child;
        }
        at
    }

    fn choose(&mut self, parent: usize, child: usize) {
        if let Some(node) = self.nodes.get_mut(parent)
            && let Some(at) = node.children.iter().position(|&known| known == child)
        {
            node.chosen = at;
        }
    }

    /// Returns the states from the root to `at`.
    fn undo_path(&self, mut at: usize) -> Vec<usize> {
        let mut road = vec![at];
        while at > 0 {
            at = self.nodes.get(at).map_or(0, |node| node.parent);
            road.push(at);
        }
        road.reverse();
        road
    }

    fn go_to(&mut self, target: usize) -> Option<Steps> {
        self.group(false);
        let (from, to) = (self.undo_path(self.at), self.undo_path(target));
        let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let (mut steps, mut cursor) = (Vec::new(), None);
        for &back in from.get(shared..)?.iter().rev() {
            let node = self.nodes.get(back)?;
            steps.extend(node.changes.iter().rev().map(Change::inverse));
            cursor = Some(node.cursors.0);
        }
        for &ahead in to.get(shared..)? {
            let node = self.nodes.get(ahead)?;
            steps.extend(node.changes.iter().cloned());
            cursor = Some(node.cursors.1);
            let parent = node.parent;
            self.choose(parent, ahead);
        }
        self.at = target;
        cursor.map(|cursor| (steps, cursor))
    }
}

/// Appends a change. Merges it with the last one if it continues there.
fn join(changes: &mut Vec<Change>, change: Change) {
    match changes.last_mut() {
        Some(last) if change.removed.is_empty() && change.at == last.at + last.inserted.len() => {
            last.inserted.push_str(&change.inserted);
        }
        _ => changes.push(change),
    }
}

/// Returns whether the change is typed directly after the last one and starts no new word or line.
fn joins_typing(last: &Change, change: &Change) -> bool {
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let new_word = blank(last.inserted.chars().next_back()) && !blank(change.inserted.chars().next());
    let behind = change.at == last.at + last.inserted.len();
    // Typing inside an automatically closed bracket pair.
    let within = change.at > last.at && change.at < last.at + last.inserted.len();
    (behind || within) && !new_word && !change.inserted.contains('\n') && !last.inserted.contains('\n')
}

/// Returns whether the change deletes next to the last deletion, on the same line.
fn continues_erasing(last: &Change, change: &Change) -> bool {
    let beside = change.range().end == last.at || change.at == last.at;
    beside && !change.removed.contains('\n') && !last.removed.contains('\n')
}
