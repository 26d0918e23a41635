//! Rules about classes, defined types and nodes.

use pprepl_text::{Fix, Span, StyleCode};
use puppet_syntax::{Token, TokenKind};

use crate::finding::Findings;
use crate::manifest::Manifest;

pub(crate) fn check(manifest: &Manifest<'_>, findings: &mut Findings) {
    let mut in_node = false;
    for pair in manifest.tokens().windows(2) {
        let [before, name] = pair else { continue };
        in_node = match before.kind {
            TokenKind::Node => true,
            TokenKind::LBrace => false,
            _ => in_node,
        };
        let is_name = matches!(name.kind, TokenKind::Name | TokenKind::Word);
        match before.kind {
            TokenKind::Class | TokenKind::Define if name.kind == TokenKind::Name => {
                documentation(manifest, before, name, findings);
            }
            TokenKind::Node | TokenKind::Comma | TokenKind::Inherits if is_name && in_node => {
                unquoted_name(manifest, hostname(manifest, name), findings);
            }
            _ => {}
        }
    }
}

fn unquoted_name(manifest: &Manifest<'_>, span: Span, findings: &mut Findings) {
    let text = span.of(manifest.text);
    let fix = Fix::replace(span, format!("'{text}'")).titled(format!("write '{text}'"));
    let message = format!("expected a node name in quotes, found {text}");
    findings.add_fixed(StyleCode::UnquotedNodeName, span, message, fix);
}

/// The span of a hostname with its domain, as `a.example.com`, of which `name` is the first part.
fn hostname(manifest: &Manifest<'_>, name: &Token) -> Span {
    let rest = manifest.text.get(name.span.start as usize..).unwrap_or_default();
    let after = rest.trim_start_matches(|letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-'));
    Span::new(name.span.start, (manifest.text.len() - after.len()) as u32)
}

/// Reports a definition without a comment on the line above.
fn documentation(manifest: &Manifest<'_>, keyword: &Token, name: &Token, findings: &mut Findings) {
    let start = manifest.line_start(keyword.span.start);
    let before = manifest.text.get(..start).unwrap_or_default();
    let above = before.strip_suffix('\n').and_then(|before| before.rsplit('\n').next()).unwrap_or_default().trim();
    if above.starts_with('#') || above.ends_with("*/") || above.starts_with("//") {
        return;
    }
    let what = if keyword.kind == TokenKind::Class { "class" } else { "defined type" };
    let message = format!("expected a comment above the {what} {}", manifest.of(name));
    findings.add(StyleCode::Documentation, keyword.span, message);
}
