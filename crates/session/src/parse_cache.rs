//! The last parse of the input being typed: a front end needs its errors, value and completeness at each key, and
//! draws it more than once.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Session, engine};
use pprepl_budget as budget;
use puppet_syntax::{self as syntax, Completeness, LexOptions, Parsed};

/// The last parsed source, with its options and result.
#[derive(Default)]
pub(super) struct ParseCache(RefCell<Option<(String, LexOptions, Rc<Parsed>)>>);

impl ParseCache {
    fn of(&self, text: &str, options: LexOptions) -> Rc<Parsed> {
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

impl Session {
    /// Returns the parse of the source.
    pub(super) fn read(&self, text: &str) -> Rc<Parsed> {
        self.reading.of(text, engine::lex_options(&self.settings))
    }

    pub fn is_complete(&self, text: &str) -> bool {
        self.read(text).complete == Completeness::Complete
    }
}
