//! A pager for the output of commands that is longer than the screen. It shows a page and waits for a key. Rows that it
//! scrolls by stay in the terminal's history, and the text that it shows stays on the screen when it is closed.

use std::ops::Range;

use pprepl_text::columns::shortened;

use super::key::Key;
use super::key_reader::KeyReader;
use super::rows::{Row, rows};
use super::terminal;

/// The minimum number of screen rows for pages.
const MIN_ROWS: usize = 4;

/// The maximum size of output that is shown by pages, in bytes.
const MAX_TEXT: usize = 16 << 20;

/// Clears the row of the cursor.
const CLEAR_ROW: &str = "\r\x1b[K";

/// Output on a screen, by pages.
pub struct Pager<'t> {
    text: &'t str,
    rows: Vec<Row>,
    columns: usize,
    height: usize,
    /// The first visible row.
    top: usize,
    /// The searched text, and the row where it was found last.
    search: String,
    found: Option<usize>,
    /// The search being typed.
    typed: Option<String>,
    message: Option<String>,
}

/// The effect of a key.
enum Step {
    Stay,
    Leave,
    /// Go to a row.
    To(usize),
    /// Go down, or leave at the end.
    Down(usize),
    Draw,
}

impl<'t> Pager<'t> {
    /// Returns a pager for output that is longer than the screen; `None` for any other.
    pub fn of(text: &'t str) -> Option<Pager<'t>> {
        let (columns, height) = terminal::size();
        if height < MIN_ROWS || text.len() > MAX_TEXT {
            return None;
        }
        let rows = rows(text, columns);
        let (search, found, typed, message) = (String::new(), None, None, None);
        let is_long = rows.len() >= height;
        is_long.then_some(Pager { text, rows, columns, height, top: 0, search, found, typed, message })
    }

    /// Shows the text until a key closes it. `write` writes to the terminal.
    pub fn run(&mut self, keys: &mut KeyReader, write: impl Fn(&str)) {
        let first: String = self.rows.iter().take(self.page()).map(line_of).collect();
        write(&(first + &self.status()));
        loop {
            let step = match keys.next() {
                Key::None => self.follow_size(),
                Key::Closed => Step::Leave,
                key => self.press(key),
            };
            match step {
                Step::Stay => {}
                Step::Leave => break,
                Step::To(row) => write(&self.go_to(row)),
                Step::Down(_) if self.is_at_end() => break,
                Step::Down(count) => write(&self.go_to(self.top + count)),
                Step::Draw => write(&self.drawn()),
            }
        }
        write(CLEAR_ROW);
    }

    /// The number of visible rows.
    fn page(&self) -> usize {
        self.height - 1
    }

    fn last_top(&self) -> usize {
        self.rows.len().saturating_sub(self.page())
    }

    fn is_at_end(&self) -> bool {
        self.top >= self.last_top()
    }

    fn press(&mut self, key: Key) -> Step {
        if self.typed.is_some() {
            return self.press_in_search(key);
        }
        let had_message = self.message.take().is_some();
        let page = self.page();
        match key {
            Key::Char('q' | 'Q') | Key::Escape | Key::Ctrl('c' | 'd' | 'g') => Step::Leave,
            Key::Char(' ' | 'f') | Key::PageDown | Key::Ctrl('f' | 'v') => Step::Down(page),
            Key::Enter => Step::Down(1),
            Key::Down | Key::Char('j') | Key::Ctrl('n') => Step::To(self.top + 1),
            Key::Up | Key::Char('k') | Key::Ctrl('p') => Step::To(self.top.saturating_sub(1)),
            Key::PageUp | Key::Char('b') | Key::Ctrl('b') => Step::To(self.top.saturating_sub(page)),
            Key::Home | Key::Char('g' | '<') => Step::To(0),
            Key::End | Key::Char('G' | '>') => Step::To(self.last_top()),
            Key::Char('/') => {
                self.typed = Some(String::new());
                Step::Draw
            }
            Key::Char('n') => self.find(true),
            Key::Char('N') => self.find(false),
            Key::Ctrl('l') => Step::Draw,
            _ if had_message => Step::Draw,
            _ => Step::Stay,
        }
    }

    fn press_in_search(&mut self, key: Key) -> Step {
        let Some(typed) = &mut self.typed else { return Step::Stay };
        match key {
            Key::Char(c) => typed.push(c),
            Key::Backspace if typed.is_empty() => self.typed = None,
            Key::Backspace => drop(typed.pop()),
            Key::Escape | Key::Ctrl('c' | 'd' | 'g') => self.typed = None,
            Key::Ctrl('u') => typed.clear(),
            Key::Enter => {
                let typed = std::mem::take(typed);
                self.typed = None;
                if !typed.is_empty() {
                    self.search = typed;
                    self.found = None;
                }
                return self.find(true);
            }
            _ => return Step::Stay,
        }
        Step::Draw
    }

    /// Goes to the next row, or the one before, that has the searched text.
    fn find(&mut self, forward: bool) -> Step {
        if self.search.is_empty() {
            return Step::Draw;
        }
        let has_match =
            |row: &usize| self.rows.get(*row).is_some_and(|row| matched(&row.plain, &self.search).is_some());
        let found = match (forward, self.found) {
            (true, from) => (from.map_or(self.top, |row| row + 1)..self.rows.len()).find(has_match),
            (false, from) => (0..from.unwrap_or(self.top)).rev().find(has_match),
        };
        match found {
            Some(row) => {
                self.found = Some(row);
                self.top = row.min(self.last_top());
            }
            None => self.message = Some(format!("'{}' not found", self.search)),
        }
        Step::Draw
    }

    /// Moves to a row, and returns the output that shows it.
    fn go_to(&mut self, row: usize) -> String {
        let (before, page) = (self.top, self.page());
        self.top = row.min(self.last_top());
        if self.top < before || self.top > before + page {
            return self.drawn();
        }
        // The rows below scroll the screen, so that the rows above stay in the terminal's history.
        let more = self.rows.get(before + page..self.top + page).unwrap_or_default();
        let more: String = more.iter().map(|row| self.line(row)).collect();
        [CLEAR_ROW, &more, &self.status()].concat()
    }

    /// Returns the output that draws the whole screen.
    fn drawn(&self) -> String {
        let visible = self.rows.iter().skip(self.top).take(self.page());
        let visible: String = visible.map(|row| self.line(row)).collect();
        // Below a short text the status is in the next row.
        ["\x1b[?2026h\x1b[H\x1b[J", &visible, &self.status(), "\x1b[?2026l"].concat()
    }

    fn line(&self, row: &Row) -> String {
        match matched(&row.plain, &self.search) {
            Some(found) => {
                let (before, after) = (&row.plain[..found.start], &row.plain[found.end..]);
                format!("{before}\x1b[7m{}\x1b[0m{after}\n", &row.plain[found])
            }
            None => line_of(row),
        }
    }

    /// Returns the row below the text: the search being typed, a message, or the position with the keys.
    fn status(&self) -> String {
        let room = self.columns.saturating_sub(1).max(1);
        if let Some(typed) = &self.typed {
            return format!("{CLEAR_ROW}/{}", shortened(typed, room.saturating_sub(1)));
        }
        let last = (self.top + self.page()).min(self.rows.len());
        let position = format!("{}-{last} of {}", self.top + 1, self.rows.len());
        let text = match &self.message {
            Some(message) => format!("{position}  {message}"),
            None if self.is_at_end() => format!("{position}  Space or q: close, /: search"),
            None => format!("{position}  Space: next page, Up/Down: scroll, /: search, q: close"),
        };
        format!("{CLEAR_ROW}\x1b[7m{}\x1b[0m", shortened(&text, room))
    }

    /// Fits the text to the size of the screen. The first visible line stays.
    fn follow_size(&mut self) -> Step {
        let (columns, height) = terminal::size();
        if (columns, height) == (self.columns, self.height) {
            return Step::Stay;
        }
        if height < MIN_ROWS {
            return Step::Leave;
        }
        let line = self.rows.get(self.top).map_or(0, |row| row.line);
        (self.columns, self.height, self.found) = (columns, height, None);
        self.rows = rows(self.text, columns);
        self.top = self.rows.partition_point(|row| row.line < line).min(self.last_top());
        Step::Draw
    }
}

fn line_of(row: &Row) -> String {
    [&row.painted, "\n"].concat()
}

/// Returns the first place of the searched text in a row. Case matters only if the search has an uppercase letter.
fn matched(text: &str, search: &str) -> Option<Range<usize>> {
    if search.is_empty() {
        return None;
    }
    let exact = search.chars().any(char::is_uppercase);
    let is_same = |a: char, b: char| a == b || !exact && a.to_lowercase().eq(b.to_lowercase());
    text.char_indices().find_map(|(start, _)| {
        let mut rest = text[start..].char_indices();
        for wanted in search.chars() {
            rest.next().filter(|(_, c)| is_same(*c, wanted))?;
        }
        Some(start..start + rest.offset())
    })
}
