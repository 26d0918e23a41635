//! The kernel: a reactive scheduler over the dependency graph of the cells, with a session in which they are applied.
//! An edit marks names as dirty. The kernel then visits the cells in execution order, a topological order of the
//! graph unless a cell needs a later one. It rolls back all cells from the first affected one on. Then it runs the
//! affected cells, and reapplies the recorded changes of the others without running them.
//!
//! The state always equals that of a fresh run, top to bottom, of the cells that are not stale. A stale cell has no
//! effect until it runs, but its last report stays. In `auto` only a cancel leaves cells stale.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pprepl_budget::Deadline;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;
use pprepl_files::Reach;
use pprepl_session::inspect::ScopeView;
use pprepl_session::trace::{TraceView, trace_source};
use pprepl_session::{
    AppliedCell, Capture, Evaluation, FixedText, Part, Report, Session, SourceKind, report_without_source,
};
use pprepl_text::{Diagnostic, IssueCode, Severity, Source, Span};
use puppet_check::RuleSet;

use super::cell::Cell;
use super::facts::{self, FactsChange, FactsChanged, FactsChanges};
use super::findings;
use super::message::{CellFinding, Message};
use super::names::{CellNames, Defined, Name};
use super::plan::{Mode, Planner, RunPlan};
use super::report::{CellReport, Finding};
use super::run::{Run, State, name_of};
use super::scopes::cell_scopes;
use super::setup::Setup;
use super::table::{CellTable, PausedCell};

/// An observer of the kernel's progress.
pub trait Observer {
    /// Called when a cell starts to run.
    fn began(&mut self, _cell: CellId) {}
    /// Returns whether the scopes before the next cell are of interest.
    fn shows_scopes(&mut self) -> bool {
        false
    }
    /// Called with the scopes before a cell runs.
    fn scopes(&mut self, _scopes: Vec<ScopeView>) {}
    /// Called after a cell has run.
    fn finished(&mut self, _cell: CellId, _report: &CellReport) {}
    /// Returns whether a more important task than the next cell is waiting.
    fn is_expected(&mut self) -> bool {
        false
    }
}

/// An observer that ignores all events.
pub struct Unobserved;

impl Observer for Unobserved {}

/// A run that does nothing.
struct SkippedRun {
    text: Arc<str>,
    /// Whether the cells after it do not run either.
    is_last: bool,
    error: Diagnostic,
}

/// A session with the active cells.
pub struct Kernel {
    setup: Setup,
    session: Session,
    mode: Mode,
    table: CellTable,
    /// The applied cells, in the order in which they ran.
    applied: Vec<(CellId, AppliedCell)>,
    /// Whether cells that read files run like the others.
    reads_freely: bool,
    /// Whether the next run is automatic, without a request of the user.
    nobody_asks: bool,
    /// The number of file lines before the source of each cell, if there is a file.
    lines: FxHashMap<CellId, usize>,
    /// The cells whose source made the evaluator panic: they do not run again with it.
    fatal: FxHashMap<CellId, Arc<str>>,
    /// The sources that ended another kernel, or were canceled in it: their next run only reports that.
    skipped: FxHashMap<CellId, SkippedRun>,
    /// The running cell, to find the cause of a panic.
    running: Option<CellId>,
    /// The enabled rules of the checker.
    rules: RuleSet,
    /// Names outside the cells that changed since the last reconciliation.
    changed: FxHashSet<Name>,
}

impl Kernel {
    /// Creates a kernel without cells.
    pub fn new(setup: Setup) -> Kernel {
        let session = setup.session();
        Kernel {
            setup,
            session,
            mode: Mode::Auto,
            table: CellTable::default(),
            applied: Vec::new(),
            reads_freely: false,
            nobody_asks: false,
            lines: FxHashMap::default(),
            fatal: FxHashMap::default(),
            skipped: FxHashMap::default(),
            running: None,
            rules: RuleSet::default(),
            changed: FxHashSet::default(),
        }
    }

    /// Lets cells that read files run like the others: the user named the notebook to be run as a whole.
    pub fn let_read(&mut self) {
        self.reads_freely = true;
    }

