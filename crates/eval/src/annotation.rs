//! The part of a written type that a value does not match.

use pprepl_text::Span;
use puppet_pcore::{Mismatch, MismatchStep, Ty, Value, mismatch};
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{LexOptions, parse};

/// Returns the span of the innermost part of a written type that the value does not match; the whole span where that is
/// not known.
pub(crate) fn part(text: &str, written: Span, ty: &Ty, value: &Value) -> Span {
    let Some(found) = mismatch(ty, value) else { return written };
    let parsed = parse(written.of(text), LexOptions::default());
    let body = only_statement(&parsed.program.body);
    let span = innermost(body, &found).unwrap_or(body).span;
    if span.is_empty() {
        return written;
    }
    Span::new(written.start + span.start, written.start + span.end)
}

fn only_statement(body: &Expr) -> &Expr {
    match &body.kind {
        ExprKind::Block(statements) => statements.first().map_or(body, only_statement),
        _ => body,
    }
}

fn innermost<'e>(written: &'e Expr, found: &Mismatch) -> Option<&'e Expr> {
    let inside = found.inside.first()?;
    let part = step_into(written, inside.step.as_ref()?)?;
    Some(innermost(part, inside).unwrap_or(part))
}

/// Returns the part of a written type for a part of the value.
fn step_into<'e>(written: &'e Expr, step: &MismatchStep) -> Option<&'e Expr> {
    let ExprKind::Access(left, keys) = &written.kind else { return None };
    let ExprKind::Ref(name) = &left.kind else { return None };
    let types = || keys.iter().filter(|key| matches!(key.kind, ExprKind::Ref(_) | ExprKind::Access(..)));
    match (&**name, step) {
        ("Optional" | "NotUndef", MismatchStep::Alternative(_)) => keys.first(),
        ("Optional" | "NotUndef", step) => step_into(keys.first()?, step),
        ("Sensitive", MismatchStep::Hidden) => keys.first(),
        ("Array", MismatchStep::Element(_)) => types().next(),
        ("Tuple", MismatchStep::Element(at)) => types().nth(*at).or_else(|| types().next_back()),
        ("Hash", MismatchStep::Key(_)) => keys.first(),
        ("Hash", MismatchStep::Entry(_)) => keys.get(1),
        ("Struct", MismatchStep::Entry(name)) => {
            let ExprKind::Hash(entries) = &keys.first()?.kind else { return None };
            entries.iter().find(|entry| key_name(&entry.key) == Some(name)).map(|entry| &entry.value)
        }
        _ => None,
    }
}

fn key_name(key: &Expr) -> Option<&str> {
    match &key.kind {
        ExprKind::Name(name) | ExprKind::String(name) => Some(name),
        ExprKind::Access(_, keys) => keys.first().and_then(key_name),
        _ => None,
    }
}
