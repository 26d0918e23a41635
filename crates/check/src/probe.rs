//! The innermost expression at an offset, as recorded while the source is checked.

use pprepl_text::{MismatchRow, Span};
use puppet_pcore::Ty;

use super::subtyping::Verdict;

/// The facts about the expression at an offset, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The span of the expression.
    pub span: Span,
    pub type_text: String,
    /// The generalized type (without values, sizes and ranges), where it differs.
    pub generalized: Option<String>,
    /// The type that the context requires.
    pub wanted: Option<String>,
    /// The mismatches by location; empty when the types may match.
    pub misfits: Vec<MismatchRow>,
    /// Whether it is evaluated with the source, exactly once, so that a later look at its value shows the
    /// value it had.
    pub at_top: bool,
}

/// The offset to look for, and the results so far.
#[derive(Debug)]
pub(super) struct Probe {
    offset: u32,
    /// The innermost expression that contains the offset, and the innermost one that ends there.
    pub(super) around: Option<Noted>,
    pub(super) before: Option<Noted>,
    /// The number of recorded expressions.
    pub(super) count: usize,
}

/// A recorded expression, with the verdict on its requirement.
#[derive(Clone, Debug)]
pub(super) struct Noted {
    pub(super) span: Span,
    pub(super) ty: Ty,
    pub(super) wanted: Option<(Ty, Verdict)>,
    pub(super) at_top: bool,
    pub(super) number: usize,
}

impl Probe {
    pub(super) fn at(offset: u32) -> Probe {
        Probe { offset, around: None, before: None, count: 0 }
    }

    /// Returns the record that an expression at this span would replace.
    pub(super) fn slot(&mut self, span: Span) -> Option<&mut Option<Noted>> {
        match span.start <= self.offset && self.offset <= span.end {
            true if self.offset < span.end => Some(&mut self.around),
            true => Some(&mut self.before),
            false => None,
        }
    }

    /// Records an expression, when it is the innermost one so far.
    pub(super) fn note(&mut self, noted: Noted) {
        self.count += 1;
        let number = self.count;
        let Some(slot) = self.slot(noted.span) else { return };
        if slot.as_ref().is_none_or(|known| noted.span.len() <= known.span.len()) {
            *slot = Some(Noted { number, ..noted });
        }
    }
}
