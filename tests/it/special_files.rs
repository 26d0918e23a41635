//! A file that is not a regular file stops nothing: it is skipped in directories, and refused where it is named.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time after which a process counts as blocked.
const PATIENCE: Duration = Duration::from_secs(60);

fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Runs the program, which must end by itself. Returns its status and its output.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let out = fs::File::create(folder.join(".out")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .stdout(out.try_clone().unwrap())
        .stderr(out)
        .spawn()
        .unwrap();
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), fs::read_to_string(folder.join(".out")).unwrap());
        }
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{arguments:?} is blocked");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn skipped(name: &str) -> String {
    format!("note: {name} is not a regular file; it is skipped")
}

#[test]
fn searches_skip_pipes_and_say_so() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    for name in ["d/a.pp", "d/below/b.epp"] {
        pipe(&at(name));
    }
    std::os::unix::fs::symlink(at("d/a.pp"), at("d/link.pp")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", at("d/zero.pp")).unwrap();
    std::os::unix::net::UnixListener::bind(at("d/socket.pp")).unwrap();
    fs::write(at("d/good.pp"), "$x = 1\n").unwrap();
    for door in [["check", "d"].as_slice(), &["fmt", "--check", "d"], &["check", "--fix", "d"], &["fmt", "d"]] {
        let (status, shown) = run(root.path(), door);
        assert_eq!(status, Some(0), "{door:?}: {shown}");
        for name in ["a.pp", "below/b.epp", "link.pp", "socket.pp", "zero.pp"] {
            assert!(shown.contains(&skipped(&format!("d/{name}"))), "{door:?}: {shown}");
        }
    }
    let (status, shown) = run(root.path(), &["test", "d"]);
    assert!(shown.contains(&skipped("d/a.pp")), "{status:?} {shown}");
}

#[test]
fn environments_with_pipes_are_checked_and_compiled() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    for name in [
        "env/modules/m/manifests/pipe.pp",
        "env/modules/m/functions/pipe.pp",
        "env/modules/m/lib/puppet/functions/ruby.rb",
        "env/modules/m/metadata.json",
        "env/modules/m/templates/t.epp",
        "env/data/common.yaml",
        "env/hiera.yaml",
        "env/Puppetfile",
    ] {
        pipe(&at(name));
    }
    fs::create_dir_all(at("env/manifests")).unwrap();
    fs::write(at("env/manifests/site.pp"), "notify { 'fine': }\n").unwrap();
    let (_, shown) = run(root.path(), &["check", "env"]);
    assert!(shown.contains(&skipped("env/modules/m/manifests/pipe.pp")), "{shown}");
    let (_, shown) = run(root.path(), &["-e", "include m::pipe", "--environment", "env"]);
    assert!(shown.contains("is a named pipe"), "{shown}");
    pipe(&at("other/environment.conf"));
    let (status, shown) = run(root.path(), &["catalog", "--environment", "other"]);
    assert!(status == Some(64) && shown.contains("environment.conf: is a named pipe"), "{status:?} {shown}");
    pipe(&at("third/manifests/site.pp"));
    let (status, shown) = run(root.path(), &["catalog", "--environment", "third"]);
    assert!(status == Some(64) && shown.contains("site.pp: is a named pipe"), "{status:?} {shown}");
}

#[test]
fn one_student_does_not_stop_the_grading() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    let lesson = "# %% [markdown]\n#| lesson good\n# ## Good\n\n# %%\n#| exercise one\n#| check value $b == 2\n";
    fs::write(at("lesson.pp"), format!("{lesson}#| solution  $b = 2\n#| wrong  $b = 3\n")).unwrap();
    pipe(&at("answers/ann.pp"));
    fs::write(at("answers/bob.pp"), "# %%\n#| exercise one\n$b = 2\n").unwrap();
    let (status, shown) = run(root.path(), &["lesson", "grade", "lesson.pp", "answers"]);
    assert!(status == Some(0) && shown.contains("1 of 1"), "{status:?} {shown}");
    assert!(shown.contains(&skipped("answers/ann.pp")), "{shown}");
}
