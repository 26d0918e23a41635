//! Resources: classes that are declared as resources, titles in loops, references in lowercase.

use pprepl_text::{Diagnostic, Edit, Fix, Span, Topic};
use puppet_catalog::capitalized;
use puppet_syntax::ast::ExprKind;

use super::advised::Advice;
use super::scene::Scene;

/// `web { 'x': port => 80 }` where `web` is a class.
pub(super) fn class_as_resource(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.topic != Some(Topic::UndefinedType) {
        return None;
    }
    let resource = scene.innermost(|expr| match &expr.kind {
        ExprKind::Resource(resource) => Some(resource),
        _ => None,
    })?;
    let ExprKind::Name(name) = &resource.type_name.kind else { return None };
    let [body] = &resource.bodies[..] else { return None };
    if !scene.analyzer.core.vm.catalog.is_class(name) {
        return None;
    }
    let edits = vec![
        Edit { span: resource.type_name.span, text: "class".to_owned() },
        Edit { span: body.title.span, text: format!("'{name}'") },
    ];
    let fix = Fix { title: format!("write class {{ '{name}': .. }}"), edits, sure: false };
    let help = format!("write `include {name}`, or class {{ '{name}': .. }} to set its parameters");
    Some(Advice::help(help).fix(Some(fix)))
}

/// `$list.each |$p| { package { 'p': } }`: each round declares the same title.
pub(super) fn title_in_loop(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if found.topic != Some(Topic::DeclaredTwice) {
        return None;
    }
    let title = scene.innermost(|expr| match &expr.kind {
        ExprKind::Resource(resource) => Some(&resource.bodies.last()?.title),
        _ => None,
    })?;
    if !matches!(title.kind, ExprKind::String(_) | ExprKind::Name(_)) {
        return None;
    }
    let lambda = scene.lambdas().next()?;
    let params: Vec<&str> = lambda.params.iter().map(|param| &*param.name).collect();
    let first = params.first()?;
    let (help, fix) = match &params[..] {
        [only] => (
            format!("each round declares the same title: write `${only}` as the title"),
            Some(Fix::replace(title.span, format!("${only}"))),
        ),
        _ => (format!("each round declares the same title: write `${first}` or another parameter in the title"), None),
    };
    Some(Advice::help(help).fix(fix))
}

/// `package['nginx']`: a reference starts with a capital letter.
pub(super) fn lowercase_reference(scene: &mut Scene<'_, '_>, _: &Diagnostic) -> Option<Advice> {
    let (name, span, keys) = scene.innermost(|expr| match &expr.kind {
        ExprKind::Access(left, keys) => match &left.kind {
            ExprKind::Name(name) => Some((name.to_string(), left.span, keys)),
            _ => None,
        },
        _ => None,
    })?;
    let catalog = &scene.analyzer.core.vm.catalog;
    if name != "class" && !catalog.is_resource_type(&name) {
        return None;
    }
    let titles = Span::new(keys.first()?.span.start, keys.last()?.span.end).of(scene.text());
    let reference = capitalized(&name);
    let help = format!("a reference to a resource starts with a capital letter: {reference}[{titles}]");
    let message = format!("`{name}[..]` indexes the string '{name}'");
    Some(Advice::help(help).headline(message).fix(Some(Fix::replace(span, reference))))
}
