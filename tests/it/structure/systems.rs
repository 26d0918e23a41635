//! Every system has its side: what only Unix has is behind a condition, and the same file says what the others do.

use std::fs;
use std::path::{Path, PathBuf};

/// Words of Unix: crates and modules of the standard library that other systems lack.
const UNIX_ONLY: &[&str] = &["rustix::", "signal_hook::", "std::os::unix", "std::os::fd", "libc::"];

/// Words of Windows.
const WINDOWS_ONLY: &[&str] =
    &["ctrlc::", "clipboard_win::", "crossterm_winapi::", "std::os::windows", "crossterm::ansi_support"];

/// Modules that a condition in the file above them leaves out elsewhere.
const GATED_ABOVE: &[(&str, &str)] = &[
    ("src/repl/key_bytes.rs", "src/repl/mod.rs"),
    ("src/screen/console.rs", "src/screen/mod.rs"),
    ("src/terminal/signal/unix.rs", "src/terminal/signal/mod.rs"),
    ("src/terminal/signal/console.rs", "src/terminal/signal/mod.rs"),
];

/// Files with a condition and no other side, and the reason.
const ONE_SIDED: &[(&str, &str)] = &[
    ("crates/files/src/private.rs", "Windows files inherit the rights of the directory: nothing is to be set"),
    ("src/repl/mod.rs", "the module of the bytes of a terminal; consoles return keys (key_reader.rs)"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Returns the files of the program, by their paths from the root, with their texts.
pub(super) fn files() -> Vec<(String, String)> {
    let root = pprepl_testing::root();
    let mut found = Vec::new();
    sources(&root.join("src"), &mut found);
    for entry in fs::read_dir(root.join("crates")).expect("the crates").flatten() {
        sources(&entry.path().join("src"), &mut found);
    }
    let name = |path: &Path| path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    found.iter().map(|path| (name(path), fs::read_to_string(path).expect("a source"))).collect()
}

fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Returns what is wrong with a file.
fn fault(name: &str, text: &str) -> Option<String> {
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let is_conditional = has_any(&code, &["cfg(unix)", "cfg(windows)", "cfg(target_os", "cfg(not(windows))"]);
    let has_both = has_any(&code, &["cfg(not(unix))", "cfg(windows)", "cfg(not(windows))", "cfg(not(target_os"]);
    let is_gated_above = GATED_ABOVE.iter().any(|(file, _)| *file == name);
    let is_one_sided = ONE_SIDED.iter().any(|(file, _)| *file == name);
    let is_special = has_any(&code, UNIX_ONLY) || has_any(&code, WINDOWS_ONLY);
    if is_special && !is_conditional && !is_gated_above {
        return Some(format!("{name} needs one system, without a condition"));
    }
    (is_conditional && !has_both && !is_one_sided)
        .then(|| format!("{name} has a condition for one system, and nothing for the others"))
}

#[test]
fn every_condition_has_its_other_side() {
    let files = files();
    assert!(files.len() > 300, "{} files", files.len());
    let faults: Vec<String> = files.iter().filter_map(|(name, text)| fault(name, text)).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_exceptions_are_still_needed() {
    let files = files();
    let text = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, text)| text.as_str());
    for (name, above) in GATED_ABOVE {
        assert!(text(name).is_some_and(|text| has_any(text, UNIX_ONLY) || has_any(text, WINDOWS_ONLY)), "{name}");
        assert!(text(above).is_some_and(|text| has_any(text, &["cfg(unix)", "cfg(windows)"])), "{above}");
    }
    for (name, reason) in ONE_SIDED {
        assert!(text(name).is_some_and(|text| has_any(text, &["cfg(unix)"])), "{name}: {reason}");
    }
}

#[test]
fn a_condition_without_its_other_side_is_found() {
    assert!(fault("a.rs", "fn a() { rustix::io::read(); }").is_some());
    assert!(fault("a.rs", "#[cfg(unix)]\nfn a() { rustix::io::read(); }").is_some());
    assert!(fault("a.rs", "#[cfg(unix)]\nfn a() {}\n#[cfg(not(unix))]\nfn a() {}").is_none());
    assert!(fault("a.rs", "// rustix:: is of Unix\nfn a() {}").is_none());
}
