//! The documentation of functions, types, resource types and attributes, as text and data.

use serde_json::json;

use crate::{FunctionView, Session, TypeView};
use pprepl_text::columns::wrap;
use pprepl_text::suggest;
use puppet_catalog::builtins;

use super::{explain, resource_type};

/// Converts a function to data.
pub fn function_data(view: &FunctionView) -> serde_json::Value {
    json!({ "name": view.name, "builtin": view.builtin, "signatures": view.signatures, "summary": view.summary })
}

/// Converts a type to data.
pub fn type_data(view: &TypeView) -> serde_json::Value {
    json!({ "name": view.name, "builtin": view.builtin, "definition": view.definition, "summary": view.summary })
}

/// Returns the documented name most similar to a name without documentation.
pub(super) fn nearest_documented(session: &Session, name: &str) -> Option<String> {
    let (functions, types) = (session.names().functions(), session.names().types());
    let names = functions.iter().map(|v| v.name.as_str()).chain(types.iter().map(|v| v.name.as_str()));
    let near = suggest::nearest(name, names.chain(builtins().iter().map(|row| row.name))).map(str::to_owned);
    resource_type::near(name).or(near)
}

/// Documents a function, a type, a resource type or an attribute (`file.ensure`): text of about `wide` columns, and
/// data.
pub fn documentation(session: &Session, name: &str, wide: usize) -> Option<(String, serde_json::Value)> {
    let resource = resource_type::page(name, wide);
    if let Some(view) = session.names().functions().iter().find(|view| view.name == name) {
        let pages = [Some(function_page(view)), resource.map(|(text, _)| text)];
        return Some((pages.into_iter().flatten().collect::<Vec<_>>().join("\n\n"), function_data(view)));
    }
    if resource.is_some() {
        return resource;
    }
    let types = session.names().types();
    let view = types.iter().find(|view| view.name.eq_ignore_ascii_case(name))?;
    Some((type_page(view, wide), type_data(view)))
}

fn function_page(view: &FunctionView) -> String {
    let mut lines = view.signatures.clone();
    if !view.summary.is_empty() {
        lines.push(String::new());
        lines.push(view.summary.clone());
    }
    let (example, gives) = &view.example;
    if !example.is_empty() {
        lines.push(String::new());
        lines.extend(example.lines().map(|line| format!("  {line}")));
        if !gives.is_empty() {
            lines.push(format!("  => {gives}"));
        }
    }
    lines.join("\n")
}

fn type_page(view: &TypeView, wide: usize) -> String {
    let head = if view.definition.is_empty() {
        view.name.clone()
    } else {
        format!("type {} = {}", view.name, view.definition)
    };
    let mut lines = vec![head];
    if !view.summary.is_empty() {
        lines.push(format!("\n{}", view.summary));
    }
    if let Some(point) = explain::points().iter().find(|point| point.name == view.name) {
        lines.push(String::new());
        lines.extend(wrap(point.text, wide));
        lines.push(format!("\n  {}", point.right));
    }
    lines.join("\n")
}
