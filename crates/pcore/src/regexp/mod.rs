//! Ruby's regular expressions on Rust's engines: translated at the first use, run by `regex` where possible,
//! otherwise by `fancy-regex`.
//!
//! Ruby's `^`, `$` and `\Z` test for line ends, which is slow. A pattern is therefore compiled in up to three
//! forms, by the subject: one for subjects without line ends (anchors of the text are enough), one for line
//! ends inside, and one for a trailing line end (after which Ruby's `^` does not match).

mod class;
mod class_set;
mod escape;
mod fold;
mod options;
mod piece;
mod places;
mod replace;
mod translate;
mod translator;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use pprepl_text::{IssueCode, Topic};
use rustc_hash::FxHashMap;

use pprepl_budget as budget;
use regex_syntax::hir::{Hir, HirKind};

use super::{Regexp, Result, Str, ValueError};
pub use options::{inspected_regexp, pattern_with_options, plain_pattern, regexp_text};
pub use places::{GroupPlace, group_places};
use translate::Translation;
use translator::Anchors;

/// A compiled pattern: its translations, each compiled at the first use.
#[derive(Debug)]
pub struct Compiled {
    /// The names of groups, with their numbers, in order.
    names: Vec<(String, Vec<usize>)>,
    /// The number of groups, the whole match included.
    groups: usize,
    /// Whether it tests for line ends, so that its forms differ.
    anchored: bool,
    line: OnceCell<Result<Engine>>,
    lines: OnceCell<Result<Engine>>,
    ended: OnceCell<Result<Engine>>,
}

/// One of the engines.
#[derive(Debug)]
enum Engine {
    Plain(regex::Regex, RefCell<regex::CaptureLocations>),
    Fancy(Box<fancy_regex::Regex>),
}

/// The byte ranges of the groups of a match; `None` for a group that took no part.
pub type Spans = Box<[Option<(usize, usize)>]>;

/// The captures of a match: `$0` is the whole match.
#[derive(Debug, Clone)]
pub struct Captures {
    /// The string that was searched.
    pub subject: Rc<Str>,
    /// Byte ranges of the groups; `None` for one that took no part.
    pub groups: Spans,
}

impl Captures {
    /// Returns the text of a group; `None` when the group does not exist or took no part.
    pub fn get(&self, group: usize) -> Option<&str> {
        let (from, to) = (*self.groups.get(group)?)?;
        self.subject.text.get(from..to)
    }
}

impl Regexp {
    /// Returns a pattern with options, as the reference writes it: `(?i-mx:...)`.
    pub fn with_options(source: &str, ignore_case: bool, extended: bool, multi_line: bool) -> Rc<Regexp> {
        let flags = [(multi_line, 'm'), (ignore_case, 'i'), (extended, 'x')];
        if flags.iter().all(|(on, _)| !on) {
            return Regexp::new(source);
        }
        let on: String = flags.iter().filter(|(on, _)| *on).map(|(_, flag)| flag).collect();
        let off: String = flags.iter().filter(|(on, _)| !on).map(|(_, flag)| flag).collect();
        let off = if off.is_empty() { off } else { format!("-{off}") };
        Regexp::new(format!("(?{on}{off}:{source})"))
    }

    fn compiled(&self) -> Result<&Compiled> {
        match self.compiled.get_or_init(|| Compiled::new(&self.source)) {
            Ok(compiled) => Ok(compiled),
            Err(issue) => Err(issue.clone()),
        }
    }

    /// Checks the pattern; returns the error of an invalid one.
    pub fn check(&self) -> Result<()> {
        self.compiled()?.engine(&self.source, "").map(|_| ())
    }

    /// Checks the pattern, without compiling it where neither its size nor the backtracking engine can reject it.
    /// Returns the same error as [`Regexp::check`].
    pub fn validate(&self) -> Result<()> {
        let translation = translate::translate(&self.source, Anchors::Text)?;
        let is_small = |hir: &Hir| weight(hir) <= MAX_WEIGHT;
        let is_valid = !translation.fancy && regex_syntax::parse(&translation.pattern).as_ref().is_ok_and(is_small);
        if is_valid { Ok(()) } else { self.check() }
    }

