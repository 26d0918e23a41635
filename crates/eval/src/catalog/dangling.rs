//! Relationships with resources that nothing declares. During a session they may be declared later.

use puppet_catalog::{EdgeKind, Reference, SourceLocation};

use super::Compilation;
use super::finalize::{RELATIONS, for_each_end};

/// A reference of a relationship to an undeclared resource.
#[derive(Debug, Clone)]
pub struct DanglingReference {
    pub reference: Reference,
    /// Where the relationship is written, if anywhere.
    pub place: Option<SourceLocation>,
}

impl Compilation {
    /// Returns the references of all relationships that no resource of the catalog has, in order of declaration.
    pub fn dangling_references(&self) -> Vec<DanglingReference> {
        let mut found = Vec::new();
        let mut visit = |reference: Reference, place: Option<&SourceLocation>| {
            if self.catalog.find(&reference.type_name, &reference.title).is_none() {
                found.push(DanglingReference { reference, place: place.cloned() });
            }
        };
        for edge in self.catalog.edges().iter().filter(|edge| edge.kind != EdgeKind::Contains) {
            [&edge.from, &edge.to].into_iter().for_each(|end| visit(end.clone(), edge.place.as_deref()));
        }
        for resource in self.catalog.resources().iter().filter(|resource| !resource.is_virtual) {
            let related = |name: &str| RELATIONS.iter().any(|(relation, ..)| *relation == name);
            for parameter in resource.parameters.iter().filter(|parameter| related(&parameter.name)) {
                let place = parameter.place.as_deref().or(resource.place.as_ref());
                for_each_end(&parameter.value, &mut |end| {
                    if let Ok(reference) = end {
                        visit(reference, place);
                    }
                });
            }
        }
        found
    }
}
