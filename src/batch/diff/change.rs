//! The differences between two catalogs of a node: resources, their attributes, and the resources that contain them. Tags
//! and places in files do not count.

use std::collections::BTreeMap;

use pprepl_session::{CatalogExport, ResourceExport};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

/// The pseudo attribute of the resource that contains this one.
const CONTAINER: &str = "(contained in)";

/// The pseudo attribute of an exported resource.
const EXPORTED: &str = "(exported)";

/// Catalogs of one node: to compare, with sensitive values, and to show, without them.
pub struct Catalogs {
    pub compared: CatalogExport,
    pub shown: CatalogExport,
}

/// A resource that differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ResourceChange {
    /// `Type[title]`.
    pub resource: String,
    pub side: Side,
    /// The attributes that differ, by name; all attributes of a resource that one catalog lacks.
    pub attributes: Vec<AttributeChange>,
}

/// Which catalog has a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Only the first.
    Removed,
    /// Both, with different attributes.
    Changed,
    /// Only the second.
    Added,
}

/// An attribute that differs. Its values are JSON, as strings, so that changes have an order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct AttributeChange {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// True when the values that differ are sensitive and not shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_secret: bool,
}

/// A catalog's resources by reference, with their attributes.
type Resources = BTreeMap<String, BTreeMap<String, Json>>;

/// Returns the resources that differ, by reference.
pub fn changes(from: &Catalogs, to: &Catalogs) -> Vec<ResourceChange> {
    let compared = [resources(&from.compared), resources(&to.compared)];
    let shown = [resources(&from.shown), resources(&to.shown)];
    let mut found: Vec<ResourceChange> = compared[0]
        .iter()
        .filter_map(|(reference, old)| match compared[1].get(reference) {
            None => Some(change(reference, Side::Removed, [Some(old), None], &shown)),
            Some(new) if old == new => None,
            Some(new) => Some(change(reference, Side::Changed, [Some(old), Some(new)], &shown)),
        })
        .collect();
    let added = compared[1].iter().filter(|(reference, _)| !compared[0].contains_key(*reference));
    found.extend(added.map(|(reference, new)| change(reference, Side::Added, [None, Some(new)], &shown)));
    found.sort();
    found
}

fn resources(catalog: &CatalogExport) -> Resources {
    let containers: BTreeMap<&str, &str> =
        catalog.edges.iter().map(|(container, member)| (member.as_str(), container.as_str())).collect();
    let row = |resource: &ResourceExport| {
        let reference = format!("{}[{}]", resource.type_name, resource.title);
        let own = resource.parameters.iter().map(|(name, value)| (name.clone(), value.clone()));
        let mut attributes: BTreeMap<String, Json> = own.collect();
        if let Some(container) = containers.get(reference.as_str()) {
            attributes.insert(CONTAINER.to_owned(), json!(container));
        }
        if resource.exported {
            attributes.insert(EXPORTED.to_owned(), json!(true));
        }
        (reference, attributes)
    };
    catalog.resources.iter().map(row).collect()
}

/// Returns the change of a resource that differs.
fn change(
    reference: &str,
    side: Side,
    compared: [Option<&BTreeMap<String, Json>>; 2],
    shown: &[Resources; 2],
) -> ResourceChange {
    let value = |index: usize, name: &String| compared[index].and_then(|attributes| attributes.get(name));
    let text = |index: usize, name: &String| {
        shown[index].get(reference).and_then(|attributes| attributes.get(name)).map(Json::to_string)
    };
    let mut names: Vec<&String> = compared.iter().flatten().flat_map(|attributes| attributes.keys()).collect();
    names.sort();
    names.dedup();
    let differing = names.into_iter().filter(|name| value(0, name) != value(1, name));
    let attributes = differing.map(|name| {
        let (from, to) = (text(0, name), text(1, name));
        let is_secret = from == to;
        AttributeChange { name: name.clone(), from, to, is_secret }
    });
    ResourceChange { resource: reference.to_owned(), side, attributes: attributes.collect() }
}
