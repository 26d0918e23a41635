//! One door for bytes from files: `crates/files` opens them without waiting, and rejects what is not a regular file or is
//! too large. A call of the standard library elsewhere blocks on a pipe, or reads without a limit.

use super::systems::files;

/// The crates with the door, and with what only tests use.
const DOORS: &[&str] = &["crates/files/", "crates/testing/"];

/// Calls that open an existing file, as words.
const CALLS: &[&str] =
    &["File::open", "File::create", "File::options", "OpenOptions", "fs::read", "fs::read_to_string"];

/// Files with such a call, and the reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("crates/notebook/src/journal.rs", "OpenOptions", "NUL of Windows, which is a device"),
    ("crates/web/src/lesson_methods.rs", "fs::read_to_string", "the files of a page are in memory"),
];

/// Returns whether a text has a call: neither `NotebookFile::open` nor `fs::read_dir` is one.
fn has_call(text: &str, call: &str) -> bool {
    let is_part = |ch: Option<char>| ch.is_some_and(|ch| ch.is_alphanumeric() || ch == '_');
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.into_iter().any(|line| {
        line.match_indices(call)
            .any(|(at, _)| !is_part(line[..at].chars().next_back()) && !is_part(line[at + call.len()..].chars().next()))
    })
}

#[test]
fn files_are_opened_through_the_door() {
    let files = files();
    assert!(files.len() > 300, "{} files", files.len());
    let mut faults = Vec::new();
    for (name, text) in files.iter().filter(|(name, _)| !DOORS.iter().any(|door| name.starts_with(door))) {
        let is_known = |call: &str| EXCEPTIONS.iter().any(|(file, known, _)| file == name && *known == call);
        let found = CALLS.iter().filter(|call| has_call(text, call) && !is_known(call));
        faults.extend(found.map(|call| format!("{name}: {call}: use a function of pprepl_files")));
    }
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

#[test]
fn the_exceptions_of_the_door_are_still_needed() {
    let files = files();
    for (name, call, reason) in EXCEPTIONS {
        let text = files.iter().find(|(file, _)| file == name).map(|(_, text)| text.as_str());
        assert!(text.is_some_and(|text| has_call(text, call)), "{name}: {call}: {reason}");
    }
}

#[test]
fn a_call_is_a_whole_word() {
    assert!(has_call("let file = File::open(path)?;", "File::open"));
    assert!(has_call("std::fs::read(path)", "fs::read"));
    assert!(has_call("paths.map(fs::read)", "fs::read"));
    assert!(!has_call("NotebookFile::open(path)", "File::open"));
    assert!(!has_call("File::create_new(path)", "File::create"));
    assert!(!has_call("fs::read_dir(path)", "fs::read"));
    assert!(!has_call("// File::open", "File::open"));
}
