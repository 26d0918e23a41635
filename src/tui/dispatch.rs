//! The implementation of each action. [`super::dialogs`] has the dialogs that actions open.

use pprepl_notebook::{CellId, CellKind, Operation};

use super::action::Action;
use super::app::{App, Effect, Mode};
use super::editor::{EditAction, Editor};
use super::pane_layout::PaneLayout;

impl App {
    /// Runs an action.
    pub fn dispatch(&mut self, action: Action) {
        use Action as A;
        match action {
            A::Save => self.save(),
            A::SaveAs
            | A::Open
            | A::Export
            | A::Palette
            | A::Help
            | A::Keys
            | A::KeySet
            | A::Theme
            | A::Contents
            | A::Find
            | A::Replace
            | A::GoToLine
            | A::CommandLine
            | A::Title
            | A::MakeManifest
            | A::Rules
            | A::Explore => self.open_dialog(action),
            A::Quit => self.quit(),
            A::Run => self.run_current(),
            A::RunAndGoOn => self.run_and_go_on(),
            A::RunAll => self.run_all(),
            A::RunFromHere => self.run_from_here(),
            A::RunStale => self.run_stale(),
            A::Restart => self.restart(),
            A::Stop => self.stop(),
            A::Reactive => self.toggle_reactive(),
            A::Enter => self.enter(),
            A::Leave => self.leave(),
            A::PreviousCell => self.step(-1),
            A::NextCell => self.step(1),
            A::FirstCell => self.go_to_place(0),
            A::LastCell => self.go_to_place(usize::MAX),
            A::InsertAbove => self.insert(0, CellKind::Code),
            A::InsertBelow => self.insert(1, CellKind::Code),
            A::Delete => self.operate(|app, id| app.deleted(id)),
            A::MoveUp => self.shift(-1),
            A::MoveDown => self.shift(1),
            A::Split => self.split(),
            A::Merge => self.operate(|_, id| Some(Operation::Merge { id })),
            A::Fold => self.fold(),
            A::FoldAll => self.fold_all(),
            A::ToCode => self.turn(CellKind::Code),
            A::ToProse => self.turn(CellKind::Prose),
            A::Undo => self.travel(|book| book.undo(), "nothing to undo"),
            A::Redo => self.travel(|book| book.redo(), "nothing to redo"),
            A::UndoBranch => self.other_branch(),
            A::Format => self.bound(&super::keymap::Bound::Text(EditAction::Format)),
            A::NextFailure => self.go_to_failure(),
            A::NextHit => self.go_to_hit(true),
            A::PreviousHit => self.go_to_hit(false),
            A::Reload => self.reload(),
            A::Fix => self.ask_for_fix(),
            A::ClearResults => self.cells.clear_results(),
            A::CopyResult => self.copy_result(),
            A::CopyCell => self.copy_cell(),
            A::ExternalEditor => self.wishes.push(Effect::External(self.current)),
            A::Suspend => self.wishes.push(Effect::Suspend),
            A::Redraw => self.wishes.push(Effect::Redraw),
            A::NextPane => self.panes.layout.cycle(),
            A::PaneLeft => self.leave_pane(),
            A::LineUp => self.choose_line(-1),
            A::LineDown => self.choose_line(1),
            A::LineGo => self.go_where_line_leads(),
            A::PaneBack => self.pane_back(),
            A::CatalogFilter => self.open_dialog(action),
            A::CatalogGraph => self.turn_graph(),
            A::ClosePane => self.dock(PaneLayout::close),
            A::OtherPane => self.dock(PaneLayout::other),
            A::WidenPanes => self.dock(|docked| docked.share = (docked.share + 5).min(80)),
            A::NarrowPanes => self.dock(|docked| docked.share = docked.share.saturating_sub(5).max(15)),
            A::ScrollUp => self.scroll_page(-1),
            A::ScrollDown => self.scroll_page(1),
            A::Pane(pane) => self.open_pane(pane),
        }
    }

    // Running

    fn run_current(&mut self) {
        self.take_edits();
        let id = self.current;
        if self.book.cell(id).is_some_and(|cell| cell.kind == CellKind::Prose) {
            self.mode = Mode::Select;
            return;
        }
        self.trust.after_run(&self.book, &self.engine, &mut self.status);
        self.commit(id);
        self.cells.wait_for(&self.book, &[id]);
        self.checks.forget();
        self.engine.arrange_and_run(self.cells.committed(&self.book), id);
    }

    fn run_and_go_on(&mut self) {
        self.run_current();
        let ids = self.ids();
        if ids.last() == Some(&self.current) {
            self.insert(1, CellKind::Code);
        } else {
            self.step(1);
        }
    }

