//! The notebook on the screen: its cells, the current one, the mode and the visible part. Moving and editing are
//! here; [`super::cell_actions`] changes cells. What concerns other components is returned as commands.

use std::sync::Arc;
use std::time::Instant;

use pprepl_lessons::LessonCells;
use pprepl_notebook::{Cell, CellId, CellKind, Operation};
use pprepl_text::theme::Role;

use super::action::Action;
use super::cells::CellTable;
use super::command::{Command, Effect, RunCommand, SearchCommand};
use super::editor::{EditAction, Editor, Reply};
use super::engine::CursorTarget;
use super::keyboard::Keyboard;
use super::mode::Mode;
use super::table::KeySet;
use super::viewport::{Top, Viewport};
use super::workspace::{Workspace, WorkspaceError};

/// The notebook with its cells on the screen.
pub struct NotebookView {
    /// The cells, their history and their file.
    pub book: Workspace,
    /// The screen state of each cell.
    pub cells: CellTable,
    pub viewport: Viewport,
    /// The cells of the open lesson.
    pub lesson_cells: LessonCells,
    pub(super) current: CellId,
    mode: Mode,
    /// The key set of the editors.
    key_set: KeySet,
    /// The commands since the last [`NotebookView::take_commands`].
    commands: Vec<Command>,
}

impl NotebookView {
    /// Returns the view of a notebook with its first cell as the current one.
    pub fn new(book: Workspace, key_set: KeySet) -> NotebookView {
        let first = book.cells().first().map_or(CellId(0), |cell| cell.id);
        NotebookView {
            book,
            cells: CellTable::default(),
            viewport: Viewport::new(first),
            lesson_cells: LessonCells::default(),
            current: first,
            mode: Mode::Edit,
            key_set,
            commands: Vec::new(),
        }
    }

    /// Takes the commands to other components, in order.
    pub fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    pub(super) fn push(&mut self, command: Command) {
        self.commands.push(command);
    }

    pub(super) fn show_status(&mut self, role: Role, text: impl Into<String>) {
        self.push(Command::status(role, text));
    }

    /// Shows the error of a failed operation.
    pub(super) fn report(&mut self, result: Result<(), WorkspaceError>) {
        if let Err(error) = result {
            self.show_status(Role::Error, error.to_string());
        }
    }

    // State

    pub fn current(&self) -> CellId {
        self.current
    }

    pub fn mode(&self) -> Mode {
        self.mode
    }

    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Returns the cells in order.
    pub fn ids(&self) -> Vec<CellId> {
        self.book.cells().iter().map(|cell| cell.id).collect()
    }

    pub fn current_cell(&self) -> Option<&Cell> {
        self.book.cell(self.current)
    }

    /// Returns the editor of the current cell.
    pub fn editor(&mut self) -> &mut Editor {
        self.cells.editor(self.current, self.book.cell(self.current), self.key_set)
    }

    /// Changes the key set of every editor.
    pub fn set_keys(&mut self, keys: KeySet) {
        self.key_set = keys;
        self.cells.set_keys(keys);
    }

    /// Returns the cursor of the cell that is being typed.
    pub fn typed_at(&self) -> Option<(CellId, usize)> {
        let editor = self.cells.known_editor(self.current).filter(|_| self.mode == Mode::Edit)?;
        Some((self.current, editor.cursor()))
    }

    /// Returns the code cell under the cursor as a query target; `None` for prose.
    pub fn target(&mut self) -> Option<CursorTarget> {
        self.current_cell().filter(|cell| cell.kind == CellKind::Code)?;
        let editor = self.editor();
        let (text, offset) = (Arc::from(editor.text()), editor.cursor());
        Some(self.target_in(text, offset))
    }

    /// Returns an offset in this text of the current cell as a query target.
    pub fn target_in(&mut self, text: Arc<str>, offset: usize) -> CursorTarget {
        let cells = self.book.code().map(|cell| cell.id).collect();
        CursorTarget { id: self.current, text, offset, version: self.editor().version(), cells }
    }

    /// Shows the notebook that was opened in place of the previous one.
    pub fn start_over(&mut self) {
        self.cells.reset();
        if let Some(first) = self.book.cells().first() {
            self.current = first.id;
            self.viewport.top = Top { cell: first.id, row: 0 };
        }
        self.mode = Mode::Edit;
    }

    /// Commits every cell as the source to run.
    pub fn begin(&mut self) {
        if self.book.cells().len() > 1 {
            self.mode = Mode::Select;
        }
        self.cells.sources.commit_all(self.book.cells());
        self.push(Command::Run(RunCommand::Arrange));
        self.push(Command::RefreshPanes);
    }

