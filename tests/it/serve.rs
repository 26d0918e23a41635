//! `pprepl serve`: the command line, the links of a class, and a clean end.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use pprepl_testing::process::Ended;
use tempfile::TempDir;

/// A directory with a small site and a lesson.
fn desk() -> TempDir {
    let desk = tempfile::tempdir().expect("a directory");
    fs::create_dir_all(desk.path().join("site")).expect("a directory");
    fs::create_dir_all(desk.path().join("lessons")).expect("a directory");
    fs::write(desk.path().join("site/index.html"), "<!doctype html><title>page</title>").expect("a file");
    fs::write(desk.path().join("lessons/ports.pp"), "$ports = [80]\n").expect("a file");
    desk
}

fn command(desk: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.arg("serve").args(arguments).current_dir(desk).env("HOME", desk).env("XDG_DATA_HOME", desk.join("data"));
    command.env("PPREPL_CONFIG", "").stdin(Stdio::null());
    command
}

fn run(desk: &Path, arguments: &[&str]) -> Output {
    command(desk, arguments).output().expect("it runs")
}

fn error(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).trim().to_owned()
}

/// A server with the lines that it printed before it waits.
struct Running {
    #[cfg_attr(not(unix), expect(dead_code, reason = "only its end is of use: no signal is sent there"))]
    child: Ended,
    lines: Vec<String>,
}

impl Running {
    fn new(desk: &Path, arguments: &[&str]) -> Running {
        Running::with_errors(desk, arguments, Stdio::null())
    }

    fn with_errors(desk: &Path, arguments: &[&str], errors: Stdio) -> Running {
        let mut child = command(desk, arguments).stdout(Stdio::piped()).stderr(errors).spawn().expect("it runs");
        let mut lines = Vec::new();
        for line in BufReader::new(child.stdout.take().expect("an output")).lines() {
            lines.push(line.expect("UTF-8"));
            if lines.last().is_some_and(|line| line.starts_with("Ctrl-C")) {
                break;
            }
        }
        Running { child: Ended(child), lines }
    }

    /// Returns the address of the page, without the protocol and the slash.
    fn address(&self) -> String {
        let line = self.lines.first().expect("the address");
        line.trim_start_matches("The page: http://").trim_end_matches('/').to_owned()
    }

