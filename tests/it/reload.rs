//! `:reload` and `--watch`: files that change on disk while a session lives.

use crate::terminal;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, SystemTime};

use pprepl_session::commands;
use pprepl_session::{Outcome, Session, Settings, SystemHost};
use terminal::Terminal;

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

fn session(folder: &Path) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.set("modulepath", &folder.display().to_string()).expect("a setting");
    session
}

/// What an input or a command shows, without the folder's name.
fn ask(session: &mut Session, folder: &Path, line: &str) -> String {
    let shown = match commands::submit(session, line) {
        Outcome::Command(answer) => {
            let reports = answer.reports.iter().map(|r| format!("\n{} {}: {}", r.code, r.source_name, r.message));
            answer.text.clone() + &reports.collect::<String>()
        }
        Outcome::Evaluated(evaluation) => {
            let reports = evaluation.reports.iter().map(|r| format!("{}: {}", r.code, r.message));
            evaluation.value.clone().unwrap_or_default() + &reports.collect::<String>()
        }
        other => format!("{other:?}"),
    };
    shown.replace(&pprepl_files::slashed(folder), "")
}

const WEB: &str = "class web ($port = 80, $same = 1) {\n  notify { \"port ${port}\": }\n  web::old()\n}\n";
const OLD: &str = "function web::old() { 1 }\n";

#[test]
fn what_changed_is_told_and_taken_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("web/manifests/init.pp", WEB), ("web/functions/old.pp", OLD)]);
    let mut s = session(root);
    assert_eq!(ask(&mut s, root, "include web"), "[Class[web]]");
    assert_eq!(ask(&mut s, root, "$port = $web::port"), "80");
    assert_eq!(ask(&mut s, root, "fail('no')"), "RUNTIME_ERROR: no");
    assert_eq!(ask(&mut s, root, "$gone = 1"), "1");
    ask(&mut s, root, ":undo");
    assert_eq!(ask(&mut s, root, "_2 + 1"), "81");
    assert_eq!(ask(&mut s, root, ":reload"), "The 2 loaded files are unchanged.");
    let new = "class web (Integer $port = 8080, $same = 1, $tls = true) {\n  notify { \"port ${port}\": message => 'new' }\n}\n";
    write(root, &[("web/manifests/init.pp", new)]);
    insta::assert_snapshot!(ask(&mut s, root, ":reload"));
    assert_eq!(ask(&mut s, root, "[$port, $web::tls, _2]"), "[8080, true, 8080]");
    assert!(ask(&mut s, root, "$gone").contains("UNKNOWN_VARIABLE"));
    assert_eq!(s.inputs().len(), 7);
    assert!(ask(&mut s, root, ":undo").contains("$port"));
}

#[test]
fn a_reload_that_fails_leaves_the_session_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("web/manifests/init.pp", WEB), ("web/functions/old.pp", OLD)]);
    let mut s = session(root);
    ask(&mut s, root, "include web");
    ask(&mut s, root, "$p = $web::port");
    for (broken, says) in [
        ("class web ($port = 80) { notify { 'a' }", "SYNTAX_ERROR /web/manifests/init.pp"),
        ("class web ($port = 80) { fail('broken') }", "input 1 fails now; the session is as it was"),
        ("class web ($door = 80) { }", "input 2 fails now; the session is as it was"),
    ] {
        write(root, &[("web/manifests/init.pp", broken)]);
        let answer = ask(&mut s, root, ":reload");
        assert!(answer.contains(says), "{answer}");
        assert_eq!(ask(&mut s, root, "[$p, defined(Notify['port 80'])]"), "[80, true]");
    }
    assert!(ask(&mut s, root, ":undo 1").contains("$p = $web::port"));
    write(root, &[("web/manifests/init.pp", "class web { $port = 1 }")]);
    assert!(ask(&mut s, root, ":reload").contains("- parameter $port = 80"), "{}", ask(&mut s, root, ":reload"));
    assert_eq!(ask(&mut s, root, "$web::port"), "1");
}

#[test]
fn a_loaded_file_is_read_again_and_missed_when_it_is_gone() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("site.pp", "type Port = Integer[1, 9]\nfunction f($x) { $x + 1 }\n$v = f(1)\n")]);
    let mut s = session(root);
    let site = root.join("site.pp");
    ask(&mut s, root, &format!(":load {}", site.display()));
    write(
        root,
        &[(
            "site.pp",
            "type Port = Integer[1, 99]\nfunction f($x, $y = 0) >> Integer { $x + 2 }\n$v = f(1)\nnode 'a' { }\n",
        )],
    );
    let answer = ask(&mut s, root, ":reload");
    for part in [
        "~ type Port",
        "= Integer[1, 9] -> = Integer[1, 99]",
        "+ parameter $y = 0",
        "~ nothing -> >> Integer",
        "+ node 'a'",
        "~ its body",
    ] {
        assert!(answer.replace("  ", " ").contains(part), "{part}: {answer}");
    }
    assert_eq!(ask(&mut s, root, "$v"), "3");
    std::fs::remove_file(&site).expect("a file to remove");
    let answer = ask(&mut s, root, ":reload");
    assert!(
        answer.contains("RELOAD_FAILED") && answer.contains("no longer exists; the session is unchanged"),
        "{answer}"
    );
    assert_eq!(ask(&mut s, root, "$v"), "3");
}

