//! Ruby's regular expressions on Rust's engines.

use std::rc::Rc;

use super::{Answer, Regexp, Str};

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Compiled {}

/// What a pattern captured: `$0` is the whole match.
#[derive(Debug, Clone)]
pub struct Captures {
    /// The string that was searched.
    pub subject: Rc<Str>,
    /// Byte ranges of the groups; `None` for one that took no part.
    pub groups: Box<[Option<(usize, usize)>]>,
}

impl Captures {
    /// The text of a group; `None` when there is no such group or it took no part.
    pub fn get(&self, group: usize) -> Option<&str> {
        let (from, to) = (*self.groups.get(group)?)?;
        self.subject.text.get(from..to)
    }
}

impl Regexp {
    /// The first match in a string.
    pub fn captures(&self, _subject: &Rc<Str>) -> Answer<Option<Captures>> {
        todo!()
    }

    /// Does it match somewhere in a string?
    pub fn is_match(&self, _subject: &str) -> Answer<bool> {
        todo!()
    }
}
