//! Ranges of semantic versions, with the reference's rules for parsing, printing, merging and intersection.

use pprepl_text::Topic;
use std::cmp::Ordering;
use std::fmt;

use indexmap::IndexSet;
use pprepl_budget as budget;
use rustc_hash::FxBuildHasher;
use semver::{BuildMetadata, Prerelease, Version};

use super::{Result, Value, ValueError};

/// A range of semantic versions: alternatives, of which one must include the version.
#[derive(Debug, Clone)]
pub struct SemVerRange {
    /// The text as written.
    pub text: String,
    alternatives: Vec<Range>,
}

/// An end of a range. `Min` is below and `Max` above all versions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Below all versions.
    Min,
    At(Version),
    /// Above all versions.
    Max,
}

/// An interval of versions, as it prints.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Range {
    All,
    Greater(Edge),
    GreaterEqual(Edge),
    Less(Edge),
    LessEqual(Edge),
    Equal(Edge),
    Between(Box<Range>, Box<Range>),
}

use Range::{All, Between, Equal, Greater, GreaterEqual, Less, LessEqual};

impl PartialEq for SemVerRange {
    fn eq(&self, other: &Self) -> bool {
        self.alternatives == other.alternatives
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Edge::Min => f.write_str("0.0.0-"),
            Edge::At(version) => version.fmt(f),
            Edge::Max => f.write_str("Infinity.0.0"),
        }
    }
}

impl Edge {
    /// Compares by precedence: build metadata is ignored.
    pub fn order(&self, other: &Edge) -> Ordering {
        match (self, other) {
            (Edge::At(a), Edge::At(b)) => a.cmp_precedence(b),
            (Edge::Min, Edge::Min) | (Edge::Max, Edge::Max) => Ordering::Equal,
            (Edge::Min, _) | (_, Edge::Max) => Ordering::Less,
            _ => Ordering::Greater,
        }
    }

    fn next_patch(&self) -> Edge {
        match self {
            Edge::At(v) => Edge::At(Version::new(v.major, v.minor, v.patch.saturating_add(1))),
            Edge::Min => Edge::At(Version::new(0, 0, 1)),
            Edge::Max => Edge::Max,
        }
    }
}

impl SemVerRange {
    /// Parses a range: operators, `~`, `^`, `x`, hyphens, intersections and `||`.
    pub fn parse(text: &str) -> Result<SemVerRange> {
        let first = text.trim_start();
        if first.is_empty() && !text.is_empty() {
            return Ok(SemVerRange::from_ranges(Vec::new(), Some(text.to_owned())));
        }
        if text.starts_with(char::is_whitespace) && !first.starts_with("||") {
            return Err(ValueError::new(
                Topic::ConversionFailed,
                format!("'{text}' is not a valid version range: it begins with a space"),
            ));
        }
        let compact = without_spaces_after_operators(text);
        let mut parts: Vec<&str> = compact.split("||").map(str::trim).collect();
        while parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
        if parts.is_empty() {
            return Ok(SemVerRange { text: "*".to_owned(), alternatives: vec![All] });
        }
        let mut ranges: IndexSet<Range, FxBuildHasher> = IndexSet::default();
        for part in parts {
            ranges.extend(parse_alternative(part, text)?);
        }
        Ok(SemVerRange::from_ranges(ranges.into_iter().collect(), Some(text.to_owned())))
    }

    /// Returns the range from a version up to another, which may be omitted. The text is the reference's,
    /// with its reversed bounds.
    pub fn between(min: Edge, max: Edge, exclude_max: bool) -> SemVerRange {
        let text = if exclude_max { format!(">={max} <{min}") } else { format!("{max} - {min}") };
        let upper = if exclude_max { Less(max) } else { LessEqual(max) };
        let ranges = GreaterEqual(min).intersection(&upper).into_iter().collect();
        SemVerRange::from_ranges(ranges, Some(text))
    }

