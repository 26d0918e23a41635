//! The final catalog in Puppet's JSON, one resource a line. The JSON has no values for `version` and `catalog_uuid`.
//! Text is written straight from the catalog's values: thousands of catalogs may follow each other.

use serde::Serialize;

use pprepl_budget as budget;
use pprepl_text::{push_json_string, safe_json};
use puppet_catalog::{FinalResource, Reference, capitalized};
use puppet_functions::rich_data::{Secrets, data, is_plain};
use puppet_pcore::print::REDACTED;
use puppet_pcore::{Type, Value, leaves};

use super::catalog::{CatalogParameter, FinishedCatalog, catalog_parameters, order};

/// The bytes of an average resource.
const RESOURCE_BYTES: usize = 1024;

impl FinishedCatalog<'_> {
    /// Formats the catalog as Puppet's JSON, one resource a line.
    pub fn to_json(&self, secrets: Secrets) -> String {
        let catalog = self.catalog();
        let order = order(catalog);
        let mut out = Vec::with_capacity(order.len() * RESOURCE_BYTES);
        out.extend_from_slice(b"{\n  \"tags\": ");
        push_texts(&mut out, catalog.tags.iter().map(|tag| &**tag));
        out.extend_from_slice(b",\n  \"name\": ");
        push_text(&mut out, &self.node_name());
        out.extend_from_slice(b",\n  \"version\": null,\n  \"code_id\": null,\n  \"catalog_format\": 2");
        out.extend_from_slice(b",\n  \"environment\": ");
        push_text(&mut out, self.environment());
        out.extend_from_slice(b",\n  \"resources\": ");
        push_lines(&mut out, order.iter(), |out, &at| self.push_resource(out, &catalog.resources[at], secrets));
        out.extend_from_slice(b",\n  \"edges\": ");
        let edges = self.edges();
        let reference = |out: &mut Vec<u8>, at: u32| push_reference(out, &catalog.resources[at as usize].reference);
        push_lines(&mut out, edges.iter(), |out, (source, target)| {
            out.extend_from_slice(b"{\"source\":\"");
            reference(out, *source);
            out.extend_from_slice(b"\",\"target\":\"");
            reference(out, *target);
            out.extend_from_slice(b"\"}");
        });
        out.extend_from_slice(b",\n  \"classes\": ");
        push_texts(&mut out, catalog.classes.iter().map(|class| &**class));
        out.extend_from_slice(b"\n}\n");
        safe_json(String::from_utf8(out).unwrap_or_default())
    }

    fn push_resource(&self, out: &mut Vec<u8>, resource: &FinalResource, secrets: Secrets) {
        let title = resource.reference.display_title();
        out.extend_from_slice(b"{\"type\":\"");
        push_name(out, &resource.reference.type_name);
        out.extend_from_slice(b"\",\"title\":");
        push_text(out, &title);
        out.extend_from_slice(b",\"tags\":");
        push_texts(out, resource.tags.iter().map(|tag| &**tag));
        if let Some(place) = &resource.place {
            out.extend_from_slice(b",\"file\":");
            push_text(out, place.source.name());
            out.extend_from_slice(b",\"line\":");
            push_json(out, &place.source.line_column(place.at).line);
        }
        out.extend_from_slice(b",\"exported\":");
        push_json(out, &resource.exported);
        out.extend_from_slice(b",\"kind\":");
        push_text(out, resource.kind.as_str());
        let namevar = self.namevar(resource);
        let rows = catalog_parameters(resource, &title, namevar, secrets);
        if !rows.is_empty() {
            out.extend_from_slice(b",\"parameters\":{");
            push_list(out, rows.iter(), |out, (name, parameter)| {
                push_text(out, name);
                out.push(b':');
                push_parameter(out, parameter, secrets);
            });
            out.push(b'}');
        }
        let sensitive = resource.sensitive(namevar);
        if !sensitive.is_empty() {
            out.extend_from_slice(b",\"sensitive_parameters\":");
            push_texts(out, sensitive.into_iter());
        }
        out.push(b'}');
    }
}

