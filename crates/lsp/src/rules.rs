//! The rules of a check in the editor, which are the rules of the user's configuration and of the nearest `.pprepl.toml`, as
//! `pprepl check` has them.

use std::path::Path;

use pprepl_session::config::{CheckRules, find_rules, read_rules_file};
use pprepl_session::{Report, Settings, style_reports};

/// Returns the rules for a file. A file of rules with an error changes nothing, as its valid rows could mislead.
pub fn rules_for(own: &CheckRules, path: &Path, settings: &Settings) -> CheckRules {
    let mut rules = own.clone();
    let nearest = find_rules(path).and_then(|file| read_rules_file(&file, settings).ok());
    if let Some((nearer, _)) = nearest.filter(|(_, errors)| errors.is_empty()) {
        rules.extend(nearer);
    }
    rules
}

/// Returns the findings of style in a manifest that the rules ask for.
pub fn styles(rules: &CheckRules, name: &str, text: &str) -> Vec<Report> {
    if rules.style != Some(true) || name.ends_with(".epp") {
        return Vec::new();
    }
    let enabled = |report: Report| rules.style_severity(report.code).map(|severity| report.with_severity(severity));
    style_reports(name, text).into_iter().filter_map(enabled).collect()
}
