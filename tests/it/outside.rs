//! With a limit on files, a path that data or a link name is not read as code: only directories that the user named are.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The text of the file outside, which no output may quote.
const SECRET: &str = "password-of-the-user = {";

/// An environment `env`, modules `more` and facts `nodes`, each with links to what is outside of them.
fn files() -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    let texts = [
        ("outside/secret.pp", SECRET),
        ("outside/init.pp", SECRET),
        ("outside/f.pp", SECRET),
        ("outside/t.pp", SECRET),
        ("outside/d.epp", SECRET),
        ("outside/deep/manifests/init.pp", SECRET),
        ("outside/web.yaml", "secret: password-of-the-user\n"),
        ("outside/environment.conf", "modulepath = password-of-the-user\n"),
        ("env/modules/good/manifests/init.pp", "class good { notice('good') }\n"),
        ("more/fine/manifests/init.pp", "class fine { notice('fine') }\n"),
        ("nodes/db.yaml", "{}\n"),
    ];
    for (name, text) in texts {
        fs::create_dir_all(at(name).parent().unwrap()).unwrap();
        fs::write(at(name), text).unwrap();
    }
    root
}

fn link(root: &Path, target: &str, name: &str) {
    let name = root.join(name);
    fs::create_dir_all(name.parent().unwrap()).unwrap();
    pprepl_testing::link(&root.join(target), &name).unwrap();
}

fn run(root: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(arguments)
        .current_dir(root)
        .env("HOME", root)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    (output.status.code(), text)
}

/// Asserts that the file outside is read, and with `--safe` is not.
fn assert_refused(root: &Path, arguments: &[&str]) {
    let (_, shown) = run(root, arguments);
    let is_read = shown.contains("password-of-the-user") || shown.contains("[syntax]");
    assert!(is_read, "nothing is outside: {arguments:?}: {shown}");
    for limit in [["--safe"].as_slice(), &["--files", "modules"], &["--set", "files=notebook"]] {
        let arguments = [arguments, limit].concat();
        let (status, shown) = run(root, &arguments);
        assert!(!shown.contains("password-of-the-user"), "{arguments:?}: {shown}");
        assert!(status != Some(0) && shown.contains("file-read"), "{arguments:?}: {status:?} {shown}");
    }
}

const DOORS: &[&[&str]] = &[
    &["catalog", "--environment", "env"],
    &["catalog", "--environment", "env", "--nodes", "nodes", "--check"],
    &["diff", "env", "env", "--nodes", "nodes"],
    &["check", "env"],
    &["-e", "1", "--environment", "env"],
];

#[test]
fn a_manifest_setting_leads_nowhere_else() {
    for setting in ["manifest = ../outside/secret.pp", "manifest = ../outside"] {
        // `check` searches the directory itself.
        for door in DOORS.iter().filter(|door| door[0] != "check") {
            let root = files();
            fs::write(root.path().join("env/environment.conf"), setting).unwrap();
            assert_refused(root.path(), door);
        }
    }
}

#[test]
fn links_in_manifests_lead_nowhere_else() {
    for (target, name) in [
        ("outside/secret.pp", "env/manifests/site.pp"),
        ("outside", "env/manifests"),
        ("outside/deep", "env/manifests/below"),
    ] {
        for door in DOORS {
            let root = files();
            link(root.path(), target, name);
            assert_refused(root.path(), door);
        }
    }
}

#[test]
fn links_in_modules_lead_nowhere_else() {
    for (target, name, code) in [
        ("outside", "env/modules/m/manifests", "include m"),
        ("outside/init.pp", "env/modules/m/manifests/init.pp", "include m"),
        ("outside/f.pp", "env/modules/m/functions/f.pp", "m::f()"),
        ("outside", "env/modules/m/functions", "m::f()"),
        ("outside/t.pp", "env/modules/m/types/t.pp", "M::T"),
        ("outside/deep", "env/modules/m", "include m"),
        ("outside/deep", "more/m", "include m"),
        ("outside/f.pp", "env/functions/f.pp", "environment::f()"),
    ] {
        let root = files();
        link(root.path(), target, name);
        assert_refused(root.path(), &["-e", code, "--environment", "env", "--modulepath", "more"]);
    }
}

