//! One node in all front ends: the same name and facts give the same `$trusted`, Hiera data and catalog.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use pprepl_session::{Outcome, Session, Settings, SystemHost, commands};

use crate::screen;

use screen::Screen;

const NODE: &str = "web1.example.com";

/// Facts that name another node: the name on the command line counts.
const FACTS: &str = "{\"os\": {\"name\": \"Debian\", \"family\": \"Debian\"}, \"clientcert\": \"other.example.org\", \
                     \"networking\": {\"hostname\": \"deb12\", \"fqdn\": \"deb12.example.org\"}}";

/// What the code below sees of the node.
const CODE: &str = "[$trusted['certname'], $trusted['hostname'], $trusted['domain'], $facts['clientcert'], \
                    $environment, lookup('role'), lookup('kind')].join(' ')";

const SEEN: &str = "web1.example.com web1 example.com web1.example.com env role of web1 Debian";

/// A directory with the environment, the facts of the node, and a notebook.
fn place() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a folder");
    let hiera = "version: 5\nhierarchy:\n  - name: node\n    path: \"nodes/%{trusted.certname}.yaml\"\n  \
                 - name: family\n    path: \"%{facts.os.family}.yaml\"\n";
    let files = [
        ("env/hiera.yaml", hiera.to_owned()),
        ("env/data/nodes/web1.example.com.yaml", "role: \"role of %{trusted.hostname}\"\n".to_owned()),
        ("env/data/Debian.yaml", "kind: \"%{facts.os.name}\"\n".to_owned()),
        ("env/manifests/site.pp", format!("notify {{ {CODE}: }}\n")),
        ("nodes/web1.example.com.json", FACTS.to_owned()),
        ("book.pp", format!("# %%\n{CODE}\n")),
    ];
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    root
}

/// Runs pprepl in the directory; its two outputs.
fn pprepl(root: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(arguments).current_dir(root).env("HOME", root).env("NO_COLOR", "1");
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("pprepl starts");
    child.stdin.take().expect("an input").write_all(input.as_bytes()).expect("the input is taken");
    let output = child.wait_with_output().expect("pprepl ends");
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The options of the node, after those of the command.
const OPTIONS: [&str; 6] = ["--environment", "env", "--node", NODE, "--facts", "nodes/web1.example.com.json"];

fn settings(root: &Path) -> Settings {
    let mut settings = Settings::default();
    settings.set("node", NODE).expect("a setting");
    settings.set("facts", &root.join("nodes/web1.example.com.json").display().to_string()).expect("a setting");
    settings
}

#[track_caller]
fn sees(front_end: &str, shown: &str) {
    assert!(shown.contains(SEEN), "{front_end}: {shown}");
    assert!(!shown.contains("other.example.org"), "{front_end}: {shown}");
}

#[test]
fn programs_see_the_same_node() {
    let root = place();
    let run = |head: &[&str], tail: &[&str], input: &str| pprepl(root.path(), &[head, &OPTIONS, tail].concat(), input);
    sees("-e", &run(&[], &["-e", CODE], ""));
    sees("piped input", &run(&[], &[], &format!("{CODE}\n")));
    sees("catalog", &run(&["catalog"], &[], ""));
    sees("run", &run(&["run"], &["book.pp"], ""));
    let request = json!({ "jsonrpc": "2.0", "id": 1, "method": "eval", "params": { "source": CODE } });
    sees("rpc", &run(&["rpc"], &[], &format!("{request}\n")));
    let matrix = ":matrix \"${trusted['certname']} ${lookup('kind')}\" over nodes/web1.example.com.json\n";
    let shown = run(&[], &[], matrix);
    assert!(shown.contains("web1.example.com Debian"), "matrix: {shown}");
}

#[test]
fn many_nodes_see_the_same_node() {
    let root = place();
    let all = ["catalog", "--environment", "env", "--nodes", "nodes", "--out", "out"];
    assert_eq!(pprepl(root.path(), &all, ""), "1 node compiled\n");
    let catalog = fs::read_to_string(root.path().join("out/web1.example.com.json")).expect("a catalog");
    sees("catalog --nodes", &catalog);
    let alone = pprepl(root.path(), &[&["catalog"], &OPTIONS[..]].concat(), "");
    assert_eq!(catalog, alone);
    fs::create_dir_all(root.path().join("other/manifests")).expect("a folder");
    fs::write(root.path().join("other/manifests/site.pp"), "notify { $trusted['certname']: }\n").expect("a file");
    let changed = pprepl(root.path(), &["diff", "env", "other", "--nodes", "nodes"], "");
    sees("diff", &changed);
    assert!(changed.contains(&format!("Notify[{NODE}]")), "{changed}");
}

#[test]
fn a_session_and_a_notebook_see_the_same_node() {
    let root = place();
    let mut session = Session::new(settings(root.path()), Box::new(SystemHost::silent()));
    session.open_environment(&root.path().join("env"), None).expect("an environment");
    let Outcome::Evaluated(evaluation) = commands::submit(&mut session, CODE) else { panic!("a value is expected") };
    sees("session", evaluation.value.as_deref().unwrap_or_default());
    let catalog: Value =
        serde_json::from_str(&session.catalog().finish().to_json(pprepl_session::Secrets::Redacted)).expect("JSON");
    sees("catalog of the session", &catalog["resources"].to_string());
    let code =
        "# %%\n[$trusted['certname'], $facts['clientcert'], $trusted['domain'], $facts['os']['name']].join(' ')\n";
    let book = root.path().join("own.pp");
    fs::write(&book, code).expect("a file");
    let screen = Screen::set(book, 120, 24, settings(root.path()));
    let shown = screen.text();
    assert!(shown.contains("web1.example.com web1.example.com example.com Debian"), "notebook: {shown}");
}
