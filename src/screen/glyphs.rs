//! Replacement characters for limited terminals: ASCII for a locale that is not UTF-8, and a reduced set for the Linux
//! console, whose fonts lack some characters.

use ratatui::buffer::Buffer;

use pprepl_text::theme::terminal::{is_console, is_unicode};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// All of Unicode.
    All,
    /// The characters in console fonts.
    Console,
    /// ASCII.
    Ascii,
}

impl Glyphs {
    /// Detects the terminal from the environment.
    pub fn of_environment() -> Glyphs {
        match (is_unicode(), is_console()) {
            (false, _) => Glyphs::Ascii,
            (true, true) => Glyphs::Console,
            (true, false) => Glyphs::All,
        }
    }

    /// Replaces the unavailable characters.
    pub fn fit(self, buffer: &mut Buffer) {
        if self == Glyphs::All {
            return;
        }
        for cell in &mut buffer.content {
            let symbol = cell.symbol();
            if symbol.is_ascii() {
                continue;
            }
            match self.other(symbol) {
                Some(other) => cell.set_symbol(other),
                None => continue,
            };
        }
    }

    fn other(self, symbol: &str) -> Option<&'static str> {
        let row = SIGNS.iter().find(|(sign, ..)| *sign == symbol);
        match (self, row) {
            (Glyphs::All, _) | (Glyphs::Console, None) => None,
            (Glyphs::Console, Some((_, console, _))) => (!console.is_empty()).then_some(console),
            (Glyphs::Ascii, Some((.., ascii))) => Some(ascii),
            (Glyphs::Ascii, None) => Some("?"),
        }
    }
}

/// A character, its replacement on a console (if needed), and its ASCII replacement.
static SIGNS: &[(&str, &str, &str)] = &[
    ("│", "", "|"),
    ("┃", "║", ">"),
    ("█", "", "#"),
    ("▐", "", "#"),
    ("─", "", "-"),
    ("━", "═", "="),
    ("┌", "", "+"),
    ("┐", "", "+"),
    ("└", "", "+"),
    ("┘", "", "+"),
    ("├", "", "+"),
    ("┤", "", "+"),
    ("┬", "", "+"),
    ("┴", "", "+"),
    ("┼", "", "+"),
    ("┏", "╔", "+"),
    ("╭", "┌", "+"),
    ("╮", "┐", "+"),
    ("╯", "┘", "+"),
    ("╰", "└", "+"),
    ("▸", ">", ">"),
    ("▹", ">", ">"),
    ("▶", ">", ">"),
    ("›", ">", ">"),
    ("‹", "<", "<"),
    ("»", "", ">"),
    ("«", "", "<"),
    ("⇒", "→", ">"),
    ("→", "", ">"),
    ("←", "", "<"),
    ("↑", "", "^"),
    ("↓", "", "v"),
    ("↪", "\\", "\\"),
    ("↻", "@", "@"),
    ("⏎", "$", "$"),
    ("…", ".", "."),
    ("·", "", "."),
    ("●", "*", "*"),
    ("○", "o", "o"),
    ("◐", "-", "-"),
    ("◇", "=", "="),
    ("┆", "│", ":"),
    ("✓", "v", "v"),
    ("✗", "x", "x"),
    ("☑", "x", "x"),
    ("☐", "o", "o"),
    ("¶", "", "\""),
    ("µ", "", "u"),
    ("§", "", "S"),
    ("∪", "u", "u"),
    ("∉", "!", "!"),
];
