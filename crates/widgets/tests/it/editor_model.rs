//! The model of an editor: a text, a cursor and an anchor, a tree of states, a list of cut texts. Everything is computed
//! from the whole text each time, with none of the editor's indexes, increments or shortcuts.

use std::ops::Range;

use pprepl_widgets::editor::{EditAction, Motion};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// What the next change may join.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Open {
    /// Typing, with its last character.
    Typing(char),
    /// Deleting by characters; true if the last one was a line end.
    Erasing(bool),
    Step,
}

/// A state, and the cursor before and after the step that led to it.
#[derive(Clone, Debug)]
struct State {
    parent: usize,
    /// Where redo goes.
    chosen: Option<usize>,
    text: String,
    cursors: (usize, usize),
}

#[derive(Debug)]
pub struct Model {
    pub text: String,
    pub cursor: usize,
    pub anchor: Option<usize>,
    marking: bool,
    goal: Option<usize>,
    states: Vec<State>,
    at: usize,
    open: Option<Open>,
    /// What the last change inserted; empty where it deleted.
    touched: Range<usize>,
    /// Cut and copied texts, the newest first; true: whole lines.
    ring: Vec<(String, bool)>,
    is_cutting: bool,
    pasted: Option<(Range<usize>, usize)>,
    pub copied: Option<String>,
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || matches!(c, '\u{300}'..='\u{36f}' | '\u{200d}')
}

impl Model {
    pub fn new(text: &str) -> Model {
        let root = State { parent: 0, chosen: None, text: text.to_owned(), cursors: (0, 0) };
        Model {
            text: text.to_owned(),
            cursor: 0,
            anchor: None,
            marking: false,
            goal: None,
            states: vec![root],
            at: 0,
            open: None,
            touched: 0..0,
            ring: Vec::new(),
            is_cutting: false,
            pasted: None,
            copied: None,
        }
    }

    /// The boundaries of graphemes, both ends of the text included.
    fn boundaries(&self) -> Vec<usize> {
        self.text.grapheme_indices(true).map(|(at, _)| at).chain([self.text.len()]).collect()
    }

    fn snap(&self, offset: usize) -> usize {
        self.boundaries().into_iter().rfind(|at| *at <= offset).unwrap_or(0)
    }

    fn next(&self, offset: usize) -> usize {
        self.boundaries().into_iter().find(|at| *at > offset).unwrap_or(self.text.len())
    }

    fn previous(&self, offset: usize) -> usize {
        self.boundaries().into_iter().rfind(|at| *at < offset).unwrap_or(0)
    }

    /// The lines, without their ends.
    fn lines(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        let line = |text: &str| {
            let range = start
                ..start
                    + text.strip_suffix('\r').filter(|_| start + text.len() < self.text.len()).unwrap_or(text).len();
            start += text.len() + 1;
            range
        };
        self.text.split('\n').map(line).collect()
    }

    fn line_of(&self, offset: usize) -> usize {
        self.text[..offset].matches('\n').count()
    }

    fn start(&self, line: usize) -> usize {
        self.lines().get(line).map_or(self.text.len(), |range| range.start)
    }

    fn line(&self) -> Range<usize> {
        self.lines()[self.line_of(self.cursor)].clone()
    }

    pub fn selected(&self) -> Option<Range<usize>> {
        let anchor = self.anchor.filter(|anchor| *anchor != self.cursor)?;
        Some(anchor.min(self.cursor)..anchor.max(self.cursor))
    }

    /// The first and the last line that are selected; a selection that ends where a line starts leaves that line out.
    fn selected_lines(&self) -> (usize, usize) {
        let range = self.selected().unwrap_or(self.cursor..self.cursor);
        let (first, last) = (self.line_of(range.start), self.line_of(range.end));
        (first, if last > first && range.end == self.start(last) { last - 1 } else { last })
    }

    fn clear(&mut self) {
        self.anchor = None;
        self.marking = false;
    }

    fn go(&mut self, offset: usize) {
        self.cursor = self.snap(offset);
        self.goal = None;
        self.open = None;
    }

    /// Replaces a range; `open` says what kind of change it is.
    fn change(&mut self, range: Range<usize>, with: &str, cursor: usize, open: Open) {
        let before = self.cursor;
        let is_empty = range.is_empty() && with.is_empty();
        let end = range.start + with.len();
        self.text.replace_range(range.clone(), with);
        self.cursor = self.snap(cursor);
        self.clear();
        self.goal = None;
        if !is_empty {
            let is_next = self.is_next(&range, open);
            let goes_on = is_next && range.start == self.touched.end && open != Open::Step && end > range.start;
            self.touched = if goes_on { self.touched.start..end } else { range.start..end };
            self.record(before, open, is_next);
        }
    }

