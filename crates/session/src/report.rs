//! Converts diagnostics to reports: resolves locations and renders code frames.

use std::sync::Arc;

use pprepl_text::{Diagnostic, Fix, Label, Source};

use super::outcome::Rendering;
use super::{Report, ReportFix, ReportLabel};

/// Converts several diagnostics.
pub(super) fn reports(source: &Arc<Source>, found: &[Diagnostic]) -> Vec<Report> {
    found.iter().map(|diagnostic| report(source, diagnostic)).collect()
}

/// Converts a diagnostic; without a source of its own it is in `source`.
pub(super) fn report(source: &Arc<Source>, diagnostic: &Diagnostic) -> Report {
    let mut placed = diagnostic.clone();
    let source = placed.source.get_or_insert_with(|| source.clone()).clone();
    converted(&source, placed)
}

/// Converts a diagnostic about something that has no lines, as a command or an entire cell; `name` says what.
pub fn report_without_source(name: &str, diagnostic: Diagnostic) -> Report {
    converted(&Source::new(name, ""), diagnostic)
}

fn converted(source: &Arc<Source>, placed: Diagnostic) -> Report {
    let at = |offset: u32| {
        let place = source.line_column(offset);
        (place.line, place.column)
    };
    Report {
        severity: placed.severity,
        code: placed.code,
        topic: placed.topic(),
        message: placed.message.clone(),
        help: placed.help.clone(),
        source_name: source.name().to_owned(),
        position: placed.offset().map(at),
        // Puppet may report a place after the span, as that of the arrow after a key.
        end: placed.span.map(|span| at(placed.at.map_or(span.end, |at| at.max(span.end)))),
        labels: placed.labels.iter().map(|found| label(source, found)).collect(),
        notes: placed.notes.clone(),
        misfits: placed.misfits.clone(),
        fixes: fixes(source, &placed),
        rendering: Box::new(Rendering::new(placed)),
    }
}

/// Converts the fixes; a suggested word is a fix, too. It is safe only where the program fails without it.
fn fixes(source: &Arc<Source>, placed: &Diagnostic) -> Vec<ReportFix> {
    let swapped = placed.swap.as_ref().zip(placed.span).and_then(|(swap, span)| swap.fix(span, source.text()));
    let swapped = swapped.map(|fix| Fix { sure: fix.sure && placed.is_error(), ..fix });
    placed.fixes.iter().cloned().chain(swapped).map(|fix| report_fix(source, fix)).collect()
}

pub(super) fn report_fix(source: &Source, fix: Fix) -> ReportFix {
    let at = |offset: u32| {
        let place = source.line_column(offset);
        (place.line, place.column)
    };
    let places = fix.edits.iter().map(|edit| (at(edit.span.start), at(edit.span.end))).collect();
    ReportFix { fix, places }
}

fn label(source: &Arc<Source>, label: &Label) -> ReportLabel {
    let source = label.source.as_ref().unwrap_or(source);
    let at = |offset: u32| {
        let place = source.line_column(offset);
        (place.line, place.column)
    };
    ReportLabel {
        source_name: source.name().to_owned(),
        position: at(label.span.start),
        end: at(label.span.end),
        message: label.message.clone(),
    }
}
