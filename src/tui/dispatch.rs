//! Runs actions and commands: passes each to the component that it concerns.

use pprepl_notebook::pane::{Pane, TraceReader};
use pprepl_notebook::{CellId, CellKind};
use pprepl_text::theme::Role;

use super::action::Action;
use super::app::App;
use super::command::{
    Command, Destination, DialogRequest, Effect, FileCommand, NotebookEvent, PreferenceCommand, SearchCommand,
};
use super::editor::EditAction;
use super::keymap::Bound;
use super::mode::Mode;
use super::notebook_view::set_lesson;
use super::pane_layout::PaneLayout;
use super::{command_line, debugger, facts, files, help, lesson_actions, location, manifest, remembered, trace};

impl App {
    /// Runs an action.
    pub fn dispatch(&mut self, action: Action) {
        use Action as A;
        self.notebook.take_edits();
        match action {
            A::Save => self.run(Command::File(FileCommand::Save)),
            A::SaveAs => self.run(files::ask_for_path(&self.notebook)),
            A::Reload => self.run(Command::File(FileCommand::Reload)),
            A::Quit => {
                let commands = lesson_actions::quit(&mut self.learning, &mut self.notebook);
                self.run_all(commands);
            }
            A::Open => self.dialogs.open_notebook_prompt(),
            A::Export => self.dialogs.open_export(&self.notebook.book, self.notebook.current()),
            A::Palette => self.dialogs.open_palette(&self.keys.map),
            A::Help => self.open_help(),
            A::Keys => self.dialogs.read("Keys", help::keys(&self.keys.map)),
            A::KeySet => self.dialogs.open_key_sets(self.keys.map.set()),
            A::FactSet => self.dialogs.open_fact_sets(),
            A::SetFact => self.dialogs.open_fact(""),
            A::MakeDefault => {
                remembered::make_default(self);
                self.status.set(Role::Info, "new notebooks start with these panes, keys and this run mode");
            }
            A::Theme => {
                self.appearance.begin_preview();
                self.dialogs.open_themes(self.appearance.palette.theme.name());
            }
            A::Contents => self.dialogs.open_contents(&self.notebook.book, self.notebook.current()),
            A::Find => self.open_search(DialogRequest::Find),
            A::FindStructure => self.open_search(DialogRequest::FindStructure),
            A::Replace => self.open_search(DialogRequest::Replace),
            A::GoToLine => self.dialogs.open_line_prompt(),
            A::CommandLine => self.dialogs.open_command_line(),
            A::Title => self.dialogs.open_title(self.notebook.current_cell().map_or("", |cell| cell.title())),
            A::MakeManifest => self.run(manifest::ask(&self.notebook.book)),
            A::Rules => self.dialogs.open_rules(self.runner.checks.rules, 0),
            A::Explore => self.run(Command::Explore(Vec::new())),
            A::Run => self.run_current(),
            A::RunAndGoOn => self.run_and_go_on(),
            A::RunAll => {
                let command = self.runner.run_all(&mut self.notebook);
                self.run_all(command);
            }
            A::RunFromHere => {
                let command = self.runner.run_from_here(&mut self.notebook);
                self.run_all(command);
            }
            A::RunStale => {
                let command = self.runner.run_stale(&mut self.notebook);
                self.run_all(command);
            }
            A::Restart => {
                let command = self.runner.restart(&mut self.notebook);
                self.run_all(command);
            }
            A::Stop if self.learning.is_checking() => {
                let command = self.learning.stop();
                self.run(command);
            }
            A::Stop => {
                let command = self.runner.stop(&self.keys);
                self.run_all(command);
            }
            A::Reactive => {
                let commands = self.runner.toggle_reactive(&self.notebook);
                self.run_all(commands);
            }
            A::Enter if self.notebook.lesson_cells.is_question(self.notebook.current()) => self.run_current(),
            A::Enter => self.notebook.enter(),
            A::Leave => self.notebook.leave(),
            A::PreviousCell => self.notebook.step(-1),
            A::NextCell => self.notebook.step(1),
            A::FirstCell => self.notebook.go_to_place(0),
            A::LastCell => self.notebook.go_to_place(usize::MAX),
            A::NextFailure => self.notebook.go_to_failure(),
            A::NextHit => self.run(Command::Search(SearchCommand::Go { forward: true })),
            A::PreviousHit => self.run(Command::Search(SearchCommand::Go { forward: false })),
            A::InsertAbove => self.notebook.insert(0, CellKind::Code),
            A::InsertBelow => self.notebook.insert(1, CellKind::Code),
            A::Delete => self.notebook.delete(&self.keys),
            A::MoveUp => self.notebook.shift(-1),
            A::MoveDown => self.notebook.shift(1),
            A::Split => self.notebook.split(),
            A::Merge => self.notebook.merge(),
            A::Fold => self.notebook.fold(),
            A::FoldAll => self.notebook.fold_all(),
            A::HideResult => self.notebook.cells.toggle_result(self.notebook.current()),
            A::HideResults => self.notebook.cells.hide_results(&self.notebook.book),
            A::ToCode => self.notebook.turn(CellKind::Code),
            A::ToProse => self.notebook.turn(CellKind::Prose),
            A::Undo => self.notebook.undo(),
            A::Redo => self.notebook.redo(),
            A::UndoBranch => self.notebook.choose_redo_branch(),
            A::Format => self.bound(&Bound::Text(EditAction::Format)),
            A::Fix => self.request_fix(),
            A::ClearResults => self.notebook.cells.clear_results(),
            A::CopyResult => self.notebook.copy_result(),
            A::CopyCell => self.notebook.copy_cell(),
            A::ExternalEditor => self.wishes.push(Effect::External(self.notebook.current())),
            A::Suspend => self.wishes.push(Effect::Suspend),
            A::Redraw => self.wishes.push(Effect::Redraw),
            A::NextPane => self.panes.layout.cycle(),
            A::PaneLeft => {
                let command = self.panes.leave();
                self.run_all(command);
            }
            A::LineUp | A::LineDown | A::LineGo | A::TraceNext if debugger::is_active(self) => {
                debugger::act(self, action)
            }
            A::DebugStep | A::DebugContinue | A::DebugEvaluate | A::DebugWhere | A::DebugAbort => {
                debugger::act(self, action);
            }
            A::PaneBack if self.panes.reads_trace() => self.panes.change_trace(|reader| reader.step(-1)),
            A::LineUp if self.panes.reads_trace() => self.panes.change_trace(TraceReader::out),
            A::LineDown if self.panes.reads_trace() => self.panes.change_trace(TraceReader::over),
            A::LineGo if self.panes.reads_trace() => self.panes.change_trace(TraceReader::fold),
            A::CatalogFilter if self.panes.focused() == Some(Pane::Facts) => {
                self.dialogs.open_facts_filter(self.panes.facts.filter.clone());
            }
            A::CatalogFilter if self.panes.reads_trace() => self.dialogs.open_trace_search(),
            A::TraceNext => self.panes.change_trace(|reader| reader.step(1)),
            A::TraceNothing => self.panes.change_trace(TraceReader::next_nothing),
            A::TracePredict => trace::ask_prediction(self),
            A::PaneBack => {
                let command = self.panes.back();
                self.run_all(command);
            }
            A::LineUp => {
                let command = self.panes.choose_line(-1);
                self.run_all(command);
            }
            A::LineDown => {
                let command = self.panes.choose_line(1);
                self.run_all(command);
            }
            A::LineGo => {
                let command = self.panes.follow_line();
                self.run_all(command);
            }
            A::CatalogFilter => {
                self.panes.open_catalog();
                self.dialogs.open_filter(self.panes.catalog.filter.clone());
                self.remember();
            }
            A::CatalogGraph => {
                self.panes.turn_graph();
                self.remember();
            }
            A::LessonCheck => self.run_current(),
            A::LessonHint
            | A::LessonNext
            | A::LessonSolution
            | A::LessonSkip
            | A::LessonUnlock
            | A::LessonReset
            | A::LessonSteps => {
                let commands = self.learning.act(action, &mut self.notebook, &self.keys);
                self.run_all(commands);
            }
            A::ClosePane => self.dock(PaneLayout::close),
            A::OtherPane => self.dock(PaneLayout::other),
            A::WidenPanes => self.dock(|docked| docked.share = (docked.share + 5).min(80)),
            A::NarrowPanes => self.dock(|docked| docked.share = docked.share.saturating_sub(5).max(15)),
            A::ScrollUp => self.scroll_page(-1),
            A::ScrollDown => self.scroll_page(1),
            A::Pane(pane) => {
                self.panes.open(pane);
                self.remember();
            }
        }
        self.run_notebook_commands();
    }

