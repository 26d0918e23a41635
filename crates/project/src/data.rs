//! The index of a file of Hiera data: its keys, the classes that they name, and the keys that its values look up.

use pprepl_text::Span;
use puppet_functions::loader::yaml::Node;
use puppet_pcore::Value;

use super::definition::Definition;
use super::file_index::FileIndex;
use super::lookup_option::LookupOption;
use super::names::name_span;
use super::reference::{Reference, ReferenceRole};
use super::symbol::{Symbol, SymbolKind};

/// The reserved key that holds options of other keys.
const OPTIONS: &str = "lookup_options";

/// Returns the index of a data file's root.
pub(super) fn index_data(root: &Node, text: &str) -> FileIndex {
    let mut index = FileIndex::default();
    for (key, span, node) in root.entries() {
        let Some(key) = key.as_str() else { continue };
        if key == OPTIONS {
            index.lookup_options.extend(node.entries().filter_map(|(key, _, node)| option(key, node)));
            continue;
        }
        let symbol = Symbol::new(SymbolKind::DataKey, key);
        let span = name_span(text, span, key);
        let inside = Some(index.definitions.len() as u32);
        if let Some((class, _)) = symbol.parameter_key().filter(|(class, _)| !class.is_empty()) {
            index.references.push(Reference {
                symbol: Symbol::new(SymbolKind::Class, class),
                span: Span::new(span.start, span.start + class.len() as u32),
                role: ReferenceRole::Data,
                inside,
                is_interface: false,
            });
        }
        words(&node.value, &mut index.words);
        lookups(&node.value, &mut |key| {
            index.references.push(Reference {
                symbol: Symbol::new(SymbolKind::DataKey, key),
                span: name_span(text, node.span, key),
                role: ReferenceRole::Lookup,
                inside,
                is_interface: false,
            });
        });
        index.definitions.push(Definition {
            symbol,
            name: span,
            extent: node.span,
            parameters: Vec::new(),
            interface: 0,
        });
    }
    index.words.sort_unstable();
    index.words.dedup();
    index
}

/// Adds the strings of a value that may be names of classes.
fn words(value: &Value, found: &mut Vec<Box<str>>) {
    match value {
        Value::Str(text) if is_class_name(&text.text) => found.push(text.text.trim_start_matches("::").into()),
        Value::Array(array) => array.items.iter().for_each(|item| words(item, found)),
        Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
            words(key, found);
            words(value, found);
        }),
        _ => {}
    }
}

fn is_class_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b':');
    text.starts_with(|first: char| first.is_ascii_lowercase() || first == ':') && text.bytes().all(is_part)
}

fn option(key: &Value, node: &Node) -> Option<LookupOption> {
    let merges = node.entry("merge").is_some_and(|(_, merge)| strategy(merge) != Some("first"));
    let changes = merges || node.entry("convert_to").is_some();
    key.as_str().filter(|_| changes).map(|key| LookupOption { pattern: key.to_owned() })
}

/// Returns the name of a merge strategy: a string, or the entry `strategy` of a hash.
fn strategy(merge: &Node) -> Option<&str> {
    merge.text().or_else(|| merge.entry("strategy")?.1.text())
}

/// Calls `visit` with each key that the strings of a value look up: `%{lookup('key')}`, `%{alias('key')}`.
fn lookups(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::Str(text) => lookups_of(&text.text, visit),
        Value::Array(array) => array.items.iter().for_each(|item| lookups(item, visit)),
        Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
            lookups(key, visit);
            lookups(value, visit);
        }),
        _ => {}
    }
}

fn lookups_of(text: &str, visit: &mut dyn FnMut(&str)) {
    for part in text.split("%{").skip(1) {
        let Some((call, _)) = part.split_once('}') else { continue };
        let Some((function, rest)) = call.trim().split_once('(') else { continue };
        if matches!(function, "lookup" | "alias" | "hiera") {
            let key = rest.trim_end_matches(')').trim().trim_matches(['\'', '"']);
            visit(key);
        }
    }
}
