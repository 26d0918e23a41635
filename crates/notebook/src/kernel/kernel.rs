//! The kernel: a reactive scheduler over the dependency graph of the cells, with a session in which they are applied.
//! An edit marks names as dirty. The kernel then visits the cells in execution order, a topological order of the
//! graph unless a cell needs a later one. It rolls back all cells from the first affected one on. Then it runs the
//! affected cells, and reapplies the recorded changes of the others without running them.
//!
//! The state always equals that of a fresh run, top to bottom, of the cells that are not stale. A stale cell has no
//! effect until it runs, but its last report stays. In `auto` only a cancel leaves cells stale.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;
use pprepl_files::Reach;
use pprepl_session::{
    AppliedCell, Capture, CellValue, Evaluation, FixedText, Part, Report, Session, UndoneCell, apply_fixes,
};
use pprepl_text::{Diagnostic, IssueCode, Severity, Source};
use puppet_check::RuleSet;
use puppet_eval::ChangeTarget;

use super::cell::Cell;
use super::findings;
use super::graph::{self, Definitions, TransitiveNeeds};
use super::message::{CellFinding, Message};
use super::names::{CellNames, Defined, Name};
use super::report::{CellReport, Finding};
use super::setup::Setup;

/// The time at which affected cells run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Immediately.
    #[default]
    Auto,
    /// On request: until then they are stale.
    Lazy,
}

/// The reason why a cell runs only on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PausedCell {
    /// It reads files.
    Reads,
    /// It needs a name that such a cell defines.
    Needs,
}