    /// Whether a change is next to the last one, or inside of what it typed.
    fn is_next(&self, range: &Range<usize>, open: Open) -> bool {
        let (start, end) = (self.touched.start, self.touched.end);
        match open {
            Open::Typing(_) => range.start == end || range.start > start && range.start < end,
            _ => range.end == start || range.start == start,
        }
    }

    fn record(&mut self, before: usize, open: Open, is_next: bool) {
        let joins = match (self.open, open) {
            (Some(Open::Typing(last)), Open::Typing(new)) => !last.is_whitespace() || new.is_whitespace(),
            (Some(Open::Erasing(line)), Open::Erasing(other)) => !line && !other,
            _ => false,
        };
        self.open = Some(open);
        if joins && is_next && self.states[self.at].chosen.is_none() {
            self.states[self.at].text.clone_from(&self.text);
            self.states[self.at].cursors.1 = self.cursor;
            return;
        }
        let (new, parent) = (self.states.len(), self.at);
        let text = self.text.clone();
        self.states.push(State { parent, chosen: None, text, cursors: (before, self.cursor) });
        self.states[parent].chosen = Some(new);
        self.at = new;
    }

    /// Takes over what an action made that the model does not know, as one step.
    pub fn take_over(&mut self, text: &str, cursor: usize, anchor: Option<usize>) {
        self.is_cutting = false;
        self.pasted = None;
        let before = self.cursor;
        let is_new = text != self.text;
        if !is_new && cursor == before && anchor == self.anchor.filter(|anchor| *anchor != before) {
            return;
        }
        text.clone_into(&mut self.text);
        (self.cursor, self.goal) = (cursor, None);
        self.marking &= !is_new;
        self.anchor = anchor;
        if is_new {
            self.record(before, Open::Step, false);
        }
        if anchor.is_some() {
            self.open = None;
        }
    }

    /// The states from the first one to this.
    fn path(&self, mut at: usize) -> Vec<usize> {
        let mut path = vec![at];
        while at > 0 {
            at = self.states[at].parent;
            path.insert(0, at);
        }
        path
    }

    fn travel(&mut self, action: EditAction) {
        let target = match action {
            EditAction::Undo if self.at > 0 => Some(self.states[self.at].parent),
            EditAction::Redo => self.states[self.at].chosen,
            EditAction::Earlier => self.at.checked_sub(1),
            EditAction::Later => Some(self.at + 1).filter(|at| *at < self.states.len()),
            _ => None,
        };
        if target.is_some() || matches!(action, EditAction::Undo | EditAction::Redo) {
            self.open = None;
        }
        let Some(target) = target else { return };
        let (from, to) = (self.path(self.at), self.path(target));
        let shared = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
        let cursor = match to[shared..].last() {
            Some(last) => self.states[*last].cursors.1,
            None => self.states[from[shared]].cursors.0,
        };
        if action == EditAction::Undo {
            self.states[target].chosen = Some(self.at);
        }
        for at in &to[shared..] {
            let parent = self.states[*at].parent;
            self.states[parent].chosen = Some(*at);
        }
        self.at = target;
        self.text.clone_from(&self.states[target].text);
        self.clear();
        self.go(cursor);
    }

    /// The texts from this state back to the first one.
    pub fn undo_texts(&self) -> Vec<&String> {
        self.path(self.at).into_iter().rev().map(|at| &self.states[at].text).collect()
    }
}

/// Moving.
impl Model {
    fn columns(grapheme: &str, column: usize) -> usize {
        if grapheme == "\t" { 4 - column % 4 } else { pprepl_text::visible(grapheme).width().max(1) }
    }

    fn column(&self) -> usize {
        let line = self.line();
        let before = &self.text[line.start..self.cursor.min(line.end)];
        before.graphemes(true).fold(0, |column, one| column + Model::columns(one, column))
    }

    fn at_column(&self, line: usize, goal: usize) -> usize {
        let line = self.lines()[line].clone();
        let mut column = 0;
        for (at, grapheme) in self.text[line.clone()].grapheme_indices(true) {
            column += Model::columns(grapheme, column);
            if column > goal {
                return line.start + at;
            }
        }
        line.end
    }

