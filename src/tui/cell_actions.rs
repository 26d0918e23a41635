//! Actions that change, copy and undo cells.

use pprepl_notebook::{CellId, CellKind, Operation};
use pprepl_session::FixedText;
use pprepl_text::theme::Role;

use super::action::Action;
use super::command::{Command, DialogRequest, Effect, RunCommand};
use super::keyboard::Keyboard;
use super::mode::Mode;
use super::notebook_view::NotebookView;
use super::workspace::Workspace;

impl NotebookView {
    /// Updates the state after a structural change: cells may be new, deleted or changed.
    pub fn rearranged(&mut self) {
        self.lesson_cells.follow(self.book.cells());
        self.cells.sources.set_on_request(self.lesson_cells.on_request());
        self.cells.follow(&self.book);
        if let Some(first) = self.book.cells().first().filter(|_| self.book.cell(self.current).is_none()) {
            self.current = first.id;
        }
        self.push(Command::Run(RunCommand::Arrange));
        self.viewport.follow = true;
        self.book.schedule_journal();
    }

    /// Applies an operation of the user as one undo step, unless it concerns a locked cell.
    pub fn change(&mut self, operation: Operation) {
        if self.lesson_cells.rejects(&operation, self.book.cells()) {
            return self.push(Command::ShowLock);
        }
        let result = self.book.change(operation);
        self.report(result);
        self.rearranged();
    }

    /// Applies an operation on the current cell.
    fn operate(&mut self, operation: impl FnOnce(&mut NotebookView, CellId) -> Option<Operation>) {
        self.take_edits();
        if let Some(operation) = operation(self, self.current) {
            self.change(operation);
        }
    }

    /// Inserts a cell `offset` cells below the current one, and edits it.
    pub fn insert(&mut self, offset: usize, kind: CellKind) {
        self.take_edits();
        let at = self.book.place(self.current).unwrap_or(0) + offset;
        let cell = self.book.new_cell(kind, "");
        let id = cell.id;
        self.change(Operation::Insert { at, cell });
        self.go_to(id);
        self.set_mode(Mode::Edit);
    }

    /// Deletes the current cell, and makes its neighbor the current cell. The only cell becomes an empty one.
    pub fn delete(&mut self, keys: &Keyboard) {
        self.operate(|view, id| {
            let ids = view.ids();
            let place = ids.iter().position(|one| *one == id)?;
            let next = ids.get(place + 1).or_else(|| ids.get(place.checked_sub(1)?));
            match next {
                Some(_) if view.lesson_cells.rejects(&Operation::Delete { id }, view.book.cells()) => {
                    Some(Operation::Delete { id })
                }
                Some(next) => {
                    view.current = *next;
                    let key = keys.text_of(Action::Undo);
                    view.show_status(Role::Info, format!("cell deleted ({key}: undo)"));
                    Some(Operation::Delete { id })
                }
                None => Some(Operation::set_text(view.book.cell(id)?, "")),
            }
        });
    }

    /// Moves the current cell down by a number of cells.
    pub fn shift(&mut self, by: isize) {
        self.operate(|view, id| {
            let place = view.book.place(id)?;
            let to = place.checked_add_signed(by).filter(|to| *to < view.book.cells().len())?;
            Some(Operation::Move { id, to })
        });
    }

    /// Splits the current cell at the cursor.
    pub fn split(&mut self) {
        let at = self.editor().cursor();
        self.operate(|_, id| Some(Operation::Split { id, at }));
        self.step(1);
        self.editor().set_cursor(0);
    }

    /// Merges the cell below into the current one.
    pub fn merge(&mut self) {
        self.operate(|_, id| Some(Operation::Merge { id }));
    }

    /// Folds or unfolds the current cell.
    pub fn fold(&mut self) {
        self.operate(|view, id| Some(Operation::Fold { id, folded: !view.book.cell(id)?.folded }));
    }

