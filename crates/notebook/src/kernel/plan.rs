//! The plan of a reconciliation: which cells an edit affects, which of them may run, and in which order. Planning reads
//! the cells and their last runs, and changes nothing.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;
use pprepl_session::AppliedCell;

use super::cell::Cell;
use super::graph::{self, Definitions, TransitiveNeeds};
use super::names::Name;
use super::run::{Kinds, Run};
use super::table::{CellTable, PausedCell};

/// The time at which affected cells run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Immediately.
    #[default]
    Auto,
    /// On request: until then they are stale.
    Lazy,
}

/// The changed names, each with the first index in execution order from which the change applies.
type DirtyNames = FxHashMap<Name, usize>;

/// The plan of one reconciliation after an edit.
pub(super) struct RunPlan {
    /// The indices of the cells in execution order.
    pub(super) order: Vec<usize>,
    /// The transitive needs of each cell, in execution order.
    pub(super) needs: Vec<TransitiveNeeds>,
    /// The cells that must rerun regardless of their needs.
    pub(super) must: FxHashSet<CellId>,
    /// The cells that may run; `None` for all.
    pub(super) may: Option<FxHashSet<CellId>>,
    /// The cells that the user requested.
    pub(super) asked: FxHashSet<CellId>,
    /// The names that held cells would define.
    pub(super) missing: FxHashSet<Name>,
    pub(super) dirty: DirtyNames,
    /// The kinds of names that appeared or disappeared.
    pub(super) other_names: Kinds,
}

impl RunPlan {
    /// Records a name that appeared or disappeared.
    pub(super) fn rename(&mut self, name: Name, at: usize) {
        self.other_names.note(&name);
        self.invalidate(name, at);
    }

    /// Records a changed name, from a position on.
    pub(super) fn invalidate(&mut self, name: Name, at: usize) {
        let from = self.dirty.entry(name).or_insert(at);
        *from = at.min(*from);
    }
}

/// The state that a plan depends on.
pub(super) struct Planner<'k> {
    pub(super) table: &'k CellTable,
    /// The applied cells, in the order in which they ran.
    pub(super) applied: &'k [(CellId, AppliedCell)],
    pub(super) mode: Mode,
    /// Whether cells that read files run like the others.
    pub(super) reads_freely: bool,
    /// Whether the next run is automatic, without a request of the user.
    pub(super) nobody_asks: bool,
    /// Whether the session reads data or code outside the program.
    pub(super) reads_external: bool,
}

impl<'k> Planner<'k> {
    /// Returns the cells that read files.
    pub(super) fn readers(&self) -> FxHashSet<CellId> {
        if self.reads_freely {
            return FxHashSet::default();
        }
        let definitions = self.definitions();
        let reads = |cell: &&Cell| definitions.transitive(&cell.names).reads;
        self.table.cells.iter().filter(reads).map(|cell| cell.id).collect()
    }

    pub(super) fn plan(&self, asked: BTreeSet<CellId>) -> RunPlan {
        let order = self.table.order();
        let definitions = self.definitions();
        let needs: Vec<TransitiveNeeds> =
            order.iter().map(|&at| definitions.transitive(&self.table.cells[at].names)).collect();
        let ids: Vec<CellId> = order.iter().map(|&at| self.table.cells[at].id).collect();
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
        for (id, run) in self.table.runs.iter().filter(|(id, _)| !present.contains(id) || moved.contains(id)) {
            let gone = !present.contains(id);
            run.defined().for_each(|name| if gone { plan.rename(name, 0) } else { plan.invalidate(name, 0) });
        }
        for id in &ids {
            let changed = !self.table.is_up_to_date(*id) || moved.contains(id);
            if changed || asked.contains(id) {
                plan.must.insert(*id);
            }
        }
        self.add_aliases(&mut plan);
        self.ask(&mut plan, &ids, &asked);
        self.allow(&mut plan, &ids, asked);
        plan
    }

    /// Returns the first position in execution order whose active state differs, or that must rerun.
    pub(super) fn first_affected(&self, plan: &RunPlan) -> usize {
        let same = |at: &usize| {
            let id = self.table.cells[plan.order[*at]].id;
            self.applied.get(*at).is_some_and(|(applied, _)| *applied == id)
                && !plan.must.contains(&id)
                && !self.is_affected(plan, *at, id)
        };
        (0..plan.order.len()).find(|at| !same(at)).unwrap_or(plan.order.len())
    }

