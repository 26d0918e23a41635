//! Completion in a resource's body: the attributes of its type, and after `=>` the accepted words.

use puppet_catalog::schema::{Attribute, METAPARAMETERS};
use puppet_catalog::{ResourceType, builtin};

use crate::Session;

use super::body::{Body, body_at, kind_around};
use super::declared::{OwnParameter, parameters, words_of};
use super::item::{Completion, Item, ItemKind};
use super::rank::matching_items;

/// Returns the resource type whose braces enclose the end of `before`.
pub fn type_around(before: &str) -> Option<&'static ResourceType> {
    builtin(&kind_around(before)?.to_lowercase())
}

/// Completes at the end of `before`, inside a resource's body; `quote` is the start of a string being typed.
pub fn complete(session: &mut Session, before: &str, quote: Option<usize>) -> Option<Completion> {
    let from = quote.unwrap_or_else(|| word_start(before));
    let typed = before.get(from..)?;
    let body = body_at(before.get(..from)?)?;
    let items = match builtin(&body.kind.to_lowercase()) {
        Some(row) => of_builtin(row, &body, typed, quote)?,
        None => of_definition(session, &body, typed, quote)?,
    };
    let items = matching_items(items, typed);
    (!items.is_empty()).then_some(Completion { from, items })
}

fn word_start(before: &str) -> usize {
    before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len()
}

fn of_builtin(row: &'static ResourceType, body: &Body, typed: &str, quote: Option<usize>) -> Option<Vec<Item>> {
    if let Some(name) = &body.value_of {
        let attribute = row.attribute(name)?;
        let words = attribute.words.iter().copied().chain(attribute.aliases.iter().map(|(alias, _)| *alias));
        let item =
            |word: &str| Item::new(in_marks(word, typed, false), ItemKind::Argument, attribute.name, attribute.summary);
        return Some(words.map(item).collect());
    }
    if !body.wants_name || quote.is_some() {
        return None;
    }
    Some(
        row.attributes.iter().filter(|one| is_new(body, one.name)).map(attribute).chain(metaparameters(body)).collect(),
    )
}

fn of_definition(session: &mut Session, body: &Body, typed: &str, quote: Option<usize>) -> Option<Vec<Item>> {
    let own = parameters(session, body)?;
    if let Some(name) = &body.value_of {
        let parameter = own.iter().find(|one| one.name == *name)?;
        let words = words_of(session, &parameter.type_source);
        let item = |word: &String| {
            Item::new(in_marks(word, typed, true), ItemKind::Argument, &*parameter.name, &*parameter.type_source)
        };
        return Some(words.iter().map(item).collect());
    }
    if !body.wants_name || quote.is_some() {
        return None;
    }
    let own = own.iter().filter(|one| is_new(body, &one.name)).map(parameter);
    let meta = metaparameters(body).map(|item| item.ordered(120));
    Some(own.chain(meta).collect())
}

fn is_new(body: &Body, name: &str) -> bool {
    !body.given.iter().any(|given| given == name)
}

fn attribute(attribute: &Attribute) -> Item {
    Item::new(attribute.name, ItemKind::Attribute, attribute.takes(), attribute.summary)
}

fn metaparameters(body: &Body) -> impl Iterator<Item = Item> {
    METAPARAMETERS.iter().filter(|one| is_new(body, one.name)).map(attribute)
}

fn parameter(one: &OwnParameter) -> Item {
    let doc = one.default.as_ref().map_or("required".to_owned(), |default| format!("default: {default}"));
    // The required ones come first.
    let order = if one.default.is_none() { 98 } else { 99 };
    Item::new(&*one.name, ItemKind::Attribute, &*one.type_source, doc).ordered(order)
}

/// Returns a word as the value of an attribute: in the quotes being typed, or in quotes if the bare word is not a string.
fn in_marks(word: &str, typed: &str, is_strict: bool) -> String {
    let is_bare = word.starts_with(|first: char| first.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match typed.chars().next().filter(|mark| matches!(mark, '\'' | '"')) {
        Some(mark) => format!("{mark}{word}{mark}"),
        None if is_strict && !is_bare => format!("'{word}'"),
        None => word.to_owned(),
    }
}
