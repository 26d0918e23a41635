//! The types of expressions, as recorded while the source is checked: of the innermost one at an offset, or of those
//! with certain spans.

use rustc_hash::FxHashMap;

use pprepl_text::{MismatchRow, Span};
use puppet_pcore::Ty;

use super::subtyping::Verdict;

/// The facts about the expression at an offset, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The span of the expression.
    pub span: Span,
    pub type_text: String,
    /// Whether nothing is known about the type.
    pub is_any: bool,
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

/// The expressions to look for, and the results so far.
#[derive(Debug)]
pub(super) struct Probe {
    target: Target,
    /// The number of recorded expressions.
    pub(super) count: usize,
}

/// The expressions to look for.
#[derive(Debug)]
enum Target {
    At(Innermost),
    /// Expressions with these spans.
    Spans(FxHashMap<Span, Option<Noted>>),
}

/// The innermost expression that contains an offset, and the innermost one that ends there.
#[derive(Debug)]
struct Innermost {
    offset: u32,
    around: Option<Noted>,
    before: Option<Noted>,
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
        Probe { target: Target::At(Innermost { offset, around: None, before: None }), count: 0 }
    }

    /// Looks for the expressions with these spans.
    pub(super) fn spans(spans: &[Span]) -> Probe {
        Probe { target: Target::Spans(spans.iter().map(|span| (*span, None)).collect()), count: 0 }
    }

    /// Returns the record that an expression at this span would replace.
    pub(super) fn slot(&mut self, span: Span) -> Option<&mut Option<Noted>> {
        match &mut self.target {
            Target::At(innermost) => innermost.slot(span),
            Target::Spans(slots) => slots.get_mut(&span),
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

    /// Returns the records in source order.
    pub(super) fn found(self) -> Vec<Noted> {
        let mut found: Vec<Noted> = match self.target {
            Target::At(innermost) => innermost.around.or(innermost.before).into_iter().collect(),
            Target::Spans(slots) => slots.into_values().flatten().collect(),
        };
        found.sort_by_key(|noted| noted.span.start);
        found
    }
}

impl Innermost {
    fn slot(&mut self, span: Span) -> Option<&mut Option<Noted>> {
        match span.start <= self.offset && self.offset <= span.end {
            true if self.offset < span.end => Some(&mut self.around),
            true => Some(&mut self.before),
            false => None,
        }
    }
}