    /// Returns the range of exactly one version.
    pub fn exactly(version: &Version) -> SemVerRange {
        SemVerRange::between(Edge::At(version.clone()), Edge::At(version.clone()), false)
    }

    fn from_ranges(ranges: Vec<Range>, text: Option<String>) -> SemVerRange {
        let mut alternatives = merge_all(ranges);
        if alternatives.is_empty() {
            alternatives.push(Less(Edge::Min));
        }
        let text = text.unwrap_or_else(|| joined(&alternatives));
        SemVerRange { text, alternatives }
    }

    /// Returns the text assembled from the parsed range.
    pub fn canonical(&self) -> String {
        joined(&self.alternatives)
    }

    /// Returns whether the range includes the version. A prerelease must be named by the range.
    pub fn includes(&self, version: &Version) -> bool {
        let edge = Edge::At(version.clone());
        self.alternatives
            .iter()
            .any(|range| range.includes(&edge) && (version.pre.is_empty() || range.names_prerelease(version)))
    }

    /// Returns whether the range includes the value, a version or its text.
    pub fn includes_value(&self, value: &Value) -> bool {
        match value {
            Value::SemVer(version) => self.includes(version),
            Value::Str(text) => parse_version(&text.text).is_ok_and(|version| self.includes(&version)),
            _ => false,
        }
    }

    fn single(&self) -> Option<&Range> {
        match &self.alternatives[..] {
            [range] => Some(range),
            _ => None,
        }
    }

    /// Returns its lower bound, and whether it is excluded; `None` when the range has several.
    pub fn begin(&self) -> Option<(Edge, bool)> {
        self.single().map(|range| (range.begin(), range.excludes_begin()))
    }

    /// Returns its upper bound, and whether it is excluded; `None` when the range has several.
    pub fn end(&self) -> Option<(Edge, bool)> {
        self.single().map(|range| (range.end(), range.excludes_end()))
    }

    /// Returns whether the range is completely within the other.
    pub fn covered_by(&self, other: &SemVerRange) -> bool {
        let (Some((a_begin, _)), Some((b_begin, _))) = (self.begin(), other.begin()) else { return false };
        let (Some((a_end, a_open)), Some((b_end, b_open))) = (self.end(), other.end()) else { return false };
        b_begin.order(&a_begin).is_le()
            && match b_end.order(&a_end) {
                Ordering::Greater => true,
                Ordering::Equal => !b_open || a_open,
                Ordering::Less => false,
            }
    }

    /// Returns one range that includes both, when they touch.
    pub fn merge(&self, other: &SemVerRange) -> Option<SemVerRange> {
        let merged = self.single()?.merge(other.single()?)?;
        let (begin, end) = (merged.begin(), merged.end());
        Some(SemVerRange::between(begin, end, merged.excludes_end()))
    }
}

fn joined(ranges: &[Range]) -> String {
    ranges.iter().map(Range::to_string).collect::<Vec<_>>().join(" || ")
}

/// Merges overlapping ranges until none overlap. The result is in the order of the last range in each. Ends early when the
/// budget is exhausted: callers poll.
fn merge_all(ranges: Vec<Range>) -> Vec<Range> {
    let mut merged: Vec<(usize, Range)> = groups(ranges).into_iter().flat_map(merge_group).collect();
    merged.sort_by_key(|(at, _)| *at);
    merged.into_iter().map(|(_, range)| range).collect()
}

