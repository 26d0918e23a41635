//! Findings, and the origin of an expression's type.

use std::borrow::Cow;
use std::rc::Rc;

use pprepl_text::{Diagnostic, Fix, Label, RuleCode, Severity, Span, WordReplacement};
use puppet_pcore::Ty;
use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::Expr;

use super::checker::Checker;

/// A span with the index of its source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
pub(super) struct Origin {
    pub(super) spot: FileSpan,
    pub(super) why: TypeOrigin,
}

/// The spans of the parts of a literal.
#[derive(Clone, Debug)]
pub(super) enum LiteralSpans {
    Elements(Rc<[FileSpan]>),
    Entries(Rc<[(Rc<str>, FileSpan)]>),
}

/// A type with its origin.
#[derive(Clone, Debug)]
pub(super) struct TypedExpr {
    pub(super) ty: Ty,
    pub(super) source: Option<Origin>,
    pub(super) parts: Option<LiteralSpans>,
}

impl Origin {
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

/// A secondary span of a finding, with its label.
pub(super) type Note = (FileSpan, Cow<'static, str>);

/// A finding under construction.
pub(super) struct Finding {
    severity: Severity,
    code: RuleCode,
    spot: FileSpan,
    message: String,
    notes: Vec<Note>,
    hint: Option<String>,
    fixes: Vec<Fix>,
    swap: Option<WordReplacement>,
}

impl Finding {
    pub(super) fn of(severity: Severity, code: RuleCode, spot: FileSpan, message: impl Into<String>) -> Finding {
        Finding {
            severity,
            code,
            spot,
            message: message.into(),
            notes: Vec::new(),
            hint: None,
            fixes: Vec::new(),
            swap: None,
        }
    }

    pub(super) fn error(code: RuleCode, spot: FileSpan, message: impl Into<String>) -> Finding {
        Finding::of(Severity::Error, code, spot, message)
    }

    pub(super) fn warning(code: RuleCode, spot: FileSpan, message: impl Into<String>) -> Finding {
        Finding::of(Severity::Warning, code, spot, message)
    }

    pub(super) fn note(mut self, spot: FileSpan, message: impl Into<Cow<'static, str>>) -> Finding {
        if spot != self.spot && !self.notes.iter().any(|(known, _)| *known == spot) {
            self.notes.push((spot, message.into()));
        }
        self
    }

    pub(super) fn note_if(self, spot: Option<FileSpan>, message: impl Into<Cow<'static, str>>) -> Finding {
        match spot {
            Some(spot) => self.note(spot, message),
            None => self,
        }
    }

    pub(super) fn hint(mut self, hint: Option<String>) -> Finding {
        self.hint = self.hint.or(hint);
        self
    }

    /// Adds an edit that fixes the finding.
    pub(super) fn fix(mut self, fix: Option<Fix>) -> Finding {
        self.fixes.extend(fix);
        self
    }

    /// Adds the replacement of a misspelled word.
    pub(super) fn swap(mut self, from: &str, to: Option<&str>) -> Finding {
        self.swap = to.map(|to| WordReplacement { from: from.to_owned(), to: to.to_owned() });
        self
    }
}

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
        if self.reports.suppress_depth > 0 {
            self.reports.suppressed += usize::from(finding.severity == Severity::Error);
            return;
        }
        self.reports.errors += usize::from(finding.severity == Severity::Error);
        if self.reports.findings.len() >= MAX || !self.reports.rules.has(finding.code) {
            return;
        }
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
        for (spot, message) in finding.notes.into_iter().take(3) {
            let source = self.sources.get(spot.file as usize).filter(|_| spot.file != finding.spot.file).cloned();
            made.labels.push(Label { source, span: spot.span, message: message.into_owned() });
        }
        self.reports.findings.push(made);
    }

    /// Returns whether findings of this rule are reported. The search for a similar name is slow, and useless
    /// for a finding that is not reported.
    pub(super) fn reports(&self, code: RuleCode) -> bool {
        self.reports.suppress_depth == 0
            && self.reports.findings.len() + self.variables.unresolved.len() < MAX
            && self.reports.rules.has(code)
    }

    /// Runs `act` with reporting suppressed.
    pub(super) fn without_reporting<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.reports.suppress_depth += 1;
        let result = act(self);
        self.reports.suppress_depth -= 1;
        result
    }
}
