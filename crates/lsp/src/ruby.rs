//! The description of a function or resource type by the lines of its Ruby file. Nothing runs.

use pprepl_files as files;
use pprepl_project::{Definition, FileRole, Location};
use pprepl_session::file;

use super::comment::comment_before;

/// The maximum length of a description, in lines.
const MAX_LINES: usize = 30;

/// An attribute of a resource type.
#[derive(Debug, PartialEq, Eq)]
pub struct RubyAttribute {
    pub name: String,
    /// Its description; perhaps empty.
    pub text: String,
    /// The values that the type names; others may be valid, too.
    pub values: Vec<String>,
}

/// The attributes and the text of a resource type.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RubyType {
    /// Its description; perhaps empty.
    pub text: String,
    pub attributes: Vec<RubyAttribute>,
}

/// The signatures and the text of a function.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RubyFunction {
    /// Its description; perhaps empty.
    pub text: String,
    /// The parameters and the result of each dispatch: `(String $name) >> String`.
    pub signatures: Vec<String>,
}

/// Returns the text of the Ruby file that defines a symbol; `None` if Puppet code does.
pub fn text_of(location: &Location<'_, Definition>) -> Option<String> {
    match location.file.member.role {
        FileRole::RubyFunction => Some(location.file.source.text().to_owned()),
        FileRole::RubyType => file::read(&location.file.member.path, files::LIMIT).ok(),
        FileRole::SiteManifest
        | FileRole::Manifest
        | FileRole::Function
        | FileRole::TypeAlias
        | FileRole::Plan
        | FileRole::Template
        | FileRole::Data
        | FileRole::DataConfig
        | FileRole::Foreign
        | FileRole::Other => None,
    }
}

impl RubyType {
    /// Reads a resource type. Attributes that code computes are missing.
    pub fn read(text: &str) -> RubyType {
        let lines: Vec<&str> = text.lines().collect();
        let is_of_api = text.contains("register_type");
        let mut found = RubyType::default();
        let mut in_attributes = false;
        for (at, line) in lines.iter().map(|line| line.trim()).enumerate() {
            if is_of_api && !in_attributes {
                in_attributes = key_value(line, "attributes").is_some();
                if in_attributes {
                    continue;
                }
            }
            let name = if is_of_api { hash_key(line).filter(|_| in_attributes) } else { attribute_name(line) };
            if let Some(name) = name {
                let attribute = RubyAttribute { name: name.to_owned(), text: String::new(), values: Vec::new() };
                found.attributes.push(attribute);
            }
            if let Some(attribute) = found.attributes.last_mut() {
                attribute.values.extend(values(line));
            }
            let Some(value) = description(line) else { continue };
            let text = literal(&lines, at, value);
            match found.attributes.last_mut() {
                Some(attribute) if attribute.text.is_empty() => attribute.text = text.unwrap_or_default(),
                Some(_) => {}
                None => found.text = text.unwrap_or_default(),
            }
        }
        found
    }

    /// Returns the attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<&RubyAttribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

/// Returns the value of a key of a Ruby hash: `key: value`, `:key => value`.
fn key_value<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let line = line.trim_start_matches(':');
    let rest = line.strip_prefix(key)?.trim_start();
    let value = rest.strip_prefix("=>").or_else(|| rest.strip_prefix(':'))?;
    Some(value.trim_start())
}

/// Returns the key of a hash that a line opens: `name: {`.
fn hash_key(line: &str) -> Option<&str> {
    let name = word(line.trim_start_matches(':'));
    let value = key_value(line, name).filter(|_| !name.is_empty())?;
    value.starts_with('{').then_some(name)
}

/// Returns the attribute that a line of a plain type defines.
fn attribute_name(line: &str) -> Option<&str> {
    if line.starts_with("ensurable") {
        return Some("ensure");
    }
    let rest = line.strip_prefix("newparam").or_else(|| line.strip_prefix("newproperty"))?;
    let name = rest.trim_start_matches(['(', ' ']).strip_prefix([':', '\'', '"'])?;
    Some(word(name.trim_start_matches(['\'', '"']))).filter(|name| !name.is_empty())
}

/// Returns the values of an attribute that a line names.
fn values(line: &str) -> Vec<String> {
    if line == "ensurable" || line.starts_with("defaultvalues") {
        return vec!["present".to_owned(), "absent".to_owned()];
    }
    if let Some(rest) = line.strip_prefix("newvalues").or_else(|| line.strip_prefix("newvalue")) {
        let list = rest.trim_start_matches(['(', ' ']);
        let end = list.find([')', '{']).unwrap_or(list.len());
        let parts = list.get(..end).unwrap_or(list).split(',').map(str::trim);
        let named = parts.filter_map(|part| part.strip_prefix([':', '\'', '"'])).map(|part| word(part).to_owned());
        return named.filter(|name| !name.is_empty()).collect();
    }
    let listed = key_value(line, "type").and_then(enum_words);
    listed.into_iter().flatten().map(str::to_owned).collect()
}

