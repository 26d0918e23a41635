//! The dependency graph of the cells: transitive needs through the bodies of called functions, the execution order,
//! and the moved cells.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;
use puppet_catalog as catalog;
use puppet_functions as functions;
use puppet_pcore::type_names;

use super::names::{CellNames, Name, Needs, Rank};

/// The transitive needs of a cell.
#[derive(Clone, Debug, Default)]
pub struct TransitiveNeeds {
    pub names: FxHashSet<Name>,
    /// Whether it needs everything before it.
    pub open: bool,
    /// Whether it may change the catalog.
    pub declares: bool,
    /// Whether it reads files.
    pub reads: bool,
}

/// The definitions of all cells.
pub struct Definitions<'a> {
    bodies: FxHashMap<&'a Name, Vec<&'a Needs>>,
    /// Whether the session has other sources of code or data than the cells.
    elsewhere: bool,
}

impl<'a> Definitions<'a> {
    /// Collects the definitions of these cells.
    pub fn of(cells: impl Iterator<Item = &'a CellNames>, elsewhere: bool) -> Definitions<'a> {
        let mut bodies: FxHashMap<&Name, Vec<&Needs>> = FxHashMap::default();
        for defined in cells.flat_map(|cell| &cell.defines) {
            bodies.entry(&defined.name).or_default().push(&defined.body);
        }
        Definitions { bodies, elsewhere }
    }

    /// Returns the transitive needs of a cell by a graph search over its code and the bodies that it calls.
    pub fn transitive(&self, cell: &CellNames) -> TransitiveNeeds {
        let mut whole = TransitiveNeeds::default();
        let mut open = vec![&cell.needs];
        while let Some(needs) = open.pop() {
            whole.open |= needs.open || self.elsewhere && needs.declares;
            whole.declares |= needs.declares;
            whole.reads |= needs.reads;
            for name in needs.names.keys().filter(|name| whole.names.insert((*name).clone())) {
                match self.bodies.get(name) {
                    Some(bodies) => open.extend(bodies),
                    None => whole.open |= self.elsewhere && is_unknown(name),
                }
            }
        }
        // A duplicate definition is rejected: a cell that defines a name needs the other definitions of it.
        whole.names.extend(cell.defines.iter().map(|defined| defined.name.clone()));
        whole
    }
}

/// Returns whether the name may be defined in a module.
fn is_unknown(name: &Name) -> bool {
    match name {
        Name::Function(name) => functions::find(name).is_none(),
        Name::Definition(name) => {
            catalog::builtin(name).is_none() && !type_names().iter().any(|row| row.name.eq_ignore_ascii_case(name))
        }
        Name::Variable(name) => name.contains("::"),
        _ => false,
    }
}

/// Returns the indices of the cells in execution order: a stable sort by rank.
pub fn order(ranks: &[Rank]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&at| ranks[at]);
    order
}

/// Returns the moved cells: a minimal set, the complement of a longest increasing subsequence.
pub fn moved(before: &[CellId], now: &[CellId]) -> FxHashSet<CellId> {
    let places: FxHashMap<CellId, usize> = now.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let known: Vec<(CellId, usize)> = before.iter().filter_map(|id| Some((*id, *places.get(id)?))).collect();
    let kept = longest_rise(&known.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    known.iter().enumerate().filter(|(at, _)| !kept.contains(at)).map(|(_, (id, _))| *id).collect()
}

/// Returns the positions of a longest increasing subsequence (patience sorting, O(n log n)).
fn longest_rise(list: &[usize]) -> FxHashSet<usize> {
    // For each length the position of the smallest last element, and for each position its predecessor.
    let (mut ends, mut previous): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, value) in list.iter().enumerate() {
        let length = ends.partition_point(|&end| list[end] < *value);
        previous.push(length.checked_sub(1).map(|before| ends[before]));
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut row = FxHashSet::default();
    let mut at = ends.last().copied();
    while let Some(place) = at {
        row.insert(place);
        at = previous[place];
    }
    row
}
