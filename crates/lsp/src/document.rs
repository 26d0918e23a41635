//! A document that the client has open.

use std::cell::Ref;
use std::sync::Arc;

use lsp_types::{SemanticToken, TextDocumentContentChangeEvent, Uri};
use pprepl_project::Member;
use pprepl_session::Report;
use puppet_tree::{Dialect, Document as Tree};

use super::current_tree::CurrentTree;
use super::position::{Encoding, Lines, line_starts};

/// A document that the client has open.
pub struct Document {
    pub uri: Uri,
    pub member: Member,
    pub version: i32,
    text: String,
    starts: Vec<u32>,
    /// The tree of the source; `None` for Hiera data.
    tree: Option<CurrentTree>,
    /// The last findings; `None` after a change.
    pub reports: Option<Arc<[Report]>>,
    /// The number of the last change that affects the findings.
    pub revision: u64,
    /// Whether the index has this text.
    pub is_indexed: bool,
    /// The last complete answer of semantic tokens, with its number.
    pub tokens: Option<(u64, Vec<SemanticToken>)>,
}

impl Document {
    pub fn new(uri: Uri, member: Member, version: i32, text: String) -> Document {
        let tree = member.is_code().then(|| CurrentTree::new(dialect(&member.name)));
        Document {
            uri,
            member,
            version,
            starts: line_starts(&text),
            text,
            tree,
            reports: None,
            revision: 0,
            is_indexed: false,
            tokens: None,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the tree of the source; `None` for Hiera data.
    pub fn tree(&self) -> Option<Ref<'_, Tree>> {
        self.tree.as_ref().map(|tree| tree.of(&self.text))
    }

    pub fn lines(&self, encoding: Encoding) -> Lines<'_> {
        Lines::with_starts(&self.text, &self.starts, encoding)
    }

    /// Applies a change of the client.
    pub fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        let range = match change.range {
            Some(range) => {
                let span = self.lines(encoding).span(range);
                span.start as usize..span.end.max(span.start) as usize
            }
            None => 0..self.text.len(),
        };
        self.text.replace_range(range, &change.text);
        self.starts = line_starts(&self.text);
        self.is_indexed = false;
        self.outdate();
    }

    /// Marks the findings as out of date.
    pub fn outdate(&mut self) {
        self.reports = None;
        self.revision += 1;
    }
}

fn dialect(name: &str) -> Dialect {
    if name.ends_with(".epp") { Dialect::Template } else { Dialect::Puppet }
}
