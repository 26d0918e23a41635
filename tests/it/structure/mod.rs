//! The structure of the source, held by tests: no type has too many methods or fields, and the files of a crate form few
//! and small cycles. Reads the files as tokens.

mod doors;
mod file;
mod graph;
mod sizes;
mod systems;
mod tokens;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use file::File;
use graph::Graph;
use sizes::{Methods, add_methods, fields};

/// The maximum number of methods of a type.
const MAX_METHODS: usize = 60;

/// The maximum number of fields of a struct.
const MAX_FIELDS: usize = 20;

/// The maximum number of cycles between files, in all crates.
const MAX_CYCLES: usize = 8;

/// The maximum number of files in a cycle.
const MAX_CYCLE: usize = 6;

/// Types with more methods, and the reason.
const LARGE: &[(&str, &str, &str)] = &[
    ("check", "Checker", "one method for each construct, rule and note; all read and change one environment"),
    ("eval", "Vm", "one method for each service that callers ask of the evaluator; all change one state"),
    ("functions", "Run", "one method for each construct of a template's Ruby; all read one state"),
    ("session", "Session", "one method for each service of a session to front ends and commands"),
    ("syntax", "Checker", "one method for each rule of the validation; all read one context"),
    ("syntax", "Parser", "one method for each production of the grammar; all read one position"),
];

/// The source of a crate: the path in `src` and the text of each file.
struct Crate {
    name: String,
    files: Vec<(String, String)>,
}

impl Crate {
    fn read(name: &str, folder: &Path) -> Crate {
        let mut files = Vec::new();
        let mut open = vec![folder.to_path_buf()];
        while let Some(next) = open.pop() {
            for path in fs::read_dir(next).into_iter().flatten().flatten().map(|entry| entry.path()) {
                if path.is_dir() {
                    open.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let inside = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
                    files.push((inside, fs::read_to_string(&path).unwrap_or_default()));
                }
            }
        }
        files.sort();
        Crate { name: name.to_owned(), files }
    }

    fn graph(&self) -> Graph<'_> {
        Graph::new(self.files.iter().map(|(name, text)| File::new(name, text)))
    }
}

/// All crates of the workspace; the root is `pprepl`.
fn crates() -> Vec<Crate> {
    let root = pprepl_testing::root();
    let mut all = vec![Crate::read("pprepl", &root.join("src"))];
    for folder in fs::read_dir(root.join("crates")).into_iter().flatten().flatten() {
        all.push(Crate::read(&folder.file_name().to_string_lossy(), &folder.path().join("src")));
    }
    all
}

/// What is too large in a crate, and its cycles.
#[derive(Debug, Default)]
struct Findings {
    large: Vec<String>,
    cycles: Vec<String>,
}

/// Measures a crate. An exception that is no longer needed is a finding, too.
fn measure(of: &Crate, found: &mut Findings) {
    let graph = of.graph();
    let mut methods = Methods::new();
    for file in graph.files() {
        add_methods(&file.tokens, &mut methods);
        for (name, count) in fields(&file.tokens).into_iter().filter(|(_, count)| *count > MAX_FIELDS) {
            found.large.push(format!("{}: {name} has {count} fields ({})", of.name, file.name));
        }
    }
    for (name, count) in methods {
        let is_exempt = LARGE.iter().any(|(home, exempt, _)| *home == of.name && *exempt == name);
        match count > MAX_METHODS {
            true if !is_exempt => found.large.push(format!("{}: {name} has {count} methods", of.name)),
            false if is_exempt => found.large.push(format!("{}: {name} needs no exception", of.name)),
            _ => {}
        }
    }
    for cycle in graph.cycles() {
        if cycle.len() > MAX_CYCLE {
            found.large.push(format!("{}: a cycle of {} files: {}", of.name, cycle.len(), cycle.join(" ")));
        }
        found.cycles.push(format!("{}: {}", of.name, cycle.join(" ")));
    }
}

#[test]
fn types_and_cycles_stay_small() {
    let mut found = Findings::default();
    crates().iter().for_each(|one| measure(one, &mut found));
    println!("{} cycles:\n{}", found.cycles.len(), found.cycles.join("\n"));
    assert!(found.large.is_empty(), "\n{}\n", found.large.join("\n"));
    assert!(found.cycles.len() <= MAX_CYCLES, "\n{}\n", found.cycles.join("\n"));
}

/// Makes a crate of files: path and text.
fn made_up(files: &[(&str, &str)]) -> Crate {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Crate { name: "made_up".to_owned(), files }
}

