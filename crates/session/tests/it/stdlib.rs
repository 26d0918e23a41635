//! The functions of modules that pprepl knows itself: every row's example, and what stdlib's own functions answered in
//! the reference, over grids of arguments.

use std::cell::RefCell;

use pprepl_session::{Edition, Evaluation, Session, Settings, SystemHost};
use pprepl_testing::check_rules;
use pprepl_text::Severity;
use puppet_eval::Builtin;
use puppet_functions::stdlib::{find, rows, versions};

/// A session whose module path has every function that pprepl knows, as an empty Ruby file.
fn session(edition: Edition) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (module, row) in rows() {
        let path = folder.path().join(format!("{module}/lib/puppet/functions/{}.rb", row.name.replace("::", "/")));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, "# Ruby").expect("a file");
    }
    for (file, text) in [
        ("email.pp", "type Stdlib::Email = Pattern[/\\A[^@]+@[^@]+\\z/]"),
        ("fqdn.pp", "type Stdlib::Fqdn = Pattern[/\\A[a-z0-9.]+\\z/]"),
        ("dns/zone.pp", "type Stdlib::Dns::Zone = Pattern[/\\A[a-z.]*\\.\\z/]"),
    ] {
        let path = folder.path().join("stdlib/types").join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
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
    for (module, row) in rows() {
        let (found, _) = find(row.name).expect("a row");
        assert_eq!(found, module, "{} is in two modules", row.name);
        let params = |row: &Builtin| row.signatures.iter().map(|one| one.params).collect::<Vec<_>>();
        let is_same = |other: &Builtin| other.mark == row.mark && params(other) == params(row);
        let same = versions(row.name).iter().filter(|(_, other)| is_same(other)).count();
        assert_eq!(same, 1, "{} is there twice", row.name);
        assert!(row.summary.ends_with(['.', '?']) && row.summary.len() >= 15, "{}: {}", row.name, row.summary);
        let is_own = puppet_functions::find(row.name).is_some() && row.name != "type_of";
        assert!(!is_own, "{} is Puppet's own", row.name);
    }
}

/// A built-in function answers for the versions of a module that declare its parameters, and for no other.
#[test]
fn the_version_of_the_module_decides() {
    let new = |name: &str, body: &str| format!("Puppet::Functions.create_function(:'{name}') do\n{body}\nend\n");
    let shim = |name: &str, end: &str| {
        let warns = format!("call_function('deprecation', '{name}', 'please use stdlib::{name} instead.'{end})");
        new(
            name,
            &format!(
                "dispatch :f do\nrepeated_param 'Any', :args\nend\ndef f(*args)\n{warns}\ncall_function('stdlib::{name}', *args)\nend"
            ),
        )
    };
    let password = "dispatch :password do\n required_param 'Variant[String, Sensitive[String]]', :password # the text\n optional_param \"Boolean\", :sensitive\nend";
    for (name, file, call, expected) in [
        ("mysql::password", new("mysql::password", password), "mysql::password('x', true) =~ Sensitive", "true"),
        (
            "mysql::password",
            new("mysql::password", "dispatch(:p) { param 'String', :p }"),
            "mysql::password('x')",
            "'*B69027D44F6E5EDC07F1AEAD1477967B16F28227'",
        ),
        (
            "mysql::password",
            new("mysql::password", "dispatch(:p) { param 'String', :p; param 'Integer', :rounds }"),
            "mysql::password('x')",
            "RUBY_FUNCTION: this version of the module has another `mysql::password` than the one built in, and Ruby does not run here",
        ),
        (
            "postgresql::postgresql_password",
            new("postgresql::postgresql_password", "dispatch :d do\n param TYPE, :u\n param TYPE, :p\n end"),
            "postgresql::postgresql_password('u', 'p')",
            "RUBY_FUNCTION: this version of the module has another `postgresql::postgresql_password` than the one built in, and Ruby does not run here",
        ),
        (
            "stdlib::to_json",
            new("stdlib::to_json", "dispatch :j do\n param 'Any', :data\n end"),
            "stdlib::to_json([Sensitive('s')])",
            "'[\"Sensitive [value redacted]\"]'",
        ),
        (
            "stdlib::to_json",
            new("stdlib::to_json", "dispatch :j do\n param 'Any', :data\n end\n# rewrap_sensitive_data"),
            "stdlib::to_json([Sensitive('s')]).unwrap",
            "'[\"s\"]'",
        ),
        ("to_json", shim("to_json", ", false"), "to_json([1])", "'[1]'"),
        (
            "to_json",
            shim("to_json", ""),
            "to_json([1])",
            "RUNTIME_ERROR: to_json is deprecated: use stdlib::to_json instead",
        ),
        (
            "uriescape",
            "newfunction(:uriescape) do\n raise 'This function is not available in Puppet 8'".to_owned(),
            "uriescape('a b')",
            "RUNTIME_ERROR: stdlib 9 has no `uriescape` for Puppet 8",
        ),
        (
            "dos2unix",
            "newfunction(:dos2unix, :arity => 3) do".to_owned(),
            "dos2unix('a')",
            "RUBY_FUNCTION: this version of the module has another `dos2unix` than the one built in, and Ruby does not run here",
        ),
        (
            "dos2unix",
            "newfunction(:dos2unix, :arity => 1) do".to_owned(),
            "dos2unix(\"a\\r\\n\") |$x| { 1 }",
            "\"a\\n\"",
        ),
    ] {
        let (mut session, folder) = session(Edition::Puppet8);
        let (module, _) = find(name).expect("a row");
        let path = format!("{module}/lib/puppet/functions/{}.rb", name.replace("::", "/"));
        std::fs::write(folder.path().join(path), &file).expect("a file");
        let got = session.evaluate("input", call);
        let error = got.reports.first().map(|one| format!("{}: {}", one.code, one.message));
        assert_eq!(error.unwrap_or_else(|| shown(&got)), expected, "{call} with {file}");
    }
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