/// Groups ranges, each with its position: no range of a group overlaps or touches one of another. To compare all in pairs
/// takes long.
fn groups(ranges: Vec<Range>) -> Vec<Vec<(usize, Range)>> {
    let mut sorted: Vec<(usize, Range)> = ranges.into_iter().enumerate().collect();
    sorted.sort_by(|(_, a), (_, b)| a.begin().order(&b.begin()));
    let mut groups: Vec<Vec<(usize, Range)>> = Vec::new();
    let mut reached: Option<Edge> = None;
    for (at, range) in sorted {
        let next = range.end().next_patch();
        let is_apart = reached.as_ref().is_some_and(|reached| range.begin().order(reached).is_gt());
        let farther = reached.filter(|reached| reached.order(&next).is_gt()).unwrap_or(next);
        reached = Some(farther);
        match groups.last_mut().filter(|_| !is_apart) {
            Some(group) => group.push((at, range)),
            None => groups.push(vec![(at, range)]),
        }
    }
    groups.iter_mut().for_each(|group| group.sort_by_key(|(at, _)| *at));
    groups
}

/// Merges the ranges of a group, in their order.
fn merge_group(mut ranges: Vec<(usize, Range)>) -> Vec<(usize, Range)> {
    let mut merged_any = true;
    while ranges.len() > 1 && merged_any {
        merged_any = false;
        let mut result = Vec::new();
        while let Some((at, mut joined)) = ranges.pop() {
            let mut apart = Vec::new();
            for (other, range) in ranges {
                if budget::is_exhausted() {
                    return result;
                }
                match joined.merge(&range) {
                    Some(merged) => {
                        merged_any = true;
                        joined = merged;
                    }
                    None => apart.push((other, range)),
                }
            }
            result.push((at, joined));
            ranges = apart;
        }
        result.reverse();
        ranges = result;
    }
    ranges
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            All => f.write_str("*"),
            Greater(edge) => write!(f, ">{edge}"),
            GreaterEqual(edge) => write!(f, ">={edge}"),
            Less(Edge::Min) => f.write_str("<0.0.0"),
            Less(edge) => write!(f, "<{edge}"),
            LessEqual(edge) => write!(f, "<={edge}"),
            Equal(edge) => write!(f, "{edge}"),
            Between(min, max) => write!(f, "{min} {max}"),
        }
    }
}

impl Range {
    fn begin(&self) -> Edge {
        match self {
            Greater(edge) | GreaterEqual(edge) | Equal(edge) => edge.clone(),
            Between(min, _) => min.begin(),
            All | Less(_) | LessEqual(_) => Edge::Min,
        }
    }

    fn end(&self) -> Edge {
        match self {
            Less(edge) | LessEqual(edge) | Equal(edge) => edge.clone(),
            Between(_, max) => max.end(),
            All | Greater(_) | GreaterEqual(_) => Edge::Max,
        }
    }

    fn excludes_begin(&self) -> bool {
        match self {
            Greater(_) => true,
            Between(min, _) => min.excludes_begin(),
            _ => false,
        }
    }

    fn excludes_end(&self) -> bool {
        match self {
            Less(_) => true,
            Between(_, max) => max.excludes_end(),
            _ => false,
        }
    }

    fn has_lower_bound(&self) -> bool {
        match self {
            Greater(_) => true,
            GreaterEqual(edge) | Equal(edge) => *edge != Edge::Min,
            Between(min, _) => min.has_lower_bound(),
            _ => false,
        }
    }

    fn has_upper_bound(&self) -> bool {
        match self {
            Less(_) => true,
            LessEqual(edge) | Equal(edge) => *edge != Edge::Max,
            Between(_, max) => max.has_upper_bound(),
            _ => false,
        }
    }

    fn includes(&self, version: &Edge) -> bool {
        match self {
            All => true,
            Greater(edge) => version.order(edge).is_gt(),
            GreaterEqual(edge) => version.order(edge).is_ge(),
            Less(edge) => version.order(edge).is_lt(),
            LessEqual(edge) => version.order(edge).is_le(),
            Equal(edge) => version == edge,
            Between(min, max) => min.includes(version) && max.includes(version),
        }
    }

