//! Templates: a syntax error in a literal template is fixed in the literal.

use pprepl_text::{Diagnostic, Edit, Fix, Span, Topic};
use puppet_syntax::ast::ExprKind;
use puppet_syntax::foreign::CallParts;
use puppet_syntax::{self as syntax};

use super::advised::Advice;
use super::scene::Scene;

/// `inline_epp('<%= @name %>')`: the fix of the template's own error.
pub(super) fn inner_fix(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.topic != Some(Topic::Template) {
        return None;
    }
    let call = scene.innermost(CallParts::of)?;
    let literal = call.arguments().next()?;
    let ExprKind::String(template) = &literal.kind else { return None };
    // The offsets in the literal are those in the template if nothing in it is escaped.
    let inner = Span::new(literal.span.start + 1, literal.span.end.checked_sub(1)?);
    if inner.start > inner.end || inner.of(scene.text()) != &**template {
        return None;
    }
    let parsed = syntax::parse(template, scene.analyzer.core.lex_options(true));
    let error = parsed.diagnostics.iter().find(|one| one.is_error())?;
    let fix = error.fixes.first()?;
    let move_edit = |edit: &Edit| Edit {
        span: Span::new(edit.span.start + inner.start, edit.span.end + inner.start),
        text: edit.text.clone(),
    };
    let edits = fix.edits.iter().map(move_edit).collect();
    Some(Advice::default().fix(Some(Fix { title: fix.title.clone(), edits, sure: false })))
}
