//! Puppet code in a theme's colors, by what the syntax tree says of each part. The text itself is not changed: only
//! escape sequences of ours come in between.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use pprepl_session::Mark;
use pprepl_session::edit::MAX_MARKED;
use pprepl_text::Span;
use pprepl_text::theme::{ColorDepth, Theme};
use puppet_tree::{Document, Highlight, Highlighter, IncrementalHighlighter};

/// The text that is being edited, as one document for all who ask about it: the keys, the colors, the marks. Only what
/// changed is parsed again.
#[derive(Clone)]
pub struct LiveText(Arc<Mutex<IncrementalHighlighter>>);

impl LiveText {
    fn new() -> LiveText {
        LiveText(Arc::new(Mutex::new(IncrementalHighlighter::new(Highlighter::new()))))
    }

    fn live(&self) -> MutexGuard<'_, IncrementalHighlighter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the document of a text, however long it takes to read that.
    pub fn with_document<T>(&self, text: &str, ask: impl Fn(&Document) -> T) -> T {
        self.when_read(text, &ask).unwrap_or_else(|| ask(&Document::new(text)))
    }

    /// Asks the document of a text, unless that is long and still being read.
    pub fn when_read<T>(&self, text: &str, ask: impl FnOnce(&Document) -> T) -> Option<T> {
        let mut live = self.live();
        live.follow(text).then(|| ask(live.document()))
    }

    /// The colors around the cursor; those of the text before while this one is still being read.
    fn highlights(&self, text: &str, cursor: usize) -> Vec<Highlight> {
        let mut live = self.live();
        live.follow(text);
        live.highlights(cursor)
    }
}

/// A highlighter that gets ready beside the first prompt: compiling its query takes longer than a prompt may.
pub struct Painter {
    text: LiveText,
    getting_ready: RefCell<Option<JoinHandle<Highlighter>>>,
    /// The last text, where its cursor was, and its parts.
    last: RefCell<(String, usize, Vec<Highlight>)>,
}

impl Painter {
    /// A painter that is getting ready when `wanted`.
    pub fn new(wanted: bool) -> Painter {
        let prepare = || {
            let mut highlighter = Highlighter::new();
            highlighter.visible(&Document::new("1"), 0..1);
            highlighter
        };
        let started = wanted.then(|| std::thread::Builder::new().spawn(prepare).ok()).flatten();
        Painter { text: LiveText::new(), getting_ready: RefCell::new(started), last: RefCell::default() }
    }

    /// `text` in the theme's colors around `cursor`, with `marks` laid over.
    pub fn paint(&self, text: &str, cursor: usize, theme: &Theme, depth: ColorDepth, marks: &[Mark]) -> String {
        if text.trim().is_empty() {
            return text.to_owned();
        }
        if let Some(ready) = self.getting_ready.take().and_then(|thread| thread.join().ok()) {
            self.text.live().set_highlighter(ready);
        }
        let parts = self.parts(text, cursor);
        theme.painted(text, parts.iter().map(|part| (part.span, part.capture)), marks, depth)
    }

    /// The parts of a text; those of the last one are kept, since a line is often drawn again as it is.
    fn parts(&self, text: &str, cursor: usize) -> Vec<Highlight> {
        let mut last = self.last.borrow_mut();
        if last.0 != text || last.1 != cursor && text.len() > MAX_MARKED {
            *last = (text.to_owned(), cursor, self.found(text, cursor));
        }
        last.2.clone()
    }

    fn found(&self, text: &str, cursor: usize) -> Vec<Highlight> {
        if let Some(capture) = plain(text) {
            return vec![Highlight { span: Span::new(0, text.len() as u32), capture }];
        }
        self.text.highlights(text, cursor)
    }

    /// The text that is being edited.
    pub fn text(&self) -> &LiveText {
        &self.text
    }
}

/// What a text is that is a single word or decimal number: the usual answer needs no parsing.
fn plain(text: &str) -> Option<&'static str> {
    match text {
        "true" | "false" => Some("boolean"),
        "undef" | "default" => Some("constant.builtin"),
        _ => (text.starts_with(|c: char| ('1'..='9').contains(&c)) && text.bytes().all(|b| b.is_ascii_digit()))
            .then_some("number"),
    }
}