#[track_caller]
fn has_cycles(files: &[(&str, &str)], expected: &[&[&str]]) {
    let of = made_up(files);
    let found: Vec<Vec<&str>> = of.graph().cycles().into_iter().collect();
    assert_eq!(found, expected);
}

#[test]
fn cycles_are_found() {
    has_cycles(
        &[("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::B; pub struct A;"), ("b.rs", "pub struct B;")],
        &[],
    );
    // By `use`, by a path in code, and by a glob.
    for back in ["use super::a::{A as Other};", "fn f() { crate::a::A::new() }", "use super::a::*; fn f(_: A) {}"] {
        let b = format!("{back} pub struct B;");
        has_cycles(
            &[("lib.rs", "mod a; mod b;"), ("a.rs", "use crate::b::B; pub struct A;"), ("b.rs", &b)],
            &[&["a.rs", "b.rs"]],
        );
    }
    // Through the names that the root re-exports, which itself is no part of the cycle.
    has_cycles(
        &[
            ("lib.rs", "mod a; mod b; mod c; pub use a::A; pub use b::*;"),
            ("a.rs", "use crate::B; pub const fn a() {} pub struct A;"),
            ("b.rs", "use super::c::C; pub struct B;"),
            ("c.rs", "pub struct C(crate::A);"),
        ],
        &[&["a.rs", "b.rs", "c.rs"]],
    );
    // A parent that uses its child's item, and the child the parent's.
    has_cycles(
        &[
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; use b::{self, B}; const fn width() -> u8 { 1 }"),
            ("a/b.rs", "use super::width; pub struct B;"),
        ],
        &[&["a/b.rs", "a/mod.rs"]],
    );
    // What stands in comments and strings names nothing.
    has_cycles(
        &[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "// crate::a::A\npub struct B; const T: &str = r#\"use super::a::A;\"#; const Q: char = '\"';"),
        ],
        &[],
    );
}

#[test]
fn a_long_cycle_is_banned() {
    let names: Vec<String> = (0..=MAX_CYCLE).map(|at| format!("m{at}")).collect();
    let mut files: Vec<(String, String)> = (0..=MAX_CYCLE)
        .map(|at| {
            let next = &names[(at + 1) % names.len()];
            (format!("{}.rs", names[at]), format!("use super::{next}::S as Next; pub struct S;"))
        })
        .collect();
    files.push(("lib.rs".to_owned(), names.iter().map(|name| format!("mod {name};")).collect()));
    let mut found = Findings::default();
    measure(&Crate { name: "made_up".to_owned(), files }, &mut found);
    assert_eq!((found.large.len(), found.cycles.len()), (1, 1), "{found:?}");
}

#[test]
fn large_types_are_found() {
    let method = "fn m(&self, f: fn(u8) -> u8) -> impl Fn(u8) { fn inner() {} move |_| {} } ";
    let inherent = |count: usize| format!("impl<'a, F: Fn() -> u8> T<'a, F> {{ {} }}", method.repeat(count));
    let field = "/// It has: a colon.\n#[serde(default)] pub(crate) f: Map<u8, fn(a: u8) -> Vec<u8>>, ";
    let wide = |count: usize| format!("pub struct Wide<T> where T: Copy {{ {} }}", field.repeat(count));
    let faults = |a: &str, b: &str| {
        let mut found = Findings::default();
        measure(&made_up(&[("lib.rs", a), ("b.rs", b)]), &mut found);
        found.large
    };
    assert!(faults(&inherent(MAX_METHODS), &wide(MAX_FIELDS)).is_empty());
    // The methods of a trait count for the trait.
    let of_trait = format!("impl<T> Display for T<T> {{ {method} }}");
    assert!(faults(&inherent(MAX_METHODS), &of_trait).is_empty());
    // The blocks of a type add up.
    assert_eq!(faults(&inherent(MAX_METHODS), &inherent(1)), ["made_up: T has 61 methods"]);
    assert_eq!(faults("", &wide(MAX_FIELDS + 1)), ["made_up: Wide has 21 fields (b.rs)"]);
}

#[test]
fn every_exception_names_a_type() {
    let all: BTreeMap<String, Methods> = crates()
        .iter()
        .map(|one| {
            let mut methods = Methods::new();
            one.graph().files().for_each(|file| add_methods(&file.tokens, &mut methods));
            (one.name.clone(), methods)
        })
        .collect();
    for (home, name, reason) in LARGE {
        assert!(all.get(*home).is_some_and(|methods| methods.contains_key(*name)), "{home}: {name}");
        assert!(!reason.is_empty());
    }
}
