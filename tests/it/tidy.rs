//! The shape of the source, held by tests: layers, crates that stay in one module, heads, lengths, and issue codes that
//! some test shows. Reads the files as text; knows nothing of Rust beyond that.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Layers within a package: modules in this directory do not import those. Between packages the compiler holds the layers.
const LAYERS: &[(&str, &[&str])] = &[
    ("crates/text/src", &["theme"]),
    ("crates/text/src/theme", &[]),
    ("crates/functions/src", &["loader"]),
    ("crates/functions/src/loader", &[]),
    ("crates/session/src", &["commands", "complete", "edit"]),
    ("crates/session/src/commands", &["complete", "edit"]),
    ("crates/session/src/complete", &["edit"]),
    ("crates/session/src/edit", &["complete"]),
    ("src/terminal", &["batch", "present", "repl", "rpc", "screen", "tui"]),
    ("src/screen", &["batch", "present", "repl", "rpc", "tui"]),
    ("src/present", &["batch", "repl", "rpc", "tui"]),
    ("src/batch", &["present", "repl", "rpc", "screen", "tui"]),
    ("src/repl", &["batch", "present", "rpc", "screen", "tui"]),
    ("src/tui", &["batch", "present", "repl", "rpc"]),
];

/// Directories whose modules are layers of their own within their package.
const INNER: &[&str] = &["theme", "loader", "commands", "complete", "edit"];

/// Crates and calls that belong to some modules only.
const CONFINED: &[(&str, &[&str])] = &[
    ("tree_sitter", &["tree"]),
    ("saphyr_parser", &["loader"]),
    ("rustyline", &["repl"]),
    ("ratatui", &["present", "repl", "screen", "tui", "widgets"]),
    ("signal_hook", &["terminal"]),
    ("clap", &["batch", "main"]),
    ("ignore::", &["batch"]),
    ("directories::", &["repl"]),
    ("mimalloc", &["main", "testing"]),
    ("memory_stats", &["budget"]),
    ("sysinfo", &["budget"]),
    ("annotate_snippets", &["text"]),
    ("println!", &["batch", "rpc", "repl", "tui", "main", "testing"]),
    ("print!", &["batch", "rpc", "repl", "tui", "main"]),
    ("eprintln!", &["batch", "rpc", "repl", "tui", "main"]),
    ("eprint!", &["batch", "rpc", "repl", "tui", "main"]),
    ("dbg!", &[]),
    ("io::stdout", &["batch", "rpc", "repl", "screen", "terminal", "tui", "main", "web"]),
    ("io::stderr", &["batch", "rpc", "repl", "tui", "main", "web"]),
    // The manifests have neither unit tests nor examples in documentation run.
    ("cfg(test)", &[]),
    ("#[test]", &[]),
];

fn root() -> PathBuf {
    pprepl_testing::root()
}

/// The files under `dir` that end in `.ext`, with their text, in order.
fn files(dir: &Path, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push((path.clone(), fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    found.sort();
    found
}

fn sources() -> Vec<(PathBuf, String)> {
    let crates =
        files(&root().join("crates"), "rs").into_iter().filter(|(path, _)| path.iter().any(|part| part == "src"));
    files(&root().join("src"), "rs").into_iter().chain(crates).collect()
}

/// The files of all packages' tests that end in `.extension`.
fn test_files(extension: &str) -> Vec<(PathBuf, String)> {
    let crates =
        files(&root().join("crates"), extension).into_iter().filter(|(path, _)| path.iter().any(|p| p == "tests"));
    files(&root().join("tests"), extension).into_iter().chain(crates).collect()
}

/// The directory of [`LAYERS`] that a source file belongs to, the deepest one.
fn layer_of(path: &Path) -> Option<&'static (&'static str, &'static [&'static str])> {
    LAYERS.iter().filter(|(dir, _)| path.starts_with(root().join(dir))).max_by_key(|(dir, _)| dir.len())
}

/// The module that a source file belongs to: `crates/eval/src/call.rs` is `eval`, `src/tui/app.rs` is `tui`, `src/main.rs`
/// is `main`; an inner layer is its own module.
fn module_of(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    let parts: Vec<String> = relative.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    let named = match parts.first().map(String::as_str) {
        Some("crates") => parts.get(3).filter(|inner| INNER.contains(&inner.as_str())).or(parts.get(1)),
        _ => parts.get(1),
    };
    named.map(|name| name.trim_end_matches(".rs").to_owned()).unwrap_or_default()
}

/// A line without its comment (good enough: no string of ours holds `//` before code that matters here).
fn code(line: &str) -> &str {
    let trimmed = line.trim_start();
    if trimmed.starts_with("//") { "" } else { line.split(" // ").next().unwrap_or(line) }
}

/// The modules named by `crate::NAME` in a line.
fn imports(line: &str) -> Vec<String> {
    line.split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => group.split(',').map(|s| s.trim().to_owned()).collect(),
            None => vec![rest.to_owned()],
        })
        .map(|rest| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect::<String>())
        .filter(|name| !name.is_empty())
        .collect()
}

/// Does `needle` stand in `line` as a whole word?
fn has_word(line: &str, needle: &str) -> bool {
    line.match_indices(needle).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + needle.len()..].chars().next();
        let word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        !(word(before) || needle.ends_with(char::is_alphanumeric) && word(after))
    })
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn place(path: &Path, line: usize) -> String {
    format!("{}:{}", path.strip_prefix(root()).unwrap_or(path).display(), line + 1)
}

#[test]
fn a_module_imports_only_lower_layers() {
    let mut violations = Vec::new();
    for (path, text) in sources() {
        let Some((dir, banned)) = layer_of(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            for name in imports(code(line)).into_iter().filter(|name| banned.contains(&name.as_str())) {
                violations.push(format!("{}: {dir} imports {name}", place(&path, number)));
            }
        }
    }
    report(violations);
}

