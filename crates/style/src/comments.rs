//! Rules about comments.

use pprepl_text::{Fix, Span, StyleCode};

use puppet_syntax::TokenKind;

use crate::finding::Findings;
use crate::manifest::Manifest;

pub(crate) fn check(manifest: &Manifest<'_>, findings: &mut Findings) {
    slashes(manifest, findings);
    for gap in manifest.gaps() {
        scan(gap.of(manifest.text), gap.start, findings);
    }
}

/// Reports `//`, which starts no comment since Puppet 4: it is two operators, or an empty regular expression.
fn slashes(manifest: &Manifest<'_>, findings: &mut Findings) {
    let mut line_end = 0;
    for pair in manifest.tokens().windows(2) {
        let [one, next] = pair else { continue };
        let at = one.span.start;
        let is_regexp = one.kind == TokenKind::Regexp && manifest.of(one) == "//" && is_first(manifest, at);
        let is_division = one.kind == TokenKind::Div && next.kind == TokenKind::Div && one.span.end == next.span.start;
        if at < line_end || !(is_regexp || is_division) {
            continue;
        }
        let rest = manifest.text.get(at as usize..).unwrap_or_default();
        line_end = at + rest.find('\n').unwrap_or(rest.len()) as u32;
        let fix = Fix::replace(Span::new(at, at + 2), "#").titled("write #");
        let message = "expected a comment after #, found one after //";
        findings.add_fixed(StyleCode::SlashComments, Span::new(at, line_end), message, fix);
    }
}

/// Returns whether a token is the first on its line.
fn is_first(manifest: &Manifest<'_>, at: u32) -> bool {
    let before = manifest.text.get(manifest.line_start(at)..at as usize).unwrap_or_default();
    before.trim().is_empty()
}

/// Finds the comments in the source between two tokens.
fn scan(gap: &str, start: u32, findings: &mut Findings) {
    let mut at = 0;
    while let Some(rest) = gap.get(at..).filter(|rest| !rest.is_empty()) {
        let place = start + at as u32;
        if rest.starts_with('#') {
            at += rest.find('\n').unwrap_or(rest.len());
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
