//! Names: variables of other languages, variables that are set twice.

use pprepl_text::{Diagnostic, Fix, IssueCode, Label, Source};
use puppet_syntax::ast::{Expr, ExprKind, Param};
use puppet_syntax::foreign;
use puppet_syntax::{self as syntax, walk};

use super::advised::Advice;
use super::scene::{Scene, contains};

/// `x * 2`, `facts['os']`: a variable without its `$`.
pub(super) fn missing_dollar(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if matches!(found.code, pprepl_text::Code::Issue(IssueCode::UnknownFunction | IssueCode::IdemExpressionNotLast)) {
        return None;
    }
    let words = scene.innermost(|expr| {
        let words: Vec<&Expr> = match &expr.kind {
            ExprKind::Name(_) => vec![expr],
            ExprKind::Binary(_, left, right) => vec![left, right],
            ExprKind::Access(left, _) => vec![left],
            ExprKind::Method(method) => std::iter::once(&method.receiver).chain(&method.args).collect(),
            ExprKind::Call(call) => call.args.iter().collect(),
            _ => return None,
        };
        let words: Vec<&Expr> = words.into_iter().filter(|word| matches!(word.kind, ExprKind::Name(_))).collect();
        (!words.is_empty()).then_some(words)
    })?;
    let (word, name) = words.into_iter().find_map(|word| match &word.kind {
        ExprKind::Name(name) if is_variable(scene, name) => Some((word, name)),
        _ => None,
    })?;
    // Inside "${name..}" the name is read as the variable, but not before an operator: "${name + 1}".
    let (before, after) = (scene.text().get(..word.span.start as usize)?, scene.text().get(word.span.end as usize..)?);
    if before.ends_with("${") && after.trim_start().starts_with(['}', '[', '.']) {
        return None;
    }
    let advice = Advice::help(format!("`{name}` is the string '{name}'; the variable is `${name}`"));
    let fix = Fix::replace(pprepl_text::Span::at(word.span.start), "$").titled(format!("write ${name}"));
    Some(advice.fix(Some(fix)))
}

/// Returns whether a variable of this name is set: at top scope, before the error, or as a parameter around it.
fn is_variable(scene: &Scene<'_, '_>, name: &str) -> bool {
    scene.analyzer.core.vm.globals.get(name).is_some()
        || parameter(scene, name).is_some()
        || earlier_here(scene, name).is_some()
}

/// `"${HOME}"`: an uppercase variable of the shell.
pub(super) fn uppercase_variable(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let before = scene.text().get(..scene.span.start as usize)?;
    let is_interpolated = before.ends_with("${");
    if found.code != IssueCode::UnknownResourceType || !is_interpolated {
        return None;
    }
    let name = scene.span.of(scene.text());
    let own = name.to_lowercase();
    let is_set = scene.analyzer.core.vm.globals.get(&own).is_some();
    let words = match foreign::word_way(name) {
        Some(foreign::WordWay::Words(words)) if words.contains("fact") => words,
        _ => "environment variables are unknown when Puppet compiles; use a fact or a variable",
    };
    let help = if is_set { format!("did you mean `${own}`?") } else { words.to_owned() };
    let advice = Advice::help(help);
    let message = format!("unknown variable `{name}`: the name of a variable starts with a lowercase letter");
    Some(advice.headline(message).fix(is_set.then(|| Fix::replace(scene.span, own))))
}

