//! The Facts pane: the facts of the notebook's node by path. Each line leads to the change of its fact.

use super::{Goal, Line, Pane, View};
use pprepl_session::Session;
use pprepl_text::theme::Role;

/// The maximum length of a value in a line, in characters.
const MAX_VALUE: usize = 200;

/// Builds the pane: the facts whose path or value contains `filter`. `edited` are the paths that the user set.
pub fn view(session: &Session, filter: &str, edited: &[String]) -> View {
    let set = session.settings().environment.facts.clone();
    let name = Pane::Facts.name();
    let mut view = View::new(if filter.is_empty() { name.to_owned() } else { format!("{name} /{filter}") });
    let facts = session.facts();
    let shown = if set.is_empty() { "none" } else { &set };
    let first = Line::of(Role::Label, "set ").and(Role::Plain, shown).and(Role::Hint, "  enter: choose another set");
    view.push(Line { goal: Some(Goal::FactSet), ..first });
    if !facts.is_loaded() {
        view.say(Role::Hint, "Without facts, $facts is empty.");
    }
    let lower = filter.to_lowercase();
    let rows: Vec<(String, String)> = facts.paths();
    let is_shown = |(path, value): &&(String, String)| {
        lower.is_empty() || path.to_lowercase().contains(&lower) || value.to_lowercase().contains(&lower)
    };
    let rows: Vec<&(String, String)> = rows.iter().filter(is_shown).collect();
    if rows.is_empty() && facts.is_loaded() {
        view.say(Role::Hint, "No fact contains the filter.");
    }
    for (path, value) in rows {
        let is_edited = edited.contains(path);
        let value: String = value.chars().take(MAX_VALUE).collect();
        let mut line = Line::of(Role::Property, path).and(Role::Plain, "  ").and(Role::Plain, value);
        if is_edited {
            line = line.and(Role::Warning, "  edited");
        }
        view.push(Line { goal: Some(Goal::Fact(path.clone(), editable(session, path))), ..line });
    }
    view
}

/// Returns the value of a fact as a user edits it: a string without quotes, other data as a literal.
fn editable(session: &Session, path: &str) -> String {
    match session.facts().data(path) {
        Some(serde_json::Value::String(text)) => text,
        Some(serde_json::Value::Null) | None => "undef".to_owned(),
        Some(value) => value.to_string(),
    }
}
