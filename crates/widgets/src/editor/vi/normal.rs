//! vi commands: the meaning of keys in normal mode, after an operator and in visual mode.

use std::ops::Range;

use super::super::action::{EditAction, Reply};
use super::super::history::How;
use super::super::search::Query;
use super::super::state::EditorState;
use super::super::text::lines;
use super::super::words;
use super::Vi;
use super::language::{Copies, MAX, Mode, Operator, PUT_IN, Wait};
use super::motion::{self, is_motion, place};
use super::operator;

impl Vi {
    /// Handles a command key.
    pub(super) fn command(&mut self, state: &mut EditorState, key: char) -> Reply {
        match std::mem::take(&mut self.wait) {
            Wait::Nothing => {}
            Wait::Find(kind) => return self.find(state, kind, key),
            Wait::Replace => return self.replace(state, key),
            Wait::Object(around) => return self.take_object(state, key, around),
            Wait::Go => return self.go(state, key),
        }
        if let Some(digit) = key.to_digit(10).filter(|&digit| digit > 0 || self.count > 0) {
            self.count = (self.count * 10 + digit as usize).min(MAX);
            return Reply::Done;
        }
        // Matches of other cells count too, but an operator or a selection stays in its own cell.
        if matches!(key, 'n' | 'N') && self.operator.is_none() && !self.is_visual() {
            self.take_count();
            return Reply::Passed(if key == 'n' { EditAction::SearchNext } else { EditAction::SearchPrevious });
        }
        if is_motion(key) {
            return self.moves(state, key);
        }
        match key {
            'f' | 'F' | 't' | 'T' => self.wait = Wait::Find(key),
            'g' => self.wait = Wait::Go,
            'i' | 'a' if self.operator.is_some() || self.is_visual() => self.wait = Wait::Object(key == 'a'),
            _ if self.is_visual() => return self.visual(state, key),
            _ if self.operator.is_some() => self.doubled(state, key),
            _ => return self.normal(state, key),
        }
        Reply::Done
    }

    /// Handles a motion: moves, selects, or sets the range of an operator.
    pub(super) fn moves(&mut self, state: &mut EditorState, key: char) -> Reply {
        let operator = self.operator;
        let count = self.take_count();
        let text = &mut state.text;
        match (operator, key) {
            // `cw` on a word changes it up to its end.
            (Some((Operator::Change, _)), 'w' | 'W')
                if text.buffer().char_at(text.cursor).is_some_and(|c| !c.is_whitespace()) =>
            {
                return self.change_word(state, key == 'W', count.unwrap_or(1));
            }
            (None, 'j' | 'k') => {
                let lines = count.unwrap_or(1) as isize;
                text.by_lines(if key == 'j' { lines } else { -lines });
                return Reply::Done;
            }
            _ => {}
        }
        let target = motion::target(state, key, count, self.last_find);
        self.operator = None;
        match (operator, target) {
            (Some((operator, _)), Some(target)) => self.operate_to(state, operator, key, target),
            (None, Some(target)) => {
                state.text.go(target.at);
                if key == '$' {
                    state.text.goal = Some(usize::MAX / 2);
                }
            }
            (_, None) => {}
        }
        Reply::Done
    }

    fn change_word(&mut self, state: &mut EditorState, big: bool, count: usize) -> Reply {
        let (text, buffer) = (&state.text, state.text.buffer());
        let mut end = words::around(text.text(), text.cursor, big).end;
        for _ in 1..count {
            let next = words::next_end(text.text(), buffer.previous(end), big);
            end = buffer.next(buffer.snap(next)).max(end);
        }
        let end = buffer.snap(end).max(buffer.next(text.cursor));
        self.operate(state, Operator::Change, text.cursor..end, false);
        Reply::Done
    }

    fn find(&mut self, state: &mut EditorState, kind: char, sought: char) -> Reply {
        let operator = self.operator;
        let count = self.take_count().unwrap_or(1);
        self.operator = None;
        self.last_find = Some((kind, sought));
        if let Some(target) = place(&state.text).found(kind, sought, count, false) {
            match operator {
                Some((operator, _)) => self.operate_to(state, operator, kind, target),
                None => state.text.go(target.at),
            }
        }
        Reply::Done
    }

