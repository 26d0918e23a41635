//! The editor of one cell: text, cursor, selection and undo tree, with key handling and drawing. It knows no session
//! and no worker: completion items, diagnostics and known names are passed in. Requests it cannot serve itself
//! (completion, search queries) are returned as a [`Reply`].
//!
//! The front end passes in actions (from [`ROWS`]), typed characters, pasted text and mouse events, takes the changes
//! with [`Editor::take_edits`] and the clipboard with [`Editor::take_clipboard`], and draws.

mod action;
mod buffer;
mod changing;
mod clipboard;
mod completion;
mod grapheme;
mod highlight;
mod history;
mod layout;
mod lines;
mod marks;
mod mouse;
mod moving;
mod popup;
mod prose;
mod read_only;
mod rows;
mod search;
mod searching;
mod selecting;
mod vi;
mod view;
mod words;

use std::ops::Range;
use std::time::Duration;

use ratatui::crossterm::cursor::SetCursorStyle;

pub use action::{EditAction, Motion, Reply};
pub use highlight::Kind;
pub use marks::Marks;
pub use read_only::ReadOnlyView;
pub use rows::ROWS;
pub use search::{Query, Search, find};

use buffer::Buffer;
use clipboard::KillRing;
use completion::Popups;
use highlight::Colours;
use history::{Change, History, How};
use marks::Recent;
use pprepl_session::edit::Edit;
use puppet_tree::Document;
use searching::Searching;
use selecting::Selecting;
use vi::Vi;
use view::View;

use super::table::KeySet;

pub struct Editor {
    kind: Kind,
    buffer: Buffer,
    colours: Colours,
    cursor: usize,
    selecting: Selecting,
    /// The target column of vertical movement.
    goal: Option<usize>,
    history: History,
    edits: Vec<(Range<usize>, String)>,
    recent: Recent,
    ring: KillRing,
    keys: KeySet,
    autoclose: bool,
    vi: Vi,
    view: View,
    searching: Searching,
    popups: Popups,
}

impl Editor {
    /// Returns an editor of this text, with the cursor at its start.
    pub fn new(text: impl Into<String>, kind: Kind) -> Editor {
        let buffer = Buffer::new(text);
        Editor {
            kind,
            colours: Colours::new(buffer.text(), kind),
            view: View::new(&buffer),
            buffer,
            cursor: 0,
            selecting: Selecting::default(),
            goal: None,
            history: History::default(),
            edits: Vec::new(),
            recent: Recent::default(),
            ring: KillRing::default(),
            keys: KeySet::Plain,
            autoclose: true,
            vi: Vi::default(),
            searching: Searching::default(),
            popups: Popups::default(),
        }
    }

    /// Takes over from another editor the state that outlives a cell: the kill ring, the search, vi's last change, and
    /// the compiled highlighting query.
    pub fn carry_from(&mut self, other: &mut Editor) {
        self.ring.carry_from(&mut other.ring);
        self.searching.carry_from(&mut other.searching);
        self.keys = other.keys;
        self.autoclose = other.autoclose;
        self.vi = std::mem::take(&mut other.vi).carried();
        other.rest();
        self.colours.share(&other.colours);
        (self.view.focused, other.view.focused) = (true, false);
    }

    /// Sets the keyboard focus. Only a focused editor highlights the cursor's line and bracket. [`Editor::carry_from`]
    /// sets it for both editors.
    pub fn set_focused(&mut self, focused: bool) {
        self.view.focused = focused;
    }

    /// Changes the key set; vi starts in normal mode.
    pub fn set_keys(&mut self, keys: KeySet) {
        self.keys = keys;
        self.vi = std::mem::take(&mut self.vi).carried();
        self.rest();
    }

    /// Clears the selection and popups, and ends the undo group.
    fn rest(&mut self) {
        self.selecting.clear();
        self.history.group(false);
        self.popups.close();
        self.settle();
    }

    /// Sets whether opening brackets and quotes insert their closing partners.
    pub fn set_autoclose(&mut self, on: bool) {
        self.autoclose = on;
    }