#[test]
fn all_runs_again_for_what_is_no_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("facts.json", r#"{"role": "web"}"#)]);
    let mut s = session(root);
    s.set("facts", &root.join("facts.json").display().to_string()).expect("facts");
    assert_eq!(ask(&mut s, root, "$mine = $facts['role']"), "'web'");
    write(root, &[("facts.json", r#"{"role": "db"}"#)]);
    let answer = ask(&mut s, root, ":reload all");
    assert!(answer.contains("input 1 is now 'db', was 'web'"), "{answer}");
    assert_eq!(ask(&mut s, root, "$mine"), "'db'");
    write(root, &[("facts.json", "{")]);
    assert!(ask(&mut s, root, ":reload all").contains("the session is as it was"));
    assert_eq!(ask(&mut s, root, "$mine"), "'db'");
}

#[test]
fn a_node_runs_again_at_its_own_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("site.pp", "node 'a' { notify { \"x is ${x}\": } }\n")]);
    let mut s = session(root);
    ask(&mut s, root, &format!(":load {}", root.join("site.pp").display()));
    ask(&mut s, root, "$x = 1");
    ask(&mut s, root, ":set node a");
    assert_eq!(ask(&mut s, root, "defined(Notify['x is 1'])"), "true");
    write(root, &[("site.pp", "node 'a' { notify { \"now x is ${x}\": } }\n")]);
    assert!(ask(&mut s, root, ":reload").contains("+ Notify['now x is 1']"));
    assert_eq!(ask(&mut s, root, "defined(Notify['x is 1'])"), "false");
    assert!(ask(&mut s, root, ":scope").contains("Node['a']"));
}

/// A running `--watch site.pp`. It ends with the value.
struct Watching {
    child: Child,
    lines: mpsc::Receiver<String>,
    seen: Vec<String>,
}

impl Watching {
    fn new(root: &Path) -> Watching {
        let mut child = Command::new(env!("CARGO_BIN_EXE_pprepl"))
            .args(["--watch", "site.pp"])
            .current_dir(root)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("pprepl starts");
        let (send, lines) = mpsc::channel();
        let (out, err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let also = send.clone();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        std::thread::spawn(move || {
            BufReader::new(err).lines().map_while(Result::ok).try_for_each(|line| also.send(line))
        });
        Watching { child, lines, seen: Vec::new() }
    }

    /// Waits for a line. The two pipes are read side by side: the order of their lines is by chance.
    fn wait(&mut self, wanted: &str) {
        while !self.seen.iter().any(|line| line.contains(wanted)) {
            match self.lines.recv_timeout(Duration::from_secs(120)) {
                Ok(line) => self.seen.push(line),
                Err(_) => panic!("no line with {wanted} in {:?}", self.seen),
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.child.kill().expect("an end");
        let _ = self.child.wait();
    }
}

#[test]
fn a_watching_run_runs_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("site.pp", "notify { 'one': }\n$x = 'first run'\n$x\n")]);
    let mut run = Watching::new(root);
    run.wait("'first run'");
    // A file's time of change is as fine as its file system has it: the text's length differs, too.
    std::thread::sleep(Duration::from_millis(600));
    write(root, &[("site.pp", "notify { 'one': }\nnotify { 'two': }\n$x = 'a second run'\n$x\n")]);
    run.wait("--- changed: site.pp");
    run.wait("'a second run'");
    run.wait("+ Notify['two']");
}

#[test]
fn a_change_during_a_run_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    write(root, &[("site.pp", "notice('begins')\nInteger[1, 30000000].reduce |$a, $i| { $a + $i }\n'first run'\n")]);
    let mut run = Watching::new(root);
    run.wait("begins");
    write(root, &[("site.pp", "'a second run'\n")]);
    run.wait("--- changed: site.pp");
    run.wait("'a second run'");
}

/// A file that a run loads counts as changed if it was written meanwhile; a date in the future is no change, or the
/// run would repeat forever.
#[test]
fn a_date_in_the_future_is_no_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path();
    let mut s = session(root);
    let (before, known) = (SystemTime::now() - Duration::from_secs(60), s.reloader().watch());
    for (name, age, is_change) in [("old.pp", -90, false), ("meanwhile.pp", -30, true), ("future.pp", 3600, false)] {
        write(root, &[(name, "1")]);
        let path = root.join(name);
        let time = match u64::try_from(age) {
            Ok(ahead) => SystemTime::now() + Duration::from_secs(ahead),
            Err(_) => SystemTime::now() - Duration::from_secs(i64::unsigned_abs(age)),
        };
        let file = std::fs::OpenOptions::new().write(true).open(&path).expect("a file");
        file.set_modified(time).expect("a time");
        let stamps = s.reloader().watch_with(std::slice::from_ref(&path));
        assert_eq!(!stamps.changed_during(&known, before).is_empty(), is_change, "{name}");
        assert_eq!(stamps.changed_since(&known).len(), 1, "{name}");
    }
}

#[test]
fn a_watching_prompt_takes_changes_in_before_the_next_input() {
    let home = tempfile::tempdir().expect("a folder");
    write(home.path(), &[("site.pp", "$x = 'old'\n")]);
    let mut t = Terminal::start_in(home.path(), &["-i", "--watch", "site.pp"], &[]);
    t.see("pprepl:2>").line("$x").see("=> 'old'").see("pprepl:3>");
    write(home.path(), &[("site.pp", "$x = 'the new one'\n")]);
    t.line("$x.size").see("Changed: site.pp").see("=> 11");
}
