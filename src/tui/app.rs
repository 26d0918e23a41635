//! The notebook's state and event handling. An event becomes an action, and an action changes the state;
//! [`super::draw`] draws it. Does not access the terminal: it queues an [`Effect`] instead.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::SetCursorStyle;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind};
use ratatui::layout::{Position, Rect};
use rustc_hash::{FxHashMap, FxHashSet};

use pprepl_files::Reach;
use pprepl_notebook::kernel::{Finding, HeldCell};
use pprepl_notebook::pane::{CatalogQuery, Pane};
use pprepl_notebook::trust::Trust;
use pprepl_notebook::{Cell, CellId, CellKind, Operation};
use pprepl_session::RuleSet;
use pprepl_text::theme::ColorDepth;
use pprepl_text::visible;
use puppet_tree::Highlighter;

use super::action::Action;
use super::diagnostics::CheckState;
use super::dialog::Dialog;
use super::dialogs::Choice;
use super::editor::{EditAction, Editor, Reply};
use super::engine::{CachedPane, Engine};
use super::file_watch::Disk;
use super::find;
use super::key::Key;
use super::keymap::{Bound, Found, Keymap, Own};
use super::layout::Areas;
use super::paint::Palette;
use super::pane_layout::PaneLayout;
use super::preferences::Memory;
use super::state::{CellState, Status};
use super::table::{Context, KeySet};
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

/// A row of the cell list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Top {
    pub cell: CellId,
    /// The row in the cell, counting its output and the empty row below.
    pub row: usize,
}

/// The state of the notebook application.
pub struct App {
    /// The cells, their history and their file.
    pub book: Workspace,
    /// The connection to the evaluator.
    pub engine: Engine,
    pub(super) cells: FxHashMap<CellId, CellState>,
    pub(super) current: CellId,
    pub(super) mode: Mode,
    pub(super) docked: PaneLayout,
    pub(super) keymap: Keymap,
    /// The user's custom keys.
    pub(super) own_keys: Own,
    /// The keys of an incomplete chord.
    pub(super) pending: Vec<Key>,
    pub(super) dialog: Option<Dialog>,
    /// The values of the rows in the open list.
    pub(super) choices: Vec<Choice>,
    pub(super) palette: Palette,
    /// The selected theme by its stored name. The palette may differ for `auto` and for a screen without colors.
    pub(super) theme: String,
    /// The theme to restore after a preview.
    pub(super) theme_before: Option<Palette>,
    /// The status message: role and text.
    pub(super) message: Option<(&'static str, String)>,
    pub(super) finding: find::SearchState,
    /// The first visible row.
    pub(super) top: Top,
    /// Whether to scroll to the current cell.
    pub(super) follow: bool,
    pub(super) areas: Areas,
    /// Where cells were last drawn: the cell, the area of its text, its first visible row.
    pub(super) places: Vec<(CellId, Rect, usize)>,
    /// The diagnostics of relations between cells, by cell.
    pub(super) findings: FxHashMap<CellId, Vec<Finding>>,
    pub(super) colours: Highlighter,
    pub(super) memory: Memory,
    pub wishes: Vec<Effect>,
    /// Whether to quit.
    pub should_quit: bool,
    /// Whether the user confirmed losing unsaved changes.
    pub(super) discard_changes: bool,
    /// The source of each cell as of its last run.
    pub(super) committed: FxHashMap<CellId, Arc<str>>,
    /// The deadline for writing the journal to disk.
    pub(super) journal_due: Option<Instant>,
    pub(super) dragging: Option<CellId>,
    /// The most relevant pane for the cursor position in a cell.
    pub(super) suiting: Option<(CellId, Pane)>,
    /// The slot of the pane opened since the last frame.
    pub(super) opened: Option<usize>,
    /// The clickable items of the key bar.
    pub(super) buttons: Vec<(Rect, Bound)>,
    /// The time and position of the last click, and the number of consecutive clicks.
    pub(super) clicked: Option<(Instant, Position, u8)>,
    /// Whether to show the duration of each cell.
    pub(super) times: bool,
    /// The state of the file on disk.
    pub(super) disk: Disk,
    /// Whether the evaluator has more events than were processed.
    pub(super) more_to_hear: bool,
    /// The cell that started running last.
    pub(super) began: Option<CellId>,
    /// The notebooks that the user trusts.
    pub(super) trust: Trust,
    /// Whether no notebook runs automatically.
    pub(super) safe: bool,
    /// The directories that cells of a trusted notebook may read files from.
    pub(super) reach: Reach,
    /// Stale cells that run only on request, and why.
    pub(super) held: FxHashMap<CellId, HeldCell>,
    /// The numbers of failed, stale and waiting cells, and when they were counted.
    pub(super) counted: Option<(Instant, [usize; 3])>,
    /// Whether a cell ran since the panes were last requested.
    pub(super) ran: bool,
    /// Whether the notebook was saved in this process. Its results file, if any, is then updated after each run.
    pub(super) saved_here: bool,
    /// Whether to request the panes and marks at the cursor again.
    pub(super) asks: bool,
    /// The enabled rules of the checker.
    pub(super) rules: RuleSet,
    /// The state of the checks before runs.
    pub(super) checking: CheckState,
    /// The query of the catalog pane.
    pub(super) catalog: CatalogQuery,
    /// The filter at the start of the dialog.
    pub(super) filter_before: String,
    /// The cursor before the lines of a pane moved it.
    pub(super) origin: Option<(CellId, usize)>,
    /// The cursor when panes were last requested.
    pub(super) seen_at: Option<(CellId, usize)>,
    /// The last session data for each pane slot.
    pub(super) known: [Option<CachedPane>; 2],
}

impl App {
    /// Returns the visible cells, in order.
    pub fn ids(&self) -> Vec<CellId> {
        self.book.cells().iter().map(|cell| cell.id).collect()
    }

