//! The built-in themes, passed down as data.

pub use pprepl_assets::THEMES;