    /// Returns whether the cell at a position needs a changed name.
    pub(super) fn is_affected(&self, plan: &RunPlan, at: usize, id: CellId) -> bool {
        let Some(run) = self.table.runs.get(&id) else { return true };
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

    /// Returns the reason to hold an affected cell back until the user requests it.
    pub(super) fn saved_back(&self, plan: &RunPlan, at: usize, id: CellId) -> Option<PausedCell> {
        if self.reads_freely || plan.asked.contains(&id) {
            return None;
        }
        let needs = &plan.needs[at];
        let lacks = || plan.missing.iter().any(|name| needs.names.contains(name));
        if needs.reads { Some(PausedCell::Reads) } else { lacks().then_some(PausedCell::Needs) }
    }

    /// Computes the cells that run on request: the requested cells, and the stale ones that they need.
    fn ask(&self, plan: &mut RunPlan, ids: &[CellId], asked: &BTreeSet<CellId>) {
        let mut all: FxHashSet<CellId> = asked.iter().copied().collect();
        if self.nobody_asks {
            all.clear();
        }
        let starts = (0..ids.len()).filter(|&at| all.contains(&ids[at])).collect();
        self.add_ancestors(plan, ids, starts, &mut all);
        all.extend(&self.table.waiting);
        plan.asked = all;
    }

    /// Adds cells with type aliases: an alias keeps the meaning of its names at first use, so it is evaluated again
    /// at any position.
    fn add_aliases(&self, plan: &mut RunPlan) {
        let mut spoiled: FxHashSet<Name> = plan.dirty.keys().cloned().collect();
        let mut next: Vec<CellId> = plan.must.iter().copied().collect();
        while !next.is_empty() {
            for id in next.drain(..) {
                spoiled.extend(self.table.runs.get(&id).into_iter().flat_map(Run::defined));
                spoiled.extend(self.table.cell(id).into_iter().flat_map(|cell| cell.names.defined()));
            }
            for (at, needs) in plan.order.iter().zip(&plan.needs) {
                let cell = &self.table.cells[*at];
                let alias = cell.names.defines.iter().any(|defined| defined.alias);
                if alias && needs.names.iter().any(|name| spoiled.contains(name)) && plan.must.insert(cell.id) {
                    next.push(cell.id);
                }
            }
        }
    }

    /// Computes the cells that may run: in `auto` all affected ones except those that a cancel left, else the
    /// requested ones; in both cases with the stale cells that they need.
    fn allow(&self, plan: &mut RunPlan, ids: &[CellId], asked: BTreeSet<CellId>) {
        let held: FxHashSet<CellId> = ids
            .iter()
            .copied()
            .filter(|id| {
                self.table.stale.contains_key(id)
                    && !self.table.waiting.contains(id)
                    && !self.table.held.contains_key(id)
            })
            .filter(|id| self.table.has_same_text(*id))
            .collect();
        if self.mode == Mode::Auto && held.is_empty() {
            return;
        }
        let mut may: FxHashSet<CellId> = match self.mode {
            Mode::Lazy => asked.into_iter().chain(self.table.waiting.iter().copied()).collect(),
            Mode::Auto => ids.iter().copied().filter(|id| !held.contains(id) || asked.contains(id)).collect(),
        };
        let starts: Vec<usize> = match self.mode {
            Mode::Lazy => (0..ids.len()).filter(|&at| may.contains(&ids[at])).collect(),
            Mode::Auto => self.affected_after(plan, ids),
        };
        self.add_ancestors(plan, ids, starts, &mut may);
        plan.may = Some(may);
    }

    /// Returns an upper bound of the affected cells, by position in execution order, without stale ones.
    fn affected_after(&self, plan: &RunPlan, ids: &[CellId]) -> Vec<usize> {
        let mut spoiled = plan.dirty.clone();
        let mut found = Vec::new();
        for (at, id) in ids.iter().enumerate() {
            let needs = &plan.needs[at];
            let concerned =
                plan.must.contains(id) || needs.open && !spoiled.is_empty() || meets(&needs.names, &spoiled, at);
            if concerned && !self.table.stale.contains_key(id) {
                found.push(at);
                for name in self.table.cells[plan.order[at]].names.defined() {
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
                let names = &self.table.cells[plan.order[other]].names;
                let needed = (other < at || names.rank < self.table.cells[plan.order[at]].names.rank)
                    && (needs.open || names.defines.iter().any(|one| needs.names.contains(&one.name)))
                    || other < at
                        && self
                            .table
                            .runs
                            .get(id)
                            .is_some_and(|run| run.defined().any(|name| needs.names.contains(&name)));
                if needed && !self.table.is_up_to_date(*id) && may.insert(*id) {
                    open.push(other);
                }
            }
        }
    }

    fn definitions(&self) -> Definitions<'k> {
        Definitions::of(self.table.cells.iter().map(|cell| &*cell.names), self.reads_external)
    }
}

fn meets(names: &FxHashSet<Name>, dirty: &DirtyNames, at: usize) -> bool {
    names.iter().any(|name| dirty.get(name).is_some_and(|from| *from <= at))
}
