//! The part of a written type that a value does not match.

use pprepl_text::Span;
use puppet_pcore::{Mismatch, MismatchStep, Ty, Value, mismatch};
use puppet_syntax::ast::Expr;
use puppet_syntax::type_parts::{struct_entry, tuple_element, type_arguments, types_of};
use puppet_syntax::{LexOptions, parse};

/// Returns the span of the innermost part of a written type that the value does not match; the whole span where that is
/// not known.
pub(crate) fn part(text: &str, written: Span, ty: &Ty, value: &Value) -> Span {
    let Some(found) = mismatch(ty, value) else { return written };
    let parsed = parse(written.of(text), LexOptions::default());
    let body = &parsed.program.body;
    let span = innermost(body, &found).unwrap_or(body).span;
    if span.is_empty() {
        return written;
    }
    Span::new(written.start + span.start, written.start + span.end)
}

fn innermost<'e>(written: &'e Expr, found: &Mismatch) -> Option<&'e Expr> {
    let inside = found.inside.first()?;
    let part = step_into(written, inside.step.as_ref()?)?;
    Some(innermost(part, inside).unwrap_or(part))
}

/// Returns the part of a written type for a part of the value.
fn step_into<'e>(written: &'e Expr, step: &MismatchStep) -> Option<&'e Expr> {
    let (name, arguments) = type_arguments(written)?;
    match (name, step) {
        ("Optional" | "NotUndef", MismatchStep::Alternative(_)) => arguments.first(),
        ("Optional" | "NotUndef", step) => step_into(arguments.first()?, step),
        ("Sensitive", MismatchStep::Hidden) => arguments.first(),
        ("Array", MismatchStep::Element(_)) => types_of(arguments).next(),
        ("Tuple", MismatchStep::Element(at)) => tuple_element(arguments, *at),
        ("Hash", MismatchStep::Key(_)) => arguments.first(),
        ("Hash", MismatchStep::Entry(_)) => arguments.get(1),
        // The name is in quotes here.
        ("Struct", MismatchStep::Entry(name)) => struct_entry(arguments, name.trim_matches('\'')),
        _ => None,
    }
}
