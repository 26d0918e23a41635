//! What there is to know of a type: its expansion, its members, its forms.

use crate::pcore::{Ty, Type, type_text};

/// `Port = Integer[1, 65535]`; a type that is no name is only itself.
pub(super) fn with_meaning(ty: &Ty) -> String {
    match &**ty {
        Type::Alias(alias) => match alias.resolved.get() {
            Some(meaning) => format!("{} = {}", alias.name, type_text(meaning)),
            None => alias.name.to_string(),
        },
        _ => type_text(ty),
    }
}
