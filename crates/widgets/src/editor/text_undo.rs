//! The undo tree of a line that another editor holds: it reports each state, and asks for the states to go back to.

use super::history::{Change, History, How, Steps};

/// The undo tree, at the last reported state.
#[derive(Clone, Debug, Default)]
pub struct TextUndo {
    history: History,
    text: String,
    cursor: usize,
}

impl TextUndo {
    /// Records the state after a change or a movement.
    pub fn note(&mut self, text: &str, cursor: usize) {
        if text != self.text {
            let change = change(&self.text, text);
            let how = kind(&change);
            self.history.record(change, how, self.cursor, cursor);
            text.clone_into(&mut self.text);
        } else if cursor != self.cursor {
            self.history.close();
        }
        self.cursor = cursor;
    }

    /// Undoes the last step. Returns the text and its cursor.
    pub fn undo(&mut self) -> Option<(String, usize)> {
        let steps = self.history.undo()?;
        Some(self.go(steps))
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) -> Option<(String, usize)> {
        let steps = self.history.redo()?;
        Some(self.go(steps))
    }

    /// Goes to the end of the next branch.
    pub fn next_branch(&mut self) -> Option<(String, usize)> {
        let steps = self.history.branch(true)?;
        Some(self.go(steps))
    }

    fn go(&mut self, (changes, cursor): Steps) -> (String, usize) {
        for change in changes {
            let range = change.range();
            if self.text.get(range.clone()).is_some() {
                self.text.replace_range(range, &change.inserted);
            }
        }
        self.cursor = cursor.min(self.text.len());
        (self.text.clone(), self.cursor)
    }
}

/// Returns the smallest change that turns one text into the other.
fn change(before: &str, after: &str) -> Change {
    let pairs = || before.chars().zip(after.chars());
    let start: usize = pairs().take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let (old, new) = (before.get(start..).unwrap_or_default(), after.get(start..).unwrap_or_default());
    let ends = old.chars().rev().zip(new.chars().rev());
    let end: usize = ends.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let part = |text: &str| text.get(..text.len() - end).unwrap_or_default().to_owned();
    Change { at: start, removed: part(old), inserted: part(new) }
}

fn kind(change: &Change) -> How {
    match (change.removed.chars().count(), change.inserted.chars().count()) {
        (0, 1) => How::Typing,
        (1, 0) => How::Erasing,
        _ => How::Step,
    }
}