    /// Opens the help, with information on the word under the cursor above it.
    fn open_help(&mut self) {
        self.dialogs.open_help(help::pages(&self.keys.map));
        if self.notebook.mode() == Mode::Edit
            && let Some(at) = self.notebook.target()
        {
            self.runner.engine.explain(at);
        }
    }

    fn open_search(&mut self, request: fn(String) -> DialogRequest) {
        let dialog = self.finder.open(request, &mut self.notebook);
        self.run(dialog);
    }

    fn run_current(&mut self) {
        if let Some(commands) = self.learning.run(&mut self.notebook, false) {
            return self.run_all(commands);
        }
        let command = self.runner.run_current(&mut self.notebook);
        self.run_all(command);
    }

    fn run_and_go_on(&mut self) {
        if let Some(commands) = self.learning.run(&mut self.notebook, true) {
            return self.run_all(commands);
        }
        let command = self.runner.run_current(&mut self.notebook);
        self.run_all(command);
        if self.notebook.ids().last() == Some(&self.notebook.current()) {
            self.notebook.insert(1, CellKind::Code);
        } else {
            self.notebook.step(1);
        }
    }

    /// Requests the fixed text of the cell.
    fn request_fix(&mut self) {
        match self.notebook.target() {
            Some(at) => self.runner.engine.fix(at),
            None => self.status.set(Role::Hint, "prose cells have no fixes"),
        }
    }

