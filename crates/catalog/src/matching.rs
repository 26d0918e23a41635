//! The resources of a catalog that a collector selects.

use pprepl_budget as budget;
use puppet_pcore::{Value, contains, equals};

use super::collector::{Collector, CollectorQuery, Query};
use super::{Catalog, Resource};

/// A value that is not a query, formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidQuery(pub String);

impl Collector {
    /// Returns the resources that it finds now and has not found before. If the budget is exhausted,
    /// the result is partial.
    pub fn find_new(&self, catalog: &Catalog) -> Result<Vec<u32>, InvalidQuery> {
        match &self.wanted {
            CollectorQuery::Exported => Ok(Vec::new()),
            CollectorQuery::Fixed(references) => {
                let all = references.iter().filter_map(|one| catalog.find(&one.type_name, &one.title));
                Ok(all.filter(|id| !self.collected.contains(id)).collect())
            }
            CollectorQuery::Catalog(None) => Ok(self.rest(catalog)),
            CollectorQuery::Catalog(Some(query)) => self.matching(catalog, Some(query), |_| true),
            CollectorQuery::Stored(query) => self.matching(catalog, query.as_ref(), |resource| resource.exported),
        }
    }

    /// Returns the resources of the type that it has not found: usually the last ones.
    fn rest(&self, catalog: &Catalog) -> Vec<u32> {
        let all = catalog.of_type(&self.type_name);
        let missing = all.len().saturating_sub(self.collected.len());
        let new = all.iter().rev().copied().filter(|id| !self.collected.contains(id));
        let mut found: Vec<u32> = new.take(missing).collect();
        found.reverse();
        found
    }

    fn matching(
        &self,
        catalog: &Catalog,
        query: Option<&Query>,
        counts: impl Fn(&Resource) -> bool,
    ) -> Result<Vec<u32>, InvalidQuery> {
        let mut found = Vec::new();
        for &id in catalog.of_type(&self.type_name).iter().filter(|id| !self.collected.contains(id)) {
            if budget::is_exhausted() {
                break;
            }
            let Some(resource) = catalog.get(id).filter(|resource| counts(resource)) else { continue };
            if query.map_or(Ok(true), |query| query.matches(catalog, id, resource))? {
                found.push(id);
            }
        }
        Ok(found)
    }
}

impl Query {
    /// Returns whether the resource matches the query.
    pub fn matches(&self, catalog: &Catalog, id: u32, resource: &Resource) -> Result<bool, InvalidQuery> {
        self.matches_with(resource, &|tags| catalog.tagged(id, tags))
    }

    /// Returns whether the resource matches the query; `tagged` returns whether it has one of some tags.
    pub fn matches_with(&self, resource: &Resource, tagged: &dyn Fn(&[String]) -> bool) -> Result<bool, InvalidQuery> {
        Ok(match self {
            Query::Equal(name, value) => match attribute(resource, name) {
                list @ Value::Array(_) => contains(&list, value, &mut None).unwrap_or(false),
                single => equals(&single, value),
            },
            Query::NotEqual(name, value) => !equals(&attribute(resource, name), value),
            Query::Tagged(tags) => tagged(tags),
            Query::And(a, b) => a.matches_with(resource, tagged)? && b.matches_with(resource, tagged)?,
            Query::Or(a, b) => a.matches_with(resource, tagged)? || b.matches_with(resource, tagged)?,
            Query::Value(value) => return Err(InvalidQuery(puppet_pcore::display_complete(value))),
        })
    }
}

/// Returns the title or an explicit parameter.
pub fn attribute(resource: &Resource, name: &str) -> Value {
    match name {
        "title" => Value::str(&*resource.reference.display_title()),
        _ => resource.parameter(name).map_or(Value::Undef, |parameter| parameter.value.clone()),
    }
}
