//! What a terminal cannot show, in signs that it can: with a locale that is not UTF-8 all in ASCII, on the console of
//! Linux without the signs that its fonts lack.

use ratatui::buffer::Buffer;

use pprepl_text::theme::terminal::{is_console, is_unicode};

/// What can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// All of Unicode.
    All,
    /// What the fonts of a console have.
    Console,
    /// ASCII.
    Ascii,
}

impl Glyphs {
    /// What the environment says of the terminal.
    pub fn of_environment() -> Glyphs {
        match (is_unicode(), is_console()) {
            (false, _) => Glyphs::Ascii,
            (true, true) => Glyphs::Console,
            (true, false) => Glyphs::All,
        }
    }

    /// Puts other signs in the place of those that cannot be shown.
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

/// A sign; another one for a console, where that is needed; one of ASCII.
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
