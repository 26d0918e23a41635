//! The final catalog as plain data, and its errors. Sensitive parameters are named, but their values are hidden.

use std::rc::Rc;

use serde_json::{Map, Value as Json, json};

use pprepl_budget as budget;
use pprepl_text::Source;
use puppet_catalog::{FinalCatalog, FinalResource, Kind, short_path};
use puppet_functions::rich_data::{Secrets, data};
use puppet_pcore::print::REDACTED;
use puppet_pcore::{Value, leaves_of};

use super::Report;
use super::catalog_view::CatalogView;
use super::report::reports;
use super::trusted::NO_NAME;

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
        named.unwrap_or_else(|| NO_NAME.to_owned())
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
        let text = |names: &[Rc<str>]| names.iter().map(|name| name.to_string()).collect();
        let name = |at: u32| finished.resources.get(at as usize).map(reference).unwrap_or_default();
        CatalogExport {
            name: self.node_name(),
            environment: self.environment().to_owned(),
            tags: text(&finished.tags),
            classes: text(&finished.classes),
            resources: order(finished)
                .into_iter()
                .take_while(|_| !budget::is_exhausted())
                .map(|at| self.exported(&finished.resources[at], secrets))
                .collect(),
            edges: self.edges().into_iter().map(|(from, to)| (name(from), name(to))).collect(),
            findings: self.findings(),
        }
    }

    fn exported(&self, one: &FinalResource, secrets: Secrets) -> ResourceExport {
        resource(one, self.namevar(one), secrets)
    }

    /// Returns the name of the parameter whose default is the title.
    pub(super) fn namevar(&self, one: &FinalResource) -> &str {
        let catalog = &self.view.core.vm.catalog;
        if one.kind == Kind::Compilable { catalog.namevar(&one.reference.type_name) } else { "name" }
    }

    pub(super) fn catalog(&self) -> &FinalCatalog {
        &self.catalog
    }

    pub(super) fn node_name(&self) -> String {
        self.view.node_name()
    }

    pub(super) fn environment(&self) -> &str {
        self.view.environment
    }

    /// Returns the containment edges between non-virtual resources: the numbers of the container and of its member.
    pub(super) fn edges(&self) -> Vec<(u32, u32)> {
        edges(&self.catalog)
    }
}

/// Returns the indices of the non-virtual resources; Puppet puts its settings before the class of the top scope.
pub(super) fn order(finished: &FinalCatalog) -> Vec<usize> {
    let mut order: Vec<usize> =
        (0..finished.resources.len()).filter(|&at| !finished.resources[at].is_virtual).collect();
    if order.len() > 2 {
        order.swap(1, 2);
    }
    order
}

/// Returns the containment edges between non-virtual resources.
fn edges(finished: &FinalCatalog) -> Vec<(u32, u32)> {
    let real = |id: u32| finished.resources.get(id as usize).is_some_and(|resource| !resource.is_virtual);
    let edges = finished.containment.iter().copied();
    let mut edges: Vec<(u32, u32)> = edges.filter(|(from, to)| real(*from) && real(*to)).collect();
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
    let rows = catalog_parameters(resource, &title, namevar, secrets);
    let parameters = rows.iter().map(|(name, value)| ((*name).to_owned(), value.to_json(secrets))).collect();
    let sensitive = resource.sensitive(namevar).into_iter().map(str::to_owned).collect();
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

/// The value of a parameter in a catalog's JSON.
pub(super) enum CatalogParameter<'r> {
    /// The title, which is the value of the namevar.
    Title(&'r str),
    Value(&'r Value),
    /// The value of a relationship metaparameter.
    Relation(&'r Value),
}

impl<'r> CatalogParameter<'r> {
    fn new(name: &str, value: &'r Value) -> CatalogParameter<'r> {
        match value {
            Value::Sensitive(_) => CatalogParameter::Value(value),
            _ if is_relation(name) => CatalogParameter::Relation(value),
            _ => CatalogParameter::Value(value),
        }
    }

    pub(super) fn to_json(&self, secrets: Secrets) -> Json {
        match self {
            CatalogParameter::Title(title) => json!(title),
            CatalogParameter::Value(Value::Sensitive(_)) if secrets == Secrets::Redacted => json!(REDACTED),
            CatalogParameter::Value(Value::Sensitive(inner)) => data(inner, secrets),
            CatalogParameter::Value(value) => data(value, secrets),
            CatalogParameter::Relation(value) => relation(value, secrets),
        }
    }

    /// Returns whether its JSON is this text.
    fn is_text(&self, text: &str, secrets: Secrets) -> bool {
        match self {
            CatalogParameter::Title(title) => *title == text,
            CatalogParameter::Value(Value::Str(value)) if !value.is_bytes => value.text == text,
            other => other.to_json(secrets).as_str() == Some(text),
        }
    }
}

/// Returns the parameters by name. The namevar comes first; it is omitted where it equals the title.
pub(super) fn catalog_parameters<'r>(
    resource: &'r FinalResource,
    title: &'r str,
    namevar: &'r str,
    secrets: Secrets,
) -> Vec<(&'r str, CatalogParameter<'r>)> {
    let is_key = |name: &str| name == namevar || name == "name";
    let by_title = short_path(&resource.reference.type_name, title).unwrap_or(title);
    let own = resource.parameters.iter().rev().find(|(name, _)| is_key(name));
    let key = own.map_or(CatalogParameter::Title(by_title), |(name, value)| CatalogParameter::new(name, value));
    let is_main = resource.reference.is_main_class() || &*resource.reference.title == "main";
    let given = is_main && resource.place.is_none();
    let is_title = !given && resource.has_text_title && key.is_text(title, secrets);
    let mut rows = Vec::with_capacity(resource.parameters.len() + 1);
    rows.extend((!is_title).then_some((namevar, key)));
    let others = resource.parameters.iter().filter(|(name, _)| !is_key(name));
    rows.extend(others.map(|(name, value)| (&**name, CatalogParameter::new(name, value))));
    rows
}

fn is_relation(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}

/// Converts the value of a relationship metaparameter: lists are flattened.
fn relation(value: &Value, secrets: Secrets) -> Json {
    let Value::Array(_) = value else { return data(value, secrets) };
    leaves_of(value).filter(|end| !end.is_undef()).map(|end| data(end, secrets)).collect()
}
