//! Random edits: an index that follows them file by file equals a new index of all files, and a change affects the files
//! that depend on what it changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use pprepl_project::Project;
use pprepl_testing::random::Random;

use crate::sample::{entry, project};

const FILES: [&str; 9] = [
    "manifests/site.pp",
    "modules/a/manifests/init.pp",
    "modules/a/manifests/b.pp",
    "modules/a/types/t.pp",
    "modules/a/functions/f.pp",
    "modules/c/manifests/init.pp",
    "modules/c/lib/puppet/functions/c/g.rb",
    "data/common.yaml",
    "examples/x.pp",
];

const CODE: [&str; 14] = [
    "class a($x) { include c }",
    "class a(A::T $x = 1) inherits c { }",
    "class a::b { a::d { 'x': } }",
    "define a::d(A::T $y) { notice(a::f($y)) }",
    "class c { class nested { } }",
    "type A::T = Integer",
    "type A::T = Variant[A::U, C::V]",
    "function a::f($v) { $v + c::g() }",
    "include a, c",
    "class broken { $x = = }",
    "node default { include a::b }",
    "$v = lookup('a::x')",
    "A::D['x'] -> Class['a']",
    "}",
];

const DATA: [&str; 5] =
    ["a::x: 1", "c::y: '%{lookup(\"a::x\")}'", "lookup_options: {a::x: {merge: hash}}", "x: [", "z: {}"];

fn text(random: &mut Random, path: &str) -> String {
    let lines: &[&str] = if path.starts_with("data") { &DATA } else { &CODE };
    (0..random.below(4)).map(|_| format!("{}\n", lines[random.below(lines.len())])).collect()
}

#[test]
fn an_index_that_follows_edits_equals_a_new_one() {
    for seed in 0..200 {
        let mut random = Random(seed * 7_919 + 1);
        let mut texts: BTreeMap<&str, String> = BTreeMap::new();
        let mut index = Project::default();
        for _ in 0..30 {
            let path = FILES[random.below(FILES.len())];
            if random.below(5) == 0 {
                texts.remove(path);
                index.remove(path);
            } else {
                let text = text(&mut random, path);
                index.update(entry(path, &text));
                texts.insert(path, text);
            }
            let fresh = Project::new(texts.iter().map(|(path, text)| entry(path, text)));
            assert_eq!(index, fresh, "seed {seed}: {texts:#?}");
        }
    }
}

fn affected(before: &Project, path: &str, text: &str) -> Vec<String> {
    let mut after = before.clone();
    after.update(entry(path, text));
    let changed = BTreeSet::from([Arc::from(path)]);
    after.affected(before, &changed).iter().map(|name| name.rsplit('/').next().unwrap().to_owned()).collect()
}

#[test]
fn a_change_affects_what_depends_on_it() {
    let index = project(&[
        ("modules/a/manifests/init.pp", "class a(A::T $x) { }"),
        ("modules/a/manifests/user.pp", "class a::user { class { 'a': x => 1 } }"),
        ("modules/a/manifests/far.pp", "class a::far { include a::user }"),
        ("modules/a/types/t.pp", "type A::T = Integer"),
        ("modules/a/manifests/alone.pp", "class a::alone { }"),
        ("data/common.yaml", "a::x: 1\n"),
    ]);
    let (class, alias) = ("modules/a/manifests/init.pp", "modules/a/types/t.pp");
    assert_eq!(affected(&index, class, "class a(A::T $x) { notice($x) }"), ["init.pp"], "only its body differs");
    assert_eq!(affected(&index, class, "class a(A::T $y) { }"), ["common.yaml", "far.pp", "init.pp", "user.pp"]);
    assert_eq!(
        affected(&index, class, "\nclass a(A::T $x) { }"),
        ["common.yaml", "far.pp", "init.pp", "user.pp"],
        "it moves"
    );
    assert_eq!(
        affected(&index, alias, "type A::T = String"),
        ["common.yaml", "far.pp", "init.pp", "user.pp", "t.pp"],
        "through the parameter of the class"
    );
    assert_eq!(affected(&index, "modules/a/manifests/new.pp", "class a::new { }"), ["new.pp"]);
    let options = "lookup_options: {a::x: {convert_to: Integer}}\na::x: 1\n";
    assert_eq!(affected(&index, "data/other.yaml", options), ["common.yaml", "other.yaml", "far.pp", "user.pp"]);
}