    // Typing

    /// Returns whether a typed character is inserted, whatever it is bound to.
    pub fn inserts_typed(&self) -> bool {
        self.cells.known_editor(self.current).is_none_or(Editor::types)
    }

    /// Inserts a typed character, and requests completion and signature.
    pub fn typed(&mut self, typed: char) {
        let reply = self.editor().typed(typed);
        self.replied(reply);
        if typed.is_alphanumeric() || matches!(typed, '$' | ':' | '_' | '.') || self.opens_key(typed) {
            self.push(Command::Complete { requested: false });
        }
        self.push(Command::ShowSignature);
    }

    /// Returns whether a quote opens a hash key. A quote that closes a string requests no completion.
    fn opens_key(&mut self, typed: char) -> bool {
        let editor = self.editor();
        let before = editor.text().get(..editor.cursor()).unwrap_or("");
        matches!(typed, '\'' | '"') && before.strip_suffix(typed).is_some_and(|before| before.ends_with('['))
    }

    /// Runs an action of the editor's table.
    pub fn edit(&mut self, action: &EditAction, keys: &Keyboard) {
        match action {
            EditAction::SearchNext => self.push(Command::Search(SearchCommand::Go { forward: true })),
            EditAction::SearchPrevious => self.push(Command::Search(SearchCommand::Go { forward: false })),
            action => {
                if *action == EditAction::Copy {
                    self.show_copy_hint(keys);
                }
                let reply = self.editor().apply(action);
                self.editor().hide_signature();
                self.replied(reply);
            }
        }
    }

