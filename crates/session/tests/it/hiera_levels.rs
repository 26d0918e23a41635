//! The levels of Hiera's hierarchy: the files that they name, the functions that they call, and the rules of keys.

use std::path::Path;

use pprepl_session::{Evaluation, Session, Settings, SystemHost};

const CONFIG: &str = "environments/production/hiera.yaml";
const DATA: &str = "environments/production/data";

/// Returns a folder with these files.
fn tree(files: &[(String, String)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

fn session(folder: &Path) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let facts = "role: web\nletter: b\nempty: ''\nlist: [a, b]\npairs: {x: a, y: b}\n";
    std::fs::write(folder.join("facts.yaml"), facts).expect("a file");
    session.load_facts(&folder.join("facts.yaml")).expect("facts");
    session.open_environment(&folder.join("environments/production"), None).expect("an environment");
    session
}

/// Evaluates code over a `hiera.yaml` and one file of data.
fn with_data(config: &str, data: &str, set: &[(&str, &str)], code: &str) -> Evaluation {
    let files = [(CONFIG.to_owned(), config.to_owned()), (format!("{DATA}/common.yaml"), data.to_owned())];
    let folder = tree(&files);
    let mut session = session(folder.path());
    for (name, value) in set {
        session.set(name, value).expect("a setting");
    }
    session.evaluate("input", code)
}

fn answer(got: &Evaluation) -> String {
    match (&got.value, got.reports.first()) {
        (Some(value), _) => value.clone(),
        (None, Some(report)) => format!("{}: {}", report.code, report.message),
        (None, None) => "fails".to_owned(),
    }
}

/// The files that a level names, as an installed Puppet finds them. Each file gives its own name.
#[cfg(unix)]
const LOCATIONS: &[(&str, &str)] = &[
    ("glob: 'g/**/*.yaml'", "['g/[ab', 'g/a,b', 'g/a', 'g/ax', 'g/b', 'g/st*r', 'g/sub/deep/z', 'g/sub/z', 'g/}c']"),
    ("glob: 'g/**/z.yaml'", "['g/sub/deep/z', 'g/sub/z']"),
    ("glob: '**/z.yaml'", "['g/sub/deep/z', 'g/sub/z']"),
    ("glob: 'g/**'", "['g/[ab', 'g/a,b', 'g/a', 'g/ax', 'g/b', 'g/st*r', 'g/}c']"),
    ("glob: 'g/sub/**/z.yaml'", "['g/sub/deep/z', 'g/sub/z']"),
    ("glob: 'g/*.yaml'", "['g/[ab', 'g/a,b', 'g/a', 'g/ax', 'g/b', 'g/st*r', 'g/}c']"),
    ("glob: 'g/.*.yaml'", "['g/.hid']"),
    ("glob: 'g/.*/h.yaml'", "['g/.dot/h']"),
    ("glob: 'g/*/h.yaml'", "'nothing'"),
    ("glob: 'g/{a,{b,ax}}.yaml'", "['g/a', 'g/b', 'g/ax']"),
    ("glob: 'g/{a,b'", "'nothing'"),
    ("glob: 'g/{a,b.yaml'", "'nothing'"),
    ("glob: 'g/{a}.yaml'", "['g/a']"),
    ("glob: 'g/a}.yaml'", "'nothing'"),
    (r"glob: 'g/\[ab.yaml'", "['g/[ab']"),
    (r"glob: 'g/st\*r.yaml'", "['g/st*r']"),
    (r"glob: 'g/\a.yaml'", "['g/a']"),
    (r"glob: 'g/\b*.yaml'", "['g/b']"),
    ("glob: 'g/[ab-c]x.yaml'", "['g/ax']"),
    ("glob: 'g/[a][x].yaml'", "['g/ax']"),
    ("glob: 'g/[b-ca].yaml'", "['g/a', 'g/b']"),
    ("glob: 'g/{a,*}x.yaml'", "['g/ax']"),
    ("glob: '{g,g}/a.yaml'", "['g/a']"),
    ("glob: 'g/d*.yaml'", "'nothing'"),
    ("glob: 'g/dir.yaml'", "'nothing'"),
    ("glob: 'g/a,b.yaml'", "['g/a,b']"),
    ("globs: ['g/b*.yaml', 'g/a*.yaml']", "['g/b', 'g/a,b', 'g/a', 'g/ax']"),
    ("globs: ['g/a.yaml', 'g/a*.yaml']", "['g/a', 'g/a,b', 'g/ax']"),
    ("globs: ['g/nosuch*']", "'nothing'"),
    ("mapped_paths: [list, each, 'g/%{each}.yaml']", "['g/a', 'g/b']"),
    ("mapped_paths: [pairs, each, 'g/%{each.1}.yaml']", "['g/a', 'g/b']"),
    ("mapped_paths: [role, each, 'g/%{each}.yaml']", "'nothing'"),
    ("mapped_paths: [empty, each, 'g/a%{each}.yaml']", "'nothing'"),
    ("mapped_paths: [letter, each, 'g/%{each}.yaml']", "['g/b']"),
    ("paths: ['g/b.yaml', 'g/nosuch.yaml', 'g/a.yaml']", "['g/b', 'g/a']"),
];

/// Names with such signs exist on Unix only.
#[cfg(unix)]
#[test]
fn a_level_names_its_files_as_in_puppet() {
    let names = ["a", "b", "ax", ".hid", "[ab", "st*r", "sub/z", "sub/deep/z", ".dot/h", "}c", "a,b", "dir.yaml/x"];
    let file = |name: &&str| (format!("{DATA}/g/{name}.yaml"), format!("from: ['g/{name}']\n"));
    let files: Vec<(String, String)> = names.iter().map(file).collect();
    let folder = tree(&files);
    std::fs::rename(folder.path().join(DATA).join("g/dir.yaml/x.yaml"), folder.path().join(DATA).join("g/dir.yaml/x"))
        .expect("a file");
    let mut wrong = Vec::new();
    for (location, expected) in LOCATIONS {
        let config = format!("version: 5\nhierarchy:\n  - name: A\n    {location}\n");
        std::fs::write(folder.path().join(CONFIG), config).expect("a file");
        let got =
            session(folder.path()).evaluate("input", "lookup('from', {merge => unique, default_value => nothing})");
        let found = answer(&got);
        if found != *expected {
            wrong.push(format!("{location}\n  gives {found}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// What levels, methods and rules give: the keys of `hiera.yaml`'s only level, the data, how strict, the code, the answer.
const ANSWERS: &[(&str, &str, &str, &str, &str)] = &[
    // A file that is no hash.
    ("path: common.yaml", "", "error", "lookup('a', {default_value => none})", "'none'"),
    ("path: common.yaml", "~\n", "error", "lookup('a', {default_value => none})", "'none'"),
    ("path: common.yaml", "false\n", "error", "lookup('a', {default_value => none})", "'none'"),
    (
        "path: common.yaml",
        "true\n",
        "error",
        "lookup('a', {default_value => none})",
        "HIERA_DATA: expected a hash in this data file",
    ),
    (
        "path: common.yaml",
        "- a\n",
        "error",
        "lookup('a', {default_value => none})",
        "HIERA_DATA: expected a hash in this data file",
    ),
    ("path: common.yaml", "- a\n", "warning", "lookup('a', {default_value => none})", "'none'"),
    ("path: common.yaml", "~\n", "warning", "lookup('a', {default_value => none})", "'none'"),
    // Functions.
    ("{path: nosuch.yaml, data_hash: no_function}", "", "error", "lookup('a', {default_value => none})", "'none'"),
    (
        "{path: common.yaml, hiera3_backend: other}",
        "a: 1\n",
        "error",
        "lookup('a', {default_value => none})",
        "HIERA_CONFIG: `hiera3_backend` is for the hiera.yaml of the global layer",
    ),
    (
        "{path: nosuch.yaml, hiera3_backend: other}",
        "a: 1\n",
        "error",
        "lookup('a', {default_value => none})",
        "HIERA_CONFIG: `hiera3_backend` is for the hiera.yaml of the global layer",
    ),
    (
        "{glob: 'nosuch*', lookup_key: mine}",
        "",
        "error",
        "function mine($key, $options, $context) { 'called' } lookup('a', {default_value => none})",
        "'none'",
    ),
    (
        "{lookup_key: mine}",
        "",
        "error",
        "function mine($key, $options, $context) { \"of ${key}\" } lookup('a', {default_value => none})",
        "HIERA_DATA: the value of lookup_options is not a hash",
    ),
    // Methods of interpolation.
    (
        "path: common.yaml",
        "a: \"%{('x')}\"\n",
        "error",
        "lookup('a')",
        "HIERA_DATA: `('x')` in '%{('x')}' is not a name with a path",
    ),
    (
        "path: common.yaml",
        "a: \"%{no_such('x')}\"\n",
        "error",
        "lookup('a')",
        "HIERA_INTERPOLATION_UNKNOWN_INTERPOLATION_METHOD: unknown interpolation method `no_such`",
    ),
    (
        "path: common.yaml",
        "a: \"%{lookup('b'c')}\"\n",
        "error",
        "lookup('a')",
        "HIERA_DATA: `lookup('b'c')` in '%{lookup('b'c')}' is not a name with a path",
    ),
    (
        "path: common.yaml",
        "a: \"%{lookup('')}\"\n",
        "error",
        "lookup('a')",
        "HIERA_DATA: `lookup('')` in '%{lookup('')}' is not a name with a path",
    ),
    ("path: common.yaml", "a: \"%{lookup('b')}\"\nb: 5\n", "error", "lookup('a')", "'5'"),
    ("path: common.yaml", "a: \"%{alias('b')}\"\nb: 5\n", "error", "lookup('a')", "5"),
    (
        "path: \"%{alias('b')}.yaml\"",
        "b: 5\n",
        "error",
        "lookup('b')",
        "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED: `alias(..)` is not allowed here: only variables are interpolated",
    ),
    (
        "path: \"%{literal('common')}.yaml\"",
        "b: 5\n",
        "error",
        "lookup('b')",
        "HIERA_INTERPOLATION_METHOD_SYNTAX_NOT_ALLOWED: `literal(..)` is not allowed here: only variables are interpolated",
    ),
    ("path: common.yaml", "a: \"%{}x%{literal('%')}{y}\"\n", "error", "lookup('a')", "'x%{y}'"),
    // Rules of keys.
    ("path: common.yaml", "lookup_options: {a: {merge: ~}}\na: [1]\n", "error", "lookup('a')", "[1]"),
    (
        "path: common.yaml",
        "lookup_options: {a: {merge: ~}}\na: [1, 1]\n",
        "error",
        "lookup('a', {merge => unique})",
        "[1]",
    ),
    ("path: common.yaml", "lookup_options: {a: {merge: unique}}\na: [1, 1]\n", "error", "lookup('a')", "[1]"),
    (
        "path: common.yaml",
        "lookup_options: {a: {merge: unique}}\na: [1, 1]\n",
        "error",
        "lookup('a', {merge => first})",
        "[1, 1]",
    ),
    ("path: common.yaml", "lookup_options: {a: {convert_to: ~}}\na: '1'\n", "error", "lookup('a')", "'1'"),
    ("path: common.yaml", "lookup_options: {a: {convert_to: Integer}}\na: '1'\n", "error", "lookup('a')", "1"),
    // Keys with a path.
    ("path: common.yaml", "a: [x, y]\n", "error", "lookup('a.+1')", "'y'"),
    ("path: common.yaml", "a: [x, y]\n", "error", "lookup('a.-1', {default_value => none})", "'none'"),
    ("path: common.yaml", "a: {+: 1, '1x': 2}\n", "error", "[lookup('a.+'), lookup('a.1x')]", "[1, 2]"),
    ("path: common.yaml", "a: {1: x, '1': y}\n", "error", "[lookup('a.1'), lookup('a.\"1\"')]", "['x', 'y']"),
];

#[test]
fn levels_methods_and_rules_answer_as_in_puppet() {
    let mut wrong = Vec::new();
    for (level, data, strict, code, expected) in ANSWERS {
        let level = level.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or(level);
        let config = format!("version: 5\nhierarchy:\n  - {{name: A, {level}}}\n");
        let found = answer(&with_data(&config, data, &[("strict", strict)], code));
        if found != *expected {
            wrong.push(format!("{level}, {data:?}, {strict}: {code}\n  gives {found}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn the_rules_of_a_module_are_for_its_own_keys() {
    let module = "environments/production/modules/m";
    for (rules, expected) in [
        ("m::a: {merge: unique}", "[1]"),
        ("'^m::.*': {merge: unique}", "[1]"),
        (
            "'^n::.*': {merge: unique}",
            "HIERA_DATA: the module 'm' has lookup_options for '^n::.*', which is not its own",
        ),
        ("n::a: {merge: unique}", "HIERA_DATA: the module 'm' has lookup_options for 'n::a', which is not its own"),
        ("m: {merge: unique}", "HIERA_DATA: the module 'm' has lookup_options for 'm', which is not its own"),
    ] {
        let files = [
            (format!("{module}/hiera.yaml"), "version: 5\n".to_owned()),
            (format!("{module}/data/common.yaml"), format!("lookup_options: {{{rules}}}\nm::a: [1, 1]\n")),
            (CONFIG.to_owned(), "version: 5\n".to_owned()),
        ];
        let folder = tree(&files);
        let got = session(folder.path()).evaluate("input", "lookup('m::a')");
        assert_eq!(answer(&got), expected, "{rules}");
    }
}

/// A completion reads the files, too, and leaves the warnings to the program.
#[test]
fn a_completion_does_not_warn() {
    let config = "version: 5\nhierarchy:\n  - {name: A, paths: ['%{nowhere}.yaml', common.yaml]}\n";
    let files = [(CONFIG.to_owned(), config.to_owned()), (format!("{DATA}/common.yaml"), "own::key: 1\n".to_owned())];
    let folder = tree(&files);
    let mut session = session(folder.path());
    let line = ":lookup own::";
    let found = pprepl_session::complete::complete(&mut session, line, line.len());
    let labels: Vec<String> = found.items.into_iter().map(|item| item.label).collect();
    assert_eq!(labels, ["own::key"]);
    let got = session.evaluate("input", "lookup('own::key')");
    let logs: Vec<&str> = got.logs.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!((answer(&got).as_str(), logs), ("1", vec!["unknown variable `$nowhere`"]));
}

/// A backend of version 3 is Ruby, even where a function has its name; without a file of its level nobody asks it.
#[test]
fn a_backend_of_version_3_is_asked_for_files_that_exist() {
    let function = "function mine($key, $options, $context) { 'called' }";
    for (path, expected) in [
        ("nosuch.yaml", "'none'"),
        (
            "there.yaml",
            "HIERA_DATA_PROVIDER_FUNCTION_NOT_FOUND: the level 'A' needs the hiera3_backend function 'mine', which is not here",
        ),
    ] {
        let config = format!("version: 5\nhierarchy:\n  - {{name: A, path: {path}, hiera3_backend: mine}}\n");
        let files =
            [("global/hiera.yaml".to_owned(), config), ("global/data/there.yaml".to_owned(), "a: 1\n".to_owned())];
        let folder = tree(&files);
        let mut settings = Settings::default();
        settings.set("hiera", &folder.path().join("global/hiera.yaml").display().to_string()).expect("a setting");
        let mut session = Session::new(settings, Box::new(SystemHost::silent()));
        let got = session.evaluate("input", &format!("{function} lookup('a', {{default_value => none}})"));
        assert_eq!(answer(&got), expected, "{path}");
    }
}
