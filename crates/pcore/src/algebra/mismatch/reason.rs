//! The place of a mismatch in a value, and its reason.

use std::cell::Cell;

use super::super::super::{Size, Ty, Type};

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
pub(super) const DEEP: usize = 200;

/// The maximum number of nodes: a value that shares its parts may expand to a huge tree.
pub(super) const MAX_NODES: usize = 500;

/// The depth of a node, and the remaining number of nodes.
#[derive(Clone, Copy)]
pub(super) struct Depth<'t> {
    levels: usize,
    pub(super) room: &'t Cell<usize>,
}

impl<'t> Depth<'t> {
    pub(super) fn new(room: &'t Cell<usize>) -> Depth<'t> {
        Depth { levels: 0, room }
    }

    pub(super) fn deeper(self) -> Depth<'t> {
        Depth { levels: self.levels + 1, ..self }
    }

    pub(super) fn is_over(self) -> bool {
        self.levels > DEEP
    }
}

/// Formats a type in at most `most` characters: a name with its definition.
pub(super) fn type_name(ty: &Type, most: usize) -> String {
    let text = match ty {
        Type::Alias(alias) if !alias.built_in => match alias.resolved.get() {
            Some(meaning) => format!("{} ({})", alias.name, super::super::type_start(meaning, 8 * most)),
            None => alias.name.to_string(),
        },
        _ => super::super::type_start(ty, 8 * most),
    };
    short_text(&text, most)
}

/// Formats a type on one line in at most `most` characters.
pub(super) fn short_type(ty: &Type, most: usize) -> String {
    short_text(&super::super::type_start(ty, 8 * most), most)
}

/// Escapes untrusted output for display, on one line in at most `most` characters.
pub fn short_text(text: &str, most: usize) -> String {
    pprepl_text::columns::shortened(&pprepl_text::visible(text), most)
}
