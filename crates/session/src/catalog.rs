//! The final catalog: Puppet's JSON, and its errors. The JSON has no values for `version` and `catalog_uuid`.
//! Sensitive parameters are named, but their values are hidden.

use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use pprepl_budget as budget;
use pprepl_text::{Source, safe_json};
use puppet_catalog::{FinalCatalog, FinalResource, Kind, short_path};
use puppet_pcore::Value;

use super::Report;
use super::catalog_view::CatalogView;
use super::report::reports;
use super::rich_data::{REDACTED, Secrets, data};

/// The catalog as plain data.
#[derive(Debug, Clone)]
pub struct CatalogExport {
    pub name: String,
    pub environment: String,
    /// The tags of the classes.
    pub tags: Vec<String>,
    /// The classes in the order in which their bodies ran.
    pub classes: Vec<String>,
    /// The non-virtual resources in order.
    pub resources: Vec<ResourceExport>,
    /// Containment edges: references of the container and of its member.
    pub edges: Vec<(String, String)>,
    /// The errors: dangling references, unknown parameters, cycles.
    pub findings: Vec<Report>,
}

/// A resource of the catalog as plain data.
#[derive(Debug, Clone)]
pub struct ResourceExport {
    /// The type's name, capitalized.
    pub type_name: String,
    pub title: String,
    pub tags: Vec<String>,
    /// The name of the source that declares it.
    pub file: Option<String>,
    pub line: Option<u32>,
    pub exported: bool,
    /// `compilable_type`, `defined_type`, `class` or `unknown`.
    pub kind: &'static str,
    pub parameters: Map<String, Json>,
    /// The names of the sensitive parameters.
    pub sensitive: Vec<String>,
}

impl CatalogView<'_> {
    /// Returns the catalog as the compiler would finish it now, without sensitive values. The session is unchanged.
    pub fn export(&self) -> CatalogExport {
        self.export_with(Secrets::Redacted)
    }

    /// Does the same as [`CatalogView::export`] with or without sensitive values.
    pub fn export_with(&self, secrets: Secrets) -> CatalogExport {
        self.finish().export(secrets)
    }

    /// Returns the errors that the compiler would report if the compilation ended now.
    pub fn findings(&self) -> Vec<Report> {
        self.finish().findings()
    }

    /// Returns the catalog as the compiler would finish it now.
    pub fn finish(&self) -> FinishedCatalog<'_> {
        FinishedCatalog { view: self, catalog: self.core.vm.catalog.finished() }
    }

    fn node_name(&self) -> String {
        let named = self.core.vm.catalog.node().map(str::to_owned);
        named.unwrap_or_else(|| "localhost".to_owned())
    }
}

/// A catalog at the end of its compilation.
pub struct FinishedCatalog<'s> {
    view: &'s CatalogView<'s>,
    catalog: FinalCatalog,
}

impl FinishedCatalog<'_> {
    /// Returns the errors that the compiler reports at the end.
    pub fn findings(&self) -> Vec<Report> {
        reports(&Source::new("catalog", ""), &self.catalog.findings)
    }

    /// Converts the catalog to plain data.
    pub fn export(&self, secrets: Secrets) -> CatalogExport {
        let finished = &self.catalog;
        let text = |names: &[std::rc::Rc<str>]| names.iter().map(|name| name.to_string()).collect();
        CatalogExport {
            name: self.view.node_name(),
            environment: self.view.environment.unwrap_or("production").to_owned(),
            tags: text(&finished.tags),
            classes: text(&finished.classes),
            resources: order(finished)
                .into_iter()
                .take_while(|_| !budget::is_exhausted())
                .map(|at| self.exported(&finished.resources[at], secrets))
                .collect(),
            edges: edges(finished),
            findings: self.findings(),
        }
    }

    fn exported(&self, one: &FinalResource, secrets: Secrets) -> ResourceExport {
        let catalog = &self.view.core.vm.catalog;
        let namevar = if one.kind == Kind::Compilable { catalog.namevar(&one.reference.type_name) } else { "name" };
        resource(one, namevar, secrets)
    }
}

impl CatalogExport {
    /// Formats the catalog as Puppet's JSON, one resource a line.
    pub fn to_json(&self) -> String {
        let mut out = Vec::with_capacity(self.resources.len() * 1024);
        push_entry(&mut out, "tags", &self.tags);
        push_entry(&mut out, "name", &self.name);
        push_entry(&mut out, "version", &Json::Null);
        push_entry(&mut out, "code_id", &Json::Null);
        push_entry(&mut out, "catalog_format", &2);
        push_entry(&mut out, "environment", &self.environment);
        push_list(&mut out, "resources", self.resources.iter().map(ResourceRow::of));
        push_list(&mut out, "edges", self.edges.iter().map(|(source, target)| EdgeRow { source, target }));
        push_entry(&mut out, "classes", &self.classes);
        out.extend_from_slice(b"\n}\n");
        safe_json(String::from_utf8(out).unwrap_or_default())
    }
}

fn push_entry(out: &mut Vec<u8>, key: &str, value: &impl Serialize) {
    push_key(out, key);
    push_json(out, value);
}

fn push_list(out: &mut Vec<u8>, key: &str, rows: impl Iterator<Item = impl Serialize>) {
    push_key(out, key);
    out.push(b'[');
    for (at, row) in rows.enumerate() {
        out.extend_from_slice(if at == 0 { b"\n    " } else { b",\n    " });
        push_json(out, &row);
    }
    out.extend_from_slice(b"\n  ]");
}

