//! Completion in Puppet code, by the word before the offset and its context.

use std::time::Duration;

use crate::{FunctionView, Session};
use pprepl_text::columns::shortened;

use super::item::{Completion, Item, ItemKind};
use super::place::{CompletionContext, place};
use super::rank::matching_items;
use super::resource;

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

/// The time limit for finding the keys of a hash.
const INSPECT_TIME: Duration = Duration::from_millis(8);

/// Completes at `offset` of `text`; the part before `start` is not code.
pub fn complete(session: &mut Session, text: &str, start: usize, offset: usize) -> Completion {
    let before = text.get(start..offset).unwrap_or("");
    let mut found = match place(before) {
        CompletionContext::Code => in_code(session, before, false),
        CompletionContext::Interpolation => in_code(session, before, true),
        CompletionContext::Text(from) => key(session, before, from)
            .or_else(|| variable(session, before).filter(|found| !is_escaped(before, found.from)))
            .or_else(|| resource::complete(before, Some(from)))
            .unwrap_or_default(),
        CompletionContext::Plain(from) => {
            key(session, before, from).or_else(|| resource::complete(before, Some(from))).unwrap_or_default()
        }
        CompletionContext::Nowhere => Completion::default(),
    };
    found.from += start;
    if found.items.is_empty() {
        found.from = offset;
    }
    found
}

fn in_code(session: &mut Session, before: &str, interpolation: bool) -> Completion {
    if let Some(found) = variable(session, before) {
        return found;
    }
    if before.ends_with('[')
        && let Some(found) = keys_of(session, before, before.len() - 1, before.len(), "")
    {
        return found;
    }
    if let Some(found) = resource::complete(before, None) {
        return found;
    }
    let from = word_start(before);
    let word = before.get(from..).unwrap_or("");
    let ahead = before.get(..from).unwrap_or("");
    let mut items = Vec::new();
    if ahead.ends_with('.') && !ahead.ends_with("..") {
        items.extend(functions(session));
    } else if word.starts_with(|c: char| c.is_ascii_uppercase()) {
        items.extend(types(session));
    } else {
        items.extend(keywords());
        items.extend(functions(session));
        items.extend(types(session));
        if word.is_empty() {
            items.extend(variables(session, "$"));
        }
    }
    if interpolation && word.starts_with(|c: char| c.is_ascii_lowercase()) {
        items.extend(variables(session, ""));
    }
    Completion { from, items: matching_items(items, word) }
}

/// Returns the start of the name at the end of `before`.
fn word_start(before: &str) -> usize {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let start = before.char_indices().rev().take_while(|(_, c)| is_name(*c)).last().map_or(before.len(), |(at, _)| at);
    // A single colon is punctuation: `case 1 { 1:not`.
    let word = before.get(start..).unwrap_or("");
    let single = word.rfind(':').filter(|at| !word.get(..*at).unwrap_or("").ends_with(':'));
    match single {
        Some(at) => start + at + 1,
        // The top scope is where names are found anyway.
        None if word.starts_with("::") => start + 2,
        None => start,
    }
}

/// Returns whether backslashes make the character at `at` a plain one.
fn is_escaped(before: &str, at: usize) -> bool {
    let ahead = before.get(..at).unwrap_or("");
    (ahead.len() - ahead.trim_end_matches('\\').len()) % 2 == 1
}

/// Completes a variable being typed: `$na`, `${na`.
fn variable(session: &Session, before: &str) -> Option<Completion> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let name = before.len() - before.trim_end_matches(is_name).len();
    let from = before.len() - name;
    let ahead = before.get(..from).unwrap_or("");
    if ahead.ends_with('$') || ahead.ends_with("${") {
        let typed = before.get(from..).unwrap_or("");
        if typed.starts_with("::") {
            let from = from + 2;
            let typed = before.get(from..).unwrap_or("");
            return Some(Completion { from, items: matching_items(variables(session, ""), typed) });
        }
    }
    if ahead.ends_with('$') {
        let typed = before.get(from - 1..).unwrap_or("");
        return Some(Completion { from: from - 1, items: matching_items(variables(session, "$"), typed) });
    }
    if ahead.ends_with("${") {
        let typed = before.get(from..).unwrap_or("");
        return Some(Completion { from, items: matching_items(variables(session, ""), typed) });
    }
    None
}

fn variables(session: &Session, sigil: &str) -> Vec<Item> {
    session
        .names()
        .variables()
        .into_iter()
        .map(|view| {
            let detail = format!("{} = {}", view.type_name, shortened(&view.value, 40));
            Item::new(format!("{sigil}{}", view.name), ItemKind::Variable, detail, "")
        })
        .collect()
}

/// Returns the functions with their first overload and sentence.
pub(super) fn functions(session: &Session) -> Vec<Item> {
    session.names().functions().into_iter().map(function).collect()
}

fn function(view: FunctionView) -> Item {
    let more = view.signatures.len().saturating_sub(1);
    let mut detail = view.signatures.first().cloned().unwrap_or_default();
    if more > 0 {
        detail.push_str(&format!("  (+{more})"));
    }
    Item::new(view.name, ItemKind::Function, detail, view.summary)
}

/// Returns the types with their definitions.
pub(super) fn types(session: &Session) -> Vec<Item> {
    let item = |view: crate::TypeView| Item::new(view.name, ItemKind::Type, view.definition, view.summary);
    session.names().types().into_iter().map(item).collect()
}

fn keywords() -> impl Iterator<Item = Item> {
    KEYWORDS.iter().map(|(word, doc)| Item::new(*word, ItemKind::Keyword, "", *doc))
}

/// Completes a hash key: `$h['na`, where the string starts at byte `quote`.
fn key(session: &mut Session, before: &str, quote: usize) -> Option<Completion> {
    let bracket = quote.checked_sub(1).filter(|at| before.as_bytes().get(*at) == Some(&b'['))?;
    let mark = before.get(quote..quote + 1)?;
    keys_of(session, before, bracket, quote, mark)
}

/// Completes the keys of the hash before the `[` at byte `bracket`.
fn keys_of(session: &mut Session, before: &str, bracket: usize, from: usize, quote: &str) -> Option<Completion> {
    let subject = subject(before.get(..bracket)?)?;
    let keys = session.inspect().keys_of(subject, INSPECT_TIME)?;
    let typed = before.get(from..)?;
    let items = keys
        .into_iter()
        .map(|key| {
            let label = if quote == "\"" { format!("\"{key}\"") } else { format!("'{key}'") };
            Item::new(label, ItemKind::Key, "", "")
        })
        .collect();
    Some(Completion { from, items: matching_items(items, typed) })
}

/// Returns the variable with its accesses at the end of `before`: `$facts['os']`.
fn subject(before: &str) -> Option<&str> {
    let mut at = before.len();
    loop {
        let head = before.get(..at)?;
        if head.ends_with(']') {
            at = head.rfind('[')?;
            continue;
        }
        let name = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':');
        let start = name.strip_suffix('$')?.len();
        return before.get(start..);
    }
}
