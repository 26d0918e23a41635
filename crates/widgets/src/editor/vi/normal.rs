//! vi commands: the meaning of keys in normal mode, after an operator and in visual mode.

use super::super::history::How;
use super::super::{EditAction, Editor, Query, Reply, words};
use super::motion::is_motion;
use super::operator::Operator;
use super::{MAX, Mode, Wait};

/// Maximum size of a repeated put, in bytes.
const PUT_IN: usize = 1 << 20;

impl Editor {
    /// Handles a command key.
    pub(super) fn vi_command(&mut self, key: char) -> Reply {
        match std::mem::take(&mut self.vi.wait) {
            Wait::Nothing => {}
            Wait::Find(kind) => return self.vi_find(kind, key),
            Wait::Replace => return self.vi_replace(key),
            Wait::Object(around) => return self.vi_take_object(key, around),
            Wait::Go => return self.vi_go(key),
        }
        if let Some(digit) = key.to_digit(10).filter(|&digit| digit > 0 || self.vi.count > 0) {
            self.vi.count = (self.vi.count * 10 + digit as usize).min(MAX);
            return Reply::Done;
        }
        // Matches of other cells count too, but an operator or a selection stays in its own cell.
        if matches!(key, 'n' | 'N') && self.vi.operator.is_none() && !self.vi.is_visual() {
            self.vi.take_count();
            return Reply::Passed(if key == 'n' { EditAction::SearchNext } else { EditAction::SearchPrevious });
        }
        if is_motion(key) {
            return self.vi_moves(key);
        }
        match key {
            'f' | 'F' | 't' | 'T' => self.vi.wait = Wait::Find(key),
            'g' => self.vi.wait = Wait::Go,
            'i' | 'a' if self.vi.operator.is_some() || self.vi.is_visual() => self.vi.wait = Wait::Object(key == 'a'),
            _ if self.vi.is_visual() => return self.vi_visual(key),
            _ if self.vi.operator.is_some() => self.vi_doubled(key),
            _ => return self.vi_normal(key),
        }
        Reply::Done
    }

    /// Handles a motion: moves, selects, or sets the range of an operator.
    pub(super) fn vi_moves(&mut self, key: char) -> Reply {
        let operator = self.vi.operator;
        let count = self.vi.take_count();
        let key = match (operator, key) {
            // `cw` on a word changes it up to its end.
            (Some((Operator::Change, _)), 'w' | 'W')
                if self.buffer.char_at(self.cursor).is_some_and(|c| !c.is_whitespace()) =>
            {
                return self.vi_change_word(key == 'W', count.unwrap_or(1));
            }
            (None, 'j' | 'k') => {
                let lines = count.unwrap_or(1) as isize;
                self.by_lines(if key == 'j' { lines } else { -lines });
                return Reply::Done;
            }
            (_, key) => key,
        };
        let target = self.vi_target(key, count);
        self.vi.operator = None;
        match (operator, target) {
            (Some((operator, _)), Some(target)) => self.vi_operate_to(operator, key, target),
            (None, Some(target)) => {
                self.go(target.at);
                if key == '$' {
                    self.goal = Some(usize::MAX / 2);
                }
            }
            (_, None) => {}
        }
        Reply::Done
    }

    fn vi_change_word(&mut self, big: bool, count: usize) -> Reply {
        let mut end = words::around(self.text(), self.cursor, big).end;
        for _ in 1..count {
            let next = words::next_end(self.text(), end, big);
            end = self.buffer.next(self.buffer.snap(next)).max(end);
        }
        let end = self.buffer.snap(end).max(self.buffer.next(self.cursor));
        self.vi_operate(Operator::Change, self.cursor..end, false);
        Reply::Done
    }

    fn vi_find(&mut self, kind: char, sought: char) -> Reply {
        let operator = self.vi.operator;
        let count = self.vi.take_count().unwrap_or(1);
        self.vi.operator = None;
        self.vi.last_find = Some((kind, sought));
        if let Some(target) = self.place().found(kind, sought, count, false) {
            match operator {
                Some((operator, _)) => self.vi_operate_to(operator, kind, target),
                None => self.go(target.at),
            }
        }
        Reply::Done
    }

