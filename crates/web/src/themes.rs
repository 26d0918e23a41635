//! The themes as data and as variables of CSS.

use std::fmt::Write as _;

use pprepl_assets::THEMES;
use pprepl_text::theme::{Color, Role, Style, Theme};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::engine::Engine;

pub fn themes(_: &mut Engine, _: &Value) -> Answer {
    let all: Vec<Value> = THEMES.names().filter_map(|name| Some(theme_data(name, &THEMES.get(name)?))).collect();
    Ok(json!({ "themes": all }))
}

fn theme_data(name: &str, theme: &Theme) -> Value {
    let mut styles = Map::new();
    let mut css = String::new();
    for &role in Role::ALL {
        let style = theme.style(role);
        styles.insert(role.as_str().to_owned(), style_data(&style));
        if let Some(color) = style.fg {
            // Writing to a string cannot fail.
            let _ = write!(css, "--{}:{};", role.as_str().replace('.', "-"), color_text(color));
        }
    }
    json!({ "name": name, "dark": is_dark(name), "styles": styles, "css": css })
}

fn style_data(style: &Style) -> Value {
    json!({
        "color": style.fg.map(color_text),
        "background": style.bg.map(color_text),
        "bold": style.bold,
        "dim": style.dim,
        "italic": style.italic,
        "underline": style.underline,
        "reverse": style.reverse,
    })
}

fn color_text(color: Color) -> String {
    let (red, green, blue) = color.to_rgb();
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns whether a theme is for a dark background; `None` for one that suits both.
fn is_dark(name: &str) -> Option<bool> {
    match name {
        "dark" | "high-contrast" => Some(true),
        "light" => Some(false),
        _ => None,
    }
}
