//! The type of the expression at an offset, or at certain spans. While the source is checked, the innermost expression
//! there is recorded, with its requirement. The target of a binding counts as an expression; a type expression has the
//! type `Type[T]`.
//!
//! Names of functions, attributes and resource types have no type of their own; for them, the enclosing
//! expression is reported.

use pprepl_text::Span;
use puppet_pcore::{Ty, mismatch_types};
use puppet_syntax::ast::{Expr, ExprKind};

use super::checker::{Checker, ScopeKind};
use super::display::{display, format_expanded};
use super::infer::type_of;
use super::probe::{Noted, Probe, Probed};
use super::requirement::Requirement;
use super::subtyping::{Verdict, is_any, is_never};

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

    /// Returns the recorded facts, in source order.
    pub(super) fn probed(&mut self) -> Vec<Probed> {
        let found = self.probe.take().map(Probe::found).unwrap_or_default();
        found.into_iter().map(|noted| self.described(noted)).collect()
    }

    fn described(&self, noted: Noted) -> Probed {
        let generalized = if is_never(&noted.ty) { noted.ty.clone() } else { self.sets.widen(&noted.ty) };
        let type_text = format_expanded(&noted.ty);
        let generalized = Some(display(&generalized)).filter(|text| *text != type_text && !is_never(&noted.ty));
        let misfits = match &noted.wanted {
            Some((wanted, Verdict::Never | Verdict::EmptyOnly)) => {
                mismatch_types(wanted, &noted.ty).map(|found| found.rows("the value")).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let wanted = noted.wanted.as_ref().map(|(wanted, _)| display(wanted));
        Probed {
            span: noted.span,
            is_any: is_any(&noted.ty),
            type_text,
            generalized,
            wanted,
            misfits,
            at_top: noted.at_top,
        }
    }
}
