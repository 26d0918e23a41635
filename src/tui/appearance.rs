//! The appearance of the screen: the theme with its preview, and display options.

use crate::themes::THEMES;

use super::paint::Palette;

/// The theme and the display options.
pub struct Appearance {
    pub palette: Palette,
    /// The selected theme by its stored name. The palette may differ for `auto` and for a screen without colors.
    theme: String,
    /// The palette to restore after a preview.
    before: Option<Palette>,
    /// Whether to show the duration of each cell.
    pub times: bool,
    /// The settings that change the meaning of code, for the line above the cells.
    pub language: String,
}

impl Appearance {
    pub fn new(palette: Palette, theme: String, times: bool, language: String) -> Appearance {
        Appearance { palette, theme, before: None, times, language }
    }

    /// Returns the stored name of the selected theme.
    pub fn theme(&self) -> &str {
        &self.theme
    }

    /// Begins a preview of themes.
    pub fn begin_preview(&mut self) {
        self.before = Some(self.palette.clone());
    }

    /// Shows the theme of this name.
    pub fn preview(&mut self, name: &str) {
        if let Some(theme) = THEMES.get(name) {
            self.palette.theme = theme;
        }
    }

    /// Restores the theme from before the preview.
    pub fn cancel_preview(&mut self) {
        if let Some(before) = self.before.take() {
            self.palette = before;
        }
    }

    /// Selects the theme of this name.
    pub fn choose(&mut self, name: String) {
        if let Some(theme) = THEMES.get(&name) {
            self.palette.theme = theme;
            self.theme = name;
        }
        self.before = None;
    }
}
