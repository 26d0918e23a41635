//! A comparison as text: the changes, each with the nodes that it concerns.

use pprepl_text::{columns, difference, visible};

use super::change::{AttributeChange, ResourceChange, Side};
use super::report::DiffReport;
use crate::batch::nodes::names;

/// The maximum width of a value that is shown in one line, in columns.
const WIDE: usize = 60;

/// Returns the lines of a comparison.
pub fn lines(report: &DiffReport) -> Vec<String> {
    let mut lines = Vec::new();
    for (change, nodes) in report.changes(attributes) {
        lines.push(format!("{} {} on {}", mark(change.side), visible(&change.resource), names(nodes.iter())));
        lines.extend(attributes(change));
    }
    for (failures, nodes) in report.failures() {
        lines.push(format!("! no catalog for {}", names(nodes.iter())));
        let sides = [(&report.from, &failures.from), (&report.to, &failures.to)];
        let causes = sides.into_iter().filter_map(|(side, cause)| Some((side, cause.as_ref()?)));
        lines.extend(causes.map(|(side, cause)| format!("    {}: {}", visible(side), visible(cause))));
    }
    lines.push(report.summary());
    lines
}

/// Returns the sign of a side.
pub const fn mark(side: Side) -> char {
    match side {
        Side::Removed => '-',
        Side::Changed => '~',
        Side::Added => '+',
    }
}

/// Returns the lines of the attributes that differ.
pub fn attributes(change: &ResourceChange) -> Vec<String> {
    change.attributes.iter().flat_map(|attribute| attribute_lines(attribute, change.side)).collect()
}

fn attribute_lines(attribute: &AttributeChange, side: Side) -> Vec<String> {
    let name = visible(&attribute.name);
    if attribute.is_secret {
        return vec![format!("    {name}: the sensitive values differ")];
    }
    match (side, &attribute.from, &attribute.to) {
        (Side::Added | Side::Removed, from, to) => {
            let value = from.as_ref().or(to.as_ref()).map(|text| value_text(text));
            vec![format!("    {name}: {}", value.unwrap_or_default())]
        }
        (Side::Changed, Some(from), Some(to)) => match strings(from, to) {
            Some((old, new)) => {
                let lines = difference::changed_lines(&old, &new);
                let inner = lines.iter().map(|line| format!("      {}", visible(line)));
                std::iter::once(format!("    {name}:")).chain(inner).collect()
            }
            None => vec![format!("    {name}: {} -> {}", value_text(from), value_text(to))],
        },
        (Side::Changed, from, to) => {
            let value =
                |text: &Option<String>| text.as_ref().map_or_else(|| "(not set)".to_owned(), |text| value_text(text));
            vec![format!("    {name}: {} -> {}", value(from), value(to))]
        }
    }
}

/// Returns a value in one line: strings in quotes, everything else as JSON.
pub fn value_text(json: &str) -> String {
    let text = match serde_json::from_str(json) {
        Ok(serde_json::Value::String(text)) => format!("'{text}'"),
        _ => json.to_owned(),
    };
    columns::shortened(&visible(&text), WIDE)
}

/// Returns both strings if one of them has several lines.
fn strings(from: &str, to: &str) -> Option<(String, String)> {
    let text = |json: &str| serde_json::from_str::<String>(json).ok();
    let (old, new) = (text(from)?, text(to)?);
    (old.contains('\n') || new.contains('\n')).then_some((old, new))
}
