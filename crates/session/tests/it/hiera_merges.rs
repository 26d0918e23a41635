//! Merges of Hiera: what an installed Puppet gives for a value in two files of the hierarchy.

use std::path::Path;

use pprepl_session::{Session, Settings, SystemHost};

/// The value in the first file, the value in the second, the options of the merge, and the result.
const MERGES: &[(&str, &str, &str, &str)] = &[
    ("{a: ~}", "{a: 1}", "strategy => deep", "{'a' => 1}"),
    ("{a: ~}", "{b: 1}", "strategy => deep", "{'b' => 1, 'a' => undef}"),
    (
        "{a: false, b: ~, c: {d: ~, e: false}}",
        "{}",
        "strategy => deep",
        "{'a' => false, 'b' => undef, 'c' => {'d' => undef, 'e' => false}}",
    ),
    ("{a: 1}", "{a: false}", "strategy => deep", "{'a' => 1}"),
    ("{a: {b: 1}}", "{a: ~}", "strategy => deep", "{'a' => {'b' => 1}}"),
    ("{a: false}", "{a: 1}", "strategy => deep", "{'a' => false}"),
    ("['--', x, --y]", "z", "strategy => deep, knockout_prefix => '--'", "['x']"),
    ("{a: ['--', x, --y]}", "{a: z}", "strategy => deep, knockout_prefix => '--'", "{'a' => ['x']}"),
    ("{a: [x, --y]}", "{a: z}", "strategy => deep, knockout_prefix => '--'", "{'a' => ['x']}"),
    ("{a: ['--', x]}", "{a: [y, z]}", "strategy => deep, knockout_prefix => '--'", "{'a' => ['x']}"),
    ("{a: ['--', x]}", "{a: {y: z}}", "strategy => deep", "{'a' => ['--', 'x']}"),
    (
        "{a: {x: 1, y: false, z: ~, q: 2}}",
        "{a: text}",
        "strategy => deep",
        "{'a' => {'x' => 1, 'y' => false, 'z' => undef, 'q' => 2}}",
    ),
    (
        "{a: {x: 1, y: {z: [--w, w]}}}",
        "{a: text}",
        "strategy => deep, knockout_prefix => '--'",
        "{'a' => {'x' => 1, 'y' => {'z' => []}}}",
    ),
    (
        "[{a: 1}, {b: 2}]",
        "[{c: 3}]",
        "strategy => deep, merge_hash_arrays => true",
        "[{'c' => 3, 'a' => 1}, {'b' => 2}]",
    ),
    (
        "[{a: 1}]",
        "[{c: 3}, {d: 4}]",
        "strategy => deep, merge_hash_arrays => true",
        "[{'c' => 3, 'a' => 1}, {'d' => 4}]",
    ),
    ("[{a: 1}]", "[{a: 3}]", "strategy => deep, merge_hash_arrays => true", "[{'a' => 1}]"),
    ("[{a: 1}]", "[{a: 3}]", "strategy => deep, merge_hash_arrays => false", "[{'a' => 3}, {'a' => 1}]"),
    ("[{a: 1}, x]", "[{c: 3}]", "strategy => deep, merge_hash_arrays => true", "[{'c' => 3}, {'a' => 1}, 'x']"),
    ("[{a: 1}]", "[{c: 3}, x]", "strategy => deep, merge_hash_arrays => true", "[{'c' => 3}, 'x', {'a' => 1}]"),
    ("[]", "[{c: 3}]", "strategy => deep, merge_hash_arrays => true", "[{'c' => 3}]"),
    (
        "{q: {a: [{x: [--p, p, r]}, {y: [r, --r]}]}}",
        "{}",
        "strategy => deep, merge_hash_arrays => true, knockout_prefix => '--'",
        "{'q' => {'a' => [{'x' => []}, {'y' => []}]}}",
    ),
    ("[--b]", "[--b, b, c]", "strategy => deep, knockout_prefix => '--'", "['c']"),
    ("[--b, --c, d]", "[b, c, d, e]", "strategy => deep, knockout_prefix => '--'", "['d', 'e']"),
    ("{q: {l: [--a, a, b]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => []}}"),
    ("{q: {l: [a, --a, b, c]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => ['b']}}"),
    ("{q: {l: [b, --a, c, a, d]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => ['b', 'd']}}"),
    ("{q: {l: [b, c, --a]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => ['b', 'c']}}"),
    ("{q: {l: [--a, b, c, d]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => ['c', 'd']}}"),
    (
        "{q: {l: [--a, --b, c, d, e, a, b]}}",
        "{}",
        "strategy => deep, knockout_prefix => '--'",
        "{'q' => {'l' => ['c', 'd', 'e', 'b']}}",
    ),
    (
        "{q: {l: [x, --a, y, --b, z, w]}}",
        "{}",
        "strategy => deep, knockout_prefix => '--'",
        "{'q' => {'l' => ['x', 'w']}}",
    ),
    ("{q: {l: [--a, --a, --a]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => []}}"),
    ("{q: {l: [a, a, --a, b]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => ['b']}}"),
    ("{q: {l: ['--', a]}}", "{}", "strategy => deep, knockout_prefix => '--'", "{'q' => {'l' => []}}"),
    ("[2.5, 1.5]", "[3.5, 0.5]", "strategy => deep, sort_merged_arrays => true", "[0.5, 1.5, 2.5, 3.5]"),
    ("[2, 1.5]", "[3, 0.5, 1]", "strategy => deep, sort_merged_arrays => true", "[0.5, 1, 1.5, 2, 3]"),
    (
        "[[2, 1], [1, 5]]",
        "[[1], [1, 5, 0]]",
        "strategy => deep, sort_merged_arrays => true",
        "[[1], [1, 5], [1, 5, 0], [2, 1]]",
    ),
    ("[b, a]", "[c]", "strategy => deep, sort_merged_arrays => false", "['c', 'b', 'a']"),
    ("[1, a]", "[2]", "strategy => deep, sort_merged_arrays => true", "fails"),
    ("[[1, a]]", "[[1, 2]]", "strategy => deep, sort_merged_arrays => true", "fails"),
    ("[{a: 1}]", "[{b: 1}]", "strategy => deep, sort_merged_arrays => true", "fails"),
    ("[b]", "[a]", "strategy => deep, knockout_prefix => ''", "fails"),
    ("[b]", "[a]", "strategy => deep, knockout_prefix => undef", "fails"),
    ("[b]", "[a]", "strategy => deep, sort_merged_arrays => undef", "fails"),
    ("[b]", "[a]", "strategy => deep, merge_debug => true", "['a', 'b']"),
    ("[b]", "[a]", "strategy => deep, merge_debug => 5", "fails"),
    ("[b]", "[a]", "strategy => deep, knockout_prefix => 5", "fails"),
    ("[b]", "[a]", "strategy => deep, sort_merged_arrays => 'x'", "fails"),
    ("[b]", "[a]", "strategy => deep, merge_hash_arrays => 1", "fails"),
    ("[b]", "[a]", "strategy => deep, nosuch => true", "fails"),
    ("[b]", "[a]", "strategy => unique, knockout_prefix => undef", "fails"),
    ("[b]", "[a]", "strategy => unique, knockout_prefix => '--'", "fails"),
    ("[b]", "[a]", "strategy => unique, sort_merged_arrays => true", "fails"),
    ("[b]", "[a]", "strategy => unique, merge_hash_arrays => true", "fails"),
    ("[b]", "[a]", "strategy => unique, merge_debug => true", "fails"),
    ("{b: 1}", "{b: 2, a: 1}", "strategy => hash, knockout_prefix => '--'", "fails"),
    ("{b: 1}", "{b: 2, a: 1}", "strategy => hash", "{'b' => 1, 'a' => 1}"),
    ("[b]", "[a]", "strategy => first, nosuch => 1", "fails"),
    ("[b]", "[a]", "strategy => unconstrained_deep", "['a', 'b']"),
    ("[b]", "[a]", "strategy => unconstrained_deep, nosuch => 1", "['a', 'b']"),
    ("{a: [--b]}", "{a: [b, c]}", "strategy => unconstrained_deep, knockout_prefix => '--'", "{'a' => ['c']}"),
    ("{a: 1, b: [2]}", "{a: 2, b: [3]}", "strategy => reverse_deep", "{'a' => 2, 'b' => [2, 3]}"),
    ("{a: 1, b: [2]}", "{a: 2, b: [3]}", "strategy => reverse_deep, nosuch => 1", "{'a' => 2, 'b' => [2, 3]}"),
    ("{b: [c, d]}", "{b: [--c]}", "strategy => reverse_deep, knockout_prefix => '--'", "{'b' => ['d']}"),
    ("{b: 1}", "text", "strategy => hash", "fails"),
    ("text", "[a, [b, text]]", "strategy => unique", "['text', 'a', 'b']"),
    ("{a: 1}", "[a]", "strategy => unique", "[{'a' => 1}, 'a']"),
    ("{a: 1}", "false", "strategy => deep", "{'a' => 1}"),
    ("[1]", "~", "strategy => deep", "[1]"),
    ("~", "[1]", "strategy => deep", "[1]"),
    ("text", "[1]", "strategy => deep", "'text'"),
    (r#""a--b""#, "c", "strategy => deep, knockout_prefix => '--'", "'a--b'"),
    (r#"{a: "x\n--y"}"#, "{a: z}", "strategy => deep, knockout_prefix => '--'", "{'a' => ''}"),
    (r#"["--x\ny"]"#, r#"["x\ny", z]"#, "strategy => deep, knockout_prefix => '--'", "['z']"),
];

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join("environments/production").join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn session(folder: &Path) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.open_environment(&folder.join("environments/production"), None).expect("an environment");
    session
}

#[test]
fn two_values_merge_as_in_puppet() {
    let folder = tempfile::tempdir().expect("a folder");
    write(folder.path(), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: A, paths: [top.yaml, low.yaml]}\n");
    let file = |value: fn(&(&'static str, &'static str, &'static str, &'static str)) -> &'static str| {
        MERGES.iter().enumerate().map(|(at, row)| format!("k{at}: {}\n", value(row))).collect::<String>()
    };
    write(folder.path(), "data/top.yaml", &file(|row| row.0));
    write(folder.path(), "data/low.yaml", &file(|row| row.1));
    let mut session = session(folder.path());
    let mut wrong = Vec::new();
    for (at, (top, low, options, expected)) in MERGES.iter().enumerate() {
        let got = session.evaluate("input", &format!("lookup('k{at}', {{merge => {{{options}}}}})"));
        let value = got.value.as_deref().unwrap_or("fails");
        if value != *expected {
            let why = got.reports.first().map_or("", |report| &report.message);
            wrong.push(format!("{top} over {low}, {options}\n  gives {value} {why}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