/// `${var.name}`: a variable of Terraform or Ansible.
pub(super) fn module_variable(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.code != IssueCode::UnknownVariable {
        return None;
    }
    let (expr, space, name) = scene.innermost(|expr| {
        let call = foreign::CallParts::of(expr).filter(|call| call.args.is_empty() && call.lambda.is_none())?;
        match &call.receiver?.kind {
            ExprKind::Variable(space) => Some((expr, space, call.function()?)),
            _ => None,
        }
    })?;
    let catalog = &scene.analyzer.core.vm.catalog;
    if catalog.is_class(space) {
        let own = format!("{space}::{name}");
        let dollar = if scene.code(expr).starts_with('$') { "$" } else { "" };
        let advice = Advice::help(format!("`{space}` is a class; its variable is `${own}`"));
        return Some(advice.fix(Some(Fix::replace(expr.span, format!("{dollar}{own}")))));
    }
    if !matches!(&**space, "var" | "vars" | "local" | "locals" | "params" | "self" | "this" | "hostvars" | "config") {
        return None;
    }
    let is_set = scene.analyzer.core.vm.globals.get(name).is_some();
    let dollar = if scene.code(expr).starts_with('$') { "$" } else { "" };
    let advice = Advice::help(format!("Puppet has no `{space}.`: write the variable itself, `${name}`"));
    Some(advice.fix(is_set.then(|| Fix::replace(expr.span, format!("{dollar}{name}")))))
}

/// `$x = 2` where `$x` is set: shows the first assignment.
pub(super) fn reassigned(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.code != IssueCode::IllegalReassignment {
        return None;
    }
    let name = scene.innermost(|expr| match &expr.kind {
        ExprKind::Assign(_, target, _) => match &target.kind {
            ExprKind::Variable(name) => Some(name.to_string()),
            _ => None,
        },
        ExprKind::Variable(name) => Some(name.to_string()),
        _ => None,
    })?;
    let label = parameter(scene, &name).or_else(|| earlier_here(scene, &name)).or_else(|| earlier_input(scene, &name));
    label.map(|label| Advice { label: Some(label), ..Advice::default() })
}

/// Returns the parameter of this name of the innermost definition or lambda around the error.
fn parameter(scene: &Scene<'_, '_>, name: &str) -> Option<Label> {
    let find = |params: &'_ [Param]| params.iter().find(|param| *param.name == *name).map(|param| param.span);
    let span = scene.innermost(|expr| match &expr.kind {
        ExprKind::Function(function) => find(&function.params),
        ExprKind::Class(class) => find(&class.params),
        ExprKind::Define(define) => find(&define.params),
        _ => walk::lambda_of(expr).filter(|lambda| contains(lambda.span, scene.span)).and_then(|one| find(&one.params)),
    })?;
    Some(Label { source: None, span, message: format!("the parameter `${name}` is set by each call") })
}

fn earlier_here(scene: &Scene<'_, '_>, name: &str) -> Option<Label> {
    let body = *scene.path.first()?;
    let span = assignment(body, name).filter(|span| span.end <= scene.span.start)?;
    Some(Label { source: None, span, message: "the first assignment".to_owned() })
}

fn earlier_input(scene: &Scene<'_, '_>, name: &str) -> Option<Label> {
    let history = scene.analyzer.history;
    let set = |input: &&crate::InputView| {
        !input.failed && !history.gone.contains(&input.number) && input.text.contains(&format!("${name}"))
    };
    history.inputs.iter().rev().filter(set).find_map(|input| {
        let parsed = syntax::parse(&input.text, scene.analyzer.core.options_for(&input.name));
        let span = assignment(&parsed.program.body, name)?;
        let source = Some(Source::new(&*input.name, &*input.text));
        Some(Label { source, span, message: "the first assignment".to_owned() })
    })
}

/// Returns the span of the first assignment to a variable in a program, its definitions excluded.
fn assignment(body: &Expr, name: &str) -> Option<pprepl_text::Span> {
    let mut found = None;
    walk::for_each_in_scope(body, &mut |expr| {
        if let ExprKind::Assign(_, target, _) = &expr.kind
            && found.is_none()
        {
            walk::for_each(target, &mut |part| {
                if matches!(&part.kind, ExprKind::Variable(set) if &**set == name) {
                    found = Some(expr.span);
                }
            });
        }
    });
    found
}
