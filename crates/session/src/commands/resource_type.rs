//! The pages of `:doc` about Puppet's own resource types and their attributes, from the bundled schemas.

use serde_json::{Value, json};

use pprepl_text::columns::{columns, wrap};
use pprepl_text::suggest;
use puppet_catalog::schema::{Attribute, AttributeKind, METAPARAMETERS};
use puppet_catalog::{ResourceType, builtin};

/// Formats the page of `file`, of `file.ensure` or of a metaparameter: text of about `wide` columns, and data.
pub(super) fn page(name: &str, wide: usize) -> Option<(String, Value)> {
    let name = name.to_lowercase();
    if let Some((type_name, attribute)) = name.split_once('.') {
        let row = builtin(type_name)?;
        let attribute = row.attribute(attribute)?;
        return Some((attribute_page(Some(row), attribute, wide), attribute_data(attribute)));
    }
    let meta = || METAPARAMETERS.iter().find(|meta| meta.name == name);
    match (builtin(&name), meta()) {
        (Some(row), _) => Some((type_page(row, wide), type_data(row))),
        (None, Some(meta)) => Some((attribute_page(None, meta, wide), attribute_data(meta))),
        (None, None) => None,
    }
}

/// Returns the attribute most similar to `file.ensrue`.
pub(super) fn near(name: &str) -> Option<String> {
    let (type_name, attribute) = name.split_once('.')?;
    let row = builtin(&type_name.to_lowercase())?;
    let near = suggest::nearest(attribute, row.parameters().chain(METAPARAMETERS.iter().map(|meta| meta.name)))?;
    Some(format!("{}.{near}", row.name))
}

fn type_page(row: &ResourceType, wide: usize) -> String {
    let line = |attribute: &Attribute| {
        let mark = if attribute.name == row.namevar { "*" } else { "" };
        let text = wrap(attribute.summary, wide.saturating_sub(26).max(20)).join("\n");
        vec![format!("  {}{mark}", attribute.name), text]
    };
    let part = |kind: AttributeKind| -> Vec<Vec<String>> {
        row.attributes.iter().filter(|attribute| attribute.kind == kind).map(line).collect()
    };
    let mut parts = vec![format!("resource type {}: {}", row.name, row.summary)];
    let titles = [(AttributeKind::Property, "Properties"), (AttributeKind::Parameter, "Parameters")];
    for (kind, title) in titles {
        let rows = part(kind);
        if !rows.is_empty() {
            parts.push(format!("{title}\n{}", columns(&rows)));
        }
    }
    let meta = METAPARAMETERS.iter().map(|meta| meta.name).collect::<Vec<_>>().join(", ");
    let all = format!(
        "Every resource also accepts {meta}. '*' marks the attribute that defaults to the title. ':doc {}.NAME' \
         describes one.",
        row.name
    );
    parts.push(wrap(&all, wide).join("\n"));
    parts.join("\n\n")
}

fn attribute_page(row: Option<&ResourceType>, attribute: &Attribute, wide: usize) -> String {
    let of = row.filter(|_| attribute.kind != AttributeKind::Metaparameter).map(|row| format!(" of {}", row.name));
    let mut lines = vec![format!("{} {}{}", attribute.kind.as_str(), attribute.name, of.unwrap_or_default())];
    lines.push(String::new());
    lines.extend(wrap(attribute.summary, wide));
    let takes = attribute.takes();
    if !takes.is_empty() {
        lines.extend(wrap(&format!("Accepts {takes}."), wide));
    }
    lines.extend(attribute.aliases.iter().map(|(alias, word)| format!("'{alias}' means '{word}'.")));
    lines.join("\n")
}

fn type_data(row: &ResourceType) -> Value {
    json!({
        "name": row.name,
        "namevar": row.namevar,
        "summary": row.summary,
        "attributes": row.attributes.iter().map(attribute_data).collect::<Vec<_>>(),
    })
}

fn attribute_data(attribute: &Attribute) -> Value {
    let aliases: serde_json::Map<String, Value> =
        attribute.aliases.iter().map(|(alias, word)| ((*alias).to_owned(), json!(word))).collect();
    json!({
        "name": attribute.name,
        "kind": attribute.kind.as_str(),
        "words": attribute.words,
        "aliases": aliases,
        "takes": attribute.takes(),
        "summary": attribute.summary,
    })
}
