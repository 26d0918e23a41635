//! Code that records events: the wrappers that a traced compilation puts around expressions, bodies and branches.

use pprepl_text::Span;
use puppet_syntax::ast::{Expr, ExprKind, Lambda, Name};

use super::super::code::{Code, ParamCode};
use super::super::trace::observe::{bind, bind_captures, enter, leave};
use super::super::trace::{EventKind, EventSite};
use super::Compiler;

/// Wraps the code of an expression, if the expression is a step of the evaluation.
pub(super) fn traced(compiler: &mut Compiler<'_>, expr: &Expr, code: Code) -> Code {
    let Some(kind) = kind_of(compiler, expr) else { return code };
    let matches = matches!(kind, EventKind::Operator(op) if may_match(op));
    let site = EventSite { source: compiler.source.clone(), span: expr.span, head: head_of(expr), kind };
    if matches { matching(site, code) } else { recorded(site, code) }
}

/// Wraps code so that it records an event.
pub(super) fn recorded(site: EventSite, code: Code) -> Code {
    Box::new(move |vm, frame| {
        let event = enter(vm, &site);
        let result = code(vm, frame);
        leave(vm, event, &result);
        result
    })
}

/// Wraps code in an event of this kind at a place of the source that is compiled.
pub(crate) fn recorded_at(compiler: &Compiler<'_>, span: Span, kind: EventKind, code: Code) -> Code {
    if !compiler.traced {
        return code;
    }
    recorded(EventSite { source: compiler.source.clone(), span, head: span, kind }, code)
}

/// Wraps an operation that may match a regular expression: the event has its captures.
fn matching(site: EventSite, code: Code) -> Code {
    Box::new(move |vm, frame| {
        let event = enter(vm, &site);
        let before = vm.matches.clone();
        let result = code(vm, frame);
        let is_new = match (&before, &vm.matches) {
            (Some(before), Some(now)) => !std::rc::Rc::ptr_eq(before, now),
            (before, now) => before.is_none() && now.is_some(),
        };
        if is_new {
            bind_captures(vm, event);
        }
        leave(vm, event, &result);
        result
    })
}

/// Wraps the body of a function, lambda, template or defined type: the event has the parameters.
pub(super) fn traced_body(
    compiler: &Compiler<'_>,
    name: &Name,
    params: &[ParamCode],
    first: usize,
    span: Span,
    code: Code,
) -> Code {
    if !compiler.traced {
        return code;
    }
    let kind = if &**name == "lambda" { EventKind::Round(0) } else { EventKind::Body(name.clone()) };
    let site = EventSite { source: compiler.source.clone(), span, head: span, kind };
    let names: Vec<Name> = params.iter().map(|param| param.name.clone()).collect();
    Box::new(move |vm, frame| {
        let event = enter(vm, &site);
        for (index, name) in names.iter().enumerate() {
            if let Some(value) = frame.get(first + index) {
                bind(vm, event, name, value);
            }
        }
        let result = code(vm, frame);
        leave(vm, event, &result);
        result
    })
}

/// Wraps the code of a branch. `head` is the candidates of its option; with `captures` a regular expression is among
/// them.
pub(super) fn traced_branch(compiler: &Compiler<'_>, body: &Expr, head: Span, captures: bool, code: Code) -> Code {
    let goes_on = matches!(body.kind, ExprKind::If(_) | ExprKind::Unless(_)) || matches!(body.kind, ExprKind::Nop);
    if !compiler.traced || (goes_on && head == body.span) {
        return code;
    }
    let site = EventSite { source: compiler.source.clone(), span: body.span, head, kind: EventKind::Branch };
    Box::new(move |vm, frame| {
        let event = enter(vm, &site);
        if captures {
            bind_captures(vm, event);
        }
        let result = code(vm, frame);
        leave(vm, event, &result);
        result
    })
}

/// Returns whether a candidate of an option may be a regular expression.
pub(super) fn is_regexp(candidate: &Expr) -> bool {
    matches!(candidate.kind, ExprKind::Regexp(_))
}

