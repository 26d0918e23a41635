//! The cheapest way from the written parts of an answer to the printed ones: parts that stay, parts that go, parts that
//! are new. An omission of the author takes any number of printed parts.

use pprepl_session::edit::Shell;

use super::answer::{Item, Kind, describes};

/// The number of pairs of parts that are compared. Longer answers are only compared from both ends.
const MAX_PAIRS: usize = 1 << 20;

/// A step of the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The written part stays. It describes a printed one, or omits some.
    Keep(usize),
    /// The written part is not printed.
    Remove(usize),
    /// The printed part is not written.
    Insert(usize),
}

/// Returns the steps in order.
pub(super) fn align(written: &[Item], printed: &[Item], shell: Shell) -> Vec<Step> {
    let (rows, columns) = (written.len(), printed.len());
    if rows.saturating_mul(columns) > MAX_PAIRS {
        return from_both_ends(written, printed, shell);
    }
    let width = columns + 1;
    let mut cost = vec![0_usize; (rows + 1) * width];
    let at = |row: usize, column: usize| row * width + column;
    for row in (0..=rows).rev() {
        for column in (0..=columns).rev() {
            cost[at(row, column)] = match (written.get(row), printed.get(column)) {
                (None, None) => 0,
                (None, Some(_)) => cost[at(row, column + 1)] + 1,
                (Some(part), None) => cost[at(row + 1, column)] + usize::from(part.kind != Kind::Omitted),
                (Some(part), Some(_)) if part.kind == Kind::Omitted => {
                    cost[at(row + 1, column)].min(cost[at(row, column + 1)])
                }
                (Some(part), Some(found)) => {
                    let other = 1 + cost[at(row + 1, column)].min(cost[at(row, column + 1)]);
                    if describes(part, found, shell) { cost[at(row + 1, column + 1)].min(other) } else { other }
                }
            };
        }
    }
    walk(written, printed, shell, |row, column| cost[at(row, column)])
}

/// Follows the costs from the start.
fn walk(written: &[Item], printed: &[Item], shell: Shell, cost: impl Fn(usize, usize) -> usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut row, mut column) = (0, 0);
    loop {
        match (written.get(row), printed.get(column)) {
            (None, None) => return steps,
            (None, Some(_)) => {
                steps.push(Step::Insert(column));
                column += 1;
            }
            (Some(part), found) if part.kind == Kind::Omitted => {
                if found.is_some() && cost(row, column + 1) < cost(row + 1, column) {
                    column += 1;
                } else {
                    steps.push(Step::Keep(row));
                    row += 1;
                }
            }
            (Some(part), Some(found))
                if describes(part, found, shell) && cost(row, column) == cost(row + 1, column + 1) =>
            {
                steps.push(Step::Keep(row));
                (row, column) = (row + 1, column + 1);
            }
            (Some(_), found) => {
                if found.is_some() && cost(row, column + 1) < cost(row + 1, column) {
                    steps.push(Step::Insert(column));
                    column += 1;
                } else {
                    steps.push(Step::Remove(row));
                    row += 1;
                }
            }
        }
    }
}

/// Keeps the equal parts at the start and at the end, and replaces all between them.
fn from_both_ends(written: &[Item], printed: &[Item], shell: Shell) -> Vec<Step> {
    let pairs = written.iter().zip(printed);
    let head = pairs.take_while(|(part, found)| describes(part, found, shell)).count();
    let rest = written.len().min(printed.len()) - head;
    let ends = written.iter().rev().zip(printed.iter().rev()).take(rest);
    let tail = ends.take_while(|(part, found)| describes(part, found, shell)).count();
    let removed = (head..written.len() - tail).map(Step::Remove);
    let inserted = (head..printed.len() - tail).map(Step::Insert);
    let kept = |range: std::ops::Range<usize>| range.map(Step::Keep);
    kept(0..head).chain(removed).chain(inserted).chain(kept(written.len() - tail..written.len())).collect()
}
