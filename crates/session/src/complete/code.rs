//! Completion in Puppet code, by the word before the offset and its context.

use std::time::Duration;

use crate::Session;
use pprepl_text::columns::shortened;
use puppet_syntax::EndContext;

use super::item::{Completion, Item, ItemKind};
use super::listed::{functions_like, keywords, types};
use super::locals::{Local, locals};
use super::place::place;
use super::rank::{is_match, matching_items};
use super::{declared, heredoc, receiver, resource};

/// The time limit for finding the keys of a hash.
const INSPECT_TIME: Duration = Duration::from_millis(8);

/// Maximum number of variables that are offered with their values.
const MAX_DETAILED: usize = 500;

/// Completes at `offset` of `text`; the part before `start` is not code.
pub fn complete(session: &mut Session, text: &str, start: usize, offset: usize) -> Completion {
    let before = text.get(start..offset).unwrap_or("");
    let mut found = heredoc::opener(before).unwrap_or_else(|| match place(before) {
        EndContext::Code => in_code(session, before, false),
        EndContext::Interpolation => in_code(session, before, true),
        EndContext::Text(from) => in_string(session, before, from, true),
        EndContext::Plain(from) => in_string(session, before, from, false),
        EndContext::Other => Completion::default(),
    });
    found.from += start;
    if found.items.is_empty() {
        found.from = offset;
    }
    found
}

fn in_string(session: &mut Session, before: &str, from: usize, interpolates: bool) -> Completion {
    heredoc::escape(before, from)
        .or_else(|| key(session, before, from))
        .or_else(|| {
            let found = if interpolates { variable(session, before) } else { None };
            found.filter(|found| !is_escaped(before, found.from))
        })
        .or_else(|| declared::declared_class(session, before, Some(from)))
        .or_else(|| declared::classes(session, before, Some(from)))
        .or_else(|| resource::complete(session, before, Some(from)))
        .unwrap_or_default()
}

fn in_code(session: &mut Session, before: &str, interpolation: bool) -> Completion {
    let known = variable(session, before)
        .or_else(|| element(session, before))
        .or_else(|| declared::classes(session, before, None))
        .or_else(|| match_right(session, before))
        .or_else(|| resource::complete(session, before, None));
    known.unwrap_or_else(|| word_at_end(session, before, interpolation))
}

/// Completes right after `[`: the keys of a hash, the titles of a resource type.
fn element(session: &mut Session, before: &str) -> Option<Completion> {
    let bracket = before.strip_suffix('[')?.len();
    keys_of(session, before, bracket, before.len(), "").or_else(|| declared::titles(session, before, bracket, ""))
}

/// Completes the right side of `=~`: the types of the left side come first.
fn match_right(session: &mut Session, before: &str) -> Option<Completion> {
    let from = word_start(before);
    let typed = before.get(from..)?;
    let ahead = before.get(..from)?.trim_end();
    let left = ahead.strip_suffix("=~").or_else(|| ahead.strip_suffix("!~"))?;
    let items = matching_items(receiver::matching_types(session, left.trim_end()), typed);
    (!items.is_empty()).then_some(Completion { from, items })
}

fn word_at_end(session: &mut Session, before: &str, interpolation: bool) -> Completion {
    let from = word_start(before);
    let word = before.get(from..).unwrap_or("");
    let ahead = before.get(..from).unwrap_or("");
    let mut items = Vec::new();
    if let Some(left) = ahead.strip_suffix('.').filter(|left| !left.ends_with('.')) {
        items.extend(receiver::methods(session, left, word));
    } else if word.starts_with(|c: char| c.is_ascii_uppercase()) {
        items.extend(types(session));
        items.extend(declared::references(session));
    } else {
        items.extend(keywords());
        items.extend(functions_like(session, word));
        items.extend(types(session));
        if is_statement_start(ahead) {
            items.extend(declared::resource_types(session));
        }
        if word.is_empty() {
            items.extend(variables(session, before, "$", "$"));
        }
    }
    if interpolation && word.starts_with(|c: char| c.is_ascii_lowercase()) {
        items.extend(variables(session, before, "", word));
    }
    Completion { from, items: matching_items(items, word) }
}

/// Returns whether a statement may start after `before`.
fn is_statement_start(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t']);
    before.is_empty() || before.ends_with(['\n', '{', '}', '@', ';'])
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
    let (from, sigil) = match () {
        () if ahead.ends_with('$') => (from - 1, "$"),
        () if ahead.ends_with("${") => (from, ""),
        () => return None,
    };
    let typed = before.get(from..).unwrap_or("");
    let items = matching_items(variables(session, before.get(..from)?, sigil, typed), typed);
    Some(Completion { from, items })
}

/// Returns the variables that match the typed text: those that the code before sets come first.
fn variables(session: &Session, before: &str, sigil: &str, typed: &str) -> Vec<Item> {
    let is_at_top = typed.trim_start_matches('$').starts_with("::");
    let start = if is_at_top { format!("{sigil}::") } else { sigil.to_owned() };
    let own = if is_at_top { Vec::new() } else { locals(before) };
    let local =
        |local: Local| Item::new(format!("{sigil}{}", local.name), ItemKind::Variable, local.origin, "").ordered(50);
    let mut items: Vec<Item> = own.into_iter().map(local).collect();
    let views = session.names().variables_where(|name| is_match(&format!("{start}{name}"), typed), MAX_DETAILED);
    items.extend(views.into_iter().map(|view| {
        let is_told = !view.type_name.is_empty();
        let detail =
            if is_told { format!("{} = {}", view.type_name, shortened(&view.value, 40)) } else { String::new() };
        Item::new(format!("{start}{}", view.name), ItemKind::Variable, detail, "")
    }));
    items
}

/// Completes a hash key or a title: `$h['na`, `Service['na`, where the string starts at byte `quote`.
fn key(session: &mut Session, before: &str, quote: usize) -> Option<Completion> {
    let bracket = quote.checked_sub(1).filter(|at| before.as_bytes().get(*at) == Some(&b'['))?;
    let mark = before.get(quote..quote + 1)?;
    keys_of(session, before, bracket, quote, mark).or_else(|| declared::titles(session, before, bracket, mark))
}

/// Completes the keys of the hash before the `[` at byte `bracket`.
fn keys_of(session: &mut Session, before: &str, bracket: usize, from: usize, quote: &str) -> Option<Completion> {
    let subject = subject(before.get(..bracket)?)?;
    let keys = session.inspect().keys_of(&subject, INSPECT_TIME)?;
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

/// Returns the variable with its accesses at the end of `before`: `$facts['os']`, also of `${facts['os']` in a string.
fn subject(before: &str) -> Option<String> {
    let mut at = before.len();
    loop {
        let head = before.get(..at)?;
        if head.ends_with(']') {
            at = head.rfind('[')?;
            continue;
        }
        let name = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':');
        if let Some(start) = name.strip_suffix('$') {
            return before.get(start.len()..).map(str::to_owned);
        }
        let has_name = head.len() > name.len();
        return (has_name && name.ends_with("${")).then(|| before.get(name.len()..).map(|code| format!("${code}")))?;
    }
}