    /// Returns the color depth of the terminal.
    pub fn depth(&self) -> ColorDepth {
        self.palette.depth
    }

    pub fn current(&self) -> CellId {
        self.current
    }

    /// Returns the cursor style while editing with vi keys; `None` otherwise.
    pub fn cursor_style(&self) -> Option<SetCursorStyle> {
        let vi = self.keymap.set() == KeySet::Vi && self.mode == Mode::Edit && self.dialog.is_none();
        let editor = self.cells.get(&self.current).and_then(|cell| cell.editor.as_ref());
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
            Event::FocusGained => self.on_focus(),
            _ => {}
        }
        self.request_refresh();
    }

    fn pressed(&mut self, event: &KeyEvent) {
        let key = Key::of(event);
        self.note_key();
        if self.dialog.is_some() {
            return self.dialog_key(key);
        }
        self.follow = true;
        self.key(key);
        // Scrolling does not follow the cursor.
        let follow = self.follow;
        self.after_change();
        self.follow = follow;
    }

    /// Returns the active key contexts.
    pub(super) fn contexts(&self) -> [Context; 2] {
        let first = match (self.docked.focus(), self.mode) {
            (Some(_), _) => Context::Pane,
            (None, Mode::Edit) => Context::Edit,
            (None, Mode::Select) => Context::Cell,
        };
        [first, Context::Notebook]
    }

    fn key(&mut self, key: Key) {
        // While a cell runs, the key that cancels it has no other meaning.
        if self.engine.is_busy() && self.pending.is_empty() && self.keymap.is_key_of(key, Action::Stop) {
            return self.dispatch(Action::Stop);
        }
        let typing = self.mode == Mode::Edit && self.docked.focus().is_none();
        if self.pending.is_empty() && typing && self.is_typed(key) {
            return self.typed(key);
        }
        self.pending.push(key);
        let contexts = self.contexts();
        match self.keymap.find(&contexts, &self.pending) {
            Found::Action(bound) => {
                self.pending.clear();
                self.message = None;
                self.bound(&bound);
            }
            Found::Begun => {}
            Found::Nothing => {
                let keys = std::mem::take(&mut self.pending);
                match key.typed() {
                    Some(_) if typing && keys.len() == 1 => self.typed(key),
                    _ => self.unknown(&keys),
                }
            }
        }
    }

