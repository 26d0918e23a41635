//! A single-line input: search words, a file name.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyModifiers};
use ratatui::layout::Rect;
use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

use crate::key::Key;
use crate::paint::Palette;
use pprepl_text::columns::width;
use pprepl_text::theme::Role;
use pprepl_text::visible;

/// A line and its cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineInput {
    text: String,
    cursor: usize,
    /// Whether the whole text is selected: what is typed or pasted replaces it.
    is_selected: bool,
}

impl LineInput {
    /// Returns an input with this text and the cursor at its end.
    pub fn new(text: impl Into<String>) -> LineInput {
        let text = text.into();
        LineInput { cursor: text.len(), text, is_selected: false }
    }

    /// Selects the whole text.
    pub fn select(&mut self) {
        self.is_selected = !self.text.is_empty();
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Inserts text at the cursor: only the first line of several.
    pub fn insert(&mut self, text: &str) {
        let line = text.lines().next().unwrap_or_default();
        self.delete_selection();
        self.text.insert_str(self.cursor, line);
        self.cursor += line.len();
    }

    /// Handles a key. Returns false for a key without a meaning here.
    pub fn key(&mut self, key: Key) -> bool {
        let control = key.held.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Backspace | KeyCode::Delete if self.delete_selection() => {}
            KeyCode::Char('w' | 'u' | 'k') if control && self.delete_selection() => {}
            KeyCode::Left if self.is_selected => self.cursor = 0,
            KeyCode::Left => self.cursor = self.before(),
            KeyCode::Right => self.cursor = self.after(),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Backspace => self.remove(self.before(), self.cursor),
            KeyCode::Delete => self.remove(self.cursor, self.after()),
            KeyCode::Char('u') if control => self.remove(0, self.cursor),
            KeyCode::Char('k') if control => self.remove(self.cursor, self.text.len()),
            KeyCode::Char('w') if control => self.remove(self.word_before(), self.cursor),
            _ => match key.typed() {
                Some(ch) => self.insert(ch.encode_utf8(&mut [0; 4])),
                None => return false,
            },
        }
        self.is_selected = false;
        true
    }

    /// Handles a key. Returns whether it changed the text, not only the cursor.
    pub fn edit(&mut self, key: Key) -> bool {
        let before = self.text.clone();
        self.key(key) && self.text != before
    }

    /// Deletes the text if it is selected. Returns whether it was.
    fn delete_selection(&mut self) -> bool {
        let is_selected = std::mem::take(&mut self.is_selected);
        if is_selected {
            self.remove(0, self.text.len());
        }
        is_selected
    }

    fn remove(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    fn before(&self) -> usize {
        let found = GraphemeCursor::new(self.cursor, self.text.len(), true).prev_boundary(&self.text, 0);
        found.ok().flatten().unwrap_or(0)
    }

    fn after(&self) -> usize {
        let found = GraphemeCursor::new(self.cursor, self.text.len(), true).next_boundary(&self.text, 0);
        found.ok().flatten().unwrap_or(self.text.len())
    }

    fn word_before(&self) -> usize {
        let before = self.text.get(..self.cursor).unwrap_or_default().trim_end();
        before.unicode_word_indices().next_back().map_or(0, |(at, _)| at)
    }

    /// Draws the line, scrolled to the cursor. Returns the cursor's screen column.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, palette: &Palette) -> u16 {
        let look = palette.style(if self.is_selected { Role::Selection } else { Role::Menu });
        let before = visible(self.text.get(..self.cursor).unwrap_or_default()).replace('\t', " ");
        let behind = visible(self.text.get(self.cursor..).unwrap_or_default()).replace('\t', " ");
        let room = usize::from(area.width.saturating_sub(1));
        let mut shown: &str = &before;
        while width(shown) > room {
            let first = shown.graphemes(true).next().map_or(1, str::len);
            shown = shown.get(first..).unwrap_or_default();
        }
        let column = area.x + u16::try_from(width(shown)).unwrap_or(0);
        buffer.set_stringn(area.x, area.y, format!("{shown}{behind}"), usize::from(area.width), look);
        column
    }
}
