//! Panes as the protocol has them.

use pprepl_notebook::pane::{Goal, Line, View};
use serde_json::{Value, json};

use crate::units::Units;

/// Converts the view of a pane about this text.
pub fn view_data(view: &View, text: &str) -> Value {
    let units = Units::new(text);
    let marks: Vec<Value> = view
        .marks
        .iter()
        .map(|(span, role)| {
            json!([units.of_byte(span.start as usize), units.of_byte(span.end as usize), role.as_str()])
        })
        .collect();
    json!({
        "title": view.title,
        "focus": view.focus,
        "lines": view.lines.iter().map(|line| line_data(line, &units)).collect::<Vec<_>>(),
        "marks": marks,
    })
}

fn line_data(line: &Line, units: &Units<'_>) -> Value {
    let pieces: Vec<Value> = line.pieces.iter().map(|(role, text)| json!([role.as_str(), text])).collect();
    json!({
        "pieces": pieces,
        "from": line.span.map(|span| units.of_byte(span.start as usize)),
        "to": line.span.map(|span| units.of_byte(span.end as usize)),
        "goal": line.goal.as_ref().map(goal_data),
    })
}

fn goal_data(goal: &Goal) -> Value {
    match goal {
        Goal::Resource(reference) => json!({ "resource": reference }),
        Goal::Line(source, line) => json!({ "source": source, "line": line }),
        Goal::Cell(number, text) => json!({ "cell": number, "text": text }),
        Goal::FactSet => json!({ "fact_set": true }),
        Goal::Fact(path, value) => json!({ "fact": path, "value": value }),
    }
}
