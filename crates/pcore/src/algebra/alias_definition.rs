//! The definition of an alias.

use pprepl_text::Topic;
use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::super::{Alias, Result, Ty, Type, ValueError};
use super::normalize::normalize;
use super::object::ends_in;

/// Sets the definition of an alias, in the reference's normal form. Fails when the definition holds only
/// names (`type Loop = Loop`).
pub fn resolve_alias(alias: &Rc<Alias>, meaning: &Ty) -> Result<()> {
    let mut meaning = normalize(meaning)?;
    if !has_real_type(&meaning, &mut FxHashSet::from_iter([Rc::as_ptr(alias)])) {
        return Err(ValueError::new(
            Topic::TypeDefinition,
            format!("the type alias '{}' does not resolve to a type", alias.name),
        ));
    }
    if let Type::Object(object) | Type::ObjectExtension(object, _) = &*super::resolved(&meaning)
        && ends_in(&meaning, &alias.name)
    {
        let name = object.name.as_deref().unwrap_or("Object");
        return Err(ValueError::new(Topic::TypeDefinition, format!("The Object type {name} inherits from itself")));
    }
    if let Type::Variant(types) = &*meaning {
        let own = Rc::as_ptr(alias);
        let real: Vec<Ty> = types
            .iter()
            .filter(|ty| !matches!(&***ty, Type::Alias(other) if Rc::as_ptr(other) == own))
            .filter(|ty| has_real_type(ty, &mut FxHashSet::from_iter([own])))
            .cloned()
            .collect();
        if real.len() != types.len() {
            meaning = super::variant_of(real);
        }
    }
    let _ = alias.resolved.set(meaning);
    Ok(())
}

/// Returns whether the type contains anything but names and Variants of names.
fn has_real_type(ty: &Type, seen: &mut FxHashSet<*const Alias>) -> bool {
    match ty {
        Type::Alias(alias) => {
            let id = Rc::as_ptr(alias);
            seen.insert(id) && alias.resolved.get().is_none_or(|meaning| has_real_type(meaning, seen))
        }
        Type::Variant(types) => types.iter().any(|ty| has_real_type(ty, seen)),
        _ => true,
    }
}
