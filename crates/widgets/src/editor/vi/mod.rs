//! vi modes for a cell: the common part of the language (counts, operators with motions and text objects, `.`), without
//! marks, macros, named registers and the command line.
//!
//! The interpreter receives keys and drives the [`EditorState`]. `.` replays the keys of the last change, so that it can
//! repeat every change without knowing it.

mod language;
mod motion;
mod normal;
mod object;
mod operator;

use super::action::{EditAction, Motion, Reply};
use super::completion::Accepted;
use super::history::How;
use super::state::EditorState;
use super::text::EditedText;
use language::{Copies, Input, MAX, Mode, Operator, PUT_IN, Wait};

/// The state of the vi keys.
#[derive(Default)]
pub struct Vi {
    mode: Mode,
    count: usize,
    operator: Option<(Operator, usize)>,
    wait: Wait,
    last_find: Option<(char, char)>,
    recording: Vec<Input>,
    last_change: Vec<Input>,
    replaying: bool,
    /// The insertion that Escape will repeat.
    copies: Option<Copies>,
    /// The version when the command began.
    began: u64,
    /// Whether `.` does not repeat the command (undo, `.` itself).
    unrepeatable: bool,
}

impl Vi {
    /// Returns the state that goes along to another text.
    pub fn carried(self) -> Vi {
        Vi { last_find: self.last_find, last_change: self.last_change, ..Vi::default() }
    }

