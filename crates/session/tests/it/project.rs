//! Random edits of an environment: findings differ only in the files that the index calls affected, and the findings of
//! a file do not depend on the files that were checked before it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pprepl_project::{Discovery, FileRole, Member, Project};
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_testing::random::Random;
use pprepl_text::Severity;

const FILES: [(&str, FileRole, &str); 9] = [
    ("manifests/site.pp", FileRole::SiteManifest, ""),
    ("modules/a/manifests/init.pp", FileRole::Manifest, "a"),
    ("modules/a/manifests/b.pp", FileRole::Manifest, "a::b"),
    ("modules/a/manifests/d.pp", FileRole::Manifest, "a::d"),
    ("modules/a/types/t.pp", FileRole::TypeAlias, "a::t"),
    ("modules/a/types/u.pp", FileRole::TypeAlias, "a::u"),
    ("modules/a/functions/f.pp", FileRole::Function, "a::f"),
    ("modules/a/functions/g.pp", FileRole::Function, "a::g"),
    ("data/common.yaml", FileRole::Data, ""),
];

/// The variants of each file's text.
const TEXTS: [&[&str]; 9] = [
    &[
        "include a",
        "class { 'a': x => 'one' }\na::d { 't': y => 2 }",
        "type A::U = Integer",
        "",
        "$x = = 1",
        "notice(lookup('a::z'))",
        "include a::b\nnotify { 'n': require => Notify['m'] }",
        "include a::b\nnotice($a::b::v, $a::b::z)\nClass['a'] -> Class['a::b']",
    ],
    &[
        "class a(Integer $x) { }",
        "class a(A::T $x, A::U $z = 1) { a::d { 'q': y => $x } }",
        "\nclass a(String $x) { notice(a::f($x)) }",
        "class a { require a::b\n$w = $a::b::v }",
        "class a {\nnotify { 'a': require => Class['a::b'] } }",
        "",
    ],
    &[
        "class a::b inherits a { class { 'a': x => 5 } }",
        "class a::b { $v = a::f('s') + 1 }",
        "class a::b { A::D['x'] -> Class['a'] }",
        "class a::b { notify { 'm': before => Notify['m'] } }",
        "class a::b { notify { $title: } }",
        "class a::b { require a\n$z = $a::w }",
        "class a::b inherits a {\n\n Class['a::b'] -> Class['a'] }",
        "",
    ],
    &["define a::d(A::T $y) { }", "define a::d($y = a::g()) { }", "define a::d(A::U $z) { include a::b }", ""],
    &["type A::T = Integer", "type A::T = Variant[A::U, Boolean]", "type A::T = String", ""],
    &["type A::U = Integer[1, 3]", "type A::U = Enum[one]", ""],
    &[
        "function a::f(A::T $v) { a::g($v) }",
        "function a::f($v) { 'text' }",
        "function a::f($v, $w = 1) >> A::U { $v }",
        "",
    ],
    &["function a::g($v = 1) { 5 }", "function a::g(String $v) { $v }", ""],
    &[
        "a::x: 1",
        "a::x: one\na::z: 2",
        "lookup_options: {a::x: {convert_to: Integer}}\na::x: [1]",
        "a::nosuch: 1",
        "a::x: [",
        "",
    ],
];

fn member(index: usize) -> Member {
    let (path, role, expects) = FILES[index];
    let module = path.starts_with("modules").then(|| "a".into());
    Member { path: path.into(), name: path.into(), role, module, expects: expects.into() }
}

/// The state of the files: the index of the text of each.
type State = [usize; 9];

fn project(state: &State, discovery: &Discovery) -> Arc<Project> {
    let mut session = session(discovery);
    let entries =
        state.iter().enumerate().map(|(file, text)| session.project().index(&member(file), TEXTS[file][*text]));
    Arc::new(Project::new(entries.collect::<Vec<_>>()))
}

/// Makes an environment without files, and a session in it.
fn empty_environment() -> (tempfile::TempDir, Session) {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("environment.conf"), "").unwrap();
    std::fs::create_dir(root.path().join("modules")).unwrap();
    let mut first = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let discovery = first.project().find(root.path()).unwrap();
    let session = session(&discovery);
    (root, session)
}

