//! The page of a definition in `:doc`: its head, its puppet-strings comment, its parameters and its location.

use serde_json::json;

use crate::{DefinitionView, DocTag, ParamView};
use pprepl_text::columns::{columns, wrap};
use pprepl_text::visible;

/// Formats the page within `wide` columns, and converts it to data.
pub(super) fn definition_page(view: &DefinitionView, wide: usize) -> (String, serde_json::Value) {
    let mut parts = vec![head(view)];
    let summaries = view.comment.tagged("summary").map(|tag| tag.text.clone());
    let texts = summaries.chain(Some(view.comment.text.clone())).filter(|text| !text.is_empty());
    parts.extend(texts.map(|text| wrapped(&text, wide)));
    let params = params(view, wide);
    if !params.is_empty() {
        parts.push(format!("Parameters\n{params}"));
    }
    parts.extend(returns(view, wide));
    parts.extend(view.comment.tagged("example").map(example));
    let others = view.comment.tags.iter().filter(|tag| !SECTIONS.contains(&tag.tag.as_str()));
    parts.extend(others.map(|tag| wrapped(&format!("@{} {} {}", tag.tag, tag.name, tag.text), wide)));
    parts.push(format!("{} (:source {})", place(view), view.name));
    (visible(&parts.join("\n\n")).into_owned(), definition_data(view))
}

/// The tags with a section of their own.
const SECTIONS: &[&str] = &["summary", "param", "return", "example"];

/// Formats the location of a definition.
pub(super) fn place(view: &DefinitionView) -> String {
    format!(
        "{} {}, line {}",
        if view.source_name.starts_with("input ") { "Defined in" } else { "Defined in the file" },
        view.source_name,
        view.line
    )
}

/// Formats the first line: `class web(Integer $port = 80)`.
pub(super) fn head(view: &DefinitionView) -> String {
    let param = |param: &ParamView| {
        let type_name = if param.type_name.is_empty() { String::new() } else { format!("{} ", param.type_name) };
        let default = param.default.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
        format!("{type_name}{}{default}", param.name)
    };
    let params: Vec<String> = view.params.iter().map(param).collect();
    let one_line = params.join(", ");
    let params = if one_line.len() > MAX_HEAD || one_line.contains('\n') {
        format!("(\n  {},\n)", params.join(",\n  "))
    } else if params.is_empty() && view.kind != "function" {
        String::new()
    } else {
        format!("({one_line})")
    };
    match view.kind {
        "type" => format!("type {} = {}", view.name, view.result),
        "Ruby function" => format!("{} (a function in Ruby)", view.name),
        kind if view.result.is_empty() => format!("{kind} {}{params}", view.name),
        kind => format!("{kind} {}{params} >> {}", view.name, view.result),
    }
}

/// The width of parameters on one line.
const MAX_HEAD: usize = 60;

/// Formats the parameters that the comment describes.
fn params(view: &DefinitionView, wide: usize) -> String {
    let row = |tag: &DocTag| {
        let name = format!("  ${}", tag.name.trim_start_matches('$'));
        vec![name, wrap(&tag.text.replace('\n', " "), wide.saturating_sub(26).max(20)).join("\n")]
    };
    columns(&view.comment.tagged("param").map(row).collect::<Vec<_>>())
}

fn returns(view: &DefinitionView, wide: usize) -> Option<String> {
    let tag = view.comment.tagged("return").next()?;
    let type_name = if tag.type_name.is_empty() { String::new() } else { format!(" {}:", tag.type_name) };
    Some(wrapped(&format!("Returns{type_name} {}", tag.text.replace('\n', " ")), wide))
}

fn example(tag: &DocTag) -> String {
    let title = if tag.name.is_empty() { "Example".to_owned() } else { format!("Example: {}", tag.name) };
    let lines: Vec<String> = tag.text.lines().map(|line| format!("  {line}")).collect();
    format!("{title}\n{}", lines.join("\n"))
}

fn wrapped(text: &str, wide: usize) -> String {
    wrap(text, wide).join("\n")
}

/// Converts a definition to data.
pub(super) fn definition_data(view: &DefinitionView) -> serde_json::Value {
    let param = |param: &ParamView| json!({ "name": param.name, "type": param.type_name, "default": param.default });
    let tag = |tag: &DocTag| json!({ "tag": tag.tag, "type": tag.type_name, "name": tag.name, "text": tag.text });
    json!({
        "kind": view.kind,
        "name": view.name,
        "source": view.source_name,
        "line": view.line,
        "parameters": view.params.iter().map(param).collect::<Vec<_>>(),
        "result": view.result,
        "text": view.comment.text,
        "tags": view.comment.tags.iter().map(tag).collect::<Vec<_>>(),
    })
}