    /// Sets the directories from which cells may read files.
    pub fn set_reach(&mut self, reach: Reach, folder: &str) {
        self.setup.set_reach(reach, folder);
        self.session.set_reach(reach, folder);
    }

    /// Returns the stale cells that run only on request, with the reasons.
    pub fn paused_cells(&self) -> Vec<(CellId, PausedCell)> {
        self.table.held.iter().map(|(id, held)| (*id, *held)).collect()
    }

    /// Sets the enabled rules of the checker, for cells that run and for those that have not.
    pub fn set_rules(&mut self, rules: RuleSet) {
        self.rules = rules;
        self.session.analyze().set_rules(rules);
    }

    /// The enabled rules of the checker.
    pub(super) fn rules(&self) -> RuleSet {
        self.rules
    }

    /// Changes the facts. In `auto` the cells that read facts run again; else they become stale. Returns the message for
    /// the user; fails with the reason, and then nothing has changed.
    pub fn change_facts(&mut self, change: &FactsChange, observer: &mut dyn Observer) -> Result<FactsChanged, String> {
        let before = facts::variables(&self.session);
        // The facts belong to the state before all cells.
        let order: Vec<CellId> = self.applied.iter().map(|(id, _)| *id).collect();
        self.take_back_to(0);
        let result = self.setup.facts.apply(&mut self.session, change);
        order.into_iter().for_each(|id| self.reapply(id));
        if result.is_ok() {
            self.changed = before;
            self.changed.extend(facts::variables(&self.session));
            self.reconcile(BTreeSet::new(), observer);
        }
        result
    }

    /// Returns the paths of the facts that the user set one by one.
    pub fn edited_facts(&self) -> Vec<String> {
        self.setup.facts.edited().map(str::to_owned).collect()
    }

    pub(super) fn facts_changes(&self) -> FactsChanges {
        self.setup.facts.clone()
    }

    /// Repeats the changes of the facts of another kernel, before any cell runs.
    pub(super) fn adopt_facts(&mut self, changes: FactsChanges) {
        changes.repeat(&mut self.session);
        self.setup.facts = changes;
    }

