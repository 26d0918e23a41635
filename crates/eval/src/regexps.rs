//! The cache of compiled regular expressions.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use puppet_pcore::Regexp;

/// The maximum number of cached regular expressions: computed patterns must not exhaust memory.
const MAX_REGEXPS: usize = 1000;

/// The compiled regular expressions, by their pattern. Clones share them.
#[derive(Clone, Default)]
pub struct RegexpCache(Rc<RefCell<FxHashMap<Rc<str>, Rc<Regexp>>>>);

impl RegexpCache {
    /// Returns a regular expression, compiled once for each pattern.
    pub fn get(&self, text: &str) -> Rc<Regexp> {
        if let Some(regexp) = self.0.borrow().get(text) {
            return regexp.clone();
        }
        let regexp = Regexp::new(text);
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MAX_REGEXPS {
            kept.clear();
        }
        kept.insert(text.into(), regexp.clone());
        regexp
    }
}
