//! The notebook's kernel: an edit runs the cells that it concerns and no others, and the state is that of a fresh run.

mod notebook;

use std::sync::Arc;

use notebook::{Cells, arrange, fresh, kernel, outcome, state};
use pprepl::notebook::CellId;
use pprepl::notebook::kernel::Kernel;

/// Cells numbered from 1.
pub fn cells(texts: &[&str]) -> Cells {
    (1..).zip(texts).map(|(number, text)| (CellId(number), Arc::from(*text))).collect()
}

/// The cells with one text changed.
fn with(cells: &Cells, number: u64, text: &str) -> Cells {
    let changed = |(id, old): &(CellId, Arc<str>)| (*id, if id.0 == number { Arc::from(text) } else { old.clone() });
    cells.iter().map(changed).collect()
}

fn value(kernel: &Kernel, number: u64) -> String {
    let report = kernel.report(CellId(number)).unwrap();
    match report.reports.iter().find(|one| one.severity == pprepl::text::Severity::Error) {
        Some(fault) => format!("{}: {}", fault.code, fault.message),
        None => report.display().unwrap_or("-").to_owned(),
    }
}

#[test]
fn an_edit_runs_what_depends_on_it() {
    let first = cells(&["$x = 1", "$y = $x + 1", "$z = 10", "$y + $z"]);
    let mut kernel = kernel();
    assert_eq!(arrange(&mut kernel, first.clone()), [1, 2, 3, 4]);
    assert_eq!(value(&kernel, 4), "12");
    let second = with(&first, 1, "$x = 5");
    assert_eq!(arrange(&mut kernel, second.clone()), [1, 2, 4]);
    assert_eq!(value(&kernel, 4), "16");
    assert_eq!(state(&mut kernel), state(&mut fresh(&second)));
}

#[test]
fn what_gives_the_same_stops_there() {
    let first = cells(&["$x = 1", "$y = $x > 0", "$y"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!(arrange(&mut kernel, with(&first, 1, "# more\n$x = 2 - 1")), [1]);
    assert_eq!(arrange(&mut kernel, with(&first, 1, "$x = 7")), [1, 2]);
    assert_eq!(value(&kernel, 3), "true");
}

#[test]
fn the_names_of_a_deleted_cell_vanish() {
    let first = cells(&["$x = 1", "$x + 1", "2"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!(arrange(&mut kernel, first[1..].to_vec()), [2]);
    assert!(value(&kernel, 2).starts_with("UNKNOWN_VARIABLE"), "{}", value(&kernel, 2));
}

#[test]
fn resources_of_other_cells_stay() {
    let first =
        cells(&["$m = '0644'", "file { '/a': mode => $m }", "file { '/b': ensure => file }", "notify { 'n': }"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    let second = with(&first, 2, "notify { 'one': }\nfile { '/a': mode => $m, owner => 'root' }");
    assert_eq!(arrange(&mut kernel, second.clone()), [2]);
    assert_eq!(state(&mut kernel), state(&mut fresh(&second)));
    let third = with(&second, 2, "notify { 'n': }");
    assert_eq!(arrange(&mut kernel, third.clone()), [2, 4]);
    assert_eq!(state(&mut kernel), state(&mut fresh(&third)));
    let same = |number: u64| outcome(kernel.report(CellId(number)).unwrap());
    assert_eq!(same(4), outcome(fresh(&third).report(CellId(4)).unwrap()));
}