    fn by_lines(&mut self, is_up: bool) {
        let line = self.line_of(self.cursor);
        let last = self.lines().len() - 1;
        let target = if is_up { line.saturating_sub(1) } else { (line + 1).min(last) };
        if target != line {
            let goal = self.goal.unwrap_or_else(|| self.column());
            self.go(self.at_column(target, goal));
            self.goal = Some(goal);
        }
    }

    fn first_filled(&self, line: Range<usize>) -> usize {
        let own = &self.text[line.clone()];
        line.start + own.len() - own.trim_start().len()
    }

    fn word_left(&self) -> usize {
        let before = self.text[..self.cursor].trim_end_matches(|c| !is_word(c));
        before.trim_end_matches(is_word).len()
    }

    fn word_right(&self) -> usize {
        let after = self.text[self.cursor..].trim_start_matches(|c| !is_word(c));
        self.text.len() - after.trim_start_matches(is_word).len()
    }

    /// The empty line before or after the paragraph at the cursor.
    fn paragraph(&self, is_up: bool) -> usize {
        let lines = self.lines();
        let is_filled = |line: &usize| !self.text[lines[*line].clone()].trim().is_empty();
        let here = self.line_of(self.cursor);
        let road: Vec<usize> = if is_up { (0..=here).rev().collect() } else { (here..lines.len()).collect() };
        let found = road.into_iter().skip_while(|line| !is_filled(line)).find(|line| !is_filled(line));
        found.map_or(if is_up { 0 } else { self.text.len() }, |line| lines[line].start)
    }

    fn walk(&mut self, motion: Motion) {
        let line = self.line();
        let filled = self.first_filled(line.clone());
        self.go(match motion {
            Motion::Up | Motion::Down => return self.by_lines(motion == Motion::Up),
            Motion::Left => self.previous(self.cursor),
            Motion::Right => self.next(self.cursor),
            Motion::WordLeft => self.word_left(),
            Motion::WordRight => self.word_right(),
            Motion::LineStart => {
                if self.cursor == filled {
                    line.start
                } else {
                    filled
                }
            }
            Motion::LineEnd => line.end,
            Motion::ParagraphUp => self.paragraph(true),
            Motion::ParagraphDown => self.paragraph(false),
            Motion::Start => 0,
            Motion::End => self.text.len(),
            other => panic!("{other:?} is not in the model"),
        });
    }

    fn move_by(&mut self, motion: Motion) {
        if self.marking {
            return self.select_by(motion);
        }
        let selected = self.selected();
        self.clear();
        match (selected, motion) {
            (Some(range), Motion::Left) => self.go(range.start),
            (Some(range), Motion::Right) => self.go(range.end),
            _ => self.walk(motion),
        }
    }

    fn select_by(&mut self, motion: Motion) {
        let anchor = self.anchor.unwrap_or(self.cursor);
        self.walk(motion);
        self.anchor = Some(anchor);
    }

    fn select(&mut self, range: Range<usize>) {
        self.go(range.end);
        self.anchor = Some(self.snap(range.start));
    }

    pub fn set_cursor(&mut self, offset: usize) {
        self.clear();
        self.go(offset);
    }
}

/// Changes.
impl Model {
    fn interrupt(&mut self) {
        self.is_cutting = false;
        self.pasted = None;
    }

    pub fn typed(&mut self, typed: char) {
        self.interrupt();
        let (range, open) = match self.selected() {
            Some(range) => (range, Open::Step),
            None => (self.cursor..self.cursor, Open::Typing(typed)),
        };
        let cursor = range.start + typed.len_utf8();
        self.change(range, &typed.to_string(), cursor, open);
    }

    pub fn paste(&mut self, text: &str) {
        self.interrupt();
        self.put_in(&text.replace("\r\n", "\n").replace('\r', "\n"));
    }

    fn put_in(&mut self, text: &str) {
        let range = self.selected().unwrap_or(self.cursor..self.cursor);
        let cursor = range.start + text.len();
        self.change(range, text, cursor, Open::Step);
    }

    /// Deletes the selection, or from the cursor to `other`; more than one grapheme is a step.
    fn erase(&mut self, other: usize) {
        let range = self.selected().unwrap_or(self.cursor.min(other)..self.cursor.max(other));
        let removed = &self.text[range.clone()];
        let is_one = removed.graphemes(true).count() <= 1;
        let open = if is_one { Open::Erasing(removed.contains('\n')) } else { Open::Step };
        self.change(range.clone(), "", range.start, open);
    }

