//! Mismatches: a tree of the reasons why a value is not of a type, or a type is not a subtype of another.
//!
//! One engine serves parameters, `assert_type`, returned values, attributes and static checks. The tree
//! follows the value (or the type): each entry, element or alternative of a Variant is a node. `value` and
//! `types` build the tree, and `fix` finds the nearest fix of a node. `sentence` and `rows` format it: as one
//! line, and as the aligned rows of a diagnostic. `instance` and `assignable` decide whether something
//! matches, never this module.

mod fix;
mod rows;
mod sentence;
mod types;
mod value;

use std::cell::Cell;

use pprepl_budget as budget;

use super::super::{Size, Ty, Type, Value, ValueError};
use super::{assignable, instance};

/// A node of the tree: a part that does not match.
#[derive(Clone, Debug, Default)]
pub struct Mismatch {
    /// The step from the parent; `None` at the root.
    pub step: Option<Step>,
    /// The type that is expected here.
    pub expected: Option<Ty>,
    /// The actual value in a few words: `String 'x80'`.
    pub actual: String,
    /// The reason; `None` where only a part inside does not match.
    pub reason: Option<Reason>,
    /// The nearest fix: `write 80 without quotes`.
    pub fix: Option<String>,
    /// The children: mismatches of the parts.
    pub inside: Vec<Mismatch>,
    /// The number of further mismatches inside: the branches of a tree are limited.
    pub more: usize,
}

/// A step into a value or a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The value of a hash's entry, by its key.
    Entry(String),
    /// A key of a hash.
    Key(String),
    /// An element, from 0.
    Element(usize),
    /// The value inside a Sensitive.
    Hidden,
    /// Every element of an array type.
    Elements,
    /// Every key of a hash type.
    Keys,
    /// Every value of a hash type.
    Values,
    /// One of the types that a Variant, an Optional or the like allows.
    Alternative(String),
    /// A parameter of a Callable, from 0.
    Parameter(usize),
    /// The block of a Callable.
    Block,
    /// The return type of a Callable.
    Returned,
    /// The type that a `Type[..]` describes.
    Described,
}

/// The reason of a mismatch.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Another type is expected.
    Type {
        /// The expected types: several for a Variant.
        expected: Vec<Ty>,
        /// The value, or its kind.
        actual: String,
    },
    /// Another size is expected.
    Size {
        expected: Size,
        /// The actual count (for a type: the possible counts).
        actual: Size,
        /// The counted unit: characters, elements, entries or arguments.
        unit: &'static str,
    },
    /// A string must match.
    Pattern {
        /// The Pattern type.
        expected: Ty,
        actual: String,
    },
    /// A string must be a member of an Enum.
    Enum {
        /// The Enum type.
        expected: Ty,
        actual: String,
    },
    /// A key is missing.
    Missing(String),
    /// A key may be missing, but is required.
    MayBeMissing(String),
    /// The value has an unknown key.
    Unknown(String),
}

/// The maximum depth of names: a name may be recursive.
const DEEP: usize = 200;

/// The maximum number of nodes: a value that shares its parts may expand to a huge tree.
const MAX_NODES: usize = 500;

/// The depth of a node, and the remaining number of nodes.
#[derive(Clone, Copy)]
struct Depth<'t> {
    levels: usize,
    room: &'t Cell<usize>,
}

impl<'t> Depth<'t> {
    fn new(room: &'t Cell<usize>) -> Depth<'t> {
        Depth { levels: 0, room }
    }

    fn deeper(self) -> Depth<'t> {
        Depth { levels: self.levels + 1, ..self }
    }

    fn is_over(self) -> bool {
        self.levels > DEEP
    }
}

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
            None => ValueError::runtime(format!("{name} does not fit")),
        }
    }
}

impl Mismatch {
    /// Converts the tree to an error; `name` is the role of the value.
    pub fn into_error(self, name: &str) -> Box<ValueError> {
        let mut issue = ValueError::runtime(self.sentence(name));
        issue.misfits = self.rows(name);
        // In a tree each node shows its own fix.
        issue.help = self.nearest_fix().filter(|_| self.inside.is_empty()).map(str::to_owned);
        issue
    }
}

/// Formats a type in at most `most` characters: a name with its definition.
fn type_name(ty: &Type, most: usize) -> String {
    let text = match ty {
        Type::Alias(alias) if !alias.built_in => match alias.resolved.get() {
            Some(meaning) => format!("{} ({})", alias.name, super::type_start(meaning, 8 * most)),
            None => alias.name.to_string(),
        },
        _ => super::type_start(ty, 8 * most),
    };
    short_text(&text, most)
}

/// Formats a type on one line in at most `most` characters.
fn short_type(ty: &Type, most: usize) -> String {
    short_text(&super::type_start(ty, 8 * most), most)
}

/// Escapes untrusted output for display, on one line in at most `most` characters.
pub fn short_text(text: &str, most: usize) -> String {
    pprepl_text::columns::shortened(&pprepl_text::visible(text), most)
}
