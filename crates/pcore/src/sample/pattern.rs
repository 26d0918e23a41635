//! Strings for a regular expression. Its translated form is parsed into a small tree. A walk makes a choice
//! at each node of the tree, and the result is matched. Look-around is not solved: only some walks happen to
//! satisfy it.

use std::rc::Rc;

use fancy_regex::{Expr, LookAround};
use regex_syntax::hir::{Class, Hir, HirKind};

use super::super::{Regexp, Value};
use super::random::Random;

/// The number of strings generated for a pattern.
const WALKS: usize = 24;
/// The number of strings returned for a pattern.
const TARGET_LENGTH: usize = 6;
/// The maximum number of characters of a string.
const LONGEST: usize = 2_000;
/// The maximum number of parts of a pattern.
const MAX_PARTS: usize = 5_000;

/// A pattern reduced to the structure of its strings.
enum Shape {
    Nothing,
    Text(String),
    /// Ranges of characters.
    Class(Vec<(char, char)>),
    Sequence(Vec<Shape>),
    Choice(Vec<Shape>),
    Repeat {
        inner: Box<Shape>,
        from: usize,
        to: Option<usize>,
    },
    Group(usize, Box<Shape>),
    /// The text that a group captured.
    Again(usize),
}

/// Returns distinct strings in which the pattern matches.
pub(super) fn matching(pattern: &Rc<Regexp>, random: &mut Random) -> Vec<Value> {
    let Some(shape) = shape_of(pattern) else { return Vec::new() };
    let mut found: Vec<String> = Vec::new();
    for walk in 0..WALKS {
        let mut writer = Writer { random, walk, out: String::new(), groups: Vec::new() };
        writer.write(&shape);
        let mut texts = vec![writer.out];
        if walk == 2 {
            texts.extend(found.first().map(|first| format!("x{first}")));
            texts.extend(found.first().map(|first| format!("{first} and more")));
        }
        for text in texts {
            if !found.contains(&text) && pattern.is_match(&text).unwrap_or(false) {
                found.push(text);
            }
        }
        if found.len() >= TARGET_LENGTH {
            break;
        }
    }
    found.into_iter().map(Value::from).collect()
}

fn shape_of(pattern: &Regexp) -> Option<Shape> {
    let (text, fancy) = pattern.translated().ok()?;
    let mut reader = Reader { parts: 0, groups: 0 };
    if fancy {
        return reader.expr(&Expr::parse_tree(&text).ok()?.expr);
    }
    reader.hir(&regex_syntax::parse(&text).ok()?)
}

struct Reader {
    parts: usize,
    groups: usize,
}

impl Reader {
    fn enter(&mut self) -> Option<()> {
        self.parts += 1;
        (self.parts <= MAX_PARTS).then_some(())
    }

