//! `pprepl check` on environments: the small control repository of `tests/project`, on one thread and on several, and
//! what a change affects.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use pprepl_testing::process::Ended;
use serde_json::Value;

struct Ran {
    out: String,
    err: String,
    status: i32,
}

fn check(folder: &Path, arguments: &[&str]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.arg("check").args(arguments).current_dir(folder).env_remove("NO_COLOR").stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ran { out: text(&output.stdout), err: text(&output.stderr), status: output.status.code().unwrap() }
}

fn data() -> PathBuf {
    pprepl_testing::root().join("tests/project")
}

/// A directory with these files.
fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
    let root = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| write(root.path(), name, text));
    root
}

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

#[test]
fn an_environment_is_checked_as_a_whole() {
    let found = check(&data(), &["environment"]);
    assert_eq!(found.out, "");
    insta::assert_snapshot!(found.err);
    assert_eq!(found.status, 2);
}

#[test]
fn definitions_are_where_the_loader_looks_for_them() {
    let files = [
        ("environment.conf", ""),
        ("modules/web/manifests/init.pp", "class web { }\ninclude web\n"),
        ("modules/web/manifests/log.pp", "class web::log { }\nclass other::log { }\n"),
        ("modules/web/manifests/site/one.pp", "define web::one() { }\n"),
        ("modules/web/functions/port.pp", "function web::other() { 1 }\n"),
        ("modules/web/examples/init.pp", "include web\n"),
        ("modules/web/types/port.pp", "type Web::Other = Integer\n"),
        ("modules/renamed/manifests/init.pp", "class its_name { }\n"),
        ("modules/renamed/metadata.json", "{ \"name\": \"author-its_name\" }"),
        ("manifests/site.pp", "class anywhere { }\ninclude anywhere\n"),
    ];
    let found = check(tree(&files).path(), &[".", "--json"]);
    insta::assert_snapshot!(findings(&found.out));
    assert_eq!(found.status, 1);
}

/// Returns a row for each finding in the output of `--json`.
fn findings(json: &str) -> String {
    let mut shown = String::new();
    for line in json.lines() {
        let file: Value = serde_json::from_str(line).unwrap();
        for one in file["diagnostics"].as_array().unwrap() {
            let [file, severity, code] = [&file["file"], &one["severity"], &one["code"]].map(|it| it.as_str().unwrap());
            let [line, message, help] = [&one["line"], &one["message"], &one["help"]];
            shown += &format!("{file}:{line} {severity} {code} {message}");
            shown += &if help.is_null() { "\n".to_owned() } else { format!(" {help}\n") };
        }
    }
    shown
}

/// What no file defines is an error where all files are known. In one file it is a warning, where a known name is near.
#[test]
fn names_that_nothing_defines() {
    let files = [
        ("environment.conf", ""),
        (
            "modules/web/manifests/init.pp",
            "class web(Integer $port = 80, Web::Mode $mode = 'a') {\n  notice($prot)\n  notice($osfamily, $unheard)\n}\n",
        ),
        ("modules/web/types/mode.pp", "type Web::Mode = Enum['a']\n"),
        ("modules/web/functions/port.pp", "function web::port(Integer $count) { $cuont + 1 }\n"),
        (
            "modules/web/lib/puppet/functions/web/rubyish.rb",
            "Puppet::Functions.create_function(:'web::rubyish') do\nend\n",
        ),
        ("modules/web/templates/host.epp", "<%- | String $name | -%>\n<%= $nmae %>\n"),
        (
            "manifests/site.pp",
            "include web\nnotice('abc'.lenght, web::prot(1), web::rubyish())\npackage { 'vim': require => Packge['nano'] }\n\
             notice(epp('web/host', { 'name' => 'a' }), epp('web/hots.epp'), template('web/none.erb'))\n\
             notice(1 =~ Web::Mood)\ncall('web::prot', 1)\n",
        ),
    ];
    let tree = tree(&files);
    let all = check(tree.path(), &[".", "--json"]);
    let one = check(tree.path(), &["--json", "manifests/site.pp", "modules/web/manifests/init.pp"]);
    insta::assert_snapshot!(format!("{}\nfiles alone\n{}", findings(&all.out), findings(&one.out)));
    assert_eq!((all.status, one.status), (1, 0));
}

