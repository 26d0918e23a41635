//! What `check` and `fmt` leave out of a directory: the files of others, and what is not a file.

use std::fs;
use std::path::Path;

use crate::program::{Ran, pprepl, tree};

/// A manifest that `fmt` changes, and that `check` reports.
const OURS: &str = "class a{$x=1+'a'}\n";

fn run(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::from(&mut pprepl(folder, arguments))
}

/// Returns the files that `fmt --check` names.
fn listed(folder: &Path, arguments: &[&str]) -> Vec<String> {
    let found = run(folder, &[&["fmt", "--check"], arguments].concat());
    found.out.lines().map(str::to_owned).collect()
}

/// The files of a module with all that a checkout has beside its own code.
fn checkout() -> tempfile::TempDir {
    tree(&[
        (".gitignore", "/ignored/\n*.gen.pp\n!kept.gen.pp\n"),
        ("metadata.json", "{\"name\": \"x-m\"}"),
        ("manifests/init.pp", OURS),
        ("manifests/vendor/dell.pp", OURS),
        ("manifests/a.gen.pp", OURS),
        ("manifests/kept.gen.pp", OURS),
        ("ignored/b.pp", OURS),
        ("vendor/other/manifests/init.pp", OURS),
        ("pkg/m-1.0.0/manifests/init.pp", OURS),
        ("node_modules/x/a.pp", OURS),
        ("spec/fixtures/modules/stdlib/manifests/init.pp", OURS),
        ("spec/classes/setup.pp", OURS),
        ("examples/.gitignore", "private.pp\n"),
        ("examples/private.pp", OURS),
        ("examples/init.pp", OURS),
    ])
}

const OWN: [&str; 5] = [
    "./examples/init.pp",
    "./manifests/init.pp",
    "./manifests/kept.gen.pp",
    "./manifests/vendor/dell.pp",
    "./spec/classes/setup.pp",
];

#[test]
fn only_own_files_of_a_directory_are_formatted_and_checked() {
    let root = checkout();
    assert_eq!(listed(root.path(), &["."]), OWN);
    let checked = run(root.path(), &["check", "--json", "."]);
    let mut files: Vec<String> = checked
        .out
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()?["file"].as_str().map(str::to_owned))
        .collect();
    files.dedup();
    assert_eq!(files, OWN, "{}", checked.err);
    run(root.path(), &["fmt", "."]);
    let untouched = ["ignored/b.pp", "vendor/other/manifests/init.pp", "pkg/m-1.0.0/manifests/init.pp"];
    for path in untouched.iter().chain(&["spec/fixtures/modules/stdlib/manifests/init.pp", "manifests/a.gen.pp"]) {
        assert_eq!(fs::read_to_string(root.path().join(path)).expect("a file"), OURS, "{path}");
    }
}

#[test]
fn what_the_user_names_is_taken() {
    let root = checkout();
    for (operand, files) in [
        ("ignored", ["ignored/b.pp"].as_slice()),
        ("ignored/b.pp", &["ignored/b.pp"]),
        ("manifests/a.gen.pp", &["manifests/a.gen.pp"]),
        ("vendor", &["vendor/other/manifests/init.pp"]),
        ("spec/fixtures", &["spec/fixtures/modules/stdlib/manifests/init.pp"]),
        ("spec/fixtures/modules/stdlib", &["spec/fixtures/modules/stdlib/manifests/init.pp"]),
        ("node_modules/x", &["node_modules/x/a.pp"]),
    ] {
        assert_eq!(listed(root.path(), &[operand]), files, "{operand}");
    }
    // A checkout below the fixtures of another one is somebody's own.
    let inside = root.path().join("spec/fixtures/modules/stdlib");
    assert_eq!(listed(&inside, &["."]), ["./manifests/init.pp"]);
}

#[test]
fn exclude_takes_patterns_of_a_gitignore() {
    let root = checkout();
    let without = |arguments: &[&str]| listed(root.path(), &[arguments, &["."]].concat());
    assert_eq!(without(&["--exclude", "spec"]), OWN[..4]);
    assert_eq!(without(&["--exclude", "/manifests/", "--exclude", "setup.pp"]), OWN[..1]);
    assert_eq!(without(&["--exclude", "**/init.pp"]), OWN[2..]);
    assert_eq!(run(root.path(), &["fmt", "--check", "--exclude", "{a", "."]).status, 64);
    fs::write(root.path().join(".pprepl.toml"), "[check]\nexclude = [\"examples\", \"spec\"]\n").expect("a file");
    assert_eq!(without(&[]), OWN[1..4]);
}

#[test]
fn a_directory_with_nothing_of_ones_own_says_what_was_left_out() {
    let root = checkout();
    let found = run(root.path(), &["fmt", "--check", "spec", "--exclude", "classes"]);
    assert_eq!((found.status, found.out.as_str()), (0, ""));
    assert!(found.err.contains("excluded: spec/classes, spec/fixtures"), "{}", found.err);
}

#[cfg(unix)]
#[test]
fn pipes_and_sockets_of_a_directory_are_left_out() {
    let root = tree(&[("a.pp", "$x = 1\n")]);
    let made = std::process::Command::new("mkfifo").arg(root.path().join("pipe.pp")).status();
    assert!(made.expect("mkfifo is there").success());
    let _socket = std::os::unix::net::UnixListener::bind(root.path().join("socket.pp")).expect("a socket");
    for arguments in [["check", "."].as_slice(), &["fmt", "--check", "."]] {
        let found = run(root.path(), arguments);
        assert_eq!(found.status, 0, "{arguments:?}: {}", found.err);
        for name in ["pipe.pp", "socket.pp"] {
            assert!(
                found.err.contains(&format!("note: ./{name} is not a regular file; it is skipped")),
                "{}",
                found.err
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_with_two_names_keeps_them() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    for text in [OURS, &OURS.repeat(2_000), "class    a    {    }\n"] {
        let root = tree(&[("a.pp", text)]);
        let (one, other) = (root.path().join("a.pp"), root.path().join("b.pp"));
        fs::hard_link(&one, &other).expect("a name");
        fs::set_permissions(&one, fs::Permissions::from_mode(0o640)).expect("a mode");
        let number = fs::metadata(&one).expect("a file").ino();
        assert_eq!(run(root.path(), &["fmt", "a.pp"]).status, 0);
        let now = fs::metadata(&one).expect("a file");
        assert_eq!((now.ino(), now.nlink(), now.mode() & 0o777), (number, 2, 0o640));
        let formatted = fs::read_to_string(&one).expect("a file");
        assert_ne!(formatted, text);
        assert_eq!(fs::read_to_string(&other).expect("a file"), formatted);
        assert_eq!(fs::read_dir(root.path()).expect("a directory").count(), 2, "no copy is left");
    }
}
