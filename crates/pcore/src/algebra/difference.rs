//! The reason why the reference's union of some types differs from the documents' union.
//!
//! The reason is given by the reference's own relation: which answers are supertypes of all the types, and
//! which of the two is narrower.

use super::super::{StringType, Ty, Type};
use super::{assignable, same, type_text};

/// The explanation where the reference has no answer at all.
pub const FAILS: &str = "it fails for two classes of the runtime";

/// Returns how and why the reference's answer differs; `None` when the two agree.
pub fn union_difference(documents: &Ty, reference: &Ty, types: &[Ty]) -> Option<String> {
    if is_of_classes(types) {
        return Some(FAILS.to_owned());
    }
    if agree(documents, reference) {
        return None;
    }
    if let Some(left_out) = types.iter().find(|ty| !assignable(reference, ty)) {
        return Some(no_bound(left_out));
    }
    let refused = types.iter().find(|ty| !assignable(documents, ty));
    Some(match (assignable(documents, reference), assignable(reference, documents)) {
        (true, true) => "the same values in another form".to_owned(),
        (true, false) => {
            format!("narrower: {} is a subtype of {} and accepts all of them", head(reference), head(documents))
        }
        _ if refused.is_some() => {
            let refused = refused.map(|ty| type_text(ty)).unwrap_or_default();
            format!("its {} does not accept {refused}", type_text(documents))
        }
        (false, true) => wider(documents, reference),
        (false, false) => "neither contains the other".to_owned(),
    })
}

fn agree(documents: &Ty, reference: &Ty) -> bool {
    match (&**documents, &**reference) {
        (Type::String(StringType::Values(values)), Type::String(StringType::Value(text))) => {
            matches!(&values[..], [only] if **only == *text.text)
        }
        _ => type_text(documents) == type_text(reference),
    }
}

fn no_bound(left_out: &Ty) -> String {
    match &**left_out {
        Type::Undef => "drops undef; not an upper bound".to_owned(),
        _ => format!("does not accept {}; not an upper bound", type_text(left_out)),
    }
}

/// Returns whether the types are different classes of the runtime.
fn is_of_classes(types: &[Ty]) -> bool {
    let (Some(first), true) =
        (types.first(), types.iter().all(|ty| matches!(&**ty, Type::Runtime { name: Some(_), .. })))
    else {
        return false;
    };
    types.iter().any(|ty| !same(first, ty))
}

/// Returns what the reference's answer drops.
fn wider(documents: &Ty, reference: &Ty) -> String {
    let lost = match &**documents {
        Type::Array(_, Some(_)) | Type::Hash(_, _, Some(_)) | Type::Collection(Some(_)) => "sizes are dropped",
        Type::Variant(_) => "a Variant is dropped",
        Type::Optional(_) => "Optionals are not merged",
        Type::Tuple(..) => "Tuples are not merged by position",
        Type::Struct(_) | Type::AnyStruct | Type::Hash(..) => "Structs are not merged",
        Type::CatalogEntry => "the common supertype is ignored",
        Type::Collection(None) => "arrays and hashes have no common supertype there",
        Type::Callable(_) => "blocks are not merged",
        _ => return format!("wider: {} contains it", type_text(reference)),
    };
    format!("wider: {lost}")
}

/// Returns a type's name without its parameters.
fn head(ty: &Ty) -> String {
    let text = type_text(ty);
    text.split(['[', '<']).next().unwrap_or_default().to_owned()
}
