//! The text of one cell while it is edited: a text, a cursor, a selection and an undo tree; what keys do to them; how they
//! look. It knows no session and no worker: proposals, findings and the names that the session knows are handed in, and
//! what it cannot do itself (ask for proposals, ask what to look for) it hands back as a [`Reply`].
//!
//! The front end hands in actions (from [`ROWS`]), typed characters, pasted text and the mouse; takes the changes with
//! [`Editor::take_edits`] and the clipboard with [`Editor::take_clipboard`]; and draws.

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
use ratatui::layout::Rect;

pub use action::{EditAction, Motion, Reply};
pub use highlight::Kind;
pub use marks::Marks;
pub use read_only::ReadOnlyView;
pub use rows::ROWS;
pub use search::{Query, Search, find};

use buffer::Buffer;
use clipboard::KillRing;
use completion::Popup;
use highlight::Colours;
use history::{Change, History, How};
use layout::Layout;
use marks::Recent;
use pprepl_session::edit::Edit;
use puppet_tree::Document;
use searching::Searching;
use vi::Vi;

use super::table::KeySet;

/// A cell's text being edited.
pub struct Editor {
    kind: Kind,
    buffer: Buffer,
    colours: Colours,
    cursor: usize,
    /// Where the selection started.
    anchor: Option<usize>,
    /// Does every movement select (Emacs' mark)?
    marking: bool,
    /// The column that rows above and below are gone to.
    goal: Option<usize>,
    /// What was selected before it grew.
    grown: Vec<(Option<usize>, usize)>,
    history: History,
    edits: Vec<(Range<usize>, String)>,
    recent: Recent,
    ring: KillRing,
    clipboard: Option<String>,
    keys: KeySet,
    autoclose: bool,
    vi: Vi,
    layout: Layout,
    top: usize,
    area: Rect,
    /// Is it where keys go? Only then the cursor's line and bracket are marked.
    focused: bool,
    searching: Searching,
    popup: Option<Popup>,
    signature: Option<pprepl_session::complete::Signature>,
}

impl Editor {
    /// An editor of this text, the cursor at its start.
    pub fn new(text: impl Into<String>, kind: Kind) -> Editor {
        let buffer = Buffer::new(text);
        Editor {
            kind,
            colours: Colours::new(buffer.text(), kind),
            layout: Layout::new(&buffer, 80),
            buffer,
            cursor: 0,
            anchor: None,
            marking: false,
            goal: None,
            grown: Vec::new(),
            history: History::default(),
            edits: Vec::new(),
            recent: Recent::default(),
            ring: KillRing::default(),
            clipboard: None,
            keys: KeySet::Plain,
            autoclose: true,
            vi: Vi::default(),
            top: 0,
            area: Rect::new(0, 0, 80, 24),
            focused: true,
            searching: Searching::default(),
            popup: None,
            signature: None,
        }
    }

    /// Takes over what outlives a cell from the editor of another: what was cut, what is looked for, vi's last change, and
    /// the compiled query of the colors.
    pub fn carry_from(&mut self, other: &mut Editor) {
        self.ring = std::mem::take(&mut other.ring);
        self.searching.carry_from(&mut other.searching);
        self.keys = other.keys;
        self.autoclose = other.autoclose;
        self.vi = std::mem::take(&mut other.vi).carried();
        other.rest();
        self.colours.share(&other.colours);
        (self.focused, other.focused) = (true, false);
    }

    /// Do keys go here? Only then the line and the bracket of the cursor are marked. [`Editor::carry_from`] tells both.
    pub fn set_focused(&mut self, focused: bool) {
        self.focused = focused;
    }

    /// Takes another set of keys; vi starts in its normal mode.
    pub fn set_keys(&mut self, keys: KeySet) {
        self.keys = keys;
        self.vi = std::mem::take(&mut self.vi).carried();
        self.rest();
    }

    /// Nothing is selected, proposed or in progress.
    fn rest(&mut self) {
        self.drop_selection();
        self.history.group(false);
        self.popup = None;
        self.signature = None;
        self.settle();
    }

    /// Do brackets and quotes bring their partners along?
    pub fn set_autoclose(&mut self, on: bool) {
        self.autoclose = on;
    }

