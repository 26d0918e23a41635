//! Helpers that the tests of all packages share: the conformance cases, where the data is, processes, and numbers at random.

pub mod cases;
pub mod process;
pub mod random;

use std::collections::HashMap;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use pprepl_text::theme::Themes;

/// The allocator of the program: the tests allocate as much as it does.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The built-in themes, as the binary passes them down.
pub const THEMES: Themes = Themes::new(&[
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("high-contrast", include_str!("../../../themes/high-contrast.toml")),
    ("16-colour", include_str!("../../../themes/16-colour.toml")),
    ("none", include_str!("../../../themes/none.toml")),
]);

/// Says that the calling test does not run, and why: a program or data is missing. The file that `PPREPL_SKIPPED` names
/// gets a line, so that `.ci/run` can list what did not run.
pub fn skip(reason: impl Display) {
    let thread = std::thread::current();
    let line = format!("{}: {reason}\n", thread.name().unwrap_or("a test"));
    println!("skipped: {}", line.trim_end());
    let Some(file) = std::env::var_os("PPREPL_SKIPPED") else { return };
    let written =
        OpenOptions::new().append(true).create(true).open(&file).and_then(|mut at| at.write_all(line.as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", Path::new(&file).display()));
}

/// Holds each row of a table of `tests/rules` against what `answer` gives: an input, and below it `=> ` and the answer.
/// With `PPREPL_BLESS` it writes the answers instead.
pub fn check_rules(name: &str, answer: impl Fn(&str) -> String) {
    let (path, text) = table(name);
    let (mut blessed, mut wrong, mut rows) = (String::new(), Vec::new(), 0);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        blessed.extend([line, "\n"]);
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        rows += 1;
        let got = answer(line);
        let expected = lines.next_if(|next| next.starts_with("=> ")).unwrap_or_default();
        blessed.extend(["=> ", &got, "\n"]);
        if expected.strip_prefix("=> ") != Some(&got) {
            wrong.push(format!("{line}\n  gives {got}\n  not   {expected}"));
        }
    }
    if std::env::var_os("PPREPL_BLESS").is_some() {
        return std::fs::write(&path, blessed).expect("the rows are written");
    }
    assert!(rows > 20, "{name} holds {rows} rows");
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Returns the path and the text of a table.
fn table(name: &str) -> (PathBuf, String) {
    let path = root().join("tests/rules").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (path, text)
}

/// Does the same for rows that wait more than they compute: eight at once.
pub fn check_slow_rules(name: &str, answer: impl Fn(&str) -> String + Sync) {
    let (_, text) = table(name);
    let inputs: Vec<&str> = text.lines().filter(|line| !line.is_empty() && !line.starts_with(['#', '='])).collect();
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(HashMap::new()));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while let Some(input) = inputs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let got = answer(input);
                    answers.lock().expect("no thread failed").insert(*input, got);
                }
            });
        }
    });
    let answers = answers.into_inner().expect("no thread failed");
    check_rules(name, |input| answers[input].clone());
}

/// Where absolute paths begin.
pub const ABSOLUTE: &str = if cfg!(windows) { "C:/" } else { "/" };

/// The root of the workspace, where `tests` has the data.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The directory of Debian's unpacked Puppet modules: `PPREPL_DEBIAN`, or the one that `.ci/run` fills. `None` says that the
/// calling test skips what needs them.
pub fn debian() -> Option<PathBuf> {
    fetched("PPREPL_DEBIAN", "debian")
}

/// The directory of a live Puppet 8, whose `bin/ruby8` is Ruby with Puppet's library: `PPREPL_PUPPET8`, or the one that
/// `.ci/run` fills. `None` says that the calling test skips.
pub fn puppet8() -> Option<PathBuf> {
    fetched("PPREPL_PUPPET8", "puppet8")
}

/// The directory that a variable names, or the one of that name in the cache.
fn fetched(variable: &str, name: &str) -> Option<PathBuf> {
    let folder = match std::env::var_os(variable) {
        Some(folder) => PathBuf::from(folder),
        None => match std::env::var_os("XDG_CACHE_HOME") {
            Some(cache) => PathBuf::from(cache).join("pprepl").join(name),
            None => PathBuf::from(std::env::var_os("HOME")?).join(".cache/pprepl").join(name),
        },
    };
    if !folder.is_dir() {
        skip(format_args!("{} is not there (set {variable})", folder.display()));
        return None;
    }
    Some(folder)
}

/// The full name of a file, from its name below the root.
pub fn path(name: &str) -> String {
    root().join(name).display().to_string()
}

/// Makes a symbolic link at `path`.
///
/// # Errors
///
/// When the system refuses it; Windows asks for a privilege.
pub fn link(target: &Path, path: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::symlink(target, path);
    #[cfg(windows)]
    return match target.is_dir() {
        true => std::os::windows::fs::symlink_dir(target, path),
        false => std::os::windows::fs::symlink_file(target, path),
    };
}
