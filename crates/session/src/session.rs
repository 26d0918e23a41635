//! The session: evaluates inputs in order, records their changes, and undoes and redoes them.

use std::ops::RangeBounds;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pprepl_files::Reach;
use pprepl_text::Source;
use puppet_eval::{Host, Vm};

use super::analyzer::Analyzer;
use super::catalog_view::CatalogView;
use super::cell::{AppliedCell, UndoneCell};
use super::change_error::ChangeError;
use super::checker_state::CheckerState;
use super::described::DescribedTypes;
use super::facts::Facts;
use super::history::{History, SessionSnapshot};
use super::inspector::Inspector;
use super::lines::Lines;
use super::names::Names;
use super::project::ProjectFiles;
use super::remarks::remarks;
use super::run::Runner;
use super::saved::{NotSaved, SavedSession, Saver};
use super::session_core::Core;
use super::settings::{Settings, StaticCheck};
use super::site::Site;
use super::source_view::SourceView;
use super::step::Step;
use super::stop::DebugPrompt;
use super::{Evaluation, InputView, Outcome, Preview, engine};

/// A session: variables, functions, types and the catalog persist from input to input. Services answer the
/// other questions of a front end: [`Session::names`], [`Session::source`], [`Session::inspect`], [`Session::analyze`],
/// [`Session::catalog`], [`Session::facts`].
pub struct Session {
    pub(super) core: Core,
    pub(super) checker: CheckerState,
    pub(super) history: History,
    pub(super) site: Site,
    /// The types of a value that the session describes.
    described: DescribedTypes,
    /// True if the runs of cells are traced.
    pub traces: bool,
    /// The columns of the screen, for tables.
    pub width: usize,
}

/// The columns of output that goes to no screen.
const USUAL_WIDTH: usize = 80;

impl Session {
    pub fn new(settings: Settings, host: Box<dyn Host>) -> Session {
        let mut core = Core::new(settings, host);
        core.vm.debugger.set_handler(Rc::new(DebugPrompt));
        let site = Site::new(&mut core);
        let mut session = Session {
            core,
            checker: CheckerState::default(),
            history: History::default(),
            site,
            described: DescribedTypes::default(),
            traces: false,
            width: USUAL_WIDTH,
        };
        session.core.vm.set_node(&session.core.settings.environment.node);
        // A front end that accepts settings from a user checks the facts first (`check_facts`).
        let _ = session.take_facts();
        session
    }