    /// Shows that the key copies, when the user presses it to cancel a run.
    fn show_copy_hint(&mut self, keys: &Keyboard) {
        match self.editor().selection() {
            Some(_) => self.show_status(Role::Info, "copied"),
            None => {
                let key = keys.text_of(Action::Quit);
                self.show_status(Role::Info, format!("copied the line ({key}: quit)"));
            }
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
            EditAction::Complete | EditAction::Tab => self.push(Command::Complete { requested: true }),
            EditAction::Search => self.push(Command::act(Action::Find)),
            EditAction::SearchNext => self.push(Command::Search(SearchCommand::GoWithEditor { forward: true })),
            EditAction::SearchPrevious => self.push(Command::Search(SearchCommand::GoWithEditor { forward: false })),
            EditAction::Replace => self.push(Command::act(Action::Replace)),
            EditAction::GoToLine => self.push(Command::act(Action::GoToLine)),
            EditAction::CommandLine => self.push(Command::act(Action::CommandLine)),
            EditAction::Escape => self.push(Command::act(Action::Leave)),
            // The editor does these itself.
            EditAction::Move(_)
            | EditAction::Select(_)
            | EditAction::SelectAll
            | EditAction::SelectLine
            | EditAction::SetMark
            | EditAction::Expand
            | EditAction::Shrink
            | EditAction::DeleteBack
            | EditAction::Delete
            | EditAction::DeleteWordBack
            | EditAction::DeleteWord
            | EditAction::DeleteToLineEnd
            | EditAction::DeleteToLineStart
            | EditAction::DeleteLine
            | EditAction::Cut
            | EditAction::Copy
            | EditAction::Paste
            | EditAction::PasteOlder
            | EditAction::Newline
            | EditAction::Indent
            | EditAction::Outdent
            | EditAction::Comment
            | EditAction::Align
            | EditAction::Format
            | EditAction::LineUp
            | EditAction::LineDown
            | EditAction::Duplicate
            | EditAction::Transpose
            | EditAction::Join
            | EditAction::UpperCase
            | EditAction::LowerCase
            | EditAction::Undo
            | EditAction::Redo
            | EditAction::BranchNext
            | EditAction::BranchPrevious
            | EditAction::Earlier
            | EditAction::Later => {}
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

    pub fn paste(&mut self, text: &str) {
        self.mode = Mode::Edit;
        self.editor().paste(text);
        self.finish_change();
    }

    /// Finishes a change: stores the cell's text in the document and requests panes and marks for the cursor.
    pub fn finish_change(&mut self) {
        self.take_edits();
        self.viewport.follow = true;
        self.push(Command::RefreshPanes);
    }

    /// Stores the typed edits in the document.
    pub fn take_edits(&mut self) {
        let id = self.current;
        let Some(editor) = self.cells.known_editor_mut(id) else { return };
        let (edits, clipboard) = (editor.take_edits(), editor.take_clipboard());
        self.commands.extend(clipboard.map(|text| Command::Effect(Effect::Copy(text))));
        if edits.is_empty() {
            return;
        }
        if self.lesson_cells.is_locked(id) {
            let text = self.current_cell().map(|cell| cell.text.clone()).unwrap_or_default();
            restore(self.editor(), &text);
            return self.push(Command::ShowLock);
        }
        let all = edits.into_iter().map(|(range, text)| Operation::Edit { id, range, text }).collect();
        let result = self.book.typed(all);
        self.report(result);
        self.push(Command::Run(RunCommand::PostponeChecks));
        self.book.schedule_journal();
    }

    // Time

    /// Continues the highlighting of the visible cells. Returns whether the screen changes.
    pub fn catch_up(&mut self) -> bool {
        let mut is_new = false;
        for (id, ..) in &self.viewport.places {
            let editor = self.cells.known_editor_mut(*id);
            is_new |= editor.as_ref().is_some_and(|editor| editor.pending().is_some());
            editor.into_iter().for_each(Editor::catch_up);
        }
        is_new
    }

    /// Writes the journal to disk if that is due. Returns a warning if it cannot be written.
    pub fn write_journal(&mut self) -> Option<String> {
        self.book.journal_due().filter(|due| *due <= Instant::now())?;
        self.book.tick();
        self.book.take_warning()
    }

    // Moving

    /// Edits the text of the current cell.
    pub fn enter(&mut self) {
        self.mode = Mode::Edit;
        self.push(Command::FocusCells);
        if self.current_cell().is_some_and(|cell| cell.folded) {
            self.fold();
        }
    }

    /// Leaves the text and selects the cell. In automatic mode, runs what was typed.
    pub fn leave(&mut self) {
        self.mode = Mode::Select;
        self.left();
    }

    /// Handles leaving the current cell.
    fn left(&mut self) {
        self.take_edits();
        self.book.pause();
        self.push(Command::Run(RunCommand::CellLeft(self.current)));
    }

    /// Moves down by a number of cells.
    pub fn step(&mut self, by: isize) {
        let place = self.book.place(self.current).unwrap_or(0);
        self.go_to_place(place.saturating_add_signed(by));
    }

    /// Goes to the next failed cell, wrapping at the end, and to the position of the error if known.
    pub fn go_to_failure(&mut self) {
        let Some(id) = self.cells.next_failure(&self.book, self.current) else {
            return self.show_status(Role::Hint, "no cell failed");
        };
        self.go_to(id);
        let place = self.cells.get(id).and_then(|cell| cell.found.first()).map(|(span, _)| span.start as usize);
        if let Some(place) = place.filter(|_| !self.cells.is_edited(&self.book, id)) {
            self.enter();
            self.editor().set_cursor(place);
        }
    }

    /// Goes to the cell at this index, or to the last one.
    pub fn go_to_place(&mut self, place: usize) {
        let ids = self.ids();
        if let Some(id) = ids.get(place).or(ids.last()) {
            self.go_to(*id);
        }
    }

    /// Makes this cell the current one.
    pub fn go_to(&mut self, id: CellId) {
        self.viewport.follow = true;
        if id == self.current {
            return;
        }
        self.left();
        let mut before = self.cells.get_mut(self.current).and_then(|cell| cell.editor.take());
        let left = std::mem::replace(&mut self.current, id);
        if let Some(before) = &mut before {
            self.editor().carry_from(before);
        }
        if let (Some(cell), Some(before)) = (self.cells.get_mut(left), before) {
            cell.editor = Some(before);
        }
        self.push(Command::RefreshPanes);
    }

    /// Goes to a byte offset in the text of a cell.
    pub fn go_to_offset(&mut self, id: CellId, offset: usize) {
        self.go_to(id);
        self.editor().set_cursor(offset);
    }

    /// Edits the current cell at a byte offset.
    pub fn edit_at(&mut self, offset: usize) {
        self.mode = Mode::Edit;
        self.editor().set_cursor(offset);
        self.finish_change();
    }
}

/// Begins or ends a lesson in the notebook.
pub fn set_lesson(view: &mut NotebookView, is_lesson: bool) {
    view.lesson_cells.set_lesson(is_lesson, view.book.cells());
    view.cells.sources.set_on_request(view.lesson_cells.on_request());
}

/// Restores the text of a locked cell after edits. The cursor stays.
fn restore(editor: &mut Editor, text: &str) {
    let cursor = editor.cursor();
    editor.set_text(text);
    editor.set_cursor(cursor.min(text.len()));
    editor.take_edits();
}
