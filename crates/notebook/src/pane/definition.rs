//! The signature of a function, a define, a class or a lambda: its parameters with their types, and the type of the
//! callable. It comes from the source alone: nothing needs to have run.

use pprepl_text::Span;
use pprepl_text::columns::shortened;
use pprepl_text::theme::Role;
use puppet_syntax::ast::{Expr, ExprKind, Param};
use puppet_syntax::{parse, walk};

use super::{CursorContext, Line, View};

/// The maximum width of a default.
const WIDE: usize = 40;

/// Adds the signature of the definition with this span. Returns whether there is one.
pub(super) fn report(view: &mut View, here: &CursorContext<'_>, span: Span) -> bool {
    let parsed = parse(here.text, here.options);
    let around = walk::around(&parsed.program.body, here.at());
    let Some(definition) = around.iter().rev().find(|expr| expr.span == span) else { return false };
    match &definition.kind {
        ExprKind::Function(function) => {
            callable(view, here, &function.params, function.returns.as_ref());
            params(view, here, &function.params);
        }
        ExprKind::Define(define) => {
            view.push(Line::of(Role::Label, "declares  ").and(Role::Type, puppet_catalog::capitalized(&define.name)));
            params(view, here, &define.params);
        }
        ExprKind::Class(class) => {
            view.push(Line::of(Role::Label, "declares  ").and(Role::Type, format!("Class[{}]", class.name)));
            params(view, here, &class.params);
        }
        _ => return false,
    }
    true
}

/// Returns the type of the callable.
fn callable(view: &mut View, here: &CursorContext<'_>, params: &[Param], returns: Option<&Expr>) {
    let types: Vec<&str> = params.iter().map(|param| type_of(here, param)).collect();
    let least = params.iter().filter(|param| param.default.is_none() && !param.captures_rest).count();
    let rest = params.last().is_some_and(|last| last.captures_rest);
    let mut parts: Vec<String> = types.iter().map(ToString::to_string).collect();
    if rest || least != params.len() || params.is_empty() {
        let most = if rest { "default".to_owned() } else { params.len().to_string() };
        parts.extend([least.to_string(), most]);
    }
    let taken = parts.join(", ");
    let text = match returns {
        Some(returns) => format!("Callable[[{taken}], {}]", returns.span.of(here.text)),
        None => format!("Callable[{taken}]"),
    };
    view.push(Line::of(Role::Label, "type      ").and(Role::Type, text));
}

fn params(view: &mut View, here: &CursorContext<'_>, params: &[Param]) {
    if params.is_empty() {
        return view.say(Role::Hint, "no parameters");
    }
    view.say(Role::Label, "parameters");
    for param in params {
        let rest = if param.captures_rest { "*" } else { "" };
        let given = param.default.as_ref().map(|value| format!(" = {}", shortened(value.span.of(here.text), WIDE)));
        let must = if param.default.is_none() && !param.captures_rest { "  required" } else { "" };
        let line = Line::of(Role::VariableParameter, format!("  {rest}${}", param.name));
        let line = line.and(Role::Type, format!("  {}", shortened(type_of(here, param), 2 * WIDE)));
        view.push(line.and(Role::Plain, given.unwrap_or_default()).and(Role::Hint, must).at(param.span));
    }
}

/// Returns the type annotation of a parameter.
fn type_of<'t>(here: &CursorContext<'t>, param: &Param) -> &'t str {
    param.type_expr.as_ref().map_or("Any", |ty| ty.span.of(here.text))
}
