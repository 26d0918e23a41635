//! The targets of vi motions.

use super::super::buffer::Buffer;
use super::super::{Editor, words};
use super::object::TextPlace;

/// The target of a motion, and what an operator takes on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub at: usize,
    /// Whether it takes whole lines.
    pub lines: bool,
    /// Whether it includes the character at the target.
    pub inclusive: bool,
}

impl Target {
    fn exclusive(at: usize) -> Target {
        Target { at, lines: false, inclusive: false }
    }

    fn inclusive(at: usize) -> Target {
        Target { at, lines: false, inclusive: true }
    }

    fn lines(at: usize) -> Target {
        Target { at, lines: true, inclusive: false }
    }
}

/// Returns whether it is a motion of one key.
pub fn is_motion(key: char) -> bool {
    "hl jk+-wWbBeE0^_$G{}%nN;,|".contains(key)
}

impl Editor {
    /// Returns the target of a motion from the cursor; `None` if it fails.
    pub(super) fn vi_target(&mut self, key: char, count: Option<usize>) -> Option<Target> {
        let (at, line) = (self.cursor, self.buffer.line_of(self.cursor));
        let times = count.unwrap_or(1);
        let target = match key {
            'h' => Target::exclusive(
                self.place().along(times, |buffer, at| buffer.previous(at)).max(self.buffer.start(line)),
            ),
            'l' | ' ' => {
                Target::exclusive(self.place().along(times, |buffer, at| buffer.next(at)).min(self.buffer.end(line)))
            }
            'j' | '+' => Target::lines(self.buffer.line_start(line + times)?),
            'k' | '-' => Target::lines(self.buffer.line_start(line.checked_sub(times)?)?),
            '_' => Target::lines(self.buffer.line_start(line + times - 1)?),
            'w' | 'W' => Target::exclusive(
                self.place().along(times, |buffer, at| words::next_start(buffer.text(), at, key == 'W')),
            ),
            'b' | 'B' => Target::exclusive(
                self.place().along(times, |buffer, at| words::previous_start(buffer.text(), at, key == 'B')),
            ),
            'e' | 'E' => Target::inclusive(
                self.place().along(times, |buffer, at| words::next_end(buffer.text(), at, key == 'E')),
            ),
            '0' => Target::exclusive(self.buffer.start(line)),
            '^' => Target::exclusive(self.buffer.first_filled(line)),
            '$' => Target::exclusive(self.buffer.end((line + times - 1).min(self.buffer.lines() - 1))),
            '|' => Target::exclusive(self.buffer.along(self.buffer.start(line), times - 1).min(self.buffer.end(line))),
            'G' => Target::lines(self.buffer.line_start(count.unwrap_or(usize::MAX).min(self.buffer.lines()) - 1)?),
            '{' => Target::exclusive(self.buffer.paragraph_up(self.cursor)),
            '}' => Target::exclusive(self.buffer.paragraph_down(self.cursor)),
            '%' => Target::inclusive(self.bracket_following()?),
            'n' | 'N' => Target::exclusive(self.hit_at(key == 'n')?),
            ';' | ',' => {
                let (kind, sought) = self.vi.last_find?;
                self.place().found(if key == ',' { turned(kind) } else { kind }, sought, times, true)?
            }
            _ => Target::exclusive(at),
        };
        Some(Target { at: self.buffer.snap(target.at), ..target })
    }

    /// Returns the target of `g` and a key.
    pub(super) fn vi_go_target(&mut self, key: char, count: Option<usize>) -> Option<Target> {
        let times = count.unwrap_or(1);
        let big = key == 'E';
        Some(match key {
            'g' => Target::lines(self.buffer.line_start(times.min(self.buffer.lines()) - 1)?),
            'e' | 'E' => {
                Target::inclusive(self.place().along(times, |buffer, at| words::previous_end(buffer.text(), at, big)))
            }
            _ => return None,
        })
    }

    /// Returns the bracket that matches the first one at or after the cursor on its line.
    fn bracket_following(&self) -> Option<usize> {
        let end = self.buffer.end(self.buffer.line_of(self.cursor));
        let ahead = self.buffer.slice(self.cursor..end);
        let brackets = ahead.char_indices().filter(|(_, c)| "()[]{}".contains(*c));
        let mut others = brackets.map(|(offset, _)| self.other_bracket(self.cursor + offset));
        others.find(Option::is_some).flatten()
    }

    fn hit_at(&mut self, forward: bool) -> Option<usize> {
        let before = (self.cursor, self.goal);
        self.go_to_hit(forward);
        let found = self.cursor;
        (self.cursor, self.goal) = before;
        (found != before.0).then_some(found)
    }

    /// Returns the cursor with its text.
    pub(super) fn place(&self) -> TextPlace<'_> {
        TextPlace { buffer: &self.buffer, cursor: self.cursor }
    }
}

impl TextPlace<'_> {
    /// Repeats a step the given number of times, until it has no target.
    fn along(self, times: usize, step: impl Fn(&Buffer, usize) -> usize) -> usize {
        let mut at = self.cursor;
        for _ in 0..times {
            let next = step(self.buffer, at);
            if next == at {
                break;
            }
            at = next;
        }
        at
    }

    /// Finds a character on the line. With `again`, a `t` directly before one match finds the next.
    pub fn found(self, kind: char, sought: char, times: usize, again: bool) -> Option<Target> {
        let line = self.buffer.range(self.buffer.line_of(self.cursor));
        let till = matches!(kind, 't' | 'T');
        if matches!(kind, 'f' | 't') {
            let mut from = self.buffer.next(self.cursor);
            if till && again && self.buffer.char_at(from) == Some(sought) {
                from = self.buffer.next(from);
            }
            let behind = self.buffer.text().get(from..line.end)?;
            let at = from + behind.match_indices(sought).nth(times - 1)?.0;
            Some(Target::inclusive(if till { self.buffer.previous(at) } else { at }))
        } else {
            let mut end = self.cursor;
            if till && again && self.buffer.char_before(end) == Some(sought) {
                end = self.buffer.previous(end);
            }
            let before = self.buffer.text().get(line.start..end)?;
            let (at, found) = before.rmatch_indices(sought).nth(times - 1)?;
            Some(Target::exclusive(line.start + at + if till { found.len() } else { 0 }))
        }
    }
}

/// Returns the same search in the other direction.
fn turned(kind: char) -> char {
    if kind.is_lowercase() { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() }
}
