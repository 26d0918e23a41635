//! The checker over Debian's Puppet modules: every static error is a known one, listed with the reason why it is right.
//!
//! The modules are not in the repository: `PPREPL_DEBIAN=FOLDER` names the folder in which the packages were unpacked
//! (`apt-get download`, `dpkg -x`); without it nothing is tested. `PPREPL_HINTS=1` prints the hints.

use crate::debian_modules as modules;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::Severity;
use serde_json::Value;

fn folder() -> PathBuf {
    pprepl_testing::root().join("tests/conformance")
}

/// `package path line code` of the errors that are known.
fn known() -> Vec<String> {
    let text = fs::read_to_string(folder().join("checker/debian.txt")).unwrap_or_default();
    let row = |line: &str| line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
    text.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

#[test]
fn every_error_is_known() {
    let Some(root) = pprepl_testing::debian() else { return };
    let links = modules::linked(&root);
    let mut settings = Settings::default();
    settings.set("strict", "error").unwrap();
    settings.set("modulepath", &links.path().display().to_string()).unwrap();
    // One session, as an editor has: it lists the modules once.
    let mut session = Session::new(settings, Box::new(SystemHost::silent()));
    let known = known();
    let hints = std::env::var_os("PPREPL_HINTS").is_some();
    let (mut unknown, mut seen) = (Vec::new(), 0);
    let (mut lines, mut seconds, mut files) = (0, 0.0, 0);
    for row in fs::read_to_string(folder().join("syntax/debian.jsonl")).unwrap().lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let (package, path) = (row["package"].as_str().unwrap(), row["path"].as_str().unwrap());
        if row["accepted"] != true || row["tasks"] == true {
            continue;
        }
        let Ok(text) = fs::read_to_string(root.join(package).join(path)) else { continue };
        let start = Instant::now();
        let view = session.analyze().check_file(path, &text);
        seconds += start.elapsed().as_secs_f64();
        lines += text.lines().count();
        files += 1;
        for hint in view.hints.iter().filter(|_| hints) {
            let (line, column) = hint.position.unwrap_or_default();
            println!("{}/{path}:{line}:{column} {} {}", root.join(package).display(), hint.code, hint.message);
        }
        for report in view.reports.iter().filter(|report| report.severity == Severity::Error) {
            // What the validator says is no type of error.
            if report.code.as_str().starts_with(char::is_uppercase) {
                continue;
            }
            let line = report.position.map_or(0, |(line, _)| line);
            let key = format!("{package} {path} {line} {}", report.code);
            if known.contains(&key) {
                seen += 1;
            } else {
                unknown.push(format!("{key} {}", report.message));
            }
        }
    }
    println!("{files} files, {lines} lines, {seconds:.1} s; {seen} known errors");
    assert!(unknown.is_empty(), "{} unknown\n{}", unknown.len(), unknown.join("\n"));
}
