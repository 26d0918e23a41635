//! The short source forms of types and values in views.

use puppet_pcore::{ObjectType, Ty, Type, Value, display_complete, source_form, type_text};

/// Formats a type with its definition, as `Port = Integer[1, 65535]`; a type without a name is printed alone.
pub(super) fn with_meaning(ty: &Ty) -> String {
    match &**ty {
        // The third edition's names for a type are all there is to say of it.
        Type::Alias(alias) if alias.built_in && matches!(&*alias.name, "Object" | "Literal") => alias.name.to_string(),
        Type::Alias(alias) => match alias.resolved.get() {
            Some(meaning) => format!("{} = {}", alias.name, short(meaning)),
            None => alias.name.to_string(),
        },
        _ => short(ty),
    }
}

/// Formats a type; an Object or a TypeSet by its name.
pub(super) fn short(ty: &Type) -> String {
    match ty {
        Type::AnyTypeSet => "TypeSet".to_owned(),
        Type::TypeSet(set) => set.name.to_string(),
        Type::Object(object) => object_name(object),
        _ => type_text(ty),
    }
}

pub(super) fn object_name(object: &ObjectType) -> String {
    object.name.as_ref().map_or_else(|| "Object[{..}]".to_owned(), ToString::to_string)
}

/// Formats a value as source.
pub(super) fn source(value: &Value) -> String {
    source_form(value).unwrap_or_else(|| display_complete(value))
}
