//! Colors values on the standard output, as the prompt does.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use pprepl_text::theme::terminal;
use puppet_tree::{Document, Highlighter};

use super::arguments::Options;
use crate::terminal::sequences;
use crate::themes::THEMES;

/// Returns Puppet source in the colors of the theme, if the standard output shows colors.
pub(super) fn painted<'t>(text: &'t str, options: &Options) -> Cow<'t, str> {
    let is_terminal = io::stdout().is_terminal() && sequences::are_obeyed();
    if options.personal.output.is_plain || !terminal::has_colors(options.color.choice(), is_terminal) {
        return Cow::Borrowed(text);
    }
    let theme = THEMES.choose(&options.personal.output.theme);
    let highlights = Highlighter::new().visible(&Document::new(text), 0..text.len());
    let parts = highlights.iter().map(|part| (part.span, part.capture));
    Cow::Owned(theme.painted(text, parts, &[], terminal::depth(true, is_terminal)))
}
