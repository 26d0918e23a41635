//! The editor of one cell: text, cursor, selection and undo tree, with key handling and drawing. It knows no session
//! and no worker: completion items, diagnostics and known names are passed in. Requests it cannot serve itself
//! (completion, search queries) are returned as a [`Reply`].
//!
//! The front end passes in actions (from [`ROWS`]), typed characters, pasted text and mouse events, takes the changes
//! with [`Editor::take_edits`] and the clipboard with [`Editor::take_clipboard`], and draws.
//!
//! The parts, from the bottom: `buffer` holds the bytes, `text` adds rows, cursor, selection and undo with the editing
//! operations; `clipboard`, `searching`, `completion` and `view` work on `text`; `state` holds them and runs actions;
//! `vi` interprets keys as a language and drives `state`. [`Editor`] routes keys to either of them.

mod action;
mod buffer;
mod clipboard;
mod completion;
mod grapheme;
mod highlight;
mod history;
mod layout;
mod marks;
mod mouse;
mod popup;
mod prose;
mod read_only;
mod rows;
mod search;
mod searching;
mod selection;
mod state;
mod text;
mod text_undo;
mod vi;
mod view;
mod words;

use std::ops::Range;
use std::time::Duration;

use ratatui::buffer::Buffer as Screen;
use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::layout::{Position, Rect};

pub use action::{EditAction, Motion, Reply};
pub use completion::{CompletionList, ROWS as COMPLETION_ROWS};
pub use highlight::Kind;
pub use marks::Marks;
pub use read_only::ReadOnlyView;
pub use rows::ROWS;
pub use search::{Query, Search, find};
pub use text_undo::TextUndo;

use completion::ListReply;
use pprepl_session::complete::{Completion, Item, Signature};
use puppet_tree::Document;
use state::EditorState;
use vi::Vi;
use view::Pen;

use super::paint::Palette;
use super::table::KeySet;

pub struct Editor {
    state: EditorState,
    keys: KeySet,
    vi: Vi,
}

impl Editor {
    /// Returns an editor of this text, with the cursor at its start.
    pub fn new(text: impl Into<String>, kind: Kind) -> Editor {
        Editor { state: EditorState::new(text, kind), keys: KeySet::Plain, vi: Vi::default() }
    }

    /// Takes over from another editor the state that outlives a cell: the kill ring, the search, vi's last change, and
    /// the compiled highlighting query.
    pub fn carry_from(&mut self, other: &mut Editor) {
        let (own, others) = (&mut self.state, &mut other.state);
        own.ring.carry_from(&mut others.ring);
        own.searching.carry_from(&mut others.searching);
        own.text.autoclose = others.text.autoclose;
        own.text.share_colours(&others.text);
        (own.view.focused, others.view.focused) = (true, false);
        self.keys = other.keys;
        self.vi.leave_visual(&mut own.text);
        self.vi = other.rest();
    }

    /// Sets the keyboard focus. Only a focused editor highlights the cursor's line and bracket. [`Editor::carry_from`]
    /// sets it for both editors.
    pub fn set_focused(&mut self, focused: bool) {
        self.state.view.focused = focused;
    }

    /// Changes the key set; vi starts in normal mode.
    pub fn set_keys(&mut self, keys: KeySet) {
        self.keys = keys;
        self.vi = self.rest();
        self.settle();
    }

    /// Clears the selection and popups, and ends the undo group. Returns what vi carries along.
    fn rest(&mut self) -> Vi {
        let text = &mut self.state.text;
        self.vi.leave_visual(text);
        text.selection.clear();
        text.history.group(false);
        self.state.popups.close();
        let carried = std::mem::take(&mut self.vi).carried();
        self.settle();
        carried
    }

    /// Keeps the cursor where the key set allows it.
    fn settle(&mut self) {
        if self.keys == KeySet::Vi {
            self.vi.settle(&mut self.state.text);
        }
    }

    /// Makes a selection by the mouse one of the key set.
    fn settle_selection(&mut self) {
        if self.keys == KeySet::Vi {
            self.vi.adopt_selection(&mut self.state.text);
        }
        self.settle();
    }

    /// Sets whether opening brackets and quotes insert their closing partners.
    pub fn set_autoclose(&mut self, on: bool) {
        self.state.text.autoclose = on;
    }