#[test]
fn a_link_to_the_modules_themselves_leads_nowhere_else() {
    let root = files();
    fs::remove_dir_all(root.path().join("env/modules")).unwrap();
    fs::create_dir_all(root.path().join("outside/all/m/manifests")).unwrap();
    fs::write(root.path().join("outside/all/m/manifests/init.pp"), SECRET).unwrap();
    link(root.path(), "outside/all", "env/modules");
    assert_refused(root.path(), &["-e", "include m", "--environment", "env"]);
}

#[test]
fn a_configuration_that_is_a_link_is_not_read() {
    let root = files();
    link(root.path(), "outside/environment.conf", "env/environment.conf");
    let (status, shown) = run(root.path(), &["catalog", "--safe", "--environment", "env"]);
    assert!(status == Some(64) && shown.contains("environment.conf"), "{status:?} {shown}");
}

#[test]
fn facts_of_nodes_lead_nowhere_else() {
    let root = files();
    link(root.path(), "outside/web.yaml", "nodes/web.yaml");
    fs::write(root.path().join("site.pp"), "notify { $facts['secret']: }\n").unwrap();
    let door = ["catalog", "--nodes", "nodes", "--out", "catalogs", "site.pp"];
    run(root.path(), &door);
    let catalog = root.path().join("catalogs/web.json");
    assert!(fs::read_to_string(&catalog).unwrap().contains("password-of-the-user"));
    fs::remove_file(&catalog).unwrap();
    let (status, shown) = run(root.path(), &[&door[..], &["--safe"]].concat());
    assert!(status == Some(1) && shown.contains("file-read"), "{status:?} {shown}");
    assert!(!catalog.exists());
}

#[test]
fn searches_on_the_command_line_lead_nowhere_else() {
    for (target, name) in
        [("outside/secret.pp", "folder/a.pp"), ("outside", "folder/below"), ("outside/deep", "folder/x/y")]
    {
        for door in [["check", "folder"].as_slice(), &["fmt", "--diff", "folder"]] {
            let root = files();
            link(root.path(), target, name);
            assert_refused(root.path(), door);
        }
    }
}

#[test]
fn rules_of_a_directory_lead_nowhere_else() {
    let root = files();
    fs::write(root.path().join("outside/rules.toml"), "password-of-the-user = 1\n").unwrap();
    fs::create_dir(root.path().join("folder")).unwrap();
    link(root.path(), "outside/rules.toml", "folder/.pprepl.toml");
    assert_refused(root.path(), &["check", "folder"]);
    assert_refused(root.path(), &["fmt", "--check", "folder"]);
}

#[test]
fn tests_and_answers_lead_nowhere_else() {
    let root = files();
    let test = "#| expect value 'password-of-the-user'\n'x'\n";
    fs::write(root.path().join("outside/test.pp"), format!("# %%\n{test}")).unwrap();
    link(root.path(), "outside/test.pp", "folder/test.pp");
    assert_refused(root.path(), &["test", "folder"]);
}

#[test]
fn what_the_user_names_is_read_through_links() {
    let root = files();
    for (target, name) in [("env", "to_env"), ("more", "to_more"), ("nodes", "to_nodes")] {
        link(root.path(), target, name);
    }
    link(root.path(), "env/modules/good", "env/modules/same");
    let named = ["--environment", "to_env", "--modulepath", "to_more"];
    for (door, wanted) in
        [(["-e", "include good", "--safe"].as_slice(), "good"), (&["-e", "include fine", "--safe"], "fine")]
    {
        let (status, shown) = run(root.path(), &[door, &named].concat());
        assert!(status == Some(0) && shown.contains(wanted), "{door:?}: {status:?} {shown}");
    }
    let catalog = ["catalog", "--safe", "--environment", "to_env", "--nodes", "to_nodes", "--check"];
    assert_eq!(run(root.path(), &catalog).0, Some(0));
    let (status, shown) = run(root.path(), &["check", "--safe", "to_env"]);
    assert_eq!(status, Some(0), "{shown}");
}
