//! The colours of a cell's text: code by its tree, which follows every change, prose by light marks of Markdown. They are
//! asked for what is on the screen only, and kept until that or the text changes.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

use super::prose;
use crate::session::Mark;
use crate::tree::{Dialect, Document, Highlighter, Live};

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Puppet, or a template.
    Code(Dialect),
    /// Prose in Markdown.
    Prose,
}

/// The colours of a text that is edited.
pub struct Colours {
    live: Option<Box<Live>>,
    /// The compiled query, one for all cells.
    highlighter: Rc<RefCell<Highlighter>>,
    kept: Option<Kept>,
    /// Was the parse tried since colours were asked for? Then a frame does not wait for it once more.
    tried: bool,
}

/// Colours that were asked for, and for what.
struct Kept {
    version: u64,
    view: Range<usize>,
    marks: Vec<Mark>,
}

impl Colours {
    /// Those of this text.
    pub fn new(text: &str, kind: Kind) -> Colours {
        let live = match kind {
            Kind::Code(dialect) => Some(Box::new(Live::of(dialect, text, Highlighter::new()))),
            Kind::Prose => None,
        };
        Colours { live, highlighter: Rc::default(), kept: None, tried: true }
    }

    /// The document of code.
    pub fn document(&self) -> Option<&Document> {
        self.live.as_ref().map(|live| live.document())
    }

    /// Follows a change.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str) {
        if let Some(live) = &mut self.live {
            live.edit(range, replacement);
            self.tried = true;
        }
    }

    /// Follows several changes at once: one parse for all of them.
    pub fn follow(&mut self, text: &str) {
        if let Some(live) = &mut self.live {
            live.follow(text);
            self.tried = true;
        }
    }

    /// Is a parse under way that will change the colours?
    pub fn is_pending(&self) -> bool {
        self.document().is_some_and(Document::is_stale)
    }

    /// Takes the highlighter of another text, which has its query compiled, for both.
    pub fn share(&mut self, other: &Colours) {
        self.highlighter = other.highlighter.clone();
    }

    /// The roles of the part of the text that is in view.
    pub fn marks(&mut self, text: &str, version: u64, view: &Range<usize>) -> &[Mark] {
        let settled = self.live.as_ref().is_none_or(|live| !live.document().is_stale());
        let is_kept = |kept: &Kept| settled && kept.version == version && kept.view == *view;
        let kept = self.kept.take().filter(is_kept);
        let kept = kept.unwrap_or_else(|| Kept { version, view: view.clone(), marks: self.asked(text, view) });
        &self.kept.insert(kept).marks
    }

    fn asked(&mut self, text: &str, view: &Range<usize>) -> Vec<Mark> {
        let Some(live) = &mut self.live else { return prose::marks(text, view) };
        if !std::mem::take(&mut self.tried) {
            live.catch_up();
        }
        live.set_highlighter(self.highlighter.take());
        let found = live.highlights_in(view.clone());
        self.highlighter.replace(live.take_highlighter());
        found.into_iter().map(|found| (found.span, found.capture)).collect()
    }
}