    /// Returns whether the range names a prerelease of the same version.
    fn names_prerelease(&self, version: &Version) -> bool {
        match self {
            All => true,
            Between(min, max) => min.names_prerelease(version) || max.names_prerelease(version),
            Greater(edge) | GreaterEqual(edge) | Less(edge) | LessEqual(edge) | Equal(edge) => match edge {
                Edge::At(own) => {
                    let same = (own.major, own.minor, own.patch) == (version.major, version.minor, version.patch);
                    same && !own.pre.is_empty()
                }
                _ => false,
            },
        }
    }

    fn intersection(&self, other: &Range) -> Option<Range> {
        match (self, other) {
            (All, _) => return Some(other.clone()),
            (_, All) => return Some(self.clone()),
            _ => {}
        }
        match self.begin().order(&other.end()) {
            Ordering::Greater => return None,
            Ordering::Equal => {
                return (!self.excludes_begin() && !other.excludes_end()).then(|| Equal(self.begin()));
            }
            Ordering::Less => {}
        }
        match other.begin().order(&self.end()) {
            Ordering::Greater => None,
            Ordering::Equal => (!other.excludes_begin() && !self.excludes_end()).then(|| Equal(other.begin())),
            Ordering::Less => Some(self.overlap(other)),
        }
    }

    fn overlap(&self, other: &Range) -> Range {
        let min = match self.begin().order(&other.begin()) {
            Ordering::Less => other,
            Ordering::Greater => self,
            Ordering::Equal if self.excludes_begin() => self,
            Ordering::Equal => other,
        };
        let max = match self.end().order(&other.end()) {
            Ordering::Greater => other,
            Ordering::Less => self,
            Ordering::Equal if self.excludes_end() => self,
            Ordering::Equal => other,
        };
        if !max.has_upper_bound() {
            min.clone()
        } else if !min.has_lower_bound() {
            max.clone()
        } else {
            Range::bounded(min, max)
        }
    }

    /// Returns the range from the lower bound of one to the upper bound of the other.
    fn bounded(min: &Range, max: &Range) -> Range {
        let min = if let Between(lower, _) = min { (**lower).clone() } else { min.clone() };
        let max = if let Between(_, upper) = max { (**upper).clone() } else { max.clone() };
        Between(Box::new(min), Box::new(max))
    }

    fn merge(&self, other: &Range) -> Option<Range> {
        if matches!(self, All) || matches!(other, All) {
            return Some(All);
        }
        if self.includes(&other.begin()) || other.includes(&self.begin()) {
            return self.union(other);
        }
        let touches = |a: &Range, b: &Range| {
            let (end, begin) = (a.end(), b.begin());
            !b.excludes_begin() && (a.excludes_end() && end == begin || !a.excludes_end() && end.next_patch() == begin)
        };
        if touches(self, other) {
            Range::from_to(self, other)
        } else if touches(other, self) {
            Range::from_to(other, self)
        } else {
            None
        }
    }

    fn union(&self, other: &Range) -> Option<Range> {
        let (min, open_min) = match self.begin().order(&other.begin()) {
            Ordering::Less => (self.begin(), self.excludes_begin()),
            Ordering::Greater => (other.begin(), other.excludes_begin()),
            Ordering::Equal => (self.begin(), self.excludes_begin() && other.excludes_begin()),
        };
        let (max, open_max) = match self.end().order(&other.end()) {
            Ordering::Greater => (self.end(), self.excludes_end()),
            Ordering::Less => (other.end(), other.excludes_end()),
            Ordering::Equal => (self.end(), self.excludes_end() && other.excludes_end()),
        };
        let lower = if open_min { Greater(min) } else { GreaterEqual(min) };
        let upper = if open_max { Less(max) } else { LessEqual(max) };
        lower.intersection(&upper)
    }

    fn from_to(a: &Range, b: &Range) -> Option<Range> {
        let lower = if a.excludes_begin() { Greater(a.begin()) } else { GreaterEqual(a.begin()) };
        let upper = if b.excludes_end() { Less(b.end()) } else { LessEqual(b.end()) };
        lower.intersection(&upper)
    }
}

