//! The parts of a type as written, such as `Tuple[String, Integer]` or `Struct[{name => String}]`.

use super::ast::{Expr, ExprKind};

/// Returns the name and the arguments of `Name[..]`.
pub fn type_arguments(written: &Expr) -> Option<(&str, &[Expr])> {
    let ExprKind::Access(left, arguments) = &written.kind else { return None };
    match &left.kind {
        ExprKind::Ref(name) => Some((name, arguments)),
        _ => None,
    }
}

/// Returns the arguments that are types, without the numbers of a size.
pub fn types_of(arguments: &[Expr]) -> impl DoubleEndedIterator<Item = &Expr> {
    arguments.iter().filter(|argument| matches!(argument.kind, ExprKind::Ref(_) | ExprKind::Access(..)))
}

/// Returns the type of an element of a Tuple: the last one is for the elements after it too.
pub fn tuple_element(arguments: &[Expr], index: usize) -> Option<&Expr> {
    types_of(arguments).nth(index).or_else(|| types_of(arguments).next_back())
}

/// Returns the type of an entry of a Struct.
pub fn struct_entry<'e>(arguments: &'e [Expr], name: &str) -> Option<&'e Expr> {
    let ExprKind::Hash(entries) = &arguments.first()?.kind else { return None };
    entries.iter().find(|entry| key_name(&entry.key) == Some(name)).map(|entry| &entry.value)
}

/// Returns the name of a Struct's key, also inside `Optional[..]` and `NotUndef[..]`.
fn key_name(key: &Expr) -> Option<&str> {
    match &key.kind {
        ExprKind::Name(name) | ExprKind::String(name) => Some(name),
        ExprKind::Access(_, keys) => keys.first().and_then(key_name),
        _ => None,
    }
}
