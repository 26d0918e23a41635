//! `check catalog`: resources with attributes, and relationships.

use std::collections::{BTreeSet, VecDeque};
use std::ops::Deref;

use rustc_hash::FxHashSet;

use pprepl_session::Scripts;
use pprepl_text::suggest::nearest;
use puppet_catalog::{EdgeKind, FinalCatalog, FinalResource, Reference, capitalized};
use puppet_pcore::Value;

use super::bench::ExpectationState;
use super::difference::{Comparing, displayed};
use super::outcome::Outcome;
use crate::check::{Edge, ResourcePattern};

/// The catalog, with the naming attributes of the resource types in question.
struct Catalog {
    catalog: FinalCatalog,
    namevars: Vec<(String, String)>,
}

impl Deref for Catalog {
    type Target = FinalCatalog;

    fn deref(&self) -> &FinalCatalog {
        &self.catalog
    }
}

/// Checks the catalog of the current state.
pub(crate) fn check(state: &mut impl ExpectationState, resources: &[ResourcePattern], edges: &[Edge]) -> Outcome {
    let catalog =
        Catalog { catalog: Scripts::new(state.session()).catalog(), namevars: namevars(state, resources, edges) };
    for pattern in resources {
        let outcome = resource(state, &catalog, pattern);
        if !outcome.holds() {
            return outcome;
        }
    }
    edges.iter().map(|edge| relationship(&catalog, edge)).find(|outcome| !outcome.holds()).unwrap_or(Outcome::Holds)
}

fn resource(state: &mut impl ExpectationState, catalog: &Catalog, pattern: &ResourcePattern) -> Outcome {
    let Some(wanted) = reference(&pattern.reference) else { return unreadable(&pattern.reference) };
    let found = index_of(catalog, &wanted).and_then(|index| catalog.resources.get(index));
    match (found, pattern.is_absent) {
        (None, true) => Outcome::Holds,
        (Some(_), true) => Outcome::differs(format!("The catalog has {wanted}, which is not expected.")),
        (None, false) => Outcome::differs(missing(catalog, &wanted)),
        (Some(found), false) => attributes(state, found, pattern),
    }
}

fn unreadable(text: &str) -> Outcome {
    Outcome::Broken(format!("`{text}` is not a reference to a resource"))
}

/// Returns the message about a missing resource, with a similar one.
fn missing(catalog: &Catalog, wanted: &Reference) -> String {
    let same_type = |resource: &&FinalResource| resource.reference.type_name == wanted.type_name;
    let titles: Vec<&str> = catalog.resources.iter().filter(same_type).map(|one| &*one.reference.title).collect();
    let near = nearest(&wanted.title, titles.iter().copied()).or(match titles.as_slice() {
        [only] => Some(*only),
        _ => None,
    });
    let near = near.map(|title| format!(" It has {}['{title}'].", capitalized(&wanted.type_name)));
    format!("{wanted} is not in the catalog.{}", near.unwrap_or_default())
}

fn attributes(state: &mut impl ExpectationState, found: &FinalResource, pattern: &ResourcePattern) -> Outcome {
    for (name, code) in &pattern.attributes {
        let expected = match state.evaluate(code) {
            Ok(value) => value,
            Err(error) => return Outcome::Broken(error),
        };
        let outcome = match found.parameter(name) {
            None if expected.is_undef() => Outcome::Holds,
            None => {
                Outcome::differs(format!("{} has no `{name}`, expected {}.", pattern.reference, displayed(&expected)))
            }
            Some(yours) => Outcome::of(
                Comparing::default()
                    .difference(yours, &expected)
                    .map(|difference| format!("{}, `{name}`: {}.", pattern.reference, difference.sentence())),
            ),
        };
        if !outcome.holds() {
            return outcome;
        }
    }
    Outcome::Holds
}

fn relationship(catalog: &Catalog, edge: &Edge) -> Outcome {
    let (Some(source), Some(target)) = (reference(&edge.source), reference(&edge.target)) else {
        return unreadable(&format!("{} -> {}", edge.source, edge.target));
    };
    let (from, to) = match (index_of(catalog, &source), index_of(catalog, &target)) {
        (Some(from), Some(to)) => (from, to),
        (None, _) => return Outcome::differs(missing(catalog, &source)),
        (_, None) => return Outcome::differs(missing(catalog, &target)),
    };
    if edge.refreshes {
        return refresh(catalog, (&source, from as u32), (&target, to as u32));
    }
    if comes_before(catalog, from as u32, to as u32) {
        return Outcome::Holds;
    }
    let back = comes_before(catalog, to as u32, from as u32);
    let reason = if back { format!(" In your catalog {target} comes first.") } else { String::new() };
    Outcome::differs(format!("{source} does not come before {target}.{reason}"))
}

/// Checks that a change of the source refreshes the target.
fn refresh(catalog: &Catalog, (source, from): (&Reference, u32), (target, to): (&Reference, u32)) -> Outcome {
    if refreshes(catalog, from, to) {
        return Outcome::Holds;
    }
    let reason =
        if comes_before(catalog, from, to) { format!(" {source} only comes before it.") } else { String::new() };
    Outcome::differs(format!("A change of {source} does not refresh {target}.{reason}"))
}

