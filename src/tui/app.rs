//! The notebook's state and event handling. An event becomes an action, and an action changes the state;
//! [`super::draw`] draws it. Does not access the terminal: it queues an [`Effect`] instead.

use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};

use pprepl_notebook::pane::Pane;
use pprepl_notebook::{CellId, Operation};
use pprepl_text::theme::ColorDepth;

use super::action::Action;
use super::appearance::Appearance;
use super::cells::CellTable;
use super::diagnostics::Checks;
use super::dialog_host::DialogHost;
use super::editor::{EditAction, Editor, Reply};
use super::engine::Engine;
use super::file_watch::Disk;
use super::find::SearchState;
use super::key::Key;
use super::keyboard::{Keyboard, Pressed, contexts};
use super::keymap::Bound;
use super::mouse::Pointer;
use super::panes::Panes;
use super::preferences::Memory;
use super::status_line::StatusMessage;
use super::table::KeySet;
use super::trusting::TrustPolicy;
use super::viewport::Viewport;
use super::workspace::Workspace;

/// The edited object: a cell's text, or the list of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Keys edit the text.
    Edit,
    /// Keys move, delete and insert cells.
    Select,
}

/// An effect that only the terminal can perform.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Copy this to the clipboard.
    Copy(String),
    /// Open this cell in the user's external editor.
    External(CellId),
    /// Suspend to the shell until the user continues.
    Suspend,
    /// Redraw the screen.
    Redraw,
}

/// The state of the notebook application, in components that own their state.
pub struct App {
    /// The cells, their history and their file.
    pub book: Workspace,
    /// The connection to the evaluator.
    pub engine: Engine,
    /// The screen state of each cell.
    pub(super) cells: CellTable,
    pub(super) current: CellId,
    pub(super) mode: Mode,
    pub(super) panes: Panes,
    pub(super) keys: Keyboard,
    pub(super) dialogs: DialogHost,
    pub(super) appearance: Appearance,
    pub(super) status: StatusMessage,
    pub(super) search: SearchState,
    pub(super) view: Viewport,
    pub(super) pointer: Pointer,
    /// The state of the file on disk.
    pub(super) disk: Disk,
    pub(super) memory: Memory,
    pub(super) trust: TrustPolicy,
    pub(super) checks: Checks,
    pub wishes: Vec<Effect>,
    /// Whether to quit.
    pub should_quit: bool,
}

impl App {
    /// Returns the visible cells, in order.
    pub fn ids(&self) -> Vec<CellId> {
        self.book.cells().iter().map(|cell| cell.id).collect()
    }

    /// Returns the color depth of the terminal.
    pub fn depth(&self) -> ColorDepth {
        self.appearance.palette.depth
    }

    pub fn current(&self) -> CellId {
        self.current
    }

    /// Returns the cursor style while editing with vi keys; `None` otherwise.
    pub fn cursor_style(&self) -> Option<SetCursorStyle> {
        let vi = self.keys.map.set() == KeySet::Vi && self.mode == Mode::Edit && !self.dialogs.is_open();
        let editor = self.cells.known_editor(self.current);
        editor.filter(|_| vi).map(Editor::cursor_style)
    }