/// Returns whether an operator may match a regular expression.
fn may_match(op: puppet_syntax::ast::BinaryOp) -> bool {
    use puppet_syntax::ast::BinaryOp::{In, Match, NoMatch};
    matches!(op, Match | NoMatch | In)
}

/// Returns the kind of event of an expression; `None` for literals and for what only groups other expressions.
fn kind_of(compiler: &mut Compiler<'_>, expr: &Expr) -> Option<EventKind> {
    Some(match &expr.kind {
        ExprKind::Variable(_) => EventKind::Read,
        ExprKind::Interpolated(_) => EventKind::Interpolation,
        ExprKind::Array(_) | ExprKind::Hash(_) if !is_literal(compiler, expr) => EventKind::Collection,
        ExprKind::Unfold(_) | ExprKind::Not(_) => EventKind::Prefix,
        ExprKind::Negate(_) if !is_literal(compiler, expr) => EventKind::Prefix,
        ExprKind::Binary(op, ..) => EventKind::Operator(*op),
        ExprKind::Relation(..) => EventKind::Relation,
        ExprKind::Assign(..) => EventKind::Assignment,
        ExprKind::Access(..) if !is_literal(compiler, expr) => EventKind::Access,
        ExprKind::Call(call) => EventKind::Call(called(&call.functor)),
        ExprKind::Method(method) => EventKind::Call(called(&method.name)),
        ExprKind::If(_) | ExprKind::Unless(_) | ExprKind::Case(_) | ExprKind::Selector(_) => EventKind::Condition,
        ExprKind::Resource(_) => EventKind::Resource,
        ExprKind::ResourceDefaults(_) => EventKind::ResourceDefaults,
        ExprKind::ResourceOverride(_) => EventKind::Override,
        ExprKind::Collect(_) => EventKind::Collector,
        _ => return None,
    })
}

/// Returns whether an expression is its own value.
fn is_literal(compiler: &mut Compiler<'_>, expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Array(items) => items.iter().all(|item| is_literal(compiler, item)),
        ExprKind::Hash(entries) => {
            entries.iter().all(|entry| is_literal(compiler, &entry.key) && is_literal(compiler, &entry.value))
        }
        ExprKind::Negate(inner) => {
            matches!(inner.kind, ExprKind::Integer(..) | ExprKind::BigInteger(..) | ExprKind::Float(_))
        }
        ExprKind::BigInteger(..) => true,
        _ => compiler.constant_value(expr).is_some(),
    }
}

/// Returns the name of the called function.
fn called(functor: &Expr) -> Name {
    match &functor.kind {
        ExprKind::Name(name) | ExprKind::Ref(name) => name.clone(),
        ExprKind::Access(left, _) => called(left),
        ExprKind::Variable(name) => format!("${name}").into(),
        _ => "lambda".into(),
    }
}

/// Returns the part of an expression that represents it on one line.
fn head_of(expr: &Expr) -> Span {
    let start = expr.span.start;
    let to = |end: u32| Span::new(start, end.max(start));
    match &expr.kind {
        ExprKind::If(branch) | ExprKind::Unless(branch) => to(branch.test.span.end),
        ExprKind::Case(case) => to(case.test.span.end),
        ExprKind::Selector(selector) => to(selector.left.span.end),
        ExprKind::Call(call) => call.lambda.as_ref().map_or(expr.span, |lambda| to(lambda_head(lambda))),
        ExprKind::Method(method) => method.lambda.as_ref().map_or(expr.span, |lambda| to(lambda_head(lambda))),
        ExprKind::Resource(resource) => resource.bodies.first().map_or(expr.span, |body| to(body.title.span.end)),
        ExprKind::ResourceDefaults(defaults) => to(defaults.type_ref.span.end),
        ExprKind::ResourceOverride(overriding) => to(overriding.resources.span.end),
        _ => expr.span,
    }
}

/// Returns the end of a lambda's parameters: its head is written without the body.
fn lambda_head(lambda: &Lambda) -> u32 {
    lambda.params.last().map_or(lambda.span.start, |param| param.span.end)
}
