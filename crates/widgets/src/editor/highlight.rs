//! Syntax highlighting of a cell: code by its incrementally updated tree, Markdown by simple line patterns. Computed
//! only for the viewport, and cached until that or the text changes.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::prose;
use pprepl_session::Mark;
use puppet_tree::{Dialect, Document, Highlighter, IncrementalHighlighter};

/// Content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Puppet, or a template.
    Code(Dialect),
    /// Markdown.
    Prose,
}

/// Highlighter of an edited text.
pub struct Colours {
    live: Option<Box<IncrementalHighlighter>>,
    /// The compiled query, shared by all cells.
    highlighter: Arc<Mutex<Highlighter>>,
    kept: Option<HighlightCache>,
    /// The time of the last change or poll of the parse.
    looked: Instant,
}

/// Poll interval for a long text that is parsed in the background.
const SOON: Duration = Duration::from_millis(5);

/// Pause in typing before source with an error is parsed from its start.
const PAUSE: Duration = Duration::from_millis(60);

/// Cached colors, and their key.
struct HighlightCache {
    version: u64,
    view: Range<usize>,
    marks: Vec<Mark>,
}

impl Colours {
    /// Returns the colors of this text.
    pub fn new(text: &str, kind: Kind) -> Colours {
        let live = match kind {
            Kind::Code(dialect) => Some(Box::new(IncrementalHighlighter::of(dialect, text, Highlighter::new()))),
            Kind::Prose => None,
        };
        Colours { live, highlighter: Arc::default(), kept: None, looked: Instant::now() }
    }

    /// Returns the document of code.
    pub fn document(&self) -> Option<&Document> {
        self.live.as_ref().map(|live| live.document())
    }

    /// Applies a change.
    pub fn edit(&mut self, range: Range<usize>, replacement: &str) {
        if let Some(live) = &mut self.live {
            live.edit(range, replacement);
            self.looked = Instant::now();
        }
    }

    /// Applies several changes at once, with one parse.
    pub fn follow(&mut self, text: &str) {
        if let Some(live) = &mut self.live {
            live.follow(text);
            self.looked = Instant::now();
        }
    }

    /// Returns the time until [`Colours::catch_up`] has work, because the tree is not final yet.
    pub fn pending(&self) -> Option<Duration> {
        let document = self.document().filter(|document| !document.is_exact())?;
        let wait = if document.is_stale() { SOON } else { PAUSE };
        Some(wait.saturating_sub(self.looked.elapsed()))
    }

    /// Continues a parse that is due.
    pub fn catch_up(&mut self) {
        if self.pending() == Some(Duration::ZERO)
            && let Some(live) = &mut self.live
        {
            live.catch_up();
            (self.kept, self.looked) = (None, Instant::now());
        }
    }

    /// Shares the compiled query of another text's highlighter.
    pub fn share(&mut self, other: &Colours) {
        self.highlighter = other.highlighter.clone();
    }

    /// Returns the color roles of the viewport.
    pub fn marks(&mut self, text: &str, version: u64, view: &Range<usize>) -> &[Mark] {
        let is_kept = |kept: &HighlightCache| kept.version == version && kept.view == *view;
        let kept = self.kept.take().filter(is_kept);
        let kept =
            kept.unwrap_or_else(|| HighlightCache { version, view: view.clone(), marks: self.query(text, view) });
        &self.kept.insert(kept).marks
    }

    fn query(&mut self, text: &str, view: &Range<usize>) -> Vec<Mark> {
        let Some(live) = &mut self.live else { return prose::marks(text, view) };
        live.set_highlighter(std::mem::take(&mut *shared(&self.highlighter)));
        let found = live.highlights_in(view.clone());
        *shared(&self.highlighter) = live.take_highlighter();
        found.into_iter().map(|found| (found.span, found.capture)).collect()
    }
}

fn shared(highlighter: &Mutex<Highlighter>) -> MutexGuard<'_, Highlighter> {
    highlighter.lock().unwrap_or_else(PoisonError::into_inner)
}