    /// Returns the first match in a string.
    pub fn captures(&self, subject: &Rc<Str>) -> Result<Option<Captures>> {
        let found = self.find_at(&subject.text, 0)?;
        Ok(found.map(|groups| Captures { subject: subject.clone(), groups }))
    }

    /// Returns the first match that starts at or after a byte offset.
    pub fn find_at(&self, subject: &str, start: usize) -> Result<Option<Spans>> {
        let compiled = self.compiled()?;
        compiled.engine(&self.source, subject)?.find_at(subject, start, compiled.groups)
    }

    /// Returns whether the pattern matches somewhere in a string.
    pub fn is_match(&self, subject: &str) -> Result<bool> {
        self.compiled()?.engine(&self.source, subject)?.is_match(subject)
    }

    /// Returns its form for subjects without line ends in Rust's syntax, and whether that needs the
    /// backtracking engine.
    pub fn translated(&self) -> Result<(String, bool)> {
        let translation = translate::translate(&self.source, Anchors::Text)?;
        Ok((translation.pattern, translation.fancy))
    }

    /// Returns the names of its groups, each with its group numbers.
    pub fn names(&self) -> Result<&[(String, Vec<usize>)]> {
        Ok(&self.compiled()?.names)
    }
}

impl Compiled {
    fn new(source: &str) -> Result<Compiled> {
        let Translation { names, groups, anchored, .. } = translate::translate(source, Anchors::Text)?;
        Ok(Compiled { names, groups, anchored, line: OnceCell::new(), lines: OnceCell::new(), ended: OnceCell::new() })
    }

    /// Returns the engine for this subject.
    fn engine(&self, source: &str, subject: &str) -> Result<&Engine> {
        let (cell, anchors) = if !self.anchored || !subject.as_bytes().contains(&b'\n') {
            (&self.line, Anchors::Text)
        } else if subject.ends_with('\n') {
            (&self.ended, Anchors::Exact)
        } else {
            (&self.lines, Anchors::Lines)
        };
        match cell.get_or_init(|| Engine::new(&translate::translate(source, anchors)?)) {
            Ok(engine) => Ok(engine),
            Err(issue) => Err(issue.clone()),
        }
    }
}

/// The maximum size of a compiled program in bytes.
const SIZE_LIMIT: usize = 32 << 20;

/// The maximum number of backtracking steps in one search: some tenths of a second.
const MAX_BACKTRACKS: usize = 1_000_000;

impl Engine {
    fn new(translation: &Translation) -> Result<Engine> {
        if translation.fancy { Engine::fancy(translation) } else { Engine::plain(translation) }
    }

    fn plain(translation: &Translation) -> Result<Engine> {
        let regex = regex::RegexBuilder::new(&translation.pattern).size_limit(SIZE_LIMIT).build();
        let regex = regex.map_err(|error| match error {
            regex::Error::CompiledTooBig(_) => too_big(),
            error => beyond(error),
        })?;
        let locations = RefCell::new(regex.capture_locations());
        Ok(Engine::Plain(regex, locations))
    }

    fn fancy(translation: &Translation) -> Result<Engine> {
        use fancy_regex::{CompileError, Error};
        let mut builder = fancy_regex::RegexBuilder::new(&translation.pattern);
        let regex = builder.delegate_size_limit(SIZE_LIMIT).backtrack_limit(MAX_BACKTRACKS).build();
        let regex = regex.map_err(|error| match error {
            Error::CompileError(error) => match *error {
                CompileError::InnerError(inner) if inner.size_limit().is_some() => too_big(),
                CompileError::PatternTooComplex => too_big(),
                CompileError::NeverEndingRecursion | CompileError::LeftRecursiveSubroutineCall(_) => endless(),
                error => beyond(error),
            },
            error => beyond(error),
        })?;
        Ok(Engine::Fancy(Box::new(regex)))
    }