    /// Returns the name of the mode in lower case.
    pub fn mode_name(&self) -> &'static str {
        self.mode.name()
    }

    /// Returns whether keys are text.
    pub fn inserts(&self) -> bool {
        self.mode == Mode::Insert
    }

    /// Returns whether a visual mode is active.
    fn is_visual(&self) -> bool {
        matches!(self.mode, Mode::Visual | Mode::VisualLine)
    }

    /// Returns whether a command is pending.
    pub fn waits(&self) -> bool {
        self.operator.is_some() || self.wait != Wait::Nothing
    }

    fn has_no_pending(&self) -> bool {
        self.mode == Mode::Normal && !self.waits() && self.count == 0
    }

    fn clear(&mut self) {
        (self.count, self.operator, self.wait) = (0, None, Wait::Nothing);
    }

    /// Takes the count of the command and ends the command; `None` without a count.
    fn take_count(&mut self) -> Option<usize> {
        let own = std::mem::take(&mut self.count);
        let operators = self.operator.map_or(0, |(_, count)| count);
        match (own, operators) {
            (0, 0) => None,
            (a, b) => Some((a.max(1) * b.max(1)).min(MAX)),
        }
    }

    /// Changes the mode, and with it what a selection covers.
    fn enter(&mut self, text: &mut EditedText, mode: Mode) {
        self.mode = mode;
        text.selection.shape = mode.shape();
    }

    /// Handles a typed character in any mode.
    pub fn typed(&mut self, state: &mut EditorState, typed: char) -> Reply {
        self.begin(&state.text, Input::Typed(typed));
        let reply = if self.inserts() {
            state.insert_typed(typed);
            Reply::Done
        } else {
            self.command(state, typed)
        };
        self.end(&mut state.text);
        reply
    }

    /// Handles an action in any mode.
    pub fn action(&mut self, state: &mut EditorState, action: EditAction) -> Reply {
        self.begin(&state.text, Input::Action(action));
        let reply = match (self.mode, action) {
            (Mode::Insert, EditAction::Escape) => self.leave_insert(state),
            (Mode::Insert, _) => {
                // As in vim, text typed after a movement does not repeat.
                if matches!(action, EditAction::Move(_)) {
                    self.copies = None;
                }
                state.act(action)
            }
            (_, EditAction::Escape) => self.escape(state),
            _ => self.command_action(state, action),
        };
        self.end(&mut state.text);
        reply
    }

    /// Handles keys without a letter where letters are commands.
    fn command_action(&mut self, state: &mut EditorState, action: EditAction) -> Reply {
        if matches!(self.wait, Wait::Find(_) | Wait::Replace | Wait::Object(_)) {
            return self.awaited(state, action);
        }
        match action {
            EditAction::Move(motion) => return self.arrow(state, motion),
            EditAction::Newline => return self.command(state, '+'),
            EditAction::DeleteBack => return self.command(state, 'h'),
            EditAction::Delete => return self.command(state, 'x'),
            EditAction::Tab | EditAction::Complete => self.clear(),
            EditAction::Undo | EditAction::Redo => {
                self.unrepeatable = true;
                let count = self.take_count().unwrap_or(1);
                self.leave_visual(&mut state.text);
                (0..count).for_each(|_| state.travel(action));
            }
            _ => {
                self.clear();
                let reply = state.act(action);
                self.adopt_selection(&mut state.text);
                return reply;
            }
        }
        Reply::Done
    }

    /// Handles the key of a command that waits for a character. Keys that type none drop the command.
    fn awaited(&mut self, state: &mut EditorState, action: EditAction) -> Reply {
        match action {
            EditAction::Newline => self.command(state, '\n'),
            EditAction::Tab => self.command(state, '\t'),
            _ => {
                self.clear();
                Reply::Done
            }
        }
    }

    /// Handles arrows and similar keys as motions.
    fn arrow(&mut self, state: &mut EditorState, motion: Motion) -> Reply {
        let letter = match motion {
            Motion::Left => 'h',
            Motion::Right => 'l',
            Motion::Up => 'k',
            Motion::Down => 'j',
            Motion::WordLeft => 'b',
            Motion::WordRight => 'w',
            Motion::LineStart => '0',
            Motion::LineEnd => '$',
            Motion::ParagraphUp => '{',
            Motion::ParagraphDown => '}',
            Motion::Bracket => '%',
            Motion::PageUp | Motion::PageDown | Motion::Start | Motion::End => {
                self.clear();
                state.walk(motion);
                return Reply::Done;
            }
        };
        let before = state.text.cursor;
        // `0` after a count is one of its digits.
        let reply = if letter == '0' { self.moves(state, letter) } else { self.command(state, letter) };
        let stuck = state.text.cursor == before && self.has_no_pending();
        match motion {
            Motion::Up if stuck => Reply::Above,
            Motion::Down if stuck => Reply::Below,
            _ => reply,
        }
    }

    fn escape(&mut self, state: &mut EditorState) -> Reply {
        let busy = self.waits() || self.count > 0 || self.is_visual();
        self.clear();
        self.leave_visual(&mut state.text);
        state.hide();
        match busy {
            true => Reply::Done,
            false => Reply::Passed(EditAction::Escape),
        }
    }

    /// Enters insert mode. The text typed until Escape is one step.
    fn insert(&mut self, text: &mut EditedText) {
        if !text.history.is_grouped() {
            text.history.group(true);
        }
        text.selection.clear();
        self.enter(text, Mode::Insert);
    }

    fn leave_insert(&mut self, state: &mut EditorState) -> Reply {
        let text = &mut state.text;
        self.insert_copies(text);
        text.history.group(false);
        text.selection.clear();
        state.popups.signature = None;
        self.enter(text, Mode::Normal);
        let start = text.buffer().start(text.line());
        text.go(text.buffer().previous(text.cursor).max(start));
        Reply::Done
    }

    /// Repeats the inserted text by the count of the command.
    fn insert_copies(&mut self, text: &mut EditedText) {
        let Some(copies) = self.copies.take() else { return };
        let length = text.text().len().saturating_sub(copies.length);
        let end = copies.start + length;
        if length == 0 || !(copies.start..=end).contains(&text.cursor) {
            return;
        }
        let count = (copies.count - 1).min(PUT_IN / length);
        let new = text.buffer().slice(copies.start..end).repeat(count);
        text.change(end..end, &new, text.cursor + new.len(), How::Step);
    }

    /// Returns to normal mode from a visual mode.
    pub fn leave_visual(&mut self, text: &mut EditedText) {
        if self.is_visual() {
            self.enter(text, Mode::Normal);
            text.selection.clear();
        }
    }

    /// Enters visual mode for a selection made by the mouse or an action.
    pub fn adopt_selection(&mut self, text: &mut EditedText) {
        let Some(anchor) = text.selection.anchor.filter(|&anchor| anchor != text.cursor) else { return };
        if self.mode == Mode::Normal {
            self.enter(text, Mode::Visual);
            // The character under the cursor is selected too.
            match anchor < text.cursor {
                true => text.cursor = text.buffer().previous(text.cursor),
                false => text.selection.anchor = Some(text.buffer().previous(anchor)),
            }
        }
    }

    /// Keeps the cursor on a character where letters are commands.
    pub fn settle(&mut self, text: &mut EditedText) {
        if self.inserts() {
            return;
        }
        if self.is_visual() && text.selection.anchor.is_none() {
            self.enter(text, Mode::Normal);
        }
        let line = text.buffer().range(text.line());
        if text.cursor >= line.end && line.start < line.end {
            text.cursor = text.buffer().previous(line.end).max(line.start);
        }
    }

    fn begin(&mut self, text: &EditedText, input: Input) {
        if self.replaying {
            return;
        }
        if self.has_no_pending() {
            self.recording.clear();
            self.unrepeatable = false;
            self.began = text.buffer().version();
        }
        self.recording.push(input);
    }

    fn end(&mut self, text: &mut EditedText) {
        self.settle(text);
        let changed = text.buffer().version() != self.began;
        if !self.replaying && self.has_no_pending() && changed && !self.unrepeatable {
            self.last_change = std::mem::take(&mut self.recording);
        }
    }

    /// Records a paste as part of the current change.
    pub fn note_paste(&mut self, text: &str) {
        self.note(|| Input::Pasted(text.to_owned()));
    }

    /// Records an accepted completion item.
    pub fn note_accepted(&mut self, accepted: Accepted) {
        self.note(|| Input::Accepted(accepted.back, accepted.label));
    }

    fn note(&mut self, input: impl FnOnce() -> Input) {
        if self.inserts() && !self.replaying {
            self.recording.push(input());
        }
    }

    /// Replays the last change. A count replaces that of the change.
    fn repeat(&mut self, state: &mut EditorState, count: Option<usize>) {
        self.clear();
        self.unrepeatable = true;
        if self.replaying {
            return;
        }
        if let Some(count) = count {
            self.last_change = language::counted(&self.last_change, count);
        }
        let inputs = self.last_change.clone();
        self.replaying = true;
        for input in &inputs {
            match input {
                Input::Typed(typed) => drop(self.typed(state, *typed)),
                Input::Action(action) => drop(self.action(state, *action)),
                Input::Pasted(text) => state.put_in(text),
                Input::Accepted(back, label) => {
                    let text = &mut state.text;
                    let start = text.buffer().snap(text.cursor.saturating_sub(*back));
                    text.change(start..text.cursor, label, start + label.len(), How::Step);
                }
            }
        }
        self.replaying = false;
    }
}
