//! Which cell needs which: needs followed through the bodies of what is called, the order in which cells run, and which
//! cells have changed places.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;
use puppet_catalog as catalog;
use puppet_functions as functions;
use puppet_pcore::type_names;

use super::names::{CellNames, Name, Needs, Rank};

/// What a cell needs in all.
#[derive(Clone, Debug, Default)]
pub struct TransitiveNeeds {
    pub names: FxHashSet<Name>,
    /// Returns whether it needs whatever is before it.
    pub open: bool,
    /// Returns whether it may change the catalog.
    pub declares: bool,
    /// Returns whether it reads files.
    pub reads: bool,
}

/// The definitions of all cells.
pub struct Definitions<'a> {
    bodies: FxHashMap<&'a Name, Vec<&'a Needs>>,
    /// Returns whether there is code or data beside the cells that the session looks for.
    elsewhere: bool,
}

impl<'a> Definitions<'a> {
    /// Those of these cells.
    pub fn of(cells: impl Iterator<Item = &'a CellNames>, elsewhere: bool) -> Definitions<'a> {
        let mut bodies: FxHashMap<&Name, Vec<&Needs>> = FxHashMap::default();
        for defined in cells.flat_map(|cell| &cell.defines) {
            bodies.entry(&defined.name).or_default().push(&defined.body);
        }
        Definitions { bodies, elsewhere }
    }

    /// What a cell needs, the bodies of what it calls included.
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
        // What is defined twice is refused: whoever defines a name needs to know who else does.
        whole.names.extend(cell.defines.iter().map(|defined| defined.name.clone()));
        whole
    }
}

/// Returns whether it may be the name of something in a module.
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

/// The places of the cells in the order in which they run.
pub fn order(ranks: &[Rank]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ranks.len()).collect();
    order.sort_by_key(|&at| ranks[at]);
    order
}

/// The cells that have changed places among the others: as few as can be.
pub fn moved(before: &[CellId], now: &[CellId]) -> FxHashSet<CellId> {
    let places: FxHashMap<CellId, usize> = now.iter().enumerate().map(|(at, id)| (*id, at)).collect();
    let known: Vec<(CellId, usize)> = before.iter().filter_map(|id| Some((*id, *places.get(id)?))).collect();
    let kept = longest_rise(&known.iter().map(|(_, place)| *place).collect::<Vec<_>>());
    known.iter().enumerate().filter(|(at, _)| !kept.contains(at)).map(|(_, (id, _))| *id).collect()
}

/// The places of a longest rising row within a list.
fn longest_rise(list: &[usize]) -> FxHashSet<usize> {
    // For each length the place where the lowest such row ends, and for each place the one before it in its row.
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
