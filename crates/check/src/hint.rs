//! Help for a value of the wrong type: one concrete hint.

use std::rc::Rc;

use pprepl_text::suggest;
use puppet_pcore::numeric_text::to_number;
use puppet_pcore::{Ty, Type, Value};
use puppet_syntax::foreign::{self, WordWay};

use super::display::display;
use super::fix::number_literal;
use super::subtyping::{Kind, TypeLattice, is_any, shape};

/// The source of a requirement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// A declaration in Puppet code: either it or the value can be changed.
    Declaration,
    /// A built-in function or an operator.
    Language,
}

impl TypeLattice {
    /// Returns a hint for a value of type `found` where `wanted` is required.
    pub(super) fn hint(&self, found: &Ty, wanted: &Ty, by: By) -> Option<String> {
        let text = shape::string_value(found);
        if let Some(text) = text.filter(|text| ["undefined", "null", "none", "nil", "undef"].contains(text)) {
            return Some(format!("'{text}' is a string; the missing value is undef"));
        }
        if let Some(near) = text.and_then(|text| self.near_member(text, wanted)) {
            return Some(format!("did you mean '{near}'?"));
        }
        let kinds = self.kinds(wanted);
        let has = |kind: Kind| kinds.contains(&kind);
        match Kind::of(found) {
            Kind::String if has(Kind::Integer) || has(Kind::Float) => number_in(text?),
            Kind::String if has(Kind::Sensitive) => Some("wrap it: Sensitive(..)".to_owned()),
            Kind::Integer if has(Kind::String) => Some(match shape::integer_value(found) {
                Some(value) => format!("write '{value}', or String(..)"),
                None => "make it a string: String(..)".to_owned(),
            }),
            Kind::Integer if has(Kind::Float) && !has(Kind::Integer) => Some(match by {
                By::Declaration => "Float does not include integers: write 5.0 for 5, or declare Numeric".to_owned(),
                By::Language => "Float does not include integers: write 5.0 for 5".to_owned(),
            }),
            Kind::Array if shape::is_empty_array(found) && has(Kind::Hash) => {
                Some("an empty Hash is written {}".to_owned())
            }
            Kind::Hash if shape::is_empty_hash(found) && has(Kind::Array) => {
                Some("an empty Array is written []".to_owned())
            }
            Kind::Undef if !is_any(wanted) => Some(match by {
                By::Declaration => format!("to accept undef, declare Optional[{}]", display(wanted)),
                By::Language => "test for undef first: `.then |$value| { .. }` runs only for a value".to_owned(),
            }),
            kind if kind != Kind::Array && kinds[..] == [Kind::Array] => self.wrapped(found, wanted),
            _ => None,
        }
    }

    fn wrapped(&self, found: &Ty, wanted: &Ty) -> Option<String> {
        let one: Ty = Rc::new(Type::Tuple(vec![found.clone()], None));
        self.contains(wanted, &one).then(|| "wrap it: [ .. ]".to_owned())
    }

    /// Returns the member of an Enum that is most similar to a string.
    pub(super) fn near_member(&self, text: &str, wanted: &Ty) -> Option<String> {
        let members: Vec<Rc<str>> =
            self.atoms(wanted).iter().filter_map(|atom| shape::string_values(atom)).flat_map(|(all, _)| all).collect();
        suggest::nearest(text, members.iter().map(|member| &**member)).map(str::to_owned)
    }
}

fn number_in(text: &str) -> Option<String> {
    let number = number_literal(text)?;
    Some(format!("write {number} without quotes, or convert it: Numeric('{text}')"))
}

/// Returns a hint for an unknown type name, and the suggested name.
pub(super) fn type_name(name: &str, known: &[Rc<str>]) -> Option<(String, Option<String>)> {
    if let Some(way) = foreign::word_way(name) {
        let meant = match way {
            WordWay::Type(ours) | WordWay::Value(ours, _) => Some(ours.to_owned()),
            WordWay::Words(_) => None,
        };
        return Some((foreign::word_advice(name)?, meant));
    }
    let names = puppet_pcore::type_names().iter().map(|row| row.name).chain(known.iter().map(|name| &**name));
    suggest::nearest(name, names).map(|near| (format!("did you mean {near}?"), Some(near.to_owned())))
}

/// Returns whether a string type certainly holds no numeric string.
pub(super) fn is_no_number(ty: &Type) -> bool {
    let is_no_number = |text: &str| to_number(&Value::str(text)).is_none();
    match ty {
        Type::Enum { values, .. } => !values.is_empty() && values.iter().all(|text| is_no_number(text)),
        _ => shape::string_value(ty).is_some_and(is_no_number),
    }
}
