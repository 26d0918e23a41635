//! What the program prints and writes, a row each in `tests/rules/processes.txt`: `ARGUMENTS | NAME = TEXT | …`. The files are
//! there before; `< = TEXT` is the standard input. A line end is ⏎. The answer has the exit status, both outputs, and
//! the files that are new or changed.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use pprepl_testing::process::Ended;
use regex::Regex;

use crate::command_lines::command;
use crate::program::{Ran, write};

/// Adds the files below a folder, by their names from the root.
fn add_files(folder: &Path, prefix: &str, all: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match fs::read(entry.path()) {
            Ok(bytes) => drop(all.insert(name, String::from_utf8_lossy(&bytes).into_owned())),
            Err(_) => add_files(&entry.path(), &format!("{name}/"), all),
        }
    }
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    add_files(folder, "", &mut all);
    all
}

/// Runs a command line for ten seconds at most.
fn ran(folder: &Path, line: &str, input: &str) -> Ran {
    let mut child = Ended(command(folder, line).env("COLUMNS", "80").spawn().unwrap());
    let _ = child.0.stdin.take().unwrap().write_all(input.as_bytes());
    let (mut out, mut err) = (child.0.stdout.take().unwrap(), child.0.stderr.take().unwrap());
    let read = |from: &mut dyn std::io::Read| {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).map(|_| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    };
    std::thread::scope(|scope| {
        let out = scope.spawn(move || read(&mut out));
        let err = scope.spawn(move || read(&mut err));
        let end = Instant::now() + Duration::from_secs(10);
        let status = loop {
            match child.0.try_wait().unwrap() {
                Some(status) => break status.code().unwrap_or(-1),
                None if Instant::now() > end => {
                    drop(child);
                    break -2;
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        Ran { out: out.join().unwrap(), err: err.join().unwrap(), status }
    })
}

/// Returns what a row's program did.
fn shown(row: &str) -> String {
    let mut parts = row.split(" | ");
    let line = parts.next().unwrap_or_default();
    let folder = tempfile::tempdir().unwrap();
    let mut input = String::new();
    for part in parts {
        let (name, text) = part.split_once(" =").unwrap_or_else(|| panic!("{part} has a name and a text"));
        let text = text.strip_prefix(' ').unwrap_or(text).replace('⏎', "\n");
        match name {
            "<" => input = text,
            name if name.contains("..") || name.starts_with('/') => panic!("{name} is below the folder"),
            name => write(folder.path(), name, &text),
        }
    }
    let before = files(folder.path());
    let ran = ran(folder.path(), line, &input);
    let mut text = format!("{} | {}", ran.status, ran.out.trim_end());
    if !ran.err.is_empty() {
        text += &format!(" | err {}", ran.err.trim_end());
    }
    for (name, content) in files(folder.path()) {
        // The history has times.
        if before.get(&name) != Some(&content) && !name.ends_with(".sqlite") && !name.starts_with("data/") {
            text += &format!(" | {name} = {content}");
        }
    }
    let real = folder.path().canonicalize().unwrap().display().to_string();
    let times =
        Regex::new(r#"("elapsed_us":|"slowest_ms":|time="|slowest answer )[\d.]+|\d+(\.\d+)? (ms|µs|s)\b"#).unwrap();
    let text = text.replace(&real, "FOLDER").replace(&folder.path().display().to_string(), "FOLDER");
    times.replace_all(&text, "${1}0").replace('\n', "⏎")
}

#[test]
fn command_lines_have_outputs_and_files() {
    pprepl_testing::check_slow_rules("processes.txt", shown);
}
