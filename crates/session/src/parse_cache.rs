//! The last parse of the input being typed: a front end needs its errors, value and completeness at each key, and
//! draws it more than once.

use std::cell::RefCell;
use std::rc::Rc;

use pprepl_budget as budget;
use puppet_syntax::{self as syntax, LexOptions, Parsed};

/// The last parsed source, with its options and result.
#[derive(Default)]
pub(super) struct ParseCache(RefCell<Option<(String, LexOptions, Rc<Parsed>)>>);

impl ParseCache {
    /// Returns the parse of the source.
    pub(super) fn parse(&self, text: &str, options: LexOptions) -> Rc<Parsed> {
        let mut last = self.0.borrow_mut();
        if let Some((_, _, parsed)) = last.as_ref().filter(|(known, how, _)| known == text && *how == options) {
            return parsed.clone();
        }
        let parsed = Rc::new(syntax::parse_once(text, options));
        if budget::reason().is_some() {
            // A parse that a limit cut short is not cached: the next call parses again.
            return parsed;
        }
        *last = Some((text.to_owned(), options, parsed.clone()));
        parsed
    }
}
