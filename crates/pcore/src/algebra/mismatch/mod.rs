//! Mismatches: a tree of the reasons why a value is not of a type, or a type is not a subtype of another.
//!
//! One engine serves parameters, `assert_type`, returned values, attributes and static checks. The tree
//! follows the value (or the type): each entry, element or alternative of a Variant is a node. `value` and
//! `types` build the tree, and `fix` finds the nearest fix of a node. `sentence` and `rows` format it: as one
//! line, and as the aligned rows of a diagnostic. `instance` and `assignable` decide whether something
//! matches, never this module.

mod fix;
mod reason;
mod rows;
mod sentence;
mod types;
mod value;

use pprepl_text::Topic;
use std::cell::Cell;

use pprepl_budget as budget;

use reason::{DEEP, Depth, MAX_NODES, short_type, type_name};
pub use reason::{Mismatch, Reason, Step, short_text};

use super::super::{Size, Ty, Value, ValueError};
use super::{assignable, instance};

/// The maximum number of branches of a node.
const MAX_BRANCHES: usize = 24;

/// Returns why the value is not of the type; `None` when it is.
pub fn mismatch(expected: &Ty, value: &Value) -> Option<Mismatch> {
    (!instance(expected, value)).then(|| value::node(None, expected, value, Depth::new(&Cell::new(MAX_NODES))))
}

/// Returns why `actual` is not a subtype of `expected`; `None` when it is.
pub fn mismatch_types(expected: &Ty, actual: &Ty) -> Option<Mismatch> {
    (!assignable(expected, actual)).then(|| types::node(None, expected, actual, Depth::new(&Cell::new(MAX_NODES))))
}

/// Returns the mismatch as one sentence: `name` is the role of the value (`parameter 'port'`). Empty when the
/// value matches.
pub fn describe_mismatch(name: &str, expected: &Ty, value: &Value) -> String {
    mismatch(expected, value).map_or_else(String::new, |found| found.sentence(name))
}

impl Mismatch {
    /// Returns a node without a reason.
    fn at(step: Option<Step>, expected: &Ty, actual: String) -> Mismatch {
        Mismatch { step, expected: Some(expected.clone()), actual, ..Mismatch::default() }
    }

    /// Returns a node without branches.
    fn leaf(step: Option<Step>, reason: Reason) -> Mismatch {
        Mismatch { step, reason: Some(reason), ..Mismatch::default() }
    }

    /// Adds a branch, or only counts it at the limit.
    fn add(&mut self, depth: Depth, branch: impl FnOnce() -> Mismatch) {
        if self.inside.len() < MAX_BRANCHES && depth.room.get() > 0 {
            depth.room.set(depth.room.get() - 1);
            let branch = branch();
            self.inside.push(branch);
        } else {
            self.more += 1;
        }
    }

    /// Returns a value in a few words: its kind and the shortened value. Sensitive values stay hidden.
    pub fn summary(value: &Value) -> String {
        value::in_row(value)
    }

    /// Formats a size: `2 arguments`, `at least 1 element`.
    pub fn format_count(size: Size, unit: &'static str) -> String {
        sentence::size_text(size, unit)
    }

    /// Returns the first fix, from the root.
    pub fn nearest_fix(&self) -> Option<&str> {
        self.fix.as_deref().or_else(|| self.inside.iter().find_map(Mismatch::nearest_fix))
    }
}

impl ValueError {
    /// Returns the error for a value that is not of a type: a sentence, the tree, and the nearest fix.
    pub fn mismatch(name: &str, expected: &Ty, value: &Value) -> Box<ValueError> {
        // A test that was interrupted proves nothing.
        if let Err(exhausted) = budget::check() {
            return exhausted.into();
        }
        match mismatch(expected, value) {
            Some(found) => found.into_error(name),
            None => ValueError::new(Topic::WrongType, format!("{name} does not fit")),
        }
    }
}

impl Mismatch {
    /// Converts the tree to an error; `name` is the role of the value.
    pub fn into_error(self, name: &str) -> Box<ValueError> {
        let mut issue = ValueError::new(Topic::WrongType, self.sentence(name));
        issue.misfits = self.rows(name);
        // In a tree each node shows its own fix.
        issue.help = self.nearest_fix().filter(|_| self.inside.is_empty()).map(str::to_owned);
        issue
    }
}