fn push_parameter(out: &mut Vec<u8>, parameter: &CatalogParameter<'_>, secrets: Secrets) {
    match parameter {
        CatalogParameter::Title(title) => push_text(out, title),
        CatalogParameter::Value(Value::Sensitive(inner)) => match secrets {
            Secrets::Redacted => push_text(out, REDACTED),
            Secrets::Shown => push_value(out, inner, secrets),
        },
        CatalogParameter::Value(value) => push_value(out, value, secrets),
        CatalogParameter::Relation(Value::Array(array)) => push_ends(out, &array.items, secrets),
        CatalogParameter::Relation(single) => push_value(out, single, secrets),
    }
}

/// Appends the ends of a relationship: lists in it are flattened.
fn push_ends(out: &mut Vec<u8>, values: &[Value], secrets: Secrets) {
    out.push(b'[');
    for (index, end) in leaves(values).filter(|end| !end.is_undef()).enumerate() {
        if index > 0 {
            out.push(b',');
        }
        push_value(out, end, secrets);
    }
    out.push(b']');
}

/// Appends a value as Puppet's rich data. The values that make up most catalogs need no intermediate data.
/// Ends early when the budget is exhausted.
fn push_value(out: &mut Vec<u8>, value: &Value, secrets: Secrets) {
    match value {
        Value::Array(_) | Value::Hash(_) if budget::is_exhausted() => out.extend_from_slice(b"null"),
        Value::Str(text) if !text.is_bytes => push_text(out, &text.text),
        Value::Bool(bit) => push_json(out, &bit.get()),
        Value::Int(number) => push_json(out, number),
        Value::Type(ty) => match &**ty {
            Type::Resource { type_name: Some(type_name), title } => {
                out.push(b'"');
                push_parts(out, type_name, title.as_deref().unwrap_or_default());
                out.push(b'"');
            }
            _ => push_json(out, &data(value, secrets)),
        },
        Value::Array(array) => {
            out.push(b'[');
            push_list(out, array.items.iter(), |out, item| push_value(out, item, secrets));
            out.push(b']');
        }
        Value::Hash(hash) if is_plain(hash) => {
            out.push(b'{');
            push_list(out, hash.iter(), |out, (key, value)| {
                push_text(out, key.as_str().unwrap_or_default());
                out.push(b':');
                push_value(out, value, secrets);
            });
            out.push(b'}');
        }
        other => push_json(out, &data(other, secrets)),
    }
}

fn push_texts<'t>(out: &mut Vec<u8>, texts: impl Iterator<Item = &'t str>) {
    out.push(b'[');
    push_list(out, texts, push_text);
    out.push(b']');
}

/// Appends a list with an item a line.
fn push_lines<T>(out: &mut Vec<u8>, items: impl Iterator<Item = T>, push: impl Fn(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (at, item) in items.enumerate() {
        out.extend_from_slice(if at == 0 { b"\n    " } else { b",\n    " });
        push(out, item);
    }
    out.extend_from_slice(b"\n  ]");
}

/// Appends items with commas between them.
fn push_list<T>(out: &mut Vec<u8>, items: impl Iterator<Item = T>, push: impl Fn(&mut Vec<u8>, T)) {
    for (at, item) in items.enumerate() {
        if at > 0 {
            out.push(b',');
        }
        push(out, item);
    }
}

/// Appends the reference of a resource as the content of a string: `Type[title]`.
fn push_reference(out: &mut Vec<u8>, reference: &Reference) {
    if reference.is_main_class() {
        out.extend_from_slice(b"Class[main]");
    } else {
        push_parts(out, &reference.type_name, &reference.title);
    }
}

fn push_parts(out: &mut Vec<u8>, type_name: &str, title: &str) {
    push_name(out, type_name);
    out.push(b'[');
    if type_name == "class" {
        push_name(out, title)
    } else {
        push_json_string(out, title)
    }
    out.push(b']');
}

/// Appends a qualified name with its segments capitalized, as the content of a string.
fn push_name(out: &mut Vec<u8>, name: &str) {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' | b'-' | b'.');
    if !name.bytes().all(is_word) {
        return push_json_string(out, &capitalized(name));
    }
    let mut before = b':';
    for byte in name.bytes() {
        out.push(if before == b':' { byte.to_ascii_uppercase() } else { byte });
        before = byte;
    }
}

/// Appends a string in JSON.
fn push_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    push_json_string(out, text);
    out.push(b'"');
}

/// Appends a value in JSON.
fn push_json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    let written = serde_json::to_writer(out, value);
    debug_assert!(written.is_ok(), "strings and JSON values are always written");
}
