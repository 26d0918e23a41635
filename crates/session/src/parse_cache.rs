//! The text that is being typed, read once: a front end asks for its errors, its value and whether it is whole at each
//! key, and draws it more than once.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Session, engine};
use pprepl_budget as budget;
use puppet_syntax::{self as syntax, Completeness, LexOptions, Parsed};

/// The last text that was read, and how.
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
            // Cut short: the next who asks reads it again.
            return parsed;
        }
        *last = Some((text.to_owned(), options, parsed.clone()));
        parsed
    }
}

impl Session {
    /// The text as the parser reads it.
    pub(super) fn read(&self, text: &str) -> Rc<Parsed> {
        self.reading.of(text, engine::lex_options(&self.settings))
    }

    /// Returns whether the text parses as it is.
    pub fn is_complete(&self, text: &str) -> bool {
        self.read(text).complete == Completeness::Complete
    }
}
