//! `pprepl run --grade`: the test of lessons, with its status and its reports for machines; and the shipped lessons.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn grade(path: &Path, options: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(["run", "--grade"]).args(options).arg(path).stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&pprepl_files::slashed(path), "lesson.pp");
    (text(&output.stdout), text(&output.stderr), output.status.code().unwrap())
}

fn lesson(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pp");
    std::fs::write(&path, text).unwrap();
    (folder, path)
}

const GOOD: &str = "# %% [markdown]
#| lesson good
# ## Good

# %%
#| exercise one
#| check value $b == 2
#| solution  $b = 2
#| right     $b = 1 + 1
#| right     $b = 4 / 2
#| wrong     $b = 3
#| wrong     $c = 2
#| wrong     $b =

# %%
#| quiz guess predict value
#| options 1, 2, 3
#| because it adds
1 + 2
";

#[test]
fn a_good_lesson_passes() {
    let (_folder, path) = lesson(GOOD);
    let (out, err, status) = grade(&path, &[]);
    assert_eq!((err.as_str(), status), ("", 0));
    assert!(
        out.starts_with("lesson.pp: ok (2 steps: 1 exercise, 1 quiz; 1 check, 0 with feedback, 10 answers"),
        "{out}"
    );
    assert_eq!(grade(&path, &["--quiet"]), (String::new(), String::new(), 0));
}

#[test]
fn mistakes_have_places_and_a_status() {
    let (_folder, path) = lesson(&GOOD.replace("$b = 4 / 2", "$b = 4").replace("1 + 2\n", "1 + 3\n"));
    let (out, err, status) = grade(&path, &[]);
    assert_eq!(status, 1);
    assert!(out.starts_with("lesson.pp: 2 errors, 0 warnings"), "{out}");
    assert!(err.contains("right answer 2 of `one` is refused: `$b` is 4, expected 2"), "{err}");
    assert!(err.contains("lesson.pp:10:14") && err.contains("lesson.pp:19:1"), "{err}");
}

#[test]
fn machines_read_the_report() {
    let (_folder, path) = lesson(&GOOD.replace("$b = 3", "$b = 2"));
    let (out, err, status) = grade(&path, &["--json"]);
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((err.as_str(), status, rows.len()), ("", 1, 3));
    assert_eq!(
        (&rows[0]["step"], &rows[0]["failed"], &rows[1]["failed"]),
        (&"one".into(), &true.into(), &false.into())
    );
    assert_eq!(rows[0]["diagnostics"][0]["code"], "LESSON_WRONG");
    assert_eq!(rows[0]["diagnostics"][0]["position"], serde_json::json!([11, 14]));
    assert_eq!((&rows[2]["lesson"], &rows[2]["answers"]), (&"good".into(), &10.into()));
    let (out, _, status) = grade(&path, &["--junit"]);
    assert_eq!(status, 1);
    assert!(out.contains("tests=\"3\" failures=\"1\"") && out.contains("<failure type=\"LESSON_WRONG\""), "{out}");
}

#[test]
fn the_shipped_lessons_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 13, "{files:?}");
    for file in files {
        let (out, err, status) = grade(&file, &[]);
        assert_eq!((err.as_str(), status), ("", 0), "{}: {out}", file.display());
    }
}
