//! Built-in functions under a budget: what walks or makes much ends at the limit of memory or of time, and what is small
//! although it is shared a million times over is answered. A row is code and what it gives.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use pprepl_session::{Session, Settings, SystemHost};
use puppet_functions::stdlib::rows;

/// The memory of the process is what is limited: one test at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// `d` nests arrays, `h` hashes: each level holds the one below twice, so that little memory is a huge value. `s` doubles
/// a string.
const SETUP: &str = "function d($s, $n) { if $n == 0 { $s } else { d([$s, $s], $n - 1) } }
function h($s, $n) { if $n == 0 { $s } else { h({ a => $s, b => $s }, $n - 1) } }
function s($s, $n) { if $n == 0 { $s } else { s(\"${s}${s}\", $n - 1) } }
$d = d([1], 60)
$h = h({}, 60)
$t = s('ab', 22)";

fn session(folder: &Path, limits: &[(&str, &str)]) -> Session {
    for (module, row) in rows() {
        let path = folder.join(format!("{module}/lib/puppet/functions/{}.rb", row.name.replace("::", "/")));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, "# Ruby").expect("a file");
    }
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.display().to_string()).expect("a setting");
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let evaluation = session.evaluate("setup", SETUP);
    assert!(!evaluation.failed(), "{:?}", evaluation.reports);
    for (name, value) in limits {
        session.set(name, value).expect("a setting");
    }
    session
}

/// The value, or the code of the error.
fn given(session: &mut Session, code: &str) -> String {
    let evaluation = session.evaluate("row", code);
    match evaluation.reports.iter().find(|report| report.code != "DEPRECATED") {
        Some(report) if evaluation.failed() => report.code.to_string(),
        _ => evaluation.value.unwrap_or_default(),
    }
}

fn check(limits: &[(&str, &str)], rows: &[(&str, &str)]) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), limits);
    let mut wrong = Vec::new();
    for (code, expected) in rows {
        let found = given(&mut session, code);
        if found != *expected {
            wrong.push(format!("{code}\n    gives {found}, expected {expected}"));
        }
        assert_eq!(given(&mut session, "1 + 1"), "2", "after {code}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_makes_too_much_ends_at_the_limit_of_memory() {
    check(
        &[("memory", "16")],
        &[
            ("stdlib::to_json($d)", "MEMORY_LIMIT"),
            ("stdlib::to_json_pretty($d)", "MEMORY_LIMIT"),
            ("stdlib::to_yaml($d)", "MEMORY_LIMIT"),
            ("stdlib::to_python($d)", "MEMORY_LIMIT"),
            ("stdlib::to_ruby($h)", "MEMORY_LIMIT"),
            ("stdlib::to_toml($h)", "MEMORY_LIMIT"),
            ("sprintf('%p', $d)", "MEMORY_LIMIT"),
            ("sprintf('%s', $d)", "MEMORY_LIMIT"),
            ("join([$d], ',')", "MEMORY_LIMIT"),
            ("join_keys_to_values({ 'a' => $d }, '=')", "MEMORY_LIMIT"),
            ("prefix([$d], 'a')", "MEMORY_LIMIT"),
            ("any2array(1, [$d]).join", "MEMORY_LIMIT"),
            ("split($t, '')", "MEMORY_LIMIT"),
            ("regsubst($t, 'a', 'xxxxxxxxxxxx', 'G')", "MEMORY_LIMIT"),
            ("regsubst($t[0, 100000], 'a', \"\\\\`\", 'G')", "MEMORY_LIMIT"),
            ("parsejson(\"[${regsubst($t[0, 2000000], 'ab', '1,', 'G')}1]\").map |$x| { [[$x]] }", "MEMORY_LIMIT"),
            ("inline_template(\"<% a = 'x'; 100.times { a = a + a } %>\")", "MEMORY_LIMIT"),
            ("inline_template('<% a = [1]; 100.times { a = a + a } %>')", "MEMORY_LIMIT"),
            ("inline_template('<% a = []; 1000000000.times { a << a.dup } %>')", "MEMORY_LIMIT"),
            ("inline_template('<% 1000000000.times do %>xxxxxxxxxxxxxxxxxxxxxxxxx<% end %>')", "MEMORY_LIMIT"),
            ("inline_template(\"<% a = 'x' * 1000000; 1000.times { a << a } %>\")", "MEMORY_LIMIT"),
            ("inline_template('<%= @d %>')", "MEMORY_LIMIT"),
            ("inline_template('<%= @d.flatten.size %>')", "MEMORY_LIMIT"),
            ("inline_epp('<%= $v %>', { v => $d })", "MEMORY_LIMIT"),
        ],
    );
}

#[test]
fn what_takes_too_long_ends_at_the_limit_of_time() {
    check(
        &[("time", "1")],
        &[
            ("inline_template('<% while true do end %>')", "TIME_LIMIT"),
            ("inline_template('<% 100000000000.times { |x| x } %>')", "TIME_LIMIT"),
        ],
    );
}

#[test]
fn catalogs_visit_a_shared_array_once() {
    check(
        &[("memory", "64"), ("time", "40")],
        &[
            ("notify { 'a1': message => $d }", "[Notify['a1']]"),
            ("notify { 'a2': message => Sensitive($d) }", "[Notify['a2']]"),
            ("notify { 'a3': tag => d(['t'], 60) }", "[Notify['a3']]"),
            ("create_resources('notify', { 'a4' => { message => $d } }) =~ Undef", "true"),
            ("define q($v) { notify { 'a5': } } q { 'z': v => $d }", "[Q['z']]"),
            ("class k($v) { } class { 'k': v => $d }", "[Class['K']]"),
            ("Notify { message => $d } notify { 'a6': }", "[Notify['a6']]"),
            ("Notify['a6'] { loglevel => $d }", "Notify['a6']"),
            ("Notify<| title == 'a6' |> { noop => $d } 1", "1"),
            ("realize(d([Notify['a1']], 60))", "undef"),
            ("tag(d(['a'], 60))", "undef"),
            ("d([Notify['a1']], 60) -> Notify['a2']", "[Notify['a2']]"),
            ("file { '/a': owner => $d }", "[File['/a']]"),
        ],
    );
}

#[test]
fn catalogs_that_need_too_much_end_at_the_limit_of_memory() {
    check(
        &[("memory", "16")],
        &[
            ("notify { d(['x'], 60): }", "MEMORY_LIMIT"),
            ("tag($h)", "MEMORY_LIMIT"),
            ("notify { 'b2': tag => $h }", "MEMORY_LIMIT"),
            ("notify { 'b1': alias => d(['x'], 60) }", "MEMORY_LIMIT"),
            ("include(d(['a'], 60))", "MEMORY_LIMIT"),
            ("contain(d(['a'], 60))", "MEMORY_LIMIT"),
            ("tagged(d(['a'], 60))", "MEMORY_LIMIT"),
            ("Notify[d(['a'], 60)]", "MEMORY_LIMIT"),
            ("Class[d(['a'], 60)]", "MEMORY_LIMIT"),
            ("Variant[d([Integer], 60)]", "MEMORY_LIMIT"),
            ("[1, 2][$d]", "MEMORY_LIMIT"),
        ],
    );
}

#[test]
fn shared_values_are_answered_when_the_answer_is_small() {
    check(
        &[("time", "60")],
        &[
            ("any2array($d).length", "2"),
            ("member([$d, 1], 1)", "true"),
            ("deep_merge($h, h({}, 60)).length", "2"),
            ("concat([$d], [$d]).length", "2"),
            ("values_at([$d, 2], [1])", "[2]"),
            ("delete([$d, 2], 3).length", "2"),
            ("suffix(['a'], 'x')", "['ax']"),
            ("size($d)", "2"),
        ],
    );
}

#[test]
fn sets_of_many_elements_are_compared_by_their_hashes() {
    check(
        &[("time", "60")],
        &[
            ("$v = Integer[1, 200000].map |$x| { \"k${x}\" } $w = $v + [] difference($v, $w).length", "0"),
            ("intersection($v, $w).length", "200000"),
            ("union($v, $w).length", "200000"),
            ("member($v, $w)", "true"),
            ("delete($v, $w).length", "0"),
            ("delete([1, 2.0, '3', undef, true, [1], 3.5], [1.0, 2, 'x', [1.0]])", "['3', undef, true, 3.5]"),
            (
                "inline_template('<%= (@v - @w).size %> <%= (@v & @w).size %> <%= (@v | @w).size %>')",
                "'0 200000 200000'",
            ),
            ("count($v, 'k5')", "1"),
            ("inline_template('<% a = []; 200000.times { |i| a << i } %><%= a.size %>')", "'200000'"),
            ("inline_template(\"<% a = ''; b = a; 100000.times { a << 'xy' } %><%= a.size %>\")", "'200000'"),
            ("inline_template('<%= [3, 1, 2].sort { |a, b| b <=> a }.join %>')", "'321'"),
        ],
    );
}

#[test]
fn json_is_read_as_before() {
    check(
        &[],
        &[
            (
                "parsejson('[1, -2, 1.5, 1e3, 9223372036854775808, true, null, \"a\\\\u00e9\\\\n\"]')",
                "[1, -2, 1.5, 1000.0, 9223372036854775808, true, undef, \"aé\\n\"]",
            ),
            ("parsejson('{\"a\": 1, \"b\": {\"c\": []}, \"a\": 2}')", "{'a' => 2, 'b' => {'c' => []}}"),
            ("parsejson('[1', 'no')", "'no'"),
            ("parsejson('[1] 2', 'no')", "'no'"),
            (
                "stdlib::to_python([/a/, default, undef, { 'a' => true }])",
                "'[{\"__ptype\": \"Regexp\", \"__pvalue\": \"a\"}, {\"__ptype\": \"Default\"}, None, {\"a\": True}]'",
            ),
        ],
    );
}

/// Errors of what was unwrapped do not show it; a value that was never hidden is shown.
#[test]
fn errors_do_not_show_what_was_unwrapped() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = session(folder.path(), &[]);
    session.evaluate("setup", "$secret = Sensitive('hunter2SECRET') $pin = Sensitive(48151623)");
    for code in [
        "Integer($secret.unwrap)",
        "$secret.unwrap |Integer $x| { 1 }",
        "$secret.unwrap |$x| { fail(\"wrong: ${x}\") }",
        "$secret.unwrap |$x| { assert_type(Integer, $x) }",
        "function f(Integer $x) { } f($secret.unwrap)",
        "[1, 2][$secret.unwrap]",
        "{ 'a' => 1 } + $secret.unwrap",
        "$pin.unwrap |String $x| { 1 }",
        "notify { $secret.unwrap: } notify { $secret.unwrap: }",
        "inline_template('<%= Integer(@secret.unwrap) %>')",
    ] {
        let evaluation = session.evaluate("row", code);
        assert!(evaluation.failed(), "{code} gives {:?}", evaluation.value);
        let told = format!("{:?}", evaluation.reports);
        assert!(!told.contains("hunter2") && !told.contains("48151623"), "{code}: {told}");
        let typed = session
            .analyze()
            .type_at("row", code, code.len() - 1)
            .map(|found| format!("{found:?}"))
            .unwrap_or_default();
        assert!(!typed.contains("hunter2") && !typed.contains("48151623"), "{code}: {typed}");
    }
    let told = format!("{:?}", session.evaluate("row", "Integer('visible')").reports);
    assert!(told.contains("visible"), "{told}");
}