    fn run_all(&mut self) {
        self.take_edits();
        self.trust.after_run(&self.book, &self.engine, &mut self.status);
        self.cells.commit_all(&self.book);
        self.cells.wait_for(&self.book, &self.ids());
        self.arrange();
        self.engine.run_all();
        self.trust.after_run_all(&mut self.engine);
    }

    fn run_from_here(&mut self) {
        self.take_edits();
        self.trust.after_run(&self.book, &self.engine, &mut self.status);
        let ids: Vec<CellId> = self.ids().into_iter().skip_while(|id| *id != self.current).collect();
        ids.iter().for_each(|id| self.commit(*id));
        self.cells.wait_for(&self.book, &ids);
        self.arrange();
        // On Markdown: from the next code cell on.
        let first = ids.iter().find(|id| self.book.number(**id).is_some());
        if let Some(first) = first {
            self.engine.run_from(*first);
        }
    }

    fn run_stale(&mut self) {
        self.take_edits();
        let ids = self.cells.stale(&self.book);
        if ids.is_empty() {
            return self.status.set("hint", "no cell is stale");
        }
        self.trust.after_run(&self.book, &self.engine, &mut self.status);
        ids.iter().for_each(|id| self.commit(*id));
        self.cells.wait_for(&self.book, &ids);
        self.arrange();
        self.engine.run_stale();
        self.trust.after_run_all(&mut self.engine);
    }

    fn restart(&mut self) {
        self.cells.clear_results();
        self.engine.restart();
        self.arrange();
        self.status.set("info", "started a fresh session");
    }

    fn stop(&mut self) {
        if self.engine.is_busy() {
            self.engine.cancel();
            self.status.set("warning", "stopping …");
        } else {
            let key = self.keys.text_of(Action::Quit);
            self.status.set("hint", format!("nothing is running ({key}: quit)"));
        }
    }

    fn toggle_reactive(&mut self) {
        let auto = !self.engine.is_auto();
        if auto && self.engine.is_saved_back() {
            if self.trust.safe {
                return self.status.set("warning", "--safe: no cell runs automatically");
            }
            self.trust.accept(&self.book, &self.engine, &mut self.status);
            self.engine.hold_back(false);
        }
        self.engine.set_auto(auto);
        self.remember();
        let text = if auto {
            "auto: dependents of an edited cell run automatically"
        } else {
            "manual: dependents of an edited cell are marked stale"
        };
        self.status.set("info", text);
    }

    // Navigation

    fn enter(&mut self) {
        self.mode = Mode::Edit;
        self.panes.layout.set_focus(None);
        if self.book.cell(self.current).is_some_and(|cell| cell.folded) {
            self.fold();
        }
    }

    /// Leaves the text and selects the cell. In automatic mode, runs what was typed.
    fn leave(&mut self) {
        self.mode = Mode::Select;
        self.left(self.current);
    }

    /// Handles leaving a cell: in automatic mode, runs what was typed.
    pub(super) fn left(&mut self, id: CellId) {
        self.take_edits();
        self.book.pause();
        if self.engine.is_auto() && self.cells.is_edited(&self.book, id) {
            self.commit(id);
            self.cells.wait_for(&self.book, &[id]);
            self.arrange();
        }
    }

    /// Moves down by a number of cells.
    pub(super) fn step(&mut self, by: isize) {
        let place = self.book.place(self.current).unwrap_or(0);
        self.go_to_place(place.saturating_add_signed(by));
    }

    /// Goes to the next failed cell, wrapping at the end, and to the position of the error if known.
    fn go_to_failure(&mut self) {
        let Some(id) = self.cells.next_failure(&self.book, self.current) else {
            return self.status.set("hint", "no cell failed");
        };
        self.go_to(id);
        let place = self.cells.get(id).and_then(|cell| cell.found.first()).map(|(span, _)| span.start as usize);
        if let Some(place) = place.filter(|_| !self.cells.is_edited(&self.book, id)) {
            self.enter();
            self.editor().set_cursor(place);
        }
    }

    pub(super) fn go_to_place(&mut self, place: usize) {
        let ids = self.ids();
        if let Some(id) = ids.get(place).or(ids.last()) {
            self.go_to(*id);
        }
    }

    /// Makes this cell the current one.
    pub(super) fn go_to(&mut self, id: CellId) {
        self.view.follow = true;
        if id == self.current {
            return;
        }
        self.left(self.current);
        let mut before = self.cells.get_mut(self.current).and_then(|cell| cell.editor.take());
        let left = std::mem::replace(&mut self.current, id);
        if let Some(before) = &mut before {
            self.editor().carry_from(before);
        }
        if let (Some(cell), Some(before)) = (self.cells.get_mut(left), before) {
            cell.editor = Some(before);
        }
        self.panes.refresh();
    }