    fn backspace(&mut self) {
        let before = &self.text[self.line().start..self.cursor];
        let is_level = !before.is_empty() && before.len().is_multiple_of(2) && before.bytes().all(|byte| byte == b' ');
        self.erase(if is_level { self.cursor - 2 } else { self.previous(self.cursor) });
    }

    /// A new line with the indentation of this one; a selection is replaced. It is one step, and ends it.
    fn new_line(&mut self) {
        let range = self.selected().unwrap_or(self.cursor..self.cursor);
        let line = self.lines()[self.line_of(range.start)].start;
        let before = &self.text[line..range.start];
        let text = format!("\n{}", &before[..before.len() - before.trim_start().len()]);
        let cursor = range.start + text.len();
        self.change(range, &text, cursor, Open::Step);
        self.open = None;
    }

    fn kill(&mut self, range: Range<usize>, is_back: bool) {
        if range.is_empty() {
            return;
        }
        let text = self.text[range.clone()].to_owned();
        match self.ring.first_mut().filter(|_| self.is_cutting) {
            Some(last) if is_back => last.0.insert_str(0, &text),
            Some(last) => last.0.push_str(&text),
            None => self.ring.insert(0, (text, false)),
        }
        self.is_cutting = true;
        self.copied = self.ring.first().map(|kept| kept.0.clone());
        self.change(range.clone(), "", range.start, Open::Step);
    }

    fn kill_word(&mut self, is_back: bool) {
        let range = match self.selected() {
            Some(range) => return self.kill(range, false),
            None if is_back => self.snap(self.word_left())..self.cursor,
            None => self.cursor..self.snap(self.word_right()).max(self.cursor),
        };
        self.kill(range, is_back);
    }

    /// The lines with one line end: the one after them, or else the one before.
    fn with_an_end(&self, first: usize, last: usize) -> Range<usize> {
        let lines = self.lines();
        if last + 1 == lines.len() && first > 0 {
            return lines[first - 1].end..self.text.len();
        }
        lines[first].start..self.start(last + 1)
    }

    fn copy(&mut self, is_cut: bool) {
        let line = self.line_of(self.cursor);
        let (range, is_line) = match self.selected() {
            Some(range) => (range, false),
            None => (self.start(line)..self.start(line + 1), true),
        };
        if !range.is_empty() {
            let mut text = self.text[range.clone()].to_owned();
            if is_line && !text.ends_with('\n') {
                text.push('\n');
            }
            self.ring.insert(0, (text.clone(), is_line));
            self.copied = Some(text);
            if is_cut {
                let range = if is_line { self.with_an_end(line, line) } else { range };
                return self.change(range.clone(), "", range.start, Open::Step);
            }
        }
        if !is_cut && self.marking {
            self.clear();
        }
    }

    fn put_back(&mut self) {
        let Some((text, is_line)) = self.ring.first().cloned() else { return };
        let line = self.line().start;
        let (range, cursor) = match self.selected() {
            Some(range) => (range.clone(), range.start + text.len()),
            None if is_line => (line..line, self.cursor + text.len()),
            None => (self.cursor..self.cursor, self.cursor + text.len()),
        };
        let start = range.start;
        self.change(range, &text, cursor, Open::Step);
        self.pasted = Some((start..start + text.len(), 0));
    }

    fn put_back_older(&mut self) {
        let Some((range, nth)) = self.pasted.take() else { return };
        let older = (nth + 1) % self.ring.len();
        let text = self.ring[older].0.clone();
        let (start, end) = (range.start, range.start + text.len());
        self.change(range, &text, end, Open::Step);
        self.pasted = Some((start..end, older));
    }

    /// Swaps the selected lines with their neighbor; line ends stay where they are.
    fn move_lines(&mut self, is_up: bool) {
        let ((first, last), lines) = (self.selected_lines(), self.lines());
        if is_up && first == 0 || !is_up && last + 1 == lines.len() {
            return;
        }
        let (own, other) =
            (lines[first].start..lines[last].end, lines[if is_up { first - 1 } else { last + 1 }].clone());
        let (above, below) = if is_up { (other.clone(), own) } else { (own, other.clone()) };
        let end = self.text[above.end..below.start].to_owned();
        let text = format!("{}{end}{}", &self.text[below.clone()], &self.text[above.clone()]);
        let by = other.len() + end.len();
        let moved = |at: usize| if is_up { at.saturating_sub(by) } else { at + by };
        let (cursor, anchor) = (moved(self.cursor), self.anchor.map(moved));
        self.change(above.start..below.end, &text, cursor, Open::Step);
        self.anchor = anchor.map(|anchor| self.snap(anchor));
    }