    /// Returns the names that the session knows.
    pub fn names(&self) -> Names<'_> {
        Names { core: &self.core, history: &self.history }
    }

    /// Returns the views of source under the session's settings.
    pub fn source(&self) -> SourceView<'_> {
        SourceView { core: &self.core }
    }

    /// Returns the service for questions that evaluate code without a trace.
    pub fn inspect(&mut self) -> Inspector<'_> {
        Inspector { core: &mut self.core, site: &mut self.site }
    }

    /// Returns the static analysis.
    pub fn analyze(&mut self) -> Analyzer<'_> {
        Analyzer { core: &mut self.core, checker: &mut self.checker, history: &self.history }
    }

    /// Returns the service that indexes the environment to check.
    pub fn project(&mut self) -> ProjectFiles<'_> {
        ProjectFiles { core: &mut self.core, checker: &mut self.checker, site: &mut self.site }
    }

    /// Returns the rules and assumptions of the checker.
    pub fn checker(&self) -> &CheckerState {
        &self.checker
    }

    /// Returns the views of the catalog.
    pub fn catalog(&self) -> CatalogView<'_> {
        CatalogView { core: &self.core, history: &self.history, environment: self.site.environment() }
    }

    /// Returns the facts of the node.
    pub fn facts(&self) -> &Facts {
        &self.site.facts
    }

    /// Returns the service that runs the cells of a notebook.
    pub fn runner(&mut self) -> Runner<'_> {
        Runner {
            core: &mut self.core,
            checker: &mut self.checker,
            history: &mut self.history,
            described: self.described,
            traces: self.traces,
        }
    }

    /// Converts the inputs with these numbers to a file.
    pub fn saved(&self, numbers: impl RangeBounds<usize>) -> Result<SavedSession, NotSaved> {
        Saver { core: &self.core, history: &self.history }.saved(numbers)
    }

    /// Selects the types of a value to infer: the session omits the others.
    pub fn report_types(&mut self, told: DescribedTypes) {
        self.described = told;
    }

    /// Attaches the debugger prompt for breakpoints.
    pub(super) fn attach_debugger(&mut self) {
        self.core.vm.debugger.set_handler(Rc::new(DebugPrompt));
    }

    /// Evaluates an input; whitespace yields nothing. (Meta-commands are dispatched one layer up, see `commands`.)
    pub fn submit(&mut self, text: &str) -> Outcome {
        let name = format!("input {}", self.history.next_number());
        submit_source(self, &Source::new(name, text))
    }

    /// Evaluates source under a name of its own.
    pub fn evaluate(&mut self, name: &str, text: &str) -> Evaluation {
        self.evaluate_step(&Source::new(name, text), |_| {})
    }

    /// Evaluates source after `first`, a change of the evaluator that belongs to the same step.
    pub(super) fn evaluate_step(&mut self, source: &Arc<Source>, first: impl FnOnce(&mut Vm)) -> Evaluation {
        evaluate_input(self, source, false, first)
    }

    /// Records the input and its step.
    fn record_input(&mut self, mark: usize, source: &Source, evaluation: &mut Evaluation) {
        let (assigned, defined) = self.core.vm.changed_names(mark);
        evaluation.assigned = assigned;
        evaluation.defined = defined;
        if evaluation.value.is_none() && evaluation.failed() && evaluation.invalid {
            self.core.vm.outputs.drop_last();
        }
        if self.core.vm.journal.mark() > mark {
            let title = source.text().trim().lines().next().unwrap_or_default().to_owned();
            let names = evaluation.assigned.iter().map(|name| format!("${name}")).chain(evaluation.defined.clone());
            let names = names.collect();
            let id = self.history.new_step();
            self.history.done.push(Step { id, mark, input: self.history.next_number(), title, names });
            self.history.undone.clear();
            self.history.after_reset = None;
            self.history.branches.redo = None;
        }
        if evaluation.matched {
            self.history.match_states.push((self.history.next_number(), self.core.vm.matches()));
        }
        self.history.inputs.push(InputView {
            number: self.history.next_number(),
            name: source.name().to_owned(),
            text: source.text().to_owned(),
            lines_before: source.is_part().then(|| source.lines_before()),
            value: evaluation.value.clone().or_else(|| evaluation.shown.clone()),
            type_name: [&evaluation.reduced, &evaluation.detailed, &evaluation.generalized]
                .into_iter()
                .flatten()
                .next()
                .cloned(),
            failed: evaluation.failed(),
        });
    }

    /// Undoes the last `count` inputs that changed something; returns a line for each. The inputs before a reset
    /// follow the inputs after it.
    pub fn undo(&mut self, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.len() < count {
            let rewound =
                Lines { core: &mut self.core, checker: &mut self.checker, history: &mut self.history }.undo_rewind();
            if let Some(title) = rewound {
                lines.push(title);
                continue;
            }
            match self.history.done.pop() {
                Some(step) => {
                    let changes = self.core.vm.roll_back(step.mark);
                    if self.history.has_lines() {
                        self.history.branches.inactive.insert(step.id, changes.clone());
                    }
                    lines.push(step.line());
                    self.history.gone.insert(step.input);
                    self.history.undone.push((step, changes));
                }
                None if self.undo_reset() => lines.push(RESET.to_owned()),
                None => break,
            }
        }
        self.follow_undo();
        lines
    }

    /// Redoes the last `count` undone inputs.
    pub fn redo(&mut self, count: usize) -> Vec<String> {
        let mut lines = Vec::new();
        while lines.len() < count {
            if self.redo_reset() {
                lines.push(RESET.to_owned());
                continue;
            }
            let redone =
                Lines { core: &mut self.core, checker: &mut self.checker, history: &mut self.history }.redo_rewind();
            if let Some(title) = redone {
                lines.push(title);
                continue;
            }
            match self.history.undone.pop() {
                Some((mut step, changes)) => {
                    self.history.branches.inactive.remove(&step.id);
                    step.mark = self.core.vm.journal.mark();
                    self.core.vm.replay(&changes);
                    lines.push(step.line());
                    self.history.gone.remove(&step.input);
                    self.history.done.push(step);
                }
                None => break,
            }
        }
        self.follow_undo();
        lines
    }

    /// Synchronizes the node, the match variables and the named values with the current state after an undo or redo.
    fn follow_undo(&mut self) {
        self.follow_node();
        self.core.vm.set_matches(self.history.matches());
        let last = self.history.last_valued(self.history.next_number());
        self.core.vm.outputs.set_undone(self.history.gone.iter().copied().collect(), last);
    }

    /// Resets the session as [`Session::reset`] does, but undoably.
    pub fn start_over(&mut self) {
        let is_fresh = self.history.inputs.is_empty() && self.checker.assumed.is_empty();
        let before = self.set_aside();
        if is_fresh {
            // Two resets in a row are one.
            self.restore(before);
        } else {
            self.history.before_reset = Some(Box::new(before));
            self.history.after_reset = None;
        }
    }

    fn undo_reset(&mut self) -> bool {
        let Some(before) = self.history.before_reset.take() else { return false };
        let after = self.set_aside();
        self.take_up(*before);
        self.history.after_reset = Some((self.history.undone.len(), Box::new(after)));
        true
    }

    fn redo_reset(&mut self) -> bool {
        let Some((_, after)) = self.history.after_reset.take_if(|(undone, _)| *undone == self.history.undone.len())
        else {
            return false;
        };
        let before = self.set_aside();
        self.take_up(*after);
        self.history.before_reset = Some(Box::new(before));
        true
    }

    /// Restores a state under the active settings.
    fn take_up(&mut self, kept: SessionSnapshot) {
        self.restore(kept);
        self.core.configure();
        self.core.vm.set_module_path(self.core.settings.module_folders());
        self.site.open_data(&mut self.core);
    }

    /// Undoes the last step without a redo.
    pub(super) fn forget_step(&mut self) {
        if let Some(step) = self.history.done.pop() {
            self.core.vm.discard(step.mark);
        }
    }

    /// Resets the session under the active settings; this cannot be undone.
    pub fn reset(&mut self) {
        self.core.vm.reset(&engine::settings(&self.core.settings));
        self.core.vm.set_node(&self.core.settings.environment.node);
        self.apply_facts();
        self.checker.assumed.clear();
        self.history = History::default();
    }

    /// Returns whether this input was undone.
    pub fn is_undone(&self, number: usize) -> bool {
        self.history.gone.contains(&number)
    }

    /// Returns the active settings.
    pub fn settings(&self) -> &Settings {
        &self.core.settings
    }

    /// Changes a setting; the error describes an invalid key or value.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ChangeError> {
        if key == "node" {
            return self.set_node(value);
        }
        let before = self.core.settings.clone();
        self.core.settings.set(key, value)?;
        if key == "facts" {
            self.take_facts().inspect_err(|_| self.core.settings = before)?;
        } else {
            self.apply_facts();
        }
        self.core.configure();
        self.core.vm.set_module_path(self.core.settings.module_folders());
        self.site.apply_file_rules(&mut self.core);
        self.site.open_data(&mut self.core);
        Ok(())
    }

    /// Sets which files code may read: the files of a trusted or untrusted notebook in the directory `folder`.
    pub fn set_reach(&mut self, files: Reach, folder: &str) {
        let is_changed = self.core.settings.execution.files != files;
        self.core.settings.execution.files = files;
        folder.clone_into(&mut self.core.settings.folder);
        if is_changed {
            self.core.configure();
        }
        self.site.apply_file_rules(&mut self.core);
    }

    /// Marks the following code as not requested by the user; such code reads no files.
    pub fn set_unasked(&mut self, unasked: bool) {
        self.core.vm.host_mut().set_unasked(unasked);
    }

    /// Evaluates source without side effects, within a time; `None` when it may have some, fails or takes longer.
    pub fn preview(&mut self, text: &str, within: Duration) -> Option<Preview> {
        self.core.preview(text, within)
    }

    /// Undoes the last input, so that it can run again in another form.
    pub fn take_back_last(&mut self) {
        let last = self.history.inputs.len();
        if self.history.done.last().is_some_and(|step| step.input == last) {
            self.undo(1);
        }
    }

    /// Returns whether the session reads data or code outside the program: Hiera, modules, an environment.
    pub fn reads_external_data(&self) -> bool {
        !self.core.settings.environment.hiera.is_empty()
            || !self.core.settings.environment.modulepath.is_empty()
            || self.site.root.is_some()
    }

    /// Returns whether the last cell set the same variables to the same plain values as an undone run, and neither had
    /// any other effect.
    pub fn has_same_effect(&self, applied: &AppliedCell, kept: &UndoneCell) -> bool {
        applied.has_same_effect(&self.core.vm, kept)
    }

    /// Returns the last input's evaluation.
    pub fn last(&self) -> Option<&Evaluation> {
        self.history.last.as_ref()
    }

    /// Returns the inputs so far.
    pub fn inputs(&self) -> &[InputView] {
        &self.history.inputs
    }

    /// Returns the flag that cancels the running evaluation when set.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.core.vm.calls.cancel_flag()
    }
}

