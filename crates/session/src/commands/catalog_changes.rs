//! The changes of a catalog as lines and data.

use serde_json::json;

use crate::inspect::{Change, Side};
use pprepl_budget as budget;
use pprepl_text::columns::{columns, shortened};

/// Formats the changes, a line each, attributes below.
pub fn changes_text(changes: &[Change]) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for change in changes.iter().take_while(|_| !budget::is_exhausted()) {
        let input = change.input.map(|input| format!("input {input}"));
        let place = change.place.clone().filter(|place| !place.starts_with("input "));
        let by: Vec<String> = input.into_iter().chain(place).collect();
        let subject = shortened(&change.subject, 70);
        rows.push(vec![format!("{} {subject}", change.side.mark()), String::new(), by.join(", ")]);
        rows.extend(change.attributes.iter().map(|(name, old, new)| {
            let shown = |value: &Option<String>| value.as_ref().map_or("(not set)".to_owned(), |v| shortened(v, 40));
            match change.side {
                Side::Added => vec![format!("    {name} => {}", shown(new))],
                _ => vec![format!("    {name}  {} -> {}", shown(old), shown(new))],
            }
        }));
    }
    columns(&rows)
}

/// Converts a change to data.
pub(super) fn change_data(change: &Change) -> serde_json::Value {
    let attribute = |(name, old, new): &(String, Option<String>, Option<String>)| json!({ "name": name, "before": old, "after": new });
    json!({
        "change": change.side.as_str(),
        "kind": if change.is_edge { "edge" } else { "resource" },
        "subject": change.subject,
        "input": change.input,
        "place": change.place,
        "attributes": change.attributes.iter().map(attribute).collect::<serde_json::Value>(),
    })
}
