//! The built-in themes: the files in `themes/`, embedded here and passed down as data.

use pprepl_text::theme::Themes;

/// The themes in `themes/`, embedded.
pub const THEMES: Themes = Themes::new(&[
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("high-contrast", include_str!("../../../themes/high-contrast.toml")),
    ("16-colour", include_str!("../../../themes/16-colour.toml")),
    ("none", include_str!("../../../themes/none.toml")),
]);
