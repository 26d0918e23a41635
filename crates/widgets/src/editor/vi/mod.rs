//! vi modes for a cell: the common part of the language (counts, operators with motions and text objects, `.`), without
//! marks, macros, named registers and the command line.
//!
//! `.` replays the keys of the last change, so that it can repeat every change without knowing it.

mod motion;
mod normal;
mod object;
mod operator;

use super::{EditAction, Editor, Motion, Reply};
use operator::Operator;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Keys are commands.
    #[default]
    Normal,
    /// Keys are text.
    Insert,
    /// Characters are selected.
    Visual,
    /// Lines are selected.
    VisualLine,
}

/// Meaning of the next key for the pending command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Wait {
    #[default]
    Nothing,
    /// The target character of `f`, `F`, `t` or `T`.
    Find(char),
    Replace,
    /// An object, around (`a`) or inner (`i`).
    Object(bool),
    /// The key after `g`.
    Go,
}

/// An input recorded for `.`.
#[derive(Clone, Debug)]
enum Input {
    Typed(char),
    Action(EditAction),
    Pasted(String),
    /// An accepted completion item, and the number of bytes it replaced before the cursor.
    Accepted(usize, String),
}

const MAX: usize = 9_999;

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

    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns its name in lower case.
    pub fn mode_name(&self) -> &'static str {
        match self.mode {
            Mode::Normal => "normal",
            Mode::Insert => "insert",
            Mode::Visual => "visual",
            Mode::VisualLine => "visual line",
        }
    }

    /// Returns whether keys are text.
    pub fn inserts(&self) -> bool {
        self.mode == Mode::Insert
    }

    /// Returns whether a visual mode is active.
    pub fn is_visual(&self) -> bool {
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
}

impl Editor {
    pub(super) fn vi_typed(&mut self, typed: char) -> Reply {
        self.vi_begin(Input::Typed(typed));
        let reply = if self.vi.inserts() {
            self.insert_typed(typed);
            Reply::Done
        } else {
            self.vi_command(typed)
        };
        self.vi_end();
        reply
    }

    /// Handles an action in any mode.
    pub(super) fn vi_action(&mut self, action: EditAction) -> Reply {
        self.vi_begin(Input::Action(action));
        let reply = match (self.vi.mode, action) {
            (Mode::Insert, EditAction::Escape) => self.vi_leave_insert(),
            (Mode::Insert, _) => self.act(action),
            (_, EditAction::Escape) => self.vi_escape(),
            _ => self.vi_command_action(action),
        };
        self.vi_end();
        reply
    }

    /// Handles keys without a letter where letters are commands.
    fn vi_command_action(&mut self, action: EditAction) -> Reply {
        match action {
            EditAction::Move(motion) => return self.vi_arrow(motion),
            EditAction::Newline => return self.vi_command('+'),
            EditAction::DeleteBack => return self.vi_command('h'),
            EditAction::Delete => return self.vi_command('x'),
            EditAction::Tab | EditAction::Complete => self.vi.clear(),
            EditAction::Undo | EditAction::Redo => {
                self.vi.unrepeatable = true;
                let count = self.vi.take_count().unwrap_or(1);
                self.vi_leave_visual();
                (0..count).for_each(|_| self.travel(action));
            }
            _ => {
                self.vi.clear();
                let reply = self.act(action);
                self.vi_enter_visual_if_selected();
                return reply;
            }
        }
        Reply::Done
    }

