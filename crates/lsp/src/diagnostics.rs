//! The findings of a document: syntax, validation and the static checker. Nothing is evaluated.

use std::sync::Arc;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, DocumentDiagnosticParams,
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport, NumberOrString,
    PublishDiagnosticsParams, RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport,
};
use pprepl_session::{Ignored, Report};
use pprepl_text::{Code, RuleCode, Severity, Span};

use super::failure::{Answer, Failure};
use super::position::Lines;
use super::rules::styles;
use super::state::State;
use super::uri::name_of;

/// The name of this server in diagnostics.
const SOURCE: &str = "pprepl";

/// Checks a document, unless its findings are up to date. The result of a check that is stopped is incomplete.
pub fn check(state: &mut State, name: &str) -> Option<Arc<[Report]>> {
    state.settle();
    let document = state.documents.get(name)?;
    if let Some(reports) = &document.reports {
        return Some(reports.clone());
    }
    let (text, path, is_code) = (document.text().to_owned(), document.member.path.clone(), document.member.is_code());
    let rules = state.follow_rules(&path);
    let has_hints = rules.hints == Some(true);
    let least = if has_hints { Severity::Note } else { Severity::Warning };
    let mut analyzer = state.session.analyze();
    let view = match is_code {
        true => analyzer.check_file_for(name, &text, least),
        false => analyzer.check_data_file(name),
    };
    let mut reports = if has_hints { [view.reports, view.hints].concat() } else { view.visible() };
    if is_code {
        reports.extend(styles(&rules, name, &text));
    }
    reports.sort_by_key(|report| report.position);
    let ignored = Ignored::find(&text);
    reports.retain(|report| !ignored.has(report));
    Some(reports.into())
}

/// Checks a document as [`check`] does, and keeps the result.
fn checked(state: &mut State, name: &str) -> Option<Arc<[Report]>> {
    let reports = check(state, name)?;
    keep(state, name, reports.clone());
    Some(reports)
}

/// Keeps the findings of a document.
pub fn keep(state: &mut State, name: &str, reports: Arc<[Report]>) {
    if let Some(document) = state.documents.get_mut(name) {
        document.reports = Some(reports);
    }
}

/// Returns the findings of a document for a client that does not ask for them.
pub fn published(state: &State, name: &str, reports: &[Report]) -> Option<PublishDiagnosticsParams> {
    let document = state.documents.get(name)?;
    let diagnostics = converted(state, name, reports);
    Some(PublishDiagnosticsParams { uri: document.uri.clone(), diagnostics, version: Some(document.version) })
}

/// Answers a client that asks for the findings of a document.
pub fn pull(state: &mut State, params: DocumentDiagnosticParams) -> Answer<DocumentDiagnosticReportResult> {
    state.settle();
    let name = name_of(&params.text_document.uri);
    let revision = state.document(&params.text_document.uri)?.revision.to_string();
    if params.previous_result_id.as_ref() == Some(&revision) {
        let report = UnchangedDocumentDiagnosticReport { result_id: revision };
        let report = RelatedUnchangedDocumentDiagnosticReport {
            related_documents: None,
            unchanged_document_diagnostic_report: report,
        };
        return Ok(DocumentDiagnosticReport::Unchanged(report).into());
    }
    let reports = checked(state, &name).ok_or_else(|| Failure::failed("the document was closed"))?;
    let report = FullDocumentDiagnosticReport { result_id: Some(revision), items: converted(state, &name, &reports) };
    let report =
        RelatedFullDocumentDiagnosticReport { related_documents: None, full_document_diagnostic_report: report };
    Ok(DocumentDiagnosticReport::Full(report).into())
}

/// Converts the findings of a document.
fn converted(state: &State, name: &str, reports: &[Report]) -> Vec<Diagnostic> {
    let Some(lines) = state.lines(name) else { return Vec::new() };
    reports.iter().map(|report| diagnostic(state, &lines, report)).collect()
}

/// Converts a finding.
pub fn diagnostic(state: &State, lines: &Lines<'_>, report: &Report) -> Diagnostic {
    Diagnostic {
        range: lines.range(span_of(lines, report)),
        severity: Some(severity(report.severity)),
        code: Some(NumberOrString::String(report.code.as_str().to_owned())),
        code_description: None,
        source: Some(SOURCE.to_owned()),
        message: message(report),
        related_information: related(state, report),
        tags: tags(report.code),
        data: None,
    }
}

/// Returns the span of a finding; the end of the source if the error is missing input.
pub fn span_of(lines: &Lines<'_>, report: &Report) -> Span {
    let Some(start) = report.position else { return Span::at(lines.text().trim_end().len() as u32) };
    let start = lines.offset_of_column(start);
    let end = report.end.map_or(start, |end| lines.offset_of_column(end));
    Span::new(start, end.max(start))
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

fn message(report: &Report) -> String {
    let help = report.help.iter().map(|help| format!("help: {help}"));
    let notes = report.notes.iter().map(|note| format!("note: {note}"));
    std::iter::once(report.message.clone()).chain(help).chain(notes).collect::<Vec<_>>().join("\n")
}

fn related(state: &State, report: &Report) -> Option<Vec<DiagnosticRelatedInformation>> {
    let label = |label: &pprepl_session::ReportLabel| {
        let lines = state.lines(&label.source_name)?;
        let span = Span::new(lines.offset_of_column(label.position), lines.offset_of_column(label.end));
        let location = state.location(&label.source_name, span)?;
        Some(DiagnosticRelatedInformation { location, message: label.message.clone() })
    };
    let labels: Vec<_> = report.labels.iter().filter(|one| !one.message.is_empty()).filter_map(label).collect();
    (!labels.is_empty()).then_some(labels)
}

fn tags(code: Code) -> Option<Vec<DiagnosticTag>> {
    match code {
        Code::Rule(
            RuleCode::UnusedVariable | RuleCode::UnusedParameter | RuleCode::Unreachable | RuleCode::ImpossibleBranch,
        ) => Some(vec![DiagnosticTag::UNNECESSARY]),
        _ => None,
    }
}
