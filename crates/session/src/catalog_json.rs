//! The final catalog in Puppet's JSON, one resource a line. The JSON has no values for `version` and `catalog_uuid`.
//! Text is written straight from the catalog's values: thousands of catalogs may follow each other.

use serde::Serialize;

use pprepl_text::safe_json;
use puppet_catalog::FinalResource;
use puppet_pcore::Value;

use super::catalog::{CatalogParameter, FinishedCatalog, catalog_parameters, order};
use super::rich_data::{REDACTED, Secrets, data, is_plain};

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
        push_json(&mut out, &self.node_name());
        out.extend_from_slice(b",\n  \"version\": null,\n  \"code_id\": null,\n  \"catalog_format\": 2");
        out.extend_from_slice(b",\n  \"environment\": ");
        push_json(&mut out, self.environment());
        out.extend_from_slice(b",\n  \"resources\": ");
        push_lines(&mut out, order.iter(), |out, &at| self.push_resource(out, &catalog.resources[at], secrets));
        out.extend_from_slice(b",\n  \"edges\": ");
        let edges = self.edges();
        push_lines(&mut out, edges.iter(), |out, (source, target)| push_edge(out, source, target));
        out.extend_from_slice(b",\n  \"classes\": ");
        push_texts(&mut out, catalog.classes.iter().map(|class| &**class));
        out.extend_from_slice(b"\n}\n");
        safe_json(String::from_utf8(out).unwrap_or_default())
    }

    fn push_resource(&self, out: &mut Vec<u8>, resource: &FinalResource, secrets: Secrets) {
        let (type_name, title) = resource.display();
        out.extend_from_slice(b"{\"type\":");
        push_json(out, &type_name);
        out.extend_from_slice(b",\"title\":");
        push_json(out, &*title);
        out.extend_from_slice(b",\"tags\":");
        push_texts(out, resource.tags.iter().map(|tag| &**tag));
        if let Some(place) = &resource.place {
            out.extend_from_slice(b",\"file\":");
            push_json(out, place.source.name());
            out.extend_from_slice(b",\"line\":");
            push_json(out, &place.source.line_column(place.at).line);
        }
        out.extend_from_slice(b",\"exported\":");
        push_json(out, &resource.exported);
        out.extend_from_slice(b",\"kind\":");
        push_json(out, resource.kind.as_str());
        let namevar = self.namevar(resource);
        let rows = catalog_parameters(resource, &title, namevar, secrets);
        if !rows.is_empty() {
            out.extend_from_slice(b",\"parameters\":{");
            push_list(out, rows.iter(), |out, (name, parameter)| {
                push_json(out, *name);
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

fn push_edge(out: &mut Vec<u8>, source: &str, target: &str) {
    out.extend_from_slice(b"{\"source\":");
    push_json(out, source);
    out.extend_from_slice(b",\"target\":");
    push_json(out, target);
    out.push(b'}');
}

fn push_parameter(out: &mut Vec<u8>, parameter: &CatalogParameter<'_>, secrets: Secrets) {
    match parameter {
        CatalogParameter::Title(title) => push_json(out, *title),
        CatalogParameter::Value(Value::Sensitive(inner)) => match secrets {
            Secrets::Redacted => push_json(out, REDACTED),
            Secrets::Shown => push_value(out, inner, secrets),
        },
        CatalogParameter::Value(value) => push_value(out, value, secrets),
        relation @ CatalogParameter::Relation(_) => push_json(out, &relation.to_json(secrets)),
    }
}

/// Appends a value as Puppet's rich data. The values that make up most catalogs need no intermediate data.
fn push_value(out: &mut Vec<u8>, value: &Value, secrets: Secrets) {
    match value {
        Value::Str(text) if !text.is_bytes => push_json(out, &*text.text),
        Value::Array(array) => {
            out.push(b'[');
            push_list(out, array.items.iter(), |out, item| push_value(out, item, secrets));
            out.push(b']');
        }
        Value::Hash(hash) if is_plain(hash) => {
            out.push(b'{');
            push_list(out, hash.iter(), |out, (key, value)| {
                push_json(out, key.as_str().unwrap_or_default());
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
    push_list(out, texts, push_json);
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

/// Appends a value in JSON.
fn push_json(out: &mut Vec<u8>, value: &(impl Serialize + ?Sized)) {
    let written = serde_json::to_writer(out, value);
    debug_assert!(written.is_ok(), "strings and JSON values are always written");
}
