//! Themes: map a capture of the highlight query (`string.escape`) or a role of the user interface (`error`) to a
//! style. The built-in themes are TOML files in `themes/`, parsed on first use; a user's own file has the same
//! format and may extend a built-in theme.
//!
//! Painting is not part of this module: front ends look styles up and write them. It is independent of the grammar
//! and of any terminal library.

mod color;
mod paint;
mod style;
pub mod terminal;

use std::fmt;
use std::path::Path;

use rustc_hash::FxHashMap;

use crate::suggest;
use pprepl_files as files;

pub use color::{Color, ColorDepth};
pub use style::Style;

/// The maximum size of a theme file in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// The roles of the user interface. A theme may omit any: a dotted name falls back to its first parts, a missing
/// one to plain text.
pub const ROLES: &[&str] = &[
    "blank",
    "border",
    "border.active",
    "bracket.match",
    "bracket.unmatched",
    "cell.number",
    "completion",
    "completion.kind",
    "completion.selected",
    "cursor.line",
    "cut",
    "debug",
    "error",
    "fault",
    "group",
    "group.1",
    "group.2",
    "group.3",
    "group.4",
    "group.5",
    "group.6",
    "gutter",
    "help",
    "hint",
    "hint.place",
    "info",
    "key",
    "label",
    "line.number",
    "log",
    "log.alert",
    "log.crit",
    "log.debug",
    "log.emerg",
    "log.err",
    "log.info",
    "log.notice",
    "log.warning",
    "match",
    "menu",
    "menu.selected",
    "name.alias",
    "name.fact",
    "name.match",
    "name.unknown",
    "name.unused",
    "note",
    "prompt",
    "prompt.continuation",
    "result",
    "screen",
    "search",
    "selection",
    "status",
    "success",
    "title",
    "type.line",
    "warning",
];

/// The capture names of the grammar's highlight query, and their parents.
pub const CAPTURES: &[&str] = &[
    "attribute",
    "boolean",
    "comment",
    "constant",
    "constant.builtin",
    "constructor",
    "embedded",
    "escape",
    "function",
    "function.builtin",
    "function.call",
    "function.method",
    "keyword",
    "keyword.control",
    "keyword.operator",
    "label",
    "number",
    "operator",
    "property",
    "punctuation",
    "punctuation.bracket",
    "punctuation.delimiter",
    "punctuation.special",
    "string",
    "string.escape",
    "string.heredoc",
    "string.regexp",
    "string.special",
    "tag",
    "type",
    "type.builtin",
    "type.definition",
    "variable",
    "variable.builtin",
    "variable.parameter",
];

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
        theme.read_section(&table, "capture", CAPTURES, &palette)?;
        theme.read_section(&table, "role", ROLES, &palette)?;
        Ok(theme)
    }

    fn unknown_base(self, name: &str, base: &str) -> ThemeError {
        let known: Vec<_> = self.names().collect();
        ThemeError(format!("theme '{name}' inherits the unknown theme '{base}' (known: {})", known.join(", ")))
    }
}

/// A theme: styles by name.
#[derive(Clone, Debug, Default)]
pub struct Theme {
    name: String,
    styles: FxHashMap<String, Style>,
}

impl Theme {
    fn read_section(
        &mut self,
        table: &toml::Table,
        section: &str,
        known: &[&str],
        palette: &FxHashMap<String, Color>,
    ) -> Result<(), ThemeError> {
        let Some(entries) = table.get(section).and_then(toml::Value::as_table) else { return Ok(()) };
        for (key, value) in entries {
            if !known.contains(&key.as_str()) {
                return Err(unknown_key(&self.name, section, key, known));
            }
            let text = value.as_str().ok_or_else(|| not_a_style(&self.name, section, key, &value.to_string()))?;
            let style = Style::parse(text, |word| palette.get(word).copied().or_else(|| Color::parse(word)))
                .map_err(|word| not_a_style(&self.name, section, key, &word))?;
            self.styles.insert(key.clone(), style);
        }
        Ok(())
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the style of a capture or role: of `string.escape`, else of `string`, else plain.
    pub fn style(&self, name: &str) -> Style {
        let mut name = name;
        loop {
            if let Some(style) = self.styles.get(name) {
                return *style;
            }
            match name.rfind('.') {
                Some(dot) => name = name.get(..dot).unwrap_or(""),
                None => return Style::default(),
            }
        }
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

fn unknown_key(name: &str, section: &str, key: &str, known: &[&str]) -> ThemeError {
    let hint = suggest::nearest(key, known.iter().copied())
        .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
    ThemeError(format!("theme '{name}': unknown {section} '{key}'{hint}"))
}

fn not_a_style(name: &str, section: &str, key: &str, word: &str) -> ThemeError {
    ThemeError(format!("theme '{name}': {section}.{key}: '{word}' is neither a color nor an attribute"))
}
