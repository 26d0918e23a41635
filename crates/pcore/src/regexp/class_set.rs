//! A character class as two sets in the syntax of the engines.

/// A character class under construction: the inside of a class as text.
#[derive(Default)]
pub(super) struct Class {
    pub negated: bool,
    pub all: String,
    /// The members whose case folding may cross between ASCII and the rest: `(?i)[s]` matches `ſ`, `(?i)[\w]`
    /// does not.
    pub crossing: String,
    /// Whether the members are single characters and ranges.
    pub plain: bool,
    /// Whether no member crosses.
    pub(super) local: bool,
}

impl Class {
    /// Returns a class of one set.
    pub(super) fn of(set: &str, crosses: bool, negated: bool) -> Class {
        let crossing = if crosses { set.to_owned() } else { String::new() };
        Class { negated, all: set.to_owned(), crossing, plain: false, local: !crosses }
    }

    /// Returns the class as a member of another class.
    pub(super) fn enclosed(&self) -> (String, String) {
        let crossing = if self.local { NOTHING.to_owned() } else { enclosed(&self.crossing, self.negated) };
        (enclosed(&self.all, self.negated), crossing)
    }

    pub(super) fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.crossing.push_str(text);
    }
}

pub(super) fn enclosed(set: &str, negated: bool) -> String {
    let set = if set.is_empty() { NOTHING } else { set };
    format!("[{}{set}]", if negated { "^" } else { "" })
}

/// The inside of a class that matches no character.
pub(super) const NOTHING: &str = r"[^\x{0}-\x{10FFFF}]";