/// The title of a reset in `:undo` and `:redo`.
const RESET: &str = ":reset";

/// Evaluates source; with `foresees` the static checker runs first.
fn evaluate_input(
    session: &mut Session,
    source: &Arc<Source>,
    foresees: bool,
    first: impl FnOnce(&mut Vm),
) -> Evaluation {
    let start = Instant::now();
    let budget = session.core.vm.calls.begin(session.core.limits());
    session.core.vm.start_input(session.history.next_number());
    let mark = session.core.vm.journal.mark();
    first(&mut session.core.vm);
    let mut evaluation = session.runner().run(source, source.text(), foresees);
    session.core.vm.calls.end(budget);
    session.runner().keep_new_notes(&mut evaluation.notes);
    evaluation.logs.extend(session.core.vm.messages.take_logs());
    session.record_input(mark, source, &mut evaluation);
    if !evaluation.failed() {
        evaluation.display.remarks = remarks(&session.core, mark);
    }
    evaluation.elapsed = start.elapsed();
    evaluation.display.limits = session.core.settings.output_limits();
    session.history.last = Some(evaluation.clone());
    evaluation
}

/// Evaluates an input, as [`Session::submit`] does, under a name of its own: a cell, or a part of one.
pub fn submit_source(session: &mut Session, source: &Arc<Source>) -> Outcome {
    if source.text().trim().is_empty() || session.source().is_only_comment(source.text()) {
        return Outcome::Nothing;
    }
    let foresees = session.core.settings.execution.check == StaticCheck::Warn;
    Outcome::Evaluated(Box::new(evaluate_input(session, source, foresees, |_| {})))
}