fn session(discovery: &Discovery) -> Session {
    let mut session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    session.project().enter(discovery);
    session
}

/// The findings of a file.
fn findings(session: &mut Session, project: &Arc<Project>, name: &str) -> Vec<String> {
    let entry = project.file(name).unwrap();
    let view = match entry.member.is_code() {
        true => session.analyze().check_file_for(name, entry.source.text(), Severity::Note),
        false => session.analyze().check_data_file(name),
    };
    view.reports.iter().chain(&view.hints).map(|report| report.frame().to_owned()).collect()
}

fn all_findings(project: &Arc<Project>, discovery: &Discovery, order: &[usize]) -> BTreeMap<String, Vec<String>> {
    let mut session = session(discovery);
    session.project().set_index(project.clone());
    let name = |file: usize| FILES[file].0.to_owned();
    order.iter().map(|file| (name(*file), findings(&mut session, project, &name(*file)))).collect()
}

#[test]
fn only_affected_files_have_other_findings() {
    let root = tempfile::tempdir().unwrap();
    std::fs::write(root.path().join("environment.conf"), "").unwrap();
    std::fs::create_dir(root.path().join("modules")).unwrap();
    let mut first = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let discovery = first.project().find(root.path()).unwrap();
    let (mut forward, mut backward): (Vec<usize>, Vec<usize>) =
        ((0..FILES.len()).collect(), (0..FILES.len()).collect());
    backward.reverse();
    forward.rotate_left(3);
    let mut random = Random(11);
    let mut state: State = [0; 9];
    let (mut before, mut told) = (project(&state, &discovery), BTreeMap::new());
    let (mut spared, mut changes) = (0, 0);
    for round in 0..300 {
        let file = random.below(FILES.len());
        state[file] = random.below(TEXTS[file].len());
        let after = project(&state, &discovery);
        let now = all_findings(&after, &discovery, &forward);
        assert_eq!(
            now,
            all_findings(&after, &discovery, &backward),
            "round {round}: the order of the files counts: {state:?}"
        );
        let affected = after.affected(&before, &BTreeSet::from([Arc::from(FILES[file].0)]));
        for (name, found) in &now {
            let known = told.get(name);
            changes += usize::from(round > 0 && known != Some(found));
            spared += usize::from(!affected.contains(&**name));
            let is_same = round == 0 || known == Some(found) || affected.contains(&**name);
            assert!(is_same, "round {round}: {name} changes with {}: {state:?}\n{known:?}\n{found:?}", FILES[file].0);
        }
        (before, told) = (after, now);
    }
    assert!(changes > 100 && spared > 1_000, "{changes} changes, {spared} files spared");
}

#[test]
fn variables_and_cycles_of_classes_are_found_across_files() {
    let (_root, mut session) = empty_environment();
    let site = "include a, a::b\nnotice($a::b::port, $a::b::prot, $a::b::inherited)";
    let parent = "class a($inherited = 1) {\n  notify { 'x': require => Class['a::b'] }\n}";
    let child = "class a::b inherits a {\n  $port = 1\n  notify { 'y': require => Class['a'] }\n}";
    let entries = [(member(0), site), (member(1), parent), (member(2), child)]
        .map(|(one, text)| session.project().index(&one, text));
    let project = Arc::new(Project::new(entries));
    session.project().set_index(project.clone());
    let mut errors = |name: &str| {
        let view = session.analyze().check_file(name, project.file(name).unwrap().source.text());
        let errors = view.reports.iter().filter(|one| one.severity == Severity::Error);
        errors.map(|one| format!("{:?} {}", one.position.unwrap(), one.message)).collect::<Vec<String>>()
    };
    assert_eq!(errors("manifests/site.pp"), ["(2, 21) unknown variable 'a::b::prot'"]);
    // The first file of the cycle tells it.
    let told = errors("modules/a/manifests/b.pp");
    assert!(told.len() == 1 && told[0].contains("a cycle of dependencies"), "{told:?}");
    assert_eq!(errors("modules/a/manifests/init.pp"), [""; 0]);
}

