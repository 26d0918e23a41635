//! The line that starts a cell in the file: `# %%`, the kind of the cell in square brackets, its title and its
//! options.
//!
//! `# %% A title [markdown] key="value"` is Jupytext's order; a title after the brackets is also accepted. Options
//! are kept as written: nothing in this module interprets them.

use super::cell_kind::CellKind;

/// The declared kind of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Code as it is.
    Code,
    /// Markdown, in comments.
    Prose,
    /// Code that would swallow the following cells (an unclosed string or heredoc): in comments until it is fixed.
    Unfinished,
}

impl Holds {
    /// Returns the cell kind.
    pub(super) fn kind(self) -> CellKind {
        if self == Holds::Prose { CellKind::Prose } else { CellKind::Code }
    }
}

/// The separators of words in a mark. A carriage return inside a line becomes a space.
const SPACES: [char; 3] = [' ', '\t', '\r'];

/// The tags in brackets and their kinds; the first tag of each kind is used for writing.
const TAGS: [(&str, Holds); 3] =
    [("[markdown]", Holds::Prose), ("[md]", Holds::Prose), ("[unfinished]", Holds::Unfinished)];

/// Returns the text after `# %%` (or `#%%`) in a line without its end; `None` for any other line.
pub(super) fn rest_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('#')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix("%%")?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(rest)
}

/// Returns whether the line is a mark.
pub(super) fn is_mark(line: &str) -> bool {
    rest_of(line).is_some()
}

/// Parses a mark into the declared kind and the heading.
pub(super) fn read(rest: &str) -> (Holds, String) {
    let title = rest.get(..options_start(rest)).unwrap_or("");
    let Some((at, tag, holds)) = tag_in(title) else { return (Holds::Code, fit_heading(rest)) };
    let before = rest.get(..at).unwrap_or("");
    let after = rest.get(at + tag.len()..).unwrap_or("");
    let after = after.strip_prefix(SPACES).unwrap_or(after);
    (holds, fit_heading(&format!("{before}{after}")))
}

/// Formats the mark of a cell with this kind and heading.
pub(super) fn write(holds: Holds, heading: &str) -> String {
    let Some((tag, _)) = TAGS.iter().find(|(_, what)| *what == holds) else {
        return format!("# %% {heading}").trim_end().to_owned();
    };
    let (title, options) = heading.split_at_checked(options_start(heading)).unwrap_or((heading, ""));
    let gap = if title.is_empty() || title.ends_with(SPACES) { "" } else { " " };
    format!("# %% {title}{gap}{tag} {options}").trim_end().to_owned()
}

/// Normalizes a heading so that it is read back unchanged: one line, without surrounding spaces, without a tag that
/// declares a kind.
pub(super) fn fit_heading(heading: &str) -> String {
    let mut heading = heading.replace(['\n', '\r'], " ").trim().to_owned();
    while let Some((at, tag, _)) = tag_in(heading.get(..options_start(&heading)).unwrap_or("")) {
        heading.replace_range(at..at + tag.len(), "");
        heading = heading.trim().to_owned();
    }
    heading
}

/// Returns the title of a heading: the part before its options.
pub(super) fn title(heading: &str) -> &str {
    heading.get(..options_start(heading)).unwrap_or("").trim()
}

/// Returns the options of a heading, as written.
pub(super) fn options(heading: &str) -> &str {
    heading.get(options_start(heading)..).unwrap_or("").trim()
}

/// Returns the start of the options: the first word with a `=` in it, or one that opens a hash.
fn options_start(text: &str) -> usize {
    let is_option = |word: &str| word.contains('=') || word.starts_with('{');
    words(text).find(|(_, word)| is_option(word)).map_or(text.len(), |(at, _)| at)
}

/// Finds the first tag that declares a kind.
fn tag_in(text: &str) -> Option<(usize, &'static str, Holds)> {
    words(text).find_map(|(at, word)| {
        let (tag, holds) = TAGS.iter().find(|(tag, _)| *tag == word)?;
        Some((at, *tag, *holds))
    })
}

/// Splits a line into words with their offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    text.split(SPACES).filter(|word| !word.is_empty()).map(move |word| (word.as_ptr() as usize - base, word))
}