    /// Returns the mode: editing text, or selecting cells.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Handles a terminal event.
    pub fn terminal(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.pressed(&key),
            Event::Paste(text) => self.pasted(&text),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::FocusGained => self.disk.on_focus(),
            _ => {}
        }
        self.request_refresh();
    }

    fn pressed(&mut self, event: &KeyEvent) {
        let key = Key::of(event);
        self.disk.note_key();
        if self.dialogs.is_open() {
            return self.dialog_key(key);
        }
        self.view.follow = true;
        self.key(key);
        // Scrolling does not follow the cursor.
        let follow = self.view.follow;
        self.after_change();
        self.view.follow = follow;
    }

    fn key(&mut self, key: Key) {
        // While a cell runs, the key that cancels it has no other meaning.
        if self.engine.is_busy() && !self.keys.is_pending() && self.keys.map.is_key_of(key, Action::Stop) {
            return self.dispatch(Action::Stop);
        }
        let focus = self.panes.layout.focus();
        let typing = self.mode == Mode::Edit && focus.is_none();
        if !self.keys.is_pending() && typing && self.is_typed(key) {
            return self.typed(key);
        }
        match self.keys.press(key, &contexts(focus, self.mode)) {
            Pressed::Action(bound) => {
                self.status.clear();
                self.bound(&bound);
            }
            Pressed::Begun => {}
            Pressed::Nothing(keys) => match key.typed() {
                Some(_) if typing && keys.len() == 1 => self.typed(key),
                _ => self.unknown(&keys),
            },
        }
    }

    /// Returns whether the key inserts a character, whatever it is bound to.
    fn is_typed(&self, key: Key) -> bool {
        key.typed().is_some() && self.cells.known_editor(self.current).is_none_or(Editor::types)
    }

    fn unknown(&mut self, keys: &[Key]) {
        // Esc without an effect only clears the message: users press it repeatedly to be sure.
        if keys.iter().all(|key| key.code == KeyCode::Esc) {
            self.status.clear();
            return;
        }
        let text: Vec<String> = keys.iter().map(Key::to_string).collect();
        let palette = self.keys.text_of(Action::Palette);
        self.status.set("hint", format!("{} does nothing here ({palette}: all actions)", text.join(" ")));
    }

    fn typed(&mut self, key: Key) {
        let Some(typed) = key.typed() else { return };
        let reply = self.editor().typed(typed);
        self.replied(reply);
        if typed.is_alphanumeric() || matches!(typed, '$' | ':' | '_' | '.') || self.opens_key(typed) {
            self.ask_for_proposals(false);
        }
        self.ask_for_signature();
    }

    /// Returns whether a quote opens a hash key. A quote that closes a string requests no completion.
    fn opens_key(&mut self, typed: char) -> bool {
        let editor = self.editor();
        let before = editor.text().get(..editor.cursor()).unwrap_or("");
        matches!(typed, '\'' | '"') && before.strip_suffix(typed).is_some_and(|before| before.ends_with('['))
    }

    /// Runs the action of a table row.
    pub(super) fn bound(&mut self, bound: &Bound) {
        match bound {
            Bound::Notebook(action) => self.dispatch(*action),
            Bound::Text(EditAction::SearchNext) => self.go_to_hit(true),
            Bound::Text(EditAction::SearchPrevious) => self.go_to_hit(false),
            Bound::Text(action) => {
                if *action == EditAction::Copy {
                    self.show_copy_hint();
                }
                let reply = self.editor().apply(action);
                self.editor().hide_signature();
                self.replied(reply);
            }
        }
    }

    /// Shows that the key copies, when the user presses it to cancel a run.
    fn show_copy_hint(&mut self) {
        let key = self.keys.text_of(Action::Quit);
        match self.editor().selection() {
            Some(_) => self.status.set("info", "copied"),
            None => self.status.set("info", format!("copied the line ({key}: quit)")),
        }
    }

    fn replied(&mut self, reply: Reply) {
        match reply {
            Reply::Done => {}
            Reply::Above => self.leave_through(-1),
            Reply::Below => self.leave_through(1),
            Reply::Passed(action) => self.passed(action),
        }
    }

    /// Handles an action that the editor returns.
    fn passed(&mut self, action: EditAction) {
        match action {
            EditAction::Complete | EditAction::Tab => self.ask_for_proposals(true),
            EditAction::Search => self.dispatch(Action::Find),
            EditAction::SearchNext => self.go_to_hit_of_cell(true),
            EditAction::SearchPrevious => self.go_to_hit_of_cell(false),
            EditAction::Replace => self.dispatch(Action::Replace),
            EditAction::GoToLine => self.dispatch(Action::GoToLine),
            EditAction::CommandLine => self.dispatch(Action::CommandLine),
            EditAction::Escape => self.dispatch(Action::Leave),
            _ => {}
        }
    }

    /// Moves the cursor to the cell above or below, in the same column.
    fn leave_through(&mut self, by: isize) {
        let (before, column) = (self.current, self.editor().column());
        self.step(by);
        if self.current != before {
            self.editor().enter(by < 0, column);
        }
    }

    fn pasted(&mut self, text: &str) {
        if let Some(dialog) = &mut self.dialogs.open {
            return dialog.paste(text);
        }
        if self.mode == Mode::Select {
            self.mode = Mode::Edit;
        }
        self.editor().paste(text);
        self.after_change();
    }

    /// Finishes a change: stores the cell's text in the document and requests panes and marks for the cursor.
    pub(super) fn after_change(&mut self) {
        self.take_edits();
        self.view.follow = true;
        self.panes.refresh();
    }

    /// Stores the typed edits in the document.
    pub(super) fn take_edits(&mut self) {
        let id = self.current;
        let Some(editor) = self.cells.known_editor_mut(id) else { return };
        let (edits, clipboard) = (editor.take_edits(), editor.take_clipboard());
        self.wishes.extend(clipboard.map(Effect::Copy));
        if edits.is_empty() {
            return;
        }
        let all = edits.into_iter().map(|(range, text)| Operation::Edit { id, range, text }).collect();
        let result = self.book.typed(all);
        self.status.report(result);
        self.checks.put_off();
        self.book.schedule_journal();
    }

    /// Updates the state after a structural change: cells may be new, deleted or changed.
    pub(super) fn rearranged(&mut self) {
        self.cells.follow(&self.book);
        if let Some(first) = self.book.cells().first().filter(|_| self.book.cell(self.current).is_none()) {
            self.current = first.id;
        }
        self.arrange();
        self.view.follow = true;
        self.book.schedule_journal();
    }

    /// Sends the evaluator the current cells and their source.
    pub(super) fn arrange(&mut self) {
        // A canceled check returns no answer; other cells may be checked again.
        self.checks.forget();
        self.engine.arrange(self.cells.committed(&self.book));
    }

    /// Commits a cell's text as the source to run.
    pub(super) fn commit(&mut self, id: CellId) {
        if let Some(cell) = self.book.cell(id) {
            self.cells.commit(cell);
        }
    }

    /// Returns the maximum time to wait for the next event, which depends on a running cell's timer, the journal and
    /// pending colors.
    pub fn poll_timeout(&self) -> Option<Duration> {
        if self.engine.has_backlog() {
            return Some(Duration::ZERO);
        }
        let clock = self.cells.running().map(|_| Duration::from_millis(100));
        let editors = self.view.places.iter().filter_map(|(id, ..)| self.cells.known_editor(*id));
        let colours = editors.filter_map(Editor::pending).min();
        let journal = self.book.journal_due().map(|due| due.saturating_duration_since(Instant::now()));
        let checks = self.checks.due().map(|due| due.saturating_duration_since(Instant::now()));
        let disk = self.disk_due().map(|due| due.saturating_duration_since(Instant::now()));
        [clock, colours, journal, checks, disk].into_iter().flatten().min()
    }

    /// Does periodic work. Returns whether the screen has changed.
    pub fn tick(&mut self) -> bool {
        let mut is_new = self.cells.running().is_some() || self.check_file() || self.engine.has_backlog();
        if self.engine.has_backlog() {
            self.listen();
        }
        for (id, ..) in &self.view.places {
            let editor = self.cells.known_editor_mut(*id);
            is_new |= editor.as_ref().is_some_and(|editor| editor.pending().is_some());
            editor.into_iter().for_each(Editor::catch_up);
        }
        self.check_cells(false);
        if self.book.journal_due().is_some_and(|due| due <= Instant::now()) {
            self.book.tick();
            if let Some(warning) = self.book.take_warning() {
                self.status.set("warning", warning);
                is_new = true;
            }
        }
        is_new
    }

    /// Opens a pane, or focuses it if it is open.
    pub(super) fn open_pane(&mut self, pane: Pane) {
        self.panes.open(pane);
        self.remember();
        self.panes.refresh();
    }
}
