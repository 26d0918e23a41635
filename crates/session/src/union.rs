//! The common type of several types, by the language reference and by Puppet 8.

use std::time::Duration;

use puppet_pcore::{
    FAILS, Ty, TypeRules, Union, Value, in_edition, infer_by_documents, type_text, union_by_documents, union_difference,
};

use super::inspector::Inspector;
use super::{UnionStep, UnionView, engine};

impl Inspector<'_> {
    /// Returns the common type of the list (written without brackets), folded from the left; a value means its type.
    /// `None` when the list has side effects or fewer than two elements.
    pub fn union(&mut self, list: &str, within: Duration) -> Option<UnionView> {
        let Value::Array(items) = self.core.try_evaluate(&format!("[{list}]"), within)? else { return None };
        let rules = engine::settings(&self.core.settings).types;
        let types: Vec<Ty> = items.items.iter().map(type_of).collect();
        match &types[..] {
            [first, rest @ ..] if !rest.is_empty() => folded(&rules, first, rest, &types),
            _ => None,
        }
    }
}

/// Returns the type that a type or value means in the algebra.
fn type_of(value: &Value) -> Ty {
    match value {
        Value::Type(ty) => ty.clone(),
        value => infer_by_documents(value),
    }
}

fn folded(rules: &TypeRules, first: &Ty, rest: &[Ty], all: &[Ty]) -> Option<UnionView> {
    let mut steps = Vec::new();
    let (mut documents, mut reference, mut least) = (first.clone(), first.clone(), None);
    for ty in rest {
        let union = union_by_documents(rules, &documents, ty);
        steps.push(step(rules, &documents, ty, &union));
        let by_reference = union_by_documents(rules, &reference, ty);
        reference = by_reference.reference;
        least = by_reference.least.or(least);
        documents = union.documents;
    }
    let name = |ty: &Ty| type_text(&in_edition(rules, ty));
    let difference = union_difference(&in_edition(rules, &documents), &in_edition(rules, &reference), all);
    Some(UnionView {
        documents: type_text(&documents),
        shown: name(&documents),
        steps,
        reference: if difference.as_deref() == Some(FAILS) { "none".to_owned() } else { name(&reference) },
        difference,
        least: least.map(|ty| name(&ty)),
    })
}

fn step(rules: &TypeRules, left: &Ty, right: &Ty, union: &Union) -> UnionStep {
    let name = |ty: &Ty| type_text(&in_edition(rules, ty));
    UnionStep {
        left: name(left),
        right: name(right),
        gives: name(&union.documents),
        place: union.row.map(|row| format!("{}:{}", row.document, row.line)),
        rule: union.reading,
        row: union.row.map(|row| row.text),
    }
}