    fn hir(&mut self, hir: &Hir) -> Option<Shape> {
        self.enter()?;
        Some(match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Shape::Nothing,
            HirKind::Literal(literal) => Shape::Text(String::from_utf8_lossy(&literal.0).into_owned()),
            HirKind::Class(Class::Unicode(class)) => {
                Shape::Class(class.ranges().iter().map(|range| (range.start(), range.end())).collect())
            }
            HirKind::Class(Class::Bytes(class)) => {
                Shape::Class(class.ranges().iter().map(|range| (range.start().into(), range.end().into())).collect())
            }
            HirKind::Repetition(repetition) => Shape::Repeat {
                inner: Box::new(self.hir(&repetition.sub)?),
                from: repetition.min as usize,
                to: repetition.max.map(|max| max as usize),
            },
            HirKind::Capture(capture) => Shape::Group(capture.index as usize, Box::new(self.hir(&capture.sub)?)),
            HirKind::Concat(parts) => Shape::Sequence(self.all(parts, Reader::hir)?),
            HirKind::Alternation(parts) => Shape::Choice(self.all(parts, Reader::hir)?),
        })
    }

    fn all<T>(&mut self, parts: &[T], read: fn(&mut Reader, &T) -> Option<Shape>) -> Option<Vec<Shape>> {
        parts.iter().map(|part| read(self, part)).collect()
    }

    fn expr(&mut self, expr: &Expr) -> Option<Shape> {
        self.enter()?;
        Some(match expr {
            Expr::Any { .. } => Shape::Class(vec![('a', 'z')]),
            Expr::Literal { val, .. } => Shape::Text(val.clone()),
            Expr::Concat(parts) => Shape::Sequence(self.all(parts, Reader::expr)?),
            Expr::Alt(parts) => Shape::Choice(self.all(parts, Reader::expr)?),
            Expr::Group(inner) => {
                self.groups += 1;
                let number = self.groups;
                Shape::Group(number, Box::new(self.expr(inner)?))
            }
            Expr::Repeat { child, lo, hi, .. } => Shape::Repeat {
                inner: Box::new(self.expr(child)?),
                from: *lo,
                to: Some(*hi).filter(|hi| *hi != usize::MAX),
            },
            Expr::Delegate { inner, .. } => self.hir(&regex_syntax::parse(inner).ok()?)?,
            Expr::Backref { group, .. } => Shape::Again(*group),
            Expr::AtomicGroup(inner) => self.expr(inner)?,
            // The text of a look-around may be the text that follows, or text to generate: both are tried.
            Expr::LookAround(inner, LookAround::LookAhead | LookAround::LookBehind) => {
                Shape::Choice(vec![Shape::Nothing, self.expr(inner)?])
            }
            Expr::LookAround(..) | Expr::Empty | Expr::Assertion(_) | Expr::KeepOut => Shape::Nothing,
            Expr::ContinueFromPreviousMatchEnd => Shape::Nothing,
            Expr::GeneralNewline { .. } => Shape::Text("\n".to_owned()),
            _ => return None,
        })
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    /// The index of the walk: the first takes the shortest way, the second the next choice at each node, the
    /// others random choices.
    walk: usize,
    out: String,
    groups: Vec<(usize, String)>,
}

impl Writer<'_> {
    fn write(&mut self, shape: &Shape) {
        if self.out.len() > LONGEST {
            return;
        }
        match shape {
            Shape::Nothing => {}
            Shape::Text(text) => self.out.push_str(text),
            Shape::Class(ranges) => self.character(ranges),
            Shape::Sequence(parts) => parts.iter().for_each(|part| self.write(part)),
            Shape::Choice(parts) => {
                let choice = self.choice(parts.len());
                parts.get(choice).into_iter().for_each(|part| self.write(part));
            }
            Shape::Repeat { inner, from, to } => {
                let most = to.unwrap_or(from + 3).saturating_sub(*from).min(4);
                for _ in 0..(from + self.choice(most + 1)).min(LONGEST) {
                    self.write(inner);
                }
            }
            Shape::Group(number, inner) => {
                let start = self.out.len();
                self.write(inner);
                let took = self.out.get(start..).unwrap_or_default().to_owned();
                self.groups.push((*number, took));
            }
            Shape::Again(number) => {
                let took = self.groups.iter().rev().find(|(other, _)| other == number);
                self.out.push_str(&took.map(|(_, took)| took.clone()).unwrap_or_default());
            }
        }
    }

    fn choice(&mut self, count: usize) -> usize {
        match self.walk {
            0 => 0,
            1 => 1 % count.max(1),
            _ => self.random.below(count),
        }
    }

    /// Adds a character of the class, a visible one where possible.
    fn character(&mut self, ranges: &[(char, char)]) {
        const SEEN: [(char, char); 4] = [('a', 'z'), ('0', '9'), ('A', 'Z'), ('!', '~')];
        let overlap = |(low, high): (char, char), (from, to): (char, char)| {
            let (low, high) = (low.max(from), high.min(to));
            (low <= high).then_some((low, high))
        };
        let seen: Vec<(char, char)> =
            SEEN.into_iter().flat_map(|part| ranges.iter().filter_map(move |range| overlap(part, *range))).collect();
        let from = if seen.is_empty() || (self.walk > 8 && self.random.below(8) == 0) { ranges } else { &seen };
        let place = self.choice(from.len());
        let Some((low, high)) = from.get(place).copied() else { return };
        let width = (u32::from(high) - u32::from(low)).min(60) as usize;
        let offset = self.choice(width + 1) as u32;
        self.out.push(char::from_u32(u32::from(low) + offset).unwrap_or(low));
    }
}