/// Removes whitespace, and a `v`, after an operator.
fn without_spaces_after_operators(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        out.push(c);
        rest = &rest[c.len_utf8()..];
        if matches!(c, '>' | '<' | '=' | '~' | '^') {
            let trimmed = rest.trim_start();
            // Only the whitespace is removed first; a `v` is removed where no whitespace precedes it.
            rest = if trimmed.len() < rest.len() { trimmed } else { trimmed.strip_prefix('v').unwrap_or(trimmed) };
        }
    }
    out
}

/// A version that may have omitted parts, with its operator.
struct Partial<'a> {
    major: Option<u64>,
    minor: Option<u64>,
    patch: Option<u64>,
    prerelease: Option<&'a str>,
    build: Option<&'a str>,
}

fn parse_alternative(part: &str, whole: &str) -> Result<Option<Range>> {
    if let Some((low, high)) = hyphen(part) {
        let low = GreaterEqual(low.floor()?);
        return Ok(low.intersection(&LessEqual(high.floor()?)));
    }
    let mut result: Option<Range> = None;
    let mut first = true;
    for simple in part.split_whitespace() {
        let range = parse_simple(simple, whole)?;
        result = if first { Some(range) } else { result.and_then(|memo| memo.intersection(&range)) };
        first = false;
    }
    Ok(result)
}

fn hyphen(part: &str) -> Option<(Partial<'_>, Partial<'_>)> {
    let words: Vec<&str> = part.split_whitespace().collect();
    match words[..] {
        [low, "-", high] => Some((Partial::parse(low)?, Partial::parse(high)?)),
        _ => None,
    }
}

fn parse_simple(simple: &str, whole: &str) -> Result<Range> {
    const OPERATORS: [&str; 9] = ["<=", ">=", "~>", "~=", "<", ">", "=", "~", "^"];
    let operator = OPERATORS.into_iter().find(|operator| simple.starts_with(operator)).unwrap_or("");
    let Some(partial) = Partial::parse(&simple[operator.len()..]) else {
        return Err(ValueError::new(Topic::ConversionFailed, format!("'{whole}' is not a range of semantic versions")));
    };
    match operator {
        "~" | "~>" | "~=" => partial.patch_updates(true),
        "^" if partial.major == Some(0) => partial.patch_updates(true),
        "^" => partial.minor_updates(),
        ">" => partial.greater(),
        ">=" => Ok(GreaterEqual(partial.floor()?)),
        "<" => Ok(Less(partial.floor()?)),
        "<=" => partial.less_equal(),
        _ => partial.patch_updates(false),
    }
}

fn at(major: u64, minor: u64, patch: u64) -> Edge {
    Edge::At(Version::new(major, minor, patch))
}

fn from_until(from: Edge, until: Edge) -> Range {
    Between(Box::new(GreaterEqual(from)), Box::new(Less(until)))
}