#[test]
fn each_finding_has_its_file_in_json_and_sarif() {
    let found = check(&data(), &["environment", "--json"]);
    let lines: Vec<Value> = found.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let files: Vec<&str> = lines.iter().map(|line| line["file"].as_str().unwrap()).collect();
    let mut sorted = files.clone();
    sorted.sort_unstable();
    assert_eq!(files, sorted, "the order of the files");
    let common = lines.iter().find(|line| line["file"] == "environment/data/common.yaml").unwrap();
    let port = &common["diagnostics"][0];
    assert_eq!((&port["code"], &port["line"]), (&"type-mismatch".into(), &9.into()), "{port}");
    assert_eq!(port["labels"][0]["source"], "environment/modules/web/manifests/init.pp", "{port}");

    let found = check(&data(), &["environment", "--sarif"]);
    let sarif: Value = serde_json::from_str(&found.out).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let uri = |location: &Value| location["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap().to_owned();
    let of_data = results.iter().find(|one| uri(&one["locations"][0]).ends_with("common.yaml")).unwrap();
    assert!(uri(&of_data["relatedLocations"][0]).ends_with("web/manifests/init.pp"), "{of_data}");
}

#[test]
fn one_thread_and_several_print_the_same() {
    let many: Vec<(String, String)> = (0..60)
        .map(|number| {
            let text = format!("class many::c{number}(Integer $x = 'a') {{ include many::c{} }}\n", (number * 7) % 60);
            (format!("modules/many/manifests/c{number}.pp"), text)
        })
        .collect();
    let root = tree(&[("environment.conf", "")]);
    many.iter().for_each(|(name, text)| write(root.path(), name, text));
    for (folder, operand) in
        [(data(), "environment"), (root.path().to_owned(), "."), (root.path().to_owned(), "modules")]
    {
        for form in [&[][..], &["--json"], &["--sarif"], &["--hints"]] {
            let run = |jobs: &str| check(&folder, &[&[operand, "--jobs", jobs], form].concat());
            let (one, two, eight) = (run("1"), run("2"), run("8"));
            assert_eq!((&one.out, &one.err, one.status), (&two.out, &two.err, two.status), "{operand} {form:?}");
            assert_eq!((&one.out, &one.err), (&eight.out, &eight.err), "{operand} {form:?}");
        }
    }
}

// Debian's modules are linked into one folder.
#[cfg(unix)]
#[test]
fn real_modules_print_the_same_on_two_threads() {
    let Some(debian) = pprepl_testing::debian() else { return };
    let folders = fs::read_dir(debian).unwrap().flatten().map(|entry| entry.path());
    let modules: Vec<PathBuf> = folders
        .map(|package| package.join("usr/share/puppet/modules.available"))
        .filter(|path| path.is_dir())
        .collect();
    let path: Vec<String> = modules.iter().map(|path| path.display().to_string()).collect();
    let root = tree(&[("environment.conf", &format!("modulepath = {}\n", path.join(":")))]);
    for (number, module) in modules.iter().take(8).enumerate() {
        std::os::unix::fs::symlink(module, root.path().join(format!("m{number}"))).unwrap();
    }
    let run = |jobs: &str| check(root.path(), &[".", "--jobs", jobs]);
    let (one, two) = (run("1"), run("2"));
    assert_eq!((one.out, one.err, one.status), (two.out, two.err, two.status));
}

#[test]
fn data_options_and_lookups_are_respected() {
    let root = tree(&[
        ("environment.conf", ""),
        (
            "modules/a/manifests/init.pp",
            "class a(Integer $n, Struct[{x => Integer, Optional[y] => String}] $s, Sensitive[String] $p, \
             Optional[Array[Integer]] $l = undef) {\n  notice(lookup('a::extra'))\n}\n",
        ),
        (
            "data/common.yaml",
            "a::n: ~\na::extra: 1\na::s:\n  x: 1\n  z: 2\na::p: secret\na::l: [1, two, 3]\nb::c: 1\na::N: 1\n",
        ),
    ]);
    let found = check(root.path(), &[".", "--json"]);
    let line = found.out.lines().find(|line| line.contains("common.yaml")).unwrap();
    let found: Value = serde_json::from_str(line).unwrap();
    let told: Vec<String> = found["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| format!("{}:{} {} {} ({})", one["line"], one["column"], one["code"], one["message"], one["help"]))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn an_environment_without_data_or_modules_is_checked() {
    let root =
        tree(&[("environment.conf", "manifest = site.pp\nmodulepath = nowhere\n"), ("site.pp", "include nosuch\n")]);
    assert_eq!(check(root.path(), &["."]).status, 0, "a module may have the class");
    fs::create_dir(root.path().join("nowhere")).unwrap();
    assert_eq!(check(root.path(), &["."]).status, 1, "no module has the class");
    write(root.path(), "Puppetfile", "forge 'https://forge.example.com'\nmod 'ann/nosuch', '1.0.0'\n");
    assert_eq!(check(root.path(), &["."]).status, 0, "a module of the Puppetfile may have it");
    let bad = check(root.path(), &[".", "--set", "files=modules"]);
    assert_eq!(bad.status, 0, "{}", bad.err);
    write(root.path(), "environment.conf", "modulepath = /nowhere\n");
    let bad = check(root.path(), &[".", "--set", "files=modules"]);
    assert_eq!((bad.status, bad.err.contains("environment.conf takes modules from")), (64, true), "{}", bad.err);
}

#[test]
fn an_environment_shows_what_nothing_gives_or_declares() {
    let class = "class a {\n  include b\n  service { 'ngnix': require => Package['nginx'] }\n  \
                 file { '/x': notify => Service['nginx'] }\n  notify { 'p': } -> notify { 'q': before => Notify['p'] }\n}\n";
    let root = tree(&[
        ("environment.conf", ""),
        ("hiera.yaml", "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n"),
        ("data/common.yaml", "b::given: 1\n"),
        ("manifests/site.pp", "node default { include a }\n"),
        ("modules/a/manifests/init.pp", class),
        ("modules/b/manifests/init.pp", "class b(Integer $given, String $missing) { }\n"),
    ]);
    let found = check(root.path(), &["."]);
    insta::assert_snapshot!(found.err);
    assert_eq!(found.status, 1);
    // Another backend may give the value, and a class that is not included may declare the rest.
    write(root.path(), "hiera.yaml", "version: 5\nhierarchy:\n  - {name: common, lookup_key: my::backend}\n");
    let found = check(root.path(), &["."]);
    assert!(!found.err.contains("missing-attribute"), "{}", found.err);
    let found = check(root.path(), &[".", "--hints"]);
    assert!(found.err.contains("class b needs a value for 'missing'"), "{}", found.err);
}

/// A running `check --watch`.
struct Watched {
    _child: Ended,
    lines: Receiver<String>,
}

impl Watched {
    fn new(folder: &Path, operand: &str) -> Watched {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
        command.args(["check", "--watch", operand]).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (sender, lines) = channel();
        let error = BufReader::new(child.stderr.take().unwrap());
        std::thread::spawn(move || error.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Watched { _child: Ended(child), lines }
    }

    /// The lines up to the end of a round.
    fn round(&self) -> Vec<String> {
        let mut round = Vec::new();
        while round.last().is_none_or(|line: &String| !line.starts_with("---")) {
            round.push(self.lines.recv_timeout(Duration::from_secs(60)).expect("the end of a round"));
        }
        round
    }
}

#[test]
fn watch_checks_what_a_change_affects() {
    let root = tree(&[
        ("environment.conf", ""),
        ("modules/a/manifests/init.pp", "class a(Integer $n) { }\n"),
        ("modules/a/manifests/user.pp", "class a::user { class { 'a': n => 1 } }\n"),
        ("modules/a/manifests/alone.pp", "class a::alone { }\n"),
        ("data/common.yaml", "a::n: 1\n"),
    ]);
    let watched = Watched::new(root.path(), ".");
    assert_eq!(watched.round().last().unwrap(), "--- checked 4 files");
    write(root.path(), "modules/a/manifests/init.pp", "class a(String $n) { }\n");
    let round = watched.round();
    let errors = round.iter().filter(|line| line.starts_with("error[type-mismatch]")).count();
    assert_eq!(
        (errors, round.last().unwrap().as_str()),
        (2, "--- changed: ./modules/a/manifests/init.pp; checked 3 files")
    );
    write(root.path(), "modules/a/manifests/alone.pp", "class a::alone { $x = 1 + 'a' }\n");
    let round = watched.round();
    assert!(round[0].starts_with("error[operand]"), "{round:?}");
    assert!(round.last().unwrap().ends_with("alone.pp; checked 1 file"), "{round:?}");
    fs::remove_file(root.path().join("data/common.yaml")).unwrap();
    assert!(watched.round().last().unwrap().contains("common.yaml; checked 1 file"), "the class sees its data");
}

#[test]
fn watch_follows_faults_of_the_whole_environment() {
    let root = tree(&[
        ("environment.conf", ""),
        ("manifests/site.pp", "include a, b\n"),
        ("modules/a/manifests/init.pp", "class a { Notify['x'] -> Notify['x'] }\n"),
        ("modules/b/manifests/init.pp", "class b { notify { 'x': } }\n"),
    ]);
    let watched = Watched::new(root.path(), ".");
    assert_eq!(watched.round(), ["--- checked 3 files"]);
    write(root.path(), "modules/b/manifests/init.pp", "class b { notify { 'y': } }\n");
    let round = watched.round();
    let errors = round.iter().filter(|line| line.starts_with("error[undeclared-reference]: Notify['x']")).count();
    assert_eq!(
        (errors, round.last().unwrap().as_str()),
        (2, "--- changed: ./modules/b/manifests/init.pp; checked 3 files")
    );
}

#[test]
fn watch_without_an_environment_checks_changed_files() {
    let root = tree(&[("a.pp", "$x = 1\n"), ("b.pp", "$y = 1\n")]);
    let watched = Watched::new(root.path(), ".");
    assert_eq!(watched.round(), ["--- checked 2 files"]);
    write(root.path(), "b.pp", "$y = 1 + 'a'\n");
    let round = watched.round();
    assert!(round[0].starts_with("error[operand]"), "{round:?}");
    assert_eq!(round.last().unwrap(), "--- changed: ./b.pp; checked 1 file");
    assert_eq!(Watched::new(root.path(), "a.pp").round(), ["--- checked 1 file"]);
}

const LEVELS: &str = "version: 5
defaultss: {datadir: data}
defaults:
  datadir: data
  data_hsh: yaml_data
hierarchy:
  - {name: common, data_hash: yaml_data,
    paht: common.yaml}
  - {name: two, data_hash: yaml_data,
    path: common.yaml,
    paths: [a.yaml]}
  - name: three
    data_hash: yml_data
    path: x.yaml
  - name: four
    data_hash: eyaml_lookup_key
    path: q.yaml
  - {name: common, data_hash: yaml_data,
    path: b.yaml}
  - path: x.yaml
  - name: own
    lookup_key: a::backend
    path: c.yaml
  - name: other
    lookup_key: vault_lookup
    path: c.yaml
";

#[test]
fn the_configuration_of_data_is_checked_line_by_line() {
    let root = tree(&[
        ("environment.conf", ""),
        ("hiera.yaml", LEVELS),
        (
            "modules/a/functions/backend.pp",
            "function a::backend($_key, $_options, $context) { $context.not_found() }\n",
        ),
        ("modules/a/hiera.yaml", "version: 3\n"),
        ("modules/b/hiera.yaml", "version: 5\nhierarchy: [{name: x, pth: y.yaml}]\n"),
    ]);
    let found = check(root.path(), &["."]);
    let wanted = [
        ("hiera.yaml has no `defaultss`", "./hiera.yaml:2:"),
        ("`defaults` has no `data_hsh`", "./hiera.yaml:5:"),
        ("a level has no `paht`", "./hiera.yaml:8:"),
        ("the level 'two' has more than one of", "./hiera.yaml:9:"),
        ("unknown data_hash function 'yml_data'", "./hiera.yaml:13:"),
        ("`eyaml_lookup_key` is no data_hash function", "./hiera.yaml:16:"),
        ("there is a level 'common' already, in line 7", "./hiera.yaml:18:"),
        ("this level has no `name`", "./hiera.yaml:20:"),
        ("unknown lookup_key function 'vault_lookup'", "./hiera.yaml:25:"),
        ("is of version 3, which no module may have", "./modules/a/hiera.yaml:1:"),
        ("a level has no `pth`", "./modules/b/hiera.yaml:2:"),
    ];
    for (message, place) in wanted {
        let at = found.err.find(message).unwrap_or_else(|| panic!("{message}: {}", found.err));
        let after = found.err[at..].lines().nth(1).unwrap_or_default();
        assert!(after.contains(place), "{message}: {after}");
    }
    assert!(!found.err.contains("a::backend"), "{}", found.err);
    assert_eq!(found.status, 1);
    // The same file outside an environment.
    let found = check(root.path(), &["modules/b/hiera.yaml"]);
    assert!(found.err.contains("a level has no `pth`"), "{}", found.err);
}

#[test]
fn watch_checks_a_changed_configuration_of_data() {
    let good = "version: 5\nhierarchy:\n  - {name: common, path: common.yaml}\n";
    let root = tree(&[("environment.conf", ""), ("hiera.yaml", good), ("manifests/site.pp", "notice(1)\n")]);
    let watched = Watched::new(root.path(), ".");
    assert_eq!(watched.round(), ["--- checked 2 files"]);
    write(root.path(), "hiera.yaml", &good.replace("path:", "pahts:"));
    let round = watched.round();
    assert!(round[0].contains("a level has no `pahts`"), "{round:?}");
    assert_eq!(round.last().unwrap(), "--- changed: ./hiera.yaml; checked 1 file");
}

/// The manifests of two directories that link to each other have more paths than any search could list.
#[cfg(unix)]
#[test]
fn manifests_in_circles_of_links_are_checked() {
    let site = [("manifests/site.pp", "notice(1)\n"), ("manifests/a/x.pp", "notice(2)\n"), ("manifests/b/y.pp", "")];
    let root = tree(&site);
    let manifests = root.path().join("manifests");
    fs::create_dir(root.path().join("modules")).unwrap();
    for (from, to) in [("a/one", "b"), ("a/two", "b"), ("b/one", "a"), ("b/two", "a"), ("a/up", "")] {
        std::os::unix::fs::symlink(manifests.join(to), manifests.join(from)).unwrap();
    }
    let ran = check(root.path(), &["."]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_all_threads_of_a_check() {
    // Without it, these files take minutes; each ends with an error.
    let slow: String = (0..4_000).map(|at| format!("$v{at} = [1, 2, 3].map |$x| {{ $x + {at} }}\n")).collect();
    let text = format!("{slow}$last = 1 + []\n");
    let names: Vec<String> = (0..200).map(|at| format!("f{at:03}.pp")).collect();
    let mut files: Vec<(&str, &str)> = vec![("a.pp", "$first = 1 + []\n")];
    files.extend(names.iter().map(|name| (name.as_str(), text.as_str())));
    let root = tree(&files);
    let mut command = Command::new(env!("CARGO_BIN_EXE_pprepl"));
    command.args(["check", "--jobs", "4", "."]).current_dir(root.path()).stdin(Stdio::null()).stderr(Stdio::piped());
    let mut child = Ended(command.spawn().unwrap());
    let mut lines = BufReader::new(child.0.stderr.take().unwrap()).lines().map_while(Result::ok);
    let first = lines.next().expect("the finding of the first file");
    let process = child.0.id().to_string();
    assert!(Command::new("kill").args(["-s", "INT", &process]).status().expect("kill").success());
    let rest: Vec<String> = lines.collect();
    assert!(first.starts_with("error[operand]"), "{first}");
    assert!(!rest.iter().any(|line| line.contains("f199.pp")), "the last file is not checked any more");
    assert_eq!(child.0.wait().unwrap().code(), Some(130));
}
