//! Completion in a meta-command's line: its name, then its arguments by their kinds.

use crate::commands::{self, Kind, Page, Param};
use crate::file::meant;
use crate::inspect::EntryView;
use crate::settings::{SETTINGS, setting};
use crate::{BranchView, Forks, Session, fact_sets};
use pprepl_text::theme::Themes;
use puppet_catalog::schema::{Attribute, METAPARAMETERS};
use puppet_catalog::{builtin, builtins};
use puppet_check::RULES;

use super::item::{Completion, Item, ItemKind};
use super::rank::matching_items;
use super::{code, listed};

/// Completes at `offset` of `text`, whose command starts at byte `start`.
pub fn complete(session: &mut Session, text: &str, start: usize, offset: usize) -> Completion {
    let before = text.get(start..offset).unwrap_or("");
    let Some(blank) = before.find(char::is_whitespace) else {
        return Completion { from: start, items: matching_items(names(), before) };
    };
    let Ok(command) = commands::find(commands::split(before.get(..blank).unwrap_or("")).0) else {
        return Completion { from: offset, items: Vec::new() };
    };
    let rest = start + blank;
    match parameter(command.params, before.get(blank..).unwrap_or("")) {
        Some(Kind::Code) if command.name == "matrix" && before.contains(" over ") => {
            argument(session, Kind::Fact, text, start + before.find(" over ").unwrap_or(blank), offset)
        }
        Some(Kind::Code) => code::complete(session, text, rest, offset),
        Some(kind) => argument(session, kind, text, rest, offset),
        None => Completion { from: offset, items: Vec::new() },
    }
}

fn names() -> Vec<Item> {
    commands::table()
        .map(|command| Item::new(format!(":{}", command.name), ItemKind::Command, command.usage(), command.summary))
        .collect()
}

/// Returns the kind of the parameter at the end of `rest`.
fn parameter(params: &[Param], rest: &str) -> Option<Kind> {
    let mut words = rest.split_whitespace().count();
    if !rest.ends_with(char::is_whitespace) {
        words = words.saturating_sub(1);
    }
    // A missing switch like --epp leaves its position to the next parameter.
    let switch = |param: &&Param| matches!(param.kind, Kind::Word(_)) && !param.required;
    let switches = params.iter().take_while(switch).count();
    let given = rest.split_whitespace().take(switches).take_while(|word| word.starts_with("--")).count();
    let typing_switch = given > words;
    let at = if typing_switch { 0 } else { switches + words.saturating_sub(given) };
    Some(params.get(at.min(params.len().checked_sub(1)?))?.kind)
}

fn argument(session: &mut Session, kind: Kind, text: &str, rest: usize, offset: usize) -> Completion {
    let before = text.get(rest..offset).unwrap_or("");
    let from = rest + before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let typed = text.get(from..offset).unwrap_or("");
    let items = match kind {
        Kind::Command => names().into_iter().map(without_colon).collect(),
        Kind::Rule => rules(),
        Kind::Variable => variables(session),
        Kind::Setting => settings(session),
        Kind::Value => values(session, before, typed),
        Kind::Fact => facts(session, before, typed),
        Kind::Theme => theme_names(session.settings().themes),
        Kind::Topic => topics(),
        Kind::TopicGroup => topic_groups(),
        Kind::Name => documented(session, typed),
        Kind::Word(words) => words.iter().map(|word| Item::new(*word, ItemKind::Argument, "", "")).collect(),
        Kind::Path => files(typed),
        Kind::DataKey => data_keys(session),
        Kind::Reference => references(session),
        Kind::Branch => branches(session),
        Kind::Code | Kind::Text | Kind::Filter | Kind::Number => Vec::new(),
    };
    Completion { from, items: matching_items(items, typed) }
}

fn references(session: &Session) -> Vec<Item> {
    let item = |entry: EntryView| {
        let place = entry.place.unwrap_or_default();
        Item::new(entry.reference, ItemKind::Argument, entry.marks.join(", "), place)
    };
    session.catalog().entries().into_iter().map(item).collect()
}

fn branches(session: &mut Session) -> Vec<Item> {
    let item = |view: BranchView| {
        let kind = if view.is_checkpoint { "checkpoint" } else { "fork" };
        Item::new(view.name, ItemKind::Argument, kind, view.last)
    };
    Forks::new(session).list().into_iter().map(item).collect()
}

fn data_keys(session: &mut Session) -> Vec<Item> {
    session.inspect().data_keys().into_iter().map(|key| Item::new(key, ItemKind::Key, "", "")).collect()
}

/// Completes the names with a page in `:doc`; after a resource type's name and a dot its attributes.
fn documented(session: &Session, typed: &str) -> Vec<Item> {
    let kind = ItemKind::Argument;
    if let Some(row) = typed.split_once('.').and_then(|(type_name, _)| builtin(type_name)) {
        let own = row.attributes.iter().chain(METAPARAMETERS);
        let page = |attribute: &Attribute| format!("{}.{}", row.name, attribute.name);
        return own.map(|one| Item::new(page(one), ItemKind::Attribute, one.takes(), one.summary)).collect();
    }
    let resources = builtins().iter().map(|row| Item::new(row.name, kind, "resource type", row.summary));
    listed::functions(session).into_iter().chain(listed::types(session)).chain(resources).collect()
}

