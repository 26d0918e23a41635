//! `:load` of a changed file and `:reload`: a step of the session that sees code, data and templates.

use std::path::Path;

use pprepl_session::{Outcome, Session, Settings, SystemHost, commands};

/// A session with files: an environment with a module, or plain manifests.
struct Scene {
    session: Session,
    folder: tempfile::TempDir,
}

impl Scene {
    fn new(files: &[(&str, &str)]) -> Scene {
        let folder = tempfile::tempdir().expect("a folder");
        let scene = Scene { session: Session::new(Settings::default(), Box::new(SystemHost::silent())), folder };
        files.iter().for_each(|(path, text)| scene.write(path, text));
        scene
    }

    fn environment(files: &[(&str, &str)]) -> Scene {
        let mut scene = Scene::new(files);
        let root = scene.folder.path().to_owned();
        scene.session.open_environment(&root, None).expect("an environment");
        scene
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Returns the answer to an input or a command: `FOLDER` is the directory of the files.
    fn ask(&mut self, line: &str) -> String {
        let folder = pprepl_files::slashed(self.folder.path());
        let (text, reports) = match commands::submit(&mut self.session, &line.replace("FOLDER", &folder)) {
            Outcome::Command(answer) => (answer.text, answer.reports),
            Outcome::Evaluated(got) => (got.value.or(got.shown).unwrap_or_default(), got.reports),
            other => panic!("{line}: {other:?}"),
        };
        let messages = reports.iter().map(|one| format!(" {} {}", one.code, one.message)).collect::<String>();
        (text + &messages).replace(&folder, "FOLDER")
    }

    fn check(&mut self, line: &str, wanted: &str) {
        let answer = self.ask(line);
        assert!(answer.contains(wanted), "{line}: {answer}");
    }
}

#[test]
fn a_changed_file_that_is_loaded_again_is_reloaded() {
    let mut scene = Scene::new(&[("lib.pp", "function lf($x) { $x + 1 }\n"), ("log.pp", "notice('hi')\n")]);
    scene.check(":load FOLDER/lib.pp", "");
    scene.check("$v = lf(1)", "2");
    scene.write("lib.pp", "function lf($x) { $x + 100 }\n");
    // Another name of the same file.
    scene.check(":load FOLDER/./lib.pp", "input 2 is now 101, was 2");
    scene.check("lf(1)", "101");
    // A file without changes runs as before.
    scene.check(":load FOLDER/lib.pp", "is defined twice");
    scene.check(":load FOLDER/log.pp", "");
    assert_eq!(scene.ask(":load FOLDER/log.pp"), "undef");
}

#[test]
fn a_file_that_failed_to_load_is_not_remembered() {
    let mut scene = Scene::new(&[("lib.pp", "function lf($x) { $x + 1 }\n")]);
    scene.check(":load FOLDER/lib.pp", "");
    scene.check(":load FOLDER/lib.pp", "is defined twice");
    scene.write("lib.pp", "function lf($x) { $x + 100 }\n");
    scene.check(":reload", "Changed: FOLDER/lib.pp");
    scene.check("lf(1)", "101");
    scene.write("lib.pp", "function lf($x) { $x + }\n");
    scene.check(":load FOLDER/lib.pp", "the session is as it was");
    scene.check("lf(1)", "101");
    scene.write("lib.pp", "function lf($x) { $x + 7 }\n");
    scene.check(":reload", "Changed: FOLDER/lib.pp");
    scene.check("lf(1)", "8");
    let mut scene = Scene::new(&[("bad.pp", "$x = nosuch()\n")]);
    scene.check(":load FOLDER/bad.pp", "unknown function");
    scene.check(":reload", "No files are loaded");
    scene.write("bad.pp", "$x = 1\n");
    scene.check(":load FOLDER/bad.pp", "1");
}

#[test]
fn a_reload_is_a_step_that_keeps_the_lines_of_the_session() {
    let mut scene = Scene::new(&[("l.pp", "$x = 1\n")]);
    scene.check(":load FOLDER/l.pp", "1");
    scene.check(":checkpoint k1", "");
    scene.check("$y = $x * 10", "10");
    scene.check(":fork other", "");
    scene.check("$z = 5", "5");
    scene.write("l.pp", "$x = 2\n");
    scene.check(":reload", "input 2 is now 20, was 10");
    scene.check("[$x, $y, $z]", "[2, 20, 5]");
    for name in ["other", "main", "k1"] {
        scene.check(":fork", name);
    }
    scene.check(":undo", ":reload");
    scene.check("[$x, $y, $z]", "[1, 10, 5]");
    scene.check(":redo", ":reload");
    scene.check("[$x, $y, $z]", "[2, 20, 5]");
    scene.check(":switch main", "");
    scene.check("[$x, $y]", "[1, 10]");
    // The line of the former state sees the change of the file, too.
    scene.check(":reload", "Changed");
    scene.check("[$x, $y]", "[2, 20]");
    scene.check(":undo", ":reload");
    scene.check(":reload", "Changed");
}

#[test]
fn a_reload_sees_data_and_templates() {
    let config = |file: &str| {
        format!(
            "version: 5\ndefaults:\n  datadir: data\n  data_hash: yaml_data\nhierarchy:\n  - name: a\n    path: {file}\n"
        )
    };
    let mut scene = Scene::environment(&[
        ("hiera.yaml", &config("common.yaml")),
        ("data/common.yaml", "m::port: 80\n"),
        ("modules/m/manifests/init.pp", "class m($port, $k = 0) { file { '/x': content => epp('m/x.epp') } }\n"),
        ("modules/m/templates/x.epp", "old <%= $m::port %>"),
        ("modules/m/files/f.txt", "old"),
    ]);
    scene.check("include m", "Class[m]");
    scene.check("$f = file('m/f.txt')", "'old'");
    scene.check(":reload", "unchanged");
    scene.write("data/common.yaml", "m::port: 8080\n");
    // What an input reads now is not what the catalog was made of.
    scene.check("lookup('m::port')", "8080");
    scene.check(":reload", "Changed: FOLDER/data/common.yaml");
    scene.check("[$m::port, File['/x']['content']]", "[8080, 'old 8080']");
    scene.check(":undo", ":reload");
    scene.check("$m::port", "80");
    scene.check(":reload", "Changed: FOLDER/data/common.yaml");
    scene.write("modules/m/templates/x.epp", "new <%= $m::port %>");
    scene.check(":reload", "Changed: FOLDER/modules/m/templates/x.epp");
    scene.check("File['/x']['content']", "'new 8080'");
    scene.write("modules/m/files/f.txt", "a new one");
    scene.check(":reload", "input 2 is now 'a new one', was 'old'");
    scene.write("hiera.yaml", &config("other.yaml"));
    scene.write("data/other.yaml", "m::port: 1\n");
    scene.check(":reload", "Changed: FOLDER/hiera.yaml");
    scene.check("$m::port", "1");
    scene.check(":reload", "unchanged");
    scene.write("data/other.yaml", "m::prt: 1\n");
    scene.check(":reload", "input 1 fails now");
    scene.check("$m::port", "1");
    // A file that a search did not find.
    scene.write("hiera.yaml", &config("none.yaml").replace("path: none.yaml", "paths: [first.yaml, other.yaml]"));
    scene.write("data/other.yaml", "m::port: 2\n");
    scene.check(":reload", "Changed");
    scene.write("data/first.yaml", "m::port: 3\n");
    scene.check(":reload", "Changed: FOLDER/data/first.yaml");
    scene.check("$m::port", "3");
}

#[test]
fn a_reload_runs_the_steps_of_a_played_file() {
    let mut scene = Scene::new(&[("p.pp", "$a = 1\nfunction pf() { 3 }\n\n$b = $a + pf()\n")]);
    let text = std::fs::read_to_string(scene.folder.path().join("p.pp")).expect("a file");
    let playback =
        match commands::submit(&mut scene.session, &format!(":play {}", scene.folder.path().join("p.pp").display())) {
            Outcome::Command(answer) => answer.effect,
            other => panic!("{other:?}"),
        };
    let Some(pprepl_session::Effect::Play(pprepl_session::PlayRequest::Start(playback))) = playback else {
        panic!("{text}: {playback:?}")
    };
    for step in &playback.steps {
        pprepl_session::play(&mut scene.session, &playback.name, step);
    }
    scene.check(":reload", "No files are loaded");
    scene.check(":reload all", "Reran 3 inputs.");
    scene.check("$b", "4");
    scene.check("$b = 5", "is already set");
}

#[test]
fn a_matrix_compiles_the_session_for_each_set() {
    let mut scene = Scene::environment(&[
        ("hiera.yaml", "version: 5\nhierarchy: [{name: os, path: \"%{facts.os.family}.yaml\"}]\n"),
        ("data/Debian.yaml", "m::port: 1\n"),
        ("data/RedHat.yaml", "m::port: 2\n"),
        ("modules/m/manifests/init.pp", "class m($port) { notify { \"port ${port}\": } }\n"),
        ("manifests/site.pp", "node 'web2' { include m }\nnode default { }\n"),
    ]);
    scene.session.set("facts", "debian-12").expect("facts");
    scene.session.set("node", "web2").expect("a node");
    scene.check("$p = $m::port * 10", "10");
    let rows =
        |text: &str| text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>();
    let table = rows(&scene.ask(":matrix [$m::port, $p] over debian-12, rhel-9"));
    assert!(table.iter().any(|row| row.contains("debian-12 [1, 10]")), "{table:?}");
    assert!(table.iter().any(|row| row.contains("rhel-9 [2, 20]")), "{table:?}");
    scene.check("[$m::port, $p, $facts['os']['family']]", "[1, 10, 'Debian']");
    scene.check(":matrix defined(Notify['port 2']) over debian-12, rhel-9", "true");
    scene.check(":undo", "$p");
    scene.check(":redo", "$p");
}

/// The notebook and the slides show the place themselves: they omit its line, and no line of the message.
#[test]
fn lines_of_a_message_are_no_place() {
    let mut scene = Scene::new(&[]);
    let Outcome::Evaluated(got) = commands::submit(&mut scene.session, "fail(\"first\\n--> second\\nthird\")") else {
        panic!("no evaluation")
    };
    let lines: Vec<&str> = got.reports[0].lines_without_place().map(str::trim).collect();
    assert_eq!(lines[..3], ["error[failed-on-purpose]: first", "--> second", "third"]);
    assert!(!lines[3..].iter().any(|line| line.starts_with("-->")), "{lines:?}");
}
