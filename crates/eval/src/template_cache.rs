//! Parsed templates by their source: a define that is declared often renders the same templates each time.

use std::any::Any;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The maximum number of bytes of text that stay cached.
const MAX_BYTES: usize = 512 << 10;

/// The templates parsed so far. The values are those of the template language, for example a syntax tree.
#[derive(Default)]
pub(crate) struct TemplateCache {
    parsed: FxHashMap<Rc<str>, Rc<dyn Any>>,
    bytes: usize,
}

impl TemplateCache {
    /// Returns the parse of a source in the template language whose trees are of type `T`.
    pub(crate) fn get<T: 'static>(&self, text: &str) -> Option<Rc<T>> {
        self.parsed.get(text)?.clone().downcast().ok()
    }

    /// Keeps the parse of a source. A full cache starts again.
    pub(crate) fn insert<T: 'static>(&mut self, text: &str, parsed: Rc<T>) {
        if self.bytes + text.len() > MAX_BYTES {
            self.parsed.clear();
            self.bytes = 0;
        }
        if text.len() <= MAX_BYTES && self.parsed.insert(text.into(), parsed).is_none() {
            self.bytes += text.len();
        }
    }
}
