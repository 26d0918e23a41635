//! Functions that modules define: found by their names, taken in when first called.

use std::path::Path;

use pprepl::session::{Evaluation, Session, Settings, SystemHost};

/// A session whose module path is a folder with these files.
fn session(files: &[(&str, &str)]) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    let mut settings = Settings::default();
    settings.set("modulepath", &folder.path().display().to_string()).expect("a setting");
    (Session::new(settings, Box::new(SystemHost::silent())), folder)
}

fn value(evaluation: &Evaluation) -> &str {
    evaluation.value.as_deref().unwrap_or_else(|| panic!("{:?}", evaluation.reports))
}

fn code(evaluation: &Evaluation) -> &str {
    evaluation.reports.first().map_or("none", |report| &report.code)
}

const MIN: &str = "function test::min($a, $b) {\n  if $a < $b { $a } else { $b }\n}\n";

#[test]
fn a_modules_function_is_called_by_its_name() {
    let (mut s, _folder) = session(&[
        ("test/functions/min.pp", MIN),
        ("test/functions/deep/er.pp", "function test::deep::er() { test::min(3, 2) }"),
    ]);
    assert_eq!(value(&s.evaluate("input", "test::min(3, 2)")), "2");
    assert_eq!(value(&s.evaluate("input", "test::deep::er()")), "2");
    assert_eq!(value(&s.evaluate("input", "[3, 1, 2].reduce(&test::min)")), "1");
}

#[test]
fn a_function_of_the_session_goes_first() {
    let (mut s, _folder) = session(&[("test/functions/f.pp", "function test::f() { 'module' }")]);
    s.evaluate("input", "function test::f() { 'session' }");
    assert_eq!(value(&s.evaluate("input", "test::f()")), "'session'");
}

#[test]
fn a_file_defines_what_its_path_says() {
    let (mut s, _folder) = session(&[
        ("test/functions/wrong.pp", "function wrong() { 1 }"),
        ("test/functions/broken.pp", "function test::broken() { = }"),
        ("test/functions/twice.pp", "function test::twice() { 1 }\nnotice('never')"),
    ]);
    let wrong = s.evaluate("input", "test::wrong()");
    assert_eq!(code(&wrong), "ILLEGAL_DEFINITION_LOCATION");
    assert!(wrong.reports[0].source_name.ends_with("functions/wrong.pp"), "{}", wrong.reports[0].source_name);
    assert_eq!(code(&s.evaluate("input", "test::broken()")), "SYNTAX_ERROR");
    let twice = s.evaluate("input", "test::twice()");
    assert!(twice.failed() && twice.logs.is_empty(), "{:?}", twice.reports);
    assert_eq!(code(&s.evaluate("input", "test::none()")), "UNKNOWN_FUNCTION");
    assert_eq!(code(&s.evaluate("input", "none::none()")), "UNKNOWN_FUNCTION");
}

#[test]
fn a_mended_file_is_read_again() {
    let (mut s, folder) = session(&[("test/functions/f.pp", "function test::f() { = }")]);
    assert!(s.evaluate("input", "test::f()").failed());
    std::fs::write(folder.path().join("test/functions/f.pp"), "function test::f() { 'mended' }").expect("a file");
    assert_eq!(value(&s.evaluate("input", "test::f()")), "'mended'");
}

#[test]
fn the_module_path_is_never_left() {
    let (mut s, folder) = session(&[("inside/functions/f.pp", "function inside::f() { 1 }")]);
    std::fs::write(folder.path().join("secret.pp"), "1").expect("a file");
    let path = format!("{}/inside", folder.path().display());
    s.set("modulepath", &path).expect("a setting");
    assert_eq!(code(&s.evaluate("input", "inside::f()")), "UNKNOWN_FUNCTION");
    s.set("modulepath", "").expect("a setting");
    assert_eq!(code(&s.evaluate("input", "inside::f()")), "UNKNOWN_FUNCTION");
}