/// Returns the words of the first Enum in the code of a type.
pub fn enum_words(code: &str) -> Option<impl Iterator<Item = &str>> {
    let inside = code.split_once("Enum[")?.1.split_once(']')?.0;
    Some(inside.split(',').map(|word| word.trim().trim_matches(['\'', '"'])))
}

/// Returns the start of the description that a line gives.
fn description(line: &str) -> Option<&str> {
    let plain = line.strip_prefix("desc ").or_else(|| line.strip_prefix("desc("));
    let doc = || line.strip_prefix("@doc").and_then(|rest| rest.trim_start().strip_prefix('='));
    let value = plain.or_else(doc).or_else(|| key_value(line, "desc")).or_else(|| key_value(line, "docs"))?;
    Some(value.trim_start())
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    text.get(..end).unwrap_or("")
}

/// Returns the string that begins with `value` on line `at`: in quotes, or a heredoc.
fn literal(lines: &[&str], at: usize, value: &str) -> Option<String> {
    let below = lines.get(at + 1..).unwrap_or_default();
    if let Some(opener) = value.strip_prefix("<<") {
        let tag = word(opener.trim_start_matches(['-', '~', '\'', '"']));
        let text = below.iter().take_while(|line| line.trim() != tag).take(MAX_LINES);
        return Some(dedented(text.copied()));
    }
    let quote = value.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let rest = value.get(1..)?;
    if let Some(end) = rest.find(quote) {
        return rest.get(..end).map(str::to_owned);
    }
    let mut text = vec![rest];
    for line in below.iter().take(MAX_LINES) {
        let end = line.find(quote);
        text.push(line.get(..end.unwrap_or(line.len())).unwrap_or(line));
        if end.is_some() {
            break;
        }
    }
    let first = text.remove(0);
    Some(format!("{first}\n{}", dedented(text)).trim().to_owned())
}

/// Returns lines without the indentation that all have.
fn dedented<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let lines: Vec<&str> = lines.into_iter().collect();
    let indents = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| line.len() - line.trim_start().len());
    let indent = indents.min().unwrap_or(0);
    let text = lines.iter().map(|line| line.get(indent..).unwrap_or("").trim_end()).collect::<Vec<_>>().join("\n");
    text.trim().to_owned()
}

/// The words that declare a parameter, with the text before and after its name.
const PARAMETERS: [(&str, &str, &str); 7] = [
    ("param", "$", ""),
    ("required_param", "$", ""),
    ("optional_param", "$", " = .."),
    ("repeated_param", "*$", ""),
    ("optional_repeated_param", "*$", ""),
    ("required_repeated_param", "*$", ""),
    ("block_param", "&$", ""),
];

impl RubyFunction {
    /// Reads a function.
    pub fn read(text: &str) -> RubyFunction {
        let lines: Vec<&str> = text.lines().collect();
        let is_head = |line: &&str| ["create_function", "newfunction"].iter().any(|call| line.contains(call));
        let Some(head) = lines.iter().position(is_head) else { return RubyFunction::default() };
        let start: usize = text.split_inclusive('\n').take(head).map(str::len).sum();
        let comment = comment_before(text, start as u32);
        RubyFunction {
            text: comment.or_else(|| old_comment(&lines)).unwrap_or_default(),
            signatures: signatures(&lines),
        }
    }
}

/// Returns the description of a function of the old interface: `newfunction(:x, :doc => <<-DOC`.
fn old_comment(lines: &[&str]) -> Option<String> {
    lines.iter().enumerate().find_map(|(at, line)| {
        let (_, rest) = line.split_once("doc")?;
        let value = rest.trim_start().strip_prefix("=>").or_else(|| rest.strip_prefix(':'))?;
        literal(lines, at, value.trim_start())
    })
}

fn signatures(lines: &[&str]) -> Vec<String> {
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    for line in lines.iter().map(|line| line.trim()) {
        if line.starts_with("dispatch ") || line.starts_with("dispatch(") {
            found.push((Vec::new(), String::new()));
        }
        let Some((parameters, result)) = found.last_mut() else { continue };
        if let Some(rest) = line.strip_prefix("return_type ") {
            let ty = quoted(rest).unwrap_or("Any");
            *result = format!(" >> {ty}");
        }
        parameters.extend(parameter(line));
    }
    found.into_iter().map(|(parameters, result)| format!("({}){result}", parameters.join(", "))).collect()
}

/// Returns the parameter that a line declares: `param 'String', :name`.
fn parameter(line: &str) -> Option<String> {
    let keyword = word(line);
    let (_, before, after) = PARAMETERS.iter().find(|(known, ..)| *known == keyword)?;
    let rest = line.get(keyword.len()..)?.trim_start_matches(['(', ' ']);
    let ty = quoted(rest).unwrap_or("Any");
    let name = word(rest.rsplit_once(':')?.1);
    Some(format!("{ty} {before}{name}{after}")).filter(|_| !name.is_empty())
}

/// Returns the text of the string at the start.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    text.get(1..)?.split(quote).next()
}