fn without_colon(mut item: Item) -> Item {
    item.label.remove(0);
    item
}

fn settings(session: &Session) -> Vec<Item> {
    let fact = Item::new("fact", ItemKind::Argument, "PATH=VALUE", "one fact of the node");
    let row =
        SETTINGS.iter().map(|row| Item::new(row.key, ItemKind::Argument, row.value(session.settings()), row.summary));
    row.chain([fact]).collect()
}

fn rules() -> Vec<Item> {
    RULES.iter().map(|rule| Item::new(rule.code.as_str(), ItemKind::Argument, "", rule.summary)).collect()
}

/// Returns the variables with an assumed type, and the external ones.
fn variables(session: &Session) -> Vec<Item> {
    let assumed = session.checker().assumptions();
    let own = assumed.iter().map(|(name, ty)| Item::new(format!("${name}"), ItemKind::Variable, ty.clone(), ""));
    let outside = ["facts", "trusted"].into_iter().filter(|name| !assumed.iter().any(|(known, _)| known == name));
    own.chain(outside.map(|name| Item::new(format!("${name}"), ItemKind::Variable, "", ""))).collect()
}

/// Completes fact sets where one is expected, else the paths of facts up to the next dot.
fn facts(session: &Session, before: &str, typed: &str) -> Vec<Item> {
    let first = before.split_whitespace().next().filter(|first| *first != typed);
    match first {
        Some("use" | "over") => sets(typed),
        Some(_) => Vec::new(),
        None => {
            let words = [("use", "select a bundled set or a file"), ("sets", "list the bundled sets")];
            let words = words.map(|(word, doc)| Item::new(word, ItemKind::Argument, "", doc));
            words.into_iter().chain(fact_paths(session, typed, "")).collect()
        }
    }
}

fn sets(typed: &str) -> Vec<Item> {
    let set = fact_sets().map(|(name, summary)| Item::new(name, ItemKind::Argument, "", summary));
    set.chain(if typed.contains(['/', '.']) { files(typed) } else { Vec::new() }).collect()
}

/// Completes the path being typed, one segment further each.
fn fact_paths(session: &Session, typed: &str, end: &str) -> Vec<Item> {
    let known = typed.rfind('.').map_or(0, |at| at + 1);
    let Some(begun) = typed.get(..known) else { return Vec::new() };
    let mut items: Vec<Item> = Vec::new();
    for (path, value) in session.facts().paths() {
        let Some(rest) = path.strip_prefix(begun) else { continue };
        let (label, detail) = match rest.split_once('.') {
            Some((step, _)) if !rest.starts_with('"') => (format!("{begun}{step}."), String::new()),
            _ => (format!("{path}{end}"), value),
        };
        if items.last().is_none_or(|last| last.label != label) {
            items.push(Item::new(label, ItemKind::Key, detail, ""));
        }
    }
    items
}

/// Completes the values of the setting named in ` KEY VA`.
fn values(session: &Session, before: &str, typed: &str) -> Vec<Item> {
    let key = before.split_whitespace().next().unwrap_or("");
    if key == "fact" {
        return fact_paths(session, typed, "=");
    }
    match setting(key) {
        Some(row) if row.key == "facts" => sets(typed),
        Some(row) if row.key == "theme" => theme_names(session.settings().themes),
        Some(row) => row.words().iter().map(|word| Item::new(*word, ItemKind::Argument, "", "")).collect(),
        None => Vec::new(),
    }
}

fn theme_names(themes: Themes) -> Vec<Item> {
    let names = std::iter::once("auto").chain(themes.names());
    names.map(|name| Item::new(name, ItemKind::Argument, "", "")).collect()
}

fn topics() -> Vec<Item> {
    let item = |page: Page| Item::new(page.name, ItemKind::Argument, "", commands::sentence(page.text));
    let all = Item::new("topics", ItemKind::Argument, "", "Lists all topics by group.");
    std::iter::once(all).chain(commands::pages().map(item)).collect()
}

fn topic_groups() -> Vec<Item> {
    commands::group_names().into_iter().map(|name| Item::new(name, ItemKind::Argument, "", "")).collect()
}

/// Completes the files whose paths start with `typed`.
fn files(typed: &str) -> Vec<Item> {
    let folder = typed.rfind('/').map_or("", |at| typed.get(..=at).unwrap_or(""));
    let read = std::fs::read_dir(if folder.is_empty() { ".".into() } else { meant(folder) });
    let hidden = typed.get(folder.len()..).is_some_and(|name| name.starts_with('.'));
    read.into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let mark = if entry.path().is_dir() { "/" } else { "" };
            (hidden || !name.starts_with('.'))
                .then(|| Item::new(format!("{folder}{name}{mark}"), ItemKind::File, "", ""))
        })
        .collect()
}
