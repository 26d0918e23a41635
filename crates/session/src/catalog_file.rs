//! Catalogs in Puppet's JSON: read from files, compared, and written as code that declares their resources.

use indexmap::IndexMap;

use puppet_functions::loader::data::read_json;
use puppet_pcore::{Hash, Value, display_complete, source_form};

use super::inspect::{Change, Side};

/// A catalog of a file: the attributes of each resource.
pub(crate) struct CatalogFile {
    resources: IndexMap<String, FileResource>,
}

struct FileResource {
    type_name: String,
    title: String,
    /// `@` for a virtual resource, `@@` for an exported one, else empty.
    prefix: &'static str,
    attributes: IndexMap<String, Value>,
}

/// The code that declares the resources of a catalog.
pub(crate) struct ImportedCode {
    pub(crate) code: String,
    pub(crate) resources: usize,
    /// The classes and the instances of unknown types, which the code omits.
    pub(crate) omitted: Vec<String>,
}

/// The attributes that refer to resources.
const RELATIONS: [&str; 4] = ["before", "require", "notify", "subscribe"];

impl CatalogFile {
    /// Reads a catalog; the error describes what is wrong with the file.
    pub(crate) fn read(text: &str) -> Result<CatalogFile, String> {
        let value = read_json(text).map_err(|error| error.message)?;
        let Value::Hash(hash) = value else { return Err("expected a JSON object".to_owned()) };
        // PuppetDB and old catalogs have the resources one level down.
        let hash = match hash.get_str("data") {
            Some(Value::Hash(inner)) => inner.clone(),
            _ => hash,
        };
        let Some(Value::Array(resources)) = hash.get_str("resources") else {
            return Err("expected the key 'resources' with a list".to_owned());
        };
        let mut found = IndexMap::new();
        for item in &resources.items {
            let resource = resource(item).ok_or_else(|| "expected resources with 'type' and 'title'".to_owned())?;
            found.insert(reference(&resource.type_name, &resource.title), resource);
        }
        Ok(CatalogFile { resources: found })
    }

    /// Returns the differences to a later catalog.
    pub(crate) fn changes_to(&self, after: &CatalogFile) -> Vec<Change> {
        let mut changes = Vec::new();
        for (name, resource) in &after.resources {
            let before = self.resources.get(name);
            let attributes = attribute_changes(before, resource);
            match before {
                None => changes.push(change(Side::Added, name, attributes)),
                Some(_) if !attributes.is_empty() => changes.push(change(Side::Changed, name, attributes)),
                Some(_) => {}
            }
        }
        let removed = self.resources.keys().filter(|name| !after.resources.contains_key(*name));
        changes.extend(removed.map(|name| change(Side::Removed, name, Vec::new())));
        changes
    }

    /// Returns code that declares the resources; `is_known` returns whether a type can be declared.
    pub(crate) fn code(&self, is_known: impl Fn(&str) -> bool) -> ImportedCode {
        let mut imported = ImportedCode { code: String::new(), resources: 0, omitted: Vec::new() };
        let is_declared = |resource: &FileResource| resource.type_name != "Class" && is_known(&resource.type_name);
        for (name, resource) in &self.resources {
            if !is_declared(resource) {
                imported.omitted.push(name.clone());
                continue;
            }
            imported.resources += 1;
            imported.code.push_str(&self.declaration(resource, &is_declared));
        }
        imported
    }

    fn declaration(&self, resource: &FileResource, is_declared: &impl Fn(&FileResource) -> bool) -> String {
        let title = literal(&Value::from(resource.title.clone()));
        let mut code = format!("{}{} {{ {title}:\n", resource.prefix, resource.type_name.to_lowercase());
        for (name, value) in &resource.attributes {
            let is_relation = RELATIONS.contains(&name.as_str());
            let shown = if is_relation { self.references(value, is_declared) } else { Some(literal(value)) };
            if let Some(shown) = shown {
                code.push_str(&format!("  {name} => {shown},\n"));
            }
        }
        code + "}\n"
    }

    /// Converts `File[/x]` to a reference; those to omitted resources are dropped.
    fn references(&self, value: &Value, is_declared: &impl Fn(&FileResource) -> bool) -> Option<String> {
        let items = match value {
            Value::Array(array) => array.items.clone(),
            value => vec![value.clone()],
        };
        let one = |item: &Value| {
            let (type_name, rest) = item.as_str()?.split_once('[')?;
            let name = reference(type_name, rest.strip_suffix(']')?);
            self.resources.get(&name).filter(|resource| is_declared(resource)).map(|_| name)
        };
        let found: Vec<String> = items.iter().filter_map(one).collect();
        (!found.is_empty()).then(|| format!("[{}]", found.join(", ")))
    }
}

fn resource(item: &Value) -> Option<FileResource> {
    let Value::Hash(hash) = item else { return None };
    let text = |key: &str| hash.get_str(key).and_then(Value::as_str).map(str::to_owned);
    let is_set = |key: &str| matches!(hash.get_str(key), Some(Value::Bool(bit)) if bit.get());
    let prefix = match (is_set("exported"), is_set("virtual")) {
        (true, _) => "@@",
        (false, true) => "@",
        (false, false) => "",
    };
    let attributes = match hash.get_str("parameters") {
        Some(Value::Hash(parameters)) => entries(parameters),
        _ => IndexMap::new(),
    };
    Some(FileResource { type_name: text("type")?, title: text("title")?, prefix, attributes })
}

fn entries(hash: &Hash) -> IndexMap<String, Value> {
    hash.iter().filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone()))).collect()
}

/// Formats a reference: `File['/x']`.
fn reference(type_name: &str, title: &str) -> String {
    format!("{type_name}[{}]", literal(&Value::from(title.to_owned())))
}

fn literal(value: &Value) -> String {
    source_form(value).unwrap_or_else(|| display_complete(value))
}

fn attribute_changes(
    before: Option<&FileResource>,
    after: &FileResource,
) -> Vec<(String, Option<String>, Option<String>)> {
    let empty = IndexMap::new();
    let old = before.map_or(&empty, |resource| &resource.attributes);
    let shown = |value: Option<&Value>| value.map(literal);
    let mut rows = Vec::new();
    for (name, value) in &after.attributes {
        let (old, new) = (shown(old.get(name)), Some(literal(value)));
        if old != new {
            rows.push((name.clone(), old, new));
        }
    }
    let removed = old.iter().filter(|(name, _)| !after.attributes.contains_key(*name));
    rows.extend(removed.map(|(name, value)| (name.clone(), Some(literal(value)), None)));
    rows
}

fn change(side: Side, name: &str, attributes: Vec<(String, Option<String>, Option<String>)>) -> Change {
    let (subject, holder) = (name.to_owned(), String::new());
    Change { side, subject, is_edge: false, holder, attributes, input: None, place: None }
}
