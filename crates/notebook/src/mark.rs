//! The line that starts a cell in the file: `# %%`, what the cell holds in square brackets, its title and its options.
//!
//! `# %% A title [markdown] key="value"` is Jupytext's order; a title after the brackets is read too. Options are kept
//! as they were written: nothing here acts on them.

use super::CellKind;

/// What a cell's mark says it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// Code as it is.
    Code,
    /// Prose, in comments.
    Prose,
    /// Code that would swallow the cells after it (a string or heredoc without an end): in comments until it is fixed.
    Unfinished,
}

impl Holds {
    /// The kind of such a cell.
    pub(super) fn kind(self) -> CellKind {
        if self == Holds::Prose { CellKind::Prose } else { CellKind::Code }
    }
}

/// What separates words in a mark. A carriage return within a line becomes a space.
const SPACES: [char; 3] = [' ', '\t', '\r'];

/// The words in brackets and what they say; the first of a sort is the one that is written.
const TAGS: [(&str, Holds); 3] =
    [("[markdown]", Holds::Prose), ("[md]", Holds::Prose), ("[unfinished]", Holds::Unfinished)];

/// What stands after `# %%` (or `#%%`) in a line without its end; `None` for any other line.
pub(super) fn rest_of(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('#')?;
    let rest = rest.strip_prefix(' ').unwrap_or(rest).strip_prefix("%%")?;
    (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some(rest)
}

/// Returns whether the line is a mark.
pub(super) fn is_mark(line: &str) -> bool {
    rest_of(line).is_some()
}

/// What a mark says: what its cell holds, and the heading.
pub(super) fn read(rest: &str) -> (Holds, String) {
    let title = rest.get(..options_start(rest)).unwrap_or("");
    let Some((at, tag, holds)) = tag_in(title) else { return (Holds::Code, fit_heading(rest)) };
    let before = rest.get(..at).unwrap_or("");
    let after = rest.get(at + tag.len()..).unwrap_or("");
    let after = after.strip_prefix(SPACES).unwrap_or(after);
    (holds, fit_heading(&format!("{before}{after}")))
}

/// The mark of a cell that holds this under this heading.
pub(super) fn write(holds: Holds, heading: &str) -> String {
    let Some((tag, _)) = TAGS.iter().find(|(_, what)| *what == holds) else {
        return format!("# %% {heading}").trim_end().to_owned();
    };
    let (title, options) = heading.split_at_checked(options_start(heading)).unwrap_or((heading, ""));
    let gap = if title.is_empty() || title.ends_with(SPACES) { "" } else { " " };
    format!("# %% {title}{gap}{tag} {options}").trim_end().to_owned()
}

/// A heading that reads back as it is: one line, without spaces around it, without words in brackets that would say
/// what the cell holds.
pub(super) fn fit_heading(heading: &str) -> String {
    let mut heading = heading.replace(['\n', '\r'], " ").trim().to_owned();
    while let Some((at, tag, _)) = tag_in(heading.get(..options_start(&heading)).unwrap_or("")) {
        heading.replace_range(at..at + tag.len(), "");
        heading = heading.trim().to_owned();
    }
    heading
}

/// The title of a heading: what is before its options.
pub(super) fn title(heading: &str) -> &str {
    heading.get(..options_start(heading)).unwrap_or("").trim()
}

/// The options of a heading, as written.
pub(super) fn options(heading: &str) -> &str {
    heading.get(options_start(heading)..).unwrap_or("").trim()
}

/// Where the options start: the first word with a `=` in it, or one that opens a hash.
fn options_start(text: &str) -> usize {
    let is_option = |word: &str| word.contains('=') || word.starts_with('{');
    words(text).find(|(_, word)| is_option(word)).map_or(text.len(), |(at, _)| at)
}

/// The first word that says what a cell holds.
fn tag_in(text: &str) -> Option<(usize, &'static str, Holds)> {
    words(text).find_map(|(at, word)| {
        let (tag, holds) = TAGS.iter().find(|(tag, _)| *tag == word)?;
        Some((at, *tag, *holds))
    })
}

/// The words of a text with their places.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let base = text.as_ptr() as usize;
    text.split(SPACES).filter(|word| !word.is_empty()).map(move |word| (word.as_ptr() as usize - base, word))
}
