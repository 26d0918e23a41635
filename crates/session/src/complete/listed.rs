//! The names that completion offers anywhere: keywords, functions and types.

use crate::{FunctionView, Session, TypeView};

use super::item::{Item, ItemKind};
use super::rank::is_match;

/// The keywords that a user types in full, with the construct each starts.
const KEYWORDS: &[(&str, &str)] = &[
    ("and", "both sides are true"),
    ("case", "choose a block by a value"),
    ("class", "define a class"),
    ("default", "the option when no other matches"),
    ("define", "define a resource type"),
    ("else", "the other block of a condition"),
    ("elsif", "another condition"),
    ("false", "the Boolean"),
    ("function", "define a function"),
    ("if", "a condition"),
    ("in", "test whether the right side contains the left"),
    ("inherits", "the parent of a class"),
    ("node", "define a node"),
    ("or", "one of both sides is true"),
    ("true", "the Boolean"),
    ("type", "define a type alias"),
    ("undef", "no value"),
    ("unless", "a negated condition"),
];

/// Describes the construct that a keyword starts.
pub fn keyword_summary(word: &str) -> Option<&'static str> {
    KEYWORDS.iter().find(|(keyword, _)| *keyword == word).map(|(_, gist)| *gist)
}

/// Returns the functions with their first overload and sentence.
pub(super) fn functions(session: &Session) -> Vec<Item> {
    session.names().functions().into_iter().map(function).collect()
}

/// Returns the functions that match the typed text.
pub(super) fn functions_like(session: &Session, typed: &str) -> Vec<Item> {
    session.names().functions_where(|name| is_match(name, typed)).into_iter().map(function).collect()
}

pub(super) fn function(view: FunctionView) -> Item {
    let mut signatures = view.signatures.into_iter();
    let detail = signatures.next().unwrap_or_default();
    let (code, gives) = view.example;
    let example = if code.is_empty() || gives.is_empty() { code } else { format!("{code} => {gives}") };
    let item = Item::new(view.name, ItemKind::Function, detail, view.summary);
    Item { overloads: signatures.collect(), example, ..item }
}

/// Returns the types with their definitions.
pub(super) fn types(session: &Session) -> Vec<Item> {
    let item = |view: TypeView| Item::new(view.name, ItemKind::Type, view.definition, view.summary);
    session.names().types().into_iter().map(item).collect()
}

pub(super) fn keywords() -> impl Iterator<Item = Item> {
    KEYWORDS.iter().map(|(word, doc)| Item::new(*word, ItemKind::Keyword, "", *doc))
}