    /// Returns whether the key inserts a character, whatever it is bound to.
    fn is_typed(&self, key: Key) -> bool {
        let inserts =
            self.cells.get(&self.current).and_then(|cell| cell.editor.as_ref()).is_none_or(|editor| editor.types());
        inserts && key.typed().is_some()
    }

    fn unknown(&mut self, keys: &[Key]) {
        // Esc without an effect only clears the message: users press it repeatedly to be sure.
        if keys.iter().all(|key| key.code == KeyCode::Esc) {
            self.message = None;
            return;
        }
        let text: Vec<String> = keys.iter().map(Key::to_string).collect();
        let palette = self.keymap.key_of(Action::Palette).map(ToString::to_string).unwrap_or_default();
        self.message = Some(("hint", format!("{} does nothing here ({palette}: all actions)", text.join(" "))));
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
        let key = self.keymap.key_of(Action::Quit).map(ToString::to_string).unwrap_or_default();
        match self.editor().selection() {
            Some(_) => self.set_status("info", "copied"),
            None => self.set_status("info", format!("copied the line ({key}: quit)")),
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
        if let Some(dialog) = &mut self.dialog {
            return dialog.paste(text);
        }
        if self.mode == Mode::Select {
            self.mode = Mode::Edit;
        }
        self.editor().paste(text);
        self.after_change();
    }

    /// Sets the status message.
    pub(super) fn set_status(&mut self, role: &'static str, text: impl Into<String>) {
        self.message = Some((role, visible(&text.into()).into_owned()));
    }

    /// Finishes a change: stores the cell's text in the document and requests panes and marks for the cursor.
    pub(super) fn after_change(&mut self) {
        self.take_edits();
        self.follow = true;
        self.refresh();
    }

    /// Stores the typed edits in the document.
    pub(super) fn take_edits(&mut self) {
        let id = self.current;
        let Some(editor) = self.cells.get_mut(&id).and_then(|cell| cell.editor.as_mut()) else { return };
        let (edits, clipboard) = (editor.take_edits(), editor.take_clipboard());
        self.wishes.extend(clipboard.map(Effect::Copy));
        if edits.is_empty() {
            return;
        }
        let all = edits.into_iter().map(|(range, text)| Operation::Edit { id, range, text }).collect();
        let result = self.book.typed(all);
        self.changed(result);
        self.put_checks_off();
        if self.journal_due.is_none() {
            self.journal_due = Some(Instant::now() + JOURNAL_DELAY);
        }
    }

    /// Reports a rejected operation.
    pub(super) fn changed(&mut self, result: Result<(), String>) {
        if let Err(message) = result {
            self.set_status("error", message);
        }
    }

    /// Updates the state after a structural change: cells may be new, deleted or changed.
    pub(super) fn rearranged(&mut self) {
        let ids: FxHashSet<CellId> = self.book.cells().iter().map(|cell| cell.id).collect();
        self.cells.retain(|id, _| ids.contains(id));
        self.committed.retain(|id, _| ids.contains(id));
        if let Some(first) = self.book.cells().first().filter(|_| !ids.contains(&self.current)) {
            self.current = first.id;
        }
        for cell in self.book.cells() {
            let Some(state) = self.cells.get_mut(&cell.id) else { continue };
            if let Some(editor) = state.editor.as_mut().filter(|editor| editor.text() != cell.text) {
                editor.set_text(&cell.text);
                editor.take_edits();
            }
            if state.still.as_ref().is_some_and(|still| still.text() != cell.text) {
                state.still = None;
            }
        }
        self.commit_all();
        self.arrange();
        self.follow = true;
        self.journal_due.get_or_insert(Instant::now() + JOURNAL_DELAY);
    }

    /// Sends the evaluator the current cells and their source.
    pub(super) fn arrange(&mut self) {
        let cells = self.committed_cells();
        self.engine.arrange(cells);
    }

    /// Sends the cells and runs one of them.
    pub(super) fn arrange_and_run(&mut self, id: CellId) {
        let cells = self.committed_cells();
        self.engine.arrange_and_run(cells, id);
    }

    fn committed_cells(&mut self) -> Vec<(CellId, Arc<str>)> {
        // A canceled check returns no answer; other cells may be checked again.
        self.forget_checks();
        let code = self.book.cells().iter().filter(|cell| cell.kind == CellKind::Code);
        let cells = code.map(|cell| (cell.id, self.committed.entry(cell.id).or_insert_with(|| Arc::from("")).clone()));
        cells.collect()
    }

    /// Commits a cell's text as the source to run.
    pub(super) fn commit(&mut self, id: CellId) {
        if let Some(cell) = self.book.cell(id) {
            commit(&mut self.committed, cell);
        }
    }

    /// Commits the text of every cell as the source to run.
    pub(super) fn commit_all(&mut self) {
        self.book.cells().iter().for_each(|cell| commit(&mut self.committed, cell));
    }

    /// Returns whether the cell was edited since it ran.
    pub(super) fn is_edited(&self, id: CellId) -> bool {
        let text = self.book.cell(id).map(|cell| &*cell.text);
        self.committed.get(&id).is_some_and(|known| Some(&**known) != text)
    }

    /// Returns the running cell and its start time.
    pub(super) fn running(&self) -> Option<(CellId, Instant)> {
        let id = self.began?;
        match self.cells.get(&id)?.status {
            Status::Running(since) => Some((id, since)),
            _ => None,
        }
    }

    /// Returns the maximum time to wait for the next event, which depends on a running cell's timer, the journal and
    /// pending colors.
    pub fn poll_timeout(&self) -> Option<Duration> {
        if self.more_to_hear {
            return Some(Duration::ZERO);
        }
        let clock = self.running().map(|_| Duration::from_millis(100));
        let editors = self.places.iter().filter_map(|(id, ..)| self.cells.get(id)?.editor.as_ref());
        let colours = editors.filter_map(Editor::pending).min();
        let journal = self.journal_due.map(|due| due.saturating_duration_since(Instant::now()));
        let checks = self.checks_due().map(|due| due.saturating_duration_since(Instant::now()));
        let disk = self.disk_due().map(|due| due.saturating_duration_since(Instant::now()));
        [clock, colours, journal, checks, disk].into_iter().flatten().min()
    }

    /// Does periodic work. Returns whether the screen has changed.
    pub fn tick(&mut self) -> bool {
        let mut is_new = self.running().is_some() || self.check_file() || self.more_to_hear;
        if self.more_to_hear {
            self.listen();
        }
        for (id, ..) in &self.places {
            let editor = self.cells.get_mut(id).and_then(|cell| cell.editor.as_mut());
            is_new |= editor.as_ref().is_some_and(|editor| editor.pending().is_some());
            editor.into_iter().for_each(Editor::catch_up);
        }
        self.check_cells(false);
        if self.journal_due.is_some_and(|due| due <= Instant::now()) {
            self.journal_due = None;
            self.book.tick();
            if let Some(warning) = self.book.take_warning() {
                self.set_status("warning", warning);
                is_new = true;
            }
        }
        is_new
    }

    /// Opens a pane, or focuses it if it is open.
    pub(super) fn open_pane(&mut self, pane: Pane) {
        self.docked.open(pane);
        self.opened = self.docked.places().iter().position(|place| place.pane == Some(pane));
        self.remember();
        self.refresh();
    }
}

fn commit(committed: &mut FxHashMap<CellId, Arc<str>>, cell: &Cell) {
    if cell.kind == CellKind::Code && committed.get(&cell.id).is_none_or(|known| **known != *cell.text) {
        committed.insert(cell.id, Arc::from(&*cell.text));
    }
}

/// Maximum delay before typed text is written to the journal file.
const JOURNAL_DELAY: Duration = Duration::from_millis(300);