    /// `r`: replaces characters.
    fn replace(&mut self, state: &mut EditorState, key: char) -> Reply {
        let count = self.take_count().unwrap_or(1);
        let text = &mut state.text;
        if let Some(selection) = text.selected().filter(|_| self.is_visual()) {
            let old = text.buffer().slice(selection.clone());
            let new: String = old.chars().map(|c| if matches!(c, '\n' | '\r') { c } else { key }).collect();
            let start = selection.start;
            self.enter(text, Mode::Normal);
            text.change(selection, &new, start, How::Step);
            return Reply::Done;
        }
        let end = text.buffer().end(text.line());
        let mut behind = text.cursor;
        for _ in 0..count {
            if behind >= end {
                return Reply::Done;
            }
            behind = text.buffer().next(behind);
        }
        // A line break replaces all the characters, and the cursor goes after it.
        let new = if key == '\n' { "\n".to_owned() } else { key.to_string().repeat(count) };
        let last = text.cursor + new.len() - if key == '\n' { 0 } else { key.len_utf8() };
        text.change(text.cursor..behind, &new, last, How::Step);
        Reply::Done
    }

    fn take_object(&mut self, state: &mut EditorState, key: char, around: bool) -> Reply {
        self.take_count();
        let (operator, object) = (self.operator.take(), place(&state.text).object(key, around));
        match (operator, object) {
            (Some((operator, _)), Some((range, lines)))
                if lines || !range.is_empty() || operator == Operator::Change =>
            {
                self.operate(state, operator, range, lines);
            }
            (None, Some((range, lines))) if lines || !range.is_empty() => {
                let text = &mut state.text;
                text.go(text.buffer().previous(range.end).max(range.start));
                text.selection.anchor = Some(range.start);
                self.enter(text, if lines { Mode::VisualLine } else { self.mode });
            }
            _ => {}
        }
        Reply::Done
    }

    /// Handles the key after `g`.
    fn go(&mut self, state: &mut EditorState, key: char) -> Reply {
        if let Some((operator, _)) = self.operator
            && operator.is_doubled_by(key)
        {
            self.doubled(state, key);
            return Reply::Done;
        }
        if let Some(operator) = Operator::after_g(key).filter(|_| self.operator.is_none()) {
            match state.text.selected().filter(|_| self.is_visual()) {
                Some(selection) => self.operate(state, operator, selection, false),
                None => self.operator = Some((operator, std::mem::take(&mut self.count))),
            }
            return Reply::Done;
        }
        let operator = self.operator.map(|(operator, _)| operator);
        let count = self.take_count();
        self.operator = None;
        match (operator, motion::go_target(&state.text, key, count)) {
            (Some(operator), Some(target)) => self.operate_to(state, operator, key, target),
            (None, Some(target)) => state.text.go(target.at),
            (None, None) if matches!(key, '-' | '+') => {
                let action = if key == '-' { EditAction::Earlier } else { EditAction::Later };
                self.travel(state, action, count.unwrap_or(1));
            }
            _ => {}
        }
        Reply::Done
    }

    /// Moves through the undo tree, which `.` does not repeat.
    fn travel(&mut self, state: &mut EditorState, action: EditAction, count: usize) {
        self.unrepeatable = true;
        (0..count).for_each(|_| state.travel(action));
    }

    /// Handles `dd`, `>>` and similar; any other key cancels the operator.
    fn doubled(&mut self, state: &mut EditorState, key: char) {
        let operator = self.operator.map(|(operator, _)| operator);
        let count = self.take_count().unwrap_or(1);
        self.operator = None;
        if let Some(operator) = operator.filter(|operator| operator.is_doubled_by(key)) {
            self.operate_lines(state, operator, count);
        }
    }