    /// Returns the editor of the current cell.
    pub(super) fn editor(&mut self) -> &mut Editor {
        self.cells.editor(self.current, self.book.cell(self.current), self.keys.map.set())
    }

    fn scroll_page(&mut self, by: isize) {
        match self.panes.layout.focus() {
            Some(at) => {
                let rows = isize::try_from(self.view.areas.panes[at].height.max(4)).unwrap_or(4) - 3;
                self.panes.layout.scroll(at, by * rows);
            }
            None => {
                let rows = isize::try_from(self.view.areas.cells.height.max(2)).unwrap_or(2) - 1;
                self.painter().scroll(by * rows);
                // Keys then act on a visible cell.
                let first = self.painter().first_in_sight();
                self.go_to_place(first);
                self.view.follow = false;
            }
        }
    }

    // Changing cells

    /// Runs an operation on the current cell.
    fn operate(&mut self, operation: impl FnOnce(&mut App, CellId) -> Option<Operation>) {
        self.take_edits();
        let id = self.current;
        let Some(operation) = operation(self, id) else { return };
        let result = self.book.change(operation);
        self.status.report(result);
        self.rearranged();
    }

    fn insert(&mut self, offset: usize, kind: CellKind) {
        self.take_edits();
        let at = self.book.place(self.current).unwrap_or(0) + offset;
        let cell = self.book.new_cell(kind, "");
        let id = cell.id;
        let result = self.book.change(Operation::Insert { at, cell });
        self.status.report(result);
        self.rearranged();
        self.go_to(id);
        self.mode = Mode::Edit;
    }

    /// Returns the operation that deletes the cell, and makes its neighbor the current cell.
    fn deleted(&mut self, id: CellId) -> Option<Operation> {
        let ids = self.ids();
        let place = ids.iter().position(|one| *one == id)?;
        let next = ids.get(place + 1).or_else(|| ids.get(place.checked_sub(1)?));
        match next {
            Some(next) => {
                self.current = *next;
                let key = self.keys.text_of(Action::Undo);
                self.status.set("info", format!("cell deleted ({key}: undo)"));
                Some(Operation::Delete { id })
            }
            // The only cell becomes an empty one.
            None => Some(Operation::set_text(self.book.cell(id)?, "")),
        }
    }

    fn shift(&mut self, by: isize) {
        self.operate(|app, id| {
            let place = app.book.place(id)?;
            let to = place.checked_add_signed(by).filter(|to| *to < app.book.cells().len())?;
            Some(Operation::Move { id, to })
        });
    }

    fn split(&mut self) {
        let at = self.editor().cursor();
        self.operate(|_, id| Some(Operation::Split { id, at }));
        self.step(1);
        self.editor().set_cursor(0);
    }

    fn fold(&mut self) {
        self.operate(|app, id| Some(Operation::Fold { id, folded: !app.book.cell(id)?.folded }));
    }

    fn fold_all(&mut self) {
        let folded = self.book.cells().iter().any(|cell| !cell.folded);
        let all = self.ids().into_iter().map(|id| Operation::Fold { id, folded }).collect();
        self.operate(|_, _| Some(Operation::Together { all }));
    }

    fn turn(&mut self, kind: CellKind) {
        self.operate(|app, id| {
            let state = app.cells.state(id);
            state.editor = None;
            state.clear();
            Some(Operation::Turn { id, kind })
        });
    }

    fn travel(&mut self, go: impl FnOnce(&mut super::workspace::Workspace) -> Option<Option<CellId>>, nothing: &str) {
        self.take_edits();
        match go(&mut self.book) {
            None => self.status.set("hint", nothing),
            Some(place) => {
                self.rearranged();
                if let Some(id) = place.filter(|id| self.book.cell(*id).is_some()) {
                    self.go_to(id);
                }
            }
        }
    }

    fn other_branch(&mut self) {
        match self.book.other_branch() {
            Some((count, chosen)) => {
                self.status.set("info", format!("redo takes branch {chosen} of {count} from here"))
            }
            None => self.status.set("hint", "redo has only one branch from here"),
        }
    }

    // Copying

    fn copy_result(&mut self) {
        let report = self.cells.report(self.current).cloned();
        match report.as_deref().and_then(|report| report.display().map(str::to_owned)) {
            Some(text) => {
                self.wishes.push(Effect::Copy(text));
                self.status.set("info", "copied the result");
            }
            None => self.status.set("hint", "the cell has no result"),
        }
    }

    fn copy_cell(&mut self) {
        if let Some(cell) = self.book.cell(self.current) {
            self.wishes.push(Effect::Copy(cell.text.clone()));
            self.status.set("info", "copied the cell");
        }
    }

    fn dock(&mut self, change: impl FnOnce(&mut PaneLayout)) {
        change(&mut self.panes.layout);
        self.remember();
        self.panes.refresh();
    }
}
