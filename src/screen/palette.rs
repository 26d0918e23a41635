//! The palette of the terminal.

use std::io::{self, IsTerminal};

use crate::terminal::sequences;
use pprepl_text::theme::{ColorDepth, Themes, terminal as terminal_of};
use pprepl_widgets::paint::Palette;

/// Returns the palette of standard output: the theme of this name, or the one without colors. `color` is the user's
/// choice; `None` detects colors from the terminal.
pub fn palette(color: Option<bool>, themes: Themes, theme: &str) -> Palette {
    let is_terminal = io::stdout().is_terminal();
    let colors = terminal_of::has_colors(color, is_terminal);
    let theme = if colors { theme } else { "none" };
    let depth = terminal_of::depth(colors, is_terminal);
    // An old console has sixteen colors.
    let depth = if sequences::are_obeyed() { depth } else { depth.min(ColorDepth::Ansi16) };
    Palette { theme: themes.choose(theme), depth }
}