    fn dock(&mut self, change: impl FnOnce(&mut PaneLayout)) {
        self.panes.dock(change);
        self.remember();
    }

    /// Scrolls the focused pane or the cells by pages.
    fn scroll_page(&mut self, by: isize) {
        let areas = self.notebook.viewport.areas;
        match self.panes.layout.focus() {
            Some(at) => {
                let rows = isize::try_from(areas.panes[at].height.max(4)).unwrap_or(4) - 3;
                self.panes.layout.scroll(at, by * rows);
            }
            None => {
                let rows = isize::try_from(areas.cells.height.max(2)).unwrap_or(2) - 1;
                self.painter().scroll(by * rows);
                // Keys then act on a visible cell.
                let first = self.painter().first_in_sight();
                self.notebook.go_to_place(first);
                self.notebook.viewport.follow = false;
            }
        }
    }

    /// Runs a command, and those of the notebook view that follow from it.
    pub(super) fn run(&mut self, command: Command) {
        match command {
            Command::Nothing => {}
            Command::Act(bound) => self.bound(&bound),
            Command::ActFromPalette(bound) => self.act_from_palette(&bound),
            Command::Status(role, text) => self.status.set(role, text),
            Command::Effect(effect) => self.wishes.push(effect),
            Command::Dialog(request) => {
                let preview = self.dialogs.open(request);
                self.run_all(preview);
            }
            Command::Remark(role, text) => self.dialogs.remark(role, text),
            Command::RefreshPanes => self.panes.refresh(),
            Command::FocusCells => self.panes.layout.set_focus(None),
            Command::Run(command) => self.runner.run(command, &mut self.notebook),
            Command::Complete { requested } => {
                if let Some(at) = self.notebook.target() {
                    self.runner.engine.propose(at, requested);
                }
            }
            Command::ShowSignature => {
                if let Some(at) = self.notebook.target() {
                    self.runner.engine.sign(at);
                }
            }
            Command::Go(destination) => self.go(destination),
            Command::Search(step) => {
                let next = self.finder.run(step, &mut self.notebook, &self.keys);
                self.run_notebook_commands();
                self.run_all(next);
            }
            Command::SetTitle(title) => self.notebook.set_title(&title),
            Command::FixUnusedValues(how) => {
                let message = manifest::fix(how, &mut self.notebook);
                self.run_notebook_commands();
                self.run(message);
            }
            Command::ApplyFix(id, version, fix) => {
                self.notebook.apply_fix(id, version, &fix);
                self.run_notebook_commands();
            }
            Command::Explore(path) => self.explore(path),
            Command::CopyAccess(access) => {
                self.status.set(Role::Info, format!("copied {access}"));
                self.wishes.push(Effect::Copy(access));
            }
            Command::FilterCatalog(text) => self.panes.filter_catalog(text),
            Command::ChangeFacts(change) => self.runner.engine.change_facts(change),
            Command::AskFactsFile => self.dialogs.open_facts_file(),
            Command::AskFactSet => self.dialogs.open_fact_sets(),
            Command::AskFact(line) => self.dialogs.open_fact(&line),
            Command::FilterFacts(text) => facts::filter(self, text),
            Command::EvaluateInFrame(code) if code.trim().is_empty() => {}
            Command::EvaluateInFrame(code) => self.runner.engine.pause().evaluate(code),
            Command::FindInTrace(text) => self.panes.change_trace(|reader| reader.find(&text)),
            Command::Predict(answer) => trace::judge_prediction(self, answer),
            Command::Preference(command) => self.prefer(command),
            Command::CommandLine(text) => self.run(command_line::parse(&text)),
            Command::File(command) => {
                if matches!(command, FileCommand::Open(_) | FileCommand::DiscardAndOpen(_)) {
                    self.remember();
                }
                let commands = self.files.run(command, &mut self.notebook);
                self.run_notebook_commands();
                self.run_all(commands);
            }
            Command::Notebook(event) => self.follow_notebook(event),
            Command::Lesson(command) => {
                let commands = self.learning.command(command, &mut self.notebook);
                self.run_all(commands);
            }
            Command::ShowLock => self.run(lesson_actions::lock_message(&self.notebook, &self.keys)),
            Command::Offer => self.offer(),
            Command::Remember => self.remember(),
            Command::Quit => self.should_quit = true,
        }
        self.run_notebook_commands();
    }

