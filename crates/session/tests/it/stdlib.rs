//! The functions of modules that pprepl knows itself: every row's example, and what stdlib's own functions answered in
//! the reference, over grids of arguments.

use std::cell::RefCell;

use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost};
use pprepl_testing::check_rules;
use pprepl_text::Severity;
use puppet_functions::stdlib::{find, rows};

/// A session whose module path has every function that pprepl knows, as an empty Ruby file.
fn session(edition: Edition) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (module, row) in rows() {
        let path = folder.path().join(format!("{module}/lib/puppet/functions/{}.rb", row.name.replace("::", "/")));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, "# Ruby").expect("a file");
    }
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    (Session::new(settings, Box::new(SystemHost::silent())), folder)
}

fn shown(evaluation: &Evaluation) -> String {
    match &evaluation.value {
        Some(value) => value.clone(),
        None => format!("{:?}", evaluation.reports),
    }
}

#[test]
fn every_example_gives_what_its_row_says() {
    let (_, folder) = session(Edition::Puppet8);
    let mut wrong = Vec::new();
    for (_, row) in rows().filter(|(_, row)| !row.example.is_empty()) {
        let mut settings = Settings::default();
        Edition::Puppet8.apply(&mut settings);
        settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
        let mut session = Session::new(settings, Box::new(SystemHost::silent()));
        let got = shown(&session.evaluate("example", row.example));
        if got != row.gives {
            wrong.push(format!("{}\n  gives {got}\n  not   {}", row.example, row.gives));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn every_row_is_found_and_says_what_it_does() {
    let mut names: Vec<&str> = rows().map(|(_, row)| row.name).collect();
    for (module, row) in rows() {
        let (found, same) = find(row.name).expect("a row");
        assert!(found == module && std::ptr::eq(same, row), "{} is there twice", row.name);
        assert!(row.summary.ends_with(['.', '?']) && row.summary.len() >= 15, "{}: {}", row.name, row.summary);
        assert!(puppet_functions::find(row.name).is_none(), "{} is Puppet's own", row.name);
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), rows().count());
}

#[test]
fn what_is_deprecated_fails_under_strict_only() {
    let (mut strict, _folder) = session(Edition::Puppet8);
    assert!(strict.evaluate("input", "validate_string('a')").failed());
    let (mut lenient, _folder) = session(Edition::Eight);
    let got = lenient.evaluate("input", "validate_string('a')");
    assert!(!got.failed() && got.logs.iter().any(|log| log.1.contains("deprecated")), "{:?}", got.logs);
    assert!(lenient.evaluate("input", "validate_string(1)").failed());
}

/// Functions that change the catalog, take types or have bounds, a row each.
#[test]
fn calls_log_change_and_return() {
    let (_, folder) = session(Edition::Eight);
    check_rules("stdlib.txt", |line| {
        let mut settings = Settings::default();
        settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
        settings.set("facts", &pprepl_testing::path("tests/debian/facts.json")).expect("a setting");
        let mut session = Session::new(settings, Box::new(SystemHost::silent()));
        let got = session.evaluate("input", line);
        let logs =
            got.logs.iter().filter(|(_, text)| !text.contains("deprecated")).map(|(_, text)| format!("{text} | "));
        let error = got.reports.iter().find(|report| report.severity == Severity::Error);
        let end = error.map_or_else(|| shown(&got), |report| report.message.clone());
        format!("{}{end}", logs.collect::<String>()).replace('\n', "\\n")
    });
}

/// The bounds and kinds of the checks that are deprecated, a row each.
#[test]
fn deprecated_checks_take_and_refuse() {
    let (session, _folder) = session(Edition::Eight);
    let session = RefCell::new(session);
    check_rules("deprecated.txt", |line| {
        let got = session.borrow_mut().evaluate("input", line);
        got.reports.first().map_or("holds".to_owned(), |report| report.message.clone())
    });
}

#[test]
fn a_refusal_names_what_is_wrong() {
    let (mut s, _folder) = session(Edition::Puppet8);
    let got = s.evaluate("input", "concat('a', 'b')");
    assert_eq!(got.reports[0].message, "`concat` expects an array first, found a String");
    let got = s.evaluate("input", "validate_legacy(Integer, 'validate_integer', 'x')");
    assert_eq!(got.reports[0].message, "validate_legacy(validate_integer) expects a value of type Integer, found 'x'");
    assert!(s.evaluate("input", "pw_hash('a', 'md5', 'salt')").failed());
}

/// Calls and what the reference answers to them (tests/stdlib/reference.rb asks it).
#[test]
fn the_reference_answers_alike() {
    let (mut settings_session, folder) = session(Edition::Puppet8);
    drop(settings_session.evaluate("input", "1"));
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    settings.set("facts", &pprepl_testing::path("tests/debian/facts.json")).expect("a setting");
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let answers = [
        include_str!("../../../../tests/stdlib/reference.txt"),
        include_str!("../../../../tests/stdlib/reference_namespaced.txt"),
    ];
    let lines: Vec<&str> = answers.iter().flat_map(|text| text.lines()).collect();
    let mut wrong = Vec::new();
    for pair in lines.chunks(2) {
        let (call, expected) = (pair[0], pair[1].strip_prefix("=> ").expect("an answer"));
        let evaluation = session.evaluate("call", call);
        let got = evaluation.value.as_ref().map_or("fails".to_owned(), |value| value.replace('\n', "\\n"));
        if got != expected {
            let why = evaluation.reports.first().map_or(String::new(), |report| report.message.clone());
            wrong.push(format!("{call}\n  gives {got} {why}\n  not   {expected}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n{} wrong\n", wrong.join("\n"), wrong.len());
}

/// A class of another module may not declare a private one.
#[test]
fn a_private_class_is_for_its_own_module() {
    for (code, expected) in [
        ("include a", "undef"),
        ("include b", "RUNTIME_ERROR: Class[a::inner] is private to its module, and the module `b` uses it"),
        ("include a::silent", "undef"),
        ("include b::silent", "RUNTIME_ERROR: keep out"),
    ] {
        let (mut session, folder) = session(Edition::Eight);
        for (file, text) in [
            ("a/manifests/init.pp", "class a { include a::inner }"),
            ("a/manifests/inner.pp", "class a::inner { assert_private() }"),
            ("a/manifests/silent.pp", "class a::silent { include a::told }"),
            ("a/manifests/told.pp", "class a::told { assert_private('keep out') }"),
            ("b/manifests/init.pp", "class b { include a::inner }"),
            ("b/manifests/silent.pp", "class b::silent { include a::told }"),
        ] {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        let got = session.evaluate("input", &format!("{code} undef"));
        let found = got.reports.first().map_or("undef".to_owned(), |one| format!("{}: {}", one.code, one.message));
        assert_eq!(found, expected, "{code}");
    }
}
