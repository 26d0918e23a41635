//! Members and entries for tests, without files.

use pprepl_project::{FileEntry, FileRole, Member, Project, index};
use puppet_syntax::LexOptions;

/// A member whose role and expected name are those of its path.
pub fn member(path: &str) -> Member {
    let parts: Vec<&str> = path.split('/').collect();
    let (role, module, rest) = match &parts[..] {
        ["data", ..] => (FileRole::Data, None, &parts[1..]),
        ["manifests", rest @ ..] => (FileRole::SiteManifest, None, rest),
        ["modules", module, "manifests", rest @ ..] => (FileRole::Manifest, Some(*module), rest),
        ["modules", module, "functions", rest @ ..] => (FileRole::Function, Some(*module), rest),
        ["modules", module, "types", rest @ ..] => (FileRole::TypeAlias, Some(*module), rest),
        ["modules", module, "lib", "puppet", "functions", rest @ ..] => (FileRole::RubyFunction, Some(*module), rest),
        _ => (FileRole::Other, None, &parts[..]),
    };
    let stem = rest.join("::");
    let stem = stem.split('.').next().unwrap_or("");
    let expects = match (role, module) {
        (FileRole::RubyFunction, _) => stem.to_owned(),
        (_, Some(module)) if stem == "init" => module.to_owned(),
        (_, Some(module)) => format!("{module}::{stem}"),
        (_, None) => String::new(),
    };
    Member { path: path.into(), name: path.into(), role, module: module.map(Into::into), expects: expects.into() }
}

pub fn entry(path: &str, text: &str) -> FileEntry {
    index(&member(path), text, LexOptions::default()).0
}

pub fn project(files: &[(&str, &str)]) -> Project {
    Project::new(files.iter().map(|(path, text)| entry(path, text)))
}