    fn act_from_palette(&mut self, bound: &Bound) {
        if matches!(bound, Bound::Text(_)) {
            self.notebook.set_mode(Mode::Edit);
        }
        self.bound(bound);
        self.finish_change();
    }

    fn go(&mut self, destination: Destination) {
        match destination {
            Destination::Cell(id, offset) => self.notebook.go_to_offset(id, offset),
            Destination::Line(text) => match location::of_line(&self.notebook.book, &text) {
                Ok((id, offset)) => {
                    self.notebook.set_mode(Mode::Edit);
                    self.notebook.go_to_offset(id, offset);
                }
                Err(error) => self.status.set(Role::Error, error.to_string()),
            },
            Destination::Source(source, line) => match location::of_source(&self.notebook.book, &source, line) {
                Some((id, offset)) => self.edit_at(id, offset),
                None => self.status.set(Role::Hint, format!("it is in line {line} of {source}")),
            },
            Destination::Number(number, text) => {
                if let Some((id, offset)) = location::of_number(&self.notebook.book, number, &text) {
                    self.edit_at(id, offset);
                }
            }
            Destination::Part(span) => self.edit_at(self.notebook.current(), span.start as usize),
            Destination::Preview(span) => {
                let cursor = self.notebook.editor().cursor();
                self.panes.origin.get_or_insert((self.notebook.current(), cursor));
                self.notebook.editor().set_cursor(span.start as usize);
            }
            Destination::Back(id, offset) => {
                if self.notebook.book.cell(id).is_some() {
                    self.notebook.go_to_offset(id, offset);
                }
            }
        }
    }

