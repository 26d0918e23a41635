//! Diagnostics about the relations between cells: names used above the cell that sets them, duplicate definitions,
//! dependency cycles, values that end a cell in the middle of the file.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::CellId;
use pprepl_text::{IssueCode, Severity, Span};

use super::cell::Cell;
use super::message::Message;
use super::names::Name;
use super::report::Finding;

/// A definition: the index of its cell in the document and in the execution order, and its span.
#[derive(Clone, Copy)]
struct Place {
    cell: usize,
    turn: usize,
    span: Span,
}

/// Returns all findings in the order of the document. `is_given` knows variables that no cell needs to set, `ran` the
/// cells that have run without an error.
pub(super) fn find(
    cells: &[Cell],
    order: &[usize],
    is_given: &dyn Fn(&str) -> bool,
    ran: &dyn Fn(CellId) -> bool,
) -> Vec<Finding> {
    let mut turns = vec![0; cells.len()];
    order.iter().enumerate().for_each(|(turn, &cell)| turns[cell] = turn);
    let places = places(cells, &turns);
    let mut found = Vec::new();
    duplicate_definitions(cells, &places, ran, &mut found);
    let mut edges = vec![FxHashSet::default(); cells.len()];
    for (at, cell) in cells.iter().enumerate() {
        let definers = |name: &Name| places.get(name).filter(|_| !cell.names.has(name) && is_named(name));
        let all = cell.names.needs.names.keys().filter_map(definers).flatten();
        edges[at].extend(all.map(|place| place.cell));
    }
    let circular = circles(cells, &edges, &turns, &places, &mut found);
    for (at, cell) in cells.iter().enumerate() {
        for (name, span) in &cell.names.needs.names {
            let Some(definers) = places.get(name).filter(|_| !cell.names.has(name) && is_named(name)) else { continue };
            let given = matches!(name, Name::Variable(name) if is_given(name));
            // Definitions run before the cells above them: what those set is there when a body runs.
            let later = |place: &&Place| place.turn > turns[at] && place.cell > at;
            // In a cycle no order helps.
            let in_circle = |place: &&Place| circular.contains(&at) && circular.contains(&place.cell);
            if !given && let Some(first) = definers.first().filter(later).filter(|place| !in_circle(place)) {
                found.push(used_before(cells, at, name, *span, first));
            }
        }
    }
    forgotten(cells, &mut found);
    let order: FxHashMap<CellId, usize> = cells.iter().enumerate().map(|(at, cell)| (cell.id, at)).collect();
    found.sort_by_key(|finding| (order.get(&finding.cell).copied(), finding.span.start));
    found
}

/// Returns whether the name appears in the source.
fn is_named(name: &Name) -> bool {
    matches!(name, Name::Variable(_) | Name::Function(_) | Name::Definition(_))
}

/// Returns the definitions of each name, in execution order.
fn places<'a>(cells: &'a [Cell], turns: &[usize]) -> FxHashMap<&'a Name, Vec<Place>> {
    let mut places: FxHashMap<&Name, Vec<Place>> = FxHashMap::default();
    for (at, cell) in cells.iter().enumerate() {
        for defined in &cell.names.defines {
            places.entry(&defined.name).or_default().push(Place { cell: at, turn: turns[at], span: defined.span });
        }
    }
    places.values_mut().for_each(|all| all.sort_by_key(|place| place.turn));
    places
}

fn used_before(cells: &[Cell], at: usize, name: &Name, span: Span, first: &Place) -> Finding {
    let written = name.source().unwrap_or_default();
    let (verb, there) = match name {
        Name::Variable(_) => ("set", "set here"),
        _ => ("defined", "defined here"),
    };
    let below = cells[first.cell].id;
    Finding {
        severity: Severity::Warning,
        code: IssueCode::UsedBeforeSet,
        cell: cells[at].id,
        span,
        message: Message::from(format!("{written} is {verb} in ")).cell(below).text(", which runs after this one"),
        help: Message::from("move ").cell(below).text(" above this one"),
        others: vec![(cells[first.cell].id, first.span, there.to_owned())],
    }
}

/// Reports cells that end in a value although code follows in the file.
fn forgotten(cells: &[Cell], found: &mut Vec<Finding>) {
    let last = cells.iter().rposition(|cell| !cell.names.empty).unwrap_or(0);
    for (cell, span) in cells.iter().take(last).filter_map(|cell| Some((cell, cell.names.idle?))) {
        found.push(Finding {
            severity: Severity::Note,
            code: IssueCode::IdemExpressionNotLast,
            cell: cell.id,
            span,
            message: "Puppet rejects the file as one manifest: this value is unused, and code follows".into(),
            help: "log it with notice(..), or assign it to a variable".into(),
            others: Vec::new(),
        });
    }
}

