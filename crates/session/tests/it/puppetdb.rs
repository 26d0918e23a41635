//! Answers of PuppetDB from a file: queries, and exported resources of other nodes.

use std::cell::Cell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use pprepl_session::{Evaluation, Origin, Session, Settings, SystemHost};
use puppet_eval::{Host, Level, Stamp};
use puppet_pcore::Value;

const ANSWERS: &str = "\
queries:
- query: 'inventory[certname] { facts.os.name = \"Debian\" }'
  answer: [{certname: web1}, {certname: web2}]
- query: [from, nodes, ['=', certname, web1]]
  answer: [{certname: web1, deactivated: null}]
resources:
- {certname: web1, type: Notify, title: of web1, parameters: {message: hello}, tags: [web]}
- {certname: web2, type: Notify, title: of web2, parameters: {message: bye}, tags: [web, second]}
- {certname: db1, type: Notify, title: of db1, parameters: {message: data}}
- {certname: me, type: Notify, title: of me, parameters: {message: mine}}
- {certname: web1, type: Shared::Item, title: one, parameters: {port: 80}}
- {certname: web1, type: Notify, title: local, parameters: {}}
";

struct Tried {
    session: Session,
    _folder: tempfile::TempDir,
}

fn session(answers: &str) -> Tried {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("answers.yaml");
    std::fs::write(&file, answers).expect("a file");
    let mut settings = Settings::default();
    settings.set("puppetdb", &file.display().to_string()).expect("a setting");
    settings.set("node", "me").expect("a setting");
    Tried { session: Session::new(settings, Box::new(SystemHost::silent())), _folder: folder }
}

impl Tried {
    fn run(&mut self, code: &str) -> Evaluation {
        self.session.evaluate("input", code)
    }

    fn value(&mut self, code: &str) -> String {
        let evaluation = self.run(code);
        evaluation.value.unwrap_or_else(|| panic!("{code}: {:?}", evaluation.reports))
    }

    /// Returns the message and the help of the error.
    fn error(&mut self, code: &str) -> String {
        let evaluation = self.run(code);
        let report = evaluation.reports.first().unwrap_or_else(|| panic!("{code}: {:?}", evaluation.value));
        format!("{}; {}", report.message, report.help.as_deref().unwrap_or_default())
    }

    /// Returns the resources of the exported catalog with their messages.
    fn notifies(&self) -> Vec<String> {
        let export = self.session.catalog().export();
        let rows = export.resources.iter().filter(|resource| resource.type_name == "Notify");
        rows.map(|one| format!("{}: {}", one.title, one.parameters.get("message").map_or("", |m| m.as_str().unwrap())))
            .collect()
    }
}

#[test]
fn queries_have_the_answers_of_the_file() {
    let mut tried = session(ANSWERS);
    let answer = "[{'certname' => 'web1'}, {'certname' => 'web2'}]";
    assert_eq!(tried.value("puppetdb_query('inventory[certname] {  facts.os.name = \"Debian\"\n}')"), answer);
    assert_eq!(tried.value("puppetdb_query(['from', 'nodes', ['=', 'certname', 'web1']])[0]['certname']"), "'web1'");
    let refused = tried.error("puppetdb_query('nodes[certname] { }')");
    assert!(refused.contains("no answer to the query 'nodes[certname] { }'"), "{refused}");
    assert!(refused.contains("{query: 'nodes[certname] { }', answer: []}"), "{refused}");
}

#[test]
fn without_a_file_the_function_names_it() {
    let mut bare = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let refused = bare.evaluate("input", "puppetdb_query('nodes { }')");
    let help = refused.reports[0].help.clone().unwrap_or_default();
    assert!(help.contains("--puppetdb FILE") && help.contains(":set puppetdb FILE"), "{help}");
    let warned = bare.evaluate("input", "@@notify { 'a': } Notify <<| |>>");
    assert_eq!(warned.reports.len(), 2, "{:?}", warned.reports);
}

#[test]
fn exported_resources_of_other_nodes_are_collected() {
    let mut tried = session(ANSWERS);
    let done =
        tried.run("@@notify { 'own': message => 'x', tag => 'web' } Notify <<| tag == 'web' |>> { withpath => true }");
    assert!(!done.failed() && done.reports.is_empty(), "{:?}", done.reports);
    assert_eq!(tried.notifies(), ["own: x", "of web1: hello", "of web2: bye"]);
    let export = tried.session.catalog().export();
    let of = |title: &str| export.resources.iter().find(|one| one.title == title).expect("a resource");
    assert_eq!(of("of web1").parameters["withpath"], true);
    assert!(of("own").exported && !of("of web1").exported);
    assert!(of("of web2").tags.contains(&"second".to_owned()), "{:?}", of("of web2").tags);
    // A second collector finds the same resources again.
    let done = tried.run("Notify <<| title == 'of web1' or message == 'data' |>> -> notify { 'last': }");
    assert!(!done.failed(), "{:?}", done.reports);
    assert_eq!(tried.notifies().len(), 5);
    assert!(tried.session.catalog().findings().is_empty());
}

