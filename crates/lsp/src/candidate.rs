//! The candidates of a completion: filtered by the typed word, ranked, and converted to items of the protocol.

use lsp_types::{CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, InsertTextFormat, TextEdit};
use pprepl_project::SymbolKind;
use pprepl_text::Span;
use serde_json::{Value, json};

use super::position::Lines;
use super::symbols::kind_name;

/// The maximum number of items in an answer.
const MAX_ITEMS: usize = 400;

/// The subject of an item's documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    Nothing,
    Symbol(SymbolKind, String),
    /// The page of a built-in function, type, resource type or attribute.
    Builtin(String),
    /// An attribute of a resource type in Ruby.
    Attribute {
        type_name: String,
        attribute: String,
    },
}

impl About {
    fn data(&self) -> Option<Value> {
        match self {
            About::Nothing => None,
            About::Symbol(kind, name) => Some(json!({ "kind": kind_name(*kind), "name": name })),
            About::Builtin(name) => Some(json!({ "builtin": name })),
            About::Attribute { type_name, attribute } => Some(json!({ "type": type_name, "attribute": attribute })),
        }
    }
}

/// A completion item before it is ranked.
pub struct Candidate {
    pub label: String,
    kind: CompletionItemKind,
    detail: String,
    /// The text with places to fill in, if it differs from the label.
    snippet: Option<String>,
    about: About,
    /// Candidates of a lower rank come first.
    pub rank: u8,
}

impl Candidate {
    pub fn new(label: impl Into<String>, kind: CompletionItemKind, rank: u8) -> Candidate {
        Candidate { label: label.into(), kind, detail: String::new(), snippet: None, about: About::Nothing, rank }
    }

    pub fn detail(mut self, detail: impl Into<String>) -> Candidate {
        self.detail = detail.into();
        self
    }

    pub fn snippet(mut self, snippet: impl Into<String>) -> Candidate {
        self.snippet = Some(snippet.into());
        self
    }

    pub fn about(mut self, about: About) -> Candidate {
        self.about = about;
        self
    }
}

/// The word that an item replaces: its start, and what is typed of it, in lower case.
pub struct Word {
    pub from: usize,
    typed: String,
}

impl Word {
    /// Returns the word from a byte to the end of `before`.
    pub fn new(before: &str, from: usize) -> Word {
        Word { from, typed: before.get(from..).unwrap_or("").to_lowercase() }
    }

    /// Returns whether a label has the word.
    pub fn is_in(&self, label: &str) -> bool {
        let (bytes, typed) = (label.as_bytes(), self.typed.as_bytes());
        match label.is_ascii() {
            true => typed.is_empty() || bytes.windows(typed.len()).any(|part| part.eq_ignore_ascii_case(typed)),
            false => label.to_lowercase().contains(&self.typed),
        }
    }

    fn starts(&self, label: &str) -> bool {
        let start = label.get(..self.typed.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(&self.typed) || start.to_lowercase() == self.typed)
    }
}

/// The candidates at a place.
pub struct Found {
    pub word: Word,
    pub candidates: Vec<Candidate>,
}

impl Found {
    /// Converts the candidates that have the word before `offset`.
    pub fn list(self, lines: &Lines<'_>, offset: usize, with_snippets: bool) -> CompletionList {
        let Found { word, mut candidates } = self;
        candidates.retain(|one| word.is_in(&one.label));
        let order = |one: &Candidate| (!word.starts(&one.label), one.rank);
        candidates.sort_by(|one, other| order(one).cmp(&order(other)).then_with(|| one.label.cmp(&other.label)));
        candidates.dedup_by(|one, other| one.label == other.label && one.kind == other.kind);
        let is_incomplete = candidates.len() > MAX_ITEMS;
        candidates.truncate(MAX_ITEMS);
        let range = lines.range(Span::new(word.from as u32, offset as u32));
        let item = |(at, one): (usize, Candidate)| {
            let snippet = one.snippet.filter(|_| with_snippets);
            CompletionItem {
                kind: Some(one.kind),
                detail: Some(one.detail).filter(|detail| !detail.is_empty()),
                sort_text: Some(format!("{at:04}")),
                filter_text: Some(one.label.clone()),
                insert_text_format: snippet.as_ref().map(|_| InsertTextFormat::SNIPPET),
                text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, snippet.unwrap_or(one.label.clone())))),
                data: one.about.data(),
                label: one.label,
                ..CompletionItem::default()
            }
        };
        CompletionList { is_incomplete, items: candidates.into_iter().enumerate().map(item).collect() }
    }
}
