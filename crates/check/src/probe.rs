//! The type of the expression at an offset: while a text is checked, the innermost expression there is noted, with what
//! is required of it. What a name is bound to counts as an expression; a type that is written has the type `Type[T]`.
//!
//! Left out: names of functions, attributes and resource types, which have no type of their own; the expression around
//! them is told.

use pprepl_text::{MismatchRow, Span};
use puppet_pcore::{Ty, mismatch_types};
use puppet_syntax::ast::{Expr, ExprKind};

use super::checker::{Checker, ScopeKind};
use super::display::{display, format_expanded};
use super::infer::type_of;
use super::requirement::Requirement;
use super::subtyping::{Verdict, is_any, is_never};

/// What is known of the expression at an offset, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Where the expression is.
    pub span: Span,
    pub type_text: String,
    /// The same without values, sizes and ranges, where that differs.
    pub generalized: Option<String>,
    /// The type that is required there.
    pub wanted: Option<String>,
    /// Why it cannot fit, place by place; empty when it may.
    pub misfits: Vec<MismatchRow>,
    /// Returns whether it is evaluated with the text, just once, so that looking its value up afterwards gives what it was.
    pub at_top: bool,
}

/// What to look for, and what was found so far.
#[derive(Debug)]
pub(super) struct Probe {
    offset: u32,
    /// The innermost expression that holds the offset, and that which ends there.
    around: Option<Noted>,
    before: Option<Noted>,
    /// How many expressions were noted.
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
    /// Where noting stands, before an expression is read.
    pub(super) fn probe_mark(&self) -> usize {
        self.probe.as_ref().map_or(0, |probe| probe.count)
    }

    /// Notes the type of an expression that was read, unless `enforce` did so since `mark`.
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
        // A literal with a part that does not fit is given up: what it is without being asked for anything is told.
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

    /// Notes the type of what is at a place.
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

    /// Notes the variable that a name in a string means.
    pub(super) fn probe_name(&mut self, expr: &'a Expr) {
        if let (true, ExprKind::Name(name)) = (self.probe.is_some(), &expr.kind) {
            let ty = self.variable_type(name);
            self.probe_note(expr.span, &ty, None);
        }
    }

    /// Notes a type that is written.
    pub(super) fn probe_type(&mut self, expr: &'a Expr) {
        let holds = |probe: &mut Probe| probe.slot(expr.span).is_some();
        if self.file == 0
            && self.probe.as_mut().is_some_and(holds)
            && let Some(ty) = self.resolve_annotation(expr)
        {
            self.probe_note(expr.span, &type_of(ty), None);
        }
    }

    /// What was found.
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
