//! Rules about lines: tabs, indentation, length, whitespace at their ends.

use pprepl_text::{Fix, Span, StyleCode};

use crate::finding::Findings;
use crate::manifest::Manifest;

/// Maximum length of a line, in characters.
const MAX_LINE: usize = 140;

pub(crate) fn check(manifest: &Manifest<'_>, findings: &mut Findings) {
    let mut start = 0u32;
    for whole in manifest.text.split_inclusive('\n') {
        let line = whole.trim_end_matches(['\n', '\r']);
        if !manifest.is_literal(start) {
            indentation(line, start, findings);
        }
        tabs(manifest, line, start, findings);
        whitespace(manifest, line, start, findings);
        length(line, start, findings);
        start += whole.len() as u32;
    }
    if !manifest.text.is_empty() && !manifest.text.ends_with('\n') {
        let end = manifest.text.len() as u32;
        let fix = Fix::insert(end, "\n").titled("add a line end");
        findings.add_fixed(
            StyleCode::TrailingNewline,
            Span::new(end, end),
            "expected a line end at the end of the file",
            fix,
        );
    }
}

fn indentation(line: &str, start: u32, findings: &mut Findings) {
    let spaces = line.len() - line.trim_start_matches(' ').len();
    let is_blank = line.trim().is_empty();
    // A star continues a comment.
    let is_comment = line.get(spaces..).is_some_and(|rest| rest.starts_with('*'));
    if spaces % 2 == 1 && !is_blank && !is_comment {
        let span = Span::new(start, start + spaces as u32);
        findings.add(
            StyleCode::SoftTabs,
            span,
            format!(
                "expected an indentation of two spaces a level, found {spaces} {}",
                if spaces == 1 { "space" } else { "spaces" }
            ),
        );
    }
}

fn tabs(manifest: &Manifest<'_>, line: &str, start: u32, findings: &mut Findings) {
    let code = line.split('#').next().unwrap_or(line);
    for (at, run) in tab_runs(code) {
        let at = start + at as u32;
        if !manifest.is_literal(at) {
            let span = Span::new(at, at + run as u32);
            let fix = Fix::replace(span, "  ".repeat(run)).titled("replace tabs by spaces");
            findings.add_fixed(StyleCode::HardTabs, span, "expected spaces, found a tab", fix);
        }
    }
}

/// Returns the runs of tabs: their starts and lengths.
fn tab_runs(line: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line.get(at..)?.find('\t')?;
        let rest = line.get(start..)?;
        let run = rest.len() - rest.trim_start_matches('\t').len();
        at = start + run;
        Some((start, run))
    })
}

fn whitespace(manifest: &Manifest<'_>, line: &str, start: u32, findings: &mut Findings) {
    let kept = line.trim_end_matches([' ', '\t']);
    let (from, to) = (start + kept.len() as u32, start + line.len() as u32);
    if from < to && !manifest.is_literal(from) {
        let fix = Fix::replace(Span::new(from, to), "").titled("remove the whitespace");
        findings.add_fixed(
            StyleCode::TrailingWhitespace,
            Span::new(from, to),
            "whitespace at the end of the line",
            fix,
        );
    }
}

fn length(line: &str, start: u32, findings: &mut Findings) {
    let count = line.chars().count();
    // A URL or a template's path cannot be split.
    if count <= MAX_LINE || line.contains("://") || line.contains("template(") {
        return;
    }
    let from = line.char_indices().nth(MAX_LINE).map_or(line.len(), |(at, _)| at);
    let span = Span::new(start + from as u32, start + line.len() as u32);
    findings.add(
        StyleCode::LineLength,
        span,
        format!("expected at most {MAX_LINE} characters in a line, found {count}"),
    );
}