    /// Returns the stop flag: it cancels the running cell and the following ones.
    pub fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.session.cancel_flag()
    }

    /// Returns the session in the state after all active cells.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Checks a cell before it runs, with this source, as if it ran at its position. `typed` is the offset at which
    /// the user is typing. Returns `None` if the time limit is exceeded.
    pub fn check(
        &mut self,
        cell: CellId,
        text: &str,
        typed: Option<usize>,
        until: Deadline,
    ) -> Option<Vec<CellFinding>> {
        let order = self.table.order();
        let turn = order.iter().position(|at| self.table.cells[*at].id == cell).unwrap_or(order.len());
        let before: Vec<CellId> = order.iter().take(turn).map(|at| self.table.cells[*at].id).collect();
        let earlier: FxHashSet<CellId> = before.iter().copied().collect();
        let in_force = self.applied.iter().take_while(|(id, _)| earlier.contains(id)).count();
        // Each cell that is rolled back stays in its run: after a panic in the analysis the next reconciliation
        // applies it again.
        let later: Vec<CellId> = self.applied.iter().skip(in_force).map(|(id, _)| *id).collect();
        self.take_back_to(in_force);
        let ran: FxHashSet<CellId> = self.applied.iter().map(|(id, _)| *id).collect();
        let waiting =
            before.iter().filter(|id| !ran.contains(id)).filter_map(|id| Some(self.table.cell(*id)?.text.clone()));
        let waiting: Vec<Arc<str>> = waiting.collect();
        let waiting: Vec<&str> = waiting.iter().map(|text| &**text).collect();
        let found = self.session.analyze().check_unexecuted(&waiting, text, typed, until);
        let mut found: Option<Vec<CellFinding>> = found.map(|found| found.into_iter().map(CellFinding::from).collect());
        later.into_iter().for_each(|id| self.reapply(id));
        if let Some(found) = &mut found {
            found.extend(self.defined_elsewhere(cell, text, typed));
            found.sort_by_key(|one| one.span.start);
        }
        found
    }

    /// Traces a cell that has run with this source: repeats its run in the state before it, and rolls it back.
    /// `None` for a cell that has not.
    pub fn trace(&mut self, cell: CellId, text: &str, within: Duration) -> Option<TraceView> {
        let run = self.table.runs.get(&cell).filter(|run| &*run.text == text)?;
        let asked = run.asked;
        let before = self.applied.iter().position(|(id, _)| *id == cell)?;
        let later: Vec<CellId> = self.applied.iter().skip(before).map(|(id, _)| *id).collect();
        self.take_back_to(before);
        let lines = self.lines.get(&cell).copied().unwrap_or(0);
        let source = Source::part(self.setup.name_of(cell), text, lines);
        self.session.set_unasked(!self.reads_freely && !asked);
        let view = trace_source(&mut self.session, &source, Some(within));
        self.session.set_unasked(false);
        later.into_iter().for_each(|id| self.reapply(id));
        Some(view)
    }

    /// Returns the duplicate definitions: names that this source would define and another cell defines.
    fn defined_elsewhere(&self, cell: CellId, text: &str, typed: Option<usize>) -> Vec<CellFinding> {
        let told = |defined: &Defined| {
            let other = self.table.cells.iter().find(|other| other.id != cell && other.names.has(&defined.name))?;
            let written = defined.name.source().filter(|_| typed != Some(defined.span.end as usize))?;
            Some(CellFinding {
                severity: Severity::Error,
                code: IssueCode::DefinedTwice.into(),
                topic: IssueCode::DefinedTwice.topic().as_str(),
                message: Message::from(format!("{written} is also defined in ")).cell(other.id),
                mends: false,
                span: defined.span,
            })
        };
        let mut names = self.read(text).defines;
        // Duplicate resources are reported when they are declared.
        names.retain(|one| matches!(one.name, Name::Variable(_) | Name::Function(_) | Name::Definition(_)));
        names.iter().filter_map(told).collect()
    }

    /// The time at which affected cells run.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the report of a cell's last run.
    pub fn report(&self, cell: CellId) -> Option<&CellReport> {
        self.table.runs.get(&cell).map(|run| &run.report)
    }

    /// Returns the match variables after a cell, and the cell that set them: an earlier one if this cell does not
    /// match.
    pub fn captures(&self, cell: CellId) -> Option<(CellId, &[Capture])> {
        let until = self.applied.iter().position(|(id, _)| *id == cell)? + 1;
        let mut runs =
            self.applied.iter().take(until).rev().filter_map(|(id, _)| Some((*id, self.table.runs.get(id)?)));
        let (set_in, run) = runs.find(|(_, run)| run.matched)?;
        Some((set_in, &run.report.evaluation.captures))
    }

    /// Counts the runs of a cell.
    pub fn runs(&self, cell: CellId) -> usize {
        self.report(cell).map_or(0, |report| report.runs)
    }

    /// Returns the cell whose run has this number in the session's views (`VariableView::input`).
    pub fn cell_of_input(&self, number: usize) -> Option<CellId> {
        self.applied.get(number.checked_sub(1)?).map(|(id, _)| *id)
    }

    /// Returns the scopes, with the cells that set their variables.
    fn scopes(&mut self) -> Vec<ScopeView> {
        let places: FxHashMap<CellId, usize> =
            self.table.cells.iter().enumerate().map(|(place, cell)| (cell.id, place + 1)).collect();
        let inputs = &self.applied;
        cell_scopes(&mut self.session, |input| places.get(&inputs.get(input.checked_sub(1)?)?.0).copied())
    }

    /// Returns the children of an element in a cell's value; `path` holds the index of the element at each level.
    /// Each child includes its access code, which starts with the variable that the cell sets, if there is one.
    pub fn explore(&self, cell: CellId, path: &[usize], from: usize, most: usize) -> Vec<Part> {
        let Some(value) = self.table.runs.get(&cell).and_then(|run| run.value.as_ref()) else { return Vec::new() };
        let base = self.base(cell);
        let mut parts = value.parts(path, from, most);
        parts.iter_mut().for_each(|part| part.access.insert_str(0, &base));
        parts
    }

    /// Applies the available fixes to a cell's source: the fixes of its run if the source is unchanged, else the
    /// first one of a new check. `None` when no fix passes the gate.
    pub fn repaired(&mut self, cell: CellId, text: &str) -> Option<FixedText> {
        match self.table.runs.get(&cell).filter(|run| &*run.text == text) {
            Some(run) => {
                let (name, told) = (self.setup.name_of(cell), &run.report.evaluation.reports);
                self.session.analyze().repaired(&name, text, told, None).ok()
            }
            None => self.session.analyze().fix_typed(text),
        }
    }

    /// Returns the code that denotes a cell's value.
    fn base(&self, cell: CellId) -> String {
        let name = self.table.runs.get(&cell).and_then(|run| run.names.value.clone());
        name.map_or_else(String::new, |name| format!("${name}"))
    }

    /// Returns the diagnostics about the relations between the cells.
    pub fn findings(&self) -> Vec<Finding> {
        let order = self.table.order();
        findings::find(&self.table.cells, &order, &|name| self.session.names().is_given(name), &|id| {
            self.table.runs.get(&id).is_some_and(|run| !run.report.failed())
        })
    }

    /// Returns whether the last run of a cell, with the source that it has now, reports an error at this place.
    pub fn reports_at(&self, cell: CellId, span: Span) -> bool {
        let (Some(run), Some(now)) = (self.table.runs.get(&cell), self.table.cell(cell)) else { return false };
        let lines = self.lines.get(&cell).copied().unwrap_or(0);
        let line = Source::part("", now.text.clone(), lines).line_column(span.start).line;
        let is_here =
            |report: &Report| report.severity == Severity::Error && report.place().is_some_and(|at| at.0 == line);
        run.text == now.text && run.report.evaluation.reports.iter().any(is_here)
    }

    /// Returns the cells without effect until they run, in the order of the document.
    pub fn stale(&self) -> Vec<CellId> {
        self.table.without_effect()
    }

    /// Sets the number of file lines before the source of each cell. Locations use file lines from then on.
    pub fn set_lines(&mut self, lines: impl IntoIterator<Item = (CellId, usize)>) {
        self.lines = lines.into_iter().collect();
    }

    /// Sets the current code cells of the document, in its order; in `auto` runs the affected ones.
    pub fn arrange(&mut self, cells: Vec<(CellId, Arc<str>)>, observer: &mut dyn Observer) {
        self.arrange_and_run(cells, &[], observer);
    }

    /// Does the same as [`Kernel::arrange`], and runs the requested cells.
    pub fn arrange_and_run(&mut self, cells: Vec<(CellId, Arc<str>)>, asked: &[CellId], observer: &mut dyn Observer) {
        let mut known: FxHashMap<CellId, Cell> = self.table.cells.drain(..).map(|cell| (cell.id, cell)).collect();
        self.table.places.clear();
        for (id, text) in cells {
            if self.table.places.contains_key(&id) {
                continue;
            }
            let cell = match known.remove(&id) {
                Some(cell) if cell.text == text => cell,
                _ => Cell { id, names: Rc::new(self.read(&text)), text },
            };
            self.table.places.insert(cell.id, self.table.cells.len());
            self.table.cells.push(cell);
        }
        self.reconcile(asked.iter().copied().collect(), observer);
    }

    fn read(&self, text: &str) -> CellNames {
        let parsed = self.session.source().parsed(text);
        if parsed.diagnostics.iter().any(Diagnostic::is_error) {
            CellNames::default()
        } else {
            CellNames::of(&parsed.program)
        }
    }

    /// Sets when cells run; in `auto` stale cells run immediately.
    pub fn set_mode(&mut self, mode: Mode, observer: &mut dyn Observer) {
        self.mode = mode;
        if mode == Mode::Auto {
            let readers = self.planner().readers();
            self.table.waiting.extend(self.table.without_effect().into_iter().filter(|id| !readers.contains(id)));
            self.reconcile(BTreeSet::new(), observer);
        }
    }

    /// Runs cells whether they have changed or not, including the stale ones that they need.
    pub fn run(&mut self, cells: &[CellId], observer: &mut dyn Observer) {
        self.reconcile(cells.iter().copied().collect(), observer);
    }

    /// Does the same as [`Kernel::run`] for cells that ran before, without a request of the user.
    pub(super) fn run_again(&mut self, cells: &[CellId], observer: &mut dyn Observer) {
        self.nobody_asks = true;
        self.reconcile(cells.iter().copied().collect(), observer);
        self.nobody_asks = false;
    }

    /// Runs the cells that run automatically, in a session where none has run.
    pub(super) fn begin(&mut self, observer: &mut dyn Observer) {
        self.reconcile(BTreeSet::new(), observer);
    }

    /// Runs all cells.
    pub fn run_all(&mut self, observer: &mut dyn Observer) {
        self.reconcile(self.table.cells.iter().map(|cell| cell.id).collect(), observer);
    }

    /// Runs a cell and those below it in the document.
    pub fn run_from(&mut self, cell: CellId, observer: &mut dyn Observer) {
        let from = self.table.places.get(&cell).copied().unwrap_or(self.table.cells.len());
        self.reconcile(self.table.cells.iter().skip(from).map(|cell| cell.id).collect(), observer);
    }

    /// Runs the stale cells.
    pub fn run_stale(&mut self, observer: &mut dyn Observer) {
        self.table.waiting.extend(self.table.without_effect());
        // Cells that this makes stale also run.
        let mode = std::mem::replace(&mut self.mode, Mode::Auto);
        self.reconcile(BTreeSet::new(), observer);
        self.mode = mode;
    }

    /// Resumes an interrupted run. Returns whether cells are still waiting.
    pub fn resume_run(&mut self, observer: &mut dyn Observer) -> bool {
        if !self.table.waiting.is_empty() {
            self.reconcile(BTreeSet::new(), observer);
        }
        !self.table.waiting.is_empty()
    }

    /// Starts a new session: no cell has run.
    pub fn restart(&mut self) {
        self.session = self.setup.session();
        self.session.analyze().set_rules(self.rules);
        self.applied.clear();
        self.table.forget_runs();
        self.fatal.clear();
        self.skipped.clear();
        self.running = None;
        self.setup.now_running(None);
    }

    /// Makes the next run of a cell with this source do nothing and count as canceled; if it is the last, it also
    /// stops the following cells.
    pub(super) fn skip_once(&mut self, cell: CellId, text: Arc<str>, is_last: bool) {
        self.skipped.insert(cell, SkippedRun { text, is_last, error: stopped_error() });
    }

    /// Makes the next run of a cell with this source only report an error: it ended the program when it ran before.
    pub fn reject_once(&mut self, cell: CellId, text: Arc<str>, error: Diagnostic) {
        self.skipped.insert(cell, SkippedRun { text, is_last: false, error });
    }

    /// Returns the cells whose last run was canceled.
    pub(super) fn stopped(&self) -> Vec<CellId> {
        let stopped = |(id, run): (&CellId, &Run)| run.report.evaluation.cancelled.then_some(*id);
        self.table.runs.iter().filter_map(stopped).collect()
    }

    /// Sets the mode without running stale cells.
    pub fn put_in_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Starts a new session after an internal error; the cell that ran does not run again until its source changes.
    /// Returns whether cells must run.
    pub fn recover(&mut self) -> bool {
        let running = self.running.take();
        let fatal = running.and_then(|id| self.table.cell(id).map(|cell| (id, cell.text.clone())));
        let known = std::mem::take(&mut self.fatal);
        self.restart();
        self.fatal = known;
        self.fatal.extend(fatal);
        self.mode == Mode::Auto
    }

    /// Runs the cells after [`Kernel::recover`].
    pub fn resume(&mut self, run: bool, observer: &mut dyn Observer) {
        if run {
            self.begin(observer);
        }
    }
}

