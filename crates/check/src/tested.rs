//! The type of a value that passed a test. A callable that is an instance of `Callable[[Integer], String]` may take
//! more than integers, and no declaration holds it to that type: only its result is known.

use std::rc::Rc;

use puppet_pcore::{CallableType, StructElement, Ty, Type, resolved};

/// The maximum nesting of types in which Callables are found.
const MAX_DEPTH: usize = 16;

/// Returns the type of the values that a test with this type lets pass.
pub(super) fn passed(ty: &Ty) -> Ty {
    opened(ty, 0).unwrap_or_else(|| ty.clone())
}

/// Returns the type without the parameters of its Callables; `None` if it has none.
fn opened(ty: &Ty, depth: usize) -> Option<Ty> {
    if depth > MAX_DEPTH {
        return None;
    }
    let inner = |ty: &Ty| opened(ty, depth + 1);
    Some(Rc::new(match &*resolved(ty) {
        Type::Callable(callable) => {
            callable.params.as_ref()?;
            Type::Callable(CallableType { params: None, block: None, returns: callable.returns.clone() })
        }
        Type::Optional(Some(held)) => Type::Optional(Some(inner(held)?)),
        Type::NotUndef(held) => Type::NotUndef(inner(held)?),
        Type::Array(held, size) => Type::Array(inner(held)?, *size),
        Type::Hash(key, value, size) => Type::Hash(key.clone(), inner(value)?, *size),
        Type::Tuple(types, size) => Type::Tuple(each(types, inner)?, *size),
        Type::Variant(types) => Type::Variant(each(types, inner)?),
        Type::Struct(entries) => Type::Struct(entries_of(entries, inner)?),
        _ => return None,
    }))
}

/// Returns the types with those replaced that change; `None` if none does.
fn each(types: &[Ty], change: impl Fn(&Ty) -> Option<Ty>) -> Option<Vec<Ty>> {
    let changed: Vec<Option<Ty>> = types.iter().map(change).collect();
    let any = changed.iter().any(Option::is_some);
    any.then(|| changed.into_iter().zip(types).map(|(new, old)| new.unwrap_or_else(|| old.clone())).collect())
}

fn entries_of(entries: &[StructElement], change: impl Fn(&Ty) -> Option<Ty>) -> Option<Vec<StructElement>> {
    let types: Vec<Ty> = entries.iter().map(|entry| entry.value.clone()).collect();
    let changed = each(&types, change)?;
    let renewed = |(entry, value): (&StructElement, Ty)| StructElement { value, ..entry.clone() };
    Some(entries.iter().zip(changed).map(renewed).collect())
}
