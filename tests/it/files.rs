//! What is read, and what is not: only regular files, up to a limit, from where the setting `files` allows, and the true
//! reason where a file is not read.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use pprepl_files::{Reach, Rules};
use pprepl_session::{Origin, Session, Settings, SystemHost};

/// A folder of files of every kind: FILE.txt, pipe, folder, large, latin1, and links `to_*`.
#[cfg(unix)]
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("FILE.txt"), "text").unwrap();
    fs::create_dir(at("folder")).unwrap();
    fs::write(at("latin1"), b"one\ntw\xe9").unwrap();
    fs::File::create(at("large")).unwrap().set_len(2 << 20).unwrap();
    assert!(Command::new("mkfifo").arg(at("pipe")).status().unwrap().success());
    for (name, target) in [("to_zero", "/dev/zero"), ("to_environ", "/proc/self/environ"), ("to_pipe", "pipe")] {
        std::os::unix::fs::symlink(target, at(name)).unwrap();
    }
    std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    folder
}

fn session(change: impl FnOnce(&mut Settings)) -> Session {
    let mut settings = Settings::default();
    change(&mut settings);
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The value, else code and message of the first fault, without the folder's name.
fn answer(session: &mut Session, folder: &Path, code: &str) -> String {
    let shown = folder.display().to_string();
    let real = fs::canonicalize(folder).unwrap().display().to_string();
    let got = session.evaluate("test", &code.replace("DIR", &shown));
    let text = match (got.value, got.reports.first()) {
        (Some(value), _) => value,
        (None, Some(report)) => format!("{}: {}", report.code, report.message),
        (None, None) => "nothing".to_owned(),
    };
    text.replace(&shown, "DIR").replace(&real, "DIR").replace(&pprepl_files::slashed(folder), "DIR")
}

/// Codes and answers in turn.
#[cfg(unix)]
fn transcript(session: &mut Session, folder: &Path, rows: &str) {
    let lines: Vec<&str> = rows.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let got = answer(session, folder, pair[0]);
        if Some(got.as_str()) != pair[1].strip_prefix("=> ") {
            wrong.push(format!("{}\n  => {got}\n  not {}", pair[0], pair[1]));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

// Pipes, sockets, devices and modes are unix only.
#[cfg(unix)]
#[test]
fn code_reads_regular_files_only() {
    let folder = folder();
    transcript(
        &mut session(|settings| settings.execution.file_size = 1),
        folder.path(),
        "
        file('DIR/FILE.txt')
        => 'text'
        file('DIR/nothing', 'DIR/FILE.txt')
        => 'text'
        file('DIR/nothing')
        => RUNTIME_ERROR: file DIR/nothing not found
        file('DIR/FILE.txt/x')
        => RUNTIME_ERROR: file DIR/FILE.txt/x not found
        file('DIR/folder', 'DIR/FILE.txt')
        => UNREADABLE_FILE: cannot read DIR/folder: is a directory
        file('DIR/pipe')
        => UNREADABLE_FILE: cannot read DIR/pipe: is a named pipe
        file('DIR/to_pipe')
        => UNREADABLE_FILE: cannot read DIR/to_pipe: is a named pipe
        file('DIR/socket')
        => UNREADABLE_FILE: cannot read DIR/socket: is a socket
        file('DIR/large')
        => UNREADABLE_FILE: cannot read DIR/large: larger than 1 MiB
        file('DIR/latin1')
        => UNREADABLE_FILE: cannot read DIR/latin1: not UTF-8 text (byte 0xe9 in line 2, column 3)
        binary_file('DIR/pipe')
        => UNREADABLE_FILE: cannot read DIR/pipe: is a named pipe
        file('/dev/zero')
        => UNREADABLE_FILE: cannot read /dev/zero: is a device
        file('DIR/to_zero')
        => UNREADABLE_FILE: cannot read DIR/to_zero: is a device
        file('/proc/self/environ')
        => UNREADABLE_FILE: cannot read /proc/self/environ: is below /proc, /dev or /sys
        file('DIR/to_environ')
        => UNREADABLE_FILE: cannot read DIR/to_environ: is below /proc, /dev or /sys
        template('DIR/pipe')
        => UNREADABLE_FILE: cannot read DIR/pipe: is a named pipe
        epp('DIR/large.epp')
        => RUNTIME_ERROR: template DIR/large.epp not found
        find_file('DIR/pipe', 'DIR/FILE.txt')
        => 'DIR/FILE.txt'
        find_file('DIR/folder')
        => undef
        ",
    );
    let long = "a".repeat(300);
    let shown = answer(&mut session(|_| {}), folder.path(), &format!("file('DIR/{long}')"));
    assert_eq!(shown, format!("UNREADABLE_FILE: cannot read DIR/{long}: file name too long"));
}

// Pipes, sockets, devices and modes are unix only.
#[cfg(unix)]
#[test]
fn what_may_not_be_read_is_told_so() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let file = folder.path().join("FILE.txt");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::File::open(&file).is_ok() {
        return pprepl_testing::skip("root may read everything");
    }
    let got = answer(&mut session(|_| {}), folder.path(), "file('DIR/FILE.txt')");
    assert_eq!(got, "UNREADABLE_FILE: cannot read DIR/FILE.txt: permission denied");
}

/// A notebook's folder beside another one, with links that lead out and in.
fn notebooks() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    for name in ["book", "book/data", "other", "modules/web/files"] {
        fs::create_dir_all(at(name)).unwrap();
    }
    for name in ["book/a.txt", "book/data/b.txt", "other/secret.txt", "modules/web/files/motd"] {
        fs::write(at(name), name).unwrap();
    }
    for (target, name) in [("other/secret.txt", "book/link.txt"), ("other", "book/out"), ("book/a.txt", "other/in.txt")]
    {
        pprepl_testing::link(&at(target), &at(name)).unwrap();
    }
    root
}

fn within(root: &Path, reach: Reach) -> Session {
    session(|settings| {
        settings.execution.files = reach;
        settings.folder = root.join("book").display().to_string();
        settings.environment.modulepath = root.join("modules").display().to_string();
    })
}

const OUTSIDE: &str = "is outside the notebook's directory";

#[test]
fn an_untrusted_notebook_reads_beside_itself_only() {
    let root = notebooks();
    let mut session = within(root.path(), Reach::Notebook);
    for (code, wanted) in [
        ("file('DIR/book/a.txt')", "'book/a.txt'".to_owned()),
        ("file('DIR/other/../book/data/b.txt')", "'book/data/b.txt'".to_owned()),
        ("file('DIR/other/in.txt')", "'book/a.txt'".to_owned()),
        ("file('DIR/other/secret.txt')", refused("other/secret.txt", "other/secret.txt", OUTSIDE)),
        ("file('DIR/book/../other/secret.txt')", refused("book/../other/secret.txt", "other/secret.txt", OUTSIDE)),
        ("file('DIR/book/link.txt')", refused("book/link.txt", "other/secret.txt", OUTSIDE)),
        ("file('DIR/book/out/secret.txt')", refused("book/out/secret.txt", "other/secret.txt", OUTSIDE)),
        // Not even whether it is there.
        ("file('DIR/other/nothing')", refused("other/nothing", "other/nothing", OUTSIDE)),
        ("find_file('DIR/other/secret.txt')", refused("other/secret.txt", "other/secret.txt", OUTSIDE)),
        ("template('DIR/other/secret.txt')", refused("other/secret.txt", "other/secret.txt", OUTSIDE)),
        ("epp('DIR/other/secret.epp')", refused("other/secret.epp", "other/secret.epp", OUTSIDE)),
        ("binary_file('DIR/other/secret.txt')", refused("other/secret.txt", "other/secret.txt", OUTSIDE)),
        (
            "inline_epp('<%= file(\"DIR/other/secret.txt\") %>')",
            refused("other/secret.txt", "other/secret.txt", OUTSIDE),
        ),
        ("file('web/motd')", refused("modules/web/files/motd", "modules/web/files/motd", OUTSIDE)),
    ] {
        assert_eq!(answer(&mut session, root.path(), code), wanted, "{code}");
    }
}

fn refused(path: &str, real: &str, why: &str) -> String {
    format!("FILE_NOT_ALLOWED: DIR/{path} may not be read: DIR/{real} {why}")
}

#[test]
fn modules_are_read_where_they_are_allowed() {
    let root = notebooks();
    let mut session = within(root.path(), Reach::Modules);
    assert_eq!(answer(&mut session, root.path(), "file('web/motd')"), "'modules/web/files/motd'");
    let why = "is outside the notebook's directory, the module path and the environment";
    let got = answer(&mut session, root.path(), "file('DIR/other/secret.txt')");
    assert_eq!(got, refused("other/secret.txt", "other/secret.txt", why));
    session.set("files", "all").unwrap();
    assert_eq!(answer(&mut session, root.path(), "file('DIR/other/secret.txt')"), "'other/secret.txt'");
}

#[test]
fn hiera_reads_from_where_files_are_allowed() {
    let root = notebooks();
    let at = |name: &str| root.path().join(name);
    let levels = "version: 5\nhierarchy:\n  - name: all\n    datadir: DIR\n    path: data.yaml\n";
    fs::write(at("other/hiera.yaml"), levels.replace("DIR", "../other")).unwrap();
    fs::write(at("other/data.yaml"), "k: v\n").unwrap();
    let open = |reach: Reach| {
        session(|settings| {
            settings.execution.files = reach;
            settings.folder = at("book").display().to_string();
            settings.environment.hiera = at("other/hiera.yaml").display().to_string();
        })
    };
    assert_eq!(answer(&mut open(Reach::All), root.path(), "lookup('k')"), "'v'");
    let got = answer(&mut open(Reach::Notebook), root.path(), "lookup('k')");
    assert!(got.starts_with("FILE_NOT_ALLOWED: ") && got.contains("data.yaml") && got.contains(OUTSIDE), "{got}");
}

/// A file of the environment must not widen from where code comes.
#[test]
fn an_environment_brings_no_modules_from_elsewhere() {
    let root = notebooks();
    let environment = root.path().join("book");
    fs::write(environment.join("environment.conf"), "modulepath = ../modules:modules\n").unwrap();
    let open = |reach: Reach, base: &str| {
        let mut session = session(|settings| {
            settings.execution.files = reach;
            settings.environment.modulepath = base.to_owned();
        });
        session.open_environment(&environment, None).map(|_| ())
    };
    let modules = root.path().join("modules").display().to_string();
    assert!(open(Reach::All, "").is_ok());
    assert!(open(Reach::Modules, &modules).is_ok());
    let fault = open(Reach::Modules, "").unwrap_err();
    assert!(fault.to_string().contains("which 'files = modules' does not allow"), "{fault}");
}

/// What widens what code may do, only the user loosens.
#[test]
fn a_text_only_tightens() {
    let mut settings = Settings::default();
    for (key, value) in [
        ("files", "modules"),
        ("time", "10"),
        ("steps", "1000"),
        ("memory", "16"),
        ("depth", "100"),
        ("file_size", "1"),
    ] {
        settings.set_from(Origin::Text, key, value).unwrap();
    }
    for (key, value) in [
        ("files", "all"),
        ("time", "11"),
        ("time", "0"),
        ("steps", "0"),
        ("memory", "0"),
        ("memory", "17"),
        ("depth", "101"),
        ("elements", "30000000"),
        ("file_size", "2"),
        ("modulepath", "/tmp"),
        ("hiera", "/tmp/hiera.yaml"),
        ("facts", "/tmp/facts.yaml"),
        ("theme", "/tmp/theme.toml"),
    ] {
        let before = settings.clone();
        let fault = settings.set_from(Origin::Text, key, value).unwrap_err().to_string();
        assert!(fault.starts_with(&format!("{key} stays ")), "{fault}");
        assert_eq!(settings, before);
        settings.clone().set_from(Origin::User, key, value).unwrap();
    }
    settings.set_from(Origin::Text, "files", "notebook").unwrap();
    settings.set_from(Origin::Text, "strict", "error").unwrap();
    settings.set_from(Origin::Text, "modulepath", "").unwrap();
}

/// A link that is changed after the look at its path does not help: the opened file is looked at, too.
#[test]
fn the_rules_know_where_a_path_leads() {
    let root = notebooks();
    let rules = Rules { reach: Reach::Notebook, folders: vec![root.path().join("book")], ..Rules::default() };
    assert!(rules.check(&root.path().join("book/new.txt")).is_ok());
    assert!(rules.check(&root.path().join("book/new/../../x")).is_err());
    assert!(rules.check(&root.path().join("book/out/new.txt")).is_err());
    assert!(rules.check(&root.path().join("book2/a.txt")).is_err());
}

/// The status and standard error of the binary, run in a folder.
fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(arguments)
        .current_dir(folder)
        .env("HOME", folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

// Pipes, sockets, devices and modes are unix only.
#[cfg(unix)]
#[test]
fn what_the_user_names_is_read_as_well() {
    let folder = folder();
    for (arguments, wanted) in [
        (["-e", ":load pipe"], "cannot read pipe: is a named pipe"),
        (["-e", ":load folder"], "cannot read folder: is a directory"),
        (["-e", ":load /dev/zero"], "cannot read /dev/zero: is a device"),
        (["-e", ":facts use ./pipe"], "is a named pipe"),
        (["-e", ":theme ./pipe"], "is a named pipe"),
        (["check", "folder/none.pp"], "cannot read folder/none.pp: no such file or directory"),
        (["check", "latin1"], "latin1 is not UTF-8 text: the byte 0xe9 at latin1:2:3"),
        (["check", "socket"], "cannot read socket"),
        (["fmt", "/dev/zero"], "cannot read /dev/zero: larger than 1 MiB"),
        (["run", "large"], "cannot read large: larger than 1 MiB"),
    ] {
        let (_, text) = run(folder.path(), &[&arguments[..], &["--set", "file_size=1"]].concat());
        assert!(text.contains(wanted), "{arguments:?}: {text}");
    }
}

// Pipes, sockets, devices and modes are unix only.
#[cfg(unix)]
#[test]
fn a_pipe_on_the_command_line_is_read() {
    let folder = folder();
    let script = "echo '$x = 1 +' > pipe & exec \"$0\" check pipe";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_pprepl")])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("--> pipe"), "{text}");
}

#[test]
fn safe_reads_beside_the_notebook_only() {
    let root = notebooks();
    let secret = root.path().join("other/secret.txt");
    let text = format!("# %%\nnotice(file('{}'))\n", secret.display());
    fs::write(root.path().join("book/lesson.pp"), &text).unwrap();
    let (status, shown) = run(root.path(), &["run", "book/lesson.pp"]);
    assert!(status == Some(0) && shown.contains("other/secret.txt"), "{shown}");
    for arguments in [["run", "--safe", "book/lesson.pp"], ["run", "--files=notebook", "book/lesson.pp"]] {
        let (status, shown) = run(root.path(), &arguments);
        assert!(status != Some(0) && shown.contains("file-read"), "{arguments:?}: {shown}");
    }
    let (status, shown) = run(root.path(), &["run", "--safe", "--files", "all", "book/lesson.pp"]);
    assert!(status == Some(0) && shown.contains("other/secret.txt"), "{shown}");
    let near = root.path().join("book/data/b.txt");
    fs::write(root.path().join("book/near.pp"), format!("# %%\nnotice(file('{}'))\n", near.display())).unwrap();
    let (status, shown) = run(root.path(), &["run", "--safe", "book/near.pp"]);
    assert!(status == Some(0) && shown.contains("book/data/b.txt"), "{shown}");
}
