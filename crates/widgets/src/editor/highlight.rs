//! The colors of a cell's text: code by its tree, which follows every change, prose by light marks of Markdown. They are
//! asked for what is on the screen only, and kept until that or the text changes.

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::prose;
use pprepl_session::Mark;
use puppet_tree::{Dialect, Document, Highlighter, IncrementalHighlighter};

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Puppet, or a template.
    Code(Dialect),
    /// Prose in Markdown.
    Prose,
}

/// The colors of a text that is edited.
pub struct Colours {
    live: Option<Box<IncrementalHighlighter>>,
    /// The compiled query, one for all cells.
    highlighter: Rc<RefCell<Highlighter>>,
    kept: Option<HighlightCache>,
    /// When the text was changed, or a parse was looked for, last.
    looked: Instant,
}

/// How soon a long text is looked at again that is being read beside.
const SOON: Duration = Duration::from_millis(5);

/// How long typing rests before a text with an error is read from its start.
const PAUSE: Duration = Duration::from_millis(60);

/// Colors that were asked for, and for what.
struct HighlightCache {
    version: u64,
    view: Range<usize>,
    marks: Vec<Mark>,
}

impl Colours {
    /// Those of this text.
    pub fn new(text: &str, kind: Kind) -> Colours {
        let live = match kind {
            Kind::Code(dialect) => Some(Box::new(IncrementalHighlighter::of(dialect, text, Highlighter::new()))),
            Kind::Prose => None,
        };
        Colours { live, highlighter: Rc::default(), kept: None, looked: Instant::now() }
    }

    /// The document of code.
    pub fn document(&self) -> Option<&Document> {
        self.live.as_ref().map(|live| live.document())
    }

    /// Follows a change.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str) {
        if let Some(live) = &mut self.live {
            live.edit(range, replacement);
            self.looked = Instant::now();
        }
    }

    /// Follows several changes at once: one parse for all of them.
    pub fn follow(&mut self, text: &str) {
        if let Some(live) = &mut self.live {
            live.follow(text);
            self.looked = Instant::now();
        }
    }

    /// In what time [`Colours::catch_up`] has something to do, because the tree is not yet what it will be.
    pub fn pending(&self) -> Option<Duration> {
        let document = self.document().filter(|document| !document.is_exact())?;
        let wait = if document.is_stale() { SOON } else { PAUSE };
        Some(wait.saturating_sub(self.looked.elapsed()))
    }

    /// Goes on with a parse that is due.
    pub fn catch_up(&mut self) {
        if self.pending() == Some(Duration::ZERO)
            && let Some(live) = &mut self.live
        {
            live.catch_up();
            (self.kept, self.looked) = (None, Instant::now());
        }
    }

    /// Takes the highlighter of another text, which has its query compiled, for both.
    pub fn share(&mut self, other: &Colours) {
        self.highlighter = other.highlighter.clone();
    }

    /// The roles of the part of the text that is in view.
    pub fn marks(&mut self, text: &str, version: u64, view: &Range<usize>) -> &[Mark] {
        let is_kept = |kept: &HighlightCache| kept.version == version && kept.view == *view;
        let kept = self.kept.take().filter(is_kept);
        let kept =
            kept.unwrap_or_else(|| HighlightCache { version, view: view.clone(), marks: self.query(text, view) });
        &self.kept.insert(kept).marks
    }

    fn query(&mut self, text: &str, view: &Range<usize>) -> Vec<Mark> {
        let Some(live) = &mut self.live else { return prose::marks(text, view) };
        live.set_highlighter(self.highlighter.take());
        let found = live.highlights_in(view.clone());
        self.highlighter.replace(live.take_highlighter());
        found.into_iter().map(|found| (found.span, found.capture)).collect()
    }
}
