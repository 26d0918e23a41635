//! The type of an expression, with the place and the reason it has that type.

use std::rc::Rc;

use pprepl_text::Span;
use puppet_pcore::Ty;
use puppet_pcore::algebra::constant as c;

/// A span with the index of its source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct FileSpan {
    pub(super) file: u32,
    pub(super) span: Span,
}

/// The reason why a value has its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeOrigin {
    /// The value is a literal.
    Written,
    /// The type is declared.
    Declared,
    /// An element of a literal.
    Element,
    /// The value is computed.
    Computed,
}

/// The origin of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) spot: FileSpan,
    pub(super) why: TypeOrigin,
}

/// The spans of the parts of a literal.
#[derive(Clone, Debug)]
pub(super) enum LiteralSpans {
    Elements(Rc<[FileSpan]>),
    Entries(Rc<[(Rc<str>, FileSpan)]>),
    /// A reference to a function; `is_exact`: its type is that of the value.
    Function {
        name: Rc<str>,
        is_exact: bool,
    },
}

/// A type with its origin.
#[derive(Clone, Debug)]
pub(super) struct TypedExpr {
    pub(super) ty: Ty,
    pub(super) source: Option<Origin>,
    pub(super) parts: Option<LiteralSpans>,
}

impl Origin {
    /// The origin of a lambda's parameter that gets the elements of a collection.
    pub(super) fn element(spot: FileSpan) -> Origin {
        Origin { spot, why: TypeOrigin::Element }
    }

    /// Returns the text of the note at this origin.
    pub(super) fn note(&self) -> &'static str {
        match self.why {
            TypeOrigin::Written => "its value is written here",
            TypeOrigin::Declared => "declared here",
            TypeOrigin::Element => "the elements come from here",
            TypeOrigin::Computed => "it comes from here",
        }
    }
}

impl TypedExpr {
    pub(super) fn of(ty: Ty) -> TypedExpr {
        TypedExpr { ty, source: None, parts: None }
    }

    pub(super) fn any() -> TypedExpr {
        TypedExpr::of(c::any())
    }
}
