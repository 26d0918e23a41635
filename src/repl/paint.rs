//! Colors Puppet source with a theme, following the syntax tree. The source itself is unchanged: only escape sequences
//! are inserted.

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use pprepl_session::Mark;
use pprepl_session::edit::MAX_MARKED;
use pprepl_text::Span;
use pprepl_text::theme::{ColorDepth, Role, Theme};
use puppet_tree::{Document, Highlight, Highlighter, IncrementalHighlighter};

/// The edited text as one document, shared by the keys, the colors and the marks. Parsing is incremental.
#[derive(Clone)]
pub struct LiveText(Arc<Mutex<IncrementalHighlighter>>);

impl LiveText {
    fn new() -> LiveText {
        LiveText(Arc::new(Mutex::new(IncrementalHighlighter::new(Highlighter::new()))))
    }

    fn live(&self) -> MutexGuard<'_, IncrementalHighlighter> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls `ask` with the document of `text`, and waits until it is parsed.
    pub fn with_document<T>(&self, text: &str, ask: impl Fn(&Document) -> T) -> T {
        self.when_read(text, &ask).unwrap_or_else(|| ask(&Document::new(text)))
    }

    /// Calls `ask` with the document of `text`, unless it is long and still being parsed.
    pub fn when_read<T>(&self, text: &str, ask: impl FnOnce(&Document) -> T) -> Option<T> {
        let mut live = self.live();
        live.follow(text).then(|| ask(live.document()))
    }

    /// Returns the colors around the cursor. While this text is still being parsed, returns those of the previous text.
    fn highlights(&self, text: &str, cursor: usize) -> Vec<Highlight> {
        let mut live = self.live();
        live.follow(text);
        live.highlights(cursor)
    }
}

/// A highlighter that loads in the background of the first prompt: compiling its query takes longer than a prompt may.
pub struct Painter {
    text: LiveText,
    getting_ready: RefCell<Option<JoinHandle<Highlighter>>>,
    /// The last text, its cursor and its highlights.
    last: RefCell<(String, usize, Vec<Highlight>)>,
}

impl Painter {
    /// Returns a painter, which starts loading if `wanted`.
    pub fn new(wanted: bool) -> Painter {
        let prepare = || {
            let mut highlighter = Highlighter::new();
            highlighter.visible(&Document::new("1"), 0..1);
            highlighter
        };
        let started = wanted.then(|| std::thread::Builder::new().spawn(prepare).ok()).flatten();
        Painter { text: LiveText::new(), getting_ready: RefCell::new(started), last: RefCell::default() }
    }

    /// Returns `text` in the theme's colors around `cursor`, with `marks` applied on top.
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

    /// Returns the highlights of `text`. Caches the last ones, since a line is often redrawn unchanged.
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

    /// Returns the edited text.
    pub fn text(&self) -> &LiveText {
        &self.text
    }
}

/// Returns the color role of an input that is a single word or decimal number. This common case needs no parsing.
fn plain(text: &str) -> Option<Role> {
    match text {
        "true" | "false" => Some(Role::Boolean),
        "undef" | "default" => Some(Role::ConstantBuiltin),
        _ => (text.starts_with(|c: char| ('1'..='9').contains(&c)) && text.bytes().all(|b| b.is_ascii_digit()))
            .then_some(Role::Number),
    }
}
