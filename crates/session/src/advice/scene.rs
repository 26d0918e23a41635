//! The source around an error.

use std::sync::Arc;
use std::time::Duration;

use pprepl_text::{Fix, Source, Span};
use puppet_pcore::Value;
use puppet_syntax::ast::{Expr, ExprKind, Lambda};
use puppet_syntax::walk;

use crate::analyzer::Analyzer;

/// The time limit for the value of an expression at the error.
const EVALUATION_TIME: Duration = Duration::from_millis(20);

/// The expressions around an error, in the source that has it.
pub(super) struct Scene<'s, 'a> {
    pub(super) analyzer: &'s mut Analyzer<'a>,
    pub(super) source: &'s Arc<Source>,
    /// Whether the source is the input that ran: only that can run again.
    is_input: bool,
    /// The expressions that contain the error, the outermost first.
    pub(super) path: Vec<&'s Expr>,
    pub(super) span: Span,
}

/// Returns whether `outer` contains `inner`.
pub(super) fn contains(outer: Span, inner: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

impl<'s, 'a> Scene<'s, 'a> {
    pub(super) fn new(
        analyzer: &'s mut Analyzer<'a>,
        (source, is_input): (&'s Arc<Source>, bool),
        body: &'s Expr,
        span: Span,
    ) -> Self {
        let mut path = Vec::new();
        walk::for_each_everywhere(body, &mut |expr| {
            if contains(expr.span, span) {
                path.push(expr);
            }
        });
        Scene { analyzer, source, is_input, path, span }
    }

    /// Returns the whole source.
    pub(super) fn text(&self) -> &'s str {
        self.source.text()
    }

    /// Returns the source of an expression.
    pub(super) fn code(&self, expr: &Expr) -> &'s str {
        expr.span.of(self.source.text())
    }

    /// Returns the innermost expression around the error for which `find` has a result.
    pub(super) fn innermost<T>(&self, find: impl Fn(&'s Expr) -> Option<T>) -> Option<T> {
        self.path.iter().rev().find_map(|expr| find(expr))
    }

    /// Returns the expressions that contain an expression of the path, the innermost first.
    pub(super) fn around(&self, inner: &Expr) -> impl Iterator<Item = &'s Expr> {
        let end = self.path.iter().position(|expr| std::ptr::eq(*expr, inner)).unwrap_or(0);
        self.path[..end].iter().rev().copied()
    }

    /// Returns whether an expression is an operand of another one.
    pub(super) fn is_nested(&self, expr: &Expr) -> bool {
        self.around(expr).next().is_some_and(|outer| {
            matches!(
                outer.kind,
                ExprKind::Binary(..)
                    | ExprKind::Not(_)
                    | ExprKind::Negate(_)
                    | ExprKind::Access(..)
                    | ExprKind::Method(_)
                    | ExprKind::Selector(_)
            )
        })
    }

    /// Returns the lambdas around the error, the innermost first.
    pub(super) fn lambdas(&self) -> impl Iterator<Item = &'s Lambda> {
        let span = self.span;
        self.path
            .iter()
            .rev()
            .filter_map(|expr| walk::lambda_of(expr))
            .filter(move |lambda| contains(lambda.span, span))
    }

    /// Returns whether the program runs with a fix. A program whose function the input calls would only define it again.
    pub(super) fn works(&mut self, fix: &Fix) -> bool {
        self.is_input && self.analyzer.is_better(self.source, fix, true, true)
    }

    /// Returns whether the program runs with other code for an expression.
    pub(super) fn runs(&mut self, expr: &Expr, code: &str) -> bool {
        self.works(&Fix::replace(expr.span, code))
    }

    /// Returns the value of source at top scope, if it has no side effects.
    pub(super) fn value(&mut self, code: &str) -> Option<Value> {
        self.analyzer.core.try_evaluate(code, EVALUATION_TIME)
    }
}
