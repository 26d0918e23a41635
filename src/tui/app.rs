//! The notebook application: routes events to its components and runs the commands that they return. [`super::draw`]
//! draws it. Does not access the terminal: it queues an [`Effect`] instead.

use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};

use pprepl_notebook::CellId;
use pprepl_text::theme::{ColorDepth, Role};

use super::action::Action;
use super::appearance::Appearance;
use super::command::{Command, Effect};
use super::dialog_host::DialogHost;
use super::editor::Editor;
use super::files::FileControl;
use super::find::Finder;
use super::key::Key;
use super::keyboard::{Keyboard, Pressed, contexts};
use super::keymap::Bound;
use super::lesson::Learning;
use super::mode::Mode;
use super::notebook_view::NotebookView;
use super::panes::Panes;
use super::pointer::Pointer;
use super::preferences::Memory;
use super::runner::Runner;
use super::status_line::StatusMessage;
use super::table::KeySet;
use super::workspace::Workspace;

/// The notebook application: its components, each with its own state.
pub struct App {
    pub(super) notebook: NotebookView,
    pub(super) runner: Runner,
    pub(super) panes: Panes,
    pub(super) dialogs: DialogHost,
    /// The open lesson, if any.
    pub learning: Learning,
    pub(super) finder: Finder,
    pub(super) files: FileControl,
    pub(super) keys: Keyboard,
    pub(super) pointer: Pointer,
    pub(super) appearance: Appearance,
    pub(super) status: StatusMessage,
    pub(super) memory: Memory,
    /// The effects for the terminal.
    pub wishes: Vec<Effect>,
    /// Whether to quit.
    pub should_quit: bool,
}

impl App {
    /// Returns the cells, their history and their file.
    pub fn workspace(&self) -> &Workspace {
        &self.notebook.book
    }

    /// Returns the color depth of the terminal.
    pub fn depth(&self) -> ColorDepth {
        self.appearance.palette.depth
    }

    /// Returns the current cell.
    pub fn current(&self) -> CellId {
        self.notebook.current()
    }

    /// Returns the cursor style while editing with vi keys; `None` otherwise.
    pub fn cursor_style(&self) -> Option<SetCursorStyle> {
        let vi = self.keys.map.set() == KeySet::Vi && self.notebook.mode() == Mode::Edit && !self.dialogs.is_open();
        let editor = self.notebook.cells.known_editor(self.notebook.current());
        editor.filter(|_| vi).map(Editor::cursor_style)
    }

    /// Sends the queued queries to the evaluator.
    pub fn flush_queries(&mut self) {
        self.runner.engine.flush_queries();
    }

    /// Cancels the current run.
    pub fn interrupt(&mut self) {
        self.runner.engine.cancel();
    }

    // Events

