//! Automatic pairs of brackets and quotes while a user types: whether a typed character inserts its partner or
//! steps over an existing one. It uses the tree to distinguish strings, heredocs, comments, regular expressions and
//! interpolations.

use super::{Document, Place, Structure};

/// The effect of a typed character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// Inserts only itself.
    Plain,
    /// Also inserts this partner after the cursor.
    Brings(char),
    /// Steps over the same character after the cursor.
    StepsOver,
}

/// Returns the effect of typing `typed` at `offset`; the source does not contain it yet.
pub fn pairing(document: &Document, offset: usize, typed: char) -> Pairing {
    let text = document.text();
    let (before, after) = (text.get(..offset).unwrap_or(text), text.get(offset..).unwrap_or(""));
    let place = Structure::of(document).place(offset);
    let here = after.starts_with(typed);
    match (typed, place) {
        (')' | ']' | '}', Place::Code) if here => Pairing::StepsOver,
        ('(' | '[' | '{', Place::Code) if is_free(after) => {
            matching_bracket(typed).map_or(Pairing::Plain, Pairing::Brings)
        }
        ('{', Place::Text | Place::Heredoc) if interpolates(document, before, place) => Pairing::Brings('}'),
        ('\'' | '"', Place::Text) if here && !before.ends_with('\\') => Pairing::StepsOver,
        ('\'' | '"', Place::Code) if is_free(after) && !ends_word(before) => Pairing::Brings(typed),
        ('|', Place::Code) => pipe(before, after),
        _ => Pairing::Plain,
    }
}

/// Returns whether an empty pair surrounds `offset`.
pub fn is_empty_pair(document: &Document, offset: usize) -> bool {
    let text = document.text();
    let before = text.get(..offset).and_then(|before| before.chars().next_back());
    let after = text.get(offset..).and_then(|after| after.chars().next());
    let fits = before.and_then(matching_bracket).is_some_and(|closer| after == Some(closer));
    let structure = Structure::of(document);
    match before {
        Some('\'' | '"') => fits && structure.place(offset + 1) == Place::Code,
        Some(_) => fits && matches!(structure.place(offset), Place::Code),
        None => false,
    }
}

/// Returns the closing character of an opening bracket, quote or lambda's pipe.
pub fn matching_bracket(opener: char) -> Option<char> {
    match opener {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        '\'' | '"' | '|' => Some(opener),
        _ => None,
    }
}

/// Returns whether the text after the cursor allows a closing partner before it.
fn is_free(after: &str) -> bool {
    after.chars().next().is_none_or(|c| c.is_whitespace() || ")]},;|".contains(c))
}

fn ends_word(before: &str) -> bool {
    before.chars().next_back().is_some_and(|c| c.is_alphanumeric() || "_'\"$".contains(c))
}

/// Handles `${` in an interpolated string.
fn interpolates(document: &Document, before: &str, place: Place) -> bool {
    let dollar = before.ends_with('$') && !before.ends_with("\\$");
    dollar && (place == Place::Heredoc || Structure::of(document).is_interpolated(before.len()))
}

/// Handles a `|`: it opens the parameters of a lambda after a call, and steps over the closing one.
fn pipe(before: &str, after: &str) -> Pairing {
    let line = before.rsplit(['\n', '{', '}']).next().unwrap_or("");
    let open = line.matches('|').count() % 2 == 1;
    let code = before.trim_end();
    let word = code.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or("");
    let called = code.get(..code.len() - word.len()).unwrap_or("");
    let behind_call = code.ends_with(')') || !word.is_empty() && called.ends_with('.');
    match (open, after.starts_with('|')) {
        (true, true) => Pairing::StepsOver,
        (false, false) if behind_call && is_free(after) => Pairing::Brings('|'),
        _ => Pairing::Plain,
    }
}
