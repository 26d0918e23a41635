//! Resource types that a module implements in Ruby: their attributes, by a static reading of the file. Nothing runs.

use puppet_catalog::AgentType;

use super::title_pattern::TitlePatterns;

/// A resource type that a module implements in Ruby.
pub(crate) struct RubyType {
    /// The namevar, if the file shows it.
    pub(super) namevar: Option<Box<str>>,
    /// The names of all attributes; `None` if the file may define more than it shows.
    pub(crate) attributes: Option<Vec<Box<str>>>,
    /// How it takes attributes from a title.
    pub(super) title: TitlePatterns,
}

impl RubyType {
    /// Reads the Ruby file of a resource type.
    pub(crate) fn read(text: &str) -> RubyType {
        let title = TitlePatterns::read(text);
        // A type with patterns has several namevars, of which no one has the title's place.
        let namevar = namevar_in(text).filter(|_| matches!(title, TitlePatterns::None));
        RubyType { namevar, attributes: attributes_in(text), title }
    }

    /// Returns whether Ruby code that does not run takes attributes from the title.
    pub(crate) fn computes_titles(&self) -> bool {
        matches!(self.title, TitlePatterns::Computed)
    }

    /// Returns a type of a module that the agent bundles.
    pub(crate) fn bundled(row: &AgentType) -> RubyType {
        let names = || row.attributes.iter().copied().chain(["provider"]).map(Box::from).collect();
        RubyType { namevar: Some(row.namevar.into()), attributes: Some(names()), title: TitlePatterns::None }
    }
}

/// Words by which Ruby code may define attributes that the file does not show.
const DYNAMIC: [&str; 7] = ["_eval", "send(", "include ", "extend ", "(self", "newmetaparam", "parent"];

/// Returns the attributes that a file of a plain `newtype` defines; `None` if it may define others.
fn attributes_in(text: &str) -> Option<Vec<Box<str>>> {
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
    is_type.then_some(names)
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

/// Returns the namevar that a resource type's Ruby file declares.
fn namevar_in(text: &str) -> Option<Box<str>> {
    let mut last = None;
    for line in text.lines().map(str::trim) {
        let defined = line.strip_prefix("newparam").or_else(|| line.strip_prefix("newproperty"));
        if let Some(rest) = defined {
            let name = rest.trim_start_matches(['(', ' ', ':', '\'', '"']);
            let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(name.len());
            last = Some(&name[..end]);
        }
        let marked = line.starts_with("isnamevar")
            || defined.is_some() && ["namevar: true", "namevar => true"].iter().any(|mark| line.contains(mark));
        if marked && let Some(name) = last.filter(|name| !name.is_empty()) {
            return Some(name.into());
        }
    }
    None
}
