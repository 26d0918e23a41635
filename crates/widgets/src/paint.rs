//! Conversion of theme roles to ratatui styles, with the terminal's color depth.

use ratatui::style::{Color as Shade, Modifier, Style as Look};

use pprepl_text::theme::{Color, ColorDepth, Role, Theme};

/// A theme and a color depth.
#[derive(Clone, Debug)]
pub struct Palette {
    pub theme: Theme,
    /// The color depth of the terminal.
    pub depth: ColorDepth,
}

impl Palette {
    /// Returns the style of a role.
    pub fn style(&self, role: Role) -> Look {
        let style = self.theme.style(role);
        let shade = |color: Option<Color>| color.and_then(|color| self.shade(color));
        let mut look = Look { fg: shade(style.fg), bg: shade(style.bg), ..Look::default() };
        for (on, modifier) in [
            (style.bold, Modifier::BOLD),
            (style.dim, Modifier::DIM),
            (style.italic, Modifier::ITALIC),
            (style.underline, Modifier::UNDERLINED),
            (style.reverse, Modifier::REVERSED),
        ] {
            if on {
                look = look.add_modifier(modifier);
            }
        }
        look
    }

    fn shade(&self, color: Color) -> Option<Shade> {
        match (self.depth, color) {
            (ColorDepth::None, _) => None,
            (ColorDepth::TrueColor, Color::Rgb(red, green, blue)) => Some(Shade::Rgb(red, green, blue)),
            (ColorDepth::Ansi256, color @ Color::Rgb(..)) => Some(Shade::Indexed(color.to_ansi256())),
            (_, color) => Some(Shade::Indexed(color.to_ansi16())),
        }
    }
}
