//! External marks: the names the session knows, and diagnostics. The worker computes them for an earlier version of the
//! text. Here they move along with later edits, and are dropped where the text changed.

use std::collections::VecDeque;
use std::ops::Range;

use pprepl_session::Mark;
use pprepl_text::Span;

/// Maximum number of recorded changes; older marks are dropped.
const CAPACITY: usize = 512;

/// Marks for a version of the text.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Their version.
    pub version: u64,
    /// Names and their roles: `name.unknown`.
    pub names: Vec<Mark>,
    /// Underlined diagnostics: `error`, `warning`, `fault`.
    pub findings: Vec<Mark>,
    /// Diagnostics of another version, with that version.
    pub ahead: (u64, Vec<Mark>),
}

#[derive(Clone, Debug, Default)]
pub struct Recent {
    changes: VecDeque<(u64, Range<usize>, usize)>,
}

impl Recent {
    /// Records the change that led to `version`.
    pub fn push(&mut self, version: u64, range: Range<usize>, new: usize) {
        if self.changes.len() >= CAPACITY {
            self.changes.pop_front();
        }
        self.changes.push_back((version, range, new));
    }

    /// Returns whether the text before `place` is the same as in version `old`. `now` is the current version.
    pub fn is_same_before(&self, place: usize, old: u64, now: u64) -> bool {
        let since = || self.changes.iter().filter(|(to, ..)| *to > old);
        old <= now && since().count() as u64 >= now - old && since().all(|(_, range, _)| range.start >= place)
    }

    /// Returns the names and diagnostics, moved to the text of `version`.
    pub fn moved(&self, marks: &Marks, version: u64) -> (Vec<Mark>, Vec<Mark>) {
        let names = self.through(&marks.names, marks.version, version, entire_line);
        let mut findings = self.through(&marks.findings, marks.version, version, cut);
        findings.extend(self.through(&marks.ahead.1, marks.ahead.0, version, cut));
        (names, findings)
    }

    /// Moves marks of an old version to the current one. Returns none after too many changes.
    fn through(&self, own: &[Mark], old: u64, now: u64, step: Step) -> Vec<Mark> {
        // Collected once: there may be many marks.
        let since: Vec<&(u64, Range<usize>, usize)> = self.changes.iter().filter(|(to, ..)| *to > old).collect();
        if old > now || (since.len() as u64) < now - old {
            return Vec::new();
        }
        let moved = |&(span, role): &Mark| {
            let span = since.iter().try_fold(span, |span, (_, range, new)| step(span, range, *new));
            span.map(|span| (span, role))
        };
        own.iter().filter_map(moved).collect()
    }
}

/// Effect of a change on a span.
type Step = fn(Span, &Range<usize>, usize) -> Option<Span>;

/// Returns a span after a change; `None` if the change touches it.
fn entire_line(span: Span, range: &Range<usize>, new: usize) -> Option<Span> {
    let (start, end) = (span.start as usize, span.end as usize);
    if end < range.start {
        return Some(span);
    }
    (start > range.end).then(|| moved(start, end, range, new))
}

/// Returns a span after a change, without the removed part; `None` if nothing is left.
fn cut(span: Span, range: &Range<usize>, new: usize) -> Option<Span> {
    let (start, end) = (span.start as usize, span.end as usize);
    if end <= range.start {
        return Some(span);
    }
    if start >= range.end {
        return Some(moved(start, end, range, new));
    }
    let start = if start < range.start { start } else { range.start + new };
    let end = if end > range.end { end - range.len() + new } else { range.start };
    (start < end).then(|| Span::new(start as u32, end as u32))
}

fn moved(start: usize, end: usize, range: &Range<usize>, new: usize) -> Span {
    Span::new((start - range.len() + new) as u32, (end - range.len() + new) as u32)
}