    /// Handles a normal mode command.
    fn normal(&mut self, state: &mut EditorState, key: char) -> Reply {
        if let Some(operator) = Operator::of(key) {
            self.operator = Some((operator, std::mem::take(&mut self.count)));
            return Reply::Done;
        }
        let counted = self.take_count();
        let count = counted.unwrap_or(1);
        let text = &mut state.text;
        match key {
            'i' | 'a' | 'I' | 'A' | 'o' | 'O' => self.start_typing(state, key, count),
            'x' | 'X' | 's' | 'S' | 'D' | 'C' | 'Y' => self.short(state, key, counted),
            'p' | 'P' => put(state, key == 'p', count),
            'r' => (self.wait, self.count) = (Wait::Replace, counted.unwrap_or(0)),
            'u' => self.travel(state, EditAction::Undo, count),
            'J' => {
                let line = text.line();
                lines::join(text, line, line + count.max(2) - 1);
            }
            '~' => operator::toggle(text, count),
            'v' | 'V' => {
                text.selection.anchor = Some(text.cursor);
                self.enter(text, if key == 'v' { Mode::Visual } else { Mode::VisualLine });
            }
            '*' | '#' => return search_for_word(state, key == '*'),
            '.' => self.repeat(state, counted),
            '/' => return Reply::Passed(EditAction::Search),
            ':' => return Reply::Passed(EditAction::CommandLine),
            _ => {}
        }
        Reply::Done
    }

    /// Begins to insert. What is typed is inserted `count` times.
    fn start_typing(&mut self, state: &mut EditorState, key: char, count: usize) {
        let text = &mut state.text;
        let line = text.line();
        let end = text.buffer().end(line);
        match key {
            'a' => text.go(text.buffer().next(text.cursor).min(end)),
            'I' => text.go(text.buffer().first_filled(line)),
            'A' => text.go(end),
            _ => {}
        }
        self.insert(text);
        let start = match key {
            'o' => end,
            'O' => text.buffer().start(line),
            _ => text.cursor,
        };
        self.copies = Some(Copies { count, start, length: text.text().len() }).filter(|copies| copies.count > 1);
        if key == 'o' {
            text.cursor = end;
            text.new_line();
        } else if key == 'O' {
            let (start, first) = (text.buffer().start(line), text.buffer().first_filled(line));
            let blanks = text.buffer().slice(start..first).to_owned();
            text.change(start..start, &format!("{blanks}\n"), start + blanks.len(), How::Step);
        }
    }

    /// Handles the keys that abbreviate an operator with a motion.
    fn short(&mut self, state: &mut EditorState, key: char, count: Option<usize>) {
        let (operator, motion) = match key {
            'x' => (Operator::Delete, 'l'),
            'X' => (Operator::Delete, 'h'),
            's' => (Operator::Change, 'l'),
            'D' => (Operator::Delete, '$'),
            'C' => (Operator::Change, '$'),
            'S' => return self.operate_lines(state, Operator::Change, count.unwrap_or(1)),
            _ => return self.operate_lines(state, Operator::Yank, count.unwrap_or(1)),
        };
        if let Some(target) = motion::target(state, motion, count, self.last_find)
            && (target.at != state.text.cursor || operator == Operator::Change)
        {
            self.operate_to(state, operator, motion, target);
        }
    }

    /// Handles a visual mode command.
    fn visual(&mut self, state: &mut EditorState, key: char) -> Reply {
        self.count = 0;
        let text = &mut state.text;
        let Some(selection) = text.selected() else {
            self.leave_visual(text);
            return Reply::Done;
        };
        let lines = self.mode == Mode::VisualLine;
        // The last line end of whole lines would include the start of the next line.
        let last = lines::selected_lines(text);
        let range = if lines { selection.start..text.buffer().end(last.1) } else { selection };
        match key {
            'd' | 'x' | 'X' | 'D' => self.operate(state, Operator::Delete, range, lines || key.is_uppercase()),
            'c' | 's' | 'S' | 'C' => self.operate(state, Operator::Change, range, lines || key.is_uppercase()),
            'y' | 'Y' => self.operate(state, Operator::Yank, range, lines || key == 'Y'),
            '>' => self.operate(state, Operator::Right, range, true),
            '<' => self.operate(state, Operator::Left, range, true),
            'u' => self.operate(state, Operator::Lower, range, lines),
            'U' => self.operate(state, Operator::Upper, range, lines),
            '~' => self.operate(state, Operator::Toggle, range, lines),
            'J' => {
                let (first, last) = last;
                self.leave_visual(text);
                lines::join(text, first, last.max(first + 1));
            }
            'p' | 'P' => self.put_over(state, range, lines),
            'r' => self.wait = Wait::Replace,
            'o' => {
                let anchor = text.selection.anchor.replace(text.cursor);
                text.cursor = anchor.unwrap_or(text.cursor);
            }
            'v' | 'V' => {
                let wanted = if key == 'v' { Mode::Visual } else { Mode::VisualLine };
                if self.mode == wanted { self.leave_visual(text) } else { self.enter(text, wanted) }
            }
            '/' => return Reply::Passed(EditAction::Search),
            ':' => return Reply::Passed(EditAction::CommandLine),
            _ => {}
        }
        Reply::Done
    }

