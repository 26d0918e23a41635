//! Fuzzy search: the letters of each word of a query occur in this order in a label, and better matches come first.

use std::cmp::Reverse;
use std::fmt;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// The maximum number of bytes of a label that a query searches.
const MAX_SEARCHED: usize = 2048;

/// A query, prepared for many labels.
pub struct FuzzyQuery {
    pattern: Pattern,
    matcher: Matcher,
    characters: Vec<char>,
}

impl fmt::Debug for FuzzyQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FuzzyQuery").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}

impl FuzzyQuery {
    /// Returns the query of these words, in any order. Case counts only in a word with a capital letter. An empty query matches
    /// every label.
    pub fn new(words: &str) -> FuzzyQuery {
        FuzzyQuery {
            pattern: Pattern::new(words, CaseMatching::Smart, Normalization::Smart, AtomKind::Fuzzy),
            matcher: Matcher::new(Config::DEFAULT),
            characters: Vec::new(),
        }
    }

    /// Returns the indices of the matching labels, best first; equally good ones in their order.
    pub fn ranked<T: AsRef<str>>(&mut self, labels: &[T]) -> Vec<usize> {
        let scores = labels.iter().enumerate().filter_map(|(index, label)| Some((self.score(label.as_ref())?, index)));
        let mut ranked: Vec<(u32, usize)> = scores.collect();
        ranked.sort_unstable_by_key(|&(score, index)| (Reverse(score), index));
        ranked.into_iter().map(|(_, index)| index).collect()
    }

    /// Returns the score of a label; `None` if it does not match. A higher score is a better match.
    pub fn score(&mut self, label: &str) -> Option<u32> {
        let label = Utf32Str::new(start(label), &mut self.characters);
        self.pattern.score(label, &mut self.matcher)
    }
}

/// Returns the part of a label that a query searches.
fn start(label: &str) -> &str {
    label.get(..label.floor_char_boundary(MAX_SEARCHED)).unwrap_or(label)
}