impl Kernel {
    fn planner(&self) -> Planner<'_> {
        Planner {
            table: &self.table,
            applied: &self.applied,
            mode: self.mode,
            reads_freely: self.reads_freely,
            nobody_asks: self.nobody_asks,
            reads_external: self.session.reads_external_data(),
        }
    }

    /// Updates the state to the current cells (the scheduler's main loop).
    fn reconcile(&mut self, asked: BTreeSet<CellId>, observer: &mut dyn Observer) {
        let mut plan = self.planner().plan(asked);
        std::mem::take(&mut self.changed).into_iter().for_each(|name| plan.invalidate(name, 0));
        let first = self.planner().first_affected(&plan);
        self.take_back_to(first);
        self.table.forget_removed();
        self.fatal.retain(|id, _| self.table.places.contains_key(id));
        self.table.held.clear();
        let mut going = true;
        for at in first..plan.order.len() {
            let id = self.table.cells[plan.order[at]].id;
            let concerned = plan.must.contains(&id) || self.planner().is_affected(&plan, at, id);
            if !concerned {
                self.reapply(id);
                continue;
            }
            going = going && !observer.is_expected();
            let may = plan.may.as_ref().is_none_or(|may| may.contains(&id));
            if let Some(why) = self.planner().saved_back(&plan, at, id).filter(|_| may) {
                self.hold(&mut plan, at, why);
            } else if going && may {
                let cancelled = self.run_one(&mut plan, at, observer);
                if cancelled {
                    going = false;
                    plan.may = Some(FxHashSet::default());
                }
            } else {
                self.mark_stale(&mut plan, at, may);
            }
        }
    }

    /// Holds a cell back: it and its dependents are stale until the user requests them.
    fn hold(&mut self, plan: &mut RunPlan, at: usize, why: PausedCell) {
        let cell = &self.table.cells[plan.order[at]];
        let named = |name: &Name| !matches!(name, Name::Resources | Name::Catalog | Name::Match);
        plan.missing.extend(cell.names.defined().into_iter().filter(named));
        self.table.held.insert(cell.id, why);
        self.mark_stale(plan, at, false);
    }

    /// Rolls back all cells from a position in execution order on.
    fn take_back_to(&mut self, first: usize) {
        while self.applied.len() > first {
            let Some((id, applied)) = self.applied.pop() else { break };
            let kept = self.session.runner().roll_back_cell(applied);
            if let Some(run) = self.table.runs.get_mut(&id) {
                run.state = State::Kept(kept);
            }
        }
    }

    fn reapply(&mut self, id: CellId) {
        let number = self.applied.len() + 1;
        let Some(run) = self.table.runs.get_mut(&id) else { return };
        if let State::Kept(kept) = std::mem::replace(&mut run.state, State::Applied) {
            let applied = self.session.runner().reapply_cell(number, kept);
            self.applied.push((id, applied));
        }
    }

    /// Makes an affected cell that does not run stale: it has no effect, and its definitions are removed.
    fn mark_stale(&mut self, plan: &mut RunPlan, at: usize, waits: bool) {
        let Cell { id, text, names } = &self.table.cells[plan.order[at]];
        let id = *id;
        let known = self.table.stale.insert(id, text.clone());
        // If it was stale with this source, it already had no effect.
        if known.as_ref() != Some(text) {
            names.defined().into_iter().for_each(|name| plan.rename(name, at));
        }
        if let Some(run) = self.table.runs.get_mut(&id)
            && !matches!(std::mem::replace(&mut run.state, State::Out), State::Out)
        {
            run.defined().for_each(|name| plan.rename(name, at));
        }
        if waits {
            self.table.waiting.insert(id);
        } else {
            self.table.waiting.remove(&id);
        }
    }

    /// Runs a cell. Returns whether it was canceled.
    fn run_one(&mut self, plan: &mut RunPlan, at: usize, observer: &mut dyn Observer) -> bool {
        let Cell { id, text, names } = &self.table.cells[plan.order[at]];
        let (id, text, names) = (*id, text.clone(), names.clone());
        self.running = Some(id);
        observer.began(id);
        if observer.shows_scopes() {
            observer.scopes(self.scopes());
        }
        self.setup.now_running(Some(id));
        let number = self.applied.len() + 1;
        let fatal = self.fatal.get(&id).is_some_and(|fatal| *fatal == text);
        let left_alone = self.skipped.remove(&id).filter(|left| left.text == text);
        let shown = if fatal || left_alone.is_some() { Arc::from("") } else { text.clone() };
        let before = self.lines.get(&id).copied().unwrap_or(0);
        // The host rejects file access that the source does not show (a class of a module, a template in a string).
        self.session.set_unasked(!self.reads_freely && !plan.asked.contains(&id));
        let source = Source::part(self.setup.name_of(id), shown, before);
        let findings = self.setup.judge.as_ref().map(|judge| judge.findings(&mut self.session, &source));
        let (mut run, applied) = self.session.runner().run_cell(number, &source);
        let expectations = match (&self.setup.judge, findings) {
            (Some(judge), Some(findings)) => judge.judge(&mut self.session, &source, findings, &run),
            _ => Vec::new(),
        };
        self.session.analyze().keep_passing_fixes(&source, SourceKind::Input, &mut run.evaluation.reports);
        self.session.analyze().keep_passing_fixes(&source, SourceKind::Input, &mut run.evaluation.notes);
        self.session.set_unasked(false);
        let name = self.setup.name_of(id);
        if fatal {
            run.evaluation = instead(&name, fatal_error());
        } else if let Some(left) = &left_alone {
            run.evaluation = Evaluation { cancelled: true, ..instead(&name, left.error.clone()) };
        }
        self.setup.now_running(None);
        self.running = None;
        let budget = self.session.budget_scope();
        let old = self.table.runs.remove(&id);
        let runs = old.as_ref().map_or(0, |old| old.report.runs) + 1;
        let report = CellReport { expectations, ..CellReport::of(&mut run, runs, names.empty) };
        let cancelled = left_alone.map_or(report.evaluation.cancelled, |left| left.is_last);
        let new = Run {
            text,
            names,
            touched: run.touched.iter().map(name_of).collect(),
            looked: run.looked,
            asked: plan.asked.contains(&id),
            matched: run.matched,
            report,
            value: run.value,
            state: State::Applied,
        };
        let same = self.has_same_output(old.as_ref(), &new, &applied) && pprepl_budget::check().is_ok();
        drop(budget);
        if !same {
            let (before, now) = (old.as_ref().map(Run::in_force).unwrap_or_default(), new.in_force());
            before.symmetric_difference(&now).for_each(|name| plan.other_names.note(name));
            for name in new.defined().chain(old.iter().flat_map(Run::defined)) {
                plan.invalidate(name, at);
            }
        }
        observer.finished(id, &new.report);
        self.table.runs.insert(id, new);
        self.applied.push((id, applied));
        self.table.stale.remove(&id);
        self.table.waiting.remove(&id);
        cancelled
    }

    /// Returns whether the cell has set the same variables to the same plain values as before, without another
    /// effect.
    fn has_same_output(&self, old: Option<&Run>, new: &Run, applied: &AppliedCell) -> bool {
        let Some(old) = old else { return false };
        let State::Kept(kept) = &old.state else { return false };
        !old.matched
            && !new.matched
            && old.names.defined() == new.names.defined()
            && self.session.has_same_effect(applied, kept)
    }
}

/// Returns the result of a cell that does not run.
fn instead(source_name: &str, error: Diagnostic) -> Evaluation {
    Evaluation { reports: vec![report_without_source(source_name, error)], ..Evaluation::default() }
}

/// Returns the error for a cell that made the evaluator panic.
fn fatal_error() -> Diagnostic {
    Diagnostic::new(Severity::Error, IssueCode::InternalError, None, "internal error in this cell; please report it")
        .with_help("the cell does not run again until it is edited")
}

/// Returns the error for a canceled cell that was abandoned.
fn stopped_error() -> Diagnostic {
    Diagnostic::new(Severity::Error, IssueCode::Cancelled, None, "the evaluation was stopped")
        .with_help("its changes were rolled back; run it again, or edit it")
}
