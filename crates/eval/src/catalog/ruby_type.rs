//! Resource types that a module implements in Ruby: their attributes, by a static reading of the file. Nothing runs.

use std::rc::Rc;

use puppet_catalog::AgentType;

use super::api_type::ApiType;
use super::title_pattern::TitlePatterns;

/// A resource type that a module implements in Ruby.
pub(crate) struct RubyType {
    /// The attributes that identify a resource, in the order of the file. Several make up one key.
    pub(super) keys: Vec<Box<str>>,
    /// The names of all attributes; `None` if the file may define more than it shows.
    pub(crate) attributes: Option<Rc<[Box<str>]>>,
    /// How it takes attributes from a title.
    pub(super) title: TitlePatterns,
}

impl RubyType {
    /// Reads the Ruby file of a resource type.
    pub(crate) fn read(text: &str) -> RubyType {
        if text.contains("ResourceApi.register_type") {
            return RubyType::of_api(text);
        }
        RubyType { keys: keys_in(text), attributes: attributes_in(text), title: TitlePatterns::read(text) }
    }

    /// Reads the file of a type of Puppet's resource API.
    fn of_api(text: &str) -> RubyType {
        let found = ApiType::read(text);
        let is_key = |(_, is_key): &&(Box<str>, bool)| *is_key;
        let keys: Vec<Box<str>> = found.attributes.iter().filter(is_key).map(|(name, _)| name.clone()).collect();
        let title = match (TitlePatterns::read(text), &keys[..]) {
            (TitlePatterns::None, [first, _, ..]) => TitlePatterns::entire(first),
            (title, _) => title,
        };
        // Such a type has no parameter `provider`.
        let all = || found.attributes.iter().map(|(name, _)| name.clone()).chain(["name".into()]);
        RubyType { keys, attributes: found.is_complete.then(|| all().collect()), title }
    }

    /// Returns the attribute that has the title's place, if there is only one.
    pub(super) fn namevar(&self) -> Option<&str> {
        match &self.keys[..] {
            [key] => Some(key),
            _ => None,
        }
    }

    /// Returns whether the type takes attributes from titles by patterns.
    pub(super) fn has_patterns(&self) -> bool {
        !matches!(self.title, TitlePatterns::None)
    }

    /// Returns a type of a module that the agent bundles.
    pub(crate) fn bundled(row: &AgentType) -> RubyType {
        let names = || row.attributes.iter().copied().chain(["provider"]).map(Box::from).collect();
        RubyType { keys: vec![row.namevar.into()], attributes: Some(names()), title: TitlePatterns::None }
    }
}

/// Words by which Ruby code may define attributes that the file does not show.
const DYNAMIC: [&str; 7] = ["_eval", "send(", "include ", "extend ", "(self", "newmetaparam", "parent"];

/// Returns the attributes that a file of a plain `newtype` defines; `None` if it may define others.
fn attributes_in(text: &str) -> Option<Rc<[Box<str>]>> {
    let mut names: Vec<Box<str>> = vec!["name".into(), "provider".into()];
    let mut is_type = false;
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if line.contains("newparam") || line.contains("newproperty") {
            names.push(defined(line)?.into());
        } else if DYNAMIC.iter().any(|word| line.contains(word)) {
            return None;
        } else if line.starts_with("ensurable") {
            names.push("ensure".into());
        }
        is_type |= line.contains("newtype");
    }
    is_type.then(|| names.into())
}

/// Returns the attribute that a line defines by a literal name.
fn defined(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("newparam").or_else(|| line.strip_prefix("newproperty"))?;
    let rest = rest.trim_start_matches(['(', ' ']);
    let name = rest.strip_prefix(':').or_else(|| rest.strip_prefix(['\'', '"']))?;
    let name = name.trim_start_matches(['\'', '"']);
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(name.len());
    Some(&name[..end]).filter(|name| !name.is_empty())
}

/// Returns the key attributes that the Ruby file of a resource type declares: parameters that are marked, and `name`.
fn keys_in(text: &str) -> Vec<Box<str>> {
    let mut keys: Vec<Box<str>> = Vec::new();
    let mut last = None;
    for line in text.lines().map(str::trim) {
        let defined = line.strip_prefix("newparam").or_else(|| line.strip_prefix("newproperty"));
        if let Some(rest) = defined {
            let name = rest.trim_start_matches(['(', ' ', ':', '\'', '"']);
            last = Some(word(name));
        }
        let marked = line.starts_with("isnamevar")
            || defined.is_some()
                && ["namevar: true", "namevar => true", "isnamevar"].iter().any(|mark| line.contains(mark))
            || line.starts_with("newparam") && last == Some("name");
        if marked && let Some(name) = last.filter(|name| !name.is_empty() && !keys.iter().any(|key| **key == **name)) {
            keys.push(name.into());
        }
    }
    keys
}

/// Returns the word at the start of a string.
fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}
