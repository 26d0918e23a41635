//! Values of the wrong type: literals that are written as another type.

use pprepl_text::{Diagnostic, Fix, Topic};
use puppet_syntax::ast::{AttributeKind, Expr, ExprKind};
use puppet_syntax::foreign::CallParts;

use super::advised::Advice;
use super::number::is_plain_number;
use super::scene::Scene;

/// The maximum number of edits that are tried.
const MAX_TRIED: usize = 8;

/// `f('3')` for an Integer, `class { 'web': port => '80' }`: the value that fits, if one literal decides it.
pub(super) fn converted(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let is_mismatch = matches!(found.topic, Some(Topic::ArgumentType | Topic::AttributeValue | Topic::WrongType));
    if !is_mismatch || found.misfits.is_empty() {
        return None;
    }
    let values = scene.innermost(|expr| match &expr.kind {
        ExprKind::Resource(resource) => Some(
            resource
                .bodies
                .iter()
                .flat_map(|body| &body.operations)
                .filter(|operation| matches!(&operation.kind, AttributeKind::Set(name) if is_named(found, name)))
                .map(|operation| &operation.value)
                .collect::<Vec<_>>(),
        ),
        _ => CallParts::of(expr).map(|call| call.arguments().collect()),
    })?;
    let tried: Vec<Fix> = values.into_iter().flat_map(|value| candidates(scene, value)).collect();
    let fix = tried.into_iter().take(MAX_TRIED).find(|fix| scene.works(fix))?;
    Some(Advice::default().fix(Some(fix)).must_run())
}

/// Returns whether the error names this parameter.
fn is_named(found: &Diagnostic, parameter: &str) -> bool {
    found.message.contains(&format!("'{parameter}'")) || found.message.contains(&format!("`{parameter}`"))
}

/// Returns the ways to write a value as another type; a literal keeps its radix.
fn candidates(scene: &Scene<'_, '_>, value: &Expr) -> Vec<Fix> {
    let code = scene.code(value);
    let to = |text: String| Fix::replace(value.span, text);
    match &value.kind {
        ExprKind::String(text) if is_plain_number(text) => vec![to(text.to_string())],
        ExprKind::String(text) => match text.to_lowercase().as_str() {
            "true" | "yes" | "on" => vec![to("true".to_owned())],
            "false" | "no" | "off" => vec![to("false".to_owned())],
            "undef" | "null" | "nil" | "none" => vec![to("undef".to_owned())],
            _ => Vec::new(),
        },
        ExprKind::Name(word) => match word.to_lowercase().as_str() {
            "yes" | "on" => vec![to("true".to_owned())],
            "no" | "off" => vec![to("false".to_owned())],
            "null" | "nil" | "none" => vec![to("undef".to_owned())],
            _ => Vec::new(),
        },
        ExprKind::Integer(..) | ExprKind::BigInteger(..) => vec![to(format!("'{code}'")), to(format!("{code}.0"))],
        ExprKind::Float(_) | ExprKind::Bool(_) => vec![to(format!("'{code}'"))],
        ExprKind::Variable(_) | ExprKind::Access(..) => {
            vec![to(format!("Integer({code})")), to(format!("Numeric({code})")), to(format!("String({code})"))]
        }
        _ => Vec::new(),
    }
}