impl<'a> Partial<'a> {
    fn parse(text: &'a str) -> Option<Partial<'a>> {
        let end = text.find(['-', '+']).unwrap_or(text.len());
        let (numbers, qualifier) = text.split_at(end);
        let mut parts = numbers.split('.');
        let major = digit(parts.next()?)?;
        let (minor, patch) = (parts.next().map(digit), parts.next().map(digit));
        if parts.next().is_some() || minor == Some(None) || patch == Some(None) {
            return None;
        }
        if !qualifier.is_empty() && patch.is_none() {
            return None;
        }
        let (prerelease, build) = match qualifier.strip_prefix('-') {
            Some(rest) => rest.split_once('+').map_or((Some(rest), None), |(pre, build)| (Some(pre), Some(build))),
            None => (None, qualifier.strip_prefix('+')),
        };
        if [prerelease, build].into_iter().flatten().any(|parts| !is_qualifier(parts)) {
            return None;
        }
        Some(Partial { major, minor: minor.flatten().flatten(), patch: patch.flatten().flatten(), prerelease, build })
    }

    fn version(&self, major: u64, minor: u64, patch: u64) -> Result<Edge> {
        Ok(Edge::At(version_of(major, minor, patch, self.prerelease, self.build)?))
    }

    /// Returns the lower bound; omitted parts are 0.
    fn floor(&self) -> Result<Edge> {
        self.version(self.major.unwrap_or(0), self.minor.unwrap_or(0), self.patch.unwrap_or(0))
    }

    fn patch_updates(&self, updates: bool) -> Result<Range> {
        let Some(major) = self.major else { return Ok(All) };
        let Some(minor) = self.minor else { return Ok(from_until(at(major, 0, 0), at(major + 1, 0, 0))) };
        let Some(patch) = self.patch else { return Ok(from_until(at(major, minor, 0), at(major, minor + 1, 0))) };
        let version = self.version(major, minor, patch)?;
        Ok(if updates { from_until(version, at(major, minor + 1, 0)) } else { Equal(version) })
    }

    fn minor_updates(&self) -> Result<Range> {
        let Some(major) = self.major else { return Ok(All) };
        let from = match (self.minor, self.patch) {
            (Some(minor), Some(patch)) if self.prerelease.is_some() => self.version(major, minor, patch)?,
            (Some(minor), Some(patch)) => at(major, minor, patch),
            (Some(minor), None) => at(major, minor, 0),
            (None, _) => at(major, 0, 0),
        };
        Ok(from_until(from, at(major + 1, 0, 0)))
    }

    fn greater(&self) -> Result<Range> {
        Ok(match (self.major, self.minor, self.patch) {
            (None, ..) => Less(Edge::Min),
            (Some(major), None, _) => GreaterEqual(at(major + 1, 0, 0)),
            (Some(major), Some(minor), None) => GreaterEqual(at(major, minor + 1, 0)),
            (Some(major), Some(minor), Some(patch)) => Greater(self.version(major, minor, patch)?),
        })
    }

    fn less_equal(&self) -> Result<Range> {
        Ok(match (self.major, self.minor, self.patch) {
            (None, ..) => All,
            (Some(major), None, _) => Less(at(major + 1, 0, 0)),
            (Some(major), Some(minor), None) => Less(at(major, minor + 1, 0)),
            (Some(major), Some(minor), Some(patch)) => LessEqual(self.version(major, minor, patch)?),
        })
    }
}

/// Parses a number without leading zeros (`Some(Some(n))`), a placeholder (`Some(None)`), or neither. The
/// number is small enough to add 1.
fn digit(text: &str) -> Option<Option<u64>> {
    match text {
        "x" | "X" | "*" => Some(None),
        _ if text.len() > 1 && text.starts_with('0') => None,
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().filter(|n| *n < u64::MAX).map(Some),
        _ => None,
    }
}

fn is_qualifier(parts: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    parts.split('.').all(is_part)
}

/// Returns a version with these parts.
pub fn version_of(
    major: u64,
    minor: u64,
    patch: u64,
    prerelease: Option<&str>,
    build: Option<&str>,
) -> Result<Version> {
    let fault = |error: semver::Error| {
        ValueError::new(Topic::ConversionFailed, format!("this is not a semantic version: {error}"))
    };
    Ok(Version {
        major,
        minor,
        patch,
        pre: Prerelease::new(prerelease.unwrap_or("")).map_err(fault)?,
        build: BuildMetadata::new(build.unwrap_or("")).map_err(fault)?,
    })
}

/// Parses a semantic version.
pub fn parse_version(text: &str) -> Result<Version> {
    let line = text.strip_suffix('\n').unwrap_or(text);
    Version::parse(line)
        .map_err(|_| ValueError::new(Topic::ConversionFailed, format!("the string '{text}' is not a semantic version")))
}
