//! Reporting: findings become diagnostics; and types with the place they come from.

use pprepl_budget as budget;
use pprepl_text::{Diagnostic, Label, RuleCode, Severity, Span, suggest};
use puppet_pcore::Ty;
use puppet_syntax::ast::Expr;

use super::checker::Checker;
use super::finding::Finding;
use super::typed_expr::{FileSpan, Origin, TypeOrigin, TypedExpr};

/// The maximum number of findings.
const MAX: usize = 500;

impl Checker<'_> {
    /// Returns the span of an expression in the current file.
    pub(super) fn span(&self, expr: &Expr) -> FileSpan {
        self.span_of(expr.span)
    }

    pub(super) fn span_of(&self, span: Span) -> FileSpan {
        FileSpan { file: self.file, span }
    }

    /// Returns a type whose origin is a computed expression.
    pub(super) fn computed(&self, ty: Ty, expr: &Expr) -> TypedExpr {
        TypedExpr { ty, source: Some(Origin { spot: self.span(expr), why: TypeOrigin::Computed }), parts: None }
    }

    pub(super) fn source_at(&self, ty: Ty, expr: &Expr) -> TypedExpr {
        TypedExpr { ty, source: Some(Origin { spot: self.span(expr), why: TypeOrigin::Written }), parts: None }
    }

    /// Adds the origin of a type as a note.
    pub(super) fn from(finding: Finding, found: &TypedExpr) -> Finding {
        match &found.source {
            Some(source) => finding.note(source.spot, source.note()),
            None => finding,
        }
    }

    /// Reports a finding, unless it was reported already or reporting is suppressed.
    pub(super) fn report(&mut self, finding: Finding) {
        // A search that was interrupted proves nothing.
        if budget::reason().is_some() {
            return;
        }
        if self.reports.suppress_depth > 0 {
            self.reports.suppressed += usize::from(finding.severity == Severity::Error);
            return;
        }
        self.reports.errors += usize::from(finding.severity == Severity::Error);
        if self.reports.findings.len() >= MAX || !self.reports.rules.has(finding.code) {
            return;
        }
        let finding = self.placed(finding);
        let source = self.sources.get(finding.spot.file as usize).cloned();
        let known = self.reports.findings.iter().any(|known| {
            known.span == Some(finding.spot.span)
                && known.code == finding.code
                && known.message == finding.message
                && known.source.as_ref().map(std::sync::Arc::as_ptr) == source.as_ref().map(std::sync::Arc::as_ptr)
        });
        if known {
            return;
        }
        let mut made = Diagnostic::new(finding.severity, finding.code, Some(finding.spot.span), finding.message);
        made.source = source;
        made.help = finding.hint;
        made.fixes = finding.fixes;
        made.swap = finding.swap;
        for (spot, message) in finding.notes {
            let source = self.sources.get(spot.file as usize).filter(|_| spot.file != finding.spot.file).cloned();
            made.labels.push(Label { source, span: spot.span, message: message.into_owned() });
        }
        self.reports.findings.push(made);
    }

    /// Moves a finding in a template to the string that holds it. Edits fit only where the string has the same text.
    fn placed(&self, finding: Finding) -> Finding {
        let outer = |spot: FileSpan| {
            let found = self.reports.embedded.iter().find_map(|one| Some((one.outer(spot)?, one.is_exact())));
            found.unwrap_or((spot, true))
        };
        let (spot, is_exact) = outer(finding.spot);
        let is_moved = spot != finding.spot;
        let notes = finding.notes.into_iter().map(|(spot, text)| (outer(spot).0, text)).collect();
        let fixes = if is_moved { Vec::new() } else { finding.fixes };
        Finding { spot, notes, fixes, swap: finding.swap.filter(|_| is_exact), ..finding }
    }

    /// Returns whether findings of this rule are reported. The search for a similar name is slow, and useless
    /// for a finding that is not reported.
    pub(super) fn reports(&self, code: RuleCode) -> bool {
        self.reports_more() && self.reports.rules.has(code)
    }

    /// Returns whether a finding is reported now, if its rule is on.
    pub(super) fn reports_more(&self) -> bool {
        self.reports.suppress_depth == 0 && self.reports.findings.len() + self.variables.unresolved.len() < MAX
    }

    /// Returns the known name that is the nearest to an unknown one; `None` where no finding would show it, because the
    /// search is slow.
    pub(super) fn nearest<'n>(&self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.reports_more() { suggest::nearest(name, known) } else { None }
    }

    /// Runs `act` with reporting suppressed.
    pub(super) fn without_reporting<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.reports.suppress_depth += 1;
        let result = act(self);
        self.reports.suppress_depth -= 1;
        result
    }
}
