//! A style: colors and attributes, its syntax in a theme, and its escape sequences.

use super::{Color, ColorDepth};

/// The appearance of a range on the screen. The default is the terminal's own style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style {
    /// Foreground color; `None` for the terminal's own.
    pub fg: Option<Color>,
    /// Background color; `None` for the terminal's own.
    pub bg: Option<Color>,
    pub bold: bool,
    pub dim: bool,
    pub italic: bool,
    pub underline: bool,
    /// Foreground and background swapped.
    pub reverse: bool,
}

impl Style {
    /// Parses the notation of themes: attributes and a color, and a background after `on`: `bold red on #202020`.
    /// `color` resolves the name of a color (a palette's or a terminal's).
    ///
    /// Fails with the word that is neither an attribute nor a color.
    pub fn parse(text: &str, color: impl Fn(&str) -> Option<Color>) -> Result<Style, String> {
        let mut style = Style::default();
        let mut background = false;
        for word in text.split_whitespace() {
            match word {
                "on" => background = true,
                _ if style.set_attribute(word) => {}
                _ => {
                    let color = color(word).ok_or_else(|| word.to_string())?;
                    *(if background { &mut style.bg } else { &mut style.fg }) = Some(color);
                }
            }
        }
        Ok(style)
    }

    fn set_attribute(&mut self, word: &str) -> bool {
        match word {
            "bold" => self.bold = true,
            "dim" => self.dim = true,
            "italic" => self.italic = true,
            "underline" => self.underline = true,
            "reverse" => self.reverse = true,
            "plain" => {}
            _ => return false,
        }
        true
    }

    /// Returns whether the style changes nothing.
    pub fn is_plain(&self) -> bool {
        *self == Style::default()
    }

    /// Merges two styles; set fields of `over` win. For an overlay like a search hit on a keyword.
    pub fn overlaid(self, over: Style) -> Style {
        Style {
            fg: over.fg.or(self.fg),
            bg: over.bg.or(self.bg),
            bold: self.bold || over.bold,
            dim: self.dim || over.dim,
            italic: self.italic || over.italic,
            underline: self.underline || over.underline,
            reverse: self.reverse || over.reverse,
        }
    }

    /// Returns the escape sequence that switches this style on; empty for a plain style.
    pub fn sgr(&self, depth: ColorDepth) -> String {
        const START: &str = "\x1b[";
        if depth == ColorDepth::None || self.is_plain() {
            return String::new();
        }
        let mut out = String::with_capacity(24);
        out.push_str(START);
        let attributes =
            [(self.bold, "1;"), (self.dim, "2;"), (self.italic, "3;"), (self.underline, "4;"), (self.reverse, "7;")];
        attributes.iter().filter(|(on, _)| *on).for_each(|(_, code)| out.push_str(code));
        for (color, background) in [(self.fg, false), (self.bg, true)] {
            // Writing to a string cannot fail.
            let _ = color.map_or(Ok(()), |color| color.write_sgr(background, depth, &mut out));
        }
        out.pop();
        out.push('m');
        out
    }

    /// Paints `text` in this style for the given color depth. Line ends stay outside the style, so that a
    /// background does not run to the end of the screen.
    pub fn paint(&self, text: &str, depth: ColorDepth) -> String {
        let mut painted = String::with_capacity(text.len() + 16);
        self.paint_to(&mut painted, text, depth);
        painted
    }

    /// Does the same as [`Style::paint`], but appends to `out`.
    pub fn paint_to(&self, out: &mut String, text: &str, depth: ColorDepth) {
        let on = self.sgr(depth);
        if on.is_empty() {
            return out.push_str(text);
        }
        Style::paint_switched(out, text, &on);
    }

    /// Paints `text` between the sequence `on` and the reset sequence.
    pub(super) fn paint_switched(out: &mut String, text: &str, on: &str) {
        for line in text.split_inclusive('\n') {
            let content = line.trim_end_matches(['\n', '\r']);
            if !content.is_empty() {
                out.push_str(on);
                out.push_str(content);
                out.push_str("\x1b[0m");
            }
            out.push_str(line.get(content.len()..).unwrap_or(""));
        }
    }
}