    /// Returns the content kind of the cell.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn text(&self) -> &str {
        self.buffer.text()
    }

    /// Returns the number of changes; marks refer to it as their version.
    pub fn version(&self) -> u64 {
        self.buffer.version()
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Returns the line and the column (in characters) of the cursor, one-based.
    pub fn position(&self) -> (usize, usize) {
        let line = self.buffer.line_of(self.cursor);
        let before = self.buffer.slice(self.buffer.start(line)..self.cursor);
        (line + 1, grapheme::graphemes(before).count() + 1)
    }

    /// Returns the document of code; `None` for Markdown.
    pub fn document(&self) -> Option<&Document> {
        self.colours.document()
    }

    /// Returns the time until [`Editor::catch_up`] has work, because colors are pending.
    pub fn pending(&self) -> Option<Duration> {
        self.colours.pending()
    }

    /// Continues work that a key did not wait for.
    pub fn catch_up(&mut self) {
        self.colours.catch_up();
    }

    /// Moves the cursor and clears the selection.
    pub fn set_cursor(&mut self, offset: usize) {
        self.selecting.clear();
        self.go(offset);
        self.settle();
    }

    /// Takes the changes since the last call: replaced bytes and replacement.
    pub fn take_edits(&mut self) -> Vec<(Range<usize>, String)> {
        std::mem::take(&mut self.edits)
    }

    /// Takes the text cut or copied since the last call.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.ring.take_copied()
    }

    /// Returns the name of vi's mode; empty with other keys.
    pub fn mode_name(&self) -> &'static str {
        if self.keys == KeySet::Vi { self.vi.mode_name() } else { "" }
    }

    /// Returns whether typed characters are inserted (not commands, as in vi's normal mode).
    pub fn types(&self) -> bool {
        self.keys != KeySet::Vi || self.vi.inserts()
    }

    /// Returns the cursor style.
    pub fn cursor_style(&self) -> SetCursorStyle {
        match (self.types(), self.vi.waits()) {
            (true, _) => SetCursorStyle::SteadyBar,
            (false, true) => SetCursorStyle::SteadyUnderScore,
            (false, false) => SetCursorStyle::SteadyBlock,
        }
    }

    /// Replaces the whole text as one undo step.
    pub fn set_text(&mut self, text: &str) {
        self.selecting.clear();
        let cursor = self.cursor.min(text.len());
        self.make(Edit::new(0..self.buffer.len(), text, cursor));
        self.settle();
    }

    pub fn typed(&mut self, typed: char) -> Reply {
        if self.keys == KeySet::Vi {
            return self.vi_typed(typed);
        }
        self.insert_typed(typed);
        Reply::Done
    }

    /// Inserts pasted text (bracketed paste) unchanged except for line ends.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.popups.list = None;
        self.vi_note_paste(&text);
        self.put_in(&text);
        self.settle();
    }

    /// Runs the action of a key.
    pub fn apply(&mut self, action: &EditAction) -> Reply {
        if let Some(reply) = self.popup_action(*action) {
            return reply;
        }
        if self.keys == KeySet::Vi { self.vi_action(*action) } else { self.act(*action) }
    }

    /// Runs an action with any key set.
    fn act(&mut self, action: EditAction) -> Reply {
        if !matches!(action, EditAction::Shrink | EditAction::Expand) {
            self.selecting.grown.clear();
        }
        self.ring.note(action);
        match action {
            EditAction::Move(motion) => return self.move_by(motion),
            EditAction::Select(motion) => self.select_by(motion),
            EditAction::SelectAll => self.select(0..self.buffer.len()),
            EditAction::SelectLine => self.select_line(),
            EditAction::SetMark => self.selecting.set_mark(self.cursor),
            EditAction::Expand => self.expand(),
            EditAction::Shrink => self.shrink(),
            EditAction::Newline => self.new_line(),
            EditAction::Tab => return self.tab(),
            EditAction::Escape => return self.escape(),
            EditAction::Undo | EditAction::Redo | EditAction::Earlier | EditAction::Later => self.travel(action),
            EditAction::BranchNext | EditAction::BranchPrevious => self.travel(action),
            EditAction::SearchNext => self.go_to_hit(true),
            EditAction::SearchPrevious => self.go_to_hit(false),
            EditAction::Complete
            | EditAction::Search
            | EditAction::Replace
            | EditAction::GoToLine
            | EditAction::CommandLine => {
                return Reply::Passed(action);
            }
            _ => self.change_by(action),
        }
        Reply::Done
    }

    /// Runs the actions that change the text.
    fn change_by(&mut self, action: EditAction) {
        match action {
            EditAction::DeleteBack => self.backspace(),
            EditAction::Delete => self.delete(),
            EditAction::DeleteWordBack => self.delete_word(Motion::WordLeft),
            EditAction::DeleteWord => self.delete_word(Motion::WordRight),
            EditAction::DeleteToLineEnd => self.kill_to_end(),
            EditAction::DeleteToLineStart => self.kill_to_start(),
            EditAction::DeleteLine => self.delete_line(),
            EditAction::Cut => self.cut(),
            EditAction::Copy => self.copy(),
            EditAction::Paste => self.paste_saved(),
            EditAction::PasteOlder => self.paste_older(),
            EditAction::Indent => self.shift(true),
            EditAction::Outdent => self.shift(false),
            EditAction::Comment => self.comment(),
            EditAction::Align => self.align(),
            EditAction::Format => self.format(),
            EditAction::LineUp => self.move_lines(true),
            EditAction::LineDown => self.move_lines(false),
            EditAction::Duplicate => self.duplicate(),
            EditAction::Transpose => self.transpose(),
            EditAction::Join => self.join_lines(),
            EditAction::UpperCase => self.change_case(true),
            EditAction::LowerCase => self.change_case(false),
            _ => {}
        }
    }

    fn escape(&mut self) -> Reply {
        let selected = self.selection().is_some() || self.selecting.marking;
        self.selecting.clear();
        // Popups close with it.
        self.popups.signature = None;
        self.searching.stop();
        match selected {
            true => Reply::Done,
            false => Reply::Passed(EditAction::Escape),
        }
    }

    /// Moves the cursor to the grapheme that contains `offset`.
    fn go(&mut self, offset: usize) {
        self.cursor = self.buffer.snap(offset);
        self.goal = None;
        self.history.close();
    }

    /// Applies `edit` as the smallest possible change, and moves the cursor as it says.
    fn make(&mut self, edit: Edit) {
        let range = self.buffer.clamped(edit.range);
        let old = self.buffer.slice(range.clone());
        let (before, behind) = shared(old, &edit.text);
        let new = edit.text.get(before..edit.text.len() - behind).unwrap_or("").to_owned();
        self.change(range.start + before..range.end - behind, &new, edit.cursor, How::Step);
    }

    /// Replaces `range` with `with`, moves the cursor to `cursor` and clears the selection.
    fn change(&mut self, range: Range<usize>, with: &str, cursor: usize, how: How) {
        let range = self.buffer.clamped(range);
        let removed = self.buffer.slice(range.clone()).to_owned();
        let before = self.cursor;
        if !(removed.is_empty() && with.is_empty()) {
            self.splice(range.clone(), with);
            let change = Change { at: range.start, removed, inserted: with.to_owned() };
            self.history.record(change, how, before, self.buffer.snap(cursor));
        }
        self.cursor = self.buffer.snap(cursor);
        self.selecting.clear();
        self.goal = None;
    }

    /// Changes the text and everything derived from it, but not the undo tree.
    fn splice(&mut self, range: Range<usize>, with: &str) {
        self.colours.edit(range.clone(), with);
        self.splice_text(range, with);
    }

    /// Changes the text; the colors follow later.
    fn splice_text(&mut self, range: Range<usize>, with: &str) {
        let touched = self.buffer.replace(range.clone(), with);
        self.view.layout.follow(&self.buffer, touched);
        self.recent.push(self.buffer.version(), range.clone(), with.len());
        self.edits.push((range, with.to_owned()));
        self.searching.forget();
    }

    fn travel(&mut self, action: EditAction) {
        let steps = match action {
            EditAction::Undo => self.history.undo(),
            EditAction::Redo => self.history.redo(),
            EditAction::Earlier => self.history.in_time(true),
            EditAction::Later => self.history.in_time(false),
            EditAction::BranchNext => self.history.branch(true),
            _ => self.history.branch(false),
        };
        let Some((changes, cursor)) = steps else { return };
        for change in changes {
            self.splice_text(change.range(), &change.inserted);
        }
        self.colours.follow(self.buffer.text());
        self.selecting.clear();
        self.popups.list = None;
        self.go(cursor);
    }
}

/// Returns the lengths of the common prefix and suffix, in bytes at character boundaries.
fn shared(old: &str, new: &str) -> (usize, usize) {
    let shorter = old.len().min(new.len());
    let mut before = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(before) || !new.is_char_boundary(before) {
        before -= 1;
    }
    let ends = old.bytes().rev().zip(new.bytes().rev());
    let mut behind = ends.take(shorter - before).take_while(|(a, b)| a == b).count();
    while !old.is_char_boundary(old.len() - behind) || !new.is_char_boundary(new.len() - behind) {
        behind -= 1;
    }
    (before, behind)
}