/// Reports duplicate definitions: the definition that ran first is used.
fn duplicate_definitions(
    cells: &[Cell],
    places: &FxHashMap<&Name, Vec<Place>>,
    ran: &dyn Fn(CellId) -> bool,
    found: &mut Vec<Finding>,
) {
    for (name, all) in places {
        let mut seen = FxHashSet::default();
        let all: Vec<&Place> = all.iter().filter(|place| seen.insert(place.cell)).collect();
        let (Some(written), Some(first)) = (name.source().filter(|_| all.len() > 1), all.first()) else { continue };
        let stands = all.iter().find(|place| ran(cells[place.cell].id)).unwrap_or(first);
        for place in all.iter().filter(|place| place.cell != stands.cell) {
            let other = cells[stands.cell].id;
            found.push(Finding {
                severity: Severity::Error,
                code: IssueCode::DefinedTwice,
                cell: cells[place.cell].id,
                span: place.span,
                message: Message::from(format!("{written} is also defined in "))
                    .cell(other)
                    .text("; that definition is used"),
                help: "rename one of them, or delete one of the cells".into(),
                others: vec![(cells[stands.cell].id, stands.span, "this definition is used".to_owned())],
            });
        }
    }
}

/// Reports each dependency cycle with its path. Returns the cells that are in cycles.
fn circles(
    cells: &[Cell],
    edges: &[FxHashSet<usize>],
    turns: &[usize],
    places: &FxHashMap<&Name, Vec<Place>>,
    found: &mut Vec<Finding>,
) -> FxHashSet<usize> {
    let mut told: FxHashSet<usize> = FxHashSet::default();
    // In every cycle some cell needs one that runs later.
    let early = (0..cells.len()).filter(|&at| edges[at].iter().any(|&to| turns[to] > turns[at]));
    for start in early {
        if told.contains(&start) {
            continue;
        }
        let Some(way) = cycle_path(edges, start) else { continue };
        told.extend(way.iter().copied());
        let steps: Vec<(usize, usize)> = way.iter().copied().zip(way.iter().copied().cycle().skip(1)).collect();
        let why = steps.iter().filter_map(|(from, to)| needed(cells, places, *from, *to));
        let why = why.reduce(|all, step| all.text(", ").join(step)).unwrap_or_default();
        let named = steps.first().and_then(|(from, to)| first_need(cells, places, *from, *to));
        let Some((_, span)) = named else { continue };
        found.push(Finding {
            severity: Severity::Warning,
            code: IssueCode::CircularCells,
            cell: cells[start].id,
            span,
            message: Message::from("dependency cycle between cells: ").join(why),
            help: "split one of the cells, so that each definition comes before its use".into(),
            others: way.iter().skip(1).filter_map(|&at| own_place(cells, places, at, &way)).collect(),
        });
    }
    told
}

/// Returns the shortest dependency cycle through a cell (breadth-first search).
fn cycle_path(edges: &[FxHashSet<usize>], start: usize) -> Option<Vec<usize>> {
    let mut from: FxHashMap<usize, usize> = FxHashMap::default();
    let mut open = std::collections::VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        let mut next: Vec<usize> = edges[at].iter().copied().collect();
        next.sort_unstable();
        for to in next {
            if to == start {
                let mut way = vec![at];
                while let Some(&before) = way.last().and_then(|last| from.get(last)) {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            if let Entry::Vacant(place) = from.entry(to) {
                place.insert(at);
                open.push_back(to);
            }
        }
    }
    None
}

/// Returns the first name that one cell needs of another, with its span.
fn first_need<'a>(
    cells: &'a [Cell],
    places: &FxHashMap<&Name, Vec<Place>>,
    from: usize,
    to: usize,
) -> Option<(&'a Name, Span)> {
    let of_other = |name: &&Name| {
        is_named(name)
            && !cells[from].names.has(name)
            && places.get(name).is_some_and(|all| all.iter().any(|one| one.cell == to))
    };
    cells[from].names.needs.names.iter().find(|(name, _)| of_other(name)).map(|(name, span)| (name, *span))
}

fn needed(cells: &[Cell], places: &FxHashMap<&Name, Vec<Place>>, from: usize, to: usize) -> Option<Message> {
    let (name, _) = first_need(cells, places, from, to)?;
    let needs = format!(" needs {} of ", name.source()?);
    Some(Message::default().cell(cells[from].id).text(needs).cell(cells[to].id))
}

fn own_place(
    cells: &[Cell],
    places: &FxHashMap<&Name, Vec<Place>>,
    at: usize,
    way: &[usize],
) -> Option<(CellId, Span, String)> {
    let next = way.iter().position(|&one| one == at).and_then(|place| way.get(place + 1).or_else(|| way.first()))?;
    let (name, span) = first_need(cells, places, at, *next)?;
    Some((cells[at].id, span, format!("needs {}", name.source()?)))
}
