//! Information about the expression at an offset: its static type, the required type and the mismatch. Where
//! evaluation has no side effects, also the value and its types in the current session.
//!
//! The session is used as it is: after a run, its variables have the values from that run.

use std::time::Duration;

use pprepl_text::{Diagnostic, MismatchRow, Severity, Source, Span};
use puppet_check::{Probed, type_at, types_of_spans};
use puppet_syntax::{
    self,
    ast::{Expr, ExprKind},
    walk,
};

use super::analyzer::Analyzer;
use super::described::{DescribedTypes, types_of};
use super::report::reports;
use super::{Preview, Report};

/// Information about an expression (`Analyzer::type_at`).
#[derive(Debug, Clone)]
pub struct TypeAt {
    /// The start and end of the expression, in bytes.
    pub from: usize,
    pub to: usize,
    /// Its source; `$x` for a name that means the variable, as in `"${x}"`.
    pub code: String,
    pub static_type: String,
    /// The type without values, sizes and ranges, where that differs.
    pub generalized: Option<String>,
    pub wanted: Option<String>,
    /// The rows of the static mismatch; else those of the last run's value.
    pub mismatch: Vec<MismatchRow>,
    /// The value and its types; `None` when evaluation may have side effects, takes long or fails.
    pub value: Option<Preview>,
    /// The findings at the expression.
    pub reports: Vec<Report>,
}

/// The time limit for evaluating the expression.
const INSPECT_TIME: Duration = Duration::from_millis(20);

impl Analyzer<'_> {
    /// Returns information about the innermost expression at a byte offset; `None` without one. Source with errors is
    /// parsed as far as possible.
    pub fn type_at(&mut self, name: &str, text: &str, offset: usize) -> Option<TypeAt> {
        self.inside_budget(|analyzer| analyzer.type_found_at(name, text, offset)).ok().flatten()
    }

    /// Returns the static type of the innermost expression of a file at a byte offset. Nothing is evaluated.
    pub fn static_type_at(&mut self, name: &str, text: &str, offset: usize) -> Option<Probed> {
        let source = Source::new(name, text);
        let parsed = puppet_syntax::parse(text, self.core.options_for(name));
        let offset = u32::try_from(offset.min(text.len())).ok()?;
        let act = |analyzer: &mut Self| {
            analyzer
                .with_world(false, |world, signatures| type_at(&parsed.program, &source, world, signatures, offset).1)
        };
        self.inside_budget(act).ok().flatten()
    }

    /// Returns the static types of the expressions of a file with these spans, in source order. Nothing is evaluated.
    pub fn static_types(&mut self, name: &str, text: &str, spans: &[Span]) -> Vec<Probed> {
        let source = Source::new(name, text);
        let parsed = puppet_syntax::parse(text, self.core.options_for(name));
        let act = |analyzer: &mut Self| {
            analyzer.with_world(false, |world, signatures| {
                types_of_spans(&parsed.program, &source, world, signatures, spans)
            })
        };
        self.inside_budget(act).unwrap_or_default()
    }

    fn type_found_at(&mut self, name: &str, text: &str, offset: usize) -> Option<TypeAt> {
        let source = Source::new(name, text);
        let parsed = puppet_syntax::parse(text, self.core.options_for(name));
        let offset = u32::try_from(offset.min(text.len())).ok()?;
        // The source may have run already.
        self.checker.is_shared = true;
        let (checked, found) =
            self.with_world(true, |world, signatures| type_at(&parsed.program, &source, world, signatures, offset));
        self.checker.is_shared = false;
        let found = found?;
        let code = found.span.of(text).to_owned();
        let is_name = is_unqualified_name(&code) && found.span.start > 0 && is_in_string(text, &found);
        let code = if is_name { format!("${code}") } else { code };
        let looked = if found.at_top && is_lasting(&code) { self.core.preview(&code, INSPECT_TIME) } else { None };
        let value = looked.or_else(|| self.last_value(text, &parsed.program.body, &found));
        let findings: Vec<Diagnostic> = checked.findings.into_iter().filter(|one| touches(one, &found)).collect();
        let reports = reports(&source, &findings);
        let mismatch =
            if found.misfits.is_empty() { self.last_mismatches(text, &source, &found) } else { found.misfits };
        Some(TypeAt {
            from: found.span.start as usize,
            to: found.span.end as usize,
            code,
            static_type: found.type_text,
            generalized: found.generalized,
            wanted: found.wanted,
            mismatch,
            value,
            reports,
        })
    }

    /// Returns the value of the last run, if this source ran last and ends in the expression.
    fn last_value(&self, text: &str, body: &Expr, found: &Probed) -> Option<Preview> {
        let end = match &body.kind {
            ExprKind::Block(statements) => statements.last()?.span,
            _ => body.span,
        };
        let last = self.history.last.as_ref().filter(|_| end == found.span && self.history.is_last_input(text))?;
        let value = last.value.clone()?;
        let types = types_of(&self.core.vm.settings.types, self.core.vm.outputs.last(), DescribedTypes::default());
        Some(Preview {
            value,
            detailed: types.detailed?,
            reduced: types.reduced?,
            generalized: types.generalized?,
            documents: None,
            meaning: None,
            normal: None,
        })
    }

    /// Returns the mismatches of the expression's value, if this source ran last.
    fn last_mismatches(&self, text: &str, source: &Source, found: &Probed) -> Vec<MismatchRow> {
        let at = |offset: u32| {
            let place = source.line_column(offset);
            (place.line, place.column)
        };
        let (from, to) = (at(found.span.start), at(found.span.end));
        let here = |report: &&Report| {
            let (start, end) = (report.position, report.end.or(report.position));
            start.is_some_and(|start| start <= to) && end.is_some_and(|end| from <= end)
        };
        let failed =
            self.history.last.iter().filter(|_| self.history.is_last_input(text)).flat_map(|last| &last.reports);
        failed.filter(here).map(|report| report.misfits.clone()).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

fn touches(finding: &Diagnostic, found: &Probed) -> bool {
    let inside = |span: pprepl_text::Span| span.start <= found.span.end && found.span.start <= span.end;
    finding.severity != Severity::Note && finding.span.is_some_and(inside)
}

fn is_unqualified_name(code: &str) -> bool {
    code.starts_with(|first: char| first.is_ascii_lowercase() || first == '_' || first == ':')
        && code.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | ':'))
}

/// Returns whether the name is a variable in `${name}`.
fn is_in_string(text: &str, found: &Probed) -> bool {
    text.get(..found.span.start as usize).is_some_and(|before| before.trim_end().ends_with("${"))
}

/// Returns whether the code keeps its value after the run: it has no match variables.
fn is_lasting(code: &str) -> bool {
    let parsed = puppet_syntax::parse(code, puppet_syntax::LexOptions::default());
    let fleeting = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    !walk::any(&parsed.program.body, &|one| matches!(&one.kind, ExprKind::Variable(name) if fleeting(name)))
}
