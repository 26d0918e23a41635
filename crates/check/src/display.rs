//! Types as findings show them: aliases by name, and inferred types without their values unless the value
//! decides.

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, in_edition, type_text};

use super::subtyping::{TypeLattice, Verdict, is_never, shape};

/// Formats a type; an alias is shown by its name.
pub(super) fn display(ty: &Ty) -> String {
    match &**ty {
        Type::Alias(alias) => alias.name.to_string(),
        Type::Object(object) => object.name.as_ref().map_or_else(|| "Object[{..}]".to_owned(), ToString::to_string),
        Type::TypeSet(set) => set.name.to_string(),
        _ if is_never(ty) => "nothing".to_owned(),
        _ => type_text(ty),
    }
}

/// Formats a type as `:type` shows it: an alias with its definition.
pub(super) fn format_expanded(ty: &Ty) -> String {
    match &**ty {
        Type::Alias(alias) => match alias.resolved.get().filter(|_| !alias.built_in) {
            Some(meaning) => format!("{} = {}", alias.name, display(meaning)),
            None => alias.name.to_string(),
        },
        _ if is_never(ty) => "never returns".to_owned(),
        _ => display(ty),
    }
}

impl TypeLattice {
    /// Formats a type without literal values.
    pub(super) fn general(&self, ty: &Ty) -> String {
        display(&in_edition(&self.rules, &self.widen(ty)))
    }

    /// Formats the inferred type where `wanted` is required; includes the value only where it makes the
    /// difference.
    pub(super) fn found(&self, found: &Ty, wanted: &Ty) -> String {
        if shape::is_empty_array(found) {
            return "an empty Array".to_owned();
        }
        if shape::is_empty_hash(found) {
            return "an empty Hash".to_owned();
        }
        let bare = self.without_values(found);
        if self.fits(&bare, wanted) == Verdict::Never || self.fits(&bare, wanted) == Verdict::EmptyOnly {
            return display(&bare);
        }
        match value_text(found) {
            Some(value) => format!("{} {value}", self.general(found)),
            None => display(found),
        }
    }

    /// Formats the inferred type, with its value where it has exactly one.
    pub(super) fn found_value(&self, found: &Ty) -> String {
        self.found(found, &c::any())
    }
}

/// Returns the value of a type that has exactly one.
fn value_text(ty: &Type) -> Option<String> {
    match ty {
        Type::Integer(range) => match (&range.from, &range.to) {
            (Some(from), Some(to)) if from == to => Some(from.to_string()),
            _ => None,
        },
        Type::Float(range) => match (range.from, range.to) {
            (Some(from), Some(to)) if from == to => Some(from.to_string()),
            _ => None,
        },
        Type::Boolean(value) => value.map(|value| value.to_string()),
        _ => shape::string_value(ty).map(|text| format!("'{text}'")),
    }
}

/// Formats an argument count: `2 arguments`, `1 to 2 arguments`, `at least 1 argument`.
pub(super) fn arguments(min: usize, max: Option<usize>) -> String {
    let plural = |n: usize| if n == 1 { "" } else { "s" };
    match max {
        Some(max) if max == min => format!("{min} argument{}", plural(min)),
        Some(max) => format!("{min} to {max} arguments"),
        None => format!("at least {min} argument{}", plural(min)),
    }
}
