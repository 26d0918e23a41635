//! Texts with holes: the parser omits the statements that are broken, and what is whole is checked.
//!
//! What a hole is in has no known value, and what is named may be defined in a hole: names are not told of. Hints are
//! about whole texts.

use std::sync::Arc;

use pprepl_text::{Severity, Source, Span};
use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Expr, ExprKind, Function, Program};

use super::checker::{Arena, Checked, Checker};
use super::finding::TypedExpr;
use super::signature::SignatureCache;
use super::type_env::TypeEnv;

/// Checks what is whole in a text with errors of syntax, which are at `holes`: what fails in any case.
pub fn check_complete_parts(
    program: &Program,
    source: &Arc<Source>,
    holes: &[Span],
    world: &mut dyn TypeEnv,
    signatures: &SignatureCache,
) -> Checked {
    let shelf = Arena::default();
    signatures.r#match(world.rules());
    let mut checker = Checker::new(world, signatures, &shelf, source.clone());
    checker.holes = holes.to_vec();
    checker.closed = false;
    checker.program(&program.body);
    let mut checked = checker.checked(&c::any());
    // What touches a hole may continue in it.
    let text = source.text();
    let before = |hole: &Span| text.get(..hole.start as usize).unwrap_or(text).trim_end().len() as u32;
    let holes: Vec<Span> = holes.iter().map(|hole| Span::new(before(hole), hole.end)).collect();
    let touches = |span: Span| holes.iter().any(|hole| span.start <= hole.end && hole.start <= span.end);
    checked.findings.retain(|found| found.severity == Severity::Error && !found.span.is_some_and(touches));
    checked
}

impl<'a> Checker<'a> {
    /// With nothing known of it, where a hole is in it.
    pub(super) fn unless_broken(&self, expr: &Expr, found: TypedExpr) -> TypedExpr {
        let broken = |hole: &Span| expr.span.start <= hole.start && hole.start < expr.span.end;
        let whole = self.file != 0 || matches!(expr.kind, ExprKind::Block(_)) || !self.holes.iter().any(broken);
        if whole { found } else { TypedExpr::any() }
    }

    /// Returns whether there is a hole in the body of a function of this text.
    pub(super) fn is_broken(&self, function: &Function) -> bool {
        let Some(source) = self.sources.first().filter(|_| !self.holes.is_empty()) else { return false };
        let (start, end) = (function.name_span.start, function.body.span.end);
        self.holes.iter().any(|hole| {
            let behind = || Span::new(end, hole.start).of(source.text()).contains('}');
            start <= hole.start && (hole.start <= end || !behind())
        })
    }
}
