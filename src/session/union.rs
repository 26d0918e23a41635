//! What types have in common, in the readings of the documents and of Puppet 8.

use std::time::Duration;

use crate::pcore::{Ty, TypeRules, Value, infer_by_documents, type_text, union_by_documents};

use super::{Session, UnionView, engine};

impl Session {
    /// What the types of a list (written without its brackets) have in common, folded from the left; a value stands for
    /// its type. `None` when the list cannot be looked at without effects, or has no two elements.
    pub fn union(&mut self, list: &str, within: Duration) -> Option<UnionView> {
        let Value::Array(items) = self.look(&format!("[{list}]"), within)? else { return None };
        let rules = engine::settings(&self.settings).types;
        let types: Vec<Ty> = items.items.iter().map(type_of).collect();
        match &types[..] {
            [first, second, rest @ ..] => Some(folded(&rules, first, second, rest)),
            _ => None,
        }
    }
}

fn type_of(value: &Value) -> Ty {
    match value {
        Value::Type(ty) => ty.clone(),
        value => infer_by_documents(value),
    }
}

fn folded(rules: &TypeRules, first: &Ty, second: &Ty, rest: &[Ty]) -> UnionView {
    let mut union = union_by_documents(rules, first, second);
    for ty in rest {
        let before = union;
        union = union_by_documents(rules, &before.documents, ty);
        let reference = union_by_documents(rules, &before.reference, ty);
        union.reference = reference.reference;
        union.least = reference.least.or(before.least);
    }
    UnionView {
        documents: type_text(&union.documents),
        row: union.row,
        reference: type_text(&union.reference),
        least: union.least.map(|ty| type_text(&ty)),
    }
}