#[test]
fn exported_defined_types_run_their_bodies() {
    let mut tried = session(ANSWERS);
    let code =
        "define shared::item($port) { notify { \"${title} on ${port}\": message => 'body' } } Shared::Item <<| |>>";
    let done = tried.run(code);
    assert!(!done.failed(), "{:?}", done.reports);
    assert_eq!(tried.notifies(), ["one on 80: body"]);
    tried.session.undo(1);
    assert_eq!(tried.notifies(), [] as [String; 0]);
    assert!(!tried.run(code).failed());
}

#[test]
fn titles_of_two_nodes_must_differ() {
    let mut tried = session(ANSWERS);
    let refused = tried.error("notify { 'local': } Notify <<| |>>");
    assert!(refused.contains("Notify['local'], which web1 exports, is in the catalog already"), "{refused}");
}

#[test]
fn another_form_of_the_file_is_refused() {
    for (answers, expected) in [
        ("- a", "expected a hash"),
        ("query: []", "expected 'queries' or 'resources', found 'query'"),
        ("queries: {}", "expected a list as 'queries'"),
        ("queries: [{query: a}]", "expected 'answer' in each of 'queries'"),
        ("resources: [{certname: a, type: b}]", "expected a string 'title' in each of 'resources'"),
        ("resources: [1]", "expected hashes in 'resources'"),
    ] {
        let refused = session(answers).error("Notify <<| |>>");
        assert!(refused.contains(expected) && refused.contains("answers.yaml"), "{answers}: {refused}");
    }
}

#[test]
fn only_the_user_names_the_file() {
    let mut settings = Settings::default();
    assert!(settings.set_from(Origin::Text, "puppetdb", "/tmp/answers.yaml").is_err());
    assert!(settings.set_from(Origin::User, "puppetdb", "/tmp/answers.yaml").is_ok());
}

/// A host with a file of answers that counts how often it is read.
struct Counting {
    reads: Rc<Cell<usize>>,
    size: Rc<Cell<u64>>,
}

impl Host for Counting {
    fn read_file(&mut self, _path: &Path) -> io::Result<String> {
        self.reads.set(self.reads.get() + 1);
        Ok("answers".to_owned())
    }
    fn read_yaml(&mut self, _text: &str) -> puppet_pcore::Result<Value> {
        let row = [(Value::str("query"), Value::str("q")), (Value::str("answer"), Value::array(Vec::new()))];
        let rows = Value::array(vec![Value::hash(row.into_iter().collect())]);
        Ok(Value::hash(std::iter::once((Value::str("queries"), rows)).collect()))
    }
    fn stamp(&mut self, _path: &Path) -> Option<Stamp> {
        Some(Stamp { modified: 1, size: self.size.get(), folder: false })
    }
    fn puppetdb(&mut self) -> Option<PathBuf> {
        Some(PathBuf::from("answers.yaml"))
    }
    fn now(&mut self) -> i128 {
        0
    }
    fn random(&mut self) -> u64 {
        4
    }
    fn environment(&mut self, _name: &str) -> Option<String> {
        None
    }
    fn log(&mut self, _level: Level, _text: &str) {}
}

#[test]
fn the_file_is_read_once_for_all_queries() {
    let (reads, size) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(7)));
    let host = Counting { reads: reads.clone(), size: size.clone() };
    let mut session = Session::new(Settings::default(), Box::new(host));
    for _ in 0..2 {
        let told = session.evaluate("input", "Integer[1, 100].each |$n| { puppetdb_query('q') } Notify <<| |>>");
        assert!(!told.failed(), "{:?}", told.reports);
    }
    assert_eq!(reads.get(), 1);
    size.set(8);
    assert!(!session.evaluate("input", "puppetdb_query('q')").failed());
    assert_eq!(reads.get(), 2, "a file that changed is read again");
}

#[test]
fn a_file_that_changes_between_inputs_has_new_answers() {
    let mut tried = session(ANSWERS);
    assert_eq!(tried.value("puppetdb_query('inventory[certname] { facts.os.name = \"Debian\" }').size"), "2");
    // A file that changes between two inputs is read again; one that is gone is an error.
    let file = tried._folder.path().join("answers.yaml");
    std::fs::write(&file, ANSWERS.replace("{certname: web1}, {certname: web2}]", "{certname: web1}]")).expect("a file");
    assert_eq!(tried.value("puppetdb_query('inventory[certname] { facts.os.name = \"Debian\" }').size"), "1");
    std::fs::remove_file(&file).expect("no file");
    let refused = tried.error("puppetdb_query('inventory[certname] { facts.os.name = \"Debian\" }')");
    assert!(refused.contains("cannot be read"), "{refused}");
}
