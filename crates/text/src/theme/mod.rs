//! Themes: map a capture of the highlight query (`string.escape`) or a role of the user interface (`error`) to a
//! style. The built-in themes are TOML files in `themes/`, parsed on first use; a user's own file has the same
//! format and may extend a built-in theme.
//!
//! Painting is not part of this module: front ends look styles up and write them. It is independent of the grammar
//! and of any terminal library.

mod color;
mod paint;
mod role;
mod style;
pub mod terminal;

use std::fmt;
use std::iter::successors;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::suggest;
use pprepl_files as files;

pub use color::{Color, ColorDepth};
pub use role::Role;
pub use style::Style;

/// The maximum size of a theme file in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The error of an invalid theme file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThemeError(String);

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ThemeError {}

/// The built-in themes, each its name and the text of its file. The binary embeds the files and passes this down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Themes(&'static [(&'static str, &'static str)]);

impl Themes {
    /// The themes of these names and sources; the first is the default.
    pub const fn new(themes: &'static [(&'static str, &'static str)]) -> Themes {
        Themes(themes)
    }

    /// The names, the default first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|&(name, _)| name)
    }

    /// The built-in theme of that name.
    pub fn get(self, name: &str) -> Option<Theme> {
        let &(name, text) = self.0.iter().find(|(known, _)| *known == name)?;
        self.parse(name, text).ok()
    }

    /// Returns whether a setting can name this theme: `auto`, a built-in theme, or the path of a file.
    pub fn knows(self, name: &str) -> bool {
        name == "auto" || name.contains(['/', '.']) || self.names().any(|known| known == name)
    }

    /// The built-in theme of that name; one without styles where the binary brings none.
    pub fn get_or_plain(self, name: &str) -> Theme {
        self.get(name).unwrap_or_default()
    }

    /// The theme of a setting: a built-in one, a theme file, or for `auto` the one that suits the terminal's background.
    pub fn choose(self, name: &str) -> Theme {
        let chosen = match name {
            "auto" => self.get(terminal::automatic()),
            name => self.get(name).or_else(|| self.load(Path::new(name)).ok()),
        };
        chosen.unwrap_or_else(|| self.get_or_plain("dark"))
    }

    /// Reads a theme file. Its name is the file's name without `.toml` unless the file says another.
    ///
    /// Fails when the file cannot be read or is not a theme.
    pub fn load(self, path: &Path) -> Result<Theme, ThemeError> {
        let text = files::read_named_text(path, MAX_BYTES).map_err(|error| {
            ThemeError(format!("cannot read the theme '{}': {}", path.display(), files::reason(&error)))
        })?;
        let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        self.parse(&name, &text)
    }

    /// Parses the content of a theme file.
    pub fn parse(self, name: &str, text: &str) -> Result<Theme, ThemeError> {
        let table: toml::Table =
            text.parse().map_err(|error| ThemeError(format!("theme '{name}' is not TOML: {error}")))?;
        let mut theme = match table.get("inherits").and_then(toml::Value::as_str) {
            Some(base) => self.get(base).ok_or_else(|| self.unknown_base(name, base))?,
            None => Theme::default(),
        };
        theme.name = table.get("name").and_then(toml::Value::as_str).unwrap_or(name).to_string();
        let palette = read_palette(name, &table)?;
        theme.read_section(&table, "capture", Role::CAPTURES, &palette)?;
        theme.read_section(&table, "role", Role::INTERFACE, &palette)?;
        theme.resolve();
        Ok(theme)
    }

    fn unknown_base(self, name: &str, base: &str) -> ThemeError {
        let known: Vec<_> = self.names().collect();
        ThemeError(format!("theme '{name}' inherits the unknown theme '{base}' (known: {})", known.join(", ")))
    }
}

/// A theme: styles by role. A file may omit any: a dotted role falls back to its parent, another one to plain text.
#[derive(Clone, Debug)]
pub struct Theme {
    name: String,
    /// The styles that the file or its base writes.
    written: [Option<Style>; Role::COUNT],
    /// The styles after the fallback, for painting.
    styles: [Style; Role::COUNT],
}

impl Default for Theme {
    fn default() -> Theme {
        Theme { name: String::new(), written: [None; Role::COUNT], styles: [Style::default(); Role::COUNT] }
    }
}

impl Theme {
    fn read_section(
        &mut self,
        table: &toml::Table,
        section: &str,
        known: &[Role],
        palette: &FxHashMap<String, Color>,
    ) -> Result<(), ThemeError> {
        let Some(entries) = table.get(section).and_then(toml::Value::as_table) else { return Ok(()) };
        for (key, value) in entries {
            let role = known.iter().find(|role| role.as_str() == key);
            let role = *role.ok_or_else(|| unknown_key(&self.name, section, key, known))?;
            let text = value.as_str().ok_or_else(|| not_a_style(&self.name, section, key, &value.to_string()))?;
            let style = Style::parse(text, |word| palette.get(word).copied().or_else(|| Color::parse(word)))
                .map_err(|word| not_a_style(&self.name, section, key, &word))?;
            self.written[role as usize] = Some(style);
        }
        Ok(())
    }

    /// Computes the style of each role: its own, else that of the nearest parent with one, else plain.
    fn resolve(&mut self) {
        for &role in Role::ALL {
            let own = successors(Some(role), |role| role.parent()).find_map(|role| self.written[role as usize]);
            self.styles[role as usize] = own.unwrap_or_default();
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the style of a role, in constant time.
    pub fn style(&self, role: Role) -> Style {
        self.styles[role as usize]
    }
}

fn read_palette(name: &str, table: &toml::Table) -> Result<FxHashMap<String, Color>, ThemeError> {
    let Some(entries) = table.get("palette").and_then(toml::Value::as_table) else { return Ok(FxHashMap::default()) };
    let color = |(key, value): (&String, &toml::Value)| match value.as_str().and_then(Color::parse) {
        Some(color) => Ok((key.clone(), color)),
        None => Err(ThemeError(format!("theme '{name}': palette.{key} is not a color: {value}"))),
    };
    entries.iter().map(color).collect()
}

fn unknown_key(name: &str, section: &str, key: &str, known: &[Role]) -> ThemeError {
    let hint = suggest::nearest(key, known.iter().map(|role| role.as_str()))
        .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    ThemeError(format!("theme '{name}': unknown {section} '{key}'{hint}"))
}

fn not_a_style(name: &str, section: &str, key: &str, word: &str) -> ThemeError {
    ThemeError(format!("theme '{name}': {section}.{key}: '{word}' is neither a color nor an attribute"))
}