    /// Folds every cell, or unfolds them if all are folded.
    pub fn fold_all(&mut self) {
        let folded = self.book.cells().iter().any(|cell| !cell.folded);
        let all = self.ids().into_iter().map(|id| Operation::Fold { id, folded }).collect();
        self.operate(|_, _| Some(Operation::Together { all }));
    }

    /// Converts the current cell to code or prose.
    pub fn turn(&mut self, kind: CellKind) {
        self.operate(|view, id| {
            let operation = Operation::Turn { id, kind };
            if !view.lesson_cells.rejects(&operation, view.book.cells()) {
                view.cells.forget_text(id);
            }
            Some(operation)
        });
    }

    /// Sets the title of the current cell; its options are unchanged.
    pub fn set_title(&mut self, title: &str) {
        let Some(cell) = self.current_cell() else { return };
        let heading = format!("{} {}", title.trim(), cell.options()).trim().to_owned();
        let id = cell.id;
        self.change(Operation::Head { id, heading });
    }

    /// Sets the text of a cell to what an external editor returned.
    pub fn set_text(&mut self, id: CellId, text: String) {
        if let Some(cell) = self.book.cell(id) {
            self.change(Operation::set_text(cell, text));
        }
    }

    /// Shows the fixed text of a cell as a diff, unless the cell changed since it was requested.
    pub fn show_fix(&mut self, id: CellId, version: u64, fix: Option<FixedText>) {
        if id != self.current || self.editor().version() != version {
            return;
        }
        match fix {
            Some(fix) => self.push(Command::Dialog(DialogRequest::Fix(id, version, fix))),
            None => self.show_status(Role::Hint, "no automatic fix available"),
        }
    }

    /// Applies the fixed text of a cell as one undo step, unless the cell changed since it was shown.
    pub fn apply_fix(&mut self, id: CellId, version: u64, fix: &FixedText) {
        if id != self.current || self.editor().version() != version {
            return;
        }
        self.editor().set_text(&fix.after);
        self.finish_change();
        self.show_status(Role::Info, format!("fixed: {}", fix.titles.join(", ")));
    }

    // History

    pub fn undo(&mut self) {
        self.travel(Workspace::undo, "nothing to undo");
    }

    pub fn redo(&mut self) {
        self.travel(Workspace::redo, "nothing to redo");
    }

    /// Undoes or redoes a step, and goes to the cell that it affects. Shows `nothing` without a step.
    fn travel(&mut self, go: impl FnOnce(&mut Workspace) -> Option<Option<CellId>>, nothing: &str) {
        self.take_edits();
        match go(&mut self.book) {
            None => self.show_status(Role::Hint, nothing),
            Some(place) => {
                self.rearranged();
                if let Some(id) = place.filter(|id| self.book.cell(*id).is_some()) {
                    self.go_to(id);
                }
            }
        }
    }

    /// Selects the next branch for redo.
    pub fn choose_redo_branch(&mut self) {
        match self.book.other_branch() {
            Some((count, chosen)) => {
                self.show_status(Role::Info, format!("redo takes branch {chosen} of {count} from here"));
            }
            None => self.show_status(Role::Hint, "redo has only one branch from here"),
        }
    }

    // Copying

    pub fn copy_result(&mut self) {
        let report = self.cells.report(self.current).cloned();
        match report.as_deref().and_then(|report| report.display().map(str::to_owned)) {
            Some(text) => {
                self.push(Command::Effect(Effect::Copy(text)));
                self.show_status(Role::Info, "copied the result");
            }
            None => self.show_status(Role::Hint, "the cell has no result"),
        }
    }

    pub fn copy_cell(&mut self) {
        if let Some(text) = self.current_cell().map(|cell| cell.text.clone()) {
            self.push(Command::Effect(Effect::Copy(text)));
            self.show_status(Role::Info, "copied the cell");
        }
    }
}