    /// Handles arrows and similar keys as motions.
    fn vi_arrow(&mut self, motion: Motion) -> Reply {
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
                self.vi.clear();
                self.walk(motion);
                return Reply::Done;
            }
        };
        let (before, row) = (self.cursor, self.row());
        // `0` after a count is one of its digits.
        let reply = if letter == '0' { self.vi_moves(letter) } else { self.vi_command(letter) };
        match motion {
            Motion::Up if self.cursor == before && row == 0 && self.vi.has_no_pending() => Reply::Above,
            Motion::Down if self.cursor == before && self.vi.has_no_pending() => Reply::Below,
            _ => reply,
        }
    }

    fn vi_escape(&mut self) -> Reply {
        let busy = self.vi.waits() || self.vi.count > 0 || self.vi.is_visual();
        self.vi.clear();
        self.vi_leave_visual();
        // Popups close with it.
        self.popups.signature = None;
        self.searching.stop();
        match busy {
            true => Reply::Done,
            false => Reply::Passed(EditAction::Escape),
        }
    }

    /// Enters insert mode. The text typed until Escape is one step.
    fn vi_insert(&mut self) {
        if !self.history.is_grouped() {
            self.history.group(true);
        }
        self.selecting.clear();
        self.vi.mode = Mode::Insert;
    }

    fn vi_leave_insert(&mut self) -> Reply {
        self.history.group(false);
        self.selecting.clear();
        self.popups.signature = None;
        self.vi.mode = Mode::Normal;
        let start = self.buffer.start(self.buffer.line_of(self.cursor));
        self.go(self.buffer.previous(self.cursor).max(start));
        Reply::Done
    }

    pub(super) fn vi_leave_visual(&mut self) {
        if self.vi.is_visual() {
            self.vi.mode = Mode::Normal;
            self.selecting.clear();
        }
    }

    /// Enters visual mode for a selection made by the mouse or an action.
    pub(super) fn vi_enter_visual_if_selected(&mut self) {
        let Some(anchor) = self.selecting.anchor.filter(|&anchor| anchor != self.cursor) else { return };
        if self.keys == super::KeySet::Vi && self.vi.mode == Mode::Normal {
            self.vi.mode = Mode::Visual;
            // The character under the cursor is selected too.
            match anchor < self.cursor {
                true => self.cursor = self.buffer.previous(self.cursor),
                false => self.selecting.anchor = Some(self.buffer.previous(anchor)),
            }
        }
    }

    pub(super) fn vi_is_inserting(&self) -> bool {
        self.keys == super::KeySet::Vi && self.vi.inserts()
    }

    /// Keeps the cursor on a character where letters are commands.
    pub(super) fn settle(&mut self) {
        if self.keys != super::KeySet::Vi || self.vi.inserts() {
            return;
        }
        if self.vi.is_visual() && self.selecting.anchor.is_none() {
            self.vi.mode = Mode::Normal;
        }
        let line = self.buffer.range(self.buffer.line_of(self.cursor));
        if self.cursor >= line.end && line.start < line.end {
            self.cursor = self.buffer.previous(line.end).max(line.start);
        }
    }

    fn vi_begin(&mut self, input: Input) {
        if self.vi.replaying {
            return;
        }
        if self.vi.has_no_pending() {
            self.vi.recording.clear();
            self.vi.unrepeatable = false;
            self.vi.began = self.buffer.version();
        }
        self.vi.recording.push(input);
    }

    fn vi_end(&mut self) {
        self.settle();
        let changed = self.buffer.version() != self.vi.began;
        if !self.vi.replaying && self.vi.has_no_pending() && changed && !self.vi.unrepeatable {
            self.vi.last_change = std::mem::take(&mut self.vi.recording);
        }
    }

    /// Records a paste as part of the current change.
    pub(super) fn vi_note_paste(&mut self, text: &str) {
        if self.vi_is_inserting() && !self.vi.replaying {
            self.vi.recording.push(Input::Pasted(text.to_owned()));
        }
    }

    /// Records an accepted completion item.
    pub(super) fn vi_note_accepted(&mut self, back: usize, label: &str) {
        if self.vi_is_inserting() && !self.vi.replaying {
            self.vi.recording.push(Input::Accepted(back, label.to_owned()));
        }
    }

    /// Replays the last change.
    fn vi_repeat(&mut self) {
        self.vi.clear();
        self.vi.unrepeatable = true;
        if self.vi.replaying {
            return;
        }
        let inputs = self.vi.last_change.clone();
        self.vi.replaying = true;
        for input in &inputs {
            match input {
                Input::Typed(typed) => drop(self.vi_typed(*typed)),
                Input::Action(action) => drop(self.vi_action(*action)),
                Input::Pasted(text) => self.put_in(text),
                Input::Accepted(back, text) => {
                    let start = self.buffer.snap(self.cursor.saturating_sub(*back));
                    self.change(start..self.cursor, text, start + text.len(), super::How::Step);
                }
            }
        }
        self.vi.replaying = false;
    }
}