    fn is_match(&self, subject: &str) -> Result<bool> {
        match self {
            Engine::Plain(regex, _) => Ok(regex.is_match(subject)),
            Engine::Fancy(regex) => {
                budget::check()?;
                regex.is_match(subject).map_err(too_hard)
            }
        }
    }

    fn find_at(&self, subject: &str, start: usize, groups: usize) -> Result<Option<Spans>> {
        if start > subject.len() {
            return Ok(None);
        }
        match self {
            Engine::Plain(regex, locations) => {
                let mut locations = locations.borrow_mut();
                if regex.captures_read_at(&mut locations, subject, start).is_none() {
                    return Ok(None);
                }
                Ok(Some((0..groups).map(|group| locations.get(group)).collect()))
            }
            Engine::Fancy(regex) => {
                // Each search may take many backtracking steps.
                budget::check()?;
                let found = regex.captures_from_pos(subject, start).map_err(too_hard)?;
                Ok(found.map(|found| (0..groups).map(|group| found.get(group).map(|m| (m.start(), m.end()))).collect()))
            }
        }
    }
}

/// The weight up to which no pattern exceeds [`SIZE_LIMIT`]: a class takes less than a thousandth of it.
const MAX_WEIGHT: usize = 512;

/// Returns the number of characters and classes in a pattern, with its repetitions written out.
fn weight(hir: &Hir) -> usize {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) | HirKind::Class(_) => 1,
        HirKind::Literal(literal) => literal.0.len(),
        HirKind::Capture(group) => weight(&group.sub).saturating_add(1),
        HirKind::Repetition(repetition) => {
            let times = repetition.max.unwrap_or(repetition.min).max(1);
            weight(&repetition.sub).saturating_mul(times as usize)
        }
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            parts.iter().fold(1, |sum, part| sum.saturating_add(weight(part)))
        }
    }
}

/// Returns the error for counts that multiply to a program beyond the size limit.
fn too_big() -> Box<ValueError> {
    ValueError::new(IssueCode::RegexpTooBig, "this regular expression becomes too big when its repetitions are written out").with_help(
        "counts within counts multiply, `(a{1000}){1000}`, and a Unicode class counts hundredfold: make them smaller, or \
         match with `+` and test the length of what matched",
    )
}

/// Returns the error for a group that calls itself before it consumes a character.
fn endless() -> Box<ValueError> {
    ValueError::new(Topic::RegexpLimit, "this regular expression calls a group inside itself endlessly")
        .with_help("make the call optional, with a character before it: `(a\\g<1>?b)`")
}

/// Returns the error for a pattern that Ruby accepts and the engines reject.
fn beyond(error: impl std::fmt::Display) -> Box<ValueError> {
    ValueError::new(Topic::RegexpLimit, format!("this regular expression is beyond pprepl: {error}"))
}

/// Returns the error for a search that exceeds the backtracking limit.
fn too_hard(_: fancy_regex::Error) -> Box<ValueError> {
    ValueError::new(
        IssueCode::RegexpTooHard,
        "the match was given up: this regular expression has too many ways to try on this text",
    )
    .with_help(
        "a repetition within a repetition does that, `(a+)+` or `(x+x+)+`: write it once, `a+`, or keep what it took with \
         `a++` or `(?>a+)`",
    )
}

/// The cache of compiled patterns by their source.
#[derive(Debug, Default)]
pub struct RegexpCache {
    patterns: FxHashMap<Rc<str>, Rc<Regexp>>,
}

/// The maximum number of patterns in the cache; beyond it the cache is cleared.
const CACHE_LIMIT: usize = 4096;

impl RegexpCache {
    /// Returns the regular expression with this pattern.
    pub fn get(&mut self, source: &str) -> Rc<Regexp> {
        if let Some(regexp) = self.patterns.get(source) {
            return regexp.clone();
        }
        if self.patterns.len() >= CACHE_LIMIT {
            self.patterns.clear();
        }
        let regexp = Regexp::new(source);
        self.patterns.insert(regexp.source.clone(), regexp.clone());
        regexp
    }
}
