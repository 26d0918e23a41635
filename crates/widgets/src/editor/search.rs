//! Search inside a cell: plain words (case-sensitive if they contain capitals) or a regular expression, and
//! replacement.

use std::ops::Range;

use regex::{Regex, RegexBuilder};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The words or the pattern.
    pub text: String,
    /// Whether it is a regular expression.
    pub regex: bool,
}

#[derive(Clone, Debug)]
pub struct Search {
    query: Query,
    pattern: Regex,
}

/// Maximum size of a compiled pattern, in bytes.
const SIZE: usize = 1 << 20;

impl Search {
    /// Compiles the query. Fails with the error of a regular expression.
    pub fn new(query: Query) -> Result<Search, String> {
        let source = if query.regex { query.text.clone() } else { regex::escape(&query.text) };
        let any_case = !query.text.chars().any(char::is_uppercase);
        let built = RegexBuilder::new(&source).case_insensitive(any_case).multi_line(true).size_limit(SIZE).build();
        let pattern = built.map_err(|error| {
            let told = error.to_string();
            let last = told.lines().last().unwrap_or_default();
            format!("invalid regular expression: {}", last.trim_start_matches("error: "))
        })?;
        Ok(Search { query, pattern })
    }

    /// Returns the query.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Returns the first match at or after `from`, or else the first of all.
    pub fn next(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let behind = self.hits(text, from).next();
        behind.or_else(|| self.hits(text, 0).next())
    }

    /// Returns the last match that starts before `from`, or else the last of all.
    pub fn previous(&self, text: &str, from: usize) -> Option<Range<usize>> {
        let mut last = None;
        let mut before = None;
        for hit in self.hits(text, 0) {
            if hit.start < from {
                before = Some(hit.clone());
            }
            last = Some(hit);
        }
        before.or(last)
    }

    /// Iterates over the non-empty matches at or after `from`.
    pub fn hits<'t>(&'t self, text: &'t str, from: usize) -> impl Iterator<Item = Range<usize>> + 't {
        let mut at = from;
        std::iter::from_fn(move || {
            while at <= text.len() && !self.query.text.is_empty() {
                let found = self.pattern.find_at(text, super::grapheme::char_floor(text, at))?;
                if !found.is_empty() {
                    at = found.end();
                    return Some(found.range());
                }
                at = found.end() + text.get(found.end()..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
            }
            None
        })
    }

    /// Returns the replacement of a match: `$1` is a group of a regular expression.
    pub fn replacement(&self, text: &str, hit: &Range<usize>, with: &str) -> String {
        let groups = if self.query.regex { self.pattern.captures_at(text, hit.start) } else { None };
        match groups {
            Some(groups) => {
                let mut filled = String::new();
                groups.expand(with, &mut filled);
                filled
            }
            None => with.to_owned(),
        }
    }
}

/// Returns the first match of `query` at or after `from` (or the last before it if not `forward`), wrapping at the end.
pub fn find(text: &str, query: &Query, from: usize, forward: bool) -> Result<Option<Range<usize>>, String> {
    let search = Search::new(query.clone())?;
    Ok(if forward { search.next(text, from) } else { search.previous(text, from) })
}