#[test]
fn crates_and_printing_stay_where_they_belong() {
    let mut faults = Vec::new();
    for (path, text) in sources() {
        let module = module_of(&path);
        let is_suspect =
            |(needle, homes): &&(&str, &[&str])| text.contains(needle) && !homes.contains(&module.as_str());
        let suspects: Vec<_> = CONFINED.iter().filter(is_suspect).collect();
        if suspects.is_empty() {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            for (needle, homes) in &suspects {
                if has_word(code(line), needle) {
                    faults.push(format!("{}: {needle} outside {homes:?}", place(&path, number)));
                }
            }
        }
    }
    report(faults);
}

/// The manifests switch off unit tests and the examples of documentation: each would cost a build of its own.
#[test]
fn tests_are_where_cargo_runs_them() {
    let mut faults = Vec::new();
    for (path, text) in sources() {
        let fences = text.lines().enumerate().filter(|(_, line)| {
            let line = line.trim_start();
            line.starts_with("//") && line.trim_start_matches(['/', '!']).trim_start().starts_with("```")
        });
        faults.extend(fences.map(|(number, _)| format!("{}: no test runs this example", place(&path, number))));
    }
    for (path, text) in files(&root().join("crates"), "toml") {
        if path.with_file_name("src").join("lib.rs").is_file() && !text.contains("doctest = false") {
            faults.push(format!("{}: expected `test = false` and `doctest = false` in [lib]", place(&path, 0)));
        }
    }
    report(faults);
}

#[test]
fn every_file_says_what_it_is() {
    let tests = test_files("rs");
    let missing = sources().into_iter().chain(tests).filter(|(_, text)| !text.starts_with("//!"));
    report(missing.map(|(path, _)| format!("{}: no //! head", place(&path, 0))).collect());
}

#[test]
fn no_file_is_a_drawer() {
    const DRAWERS: &[&str] = &["util", "utils", "helper", "helpers", "manager", "common", "misc"];
    let mut faults = Vec::new();
    for (path, text) in sources() {
        let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
        if DRAWERS.contains(&stem.as_str()) {
            faults.push(format!("{}: name it after its noun", place(&path, 0)));
        }
        if text.lines().count() > 1000 {
            faults.push(format!("{}: {} lines; look for the second noun", place(&path, 0), text.lines().count()));
        }
    }
    report(faults);
}

/// The issue codes that a source file gives to diagnostics: upper-case string literals right after an opening
/// parenthesis or comma.
fn codes(text: &str) -> BTreeSet<String> {
    let shape = |s: &str| {
        s.len() > 5 && s.contains('_') && s.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    let lines = text.lines().map(code).filter(|line| CONSTRUCTORS.iter().any(|c| line.contains(c)));
    lines.flat_map(|line| line.split('"').skip(1).step_by(2)).filter(|s| shape(s)).map(str::to_owned).collect()
}

/// What makes a finding.
const CONSTRUCTORS: &[&str] = &[
    "Issue::new(",
    "Diagnostic::error(",
    "Diagnostic::warning(",
    "Diagnostic::new(",
    "Flow::fault(",
    "Flow::argument(",
];

#[test]
fn every_issue_code_is_shown_by_a_test() {
    let mut shown = String::new();
    for extension in ["rs", "jsonl", "md", "txt", "pp"] {
        let here = root().join("tests/it/tidy.rs");
        for (path, text) in test_files(extension) {
            if path != here {
                shown.push_str(&text);
            }
        }
    }
    let made: BTreeSet<String> = sources().iter().flat_map(|(_, text)| codes(text)).collect();
    report(made.into_iter().filter(|c| !shown.contains(c)).map(|c| format!("no test shows {c}")).collect());
}

/// What stands at the top of the repository.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "crates",
    "deny.toml",
    "docs",
    "editors",
    "fuzz",
    "lessons",
    "release",
    "rustfmt.toml",
    "src",
    "tests",
    "themes",
    "tree-sitter-puppet",
    "web",
];

/// What tests and tools leave behind must not be committed with the rest.
#[test]
fn the_repository_holds_what_it_is_meant_to() {
    let listed = std::process::Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        return pprepl_testing::skip("this is no checkout of git");
    };
    let names = String::from_utf8_lossy(&listed.stdout).into_owned();
    let strays: Vec<&str> = names
        .split_terminator('\0')
        .filter(|name| name.split('/').next().is_none_or(|top| !TOP.contains(&top)))
        .collect();
    assert!(strays.is_empty(), "{strays:#?}");
    assert!(names.contains("src/main.rs"), "nothing is listed");
}

/// `.ci/run` lists what did not run: a test that cannot run says so through the one function that writes the list.
#[test]
fn tests_that_do_not_run_say_so_in_one_way() {
    let mut strays = Vec::new();
    for (path, text) in test_files("rs") {
        let own = ["print", "eprint"].map(|name| format!("{name}ln!(\"skipped"));
        if own.iter().any(|call| text.contains(call)) {
            strays.push(path);
        }
    }
    assert!(strays.is_empty(), "use pprepl_testing::skip in {strays:#?}");
}

/// A failing property leaves no file behind; the failure prints its input.
#[test]
fn properties_keep_no_seeds() {
    for (path, text) in test_files("rs").iter().filter(|(path, _)| !path.ends_with("tidy.rs")) {
        let (blocks, configs) =
            (text.matches("proptest! {").count(), text.matches("failure_persistence: None").count());
        assert_eq!(blocks, configs, "{}: expected `failure_persistence: None` in each block", path.display());
    }
}