/// Returns whether a change of a resource refreshes another: by `~>`, `notify` and `subscribe`, also between containers
/// (breadth-first search).
fn refreshes(catalog: &Catalog, from: u32, to: u32) -> bool {
    // The flag is set where an event leaves the resource: it has changed, its content has, or it acts on a refresh.
    let mut queue = VecDeque::from([(from, true)]);
    let mut seen = FxHashSet::default();
    while let Some((at, has_event)) = queue.pop_front() {
        if !seen.insert((at, has_event)) {
            continue;
        }
        if at == to && !has_event {
            return true;
        }
        if has_event {
            let next = catalog.dependencies.iter().filter(|one| one.from == at && one.kind == EdgeKind::Notify);
            queue.extend(next.map(|one| (one.to, false)));
            queue.extend(catalog.containment.iter().filter(|(_, inner)| *inner == at).map(|(outer, _)| (*outer, true)));
        } else {
            queue
                .extend(catalog.containment.iter().filter(|(outer, _)| *outer == at).map(|(_, inner)| (*inner, false)));
            let passes = catalog.resources.get(at as usize).is_some_and(passes_refresh);
            queue.extend(passes.then_some((at, true)));
        }
    }
    false
}

/// Returns whether a refreshed resource refreshes others in turn: a container, or one of the types of Puppet that act on
/// a refresh.
fn passes_refresh(resource: &FinalResource) -> bool {
    resource.is_container() || ["exec", "service", "package"].contains(&&*resource.reference.type_name)
}

/// Returns whether a resource comes before another: by relationships, also those of containers (breadth-first search).
fn comes_before(catalog: &Catalog, from: u32, to: u32) -> bool {
    // A container ends after its content, and the content starts after the container. The flag is set where only the
    // end of the resource is known to be later.
    let mut queue = VecDeque::from([(from, true)]);
    let mut seen = FxHashSet::default();
    while let Some((at, is_end)) = queue.pop_front() {
        if !seen.insert((at, is_end)) {
            continue;
        }
        if at == to && !is_end {
            return true;
        }
        let next = catalog.dependencies.iter().filter(|one| one.from == at);
        queue.extend(next.map(|one| (one.to, false)));
        queue.extend(catalog.containment.iter().filter(|(_, inner)| *inner == at).map(|(outer, _)| (*outer, true)));
        if !is_end {
            queue
                .extend(catalog.containment.iter().filter(|(outer, _)| *outer == at).map(|(_, inner)| (*inner, false)));
        }
    }
    false
}

/// Returns the index of a resource by its title, by the attribute that names it, or by an alias.
fn index_of(catalog: &Catalog, wanted: &Reference) -> Option<usize> {
    let namevar = catalog.namevars.iter().find(|(type_name, _)| **type_name == *wanted.type_name);
    let is_titled = |resource: &FinalResource| resource.reference.title == wanted.title;
    let is_named = |resource: &FinalResource| {
        let name = namevar.and_then(|(_, namevar)| resource.parameter(namevar)).and_then(Value::as_str);
        let name = name.unwrap_or(&resource.reference.title);
        name == &*wanted.title || &*wanted.type_name == "file" && is_same_path(name, &wanted.title)
    };
    let is_alias = |resource: &FinalResource| {
        let is_wanted = |alias: &Value| alias.as_str() == Some(&*wanted.title);
        resource.parameter("alias").is_some_and(|alias| match alias {
            Value::Array(all) => all.items.iter().any(is_wanted),
            alias => is_wanted(alias),
        })
    };
    let position = |is_wanted: &dyn Fn(&FinalResource) -> bool| {
        let is_found = |resource: &FinalResource| {
            resource.reference.type_name == wanted.type_name && !resource.is_virtual && is_wanted(resource)
        };
        catalog.resources.iter().position(is_found)
    };
    position(&is_titled).or_else(|| position(&is_named)).or_else(|| position(&is_alias))
}

/// Returns whether two paths of files are equal as Puppet compares them: more slashes, `.` and `..` do not count.
fn is_same_path(one: &str, other: &str) -> bool {
    let is_absolute = |path: &str| path.starts_with('/') && !path.starts_with("//");
    is_absolute(one) && is_absolute(other) && names_in(one) == names_in(other)
}

fn names_in(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names
}

/// Returns the naming attribute of each resource type that the patterns have.
fn namevars(state: &mut impl ExpectationState, resources: &[ResourcePattern], edges: &[Edge]) -> Vec<(String, String)> {
    let ends = edges.iter().flat_map(|edge| [&edge.source, &edge.target]);
    let all = resources.iter().map(|pattern| &pattern.reference).chain(ends).filter_map(|text| reference(text));
    let types: BTreeSet<String> = all.map(|found| found.type_name.to_string()).collect();
    types.into_iter().map(|name| (name.clone(), Scripts::new(state.session()).namevar(&name))).collect()
}

/// Reads `File['/etc/motd']`.
fn reference(text: &str) -> Option<Reference> {
    let (type_name, rest) = text.trim().split_once('[')?;
    let title = rest.strip_suffix(']')?.trim();
    let quoted = |quote: char| title.strip_prefix(quote).and_then(|inner| inner.strip_suffix(quote));
    let title = quoted('\'').or_else(|| quoted('"')).unwrap_or(title);
    if title.contains(['\'', '"', '[', ']']) {
        return None;
    }
    let type_name = type_name.trim().trim_start_matches("::").to_lowercase();
    let title = if type_name == "class" { title.trim_start_matches("::").to_lowercase() } else { title.to_owned() };
    (!type_name.is_empty() && !title.is_empty()).then(|| Reference::new(type_name, title))
}
