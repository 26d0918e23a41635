//! File name patterns, with Ruby's rules: `*`, `?`, `[a-z]`, `{a,b}`, `**/`. A name that begins with a dot matches only
//! a pattern that does. Names are sorted.

use std::path::{Path, PathBuf};

use puppet_eval::Host;

/// The maximum depth of `**`.
const MAX_DEPTH: usize = 32;

/// Returns the files (not directories) that match a pattern.
pub(super) fn expand(host: &mut dyn Host, pattern: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for one in braces(pattern) {
        let parts: Vec<&str> = one.split('/').filter(|part| !part.is_empty()).collect();
        let (root, parts) = rooted(&one, &parts);
        let mut own = Vec::new();
        walk(host, &root, parts, 0, &mut own);
        // Ruby enters a directory where its name is in the order of files and directories.
        own.sort();
        for path in own {
            if !found.contains(&path) {
                found.push(path);
            }
        }
    }
    found
}

/// Returns the root of a pattern and the parts below it. On Windows the first part may be a drive: `C:/data/*.yaml`.
fn rooted<'p, 's>(pattern: &str, parts: &'p [&'s str]) -> (PathBuf, &'p [&'s str]) {
    match parts.split_first() {
        Some((drive, rest)) if cfg!(windows) && drive.len() == 2 && drive.ends_with(':') => {
            (PathBuf::from(format!("{drive}/")), rest)
        }
        _ if pattern.starts_with('/') => (PathBuf::from("/"), parts),
        _ => (PathBuf::new(), parts),
    }
}

fn walk(host: &mut dyn Host, folder: &Path, parts: &[&str], depth: usize, found: &mut Vec<PathBuf>) {
    let Some((part, rest)) = parts.split_first() else { return };
    if *part == "**" && !rest.is_empty() {
        walk(host, folder, rest, depth, found);
        for (name, is_folder) in host.list(folder) {
            if is_folder && !name.starts_with('.') && depth < MAX_DEPTH {
                walk(host, &folder.join(name), parts, depth + 1, found);
            }
        }
        return;
    }
    if !part.contains(['*', '?', '[', '\\']) {
        return step(host, folder.join(part), rest, depth, found);
    }
    let pattern: Vec<char> = part.chars().collect();
    for (name, _) in host.list(folder) {
        let text: Vec<char> = name.chars().collect();
        let hidden = name.starts_with('.') && !part.starts_with('.');
        if !hidden && matches(&pattern, &text) {
            step(host, folder.join(name), rest, depth, found);
        }
    }
}

fn step(host: &mut dyn Host, path: PathBuf, rest: &[&str], depth: usize, found: &mut Vec<PathBuf>) {
    if !rest.is_empty() {
        walk(host, &path, rest, depth, found);
    } else if host.stamp(&path).is_some_and(|stamp| !stamp.folder) {
        found.push(path);
    }
}

/// Expands the braces of a pattern.
fn braces(pattern: &str) -> Vec<String> {
    let Some(open) = pattern.find('{') else { return vec![pattern.to_owned()] };
    let Some(inner) = pattern.get(open + 1..) else { return vec![pattern.to_owned()] };
    let (mut depth, mut parts, mut start) = (0usize, Vec::new(), 0usize);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[start..at]);
                start = at + 1;
            }
            '}' => {
                parts.push(&inner[start..at]);
                let (before, after) = (&pattern[..open], &inner[at + 1..]);
                return parts.iter().flat_map(|part| braces(&format!("{before}{part}{after}"))).collect();
            }
            _ => {}
        }
    }
    vec![pattern.to_owned()]
}

fn matches(pattern: &[char], text: &[char]) -> bool {
    match (pattern, text) {
        ([], []) => true,
        (['*', rest @ ..], _) => (0..=text.len()).any(|skip| matches(rest, &text[skip..])),
        (['?', rest @ ..], [_, tail @ ..]) => matches(rest, tail),
        // A set that does not end matches nothing, as in Ruby.
        (['[', ..], [c, tail @ ..]) => set(pattern, *c).is_some_and(|(holds, rest)| holds && matches(rest, tail)),
        (['\\', escaped, rest @ ..], [c, tail @ ..]) => escaped == c && matches(rest, tail),
        ([own, rest @ ..], [c, tail @ ..]) => own == c && matches(rest, tail),
        _ => false,
    }
}

/// Returns whether a set (`[a-z]`, `[^a]`) contains the character, and the rest of the pattern.
fn set(pattern: &[char], c: char) -> Option<(bool, &[char])> {
    let end = pattern.iter().skip(2).position(|c| *c == ']')? + 2;
    let mut inner = &pattern[1..end];
    let negated = matches!(inner.first(), Some('^' | '!'));
    if negated {
        inner = &inner[1..];
    }
    let mut holds = false;
    while let [first, tail @ ..] = inner {
        (holds, inner) = match tail {
            ['-', last, rest @ ..] => (holds || (*first..=*last).contains(&c), rest),
            _ => (holds || *first == c, tail),
        };
    }
    Some((holds != negated, &pattern[end + 1..]))
}
