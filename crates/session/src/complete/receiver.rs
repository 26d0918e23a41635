//! Completion by the value or the static type of the expression on the left: the functions that accept it after a `.`, and the
//! types after `=~`, the narrowest matching type first.

use std::collections::HashMap;
use std::time::Duration;

use pprepl_text::Span;
use puppet_pcore::{Ty, Type, Value, assignable, infer_reduced, instance, resolved, type_text};
use puppet_tree::{Document, Structure};

use crate::functions_by_type::first_type;
use crate::{FunctionView, Session};

use super::item::{Item, ItemKind};
use super::listed::{function, types};
use super::operand::operand_before;
use super::rank::is_match;

/// The time for evaluating the expression on the left.
const OPERAND_TIME: Duration = Duration::from_millis(8);

/// The time for evaluating a type.
const TYPE_TIME: Duration = Duration::from_millis(5);

/// Maximum width of a type that is offered for a value.
const MAX_TYPE: usize = 60;

/// The value or the type of the expression on the left.
enum Known {
    Value(Value),
    Type(Ty),
}

impl Known {
    /// Returns whether a parameter of this type may accept it.
    fn may_match(&self, wanted: &Ty) -> bool {
        match self {
            Known::Value(value) => instance(wanted, value),
            Known::Type(ty) => may_match(wanted, ty),
        }
    }
}

fn may_match(wanted: &Ty, given: &Ty) -> bool {
    match &*resolved(given) {
        Type::Variant(members) => members.iter().any(|member| may_match(wanted, member)),
        Type::Optional(Some(inner)) => may_match(wanted, inner),
        _ => assignable(wanted, given) || assignable(given, wanted),
    }
}

/// Returns what is known of the operand at the end of `before`.
fn known(session: &mut Session, before: &str) -> Option<Known> {
    let range = operand_before(before)?;
    let code = before.get(range.clone())?;
    if let Some(value) = session.core.try_evaluate(code, OPERAND_TIME) {
        return Some(Known::Value(value));
    }
    let text = before.to_owned() + &Structure::of(&Document::new(before)).closers().unwrap_or_default();
    let span = Span::new(range.start as u32, range.end as u32);
    let probed = session.analyze().static_types("input", &text, &[span]).into_iter().next()?;
    if probed.is_any {
        return None;
    }
    match session.core.try_evaluate(&probed.type_text, TYPE_TIME)? {
        Value::Type(ty) => Some(Known::Type(ty)),
        _ => None,
    }
}

/// Returns the functions that accept the expression at the end of `before`; all of them if nothing is known about it. Those with
/// an exact type come first.
pub fn methods(session: &mut Session, before: &str, typed: &str) -> Vec<Item> {
    let views = session.names().functions_where(|name| is_match(name, typed));
    let Some(known) = known(session, before) else { return views.into_iter().map(function).collect() };
    let mut accepted = HashMap::new();
    let mut items = Vec::new();
    for view in &views {
        if let Some(order) = order_of(session, view, &known, &mut accepted) {
            items.push(function(view.clone()).ordered(order));
        }
    }
    if items.is_empty() { views.into_iter().map(function).collect() } else { items }
}

/// Returns the order of a function for a receiver; `None` if no overload accepts it.
fn order_of(
    session: &mut Session,
    view: &FunctionView,
    known: &Known,
    accepted: &mut HashMap<String, bool>,
) -> Option<u8> {
    let mut order = None;
    for signature in view.signatures.iter().filter(|signature| !signature.contains("()")) {
        let wanted = first_type(signature);
        if matches!(wanted, "" | "Any" | "Object") {
            order = order.or(Some(110));
            continue;
        }
        let is_accepted = match accepted.get(wanted) {
            Some(is_accepted) => *is_accepted,
            None => {
                let is_accepted = match session.core.try_evaluate(wanted, TYPE_TIME) {
                    Some(Value::Type(ty)) => known.may_match(&ty),
                    _ => true,
                };
                accepted.insert(wanted.to_owned(), is_accepted);
                is_accepted
            }
        };
        if is_accepted {
            return Some(100);
        }
    }
    order
}

/// Returns the types for the right side of `=~`: those that the value on the left has come first, the narrowest of them first.
pub fn matching_types(session: &mut Session, before: &str) -> Vec<Item> {
    let all = types(session);
    let Some(known) = known(session, before) else { return all };
    let mut fitting: Vec<(Ty, Item)> = Vec::new();
    let mut others = Vec::new();
    for item in all {
        match session.core.try_evaluate(&item.label, TYPE_TIME) {
            Some(Value::Type(ty)) if known.may_match(&ty) => fitting.push((ty, item)),
            _ => others.push(item.ordered(200)),
        }
    }
    let wider = |ty: &Ty| fitting.iter().filter(|(other, _)| assignable(other, ty)).count();
    let widths: Vec<usize> = fitting.iter().map(|(ty, _)| fitting.len() - wider(ty)).collect();
    let ordered = fitting.iter().zip(widths).map(|((_, item), width)| {
        let item = item.clone();
        item.ordered(u8::try_from(2 + width).unwrap_or(u8::MAX).min(199))
    });
    let own = own_type(&known);
    let is_own = |item: &Item| own.as_ref().is_some_and(|own| own.label == item.label);
    let ordered: Vec<Item> = ordered.filter(|item| !is_own(item)).collect();
    own.into_iter().chain(ordered).chain(others).collect()
}

/// Returns the type of the value itself.
fn own_type(known: &Known) -> Option<Item> {
    let (ty, doc) = match known {
        Known::Value(value) => (infer_reduced(value), "The type of the value."),
        Known::Type(ty) => (ty.clone(), "The static type of the expression."),
    };
    let text = type_text(&ty);
    (text.len() <= MAX_TYPE).then(|| Item::new(text, ItemKind::Type, "", doc).ordered(1))
}
