//! The bundled schemas of resource types: what attributes take, held against what Puppet's own types take
//! (`schemas/verdicts.jsonl`, made by giving each attribute the same values), and what a user sees of them.

use pprepl::catalog::schema::{Fit, check};
use pprepl::catalog::{builtin, builtins};
use pprepl::commands;
use pprepl::complete::complete;
use pprepl::loader::data::from_json;
use pprepl::pcore::Value;
use pprepl::session::{Outcome, Session, Settings, SystemHost};

fn verdicts() -> Vec<serde_json::Value> {
    let text = include_str!("schemas/verdicts.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// Does the schema refuse a resource with this attribute?
fn refuses(type_name: &str, title: &str, attribute: &str, value: Value) -> bool {
    let row = builtin(type_name).expect("a type");
    let given = [(attribute.to_owned(), value)];
    check(row, title, &given).iter().any(|finding| finding.fit == Fit::Refused)
}

#[test]
fn values_fit_as_puppets_own_types_have_it() {
    let mut faults = Vec::new();
    let mut count = 0;
    for row in verdicts() {
        let [type_name, title, attribute] = ["type", "title", "attribute"].map(|key| row[key].as_str().unwrap());
        for (list, refused) in [("accepted", false), ("refused", true)] {
            for json in row[list].as_array().unwrap() {
                count += 1;
                if refuses(type_name, title, attribute, from_json(json)) != refused {
                    faults.push(format!("{type_name}.{attribute} => {json}: {list} by Puppet"));
                }
            }
        }
    }
    assert!(count > 10_000, "{count} values");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}
