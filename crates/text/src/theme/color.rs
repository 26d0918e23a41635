//! Colors as themes name them, and their SGR codes at each color depth of a terminal.
//!
//! It does not detect terminal capabilities: front ends know their environment.

use std::fmt::{self, Write};

/// A color of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// One of the terminal's sixteen colors (0 to 7, and 8 to 15 for the bright ones).
    Ansi(u8),
    /// A color by its red, green and blue components.
    Rgb(u8, u8, u8),
}

/// The number of colors that a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ColorDepth {
    /// No colors: text is unchanged.
    None,
    /// The sixteen ANSI colors.
    #[default]
    Ansi16,
    /// The 256 colors of xterm: sixteen, a cube of 6x6x6, and 24 grays.
    Ansi256,
    /// Red, green and blue of 8 bits each.
    TrueColor,
}

/// The sixteen names in the order of their codes; a bright color has the prefix `bright-`.
const ANSI_NAMES: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// The RGB values of xterm for the sixteen colors: only for the choice of the nearest one.
const ANSI_RGB: [(u8, u8, u8); 16] = [
    (0, 0, 0),
    (205, 0, 0),
    (0, 205, 0),
    (205, 205, 0),
    (0, 0, 238),
    (205, 0, 205),
    (0, 205, 205),
    (229, 229, 229),
    (127, 127, 127),
    (255, 0, 0),
    (0, 255, 0),
    (255, 255, 0),
    (92, 92, 255),
    (255, 0, 255),
    (0, 255, 255),
    (255, 255, 255),
];

/// The levels of the 6x6x6 cube.
const CUBE: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Color {
    /// Parses `#rrggbb`, `red`, `bright-red`, or either spelling of gray.
    pub fn parse(text: &str) -> Option<Color> {
        if let Some(hex) = text.strip_prefix('#') {
            return parse_hex(hex);
        }
        if text == "gray" || text == "grey" {
            return Some(Color::Ansi(8));
        }
        let (name, bright) = text.strip_prefix("bright-").map_or((text, 0), |name| (name, 8));
        let index = ANSI_NAMES.iter().position(|&known| known == name)?;
        Some(Color::Ansi(index as u8 + bright))
    }

    /// Returns the red, green and blue components. A color of the terminal has the components of xterm.
    pub fn to_rgb(self) -> (u8, u8, u8) {
        match self {
            Color::Ansi(index) => ANSI_RGB.get(usize::from(index)).copied().unwrap_or_default(),
            Color::Rgb(r, g, b) => (r, g, b),
        }
    }

    /// Returns the nearest of the sixteen colors.
    pub fn to_ansi16(self) -> u8 {
        match self {
            Color::Ansi(index) => index,
            Color::Rgb(r, g, b) => nearest((r, g, b), ANSI_RGB.iter().copied()) as u8,
        }
    }

    /// Returns the nearest of the 256 colors. For an RGB color it is never one of the first sixteen, which users
    /// redefine.
    pub fn to_ansi256(self) -> u8 {
        match self {
            Color::Ansi(index) => index,
            Color::Rgb(r, g, b) => nearest_of_256((r, g, b)),
        }
    }

    /// Writes the SGR parameters of this color, each followed by `;`: as the background if `background`, else as
    /// the foreground.
    pub(super) fn write_sgr(self, background: bool, depth: ColorDepth, out: &mut String) -> fmt::Result {
        let base = if background { 40 } else { 30 };
        match (self, depth) {
            (_, ColorDepth::None) => Ok(()),
            (Color::Ansi(index), _) => write!(out, "{};", ansi16_parameter(index, base)),
            (color, ColorDepth::Ansi16) => write!(out, "{};", ansi16_parameter(color.to_ansi16(), base)),
            (color, ColorDepth::Ansi256) => write!(out, "{};5;{};", base + 8, color.to_ansi256()),
            (Color::Rgb(r, g, b), ColorDepth::TrueColor) => write!(out, "{};2;{r};{g};{b};", base + 8),
        }
    }
}

/// Returns `31` for red, `91` for bright red (`base` 30), `41` and `101` as backgrounds (`base` 40).
fn ansi16_parameter(index: u8, base: u8) -> u8 {
    let index = index & 15;
    if index < 8 { base + index } else { base + 60 + index - 8 }
}

fn parse_hex(hex: &str) -> Option<Color> {
    if hex.len() != 6 || !hex.is_ascii() {
        return None;
    }
    let part = |at: usize| hex.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    Some(Color::Rgb(part(0)?, part(2)?, part(4)?))
}

/// Returns the squared distance of two colors. Green has the highest weight, as in human vision.
fn distance(a: (u8, u8, u8), b: (u8, u8, u8)) -> u32 {
    let square = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
    3 * square(a.0, b.0) + 6 * square(a.1, b.1) + square(a.2, b.2)
}

fn nearest(wanted: (u8, u8, u8), palette: impl Iterator<Item = (u8, u8, u8)>) -> usize {
    palette.enumerate().min_by_key(|&(_, color)| distance(wanted, color)).map_or(0, |(index, _)| index)
}

fn nearest_of_256(wanted: (u8, u8, u8)) -> u8 {
    let step = |part: u8| {
        CUBE.iter().enumerate().min_by_key(|(_, at)| at.abs_diff(part)).map_or((0, 0), |(i, &at)| (i as u8, at))
    };
    let ((r, red), (g, green), (b, blue)) = (step(wanted.0), step(wanted.1), step(wanted.2));
    let grey = nearest(wanted, (0..24u8).map(|i| (8 + 10 * i, 8 + 10 * i, 8 + 10 * i))) as u8;
    let level = 8 + 10 * grey;
    if distance(wanted, (level, level, level)) < distance(wanted, (red, green, blue)) {
        232 + grey
    } else {
        16 + 36 * r + 6 * g + b
    }
}
