//! Fuzzy search: the letters of each word of a query occur in this order in a label, and better matches come first.

use std::fmt;

use frizbee::{Config, Matcher, Pattern};

/// The maximum number of bytes of a label that a query searches.
const MAX_SEARCHED: usize = 2048;

/// A query, prepared for many labels.
pub struct FuzzyQuery(Option<Matcher>);

impl fmt::Debug for FuzzyQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FuzzyQuery").finish_non_exhaustive()
    }
}

impl FuzzyQuery {
    /// Returns the query of these words, in any order. Case counts only in a word with a capital letter. An empty query matches
    /// every label.
    pub fn new(words: &str) -> FuzzyQuery {
        let patterns: Vec<Pattern> = words.split_whitespace().map(Pattern::from).collect();
        FuzzyQuery((!patterns.is_empty()).then(|| Matcher::from_patterns(&patterns, &Config::default())))
    }

    /// Returns the indices of the matching labels, best first; equally good ones in their order.
    pub fn ranked<T: AsRef<str>>(&mut self, labels: &[T]) -> Vec<usize> {
        let Some(matcher) = self.0.as_mut() else { return (0..labels.len()).collect() };
        let starts: Vec<&str> = labels.iter().map(|label| start(label.as_ref())).collect();
        matcher.match_list(&starts).into_iter().map(|found| found.index as usize).collect()
    }

    /// Returns the score of a label; `None` if it does not match. A higher score is a better match.
    pub fn score(&mut self, label: &str) -> Option<u16> {
        match self.0.as_mut() {
            Some(matcher) => matcher.match_one(start(label), 0).map(|found| found.score),
            None => Some(0),
        }
    }
}

/// Returns the part of a label that a query searches.
fn start(label: &str) -> &str {
    label.get(..label.floor_char_boundary(MAX_SEARCHED)).unwrap_or(label)
}
