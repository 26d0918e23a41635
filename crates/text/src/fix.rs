//! Edits that fix a diagnostic, and their application to the source.
//!
//! The code that builds a diagnostic knows the edit; this module only composes and applies edits.

use super::Span;

/// One edit: replaces the content of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The replaced range; empty for an insertion.
    pub span: Span,
    pub text: String,
}

/// A way to fix a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// A short description: `write $port`.
    pub title: String,
    /// The edits, in the source of the diagnostic.
    pub edits: Vec<Edit>,
    /// Whether the fix is safe: it can be applied without asking.
    pub sure: bool,
}

/// A suggested word that replaces another inside the span of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordReplacement {
    /// The word as it is in the source.
    pub from: String,
    pub to: String,
}

impl Fix {
    /// Replaces the content of `span` by `text`.
    pub fn replace(span: Span, text: impl Into<String>) -> Fix {
        let text = text.into();
        let title = if text.is_empty() { "remove it".to_owned() } else { format!("write {}", text.trim()) };
        Fix { title, edits: vec![Edit { span, text }], sure: false }
    }

    /// Inserts `text`.
    pub fn insert(at: u32, text: impl Into<String>) -> Fix {
        Fix::replace(Span::at(at), text)
    }

    /// Inserts `before` and `after` around `span`.
    pub fn wrap(span: Span, before: &str, after: &str, title: impl Into<String>) -> Fix {
        let edit = |at: u32, text: &str| Edit { span: Span::at(at), text: text.to_owned() };
        Fix { title: title.into(), edits: vec![edit(span.start, before), edit(span.end, after)], sure: false }
    }

    pub fn titled(mut self, title: impl Into<String>) -> Fix {
        self.title = title.into();
        self
    }

    /// Sets whether the fix is safe.
    pub fn surely(mut self, sure: bool) -> Fix {
        self.sure = sure;
        self
    }
}

impl WordReplacement {
    /// Returns the fix for the first such word in `span`. It is safe if only the case differs. A name of one letter is
    /// near to every other, which is no reason to prefer one.
    pub fn fix(&self, span: Span, text: &str) -> Option<Fix> {
        let is_case = self.from.eq_ignore_ascii_case(&self.to);
        if !is_case && [&self.from, &self.to].into_iter().any(|word| is_letter(word)) {
            return None;
        }
        let within = span.of(text);
        let at =
            within.match_indices(&self.from).map(|(at, _)| at).find(|at| is_word_at(within, *at, self.from.len()))?;
        let start = span.start + u32::try_from(at).ok()?;
        let span = Span::new(start, start + u32::try_from(self.from.len()).ok()?);
        let fix = Fix::replace(span, &*self.to);
        Some(fix.surely(is_case))
    }
}

/// Returns whether a name without its sigil is one letter.
fn is_letter(word: &str) -> bool {
    word.trim_start_matches(['$', '@', ':']).chars().count() <= 1
}

/// Returns whether a word starts at `at` and ends after `length` bytes: no letter, digit or underscore is adjacent.
fn is_word_at(text: &str, at: usize, length: usize) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text.get(at + length..).and_then(|after| after.chars().next());
    !before.is_some_and(part) && !after.is_some_and(part)
}

/// Applies as many fixes as do not overlap, earlier ones first. Returns the result and the indices of the applied
/// fixes.
pub fn applied<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, Vec<usize>) {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut which = Vec::new();
    for (at, fix) in fixes.into_iter().enumerate() {
        let fits = |edit: &Edit| {
            let (start, end) = (edit.span.start as usize, edit.span.end as usize);
            text.get(start..end).is_some() && taken.iter().all(|other| !overlaps(edit.span, other.span))
        };
        if fix.edits.iter().all(fits) {
            taken.extend(&fix.edits);
            which.push(at);
        }
    }
    taken.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for edit in taken {
        made.push_str(text.get(at..edit.span.start as usize).unwrap_or_default());
        made.push_str(&edit.text);
        at = edit.span.end as usize;
    }
    made.push_str(text.get(at..).unwrap_or_default());
    (made, which)
}

/// Returns whether two edits touch the same bytes. Two insertions at one offset do.
fn overlaps(a: Span, b: Span) -> bool {
    if a.is_empty() || b.is_empty() { a.start <= b.end && b.start <= a.end } else { a.start < b.end && b.start < a.end }
}
