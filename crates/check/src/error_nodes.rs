//! Sources with syntax errors: the parser omits the broken statements, and the complete ones are checked.
//!
//! An expression that contains an error has an unknown type. A name may be defined in a broken part, so that
//! unknown names are not reported. Hints are reported only for complete sources.

use std::sync::Arc;

use pprepl_text::{Severity, Source, Span};
use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Expr, ExprKind, Function, Program};

use super::checker::{Arena, Checked, Checker};
use super::signature::SignatureCache;
use super::type_env::TypeEnv;
use super::typed_expr::TypedExpr;

/// Checks the complete statements of a source with syntax errors at `holes`. Reports only what fails in any
/// case.
pub fn check_complete_parts(
    program: &Program,
    source: &Arc<Source>,
    holes: &[Span],
    world: &mut dyn TypeEnv,
    signatures: &SignatureCache,
) -> Checked {
    let shelf = Arena::default();
    signatures.forget_other_rules(world.rules());
    let mut checker = Checker::new(world, signatures, &shelf, source.clone());
    checker.reports.holes = holes.to_vec();
    checker.mode.closed = false;
    checker.program(&program.body);
    let mut checked = checker.checked(&c::any());
    // A statement next to a syntax error may continue in it.
    let text = source.text();
    let before = |hole: &Span| text.get(..hole.start as usize).unwrap_or(text).trim_end().len() as u32;
    let holes: Vec<Span> = holes.iter().map(|hole| Span::new(before(hole), hole.end)).collect();
    let touches = |span: Span| holes.iter().any(|hole| span.start <= hole.end && hole.start <= span.end);
    checked.findings.retain(|found| found.severity == Severity::Error && !found.span.is_some_and(touches));
    checked
}

impl<'a> Checker<'a> {
    /// Replaces the inferred type by an unknown one when the expression contains a syntax error.
    pub(super) fn unless_broken(&self, expr: &Expr, found: TypedExpr) -> TypedExpr {
        let broken = |hole: &Span| expr.span.start <= hole.start && hole.start < expr.span.end;
        let whole = self.file != 0 || matches!(expr.kind, ExprKind::Block(_)) || !self.reports.holes.iter().any(broken);
        if whole { found } else { TypedExpr::any() }
    }

    /// Returns whether the body of a function of this source contains a syntax error.
    pub(super) fn is_broken(&self, function: &Function) -> bool {
        let Some(source) = self.sources.first().filter(|_| !self.reports.holes.is_empty()) else { return false };
        let (start, end) = (function.name_span.start, function.body.span.end);
        self.reports.holes.iter().any(|hole| {
            let behind = || Span::new(end, hole.start).of(source.text()).contains('}');
            start <= hole.start && (hole.start <= end || !behind())
        })
    }
}
