//! The styles of a console of Windows that obeys no escape sequences: sixteen colors in two groups of four bits.

use ratatui::style::{Color, Modifier, Style};

/// A color or background that is brighter.
const BRIGHT: u16 = 8;

/// A line below the text.
const UNDERSCORE: u16 = 0x8000;

/// Returns the attributes of text with a style; `plain` are those of text without one.
pub fn attributes(style: Style, plain: u16) -> u16 {
    let has = |modifier: Modifier| style.add_modifier.contains(modifier);
    let mut text = color(style.fg).unwrap_or(plain & 0xf);
    let mut background = color(style.bg).unwrap_or(plain >> 4 & 0xf);
    if has(Modifier::BOLD) {
        text |= BRIGHT;
    }
    if has(Modifier::DIM) && style.fg.is_none_or(|color| color == Color::Reset) {
        text = BRIGHT;
    }
    if has(Modifier::REVERSED) {
        std::mem::swap(&mut text, &mut background);
    }
    if has(Modifier::HIDDEN) {
        text = background;
    }
    let line = if has(Modifier::UNDERLINED) { UNDERSCORE } else { 0 };
    text | background << 4 | line
}

/// Returns the four bits of a color; `None` for the console's own color, and for one that it does not have.
fn color(color: Option<Color>) -> Option<u16> {
    let number = match color? {
        Color::Black => 0,
        Color::Red => 1,
        Color::Green => 2,
        Color::Yellow => 3,
        Color::Blue => 4,
        Color::Magenta => 5,
        Color::Cyan => 6,
        Color::Gray => 7,
        Color::DarkGray => 8,
        Color::LightRed => 9,
        Color::LightGreen => 10,
        Color::LightYellow => 11,
        Color::LightBlue => 12,
        Color::LightMagenta => 13,
        Color::LightCyan => 14,
        Color::White => 15,
        Color::Indexed(number) if number < 16 => u16::from(number),
        Color::Reset | Color::Indexed(_) | Color::Rgb(..) => return None,
    };
    // Red and blue have each other's bit.
    Some(number & 0b1010 | (number & 1) << 2 | number >> 2 & 1)
}