/// An observer of the kernel's progress.
pub trait Observer {
    /// Called when a cell starts to run.
    fn began(&mut self, _cell: CellId) {}
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

/// The last run of a cell.
struct Run {
    text: Arc<str>,
    names: Rc<CellNames>,
    /// The names that it changed at run time.
    touched: FxHashSet<Name>,
    looked: bool,
    matched: bool,
    report: CellReport,
    value: Option<CellValue>,
    state: State,
}

enum State {
    Applied,
    Kept(UndoneCell),
    /// Without effect.
    Out,
}

/// The changed names, each with the first index in execution order from which the change applies.
type DirtyNames = FxHashMap<Name, usize>;

/// A session with the active cells.
pub struct Kernel {
    setup: Setup,
    session: Session,
    mode: Mode,
    cells: Vec<Cell>,
    /// The index of each cell.
    places: FxHashMap<CellId, usize>,
    runs: FxHashMap<CellId, Run>,
    /// The applied cells, in the order in which they ran.
    applied: Vec<(CellId, AppliedCell)>,
    /// The stale cells, each with its source at that time.
    stale: BTreeMap<CellId, Arc<str>>,
    /// The stale cells that run only on request.
    held: BTreeMap<CellId, PausedCell>,
    /// Whether cells that read files run like the others.
    reads_freely: bool,
    /// Whether the next run is automatic, without a request of the user.
    nobody_asks: bool,
    /// The stale cells that run as soon as there is time.
    waiting: BTreeSet<CellId>,
    /// The number of file lines before the source of each cell, if there is a file.
    lines: FxHashMap<CellId, usize>,
    /// The cells whose source made the evaluator panic: they do not run again with it.
    fatal: FxHashMap<CellId, Arc<str>>,
    /// The sources that were canceled in another kernel: their next run does nothing. The flag marks the last one.
    skipped_text: FxHashMap<CellId, (Arc<str>, bool)>,
    /// The running cell, to find the cause of a panic.
    running: Option<CellId>,
    /// The enabled rules of the checker.
    rules: RuleSet,
}

impl Kernel {
    /// Creates a kernel without cells.
    pub fn new(setup: Setup) -> Kernel {
        let session = setup.session();
        Kernel {
            setup,
            session,
            mode: Mode::Auto,
            cells: Vec::new(),
            places: FxHashMap::default(),
            runs: FxHashMap::default(),
            applied: Vec::new(),
            stale: BTreeMap::new(),
            held: BTreeMap::new(),
            reads_freely: false,
            nobody_asks: false,
            waiting: BTreeSet::new(),
            lines: FxHashMap::default(),
            fatal: FxHashMap::default(),
            skipped_text: FxHashMap::default(),
            running: None,
            rules: RuleSet::default(),
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
        self.held.iter().map(|(id, held)| (*id, *held)).collect()
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
        until: Instant,
    ) -> Option<Vec<CellFinding>> {
        let order = self.order();
        let turn = order.iter().position(|at| self.cells[*at].id == cell).unwrap_or(order.len());
        let before: Vec<CellId> = order.iter().take(turn).map(|at| self.cells[*at].id).collect();
        let earlier: FxHashSet<CellId> = before.iter().copied().collect();
        let in_force = self.applied.iter().take_while(|(id, _)| earlier.contains(id)).count();
        let mut later = Vec::new();
        while self.applied.len() > in_force {
            let Some((id, applied)) = self.applied.pop() else { break };
            later.push((id, self.session.runner().roll_back_cell(applied)));
        }
        let ran: FxHashSet<CellId> = self.applied.iter().map(|(id, _)| *id).collect();
        let waiting = before.iter().filter(|id| !ran.contains(id)).filter_map(|id| Some(self.cell(*id)?.text.clone()));
        let waiting: Vec<Arc<str>> = waiting.collect();
        let waiting: Vec<&str> = waiting.iter().map(|text| &**text).collect();
        let found = self.session.analyze().check_unexecuted(&waiting, text, typed, until);
        let mut found: Option<Vec<CellFinding>> = found.map(|found| found.into_iter().map(CellFinding::from).collect());
        for (id, kept) in later.into_iter().rev() {
            let applied = self.session.runner().reapply_cell(self.applied.len() + 1, kept);
            self.applied.push((id, applied));
        }
        if let Some(found) = &mut found {
            found.extend(self.defined_elsewhere(cell, text, typed));
            found.sort_by_key(|one| one.span.start);
        }
        found
    }

    /// Returns the duplicate definitions: names that this source would define and another cell defines.
    fn defined_elsewhere(&self, cell: CellId, text: &str, typed: Option<usize>) -> Vec<CellFinding> {
        let told = |defined: &Defined| {
            let other = self.cells.iter().find(|other| other.id != cell && other.names.has(&defined.name))?;
            let written = defined.name.source().filter(|_| typed != Some(defined.span.end as usize))?;
            Some(CellFinding {
                severity: Severity::Error,
                code: IssueCode::DefinedTwice.into(),
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
        self.runs.get(&cell).map(|run| &run.report)
    }

    /// Returns the cells without effect until they run, in the order of the document.
    pub fn stale(&self) -> Vec<CellId> {
        let has_effect = |id: &CellId| self.runs.get(id).is_some_and(|run| matches!(run.state, State::Applied));
        self.cells.iter().map(|cell| cell.id).filter(|id| self.stale.contains_key(id) || !has_effect(id)).collect()
    }

    /// Returns the match variables after a cell, and the cell that set them: an earlier one if this cell does not
    /// match.
    pub fn captures(&self, cell: CellId) -> Option<(CellId, &[Capture])> {
        let until = self.applied.iter().position(|(id, _)| *id == cell)? + 1;
        let mut runs = self.applied.iter().take(until).rev().filter_map(|(id, _)| Some((*id, self.runs.get(id)?)));
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

    /// Returns the children of an element in a cell's value; `path` holds the index of the element at each level.
    /// Each child includes its access code, which starts with the variable that the cell sets, if there is one.
    pub fn explore(&self, cell: CellId, path: &[usize], from: usize, most: usize) -> Vec<Part> {
        let Some(value) = self.runs.get(&cell).and_then(|run| run.value.as_ref()) else { return Vec::new() };
        let base = self.base(cell);
        let mut parts = value.parts(path, from, most);
        parts.iter_mut().for_each(|part| part.access.insert_str(0, &base));
        parts
    }

    /// Applies the available fixes to a cell's source: the fixes of its run if the source is unchanged, else the
    /// first one of a new check. `None` when no fix is available.
    pub fn repaired(&mut self, cell: CellId, text: &str) -> Option<FixedText> {
        match self.runs.get(&cell).filter(|run| &*run.text == text) {
            Some(run) => apply_fixes(&self.setup.name_of(cell), text, &run.report.evaluation.reports),
            None => self.session.analyze().fix_typed(text),
        }
    }

    /// Returns the code that denotes a cell's value.
    fn base(&self, cell: CellId) -> String {
        let name = self.runs.get(&cell).and_then(|run| run.names.value.clone());
        name.map_or_else(String::new, |name| format!("${name}"))
    }

    /// Returns the diagnostics about the relations between the cells.
    pub fn findings(&self) -> Vec<Finding> {
        let order = self.order();
        findings::find(&self.cells, &order, &|name| self.session.names().is_given(name), &|id| {
            self.runs.get(&id).is_some_and(|run| !run.report.failed())
        })
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
        let mut known: FxHashMap<CellId, Cell> = self.cells.drain(..).map(|cell| (cell.id, cell)).collect();
        self.places.clear();
        for (id, text) in cells {
            if self.places.contains_key(&id) {
                continue;
            }
            let cell = match known.remove(&id) {
                Some(cell) if cell.text == text => cell,
                _ => Cell { id, names: Rc::new(self.read(&text)), text },
            };
            self.places.insert(cell.id, self.cells.len());
            self.cells.push(cell);
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
            let readers = self.readers();
            self.waiting.extend(self.stale().into_iter().filter(|id| !readers.contains(id)));
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

    /// Returns the cells that read files.
    fn readers(&self) -> FxHashSet<CellId> {
        if self.reads_freely {
            return FxHashSet::default();
        }
        let definitions = self.definitions();
        let reads = |cell: &&Cell| definitions.transitive(&cell.names).reads;
        self.cells.iter().filter(reads).map(|cell| cell.id).collect()
    }

    fn definitions(&self) -> Definitions<'_> {
        Definitions::of(self.cells.iter().map(|cell| &*cell.names), self.session.reads_external_data())
    }

    /// Runs all cells.
    pub fn run_all(&mut self, observer: &mut dyn Observer) {
        self.reconcile(self.cells.iter().map(|cell| cell.id).collect(), observer);
    }

    /// Runs a cell and those below it in the document.
    pub fn run_from(&mut self, cell: CellId, observer: &mut dyn Observer) {
        let from = self.places.get(&cell).copied().unwrap_or(self.cells.len());
        self.reconcile(self.cells.iter().skip(from).map(|cell| cell.id).collect(), observer);
    }

    /// Runs the stale cells.
    pub fn run_stale(&mut self, observer: &mut dyn Observer) {
        self.waiting.extend(self.stale());
        // Cells that this makes stale also run.
        let mode = std::mem::replace(&mut self.mode, Mode::Auto);
        self.reconcile(BTreeSet::new(), observer);
        self.mode = mode;
    }

    /// Resumes an interrupted run. Returns whether cells are still waiting.
    pub fn resume_run(&mut self, observer: &mut dyn Observer) -> bool {
        if !self.waiting.is_empty() {
            self.reconcile(BTreeSet::new(), observer);
        }
        !self.waiting.is_empty()
    }

    /// Starts a new session: no cell has run.
    pub fn restart(&mut self) {
        self.session = self.setup.session();
        self.session.analyze().set_rules(self.rules);
        self.applied.clear();
        self.runs.clear();
        self.stale.clear();
        self.held.clear();
        self.waiting.clear();
        self.fatal.clear();
        self.skipped_text.clear();
        self.running = None;
        self.setup.now_running(None);
    }

    /// Makes the next run of a cell with this source do nothing and count as canceled; if it is the last, it also
    /// stops the following cells.
    pub(super) fn skip_once(&mut self, cell: CellId, text: Arc<str>, is_last: bool) {
        self.skipped_text.insert(cell, (text, is_last));
    }

    /// Returns the cells whose last run was canceled.
    pub(super) fn stopped(&self) -> Vec<CellId> {
        let stopped = |(id, run): (&CellId, &Run)| run.report.evaluation.cancelled.then_some(*id);
        self.runs.iter().filter_map(stopped).collect()
    }

    /// Sets the mode without running stale cells.
    pub(super) fn put_in_mode(&mut self, mode: Mode) {
        self.mode = mode;
    }

    /// Starts a new session after an internal error; the cell that ran does not run again until its source changes.
    /// Returns whether cells must run.
    pub fn recover(&mut self) -> bool {
        let running = self.running.take();
        let fatal = running.and_then(|id| self.cell(id).map(|cell| (id, cell.text.clone())));
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

    fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.get(*self.places.get(&id)?)
    }

    /// Returns the indices of the cells in execution order.
    fn order(&self) -> Vec<usize> {
        graph::order(&self.cells.iter().map(|cell| cell.names.rank).collect::<Vec<_>>())
    }
}

/// The plan of one reconciliation after an edit.
struct RunPlan {
    /// The indices of the cells in execution order.
    order: Vec<usize>,
    /// The transitive needs of each cell, in execution order.
    needs: Vec<TransitiveNeeds>,
    /// The cells that must rerun regardless of their needs.
    must: FxHashSet<CellId>,
    /// The cells that may run; `None` for all.
    may: Option<FxHashSet<CellId>>,
    /// The cells that the user requested.
    asked: FxHashSet<CellId>,
    /// The names that held cells would define.
    missing: FxHashSet<Name>,
    dirty: DirtyNames,
    /// The kinds of names that appeared or disappeared.
    other_names: Kinds,
}

#[derive(Clone, Copy, Default)]
struct Kinds {
    variables: bool,
    functions: bool,
    definitions: bool,
}

impl Kinds {
    fn note(&mut self, name: &Name) {
        match name {
            Name::Variable(_) => self.variables = true,
            Name::Function(_) => self.functions = true,
            Name::Definition(_) => self.definitions = true,
            Name::Resource(..) | Name::Resources | Name::Catalog | Name::Match => {}
        }
    }
}

impl Kernel {
    /// Updates the state to the current cells (the scheduler's main loop).
    fn reconcile(&mut self, asked: BTreeSet<CellId>, observer: &mut dyn Observer) {
        let mut plan = self.plan(asked);
        let first = self.first_affected(&plan);
        self.take_back_to(first);
        self.forget_removed();
        self.held.clear();
        let mut going = true;
        for at in first..plan.order.len() {
            let id = self.cells[plan.order[at]].id;
            let concerned = plan.must.contains(&id) || self.is_affected(&plan, at, id);
            if !concerned {
                self.reapply(id);
                continue;
            }
            going = going && !observer.is_expected();
            let may = plan.may.as_ref().is_none_or(|may| may.contains(&id));
            if let Some(why) = self.saved_back(&plan, at, id).filter(|_| may) {
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

    fn plan(&mut self, asked: BTreeSet<CellId>) -> RunPlan {
        let order = self.order();
        let definitions = self.definitions();
        let needs: Vec<TransitiveNeeds> =
            order.iter().map(|&at| definitions.transitive(&self.cells[at].names)).collect();
        let ids: Vec<CellId> = order.iter().map(|&at| self.cells[at].id).collect();
        let mut plan = RunPlan {
            order,
            needs,
            must: FxHashSet::default(),
            may: None,
            asked: FxHashSet::default(),
            missing: FxHashSet::default(),
            dirty: DirtyNames::default(),
            other_names: Kinds::default(),
        };
        let before: Vec<CellId> = self.applied.iter().map(|(id, _)| *id).collect();
        let present: FxHashSet<CellId> = ids.iter().copied().collect();
        let moved = graph::moved(&before, &ids);
        for (id, run) in self.runs.iter().filter(|(id, _)| !present.contains(id) || moved.contains(id)) {
            let gone = !present.contains(id);
            run.defined().for_each(|name| if gone { plan.rename(name, 0) } else { plan.invalidate(name, 0) });
        }
        for id in &ids {
            let changed = !self.is_up_to_date(*id) || moved.contains(id);
            if changed || asked.contains(id) {
                plan.must.insert(*id);
            }
        }
        self.add_aliases(&mut plan);
        self.ask(&mut plan, &ids, &asked);
        self.allow(&mut plan, &ids, asked);
        plan
    }

    /// Computes the cells that run on request: the requested cells, and the stale ones that they need.
    fn ask(&self, plan: &mut RunPlan, ids: &[CellId], asked: &BTreeSet<CellId>) {
        let mut all: FxHashSet<CellId> = asked.iter().copied().collect();
        if self.nobody_asks {
            all.clear();
        }
        let starts = (0..ids.len()).filter(|&at| all.contains(&ids[at])).collect();
        self.add_ancestors(plan, ids, starts, &mut all);
        all.extend(&self.waiting);
        plan.asked = all;
    }

    /// Returns the reason to hold an affected cell back until the user requests it.
    fn saved_back(&self, plan: &RunPlan, at: usize, id: CellId) -> Option<PausedCell> {
        if self.reads_freely || plan.asked.contains(&id) {
            return None;
        }
        let needs = &plan.needs[at];
        let lacks = || plan.missing.iter().any(|name| needs.names.contains(name));
        if needs.reads { Some(PausedCell::Reads) } else { lacks().then_some(PausedCell::Needs) }
    }

    /// Holds a cell back: it and its dependents are stale until the user requests them.
    fn hold(&mut self, plan: &mut RunPlan, at: usize, why: PausedCell) {
        let cell = &self.cells[plan.order[at]];
        let named = |name: &Name| !matches!(name, Name::Resources | Name::Catalog | Name::Match);
        plan.missing.extend(cell.names.defined().into_iter().filter(named));
        self.held.insert(cell.id, why);
        self.mark_stale(plan, at, false);
    }

    /// Returns whether the cell has run with its current source and is active.
    fn is_up_to_date(&self, id: CellId) -> bool {
        let Some(run) = self.runs.get(&id) else { return false };
        let same = self.cell(id).is_some_and(|cell| cell.text == run.text);
        same && matches!(run.state, State::Applied)
    }

    /// Adds cells with type aliases: an alias keeps the meaning of its names at first use, so it is evaluated again
    /// at any position.
    fn add_aliases(&self, plan: &mut RunPlan) {
        let mut spoiled: FxHashSet<Name> = plan.dirty.keys().cloned().collect();
        let mut next: Vec<CellId> = plan.must.iter().copied().collect();
        while !next.is_empty() {
            for id in next.drain(..) {
                spoiled.extend(self.runs.get(&id).into_iter().flat_map(Run::defined));
                spoiled.extend(self.cell(id).into_iter().flat_map(|cell| cell.names.defined()));
            }
            for (at, needs) in plan.order.iter().zip(&plan.needs) {
                let cell = &self.cells[*at];
                let alias = cell.names.defines.iter().any(|defined| defined.alias);
                if alias && needs.names.iter().any(|name| spoiled.contains(name)) && plan.must.insert(cell.id) {
                    next.push(cell.id);
                }
            }
        }
    }

    /// Computes the cells that may run: in `auto` all affected ones except those that a cancel left, else the
    /// requested ones; in both cases with the stale cells that they need.
    fn allow(&mut self, plan: &mut RunPlan, ids: &[CellId], asked: BTreeSet<CellId>) {
        let held: FxHashSet<CellId> = ids
            .iter()
            .copied()
            .filter(|id| self.stale.contains_key(id) && !self.waiting.contains(id) && !self.held.contains_key(id))
            .filter(|id| self.has_same_text(*id))
            .collect();
        if self.mode == Mode::Auto && held.is_empty() {
            return;
        }
        let mut may: FxHashSet<CellId> = match self.mode {
            Mode::Lazy => asked.into_iter().chain(self.waiting.iter().copied()).collect(),
            Mode::Auto => ids.iter().copied().filter(|id| !held.contains(id) || asked.contains(id)).collect(),
        };
        let starts: Vec<usize> = match self.mode {
            Mode::Lazy => (0..ids.len()).filter(|&at| may.contains(&ids[at])).collect(),
            Mode::Auto => self.affected_after(plan, ids),
        };
        self.add_ancestors(plan, ids, starts, &mut may);
        plan.may = Some(may);
    }

    fn has_same_text(&self, id: CellId) -> bool {
        self.runs.get(&id).is_some_and(|run| self.cell(id).is_some_and(|cell| cell.text == run.text))
    }

    /// Returns an upper bound of the affected cells, by position in execution order, without stale ones.
    fn affected_after(&self, plan: &RunPlan, ids: &[CellId]) -> Vec<usize> {
        let mut spoiled = plan.dirty.clone();
        let mut found = Vec::new();
        for (at, id) in ids.iter().enumerate() {
            let needs = &plan.needs[at];
            let concerned =
                plan.must.contains(id) || needs.open && !spoiled.is_empty() || meets(&needs.names, &spoiled, at);
            if concerned && !self.stale.contains_key(id) {
                found.push(at);
                for name in self.cells[plan.order[at]].names.defined() {
                    spoiled.entry(name).or_insert(at);
                }
            }
        }
        found
    }

    /// Allows the stale cells that define the needs of the cells at these positions (transitive closure).
    fn add_ancestors(&self, plan: &RunPlan, ids: &[CellId], mut open: Vec<usize>, may: &mut FxHashSet<CellId>) {
        while let Some(at) = open.pop() {
            let needs = &plan.needs[at];
            for (other, id) in ids.iter().enumerate() {
                let names = &self.cells[plan.order[other]].names;
                let needed = (other < at || names.rank < self.cells[plan.order[at]].names.rank)
                    && (needs.open || names.defines.iter().any(|one| needs.names.contains(&one.name)))
                    || other < at
                        && self.runs.get(id).is_some_and(|run| run.defined().any(|name| needs.names.contains(&name)));
                if needed && !self.is_up_to_date(*id) && may.insert(*id) {
                    open.push(other);
                }
            }
        }
    }

    /// Returns the first position in execution order whose active state differs, or that must rerun.
    fn first_affected(&self, plan: &RunPlan) -> usize {
        let same = |at: &usize| {
            let id = self.cells[plan.order[*at]].id;
            self.applied.get(*at).is_some_and(|(applied, _)| *applied == id)
                && !plan.must.contains(&id)
                && !self.is_affected(plan, *at, id)
        };
        (0..plan.order.len()).find(|at| !same(at)).unwrap_or(plan.order.len())
    }

    /// Rolls back all cells from a position in execution order on.
    fn take_back_to(&mut self, first: usize) {
        while self.applied.len() > first {
            let Some((id, applied)) = self.applied.pop() else { break };
            let kept = self.session.runner().roll_back_cell(applied);
            if let Some(run) = self.runs.get_mut(&id) {
                run.state = State::Kept(kept);
            }
        }
    }

    fn forget_removed(&mut self) {
        let present: FxHashSet<CellId> = self.cells.iter().map(|cell| cell.id).collect();
        self.runs.retain(|id, _| present.contains(id));
        self.stale.retain(|id, _| present.contains(id));
        self.waiting.retain(|id| present.contains(id));
        self.fatal.retain(|id, _| present.contains(id));
    }

    /// Returns whether the cell at a position needs a changed name.
    fn is_affected(&self, plan: &RunPlan, at: usize, id: CellId) -> bool {
        let Some(run) = self.runs.get(&id) else { return true };
        let needs = &plan.needs[at];
        if plan.dirty.is_empty() {
            return false;
        }
        let before = |name: &Name| plan.dirty.get(name).is_some_and(|from| *from <= at);
        let open = needs.open && plan.dirty.values().any(|from| *from <= at);
        if open || run.may_be_advised(plan.other_names) {
            return true;
        }
        let plain = run.only_adds_resources() && !run.looked;
        let counts = |name: &Name| !(plain && *name == Name::Resources);
        let (few, many) = (plan.dirty.len(), needs.names.len());
        let named = if few < many {
            plan.dirty.keys().any(|name| needs.names.contains(name) && counts(name) && before(name))
        } else {
            needs.names.iter().any(|name| counts(name) && before(name))
        };
        named || run.needs_extra().any(|name| before(&name))
    }

    fn reapply(&mut self, id: CellId) {
        let number = self.applied.len() + 1;
        let Some(run) = self.runs.get_mut(&id) else { return };
        if let State::Kept(kept) = std::mem::replace(&mut run.state, State::Applied) {
            let applied = self.session.runner().reapply_cell(number, kept);
            self.applied.push((id, applied));
        }
    }

    /// Makes an affected cell that does not run stale: it has no effect, and its definitions are removed.
    fn mark_stale(&mut self, plan: &mut RunPlan, at: usize, waits: bool) {
        let Cell { id, text, names } = &self.cells[plan.order[at]];
        let id = *id;
        let known = self.stale.insert(id, text.clone());
        // If it was stale with this source, it already had no effect.
        if known.as_ref() != Some(text) {
            names.defined().into_iter().for_each(|name| plan.rename(name, at));
        }
        if let Some(run) = self.runs.get_mut(&id)
            && !matches!(std::mem::replace(&mut run.state, State::Out), State::Out)
        {
            run.defined().for_each(|name| plan.rename(name, at));
        }
        if waits {
            self.waiting.insert(id);
        } else {
            self.waiting.remove(&id);
        }
    }

    /// Runs a cell. Returns whether it was canceled.
    fn run_one(&mut self, plan: &mut RunPlan, at: usize, observer: &mut dyn Observer) -> bool {
        let Cell { id, text, names } = &self.cells[plan.order[at]];
        let (id, text, names) = (*id, text.clone(), names.clone());
        self.running = Some(id);
        observer.began(id);
        self.setup.now_running(Some(id));
        let number = self.applied.len() + 1;
        let fatal = self.fatal.get(&id).is_some_and(|fatal| *fatal == text);
        let left_alone = self.skipped_text.remove(&id).filter(|(left, _)| *left == text);
        let shown = if fatal || left_alone.is_some() { Arc::from("") } else { text.clone() };
        let before = self.lines.get(&id).copied().unwrap_or(0);
        // The host rejects file access that the source does not show (a class of a module, a template in a string).
        self.session.set_unasked(!self.reads_freely && !plan.asked.contains(&id));
        let (mut run, applied) =
            self.session.runner().run_cell(number, &Source::part(self.setup.name_of(id), shown, before));
        self.session.set_unasked(false);
        let name = self.setup.name_of(id);
        if fatal {
            run.evaluation = instead(fatal_report(name));
        } else if left_alone.is_some() {
            run.evaluation = Evaluation { cancelled: true, ..instead(stopped_report(name)) };
        }
        self.setup.now_running(None);
        self.running = None;
        let budget = self.session.budget_scope();
        let old = self.runs.remove(&id);
        let runs = old.as_ref().map_or(0, |old| old.report.runs) + 1;
        let report = CellReport::of(&mut run, runs, names.empty);
        let cancelled = left_alone.map_or(report.evaluation.cancelled, |(_, is_last)| is_last);
        let new = Run {
            text,
            names,
            touched: run.touched.iter().map(name_of).collect(),
            looked: run.looked,
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
        self.runs.insert(id, new);
        self.applied.push((id, applied));
        self.stale.remove(&id);
        self.waiting.remove(&id);
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

impl RunPlan {
    /// Records a name that appeared or disappeared.
    fn rename(&mut self, name: Name, at: usize) {
        self.other_names.note(&name);
        self.invalidate(name, at);
    }

    /// Records a changed name, from a position on.
    fn invalidate(&mut self, name: Name, at: usize) {
        let from = self.dirty.entry(name).or_insert(at);
        *from = at.min(*from);
    }
}

impl Run {
    /// Returns the names that it defined, in its source or at run time.
    fn defined(&self) -> impl Iterator<Item = Name> + '_ {
        let adds = self.touched.iter().any(|name| matches!(name, Name::Resource(..) | Name::Catalog));
        let own = self.names.defines.iter().map(|defined| defined.name.clone());
        own.chain(self.touched.iter().cloned())
            .chain(adds.then_some(Name::Resources))
            .chain(self.matched.then_some(Name::Match))
    }

    /// Returns whether its only change of the catalog is new resources at the end.
    fn only_adds_resources(&self) -> bool {
        !self.report.failed()
            && !self.touched.contains(&Name::Catalog)
            && self.touched.iter().any(|name| matches!(name, Name::Resource(..)))
    }

    /// Returns the needs that its source does not show.
    fn needs_extra(&self) -> impl Iterator<Item = Name> + '_ {
        let catalog = self.looked || self.touched.contains(&Name::Catalog);
        let touches = catalog || self.touched.iter().any(|name| matches!(name, Name::Resource(..)));
        let all = [(touches, Name::Catalog), (catalog, Name::Resources)];
        all.into_iter().filter(|(is, _)| *is).map(|(_, name)| name).chain(self.touched.iter().cloned())
    }

    /// Returns the names that it makes available.
    fn in_force(&self) -> FxHashSet<Name> {
        if self.report.failed() { FxHashSet::default() } else { self.defined().collect() }
    }

    /// Returns whether it failed with a suggestion (`did you mean ..?`) that may change with the new names.
    fn may_be_advised(&self, other_names: Kinds) -> bool {
        let advised = |report: &Report| match report.code.issue() {
            IssueCode::UnknownVariable => other_names.variables,
            IssueCode::UnknownFunction => other_names.functions,
            _ => other_names.definitions,
        };
        let fault = self.report.evaluation.reports.iter().find(|report| report.severity == Severity::Error);
        !self.report.evaluation.invalid && !self.report.evaluation.cancelled && fault.is_some_and(advised)
    }
}

fn name_of(touched: &ChangeTarget) -> Name {
    match touched {
        ChangeTarget::Variable(name) => Name::Variable(name.clone()),
        ChangeTarget::Function(name) => Name::Function(name.clone()),
        ChangeTarget::Definition(name) => Name::Definition(name.clone()),
        ChangeTarget::Resource(type_name, title) => Name::Resource(type_name.clone(), title.clone()),
        ChangeTarget::Catalog => Name::Catalog,
    }
}

fn meets(names: &FxHashSet<Name>, dirty: &DirtyNames, at: usize) -> bool {
    names.iter().any(|name| dirty.get(name).is_some_and(|from| *from <= at))
}

/// Returns the result of a cell that does not run.
fn instead(report: Report) -> Evaluation {
    Evaluation { reports: vec![report], ..Evaluation::default() }
}

/// Returns the report for a cell that made the evaluator panic.
fn fatal_report(source_name: String) -> Report {
    let message = "internal error in this cell; please report it".to_owned();
    let help = "the cell does not run again until it is edited".to_owned();
    internal_error_report(source_name, IssueCode::InternalError, message, help)
}

/// Returns the report for a canceled cell that was abandoned.
fn stopped_report(source_name: String) -> Report {
    let help = "its changes were rolled back; run it again, or edit it".to_owned();
    internal_error_report(source_name, IssueCode::Cancelled, "the evaluation was stopped".to_owned(), help)
}

/// Returns an error for an entire cell.
fn internal_error_report(source_name: String, code: IssueCode, message: String, help: String) -> Report {
    let frame = format!("error[{code}]: {message}\n  = help: {help}");
    Report {
        severity: Severity::Error,
        code: code.into(),
        message,
        help: Some(help),
        source_name,
        position: None,
        end: None,
        labels: Vec::new(),
        notes: Vec::new(),
        misfits: Vec::new(),
        fixes: Vec::new(),
        frame_ansi: frame.clone(),
        frame,
    }
}
