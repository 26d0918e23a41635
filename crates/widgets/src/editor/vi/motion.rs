//! The targets of vi motions.

use super::super::{Editor, words};

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
                self.along(times, |editor, at| editor.buffer.previous(at)).max(self.buffer.start(line)),
            ),
            'l' | ' ' => {
                Target::exclusive(self.along(times, |editor, at| editor.buffer.next(at)).min(self.buffer.end(line)))
            }
            'j' | '+' => Target::lines(self.line_start(line + times)?),
            'k' | '-' => Target::lines(self.line_start(line.checked_sub(times)?)?),
            '_' => Target::lines(self.line_start(line + times - 1)?),
            'w' | 'W' => Target::exclusive(self.along(times, |e, at| words::next_start(e.text(), at, key == 'W'))),
            'b' | 'B' => Target::exclusive(self.along(times, |e, at| words::previous_start(e.text(), at, key == 'B'))),
            'e' | 'E' => Target::inclusive(self.along(times, |e, at| words::next_end(e.text(), at, key == 'E'))),
            '0' => Target::exclusive(self.buffer.start(line)),
            '^' => Target::exclusive(self.buffer.first_filled(line)),
            '$' => Target::exclusive(self.buffer.end((line + times - 1).min(self.buffer.lines() - 1))),
            '|' => Target::exclusive(self.along_from(self.buffer.start(line), times - 1).min(self.buffer.end(line))),
            'G' => Target::lines(self.line_start(count.unwrap_or(usize::MAX).min(self.buffer.lines()) - 1)?),
            '{' => Target::exclusive(self.buffer.paragraph_up(self.cursor)),
            '}' => Target::exclusive(self.buffer.paragraph_down(self.cursor)),
            '%' => Target::inclusive(self.bracket_following()?),
            'n' | 'N' => Target::exclusive(self.hit_at(key == 'n')?),
            ';' | ',' => {
                let (kind, sought) = self.vi.last_find?;
                self.vi_found(if key == ',' { turned(kind) } else { kind }, sought, times, true)?
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
            'g' => Target::lines(self.line_start(times.min(self.buffer.lines()) - 1)?),
            'e' | 'E' => Target::inclusive(self.along(times, |e, at| words::previous_end(e.text(), at, big))),
            _ => return None,
        })
    }

    fn line_start(&self, line: usize) -> Option<usize> {
        (line < self.buffer.lines()).then(|| self.buffer.first_filled(line))
    }

    /// Repeats a step the given number of times, until it has no target.
    fn along(&self, times: usize, step: impl Fn(&Editor, usize) -> usize) -> usize {
        let mut at = self.cursor;
        for _ in 0..times {
            let next = step(self, at);
            if next == at {
                break;
            }
            at = next;
        }
        at
    }

    fn along_from(&self, start: usize, times: usize) -> usize {
        (0..times).fold(start, |at, _| self.buffer.next(at))
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

    /// Finds a character on the line. With `again`, a `t` directly before one match finds the next.
    pub(super) fn vi_found(&self, kind: char, sought: char, times: usize, again: bool) -> Option<Target> {
        let line = self.buffer.range(self.buffer.line_of(self.cursor));
        let till = matches!(kind, 't' | 'T');
        if matches!(kind, 'f' | 't') {
            let mut from = self.buffer.next(self.cursor);
            if till && again && self.buffer.char_at(from) == Some(sought) {
                from = self.buffer.next(from);
            }
            let behind = self.text().get(from..line.end)?;
            let at = from + behind.match_indices(sought).nth(times - 1)?.0;
            Some(Target::inclusive(if till { self.buffer.previous(at) } else { at }))
        } else {
            let mut end = self.cursor;
            if till && again && self.buffer.char_before(end) == Some(sought) {
                end = self.buffer.previous(end);
            }
            let before = self.text().get(line.start..end)?;
            let (at, found) = before.rmatch_indices(sought).nth(times - 1)?;
            Some(Target::exclusive(line.start + at + if till { found.len() } else { 0 }))
        }
    }
}

/// Returns the same search in the other direction.
fn turned(kind: char) -> char {
    if kind.is_lowercase() { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() }
}
