//! The cases of the conformance data, and a sample of them.
//!
//! `PPREPL_EVERY=1` takes every case; `PPREPL_SEED` takes other ones.

use std::fs;

use serde_json::Value;

/// A case of the conformance data: inputs of one session, and what Puppet gave for each.
pub struct Case {
    pub id: String,
    pub steps: Vec<String>,
    pub results: Vec<Value>,
}

/// Returns every case.
pub fn all() -> Vec<Case> {
    let folder = crate::root().join("tests/conformance/puppet8");
    let mut areas: Vec<_> =
        fs::read_dir(folder).expect("the cases").map(|entry| entry.expect("a file").path()).collect();
    areas.sort();
    let texts = areas.iter().map(|area| fs::read_to_string(area).expect("UTF-8"));
    let rows: Vec<Value> = texts
        .flat_map(|text| text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<_>>())
        .collect();
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let steps = |row: &Value| row["steps"].as_array().expect("steps").iter().map(text).collect();
    let results = |row: &Value| row["results"].as_array().expect("results").clone();
    rows.iter().map(|row| Case { id: text(&row["id"]), steps: steps(row), results: results(row) }).collect()
}

/// Returns one of `usual` cases, and its number of all.
pub fn sample(usual: usize) -> Vec<(usize, Case)> {
    one_of(usual, all().into_iter().enumerate())
}

/// Returns one of `usual` rows.
pub fn one_of<T>(usual: usize, rows: impl Iterator<Item = T>) -> Vec<T> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let every = number("PPREPL_EVERY").unwrap_or(usual).max(1);
    let first = number("PPREPL_SEED").unwrap_or(0);
    rows.skip(first % every).step_by(every).collect()
}