    /// What the cell holds.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    pub fn text(&self) -> &str {
        self.buffer.text()
    }

    /// How many changes there were; marks say which version they are for.
    pub fn version(&self) -> u64 {
        self.buffer.version()
    }

    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The line and the column (in characters) of the cursor, from 1.
    pub fn position(&self) -> (usize, usize) {
        let line = self.buffer.line_of(self.cursor);
        let before = self.buffer.slice(self.buffer.start(line)..self.cursor);
        (line + 1, grapheme::graphemes(before).count() + 1)
    }

    /// The tree of the text; prose has none.
    pub fn document(&self) -> Option<&Document> {
        self.colours.document()
    }

    /// In what time [`Editor::catch_up`] has something to do, because colors are still to come.
    pub fn pending(&self) -> Option<Duration> {
        self.colours.pending()
    }

    /// Goes on with what a key did not wait for.
    pub fn catch_up(&mut self) {
        self.colours.catch_up();
    }

    /// Puts the cursor somewhere; nothing is selected then.
    pub fn set_cursor(&mut self, offset: usize) {
        self.drop_selection();
        self.go(offset);
        self.settle();
    }

    /// The changes since this was last asked: what each put in place of which bytes.
    pub fn take_edits(&mut self) -> Vec<(Range<usize>, String)> {
        std::mem::take(&mut self.edits)
    }

    /// What was cut or copied since this was last asked.
    pub fn take_clipboard(&mut self) -> Option<String> {
        self.clipboard.take()
    }

    /// The name of vi's mode; nothing with other keys.
    pub fn mode_name(&self) -> &'static str {
        if self.keys == KeySet::Vi { self.vi.mode_name() } else { "" }
    }

    /// Do typed characters come into the text (and not do something, as in vi's normal mode)?
    pub fn types(&self) -> bool {
        self.keys != KeySet::Vi || self.vi.inserts()
    }

    /// How the cursor is to look.
    pub fn cursor_style(&self) -> SetCursorStyle {
        match (self.types(), self.vi.waits()) {
            (true, _) => SetCursorStyle::SteadyBar,
            (false, true) => SetCursorStyle::SteadyUnderScore,
            (false, false) => SetCursorStyle::SteadyBlock,
        }
    }

    /// Makes the whole text another one, as one step that can be undone.
    pub fn set_text(&mut self, text: &str) {
        self.drop_selection();
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

    /// Pasted text (bracketed paste): it comes in as it is, with plain line ends.
    pub fn paste(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        self.popup = None;
        self.vi_note_paste(&text);
        self.put_in(&text);
        self.settle();
    }

    /// Does what a key asks for.
    pub fn apply(&mut self, action: &EditAction) -> Reply {
        if let Some(reply) = self.popup_action(*action) {
            return reply;
        }
        if self.keys == KeySet::Vi { self.vi_action(*action) } else { self.act(*action) }
    }

    /// Does it, whatever set of keys there is.
    fn act(&mut self, action: EditAction) -> Reply {
        if !matches!(action, EditAction::Shrink | EditAction::Expand) {
            self.grown.clear();
        }
        self.ring.note(action);
        match action {
            EditAction::Move(motion) => return self.move_by(motion),
            EditAction::Select(motion) => self.select_by(motion),
            EditAction::SelectAll => self.select(0..self.buffer.len()),
            EditAction::SelectLine => self.select_line(),
            EditAction::SetMark => self.set_mark(),
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

    /// What the actions do that change the text.
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
        let selected = self.selection().is_some() || self.marking;
        self.drop_selection();
        // What is only shown goes with it.
        self.signature = None;
        self.searching.stop();
        match selected {
            true => Reply::Done,
            false => Reply::Passed(EditAction::Escape),
        }
    }

    /// Puts the cursor at the grapheme that holds `offset`.
    fn go(&mut self, offset: usize) {
        self.cursor = self.buffer.snap(offset);
        self.goal = None;
        self.history.close();
    }

    /// Puts the text of `edit` in, as small as it can be, and the cursor where it says.
    fn make(&mut self, edit: Edit) {
        let range = self.buffer.clamped(edit.range);
        let old = self.buffer.slice(range.clone());
        let (before, behind) = shared(old, &edit.text);
        let new = edit.text.get(before..edit.text.len() - behind).unwrap_or("").to_owned();
        self.change(range.start + before..range.end - behind, &new, edit.cursor, How::Step);
    }

    /// Puts `with` in place of `range`, and the cursor at `cursor`; nothing is selected then.
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
        self.drop_selection();
        self.goal = None;
    }

    /// Changes the text and all that follows it, but not the undo.
    fn splice(&mut self, range: Range<usize>, with: &str) {
        self.colours.edit(range.clone(), with);
        self.splice_text(range, with);
    }

    /// Changes the text; its colors are to follow.
    fn splice_text(&mut self, range: Range<usize>, with: &str) {
        let touched = self.buffer.replace(range.clone(), with);
        self.layout.follow(&self.buffer, touched);
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
        self.drop_selection();
        self.popup = None;
        self.go(cursor);
    }
}

/// How many bytes two texts have in common at their starts and ends, in whole characters.
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