    pub fn text(&self) -> &str {
        self.state.text.text()
    }

    /// Returns the number of changes; marks refer to it as their version.
    pub fn version(&self) -> u64 {
        self.state.text.buffer().version()
    }

    pub fn cursor(&self) -> usize {
        self.state.text.cursor
    }

    /// Returns the line and the column (in characters) of the cursor, one-based.
    pub fn position(&self) -> (usize, usize) {
        self.state.text.position()
    }

    /// Returns the selected range, if any.
    pub fn selection(&self) -> Option<Range<usize>> {
        self.state.text.selected()
    }

    /// Returns the document of code; `None` for Markdown.
    pub fn document(&self) -> Option<&Document> {
        self.state.text.document()
    }

    /// Returns the time until [`Editor::catch_up`] has work, because colors are pending.
    pub fn pending(&self) -> Option<Duration> {
        self.state.text.pending()
    }

    /// Continues work that a key did not wait for.
    pub fn catch_up(&mut self) {
        self.state.text.catch_up();
    }

    /// Takes the changes since the last call: replaced bytes and replacement.
    pub fn take_edits(&mut self) -> Vec<(Range<usize>, String)> {
        self.state.text.take_edits()
    }

    /// Takes the text cut or copied since the last call.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.state.ring.take_copied()
    }

    /// Returns the name of vi's mode; empty with other keys.
    pub fn mode_name(&self) -> &'static str {
        if self.keys == KeySet::Vi { self.vi.mode_name() } else { "" }
    }

    /// Returns whether a command of vi is incomplete: the next key belongs to it.
    pub fn waits(&self) -> bool {
        self.keys == KeySet::Vi && self.vi.waits()
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
}

/// Keys and changes.
impl Editor {
    /// Handles a typed character.
    pub fn typed(&mut self, typed: char) -> Reply {
        if self.keys == KeySet::Vi {
            return self.vi.typed(&mut self.state, typed);
        }
        self.state.insert_typed(typed);
        Reply::Done
    }

    /// Inserts pasted text (bracketed paste) unchanged except for line ends.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.state.popups.list = None;
        self.vi.note_paste(&text);
        self.state.put_in(&text);
        self.settle();
    }

    /// Runs the action of a key.
    pub fn apply(&mut self, action: &EditAction) -> Reply {
        match self.state.popups.action(*action) {
            ListReply::Moved => return Reply::Done,
            ListReply::Accept => {
                self.accept();
                return Reply::Done;
            }
            // In vi the same key leaves insert mode too.
            ListReply::Closed if !self.vi.inserts() => return Reply::Done,
            ListReply::Closed | ListReply::Passed => {}
        }
        match self.keys {
            KeySet::Vi => self.vi.action(&mut self.state, *action),
            KeySet::Plain | KeySet::Emacs => self.state.act(*action),
        }
    }

    /// Inserts the selected completion item, or the first one.
    fn accept(&mut self) {
        if let Some(accepted) = self.state.popups.accept(&mut self.state.text) {
            self.vi.note_accepted(accepted);
        }
    }

    /// Replaces the whole text as one undo step.
    pub fn set_text(&mut self, text: &str) {
        self.state.text.set_text(text);
        self.settle();
    }

    /// Moves the cursor and clears the selection.
    pub fn set_cursor(&mut self, offset: usize) {
        self.state.text.selection.clear();
        self.state.text.go(offset);
        self.settle();
    }

    /// Goes to the start of a line (one-based).
    pub fn go_to_line(&mut self, line: usize) {
        let buffer = self.state.text.buffer();
        let line = line.clamp(1, buffer.lines()) - 1;
        self.set_cursor(buffer.first_filled(line));
    }

    /// Moves the cursor to the first or last row, in the column of another cell's cursor.
    pub fn enter(&mut self, from_below: bool, column: usize) {
        let text = &mut self.state.text;
        text.selection.clear();
        let row = if from_below { text.layout.height().saturating_sub(1) } else { 0 };
        text.go_to_row(row, column);
        self.settle();
    }

    /// Returns the column of the cursor in its row, for [`Editor::enter`].
    pub fn column(&self) -> usize {
        self.state.text.column()
    }
}

/// Search.
impl Editor {
    /// Starts a search: [`Editor::search`] searches from this offset, even when the query changes.
    pub fn begin_search(&mut self) {
        self.state.searching.begin(&self.state.text);
    }

