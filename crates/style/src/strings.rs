//! Rules about strings and variables.

use pprepl_text::{Fix, Span, StyleCode};
use puppet_syntax::{Token, TokenKind};

use crate::finding::Findings;
use crate::manifest::Manifest;

pub(crate) fn check(manifest: &Manifest<'_>, findings: &mut Findings) {
    let tokens = manifest.tokens();
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::String => string(manifest, token, findings),
            TokenKind::DqPre => {
                only_variable(manifest, tokens, at, findings);
                unenclosed(manifest, tokens, at, findings);
            }
            TokenKind::DqMid => unenclosed(manifest, tokens, at, findings),
            TokenKind::Variable => lowercase(manifest, token, findings),
            TokenKind::OutEdge | TokenKind::OutEdgeSub => {
                let message = format!("expected a relationship from left to right, found {}", manifest.of(token));
                findings.add(StyleCode::RightToLeftRelationship, token.span, message);
            }
            TokenKind::InEdge | TokenKind::InEdgeSub => arrow(manifest, tokens, at, findings),
            _ => {}
        }
    }
}

fn string(manifest: &Manifest<'_>, token: &Token, findings: &mut Findings) {
    let text = manifest.of(token);
    let quote = text.chars().next().filter(|quote| ['\'', '"'].contains(quote));
    let inner = quote.and_then(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    let (Some(quote), Some(inner)) = (quote, inner) else { return };
    if inner == "true" || inner == "false" {
        let fix = Fix::replace(token.span, inner).titled(format!("write {inner}"));
        findings.add_suggested(StyleCode::QuotedBooleans, token.span, format!("expected a Boolean, found {text}"), fix);
    }
    if let Some(path) = inner.strip_prefix("puppet:///").filter(|path| !path.starts_with("modules/")) {
        let fix = Fix::replace(token.span, format!("{quote}puppet:///modules/{path}{quote}")).titled("add modules/");
        let message = "expected puppet:///modules/, found a puppet URL without it";
        findings.add_suggested(StyleCode::PuppetUrlWithoutModules, token.span, message, fix);
    }
    if quote == '"' && !inner.contains(['\'', '\\', '\n', '\r', '\t']) {
        let fix = Fix::replace(token.span, format!("'{inner}'")).titled(format!("write '{inner}'"));
        let message = "expected single quotes: the string interpolates nothing";
        findings.add_fixed(StyleCode::DoubleQuotedStrings, token.span, message, fix);
    }
    if quote == '\'' && has_variable(inner) {
        let message = "a variable in single quotes does not interpolate";
        findings.add(StyleCode::SingleQuoteStringWithVariables, token.span, message);
    }
}

/// Returns whether a text has `${name}` or `$name` as puppet-lint finds it: in braces.
fn has_variable(text: &str) -> bool {
    text.split("${").skip(1).any(|rest| rest.contains('}'))
}

/// Reports `"${x}"`, which is `$x`.
fn only_variable(manifest: &Manifest<'_>, tokens: &[Token], at: usize, findings: &mut Findings) {
    let Some(pre) = tokens.get(at).filter(|pre| ["\"${", "\""].contains(&manifest.of(pre))) else { return };
    let Some(rest) = tokens.get(at + 1..) else { return };
    let Some(end) = rest.iter().position(|token| token.kind == TokenKind::DqPost) else { return };
    let (inside, Some(post)) = (rest.get(..end).unwrap_or_default(), rest.get(end)) else { return };
    if !["}\"", "\""].contains(&manifest.of(post)) || inside.iter().any(|one| one.kind == TokenKind::DqMid) {
        return;
    }
    // The key of a hash must be a string.
    if rest.get(end + 1).is_some_and(|next| next.kind == TokenKind::FatArrow) {
        return;
    }
    let Some((variable, access)) = inside.split_first().filter(|(first, _)| first.kind == TokenKind::Variable) else {
        return;
    };
    if !is_access(access) {
        return;
    }
    let (from, to) = (variable.span.start, access.last().map_or(variable.span.end, |last| last.span.end));
    let name = Span::new(from, to).of(manifest.text);
    let code = if name.starts_with('$') { name.to_owned() } else { format!("${name}") };
    let span = Span::new(pre.span.start, post.span.end);
    let fix = Fix::replace(span, &*code).titled(format!("write {code}"));
    // A number would become a string without the fix.
    findings.add_suggested(StyleCode::OnlyVariableString, span, "expected the variable without quotes", fix);
}

/// Returns whether tokens are nothing or an access: `[0]['a']`.
fn is_access(tokens: &[Token]) -> bool {
    let mut depth = 0usize;
    tokens.iter().all(|token| {
        let is_inside = depth > 0;
        match token.kind {
            TokenKind::LBrack | TokenKind::ListStart => {
                depth += 1;
                true
            }
            TokenKind::RBrack => {
                depth = depth.saturating_sub(1);
                is_inside
            }
            _ => is_inside,
        }
    })
}

/// Reports `"$x"`, which should be `"${x}"`.
fn unenclosed(manifest: &Manifest<'_>, tokens: &[Token], at: usize, findings: &mut Findings) {
    let (Some(before), Some(token)) = (tokens.get(at), tokens.get(at + 1)) else { return };
    let is_variable = token.kind == TokenKind::Variable && manifest.of(token).starts_with('$');
    if !is_variable || manifest.of(before).ends_with("${") || before.span.end != token.span.start {
        return;
    }
    let name = manifest.of(token).trim_start_matches('$');
    let fix = Fix::replace(token.span, format!("${{{name}}}")).titled(format!("write ${{{name}}}"));
    let message = format!("expected ${{{name}}}, found ${name}");
    findings.add_fixed(StyleCode::VariablesNotEnclosed, token.span, message, fix);
}

fn lowercase(manifest: &Manifest<'_>, token: &Token, findings: &mut Findings) {
    let name = manifest.of(token);
    if name.chars().any(|letter| letter.is_ascii_uppercase()) {
        let message = format!("expected a variable in lower case, found {name}");
        findings.add(StyleCode::VariableIsLowercase, token.span, message);
    }
}

/// Reports a chaining arrow that ends its line.
fn arrow(manifest: &Manifest<'_>, tokens: &[Token], at: usize, findings: &mut Findings) {
    let (Some(token), Some(next)) = (tokens.get(at), tokens.get(at + 1)) else { return };
    if next.kind != TokenKind::End && !manifest.on_one_line(token.span.end, next.span.start) {
        let message = format!("expected {} on the line of its right operand", manifest.of(token));
        findings.add(StyleCode::ArrowOnRightOperandLine, token.span, message);
    }
}