    fn duplicate(&mut self) {
        let ((first, last), lines) = (self.selected_lines(), self.lines());
        let range = lines[first].start..lines[last].end;
        let copy = format!("\n{}", &self.text[range.clone()]);
        let (cursor, anchor) = (self.cursor + copy.len(), self.anchor.map(|anchor| anchor + copy.len()));
        self.change(range.end..range.end, &copy, cursor, Open::Step);
        self.anchor = anchor.map(|anchor| self.snap(anchor));
    }

    /// Swaps the graphemes around the cursor; at the end of a line the last two.
    fn transpose(&mut self) {
        let line = self.line();
        let middle = if self.cursor == line.end { self.previous(line.end) } else { self.cursor };
        let (first, last) = (self.previous(middle), self.next(middle));
        if first < line.start || first == middle || last > line.end {
            return;
        }
        let text = format!("{}{}", &self.text[middle..last], &self.text[first..middle]);
        self.change(first..last, &text, last, Open::Step);
    }

    fn change_case(&mut self, is_upper: bool) {
        let selected = self.selected();
        let range = selected.clone().unwrap_or_else(|| self.cursor..self.word_right());
        let old = self.text[range.clone()].to_owned();
        let new = if is_upper { old.to_uppercase() } else { old.to_lowercase() };
        let (start, end) = (range.start, range.start + new.len());
        let range = if old == new { start..start } else { range };
        self.change(range, if old == new { "" } else { &new }, end, Open::Step);
        self.anchor = selected.map(|range| range.start);
    }

    /// Runs an action; false: the model does not know it.
    pub fn apply(&mut self, action: EditAction) -> bool {
        let is_kill = matches!(
            action,
            EditAction::DeleteToLineEnd
                | EditAction::DeleteToLineStart
                | EditAction::DeleteWord
                | EditAction::DeleteWordBack
                | EditAction::DeleteLine
        );
        self.is_cutting &= is_kill;
        if action != EditAction::PasteOlder {
            self.pasted = None;
        }
        self.act(action)
    }

    fn act(&mut self, action: EditAction) -> bool {
        let line = self.line();
        match action {
            EditAction::Move(motion) => self.move_by(motion),
            EditAction::Select(motion) => self.select_by(motion),
            EditAction::SelectAll => self.select(0..self.text.len()),
            EditAction::SelectLine => {
                let from = self.selected().map_or(self.cursor, |range| range.start);
                self.select(self.start(self.line_of(from))..self.start(self.line_of(self.cursor) + 1));
            }
            EditAction::SetMark => {
                self.marking = !(self.marking && self.anchor == Some(self.cursor));
                self.anchor = self.marking.then_some(self.cursor);
            }
            EditAction::Escape => self.clear(),
            EditAction::Tab if self.selected().is_none() => {
                self.interrupt();
                self.put_in("  ");
            }
            EditAction::Newline => self.new_line(),
            EditAction::DeleteBack => self.backspace(),
            EditAction::Delete => self.erase(self.next(self.cursor)),
            EditAction::DeleteWordBack => self.kill_word(true),
            EditAction::DeleteWord => self.kill_word(false),
            EditAction::DeleteToLineEnd => {
                let next = self.start(self.line_of(self.cursor) + 1);
                self.kill(self.cursor..if line.end == self.cursor { next } else { line.end }, false);
            }
            EditAction::DeleteToLineStart => {
                let start = if line.start == self.cursor { self.previous(line.start) } else { line.start };
                self.kill(start..self.cursor, true);
            }
            EditAction::DeleteLine => {
                let (first, last) = self.selected_lines();
                self.kill(self.with_an_end(first, last), false);
            }
            EditAction::Cut => self.copy(true),
            EditAction::Copy => self.copy(false),
            EditAction::Paste => self.put_back(),
            EditAction::PasteOlder => self.put_back_older(),
            EditAction::LineUp => self.move_lines(true),
            EditAction::LineDown => self.move_lines(false),
            EditAction::Duplicate => self.duplicate(),
            EditAction::Transpose => self.transpose(),
            EditAction::UpperCase => self.change_case(true),
            EditAction::LowerCase => self.change_case(false),
            EditAction::Undo | EditAction::Redo | EditAction::Earlier | EditAction::Later => self.travel(action),
            _ => return false,
        }
        true
    }
}
