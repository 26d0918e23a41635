//! The type of the expression at an offset. While the source is checked, the innermost expression there is
//! recorded, with its requirement. The target of a binding counts as an expression; a type expression has the
//! type `Type[T]`.
//!
//! Names of functions, attributes and resource types have no type of their own; for them, the enclosing
//! expression is reported.

use pprepl_text::{MismatchRow, Span};
use puppet_pcore::{Ty, mismatch_types};
use puppet_syntax::ast::{Expr, ExprKind};

use super::checker::{Checker, ScopeKind};
use super::display::{display, format_expanded};
use super::infer::type_of;
use super::requirement::Requirement;
use super::subtyping::{Verdict, is_any, is_never};

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
    around: Option<Noted>,
    before: Option<Noted>,
    /// The number of recorded expressions.
    count: usize,
}

#[derive(Clone, Debug)]
struct Noted {
    span: Span,
    ty: Ty,
    wanted: Option<(Ty, Verdict)>,
    at_top: bool,
    number: usize,
}

impl Probe {
    pub(super) fn at(offset: u32) -> Probe {
        Probe { offset, around: None, before: None, count: 0 }
    }

    fn slot(&mut self, span: Span) -> Option<&mut Option<Noted>> {
        match span.start <= self.offset && self.offset <= span.end {
            true if self.offset < span.end => Some(&mut self.around),
            true => Some(&mut self.before),
            false => None,
        }
    }

    fn note(&mut self, noted: Noted) {
        self.count += 1;
        let number = self.count;
        let Some(slot) = self.slot(noted.span) else { return };
        if slot.as_ref().is_none_or(|known| noted.span.len() <= known.span.len()) {
            *slot = Some(Noted { number, ..noted });
        }
    }
}

impl<'a> Checker<'a> {
    /// Returns the number of records, to be compared after an expression is checked.
    pub(super) fn probe_mark(&self) -> usize {
        self.probe.as_ref().map_or(0, |probe| probe.count)
    }

    /// Records the type of a checked expression, unless `enforce` recorded it since `mark`.
    pub(super) fn probe_read(&mut self, expr: &'a Expr, ty: &Ty, wanted: Option<&Requirement<'a>>, mark: usize) {
        if self.probe.is_none()
            || self.file != 0
            || matches!(expr.kind, ExprKind::Block(_) | ExprKind::Paren(_) | ExprKind::Nop)
        {
            return;
        }
        let Some(slot) = self.probe.as_mut().and_then(|probe| probe.slot(expr.span)) else { return };
        if slot.as_ref().is_some_and(|noted| noted.span == expr.span && noted.number > mark) {
            return;
        }
        // The type of a literal with a mismatched part is discarded: its type without a requirement is shown.
        let is_given_up = wanted.is_some() && is_any(ty) && matches!(expr.kind, ExprKind::Array(_) | ExprKind::Hash(_));
        let innermost = slot.as_ref().is_none_or(|noted| noted.span.len() > expr.span.len());
        match is_given_up && innermost {
            true => {
                let found = self.without_reporting(|checker| checker.check(expr, None));
                self.probe_note(expr.span, &found.ty, wanted);
            }
            false => self.probe_note(expr.span, ty, None),
        }
    }

    /// Records the type at a span.
    pub(super) fn probe_note(&mut self, span: Span, ty: &Ty, wanted: Option<&Requirement<'a>>) {
        if self.probe.is_none() || self.file != 0 {
            return;
        }
        let wanted = wanted.map(|wanted| (wanted.ty.clone(), self.sets.fits(ty, &wanted.ty)));
        let at_top = self.at_top() && self.bodies.last().is_some_and(|body| body.within == ScopeKind::Top);
        if let Some(probe) = &mut self.probe {
            probe.note(Noted { span, ty: ty.clone(), wanted, at_top, number: 0 });
        }
    }

    /// Records the variable that a name in a string denotes.
    pub(super) fn probe_name(&mut self, expr: &'a Expr) {
        if let (true, ExprKind::Name(name)) = (self.probe.is_some(), &expr.kind) {
            let ty = self.variable_type(name);
            self.probe_note(expr.span, &ty, None);
        }
    }

    /// Records a type expression.
    pub(super) fn probe_type(&mut self, expr: &'a Expr) {
        let holds = |probe: &mut Probe| probe.slot(expr.span).is_some();
        if self.file == 0
            && self.probe.as_mut().is_some_and(holds)
            && let Some(ty) = self.resolve_annotation(expr)
        {
            self.probe_note(expr.span, &type_of(ty), None);
        }
    }

    /// Returns the recorded facts.
    pub(super) fn probed(&mut self) -> Option<Probed> {
        let probe = self.probe.take()?;
        let noted = probe.around.or(probe.before)?;
        let generalized = if is_never(&noted.ty) { noted.ty.clone() } else { self.sets.widen(&noted.ty) };
        let type_text = format_expanded(&self.sets, &noted.ty);
        let generalized = Some(display(&generalized)).filter(|text| *text != type_text && !is_never(&noted.ty));
        let misfits = match &noted.wanted {
            Some((wanted, Verdict::Never | Verdict::EmptyOnly)) => {
                mismatch_types(wanted, &noted.ty).map(|found| found.rows("the value")).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let wanted = noted.wanted.as_ref().map(|(wanted, _)| display(wanted));
        Some(Probed { span: noted.span, type_text, generalized, wanted, misfits, at_top: noted.at_top })
    }
}