fn push_key(out: &mut Vec<u8>, key: &str) {
    out.extend_from_slice(if out.is_empty() { b"{\n  " } else { b",\n  " });
    push_json(out, &key);
    out.extend_from_slice(b": ");
}

/// Appends a value in JSON.
fn push_json(out: &mut Vec<u8>, value: &impl Serialize) {
    let written = serde_json::to_writer(out, value);
    debug_assert!(written.is_ok(), "strings and JSON values are always written");
}

/// An edge in Puppet's JSON.
#[derive(Serialize)]
struct EdgeRow<'e> {
    source: &'e str,
    target: &'e str,
}

/// A resource in Puppet's JSON.
#[derive(Serialize)]
struct ResourceRow<'r> {
    #[serde(rename = "type")]
    type_name: &'r str,
    title: &'r str,
    tags: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    exported: bool,
    kind: &'r str,
    #[serde(skip_serializing_if = "Map::is_empty")]
    parameters: &'r Map<String, Json>,
    #[serde(rename = "sensitive_parameters", skip_serializing_if = "<[String]>::is_empty")]
    sensitive: &'r [String],
}

impl<'r> ResourceRow<'r> {
    fn of(resource: &'r ResourceExport) -> ResourceRow<'r> {
        ResourceRow {
            type_name: &resource.type_name,
            title: &resource.title,
            tags: &resource.tags,
            file: resource.file.as_deref(),
            line: resource.line,
            exported: resource.exported,
            kind: resource.kind,
            parameters: &resource.parameters,
            sensitive: &resource.sensitive,
        }
    }
}

impl ResourceExport {
    /// Converts the resource to Puppet's JSON.
    pub fn to_json(&self) -> Json {
        serde_json::to_value(ResourceRow::of(self)).unwrap_or_default()
    }
}

/// Returns the indices of the non-virtual resources; Puppet puts its settings before the class of the top scope.
fn order(finished: &FinalCatalog) -> Vec<usize> {
    let mut order: Vec<usize> =
        (0..finished.resources.len()).filter(|&at| !finished.resources[at].is_virtual).collect();
    if order.len() > 2 {
        order.swap(1, 2);
    }
    order
}

/// Returns the containment edges between non-virtual resources.
fn edges(finished: &FinalCatalog) -> Vec<(String, String)> {
    let real = |id: u32| finished.resources.get(id as usize).filter(|resource| !resource.is_virtual).map(reference);
    let mut edges: Vec<(String, String)> =
        finished.containment.iter().filter_map(|&(from, to)| Some((real(from)?, real(to)?))).collect();
    if edges.len() > 1 {
        edges.swap(0, 1);
    }
    edges
}

fn reference(resource: &FinalResource) -> String {
    let (kind, title) = resource.display();
    format!("{kind}[{title}]")
}

fn resource(resource: &FinalResource, namevar: &str, secrets: Secrets) -> ResourceExport {
    let (type_name, title) = resource.display();
    let (parameters, sensitive) = parameters(resource, &title, namevar, secrets);
    let place = resource.place.as_ref();
    ResourceExport {
        title: title.to_string(),
        tags: resource.tags.iter().map(|tag| tag.to_string()).collect(),
        file: place.map(|place| place.source.name().to_owned()),
        line: place.map(|place| place.source.line_column(place.at).line),
        exported: resource.exported,
        kind: resource.kind.as_str(),
        type_name,
        parameters,
        sensitive,
    }
}

/// Returns the parameters by name, and the names of the sensitive ones. The namevar comes first; it is omitted where
/// it equals the title.
fn parameters(
    resource: &FinalResource,
    title: &str,
    namevar: &str,
    secrets: Secrets,
) -> (Map<String, Json>, Vec<String>) {
    let (mut all, mut sensitive) = (Map::new(), Vec::new());
    let by_title = short_path(&resource.reference.type_name, title).unwrap_or(title);
    all.insert(namevar.to_owned(), json!(by_title));
    for (name, value) in &resource.parameters {
        let key = if &**name == "name" { namevar } else { name };
        let value = match value {
            Value::Sensitive(inner) => {
                sensitive.push(key.to_owned());
                match secrets {
                    Secrets::Redacted => json!(REDACTED),
                    Secrets::Shown => data(inner, secrets),
                }
            }
            value if is_relation(name) => relation(value, secrets),
            value => data(value, secrets),
        };
        all.insert(key.to_owned(), value);
    }
    let given = matches!(&*resource.reference.title, "main" | ":main") && resource.place.is_none();
    if !given && resource.has_text_title && all.get(namevar).and_then(Json::as_str) == Some(title) {
        all.shift_remove(namevar);
    }
    (all, sensitive)
}

fn is_relation(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}

/// Converts the value of a relationship metaparameter: lists are flattened.
fn relation(value: &Value, secrets: Secrets) -> Json {
    fn flatten(value: &Value, secrets: Secrets, all: &mut Vec<Json>) {
        match value {
            Value::Array(array) => array.items.iter().for_each(|item| flatten(item, secrets, all)),
            Value::Undef | Value::Unset => {}
            single => all.push(data(single, secrets)),
        }
    }
    let Value::Array(_) = value else { return data(value, secrets) };
    let mut all = Vec::new();
    flatten(value, secrets, &mut all);
    Json::Array(all)
}
