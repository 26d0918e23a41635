//! The order of cells: findings about it, and the cells that a change runs again.

use std::fmt::Write;

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::CellReport;

use crate::notebook::{arrange, kernel};
use crate::notebook_kernel::{cells, findings, with};

#[test]
fn findings_name_the_cells_of_a_wrong_order() {
    let notebooks: [&[&str]; 15] = [
        &["notice($1)", "'a' =~ /(a)/"],
        &["File['/x'] -> notify { 'a': }", "file { '/x': }"],
        &["$x = $y + $w", "$y = $x", "$w = 1"],
        &["$w = $x", "$x = $y", "$y = $x"],
        &["$a = $b + $c", "$b = $d", "$c = $d", "$d = $a"],
        &["$x = $y", "$y = $x", "$p = $q", "$q = $p"],
        &["$x = 1 notice($x)", "$x = 2 notice($x)"],
        &["$x = $y notice($x)", "$y = $x", "$x = 3"],
        &["notice($x, $y)", "$x = 1", "$y = 2"],
        &["notice($x)", "$x = 1", "$x = 2"],
        &["$x = $x"],
        &["$x = 1", "function f() { $x }", "f()"],
        &["$x = 1", "class c { notice($x) }", "include c"],
        &["f()", "function f() { $x }", "$x = 1"],
        &["$x = 'a' =~ /(a)/", "$y = $1 $z = $x", "'b' =~ /b/ $x2 = $y"],
    ];
    let mut out = String::new();
    for texts in notebooks {
        let _ = writeln!(out, "> {}\n  {}", texts.join(" | "), findings(texts).join("\n  "));
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_change_runs_the_cells_below_that_need_it() {
    // The cells, the number of the one that changes, its new text, and the cells that run.
    let cases: [(&[&str], u64, &str, &[u64]); 9] = [
        (&["$n = 'x'", "getvar($n)", "$z = 1"], 3, "$z = 2", &[3]),
        (&["$z = 1", "$n = 'x'", "getvar($n)"], 1, "$z = 2", &[1, 3]),
        (&["notice($x)", "$x = 1", "notice($x)"], 2, "$x = 2", &[2, 3]),
        (&["notice($a, $b, $c, $x)", "$x = 1"], 2, "$x = 2", &[2]),
        (&["$x = 1", "notice($a, $b, $c, $x)"], 1, "$x = 2", &[1, 2]),
        (&["notify { 'a': }", "notify { 'b': }"], 1, "notify { 'c': }", &[1]),
        (&["notify { 'a': }", "Notify <| |> { message => 'm' }"], 1, "notify { 'c': }", &[1, 2]),
        (&["f()", "function f() { 1 }"], 2, "function f() { 2 }", &[2, 1]),
        (&["$x = 1 $y = 2 $z = 3", "notice($x)", "notice($w)"], 1, "$x = 2 $y = 3 $z = 4", &[1, 2]),
    ];
    for (texts, number, text, expected) in cases {
        let first = cells(texts);
        let mut kernel = kernel();
        arrange(&mut kernel, first.clone());
        assert_eq!(arrange(&mut kernel, with(&first, number, text)), expected, "{texts:?} {number}");
    }
}

#[test]
fn cells_that_move_run_where_their_place_matters() {
    let first = cells(&["$x = 1", "notice($x)", "$y = 2", "notice($y)"]);
    let moved = |order: [usize; 4]| {
        let mut kernel = kernel();
        arrange(&mut kernel, first.clone());
        arrange(&mut kernel, order.map(|at| first[at].clone()).to_vec())
    };
    assert_eq!(moved([0, 1, 2, 3]), [0; 0]);
    assert_eq!(moved([2, 3, 0, 1]), [1, 2], "two of four cells moved");
    assert_eq!(moved([1, 0, 2, 3]), [2, 1], "its variable is set below");
}

#[test]
fn a_report_has_output_where_there_is_something_to_show() {
    let shown = |text: &str| {
        let mut kernel = kernel();
        arrange(&mut kernel, cells(&[text]));
        kernel.report(CellId(1)).map(|report| report.has_output())
    };
    let cases = [("1", true), ("notice(1)", true), ("1 / 0", true), ("", false), ("# text", false), ("$x = 1", true)];
    for (text, has_output) in cases {
        assert_eq!(shown(text), Some(has_output), "{text}");
    }
    let empty = CellReport { empty: true, ..CellReport::default() };
    assert!(!empty.has_output());
}
