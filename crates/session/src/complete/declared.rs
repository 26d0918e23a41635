//! Completion of the names that the session and its modules declare: classes, resource types, references and their titles.

use std::time::Duration;

use puppet_catalog::{builtins, capitalized};
use puppet_pcore::{Ty, Type, Value, resolved};
use puppet_syntax::ast::Param;

use crate::{Definitions, Session};

use super::body::Body;
use super::item::{Completion, Item, ItemKind};
use super::rank::{is_match, matching_items};

/// The time for evaluating the type of a parameter.
const TYPE_TIME: Duration = Duration::from_millis(4);

/// Maximum number of titles to offer.
const MAX_TITLES: usize = 1_000;

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == ':'
}

/// Completes the name of a class after `include`, `inherits`, `Class['` and the like; `quote` is the start of a string being
/// typed.
pub fn classes(session: &mut Session, before: &str, quote: Option<usize>) -> Option<Completion> {
    let from = quote.map_or_else(|| before.trim_end_matches(is_name).len(), |quote| quote + 1);
    let ahead = before.get(..quote.unwrap_or(from))?;
    let line = ahead.rsplit(['\n', '{', '}', ';']).next()?;
    // `include a, b`, `Class['a', 'b`: only names stand between the word and the class.
    let others = line.trim_end_matches(|c: char| is_name(c) || c.is_whitespace() || "('\"[,".contains(c));
    let words = line.get(others.len()..)?;
    let is_wanted = |word: &str| matches!(word, "include" | "require" | "contain" | "inherits" | "Class");
    words.split(|c: char| !is_name(c)).rfind(|word| is_wanted(word))?;
    found(session, before, from)
}

fn found(session: &mut Session, before: &str, from: usize) -> Option<Completion> {
    let typed = before.get(from..)?;
    let items = matching_items(class_items(session, typed), typed);
    (!items.is_empty()).then_some(Completion { from, items })
}

/// Completes the title of `class { '` before its colon.
pub fn declared_class(session: &mut Session, before: &str, quote: Option<usize>) -> Option<Completion> {
    let start = quote?;
    let ahead = before.get(..start)?.trim_end();
    let is_class = ahead.strip_suffix('{').is_some_and(|ahead| {
        let ahead = ahead.trim_end();
        ahead.ends_with("class") && !ahead.trim_end_matches("class").ends_with(is_name)
    });
    if is_class { found(session, before, start + 1) } else { None }
}

fn class_items(session: &mut Session, typed: &str) -> Vec<Item> {
    let own = session.core.vm.catalog.definitions();
    let own = own.into_iter().filter(|(kind, _)| *kind == "class").map(|(_, name)| name.to_string());
    let mut names: Vec<String> = own.collect();
    names.extend(Definitions::new(session).class_names(typed));
    names.sort();
    names.dedup();
    names.into_iter().map(|name| Item::new(name, ItemKind::Class, "", "")).collect()
}

/// Returns the resource types of Puppet and the defined types of the session.
pub fn resource_types(session: &Session) -> Vec<Item> {
    let builtin = builtins().iter().map(|row| Item::new(row.name, ItemKind::ResourceType, "", row.summary));
    builtin.chain(defined(session).map(|name| Item::new(name, ItemKind::ResourceType, "defined type", ""))).collect()
}

fn defined(session: &Session) -> impl Iterator<Item = String> {
    let all = session.core.vm.catalog.definitions().into_iter();
    all.filter(|(kind, _)| *kind == "define").map(|(_, name)| name.to_string())
}

/// Returns the starts of references to resources: `Service[`.
pub fn references(session: &Session) -> Vec<Item> {
    let names = builtins().iter().map(|row| row.name.to_owned()).chain(defined(session)).chain(["class".to_owned()]);
    let item = |name: String| {
        let doc = format!("A reference to a resource of the type {name}.");
        Item::new(capitalized(&name) + "[", ItemKind::ResourceType, "", doc)
    };
    names.map(item).collect()
}

/// Completes the title in `Service['na`, of the resources in the catalog; `quote` is the quote at the start, if typed.
pub fn titles(session: &Session, before: &str, bracket: usize, quote: &str) -> Option<Completion> {
    let ahead = before.get(..bracket)?;
    let name = ahead.get(ahead.trim_end_matches(is_name).len()..)?;
    if !name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return None;
    }
    let typed = before.get(bracket + 1..)?;
    let mark = if quote.is_empty() { "'" } else { quote };
    let kind = name.trim_start_matches("::");
    let entries = session.core.vm.catalog.entries().map(|(_, resource)| &resource.reference);
    let of_kind = entries.filter(|reference| reference.type_name.eq_ignore_ascii_case(kind));
    let labels =
        of_kind.map(|reference| format!("{mark}{}{mark}", reference.title)).filter(|label| is_match(label, typed));
    let item = |label: String| Item::new(label, ItemKind::Key, "", "A resource of the catalog.");
    let items: Vec<Item> = labels.take(MAX_TITLES).map(item).collect();
    (!items.is_empty()).then(|| Completion { from: bracket + 1, items: matching_items(items, typed) })
}

/// A parameter of a class or defined type.
pub struct OwnParameter {
    pub name: String,
    /// The source of its type, or empty.
    pub type_source: String,
    /// The source of its default value.
    pub default: Option<String>,
}

/// Returns the parameters of the class or defined type that a body declares.
pub fn parameters(session: &mut Session, body: &Body) -> Option<Vec<OwnParameter>> {
    use puppet_eval::Definition;
    let name = |text: &str| text.trim_start_matches("::").to_lowercase();
    let definition = match &*body.kind {
        "class" => session.core.vm.known_class(&name(&body.title))?,
        kind => session.core.vm.known_define(&name(kind))?,
    };
    let (params, source) = match &definition {
        Definition::Class(class) => (&class.definition.params, &class.source),
        Definition::Define(define) => (&define.definition.params, &define.source),
    };
    let text = source.text();
    let parameter = |param: &Param| OwnParameter {
        name: param.name.to_string(),
        type_source: param.type_expr.as_ref().map_or("", |ty| ty.span.of(text)).to_owned(),
        default: param.default.as_ref().map(|value| value.span.of(text).to_owned()),
    };
    Some(params.iter().map(parameter).collect())
}

/// Returns the words that a type accepts, if it accepts certain strings or Booleans only.
pub fn words_of(session: &mut Session, type_source: &str) -> Vec<String> {
    match session.core.try_evaluate(type_source, TYPE_TIME) {
        Some(Value::Type(ty)) => {
            let mut words = Vec::new();
            add_words(&ty, &mut words);
            words
        }
        _ => Vec::new(),
    }
}

fn add_words(ty: &Ty, words: &mut Vec<String>) {
    match &*resolved(ty) {
        Type::Enum { values, .. } => words.extend(values.iter().map(|value| value.to_string())),
        Type::Boolean(None) => words.extend(["true".to_owned(), "false".to_owned()]),
        Type::Optional(Some(inner)) | Type::NotUndef(inner) => add_words(inner, words),
        Type::Variant(members) => members.iter().for_each(|member| add_words(member, words)),
        _ => {}
    }
}