#[test]
fn unknown_definitions_are_errors_in_code_of_an_environment() {
    let (_root, mut session) = empty_environment();
    let text = "include nosuch\nclass { 'other': }\nnosuch_type { 'a': }\nfile { '/a': }\ninclude a";
    let other = Member { name: "modules/a/examples/init.pp".into(), role: FileRole::Other, ..member(0) };
    let entries = [(member(0), text), (other, text), (member(1), "class a { }")]
        .map(|(one, text)| session.project().index(&one, text));
    let project = Arc::new(Project::new(entries));
    session.project().set_index(project.clone());
    let mut errors = |name: &str| {
        let view = session.analyze().check_file(name, project.file(name).unwrap().source.text());
        view.reports.iter().map(|report| report.message.clone()).collect::<Vec<String>>()
    };
    let unknown = ["unknown class 'nosuch'", "unknown class 'other'", "unknown resource type 'nosuch_type'"];
    assert_eq!(errors("manifests/site.pp"), unknown);
    // An example may need other modules.
    assert_eq!(errors("modules/a/examples/init.pp"), [""; 0]);
    assert_eq!(errors("manifests/site.pp"), unknown);
}

#[test]
fn a_canceled_check_keeps_no_parts_of_files() {
    let (root, mut session) = empty_environment();
    let discovery = session.project().find(root.path()).unwrap();
    let project = project(&[0, 1, 1, 1, 1, 0, 0, 1, 0], &discovery);
    session.project().set_index(project.clone());
    let order: Vec<usize> = (0..FILES.len()).collect();
    for (name, ..) in &FILES[..8] {
        session.cancel_flag().store(true, Ordering::Relaxed);
        let stopped = findings(&mut session, &project, name);
        assert!(stopped.len() == 1 && stopped[0].contains("was stopped"), "{name}: {stopped:?}");
    }
    let told: BTreeMap<_, _> =
        FILES.iter().map(|(name, ..)| ((*name).to_owned(), findings(&mut session, &project, name))).collect();
    assert_eq!(told, all_findings(&project, &discovery, &order));
    assert!(told.values().flatten().count() > 2, "{told:?}");
}

#[test]
fn empty_collections_of_data_have_no_parts() {
    let (_root, mut session) = empty_environment();
    let class = "class a(Hash[String, Integer, 1] $x, Array[Integer, 1] $y) { }";
    let entries =
        [(member(1), class), (member(8), "a::x: {}\na::y: []")].map(|(one, text)| session.project().index(&one, text));
    let project = Arc::new(Project::new(entries));
    session.project().set_index(project.clone());
    let found = findings(&mut session, &project, "data/common.yaml");
    assert!(found.len() == 2 && found[0].contains("found an empty Hash"), "{found:?}");
    assert!(found[1].contains("found an empty Array"), "{found:?}");
}

#[test]
fn a_definition_is_found_behind_others_in_its_file() {
    let (_root, mut session) = empty_environment();
    let site = "notice(a::f('x'))\na::d { 't': y => 'x' }\nclass { 'a': x => 'x' }";
    let entries = [
        (member(0), site),
        (member(1), "class a::other { }\nclass a(Integer $x) { }"),
        (member(3), "define a::other($z) { }\ndefine a::d(Integer $y) { }"),
        (member(6), "function a::other() { 1 }\nfunction a::f(Integer $v) { $v }"),
    ]
    .map(|(one, text)| session.project().index(&one, text));
    let project = Arc::new(Project::new(entries));
    session.project().set_index(project.clone());
    let found = findings(&mut session, &project, "manifests/site.pp");
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().all(|one| one.contains("expected Integer, found String")), "{found:?}");
}

#[test]
fn what_nothing_declares_has_advice_of_its_kind() {
    let (_root, mut session) = empty_environment();
    let site = "notify { 'n': require => Class['zzzzzz'] }\nnotify { 'm': require => Notify['qqqqqq'] }";
    let project = Arc::new(Project::new([session.project().index(&member(0), site)]));
    session.project().set_index(project.clone());
    let found = findings(&mut session, &project, "manifests/site.pp");
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].contains("define the class, or install the module that has it"), "{found:?}");
    assert!(found[1].contains("declare Notify['qqqqqq'] too"), "{found:?}");
}