    /// Edits a cell at a byte offset that a pane line refers to.
    fn edit_at(&mut self, id: CellId, offset: usize) {
        self.notebook.go_to(id);
        self.panes.keep_position();
        self.notebook.edit_at(offset);
    }

    /// Requests the elements at a path of the current cell's result.
    fn explore(&mut self, path: Vec<usize>) {
        let id = self.notebook.current();
        if self.notebook.cells.report(id).is_none_or(|report| report.tree.is_none()) {
            return self.status.set(Role::Hint, "the result has no elements");
        }
        self.runner.engine.explore(id, path);
    }

    fn prefer(&mut self, command: PreferenceCommand) {
        match command {
            PreferenceCommand::PreviewTheme(name) => self.appearance.preview(&name),
            PreferenceCommand::RestoreTheme => self.appearance.cancel_preview(),
            PreferenceCommand::ChooseTheme(name) => {
                self.appearance.choose(name);
                self.remember();
            }
            PreferenceCommand::ChooseKeys(set) => {
                self.keys.choose(set);
                self.notebook.set_keys(set);
                self.remember();
                self.status.set(Role::Info, format!("{} keys in this notebook", set.name()));
            }
            PreferenceCommand::ToggleRule(at) => {
                self.runner.toggle_rule(at);
                self.remember();
                self.dialogs.open_rules(self.runner.checks.rules, at);
            }
        }
    }

    /// Follows an event of the notebook in the other components.
    fn follow_notebook(&mut self, event: NotebookEvent) {
        match event {
            NotebookEvent::Saved => {
                let saved = self.learning.saved(&self.notebook);
                self.run_all(saved);
                let warning = self.runner.accept(&self.notebook);
                self.run_all(warning);
                self.run_all(files::follow_with_results(&self.notebook));
            }
            NotebookEvent::Reloaded(place) => self.start_again(place),
            NotebookEvent::Replaced => {
                self.learning.close();
                set_lesson(&mut self.notebook, false);
                self.runner.distrust();
                self.start_over();
            }
        }
    }

    /// Shows the reloaded file. `place` is the index of the cell that was the current one.
    fn start_again(&mut self, place: usize) {
        self.notebook.set_mode(Mode::Select);
        self.runner.engine.hold_back(true);
        let is_gone = self.notebook.current_cell().is_none();
        self.notebook.rearranged();
        self.run_notebook_commands();
        self.runner.judge(&self.notebook);
        if is_gone && let Some(id) = self.notebook.ids().get(place) {
            self.notebook.go_to(*id);
        }
        let key = self.keys.text_of(Action::Undo);
        match self.runner.rejection_text(&self.notebook, &self.keys) {
            Some(words) => {
                self.status.set(Role::Warning, format!("reloaded, {words} ({key}: restore the previous content)"));
            }
            None => self.status.set(Role::Info, format!("reloaded ({key}: restore the previous content)")),
        }
    }

    /// Resets the state after another notebook was opened.
    fn start_over(&mut self) {
        self.notebook.start_over();
        remembered::restore(self);
        self.files.disk.forget();
        // Neither this notebook's cells nor the previous one's may run before trust is decided.
        self.runner.engine.hold_back(true);
        self.runner.engine.restart();
        self.begin();
        self.runner.judge(&self.notebook);
        self.offer();
    }
}
