//! Rows of a cell's result: log lines, errors, and the value with its type. No timings.

use pprepl_lessons::QuizVerdict;
use pprepl_notebook::kernel::CellReport;
use pprepl_session::{Report, level_role};
use pprepl_text::columns::{expanded, width};
use pprepl_text::layout::layout;
use pprepl_text::outline::outlined;
use pprepl_text::theme::Role;
use pprepl_text::{Severity, visible};
use pprepl_widgets::dialog::StyledLine;
use puppet_tree::Highlighter;

use super::code_rows::colored;
use super::prose_rows::inline;
use super::wrapping::{cut, flow};

/// The maximum number of log lines.
const MAX_LOGS: usize = 200;

/// Returns the rows of a result.
pub fn rows(report: &CellReport, limit: usize, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let mut rows = Vec::new();
    // A diagnostic is logged too; its report says more.
    let is_report = |text: &str| report.evaluation.reports.iter().any(|report| report.message == text);
    let logs = report.evaluation.logs.iter().take(MAX_LOGS).filter(|(_, text)| !is_report(text));
    for (level, text) in logs {
        let first = vec![(level_role(*level), format!("{level}: "))];
        rows.extend(wrapped(Role::Log, text, limit, &first));
    }
    let more = report.evaluation.logs.len().saturating_sub(MAX_LOGS) + report.logs_left_out;
    if more > 0 {
        rows.push(vec![(Role::Hint, format!("… {more} more log lines"))]);
    }
    report.evaluation.reports.iter().for_each(|report| rows.extend(frame(report, limit)));
    if !report.failed() {
        rows.extend(value(report, limit, highlighter));
    }
    if rows.is_empty() {
        rows.push(vec![(Role::Hint, "no value".to_owned())]);
    }
    rows
}

/// Returns the rows of the answer of a quiz.
pub fn answer_rows(verdict: &QuizVerdict, limit: usize) -> Vec<StyledLine> {
    let truth = if verdict.truth.is_empty() { verdict.lines.join(" ") } else { verdict.truth.clone() };
    let mut rows = wrapped(Role::Result, &truth, limit, &vec![(Role::Success, "✓ ".to_owned())]);
    let error = verdict.evaluation.iter().flat_map(|evaluation| &evaluation.reports);
    for error in error.filter(|report| report.severity == Severity::Error).take(1) {
        rows.extend(wrapped(Role::Error, &error.message, limit, &vec![(Role::Plain, "  ".to_owned())]));
    }
    if !verdict.because.is_empty() {
        let because = visible(&verdict.because).into_owned();
        rows.extend(flow(&inline(&because, Role::Plain), limit, &vec![(Role::Plain, "  ".to_owned())]));
    }
    rows
}

/// Wraps text at words below a beginning.
pub fn wrapped(role: Role, text: &str, limit: usize, first: &StyledLine) -> Vec<StyledLine> {
    let text = expanded(&visible(text));
    let mut rows = Vec::new();
    for (at, line) in text.split('\n').enumerate() {
        let indent = first.iter().map(|(_, text)| width(text)).sum();
        let below = vec![(Role::Plain, " ".repeat(indent))];
        rows.extend(flow(&vec![(role, line.to_owned())], limit, if at == 0 { first } else { &below }));
    }
    rows
}

/// Returns the rows of a diagnostic with its code frame. The slide shows the place, so its line is omitted.
fn frame(report: &Report, limit: usize) -> Vec<StyledLine> {
    let severity = match report.severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Note => Role::Note,
    };
    let mut rows = Vec::new();
    for (at, line) in report.lines_without_place().enumerate() {
        let trimmed = line.trim_start();
        let text = trimmed.strip_prefix("= ").and_then(|rest| rest.split_once(": ").map(|(_, text)| text));
        match text {
            _ if at == 0 => rows.extend(wrapped(severity, line, limit, &StyledLine::new())),
            Some(text) => {
                let head = line.get(..line.len() - text.len()).unwrap_or("");
                rows.extend(wrapped(Role::Help, text, limit, &vec![(Role::Help, head.to_owned())]));
            }
            None => {
                let role = if line.contains(['^', '━']) { severity } else { Role::Plain };
                rows.extend(cut(&vec![(role, expanded(&visible(line)))], limit));
            }
        }
    }
    rows
}

/// Returns the rows of the value, and its type.
fn value(report: &CellReport, limit: usize, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let Some(text) = report.display() else { return Vec::new() };
    let mut rows = Vec::new();
    let room = limit.saturating_sub(2);
    for (at, line) in colored(&layout(text, room), highlighter).iter().enumerate() {
        for (part, row) in cut(line, room).into_iter().enumerate() {
            let mark = match (at, part) {
                (0, 0) => (Role::Result, "⇒ ".to_owned()),
                (_, 0) => (Role::Plain, "  ".to_owned()),
                _ => (Role::Hint, "↪ ".to_owned()),
            };
            rows.push([vec![mark], row].concat());
        }
    }
    if report.cut > 0 {
        rows.push(vec![(Role::Hint, format!("  … {} more bytes", report.cut))]);
    }
    if let Some(name) = report.evaluation.reduced.as_deref().filter(|name| !name.is_empty()) {
        rows.push(vec![(Role::TypeLine, format!("  {}", outlined(&visible(name), room)))]);
    }
    rows
}
