//! The notebook's kernel: an edit runs the cells that it concerns and no others, and the state is that of a fresh run.

use crate::notebook;

use std::sync::Arc;

use notebook::{Cells, arrange, fresh, kernel, kernel_with, outcome, run_in, state};
use pprepl_notebook::CellId;
use pprepl_notebook::kernel::Kernel;
use pprepl_session::Settings;
use pprepl_testing::ABSOLUTE;

/// Cells numbered from 1.
pub fn cells(texts: &[&str]) -> Cells {
    (1..).zip(texts).map(|(number, text)| (CellId(number), Arc::from(*text))).collect()
}

/// The cells with one text changed.
pub(crate) fn with(cells: &Cells, number: u64, text: &str) -> Cells {
    let changed = |(id, old): &(CellId, Arc<str>)| (*id, if id.0 == number { Arc::from(text) } else { old.clone() });
    cells.iter().map(changed).collect()
}

fn value(kernel: &Kernel, number: u64) -> String {
    let report = kernel.report(CellId(number)).unwrap();
    match report.evaluation.reports.iter().find(|one| one.severity == pprepl_text::Severity::Error) {
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
fn a_definition_depends_on_the_types_of_its_parameters() {
    let first = cells(&["type Port = Integer", "class web(Port $p = 80) { }", "define site(Port $p = 80) { }", "1"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!(arrange(&mut kernel, with(&first, 1, "type Port = Integer[1]")), [1, 2, 3]);
}

/// The cells that run after a change of a function, in a notebook whose functions call each other as the plans below.
fn arrange_functions() -> Vec<u64> {
    let first = cells(&[
        "function twice($x) { 2 * $x }",
        "function inner($x) { twice($x) }",
        "function own($x) { inner($x) }",
        "own(4)",
        "$name = 'own' call($name, 1)",
        "10",
    ]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    arrange(&mut kernel, with(&first, 2, "function inner($x) { twice($x) + 1 }"))
}

#[test]
fn a_cell_that_runs_a_plan_depends_on_the_cell_of_the_plan() {
    let mut settings = Settings::default();
    settings.set("tasks", "on").unwrap();
    let first = cells(&[
        "function twice($x) { 2 * $x }",
        "plan own::inner($x) { return twice($x) }",
        "plan own($x) { return run_plan('own::inner', 'x' => $x) }",
        "run_plan('own', { 'x' => 4 })",
        "$name = 'own' run_plan($name, 'x' => 1)",
        "10",
    ]);
    let mut kernel = kernel_with(settings.clone());
    arrange(&mut kernel, first.clone());
    assert_eq!((value(&kernel, 4).as_str(), value(&kernel, 5).as_str()), ("8", "2"));
    let second = with(&first, 2, "plan own::inner($x) { return twice($x) + 1 }");
    let ran = arrange(&mut kernel, second.clone());
    assert_eq!(ran, arrange_functions(), "plans hand on changes as functions do");
    assert_eq!((value(&kernel, 4).as_str(), value(&kernel, 5).as_str()), ("9", "3"));
    assert_eq!(state(&mut kernel), state(&mut run_in(kernel_with(settings), &second)));
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
fn a_fix_is_one_of_the_current_source() {
    let mut kernel = kernel();
    arrange(&mut kernel, cells(&["$port = 80", "$prot + 1"]));
    for (id, text, fixed) in [
        (2, "$prot + 1", Some("$port + 1")),
        (2, "$x = [1 2]", Some("$x = [1, 2]")),
        (9, "$x = [1 2]", Some("$x = [1, 2]")),
        (2, "$port + 1", None),
    ] {
        assert_eq!(kernel.repaired(CellId(id), text).map(|fix| fix.after).as_deref(), fixed, "{text}");
    }
}

/// An error that names something similar may name a new name.
#[test]
fn a_failed_cell_runs_again_for_names_that_it_may_suggest() {
    let names = ["$wrong = 1", "function wrong($x) { $x }", "class wrong { }"];
    let failed = ["$wrng", "wrng(1)", "include wrng", "1 +", "$a = 1 $a = 2", "1 / 0", "fail('no')", "warning('no')"];
    let ran = |failed: &str, name: &str| {
        let first = cells(&["$z = 1", failed]);
        let mut kernel = kernel();
        arrange(&mut kernel, first.clone());
        arrange(&mut kernel, with(&first, 1, name)).len() == 2
    };
    let rows: Vec<String> = failed.map(|failed| format!("{failed}: {:?}", names.map(|name| ran(failed, name)))).into();
    insta::assert_snapshot!(rows.join("\n"));
}

/// Classes are named in strings, in hashes and before `::`, too.
#[test]
fn a_class_is_missed_wherever_it_is_named() {
    let uses = ["create_resources('class', { 'k' => {} })", "create_resources('@notify', { 'n' => {} })\n$k::v"];
    for use_of_it in uses {
        let first = cells(&[use_of_it, "class k { $v = 1 }"]);
        let mut settings = Settings::default();
        settings.set("check", "error").unwrap();
        let mut kernel = kernel_with(settings.clone());
        arrange(&mut kernel, first.clone());
        let second = first[..1].to_vec();
        assert_eq!(arrange(&mut kernel, second.clone()), [1], "{use_of_it}");
        let anew = run_in(kernel_with(settings), &second);
        assert_eq!(outcome(kernel.report(CellId(1)).unwrap()), outcome(anew.report(CellId(1)).unwrap()));
    }
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

/// The findings of cells that have run, a line for each.
pub(crate) fn findings(texts: &[&str]) -> Vec<String> {
    let mut kernel = kernel();
    arrange(&mut kernel, cells(texts));
    let told = |one: pprepl_notebook::kernel::Finding| {
        let others: Vec<String> = one.others.iter().map(|(cell, _, what)| format!("{} {what}", cell.0)).collect();
        format!("{} in {}: {} ({}) [{}]", one.code, one.cell.0, one.message, one.help, others.join(", "))
    };
    kernel.findings().into_iter().map(told).collect()
}

#[test]
fn values_before_code_make_puppet_refuse_the_file() {
    let found =
        findings(&["$a = [1]\n$a", "if true { 1 }", "notice(1)", "'a' =~ /b/", "function f() { 1 }", "42", "# end"]);
    let cells: Vec<&str> =
        found.iter().filter_map(|one| one.strip_prefix("IDEM_EXPRESSION_NOT_LAST in ")?.get(..1)).collect();
    assert_eq!(cells, ["1", "2"], "{found:?}");
}

#[test]
fn cells_in_the_wrong_order_are_explained() {
    assert_eq!(
        findings(&["$y = $x + 1", "$z = 1", "$x = 2"]),
        [
            "USED_BEFORE_SET in 1: $x is set in cell 3, which runs after this one (move cell 3 above this one) [3 set here]"
        ]
    );
    // Functions and types are read first, wherever they stand; what is given needs no cell.
    assert_eq!(findings(&["f(1) =~ T", "function f($n) { $n }", "type T = Integer", "$facts"]), [""; 0]);
    assert_eq!(findings(&["include c", "d { 'a': }", "class c { }", "define d() { }"]), [""; 0]);
}

#[test]
fn a_name_that_is_defined_twice_is_explained() {
    assert_eq!(
        findings(&["$x = 1", "[$x, $y] = [2, 3]", "function f() { }", "function f() { 1 }"]),
        [
            "DEFINED_TWICE in 2: $x is also defined in cell 1; that definition is used (rename one of them, or delete one \
             of the cells) [1 this definition is used]",
            "DEFINED_TWICE in 4: f() is also defined in cell 3; that definition is used (rename one of them, or delete one \
             of the cells) [3 this definition is used]",
        ]
    );
    // The definition that ran is used.
    assert!(findings(&["$x = 1 + 'a'", "$x = 2"])[0].starts_with("DEFINED_TWICE in 1: $x is also defined in cell 2;"));
}

#[test]
fn cells_that_need_each_other_are_explained() {
    let found = findings(&["$x = $y + 1", "$y = $z", "$z = $x"]);
    assert!(
        found.iter().any(|one| one.contains(
            "dependency cycle between cells: cell 1 needs $y of cell 2, cell 2 needs $z of cell 3, cell 3 needs $x of \
             cell 1"
        )),
        "{found:?}"
    );
}

#[test]
fn functions_and_classes_hand_on_what_their_bodies_need() {
    let first = cells(&[
        "$base = 10",
        "function inner($n) { $n + $::base }",
        "function outer($n) { inner($n) * 2 }",
        "$used = outer(1)",
        "class settings_of { $port = $::used }",
        "include settings_of\n$settings_of::port",
        "$apart = 1",
        "$apart + 1",
    ]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!(value(&kernel, 6), "22");
    let second = with(&first, 1, "$base = 20");
    assert_eq!(arrange(&mut kernel, second), [1, 4, 6]);
    assert_eq!(value(&kernel, 6), "42");
}

#[test]
fn one_of_500_cells_touches_only_its_dependants() {
    let mut texts: Vec<String> =
        vec!["function double($n) { $n * 2 }".to_owned(), "type Small = Integer[0, 100]".to_owned()];
    for number in 0..498 {
        texts.push(match number % 6 {
            0 => format!("$v{number} = {number}"),
            1 => format!("$v{number} = $v{} + 1", number - 1),
            2 => format!("$v{number} = double($v{})", number - 1),
            3 => format!("notify {{ 'n{number}': message => \"value ${{v{}}}\" }}", number - 1),
            4 => format!("if 'host{number}' =~ /(\\d+)/ {{ notice($1) }}"),
            _ => format!("function f{number}($n) {{ $n + {number} }}\n$v{number} = f{number}(1) =~ Small"),
        });
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut kernel = kernel();
    let first = cells(&texts);
    assert_eq!(arrange(&mut kernel, first.clone()).len(), 500);
    let second = with(&first, 3 + 60, "$v60 = 1000");
    assert_eq!(arrange(&mut kernel, second.clone()), [63, 64, 65, 66], "the value, what is made of it, its resource");
    let second = with(&second, 3 + 64, "notice('no match')");
    assert_eq!(arrange(&mut kernel, second.clone()), [67]);
    let third = with(&second, 1, "function double($n) { $n + $n }");
    let ran = arrange(&mut kernel, third.clone());
    assert_eq!(ran.len(), 1 + 83, "the function and its callers: what they give is the same");
    let kept: Vec<u64> = (1..=500).filter(|number| kernel.runs(CellId(*number)) == 1).collect();
    assert_eq!(kept.len(), 500 - 84 - 3 - 1, "all others have run once");
    assert_eq!(state(&mut kernel), state(&mut fresh(&third)));
}

#[test]
fn a_value_is_looked_into_with_the_code_that_leads_there() {
    let mut kernel = kernel();
    arrange(
        &mut kernel,
        cells(&[
            "$hosts = [{ 'name' => 'a', 'ports' => [22, 80] }, { 'name' => 'b', 'ports' => [] }]",
            "{ 'key' => Sensitive(['hidden']), 'list' => [Sensitive('hidden')] }",
        ]),
    );
    let parts = kernel.explore(CellId(1), &[0, 1], 0, 10);
    let rows: Vec<String> =
        parts.iter().map(|one| format!("{} = {} : {}", one.access, one.text, one.type_name)).collect();
    assert_eq!(rows, ["$hosts[0]['ports'][0] = 22 : Integer", "$hosts[0]['ports'][1] = 80 : Integer"]);
    let table = kernel.report(CellId(1)).unwrap().table.clone().unwrap();
    assert_eq!(table.columns, ["name", "ports"]);
    assert_eq!(table.rows, [["a", "[22, 80]"], ["b", "[]"]]);
    // The type of a large part is only its kind.
    let large = with(&cells(&["1"]), 1, "[Integer[1, 500001].map |$n| { $n }, [1]]");
    let mut own = self::kernel();
    arrange(&mut own, large);
    let types: Vec<String> = own.explore(CellId(1), &[], 0, 10).into_iter().map(|one| one.type_name).collect();
    assert_eq!(types, ["Array", "Array[Integer]"]);
    let report = format!("{:?}", kernel.report(CellId(2)).unwrap());
    let parts = format!("{:?}{:?}", kernel.explore(CellId(2), &[], 0, 9), kernel.explore(CellId(2), &[0], 0, 9));
    assert!(!report.contains("hidden") && !parts.contains("hidden"), "{report} {parts}");
}

#[test]
fn match_variables_are_those_of_the_last_match_above() {
    let first = cells(&["'abc' =~ /(b)/", "1", "$1", "'xyz' =~ /(y)/", "$1"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!((value(&kernel, 3).as_str(), value(&kernel, 5).as_str()), ("'b'", "'y'"));
    let second = with(&first, 1, "'abc' =~ /(c)/");
    assert_eq!(arrange(&mut kernel, second.clone()), [1, 3, 5]);
    assert_eq!((value(&kernel, 3).as_str(), value(&kernel, 5).as_str()), ("'c'", "'y'"));
    let captured = |kernel: &Kernel, number| {
        let (set_in, captures) = kernel.captures(CellId(number)).unwrap();
        (set_in.0, captures.iter().map(|one| one.value.clone().unwrap()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(captured(&kernel, 2), (1, "c c".to_owned()));
    assert_eq!(captured(&kernel, 4), (4, "y y".to_owned()));
}

#[test]
fn variables_tell_which_cell_set_them() {
    let mut kernel = kernel();
    arrange(&mut kernel, cells(&["$a = 1", "function f() { }", "$b = 2"]));
    arrange(&mut kernel, with(&cells(&["$a = 1", "function f() { }", "$b = 2"]), 1, "$a = 3"));
    let set: Vec<(String, Option<usize>)> = kernel
        .session()
        .names()
        .variables()
        .into_iter()
        .filter(|one| one.input.is_some())
        .map(|one| (one.name, one.input))
        .collect();
    let cells: Vec<(String, Option<u64>)> = set
        .into_iter()
        .map(|(name, input)| (name, input.and_then(|input| kernel.cell_of_input(input)).map(|cell| cell.0)))
        .collect();
    assert_eq!(cells, [("a".to_owned(), Some(1)), ("b".to_owned(), Some(3))]);
}

#[test]
fn messages_name_cells_by_their_places_and_leave_strings_alone() {
    let titled = "notify { 'of cell 1': }";
    let mut kernel = kernel();
    arrange(&mut kernel, cells(&[titled, titled, "$x = $y", "$y = 1"]));
    let moved: Vec<CellId> = [9, 1, 2, 4, 3].map(CellId).to_vec();
    let told: Vec<(String, String)> =
        kernel.findings().iter().map(|one| (one.message.by_places(&moved), one.help.by_places(&moved))).collect();
    let has = |text: &str| told.iter().any(|(message, help)| message.contains(text) || help.contains(text));
    assert!(has("Notify['of cell 1'] is also defined in cell 2;"), "{told:?}");
    assert!(has("$y is set in cell 4, which") && has("move cell 4 above"), "{told:?}");
    // What the checker says of a cell holds the user's own words.
    let text = "function f(Enum['cell 1', 'cell 2'] $e) { $e }\nf('cell 4')\n$x = 2";
    let until = pprepl_session::Deadline::after(std::time::Duration::from_secs(60));
    let found = kernel.check(CellId(5), text, None, until).expect("time enough");
    let told: Vec<String> = found.iter().map(|one| one.message.by_places(&moved)).collect();
    assert!(told.iter().any(|one| one.contains("Enum['cell 1', 'cell 2']")), "{told:?}");
    assert!(told.iter().any(|one| one == "$x is also defined in cell 5"), "{told:?}");
}

/// The cells that only run when they are asked to.
fn held(kernel: &Kernel) -> Vec<u64> {
    kernel.paused_cells().iter().map(|(id, _)| id.0).collect()
}

/// A cell that reads files never runs by itself, and neither does what needs it.
#[test]
fn what_reads_files_waits_for_its_user() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt").display().to_string();
    std::fs::write(&file, "one").unwrap();
    let first = cells(&[&format!("$x = file('{file}')"), "$y = \"${x}!\"", "$z = 3", "$z + 1"]);
    let mut kernel = kernel();
    assert_eq!(arrange(&mut kernel, first.clone()), [3, 4]);
    assert_eq!(held(&kernel), [1, 2]);
    assert_eq!(kernel.stale(), [CellId(1), CellId(2)]);
    // Another edit does not run it either.
    assert_eq!(arrange(&mut kernel, with(&first, 3, "$z = 4")), [3, 4]);
    let mut ran = notebook::Ran::default();
    kernel.run(&[CellId(2)], &mut ran);
    assert_eq!(ran.0, [1, 2]);
    assert_eq!(value(&kernel, 2), "'one!'");
    assert!(held(&kernel).is_empty());
    // What it needs has changed: it waits again, with those that need it.
    let second = with(&first, 1, &format!("$x = file('{file}') + '?'"));
    assert_eq!(arrange(&mut kernel, second), [3, 4]);
    assert_eq!(held(&kernel), [1, 2]);
}

#[test]
fn a_function_that_reads_files_waits_where_it_is_called() {
    let first =
        cells(&["function f() { file('/no/such') }", "f()", "['/no/such'].map |$p| { $p.file }", "call('file', '/x')"]);
    let mut kernel = kernel();
    assert_eq!(arrange(&mut kernel, first), [1]);
    assert_eq!(held(&kernel), [2, 3, 4]);
    let mut ran = notebook::Ran::default();
    kernel.run_all(&mut ran);
    assert_eq!(ran.0, [1, 2, 3, 4]);
}

/// Where the text does not tell that a file is read, the reading is refused.
#[test]
fn what_the_text_does_not_tell_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    // Puppet would read the backslashes of Windows as escapes.
    let file = pprepl_files::slashed(&folder.path().join("a.txt"));
    std::fs::write(&file, "one").unwrap();
    let mut kernel = kernel();
    let first = cells(&[
        &format!("inline_epp('<%= file(\"{file}\") %>')"),
        &format!("$f = 'file'\ncall($f, '{ABSOLUTE}no/such')"),
    ]);
    arrange(&mut kernel, first);
    for number in [1, 2] {
        assert!(value(&kernel, number).starts_with("FILE_NOT_READ"), "{}", value(&kernel, number));
    }
    let mut ran = notebook::Ran::default();
    kernel.run(&[CellId(1)], &mut ran);
    assert_eq!(value(&kernel, 1), "'one'");
}

/// `pprepl run` runs everything: its user named the notebook.
#[test]
fn all_runs_where_the_user_named_the_notebook() {
    let mut kernel = kernel();
    kernel.let_read();
    assert_eq!(arrange(&mut kernel, cells(&["find_file('/no/such')", "1"])), [1, 2]);
    assert_eq!(value(&kernel, 1), "undef");
}

#[test]
fn a_cell_is_traced_in_the_state_before_it() {
    let all = cells(&["$x = 1", "$y = $x + 1\nnotify { \"n${y}\": }", "$z = $y + 1"]);
    let mut kernel = kernel();
    arrange(&mut kernel, all.clone());
    let before = state(&mut kernel);
    let within = std::time::Duration::from_secs(60);
    let trace = kernel.trace(CellId(2), &all[1].1, within).unwrap();
    let values: Vec<Option<&str>> = trace.steps.iter().map(|step| step.value.as_deref()).collect();
    assert_eq!(values, [Some("2"), Some("[Notify['n2']]")]);
    assert!(trace.reports.is_empty());
    assert_eq!(state(&mut kernel), before);
    assert!(kernel.trace(CellId(2), "$y = 7", within).is_none(), "this source has not run");
    assert!(kernel.trace(CellId(9), "$y = 7", within).is_none());
    assert_eq!(arrange(&mut kernel, with(&all, 1, "$x = 5")), [1, 2, 3]);
    let endless = "function f($i) { f2($i) }\nfunction f2($i) { Integer[1, 100000000].each |$j| { $i + $j } }\nf(1)";
    let mut settings = Settings::default();
    settings.set("steps", "5000").unwrap();
    let mut kernel = kernel_with(settings);
    arrange(&mut kernel, cells(&[endless]));
    if let Some(trace) = kernel.trace(CellId(1), endless, std::time::Duration::from_millis(200)) {
        assert!(!trace.reports.is_empty() && !trace.steps.is_empty());
    }
}

/// A suggestion depends on all names: a cell that failed with one runs again when a nearer name is defined elsewhere.
#[test]
fn a_suggestion_follows_the_names_of_other_cells() {
    for (failing, nearer, other) in [
        ("$porx + 1", "$port = 80", "function unlike() { }"),
        ("haloo(1)", "function hallo($x) { $x }", "$unlike = 1"),
        ("include webb", "class web { }", "$unlike = 1"),
    ] {
        let first = cells(&["1", failing]);
        let mut kernel = kernel();
        arrange(&mut kernel, first.clone());
        let second = with(&first, 1, nearer);
        assert_eq!(arrange(&mut kernel, second.clone()), [1, 2], "{failing}");
        assert_eq!(state(&mut kernel), state(&mut fresh(&second)), "{failing}");
        // A name of another kind changes no suggestion.
        let third = with(&first, 1, other);
        let ran = arrange(&mut kernel, with(&third, 1, nearer));
        assert_eq!(state(&mut kernel), state(&mut fresh(&second)), "{failing}: {ran:?}");
        let mut kernel = self::kernel();
        arrange(&mut kernel, first);
        assert_eq!(arrange(&mut kernel, third), [1], "{failing}");
    }
}

/// Who calls a function through a variable needs all that the function needs.
#[test]
fn a_variable_that_holds_a_function_needs_what_it_needs() {
    let first = cells(&["$f = &g", "$f(1)", "function g($x) { $x + h() }", "function h() { 10 }", "5"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!(value(&kernel, 2), "11");
    let second = with(&first, 4, "function h() { 20 }");
    let ran = arrange(&mut kernel, second.clone());
    assert!(ran.contains(&2) && !ran.contains(&5), "{ran:?}");
    assert_eq!(value(&kernel, 2), "21");
    assert_eq!(state(&mut kernel), state(&mut fresh(&second)));
}

/// A variable that a block sets on some paths only is read from outside on the others.
#[test]
fn a_variable_set_on_some_paths_is_needed_from_outside() {
    for (reader, shown) in [
        ("[1].map |$i| { if $i == 2 { $y = 1 } $y }", "[8]"),
        ("function f($i) { if $i == 2 { $y = 1 } $y }\nf(1)", "8"),
        ("[1].map |$i| { case $i { 2: { $y = 1 } default: { } } $y }", "[8]"),
        ("[1].map |$i| { unless $i == 1 { $y = 1 } $y }", "[8]"),
    ] {
        let first = cells(&["$y = 7", reader]);
        let mut kernel = kernel();
        arrange(&mut kernel, first.clone());
        let second = with(&first, 1, "$y = 8");
        let ran = arrange(&mut kernel, second.clone());
        assert_eq!(state(&mut kernel), state(&mut fresh(&second)), "{reader}");
        if reader.starts_with('[') {
            assert_eq!(ran, [1, 2], "{reader}");
            assert_eq!(value(&kernel, 2), shown, "{reader}");
        }
    }
    // A variable that the block always sets is its own.
    let first = cells(&["$y = 7", "[1].map |$i| { $y = 1 $y }"]);
    let mut kernel = kernel();
    arrange(&mut kernel, first.clone());
    assert_eq!(arrange(&mut kernel, with(&first, 1, "$y = 8")), [1]);
}
