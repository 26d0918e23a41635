//! The targets of vi motions.

use super::super::buffer::Buffer;
use super::super::state::EditorState;
use super::super::text::EditedText;
use super::super::words;
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

/// Returns the target of a motion from the cursor; `None` if it fails. `last_find` is the last `f`, `F`, `t` or `T`.
pub fn target(
    state: &mut EditorState,
    key: char,
    count: Option<usize>,
    last_find: Option<(char, char)>,
) -> Option<Target> {
    let (text, buffer) = (&state.text, state.text.buffer());
    let (at, line, place) = (text.cursor, text.line(), place(text));
    let (times, last) = (count.unwrap_or(1), buffer.lines() - 1);
    let target = match key {
        'h' => Target::exclusive(place.along(times, Buffer::previous).max(buffer.start(line))),
        'l' | ' ' => Target::exclusive(place.along(times, Buffer::next).min(buffer.end(line))),
        // Over an edge they go as far as they can.
        'j' | '+' if line < last => Target::lines(buffer.line_start((line + times).min(last))?),
        'k' | '-' if line > 0 => Target::lines(buffer.line_start(line.saturating_sub(times))?),
        'j' | '+' | 'k' | '-' => return None,
        '_' => Target::lines(buffer.line_start((line + times - 1).min(last))?),
        'w' | 'W' => Target::exclusive(place.along_words(times, key == 'W', words::next_start)),
        'b' | 'B' => Target::exclusive(place.along_words(times, key == 'B', words::previous_start)),
        'e' | 'E' => Target::inclusive(place.along_words(times, key == 'E', words::next_end)),
        '0' => Target::exclusive(buffer.start(line)),
        '^' => Target::exclusive(buffer.first_filled(line)),
        '$' => Target::exclusive(buffer.end((line + times - 1).min(last))),
        '|' => Target::exclusive(buffer.along(buffer.start(line), times - 1).min(buffer.end(line))),
        'G' => Target::lines(buffer.line_start(count.unwrap_or(usize::MAX).min(buffer.lines()) - 1)?),
        '{' => Target::exclusive(place.along(times, Buffer::paragraph_up)),
        '}' => Target::exclusive(place.along(times, Buffer::paragraph_down)),
        '%' => Target::inclusive(bracket_following(text)?),
        'n' | 'N' => Target::exclusive(state.searching.next_hit(text, key == 'n').filter(|&hit| hit != at)?),
        ';' | ',' => {
            let (kind, sought) = last_find?;
            place.found(if key == ',' { turned(kind) } else { kind }, sought, times, true)?
        }
        _ => Target::exclusive(at),
    };
    Some(Target { at: buffer.snap(target.at), ..target })
}

/// Returns the target of `g` and a key.
pub fn go_target(text: &EditedText, key: char, count: Option<usize>) -> Option<Target> {
    let (times, buffer) = (count.unwrap_or(1), text.buffer());
    Some(match key {
        'g' => Target::lines(buffer.line_start(times.min(buffer.lines()) - 1)?),
        'e' | 'E' => Target::inclusive(place(text).along_words(times, key == 'E', words::previous_end)),
        _ => return None,
    })
}

/// Returns the bracket that matches the first one at or after the cursor on its line.
fn bracket_following(text: &EditedText) -> Option<usize> {
    let end = text.buffer().end(text.line());
    let ahead = text.buffer().slice(text.cursor..end);
    let brackets = ahead.char_indices().filter(|(_, c)| "()[]{}".contains(*c));
    let mut others = brackets.map(|(offset, _)| text.other_bracket(text.cursor + offset));
    others.find(Option::is_some).flatten()
}

/// Returns the cursor with its text.
pub fn place(text: &EditedText) -> TextPlace<'_> {
    TextPlace { buffer: text.buffer(), cursor: text.cursor }
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

    /// Repeats a step by words; `big` words consist of all non-space characters.
    fn along_words(self, times: usize, big: bool, step: fn(&str, usize, bool) -> usize) -> usize {
        self.along(times, |buffer, at| step(buffer.text(), at, big))
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
