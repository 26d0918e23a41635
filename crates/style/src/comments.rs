//! Rules about comments.

use pprepl_text::{Fix, Span, StyleCode};

use crate::finding::Findings;
use crate::manifest::Manifest;

pub(crate) fn check(manifest: &Manifest<'_>, findings: &mut Findings) {
    for gap in manifest.gaps() {
        scan(gap.of(manifest.text), gap.start, findings);
    }
}

/// Finds the comments in a text between tokens.
fn scan(gap: &str, start: u32, findings: &mut Findings) {
    let mut at = 0;
    while let Some(rest) = gap.get(at..).filter(|rest| !rest.is_empty()) {
        let place = start + at as u32;
        if rest.starts_with('#') {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("//") {
            let end = rest.find('\n').unwrap_or(rest.len());
            let span = Span::new(place, place + end as u32);
            let fix = Fix::replace(Span::new(place, place + 2), "#").titled("write #");
            findings.add_fixed(StyleCode::SlashComments, span, "expected a comment after #, found one after //", fix);
            at += end;
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(rest.len(), |end| end + 2);
            let first = rest.find('\n').unwrap_or(rest.len()).min(end);
            let span = Span::new(place, place + first as u32);
            findings.add(StyleCode::StarComments, span, "expected comments after #, found /* */");
            at += end;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
}
