//! The final catalog: Puppet's JSON, and its errors. The JSON has no values for `version` and `catalog_uuid`.
//! Sensitive parameters are named, but their values are hidden.

use serde_json::{Map, Value as Json, json};

use pprepl_budget as budget;
use pprepl_text::{Source, json_text};
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
        let finished = self.core.vm.catalog.finished();
        let text = |names: &[std::rc::Rc<str>]| names.iter().map(|name| name.to_string()).collect();
        CatalogExport {
            name: self.node_name(),
            environment: self.environment.unwrap_or("production").to_owned(),
            tags: text(&finished.tags),
            classes: text(&finished.classes),
            resources: order(&finished)
                .into_iter()
                .take_while(|_| !budget::is_exhausted())
                .map(|at| self.exported(&finished.resources[at], secrets))
                .collect(),
            edges: edges(&finished),
            findings: reports(&Source::new("catalog", ""), &finished.findings),
        }
    }

    /// Returns the errors that the compiler would report if the compilation ended now.
    pub fn findings(&self) -> Vec<Report> {
        reports(&Source::new("catalog", ""), &self.core.vm.catalog.finished().findings)
    }

    fn exported(&self, one: &FinalResource, secrets: Secrets) -> ResourceExport {
        let namevar =
            if one.kind == Kind::Compilable { self.core.vm.catalog.namevar(&one.reference.type_name) } else { "name" };
        resource(one, namevar, secrets)
    }

    fn node_name(&self) -> String {
        let named = self.core.vm.catalog.node().map(str::to_owned);
        named.unwrap_or_else(|| "localhost".to_owned())
    }
}

impl CatalogExport {
    /// Formats the catalog as Puppet's JSON, one resource a line.
    pub fn to_json(&self) -> String {
        let mut out = String::with_capacity(self.resources.len() * 256);
        let mut head = |key: &str, value: &Json| {
            out.push_str(if out.is_empty() { "{\n" } else { ",\n" });
            out.push_str(&format!("  {}: {value}", json!(key)));
        };
        head("tags", &json!(self.tags));
        head("name", &json!(self.name));
        head("version", &Json::Null);
        head("code_id", &Json::Null);
        head("catalog_format", &json!(2));
        head("environment", &json!(self.environment));
        let resources = self.resources.iter().map(|resource| resource.to_json().to_string());
        push_list(&mut out, "resources", resources);
        let edges = self.edges.iter().map(|(from, to)| json!({ "source": from, "target": to }).to_string());
        push_list(&mut out, "edges", edges);
        out.push_str(&format!(",\n  \"classes\": {}\n}}\n", json!(self.classes)));
        json_text(out)
    }
}

fn push_list(out: &mut String, key: &str, rows: impl Iterator<Item = String>) {
    out.push_str(&format!(",\n  \"{key}\": ["));
    for (at, row) in rows.enumerate() {
        out.push_str(if at == 0 { "\n    " } else { ",\n    " });
        out.push_str(&row);
    }
    out.push_str("\n  ]");
}

impl ResourceExport {
    /// Converts the resource to Puppet's JSON.
    pub fn to_json(&self) -> Json {
        let mut object = Map::new();
        let mut put = |key: &str, value: Json| object.insert(key.to_owned(), value);
        put("type", json!(self.type_name));
        put("title", json!(self.title));
        put("tags", json!(self.tags));
        if let Some(file) = &self.file {
            put("file", json!(file));
        }
        if let Some(line) = self.line {
            put("line", json!(line));
        }
        put("exported", json!(self.exported));
        put("kind", json!(self.kind));
        if !self.parameters.is_empty() {
            put("parameters", Json::Object(self.parameters.clone()));
        }
        if !self.sensitive.is_empty() {
            put("sensitive_parameters", json!(self.sensitive));
        }
        Json::Object(object)
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