    /// `r`: replaces characters.
    fn vi_replace(&mut self, key: char) -> Reply {
        let count = self.vi.take_count().unwrap_or(1);
        if let Some(selection) = self.selection().filter(|_| self.vi.is_visual()) {
            let old = self.buffer.slice(selection.clone());
            let new: String = old.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { key }).collect();
            let start = selection.start;
            self.vi.mode = Mode::Normal;
            self.change(selection, &new, start, How::Step);
            return Reply::Done;
        }
        let end = self.buffer.end(self.buffer.line_of(self.cursor));
        let mut behind = self.cursor;
        for _ in 0..count {
            if behind >= end {
                return Reply::Done;
            }
            behind = self.buffer.next(behind);
        }
        let new = key.to_string().repeat(count);
        let last = self.cursor + new.len() - key.len_utf8();
        self.change(self.cursor..behind, &new, last, How::Step);
        Reply::Done
    }

    fn vi_take_object(&mut self, key: char, around: bool) -> Reply {
        self.vi.take_count();
        let (operator, object) = (self.vi.operator.take(), self.place().object(key, around));
        match (operator, object) {
            (Some((operator, _)), Some((range, lines)))
                if lines || !range.is_empty() || operator == Operator::Change =>
            {
                self.vi_operate(operator, range, lines);
            }
            (None, Some((range, lines))) if lines || !range.is_empty() => {
                self.go(self.buffer.previous(range.end).max(range.start));
                self.selecting.anchor = Some(range.start);
                self.vi.mode = if lines { Mode::VisualLine } else { self.vi.mode };
            }
            _ => {}
        }
        Reply::Done
    }

    /// Handles the key after `g`.
    fn vi_go(&mut self, key: char) -> Reply {
        if let Some((operator, _)) = self.vi.operator
            && operator.is_doubled_by(key)
        {
            self.vi_doubled(key);
            return Reply::Done;
        }
        if let Some(operator) = Operator::after_g(key).filter(|_| self.vi.operator.is_none()) {
            match self.selection().filter(|_| self.vi.is_visual()) {
                Some(selection) => self.vi_operate(operator, selection, false),
                None => self.vi.operator = Some((operator, std::mem::take(&mut self.vi.count))),
            }
            return Reply::Done;
        }
        let operator = self.vi.operator.map(|(operator, _)| operator);
        let count = self.vi.take_count();
        self.vi.operator = None;
        match (operator, self.vi_go_target(key, count)) {
            (Some(operator), Some(target)) => self.vi_operate_to(operator, key, target),
            (None, Some(target)) => self.go(target.at),
            (None, None) if matches!(key, '-' | '+') => {
                self.vi.unrepeatable = true;
                let action = if key == '-' { EditAction::Earlier } else { EditAction::Later };
                (0..count.unwrap_or(1)).for_each(|_| self.travel(action));
            }
            _ => {}
        }
        Reply::Done
    }

    /// Handles `dd`, `>>` and similar; any other key cancels the operator.
    fn vi_doubled(&mut self, key: char) {
        let operator = self.vi.operator.map(|(operator, _)| operator);
        let count = self.vi.take_count().unwrap_or(1);
        self.vi.operator = None;
        if let Some(operator) = operator.filter(|operator| operator.is_doubled_by(key)) {
            self.vi_operate_lines(operator, count);
        }
    }

    /// Handles a normal mode command.
    fn vi_normal(&mut self, key: char) -> Reply {
        if let Some(operator) = Operator::of(key) {
            self.vi.operator = Some((operator, std::mem::take(&mut self.vi.count)));
            return Reply::Done;
        }
        let counted = self.vi.take_count();
        let count = counted.unwrap_or(1);
        match key {
            'i' | 'a' | 'I' | 'A' | 'o' | 'O' => self.vi_start_typing(key),
            'x' | 'X' | 's' | 'S' | 'D' | 'C' | 'Y' => self.vi_short(key, counted),
            'p' | 'P' => self.vi_put(key == 'p', count),
            'r' => (self.vi.wait, self.vi.count) = (Wait::Replace, counted.unwrap_or(0)),
            'u' => {
                self.vi.unrepeatable = true;
                (0..count).for_each(|_| self.travel(EditAction::Undo));
            }
            'J' => {
                let line = self.buffer.line_of(self.cursor);
                self.join(line, line + count.max(2) - 1);
            }
            '~' => self.vi_toggle(count),
            'v' | 'V' => {
                self.selecting.anchor = Some(self.cursor);
                self.vi.mode = if key == 'v' { Mode::Visual } else { Mode::VisualLine };
            }
            '*' | '#' => return self.vi_inspect_for_word(key == '*'),
            '.' => self.vi_repeat(),
            '/' => return Reply::Passed(EditAction::Search),
            ':' => return Reply::Passed(EditAction::CommandLine),
            _ => {}
        }
        Reply::Done
    }

    fn vi_start_typing(&mut self, key: char) {
        let line = self.buffer.line_of(self.cursor);
        let end = self.buffer.end(line);
        match key {
            'a' => self.go(self.buffer.next(self.cursor).min(end)),
            'I' => self.go(self.buffer.first_filled(line)),
            'A' => self.go(end),
            _ => {}
        }
        self.vi_insert();
        if key == 'o' {
            self.cursor = end;
            self.new_line();
        } else if key == 'O' {
            let first = self.buffer.first_filled(line);
            let blanks = self.buffer.slice(self.buffer.start(line)..first).to_owned();
            let start = self.buffer.start(line);
            self.change(start..start, &format!("{blanks}\n"), start + blanks.len(), How::Step);
        }
    }

    /// Handles the keys that abbreviate an operator with a motion.
    fn vi_short(&mut self, key: char, count: Option<usize>) {
        let (operator, motion) = match key {
            'x' => (Operator::Delete, 'l'),
            'X' => (Operator::Delete, 'h'),
            's' => (Operator::Change, 'l'),
            'D' => (Operator::Delete, '$'),
            'C' => (Operator::Change, '$'),
            'S' => return self.vi_operate_lines(Operator::Change, count.unwrap_or(1)),
            _ => return self.vi_operate_lines(Operator::Yank, count.unwrap_or(1)),
        };
        if let Some(target) = self.vi_target(motion, count)
            && (target.at != self.cursor || operator == Operator::Change)
        {
            self.vi_operate_to(operator, motion, target);
        }
    }

    /// Puts the last deleted or yanked text.
    fn vi_put(&mut self, behind: bool, count: usize) {
        let Some(kept) = self.ring.newest().cloned().filter(|kept| !kept.text.is_empty()) else { return };
        let count = count.min(PUT_IN / kept.text.len()).max(1);
        let text = kept.text.repeat(count);
        let line = self.buffer.line_of(self.cursor);
        if !kept.lines {
            let end = self.buffer.end(line);
            let at = if behind { self.buffer.next(self.cursor).min(end) } else { self.cursor };
            let last = text.chars().next_back().map_or(0, char::len_utf8);
            return self.change(at..at, &text, at + text.len() - last, How::Step);
        }
        let at = if behind { self.buffer.start(line + 1) } else { self.buffer.start(line) };
        let at_end = behind && line + 1 >= self.buffer.lines();
        let text = if at_end { format!("\n{}", text.strip_suffix('\n').unwrap_or(&text)) } else { text };
        self.change(at..at, &text, at, How::Step);
        self.go(self.buffer.first_filled(self.buffer.line_of(at + usize::from(at_end))));
    }

    /// `*` and `#`: searches for the word at the cursor, forward or backward.
    fn vi_inspect_for_word(&mut self, forward: bool) -> Reply {
        let word = self.buffer.slice(words::around(self.text(), self.cursor, false)).to_owned();
        if word.chars().all(words::is_letter) && !word.is_empty() {
            let query = Query { text: format!(r"\b{}\b", regex::escape(&word)), regex: true };
            let before = self.cursor;
            self.begin_search();
            // An escaped word is always a valid regular expression.
            let _ = self.search(query);
            self.go_to_hit(forward);
            if self.cursor != before && forward == (self.cursor > before) {
                return Reply::Done;
            }
            // It can only be in another cell.
            self.go(before);
            return Reply::Passed(if forward { EditAction::SearchNext } else { EditAction::SearchPrevious });
        }
        Reply::Done
    }

    /// Handles a visual mode command.
    fn vi_visual(&mut self, key: char) -> Reply {
        self.vi.count = 0;
        let Some(selection) = self.selection() else {
            self.vi_leave_visual();
            return Reply::Done;
        };
        let lines = self.vi.mode == Mode::VisualLine;
        // The last line end of whole lines would include the start of the next line.
        let range = if lines { selection.start..self.buffer.end(self.saved_lines().1) } else { selection };
        match key {
            'd' | 'x' | 'X' | 'D' => self.vi_operate(Operator::Delete, range, lines || key.is_uppercase()),
            'c' | 's' | 'S' | 'C' => self.vi_operate(Operator::Change, range, lines || key.is_uppercase()),
            'y' | 'Y' => self.vi_operate(Operator::Yank, range, lines || key == 'Y'),
            '>' => self.vi_operate(Operator::Right, range, true),
            '<' => self.vi_operate(Operator::Left, range, true),
            'u' => self.vi_operate(Operator::Lower, range, lines),
            'U' => self.vi_operate(Operator::Upper, range, lines),
            '~' => self.vi_operate(Operator::Toggle, range, lines),
            'J' => {
                let (first, last) = self.saved_lines();
                self.vi_leave_visual();
                self.join(first, last.max(first + 1));
            }
            'p' | 'P' => self.vi_put_over(range, lines),
            'r' => self.vi.wait = Wait::Replace,
            'o' => {
                let anchor = self.selecting.anchor.replace(self.cursor);
                self.cursor = anchor.unwrap_or(self.cursor);
            }
            'v' | 'V' => {
                let wanted = if key == 'v' { Mode::Visual } else { Mode::VisualLine };
                if self.vi.mode == wanted { self.vi_leave_visual() } else { self.vi.mode = wanted }
            }
            '/' => return Reply::Passed(EditAction::Search),
            ':' => return Reply::Passed(EditAction::CommandLine),
            _ => {}
        }
        Reply::Done
    }

    /// Replaces the selection with the put text, and keeps the selection instead.
    fn vi_put_over(&mut self, range: std::ops::Range<usize>, lines: bool) {
        let Some(kept) = self.ring.newest().cloned() else { return };
        let old = self.buffer.slice(range.clone()).to_owned();
        let text = match (kept.lines, lines) {
            (true, false) => format!("\n{}", kept.text),
            (true, true) => kept.text.strip_suffix('\n').unwrap_or(&kept.text).to_owned(),
            (false, _) => kept.text,
        };
        self.ring.keep(&if lines { old + "\n" } else { old }, lines);
        let (start, last) = (range.start, text.chars().next_back().map_or(0, char::len_utf8));
        self.vi.mode = Mode::Normal;
        self.change(range, &text, start + text.len() - last, How::Step);
    }
}