    /// Replaces the selection with the put text, and keeps the selection instead.
    fn put_over(&mut self, state: &mut EditorState, range: Range<usize>, lines: bool) {
        let Some(kept) = state.ring.newest().cloned() else { return };
        let text = &mut state.text;
        let old = text.buffer().slice(range.clone()).to_owned();
        let whole = kept.text.strip_suffix('\n').unwrap_or(&kept.text);
        let at_end = range.end >= text.buffer().end(text.buffer().line_of(range.end));
        let new = match (kept.lines, lines) {
            (true, false) if at_end => format!("\n{whole}"),
            (true, false) => format!("\n{whole}\n"),
            (true, true) => whole.to_owned(),
            (false, _) => kept.text.clone(),
        };
        state.ring.keep(&if lines { old + "\n" } else { old }, lines);
        let (start, last) = (range.start, new.chars().next_back().map_or(0, char::len_utf8));
        self.enter(text, Mode::Normal);
        text.change(range, &new, start + new.len() - last, How::Step);
        if kept.lines || lines {
            let first = text.buffer().line_of(start) + usize::from(!lines);
            text.go(text.buffer().first_filled(first));
        }
    }
}

/// Puts the last deleted or yanked text.
fn put(state: &mut EditorState, behind: bool, count: usize) {
    let Some(kept) = state.ring.newest().cloned().filter(|kept| !kept.text.is_empty()) else { return };
    let text = &mut state.text;
    let count = count.min(PUT_IN / kept.text.len()).max(1);
    let new = kept.text.repeat(count);
    let (line, buffer) = (text.line(), text.buffer());
    if !kept.lines {
        let end = buffer.end(line);
        let at = if behind { buffer.next(text.cursor).min(end) } else { text.cursor };
        let last = new.chars().next_back().map_or(0, char::len_utf8);
        return text.change(at..at, &new, at + new.len() - last, How::Step);
    }
    let at = if behind { buffer.start(line + 1) } else { buffer.start(line) };
    let at_end = behind && line + 1 >= buffer.lines();
    let new = if at_end { format!("\n{}", new.strip_suffix('\n').unwrap_or(&new)) } else { new };
    text.change(at..at, &new, at, How::Step);
    text.go(text.buffer().first_filled(text.buffer().line_of(at + usize::from(at_end))));
}

/// `*` and `#`: searches for the word at the cursor, forward or backward.
fn search_for_word(state: &mut EditorState, forward: bool) -> Reply {
    let EditorState { text, searching, .. } = state;
    let word = text.buffer().slice(words::around(text.text(), text.cursor, false)).to_owned();
    if word.chars().all(words::is_letter) && !word.is_empty() {
        let query = Query { text: format!(r"\b{}\b", regex::escape(&word)), regex: true };
        let before = text.cursor;
        searching.begin(text);
        // An escaped word is always a valid regular expression.
        let _ = searching.search(text, query);
        searching.go_to_hit(text, forward);
        if text.cursor != before && forward == (text.cursor > before) {
            return Reply::Done;
        }
        // It can only be in another cell.
        text.go(before);
        return Reply::Passed(if forward { EditAction::SearchNext } else { EditAction::SearchPrevious });
    }
    Reply::Done
}