    /// Searches: the cursor goes to the first match after the start of the search.
    pub fn search(&mut self, query: Query) -> Result<bool, String> {
        let found = self.state.searching.search(&mut self.state.text, query)?;
        self.settle();
        Ok(found)
    }

    /// Cancels the search: the cursor returns to its start.
    pub fn give_up_search(&mut self) {
        self.state.searching.give_up(&mut self.state.text);
        self.settle();
    }

    /// Returns whether the matches of the search are visible.
    pub fn shows_hits(&self) -> bool {
        self.state.searching.display().is_some()
    }

    /// Selects a range of bytes, with the cursor at its start; with vi keys only moves the cursor.
    pub fn select(&mut self, range: Range<usize>) {
        self.set_cursor(range.start);
        if self.keys != KeySet::Vi {
            self.state.text.selection.anchor = Some(range.end);
        }
    }

    /// Returns the query.
    pub fn query(&self) -> Option<&Query> {
        self.state.searching.query()
    }

    /// Returns the one-based index of the match at the cursor (0: none), and the number of matches.
    pub fn hits(&mut self) -> (usize, usize) {
        self.state.searching.hits(&self.state.text)
    }

    /// Replaces the match at the cursor with `with` and goes to the next one, or only goes there. Returns whether it
    /// replaced anything.
    pub fn replace(&mut self, with: &str) -> bool {
        let replaced = self.state.searching.replace(&mut self.state.text, with);
        self.settle();
        replaced
    }

    /// Replaces every match with `with` as one step; returns the number of replacements.
    pub fn replace_all(&mut self, with: &str) -> usize {
        let count = self.state.searching.replace_all(&mut self.state.text, with);
        self.settle();
        count
    }
}

/// Completion.
impl Editor {
    /// Shows completion items for `version` of the text. Drops them if the text before them has changed, or the cursor
    /// has left. `asked` is true if the user requested them.
    pub fn show_completion(&mut self, completion: Completion, version: u64, asked: bool) {
        self.state.popups.show_list(&self.state.text, completion, version, asked);
    }

    /// Returns whether completion items are visible.
    pub fn has_completion(&self) -> bool {
        self.state.popups.list.is_some()
    }

    /// Returns the selected item.
    pub fn chosen(&self) -> Option<&Item> {
        self.state.popups.chosen()
    }

    /// Shows the signature of the call around the cursor, for `version` of the text and this offset, or hides it.
    pub fn show_signature(&mut self, signature: Option<Signature>, version: u64, offset: usize) {
        self.state.popups.show_signature(&self.state.text, signature, version, offset);
    }

    /// Hides the signature.
    pub fn hide_signature(&mut self) {
        self.state.popups.signature = None;
    }
}

/// Drawing.
impl Editor {
    /// Returns the number of rows of the text at this width, with soft wrap.
    pub fn height(&mut self, width: u16) -> usize {
        self.state.text.set_width(width);
        self.state.text.layout.height()
    }

    /// Returns the row and column of the cursor at the last used width.
    pub fn cursor_place(&self) -> (usize, usize) {
        self.state.text.place()
    }

    /// Draws the text, scrolled to the cursor. Returns the cursor's screen position.
    pub fn draw(&mut self, area: Rect, screen: &mut Screen, palette: &Palette, marks: &Marks) -> Option<Position> {
        let top = self.state.view.scrolled(&mut self.state.text, area);
        self.draw_at(area, top, screen, palette, marks)
    }

    /// Draws the text from row `top` on. Returns the cursor's screen position if it is visible.
    pub fn draw_at(
        &mut self,
        area: Rect,
        top: usize,
        screen: &mut Screen,
        palette: &Palette,
        marks: &Marks,
    ) -> Option<Position> {
        let EditorState { text, searching, view, .. } = &mut self.state;
        view.place(text, area, top);
        view.draw(text, marks, searching.display(), Pen { screen, palette })
    }

    /// Draws the popups for the cursor position that [`Editor::draw`] returned.
    pub fn draw_popup(&self, screen: Rect, cursor: Position, onto: &mut Screen, palette: &Palette) {
        self.state.popups.draw(&self.state.text, screen, cursor, onto, palette);
    }
}
