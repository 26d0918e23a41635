//! vi operators, which act on the range of a motion, an object or the selection.

use std::ops::Range;

use super::super::Editor;
use super::super::history::How;
use super::Mode;
use super::motion::Target;
use pprepl_session::edit::{self, Edit};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `d`
    Delete,
    /// `c`
    Change,
    /// `y`
    Yank,
    /// `>`
    Right,
    /// `<`
    Left,
    /// `gc`
    Comment,
    /// `gU`
    Upper,
    /// `gu`
    Lower,
    /// `g~`
    Toggle,
}

impl Operator {
    /// Returns the operator of a key.
    pub fn of(key: char) -> Option<Operator> {
        Some(match key {
            'd' => Operator::Delete,
            'c' => Operator::Change,
            'y' => Operator::Yank,
            '>' => Operator::Right,
            '<' => Operator::Left,
            _ => return None,
        })
    }

    /// Returns the operator of `g` and a key.
    pub fn after_g(key: char) -> Option<Operator> {
        Some(match key {
            'c' => Operator::Comment,
            'U' => Operator::Upper,
            'u' => Operator::Lower,
            '~' => Operator::Toggle,
            _ => return None,
        })
    }

    /// Returns whether it is the key that, repeated, means whole lines.
    pub fn is_doubled_by(self, key: char) -> bool {
        match self {
            Operator::Comment => key == 'c',
            Operator::Upper => key == 'U',
            Operator::Lower => key == 'u',
            Operator::Toggle => key == '~',
            _ => Operator::of(key) == Some(self),
        }
    }
}

impl Editor {
    /// Applies an operator from the cursor to a motion's target.
    pub(super) fn vi_operate_to(&mut self, operator: Operator, key: char, target: Target) {
        let (start, mut end) = (self.cursor.min(target.at), self.cursor.max(target.at));
        if target.inclusive {
            end = self.buffer.next(end);
        }
        if matches!(key, 'w' | 'W') && !target.lines {
            end = self.buffer.without_line_end(start, end);
        }
        self.vi_operate(operator, start..end, target.lines);
    }

    /// Applies an operator to a number of lines, starting at the cursor's.
    pub(super) fn vi_operate_lines(&mut self, operator: Operator, count: usize) {
        let line = self.buffer.line_of(self.cursor);
        let last = (line + count - 1).min(self.buffer.lines() - 1);
        self.vi_operate(operator, self.cursor..self.buffer.end(last).max(self.cursor), true);
    }

    /// Applies an operator to a range.
    pub(super) fn vi_operate(&mut self, operator: Operator, range: Range<usize>, lines: bool) {
        self.vi.operator = None;
        match operator {
            Operator::Delete => self.vi_delete(range, lines),
            Operator::Change => self.vi_change(range, lines),
            Operator::Yank => self.vi_yank(range, lines),
            Operator::Right => self.vi_lines(&range, edit::shift_right),
            Operator::Left => self.vi_lines(&range, edit::shift_left),
            Operator::Comment if self.document().is_some() => self.vi_lines(&range, edit::comment),
            Operator::Comment => {}
            Operator::Upper | Operator::Lower | Operator::Toggle => self.vi_case(operator, range, lines),
        }
        if self.vi.is_visual() {
            self.vi.mode = Mode::Normal;
        }
        if !self.vi.inserts() {
            self.selecting.clear();
        }
    }

    fn keep_range(&mut self, range: Range<usize>, lines: bool) {
        let range = if lines { self.buffer.complete_lines(range) } else { range };
        let mut text = self.buffer.slice(range).to_owned();
        if lines && !text.ends_with('\n') {
            text.push('\n');
        }
        self.ring.keep(&text, lines);
    }

    fn vi_delete(&mut self, range: Range<usize>, lines: bool) {
        self.keep_range(range.clone(), lines);
        if !lines {
            let start = range.start;
            return self.change(range, "", start, How::Step);
        }
        let (first, last) = (self.buffer.line_of(range.start), self.buffer.line_of(range.end));
        let gone = self.buffer.lines_to_delete(first, last);
        let start = gone.start;
        self.change(gone, "", start, How::Step);
        self.go(self.buffer.first_filled(first.min(self.buffer.lines() - 1)));
    }

    fn vi_change(&mut self, range: Range<usize>, lines: bool) {
        self.keep_range(range.clone(), lines);
        self.vi_insert();
        let range = if lines {
            let first = self.buffer.line_of(range.start);
            let start = self.buffer.first_filled(first);
            start..self.buffer.end(self.buffer.line_of(range.end)).max(start)
        } else {
            range
        };
        let start = range.start;
        self.change(range, "", start, How::Step);
    }

    fn vi_yank(&mut self, range: Range<usize>, lines: bool) {
        let taken = if lines { self.buffer.complete_lines(range.clone()) } else { range.clone() };
        self.keep(taken, lines);
        if !lines || self.vi.is_visual() || self.buffer.line_of(range.start) < self.buffer.line_of(self.cursor) {
            self.go(range.start);
        }
    }

    fn vi_lines(&mut self, range: &Range<usize>, change: fn(&str, usize, Option<Range<usize>>) -> Option<Edit>) {
        let first = self.buffer.line_of(range.start);
        // A range that ends at a line's start would exclude that line.
        let end = self.buffer.end(self.buffer.line_of(range.end)).max(range.end);
        let held = if range.start == end { None } else { Some(range.start..end) };
        if let Some(edit) = change(self.text(), range.start, held) {
            self.make(edit);
        }
        self.go(self.buffer.first_filled(first));
    }

    fn vi_case(&mut self, operator: Operator, range: Range<usize>, lines: bool) {
        let range = if lines { self.buffer.complete_lines(range) } else { range };
        let old = self.buffer.slice(range.clone());
        let new = match operator {
            Operator::Upper => old.to_uppercase(),
            Operator::Lower => old.to_lowercase(),
            _ => toggled(old),
        };
        let start = range.start;
        self.make(Edit::new(range, new, start));
    }

    /// Toggles the case of a number of characters, and moves past them.
    pub(super) fn vi_toggle(&mut self, count: usize) {
        let line_end = self.buffer.end(self.buffer.line_of(self.cursor));
        let mut end = self.cursor;
        for _ in 0..count {
            if end < line_end {
                end = self.buffer.next(end);
            }
        }
        let new = toggled(self.buffer.slice(self.cursor..end));
        let behind = self.cursor + new.len();
        self.make(Edit::new(self.cursor..end, new, behind));
    }
}

fn toggled(text: &str) -> String {
    let turn =
        |c: char| -> String { if c.is_lowercase() { c.to_uppercase().collect() } else { c.to_lowercase().collect() } };
    text.chars().map(turn).collect()
}
