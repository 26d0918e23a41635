//! Changes of a text that fix a finding, and what a text is with them.
//!
//! Which change fixes what is known where the finding is made; here they are only put together and applied.

use super::Span;

/// One change: what is in `span` gives way to `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty where something is put in.
    pub span: Span,
    /// What is there then.
    pub text: String,
}

/// A way to fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in a few words: `write $port`.
    pub title: String,
    /// The changes, in the text of the finding.
    pub edits: Vec<Edit>,
    /// Can only this be meant, so that nobody has to look at it first?
    pub sure: bool,
}

/// A word that is meant in place of another, within the place of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordReplacement {
    /// The word that is there.
    pub from: String,
    /// The one that is meant.
    pub to: String,
}

impl Fix {
    /// Puts `text` in place of what is in `span`.
    pub fn replace(span: Span, text: impl Into<String>) -> Fix {
        let text = text.into();
        let title = if text.is_empty() { "take it away".to_owned() } else { format!("write {}", text.trim()) };
        Fix { title, edits: vec![Edit { span, text }], sure: false }
    }

    /// Puts `text` in.
    pub fn insert(at: u32, text: impl Into<String>) -> Fix {
        Fix::replace(Span::at(at), text)
    }

    /// Puts something around what is in `span`.
    pub fn wrap(span: Span, before: &str, after: &str, title: impl Into<String>) -> Fix {
        let edit = |at: u32, text: &str| Edit { span: Span::at(at), text: text.to_owned() };
        Fix { title: title.into(), edits: vec![edit(span.start, before), edit(span.end, after)], sure: false }
    }

    /// With another title.
    pub fn titled(mut self, title: impl Into<String>) -> Fix {
        self.title = title.into();
        self
    }

    /// Only this can be meant.
    pub fn surely(mut self, sure: bool) -> Fix {
        self.sure = sure;
        self
    }
}

impl WordReplacement {
    /// The change that it is in a text: the first such word in `span`. Only the case differing leaves no doubt.
    pub fn fix(&self, span: Span, text: &str) -> Option<Fix> {
        let within = span.of(text);
        let at =
            within.match_indices(&self.from).map(|(at, _)| at).find(|at| is_word_at(within, *at, self.from.len()))?;
        let start = span.start + u32::try_from(at).ok()?;
        let span = Span::new(start, start + u32::try_from(self.from.len()).ok()?);
        let fix = Fix::replace(span, &*self.to);
        Some(fix.surely(self.from.eq_ignore_ascii_case(&self.to)))
    }
}

/// Does no letter, digit or underscore continue before or after?
fn is_word_at(text: &str, at: usize, length: usize) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text.get(at + length..).and_then(|after| after.chars().next());
    !before.is_some_and(part) && !after.is_some_and(part)
}

/// The text with as many of the fixes as do not get in each other's way, earlier ones first; and which those are.
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

/// Do two changes touch the same text? Two insertions at one place do.
fn overlaps(a: Span, b: Span) -> bool {
    if a.is_empty() || b.is_empty() { a.start <= b.end && b.start <= a.end } else { a.start < b.end && b.start < a.end }
}
