//! File name patterns, with Ruby's rules: `*`, `?`, `[a-z]`, `{a,b}`, `**/`. A name that begins with a dot matches only
//! a pattern that does. Names are sorted.

use std::path::{Path, PathBuf};

use pprepl_budget::{self as budget, Exhausted};
use puppet_eval::Host;
use rustc_hash::FxHashSet;

/// The maximum depth of `**`.
const MAX_DEPTH: usize = 32;

/// The maximum number of patterns that the braces of one make.
const MAX_ALTERNATIVES: usize = 1000;

/// Why a pattern was not expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GlobError {
    /// Its braces make more patterns than this number.
    TooManyAlternatives(usize),
    /// The limits of the evaluation are reached.
    Exhausted(Exhausted),
}

impl From<Exhausted> for GlobError {
    fn from(exhausted: Exhausted) -> GlobError {
        GlobError::Exhausted(exhausted)
    }
}

/// Returns the files (not directories) that match a pattern.
pub(super) fn expand(host: &mut dyn Host, pattern: &str) -> Result<Vec<PathBuf>, GlobError> {
    let (mut found, mut known) = (Vec::new(), FxHashSet::default());
    for one in alternatives(pattern)? {
        let mut parts: Vec<&str> = one.split('/').filter(|part| !part.is_empty()).collect();
        // `**` twice is `**`.
        parts.dedup_by(|part, before| *part == "**" && *before == "**");
        let (root, parts) = rooted(&one, &parts);
        let mut walk = Walk { host, parts, seen: FxHashSet::default(), found: Vec::new() };
        walk.enter(&root, 0, 0)?;
        let mut own = walk.found;
        // Ruby enters a directory where its name is in the order of files and directories.
        own.sort();
        found.extend(own.into_iter().filter(|path| known.insert(path.clone())));
    }
    Ok(found)
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

/// A search for the files of a pattern without braces.
struct Walk<'w> {
    host: &'w mut dyn Host,
    parts: &'w [&'w str],
    /// The directories that were searched, with the number of the part. Several `**` lead to one by many ways.
    seen: FxHashSet<(PathBuf, usize)>,
    found: Vec<PathBuf>,
}

impl Walk<'_> {
    /// Searches a directory for what matches the part with number `at` and those after it. `depth` is the number of
    /// directories that `**` matches.
    fn enter(&mut self, folder: &Path, at: usize, depth: usize) -> Result<(), Exhausted> {
        budget::check()?;
        let Some(part) = self.parts.get(at) else { return Ok(()) };
        if !self.seen.insert((folder.to_owned(), at)) {
            return Ok(());
        }
        if *part == "**" && at + 1 < self.parts.len() {
            self.enter(folder, at + 1, depth)?;
            for (name, is_folder) in self.host.list(folder) {
                if is_folder && !name.starts_with('.') && depth < MAX_DEPTH {
                    self.enter(&folder.join(name), at, depth + 1)?;
                }
            }
            return Ok(());
        }
        if !part.contains(['*', '?', '[', '\\']) {
            return self.step(folder.join(part), at, depth);
        }
        let pattern: Vec<char> = part.chars().collect();
        for (name, _) in self.host.list(folder) {
            budget::poll()?;
            let text: Vec<char> = name.chars().collect();
            let hidden = name.starts_with('.') && !part.starts_with('.');
            if !hidden && matches(&pattern, &text) {
                self.step(folder.join(name), at, depth)?;
            }
        }
        Ok(())
    }

    /// Takes a path that matches the part with number `at`.
    fn step(&mut self, path: PathBuf, at: usize, depth: usize) -> Result<(), Exhausted> {
        if at + 1 < self.parts.len() {
            return self.enter(&path, at + 1, depth);
        }
        if self.host.stamp(&path).is_some_and(|stamp| !stamp.folder) {
            self.found.push(path);
        }
        Ok(())
    }
}

/// Returns the patterns that the braces of a pattern make, in their order.
fn alternatives(pattern: &str) -> Result<Vec<String>, GlobError> {
    let (mut done, mut waiting) = (Vec::new(), vec![pattern.to_owned()]);
    while let Some(one) = waiting.pop() {
        budget::poll()?;
        let Some(first) = first_braces(&one) else {
            done.push(one);
            continue;
        };
        let (before, after) = (&one[..first.start], &one[first.end..]);
        let made: Vec<String> = first.parts.iter().rev().map(|part| format!("{before}{part}{after}")).collect();
        waiting.extend(made);
        // Each of them makes one pattern or more.
        if done.len() + waiting.len() > MAX_ALTERNATIVES {
            return Err(GlobError::TooManyAlternatives(MAX_ALTERNATIVES));
        }
    }
    Ok(done)
}

/// The first braces of a pattern.
struct Braces<'p> {
    start: usize,
    end: usize,
    parts: Vec<&'p str>,
}

/// Returns the first braces, if they are closed.
fn first_braces(pattern: &str) -> Option<Braces<'_>> {
    let start = pattern.find('{')?;
    let inner = pattern.get(start + 1..)?;
    let (mut depth, mut parts, mut from) = (0usize, Vec::new(), 0usize);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inner[from..at]);
                from = at + 1;
            }
            '}' => {
                parts.push(&inner[from..at]);
                return Some(Braces { start, end: start + 1 + at + 1, parts });
            }
            _ => {}
        }
    }
    None
}

/// Returns whether a name matches a pattern of one part. At a difference only the last `*` takes one character more: the
/// time is that of the product of both lengths.
fn matches(pattern: &[char], text: &[char]) -> bool {
    let (mut rest, mut at) = (pattern, 0);
    let mut star: Option<(&[char], usize)> = None;
    loop {
        if let ['*', after @ ..] = rest {
            star = Some((after, at));
            rest = after;
            continue;
        }
        match text.get(at) {
            None if rest.is_empty() => return true,
            None => return false,
            Some(c) => match one_matches(rest, *c) {
                Some(after) => (rest, at) = (after, at + 1),
                None => {
                    let Some((after, from)) = star else { return false };
                    star = Some((after, from + 1));
                    (rest, at) = (after, from + 1);
                }
            },
        }
    }
}

/// Returns the rest of a pattern that begins with a match of a character.
fn one_matches(pattern: &[char], c: char) -> Option<&[char]> {
    match pattern {
        ['?', rest @ ..] => Some(rest),
        // A set that does not end matches nothing, as in Ruby.
        ['[', ..] => set(pattern, c).and_then(|(holds, rest)| holds.then_some(rest)),
        ['\\', escaped, rest @ ..] => (*escaped == c).then_some(rest),
        [own, rest @ ..] => (*own == c).then_some(rest),
        [] => None,
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
