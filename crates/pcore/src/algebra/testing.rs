//! Tests for types that may fail: one that reaches an `Init` of which `new` makes no values is an error, as in the
//! reference.

use std::rc::Rc;

use pprepl_text::Topic;
use rustc_hash::FxHashSet;

use super::super::{Alias, Result, Type, Value, ValueError};
use super::alias::children;
use super::init::init_error;
use super::{TypeRules, assignable_by, instance, walk_error};

/// Returns whether a value is an instance of a type.
///
/// # Errors
/// The test reaches an `Init` of a type, or with arguments, of which `new` makes no values.
pub fn test_instance(ty: &Type, value: &Value) -> Result<bool> {
    without_error(|| instance(ty, value))
}

/// Returns whether a type accepts all values of another, by these rules.
///
/// # Errors
/// As for [`test_instance`].
pub fn test_assignable(rules: &TypeRules, ty: &Type, other: &Type) -> Result<bool> {
    without_error(|| assignable_by(rules, ty, other))
}

fn without_error(test: impl FnOnce() -> bool) -> Result<bool> {
    walk_error::take();
    let answer = test();
    match walk_error::take() {
        Some(message) => Err(ValueError::new(Topic::ConversionFailed, message)),
        None => Ok(answer),
    }
}

/// Returns whether a test for a type may fail: `new` makes no values for an `Init` in it, or in the names that it mentions.
pub fn may_fail_tests(ty: &Type) -> bool {
    fn visit(ty: &Type, names: &mut FxHashSet<*const Alias>) -> bool {
        match ty {
            Type::Init(Some(inner), arguments) => init_error(inner, arguments).is_some(),
            Type::Alias(alias) if names.insert(Rc::as_ptr(alias)) => {
                alias.resolved.get().is_some_and(|meaning| visit(meaning, names))
            }
            Type::Alias(_) => false,
            ty => {
                let mut found = false;
                children(ty, &mut |child| found = found || visit(child, names));
                found
            }
        }
    }
    visit(ty, &mut FxHashSet::default())
}