    /// Handles a terminal event.
    pub fn terminal(&mut self, event: Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.pressed(&key),
            Event::Paste(text) => self.pasted(&text),
            Event::Mouse(mouse) => self.mouse(mouse),
            Event::FocusGained => self.files.disk.on_focus(),
            _ => {}
        }
        self.request_refresh();
    }

    fn pressed(&mut self, event: &KeyEvent) {
        let key = Key::of(event);
        self.files.disk.note_key();
        if self.dialogs.is_open() {
            let command = self.dialogs.key(key);
            return self.run_all(command);
        }
        self.notebook.viewport.follow = true;
        self.key(key);
        // Scrolling does not follow the cursor.
        let follow = self.notebook.viewport.follow;
        self.finish_change();
        self.notebook.viewport.follow = follow;
    }

    fn key(&mut self, key: Key) {
        // While a cell runs, the key that cancels it has no other meaning.
        let is_busy = self.runner.engine.is_busy() || self.learning.is_checking();
        if is_busy && !self.keys.is_pending() && self.keys.map.is_key_of(key, Action::Stop) {
            return self.dispatch(Action::Stop);
        }
        let focus = self.panes.layout.focus();
        let typing = self.notebook.mode() == Mode::Edit && focus.is_none();
        if !self.keys.is_pending() && typing && key.typed().is_some() && self.notebook.inserts_typed() {
            return self.typed(key);
        }
        match self.keys.press(key, &contexts(focus, self.notebook.mode())) {
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

    fn unknown(&mut self, keys: &[Key]) {
        // Esc without an effect only clears the message: users press it repeatedly to be sure.
        if keys.iter().all(|key| key.code == KeyCode::Esc) {
            self.status.clear();
            return;
        }
        let text: Vec<String> = keys.iter().map(Key::to_string).collect();
        let palette = self.keys.text_of(Action::Palette);
        self.status.set(Role::Hint, format!("{} does nothing here ({palette}: all actions)", text.join(" ")));
    }

    fn typed(&mut self, key: Key) {
        if let Some(typed) = key.typed() {
            self.notebook.typed(typed);
            self.run_notebook_commands();
        }
    }

    fn pasted(&mut self, text: &str) {
        if self.dialogs.is_open() {
            return self.dialogs.paste(text);
        }
        self.notebook.paste(text);
        self.run_notebook_commands();
    }

    /// Runs the action of a table row.
    pub(super) fn bound(&mut self, bound: &Bound) {
        match bound {
            Bound::Notebook(action) => self.dispatch(*action),
            Bound::Text(action) => {
                self.notebook.edit(action, &self.keys);
                self.run_notebook_commands();
            }
        }
    }

    /// Finishes a change of the current cell.
    pub(super) fn finish_change(&mut self) {
        self.notebook.finish_change();
        self.run_notebook_commands();
    }

    /// Takes over the text when the external editor has ended.
    pub fn edited_elsewhere(&mut self, id: CellId, edited: Result<Option<String>, String>) {
        match edited {
            Err(message) => self.status.set(Role::Error, message),
            Ok(None) => self.status.set(Role::Hint, "the editor returned no text; cell unchanged"),
            Ok(Some(text)) => self.notebook.set_text(id, text),
        }
        self.run_notebook_commands();
        self.panes.refresh();
        self.request_refresh();
    }

    // Commands

    /// Runs commands in order, each with those that follow from it.
    pub(super) fn run_all(&mut self, commands: impl IntoIterator<Item = Command>) {
        for command in commands {
            self.run(command);
        }
    }

    /// Runs the commands of the notebook view, in order.
    pub(super) fn run_notebook_commands(&mut self) {
        let commands = self.notebook.take_commands();
        self.run_all(commands);
    }

    // Time

    /// Returns the maximum time to wait for the next event, which depends on a running cell's timer, the journal and
    /// pending colors.
    pub fn poll_timeout(&self) -> Option<Duration> {
        if self.runner.engine.has_backlog() {
            return Some(Duration::ZERO);
        }
        let notebook = &self.notebook;
        let clock = notebook.cells.running().map(|_| Duration::from_millis(100));
        let editors = notebook.viewport.places.iter().filter_map(|(id, ..)| notebook.cells.known_editor(*id));
        let colours = editors.filter_map(Editor::pending).min();
        let due =
            [notebook.book.journal_due(), self.runner.checks.due(), self.files.due(notebook), self.learning.save_due()];
        let due = due.into_iter().flatten().min().map(|due| due.saturating_duration_since(Instant::now()));
        [clock, colours, due].into_iter().flatten().min()
    }

    /// Does periodic work. Returns whether the screen has changed.
    pub fn tick(&mut self) -> bool {
        let mut is_new =
            self.notebook.cells.running().is_some() || self.check_file() || self.runner.engine.has_backlog();
        if self.runner.engine.has_backlog() {
            self.listen();
        }
        is_new |= self.notebook.catch_up();
        self.runner.check_cells(&self.notebook, false);
        let unsaved = self.learning.save(&mut self.notebook, false);
        is_new |= unsaved.is_some();
        self.run_all(unsaved);
        if let Some(warning) = self.notebook.write_journal() {
            self.status.set(Role::Warning, warning);
            is_new = true;
        }
        is_new
    }

    /// Checks the file if a check is due. Returns whether the screen has changed.
    fn check_file(&mut self) -> bool {
        let is_busy = self.dialogs.is_open() || self.keys.is_pending();
        let (is_new, command) = self.files.check(&self.notebook, is_busy);
        self.run_all(command);
        is_new
    }
}
