//! Why a value is not of a type, or a type not within another: a tree of mismatches, and what is read off it.
//!
//! One engine for parameters, `assert_type`, returned values, attributes and static checks. The tree follows the value (or
//! the type): an entry, an element, an alternative of a Variant a node. `value` and `types` build it, `fix` knows the
//! nearest way to fix a place, `sentence` and `rows` read it: in one line, and as the aligned rows of a diagnostic.
//! Nothing here decides whether something fits: that is asked of `instance` and `assignable`.

mod fix;
mod rows;
mod sentence;
mod types;
mod value;

use std::cell::Cell;

use pprepl_budget as budget;

use super::super::{Size, Ty, Type, Value, ValueError};
use super::{assignable, instance};

/// A place where something does not fit.
#[derive(Clone, Debug, Default)]
pub struct Mismatch {
    /// Where, seen from what is above; `None` at the whole itself.
    pub step: Option<Step>,
    /// The type that is expected here.
    pub expected: Option<Ty>,
    /// What is here, in a few words: `String 'x80'`.
    pub actual: String,
    /// What is wrong here; `None` where only something inside is.
    pub reason: Option<Reason>,
    /// The nearest way to fix it: `write 80 without quotes`.
    pub fix: Option<String>,
    /// What is wrong inside.
    pub inside: Vec<Mismatch>,
    /// How many more places inside do not fit: a tree has no more than some branches.
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
    /// What is hidden in a Sensitive.
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
    /// What a Callable returns.
    Returned,
    /// What a `Type[..]` describes.
    Described,
}

/// What is wrong at a place.
#[derive(Clone, Debug)]
pub enum Reason {
    /// Another type is expected.
    Type {
        /// What is expected: several for a Variant.
        expected: Vec<Ty>,
        /// The value, or its kind.
        actual: String,
    },
    /// Another size is expected.
    Size {
        expected: Size,
        /// How many there are (of a type: there may be).
        actual: Size,
        /// What is counted: characters, elements, entries or arguments.
        unit: &'static str,
    },
    /// A string must match.
    Pattern {
        /// The Pattern type.
        expected: Ty,
        actual: String,
    },
    /// A string must be one of some.
    Enum {
        /// The Enum type.
        expected: Ty,
        actual: String,
    },
    /// A key is missing.
    Missing(String),
    /// A key may be missing, and must not.
    MayBeMissing(String),
    /// A key is not known.
    Unknown(String),
}

/// Names that stand for themselves end here.
const DEEP: usize = 200;

/// How many nodes a tree has at most: a value may hold others more often than anybody can count.
const MAX_NODES: usize = 500;

/// How deep a node is in its tree, and how many more the tree may have.
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

/// How many branches a node has at most.
const MAX_BRANCHES: usize = 24;

/// Why the value is not of the type; `None` when it is.
pub fn mismatch(expected: &Ty, value: &Value) -> Option<Mismatch> {
    (!instance(expected, value)).then(|| value::node(None, expected, value, Depth::new(&Cell::new(MAX_NODES))))
}

/// Why not everything of the type `actual` is of the type `expected`; `None` when it is.
pub fn mismatch_types(expected: &Ty, actual: &Ty) -> Option<Mismatch> {
    (!assignable(expected, actual)).then(|| types::node(None, expected, actual, Depth::new(&Cell::new(MAX_NODES))))
}

/// One sentence: `name` is what the value is for (`parameter 'port'`). Empty when the value fits.
pub fn describe_mismatch(name: &str, expected: &Ty, value: &Value) -> String {
    mismatch(expected, value).map_or_else(String::new, |found| found.sentence(name))
}

impl Mismatch {
    /// A place where nothing is wrong so far.
    fn at(step: Option<Step>, expected: &Ty, actual: String) -> Mismatch {
        Mismatch { step, expected: Some(expected.clone()), actual, ..Mismatch::default() }
    }

    /// A place where there is nothing to look into.
    fn leaf(step: Option<Step>, reason: Reason) -> Mismatch {
        Mismatch { step, reason: Some(reason), ..Mismatch::default() }
    }

    /// Adds a branch, or counts it when there are enough.
    fn add(&mut self, depth: Depth, branch: impl FnOnce() -> Mismatch) {
        if self.inside.len() < MAX_BRANCHES && depth.room.get() > 0 {
            depth.room.set(depth.room.get() - 1);
            let branch = branch();
            self.inside.push(branch);
        } else {
            self.more += 1;
        }
    }

    /// What a value is, in a few words: its kind and itself, shortened. What is Sensitive stays hidden.
    pub fn summary(value: &Value) -> String {
        value::in_row(value)
    }

    /// A size in words: `2 arguments`, `at least 1 element`.
    pub fn format_count(size: Size, unit: &'static str) -> String {
        sentence::size_text(size, unit)
    }

    /// The first way to fix something, from the top.
    pub fn nearest_fix(&self) -> Option<&str> {
        self.fix.as_deref().or_else(|| self.inside.iter().find_map(Mismatch::nearest_fix))
    }
}

impl ValueError {
    /// The issue of a value that is not of a type: a sentence, the tree, and the nearest way to fix it.
    pub fn mismatch(name: &str, expected: &Ty, value: &Value) -> Box<ValueError> {
        // A test that was interrupted tells nothing.
        if let Err(exhausted) = budget::check() {
            return exhausted.into();
        }
        match mismatch(expected, value) {
            Some(found) => found.into_issue(name),
            None => ValueError::runtime(format!("{name} does not fit")),
        }
    }
}

impl Mismatch {
    /// As an issue; `name` is what the value is for.
    pub fn into_issue(self, name: &str) -> Box<ValueError> {
        let mut issue = ValueError::runtime(self.sentence(name));
        issue.misfits = self.rows(name);
        // In a tree each place shows its own.
        issue.help = self.nearest_fix().filter(|_| self.inside.is_empty()).map(str::to_owned);
        issue
    }
}

/// How a type is shown: a name with what it means, and not without end.
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

/// A type on one line and not without end.
fn short_type(ty: &Type, most: usize) -> String {
    short_text(&super::type_start(ty, 8 * most), most)
}

/// Text that is safe to show, on one line and not without end.
pub fn short_text(text: &str, most: usize) -> String {
    pprepl_text::columns::shortened(&pprepl_text::visible(text), most)
}
