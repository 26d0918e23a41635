//! The state of a translation.

use super::piece::Charset;

/// The active options, set by `(?mix)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub ignore_case: bool,
    pub multi_line: bool,
    pub extended: bool,
    pub charset: Charset,
}

pub(super) struct Translator<'a> {
    pub source: &'a str,
    pub at: usize,
    pub options: Options,
    pub(super) anchors: Anchors,
    pub fancy: bool,
    pub(super) anchored: bool,
    /// The names of the groups parsed so far, in order; without names all plain groups count.
    pub(super) names: Vec<(String, Vec<usize>)>,
    /// All names that the pattern defines, collected in advance.
    pub known: Vec<(String, Vec<usize>)>,
    pub total: usize,
    pub groups: usize,
    /// The numbers of the enclosing groups.
    pub open: Vec<usize>,
    /// The numbers of the groups that have ended, with the number of characters that they consume, where it is constant.
    pub(super) lengths: Vec<(usize, Option<u32>)>,
    /// Whether it calls groups as subroutines.
    pub(super) calls: bool,
    pub(super) depth: usize,
    /// The enclosing look-behind: it allows no repetition of varying length, and a negative one no capturing
    /// group.
    pub(super) look_behind: Option<LookBehind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct LookBehind {
    pub(super) negative: bool,
}

/// The translation of the anchors `^`, `$` and `\Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchors {
    /// For a subject without line ends: anchors of the text.
    Text,
    /// For a subject with line ends inside.
    Lines,
    /// For a subject that ends in a line end.
    Exact,
}