    fn get(&self, path: &str) -> String {
        let address = self.address().replace("localhost", "127.0.0.1");
        let mut stream = TcpStream::connect(&address).expect("a connection");
        let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
}

#[test]
fn the_page_and_a_folder_are_served() {
    let desk = desk();
    let server = Running::new(desk.path(), &["--site", "site", "lessons", "--listen", "127.0.0.1:0"]);
    assert_eq!(server.lines[1..], ["It offers 1 file.".to_owned(), "Ctrl-C ends the server.".to_owned()]);
    assert!(server.get("/").ends_with("<title>page</title>"));
    assert!(server.get("/folder/ports.pp").ends_with("$ports = [80]\n"));
    assert!(server.get("/../lessons/ports.pp").starts_with("HTTP/1.1 404 "));
}

#[test]
fn a_class_has_links_and_a_code() {
    let desk = desk();
    let server = Running::new(desk.path(), &["--site", "site", "--class", "room", "--listen", "127.0.0.1:0"]);
    let text = server.lines.join("\n");
    assert!(text.contains("The class 'room'. Learners open:\n  http://localhost:"), "{text}");
    assert!(text.contains("/#class=") && text.contains("/class#teacher=") && text.contains('█'), "{text}");
    assert!(desk.path().join("room/.serve.json").is_file());
    assert!(server.get("/api/class").starts_with("HTTP/1.1 403 "));
}

#[test]
fn an_own_certificate_and_colors_are_announced() {
    let desk = desk();
    fs::write(desk.path().join("lessons/more.pp"), "$more = 1\n").expect("a file");
    let server = Running::new(desk.path(), &["--site", "site", "lessons", "--tls", "--listen", "0.0.0.0:0"]);
    assert!(server.lines[0].starts_with("The page: https://"), "{:?}", server.lines);
    assert_eq!(server.lines[1], "It offers 2 files.");
    let class = ["--site", "site", "--class", "room", "--listen", "127.0.0.1:0", "--color"];
    for (when, is_colored) in [("always", true), ("never", false)] {
        let server = Running::new(desk.path(), &[&class[..], &[when]].concat());
        assert_eq!(server.lines.join("\n").contains("\u{1b}[97;40m"), is_colored, "{:?}", server.lines);
    }
    let files = ["--site", "site", "--certificate", "none.pem", "--key", "none.key", "--listen", "127.0.0.1:0"];
    let output = run(desk.path(), &files);
    assert!(error(&output).contains("none.pem") && output.status.code() == Some(64), "{output:?}");
}

#[test]
fn a_server_for_the_network_says_so() {
    let desk = desk();
    let file = desk.path().join("errors");
    for (listen, told) in
        [("127.0.0.1:0", ""), ("0.0.0.0:0", "note: all machines in the network can open it; it runs no code\n")]
    {
        let errors = fs::File::create(&file).expect("a file").into();
        let _server = Running::with_errors(desk.path(), &["--site", "site", "--listen", listen], errors);
        assert_eq!(fs::read_to_string(&file).expect("a text"), told, "{listen}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_server() {
    let desk = desk();
    let mut server = Running::new(desk.path(), &["--site", "site", "--listen", "127.0.0.1:0"]);
    let id = rustix::process::Pid::from_child(&server.child.0);
    rustix::process::kill_process(id, rustix::process::Signal::INT).expect("a signal");
    assert_eq!(server.child.0.wait().expect("an end").code(), Some(130));
}

#[test]
fn the_site_is_exported() {
    let desk = desk();
    let output = run(desk.path(), &["--site", "site", "lessons", "--export", "public"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Wrote 4 files to public. Any static server can serve them.\n");
    assert!(desk.path().join("public/folder/ports.pp").is_file());
    let again = run(desk.path(), &["--site", "site", "--export", "public"]);
    assert_eq!(
        (error(&again).as_str(), again.status.code()),
        ("error: public is not empty; name a new directory", Some(64))
    );
}

#[test]
fn what_is_missing_is_named() {
    let desk = desk();
    let problem = |arguments: &[&str]| {
        let output = run(desk.path(), arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        error(&output)
    };
    assert_eq!(
        problem(&["--site", "lessons"]),
        "error: lessons has no index.html; 'web/build' in the source of pprepl writes the site"
    );
    assert!(problem(&["--site", "none"]).starts_with("error: cannot read none: "));
    assert!(problem(&["--site", "site", "none"]).starts_with("error: none: "));
    assert_eq!(
        problem(&["--site", "site", "--listen", "everywhere"]),
        "error: expected an IP address, a port or both, such as 0.0.0.0:8000, found 'everywhere'"
    );
}

#[test]
fn a_port_in_use_is_named_with_another_one() {
    let desk = desk();
    let server = Running::new(desk.path(), &["--site", "site", "--listen", "127.0.0.1:0"]);
    let address = server.address().replace("localhost", "127.0.0.1");
    let output = run(desk.path(), &["--site", "site", "--listen", &address]);
    assert!(
        error(&output).starts_with(&format!("error: another program uses {address}; try '--listen ")),
        "{output:?}"
    );
}

#[test]
fn the_site_is_found_in_its_usual_places() {
    let desk = desk();
    let output = run(desk.path(), &["lessons", "--listen", "127.0.0.1:0"]);
    let data = desk.path().join("data/pprepl/web");
    let message = error(&output);
    assert!(message.contains("the site was not found in ") && message.contains("'--site DIR'"), "{message}");
    let program = Path::new(env!("CARGO_BIN_EXE_pprepl")).canonicalize().expect("the program");
    let beside = program.parent().expect("a directory");
    for place in [beside.join("web"), beside.join("../share/pprepl/web"), data.clone()] {
        let name = place.file_name().expect("a name").to_string_lossy().into_owned();
        assert!(message.contains(&name), "{}: {message}", place.display());
    }
    assert!(message.contains(&data.display().to_string()) && message.contains("share"), "{message}");
    fs::create_dir_all(&data).expect("a directory");
    fs::write(data.join("index.html"), "<title>of the user</title>").expect("a file");
    let server = Running::new(desk.path(), &["lessons", "--listen", "127.0.0.1:0"]);
    assert!(server.get("/").ends_with("<title>of the user</title>"));
}

#[test]
fn an_address_of_version_6_has_brackets() {
    let desk = desk();
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        return pprepl_testing::skip("the system has no IPv6");
    }
    let server = Running::new(desk.path(), &["--site", "site", "--listen", "[::1]:0"]);
    assert!(server.lines[0].starts_with("The page: http://[::1]:"), "{:?}", server.lines);
}
