//! Values of collections that are missing: the key that a hash does not have.

use pprepl_text::{Diagnostic, Fix, suggest};
use puppet_pcore::Value;
use puppet_syntax::ast::{Expr, ExprKind};

use super::advised::Advice;
use super::scene::Scene;

/// The maximum number of keys in a help.
const MAX_KEYS: usize = 6;

/// `$h['b'] + 1`: undef, since the hash has no such key.
pub(super) fn missing_key(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if !is_about_undef(found) {
        return None;
    }
    let access = undef_operand(scene)?;
    let ExprKind::Access(base, keys) = &access.kind else { return None };
    let ([key], base) = (&keys[..], scene.code(base)) else { return None };
    let Some(Value::Hash(hash)) = scene.value(base) else { return None };
    let name = match &key.kind {
        ExprKind::String(text) | ExprKind::Name(text) => text,
        _ => return None,
    };
    let is_text = |key: &Value| key.as_str().map(str::to_owned);
    let keys: Vec<String> = hash.keys().filter_map(is_text).collect();
    let near = suggest::nearest(name, keys.iter().map(String::as_str)).map(str::to_owned);
    let what = format!("`{}` is undef: `{base}` has no key '{name}'", scene.code(access));
    let help = match &near {
        Some(near) => format!("{what}; did you mean '{near}'?"),
        None if keys.is_empty() => what,
        None if keys.len() > MAX_KEYS => {
            format!("{what}; it has {} keys: '{}', ..", keys.len(), keys[..MAX_KEYS].join("', '"))
        }
        None => format!("{what}; it has '{}'", keys.join("', '")),
    };
    let fix = near.map(|near| Fix::replace(key.span, format!("'{near}'")));
    Some(Advice::help(help).fix(fix))
}

/// `$list[5] + 1`: undef, since the array is shorter.
pub(super) fn missing_element(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operand = undef_operand(scene).filter(|_| is_about_undef(found))?;
    let ExprKind::Access(base, _) = &operand.kind else { return None };
    let (base, code) = (scene.code(base), scene.code(operand));
    let Some(Value::Array(array)) = scene.value(base) else { return None };
    let what = match array.items.len() {
        0 => format!("`{base}` is empty"),
        1 => format!("`{base}` has 1 element, with the index 0"),
        count => format!("`{base}` has {count} elements, with the indexes 0 to {}", count - 1),
    };
    Some(Advice::help(format!("`{code}` is undef: {what}")))
}

/// `$x + 1` where `$x` is undef.
pub(super) fn undef_variable(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if !is_about_undef(found) || found.help.is_some() {
        return None;
    }
    let all: Vec<&Expr> = operands(scene);
    let name = all.into_iter().find_map(|expr| match &expr.kind {
        ExprKind::Variable(name) => scene.value(scene.code(expr)).filter(Value::is_undef).map(|_| name),
        _ => None,
    })?;
    Some(Advice::help(format!("`${name}` is undef: test it first, as in `if ${name} {{ .. }}`, or give it a value")))
}

fn is_about_undef(found: &Diagnostic) -> bool {
    found.message.contains("undef") || found.message.contains("Undef")
}

/// Returns the expressions at the error and the operands of their operations.
fn operands<'s>(scene: &Scene<'s, '_>) -> Vec<&'s Expr> {
    let mut all: Vec<&'s Expr> = scene.path.iter().rev().copied().take(4).collect();
    let operands = all.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Binary(_, left, right) => Some([&**left, &**right]),
        _ => None,
    });
    let operands: Vec<&Expr> = operands.flatten().collect();
    all.extend(operands);
    all
}

/// Returns the expression at the error whose value is undef: an access, or an operand of the operation.
fn undef_operand<'s>(scene: &mut Scene<'s, '_>) -> Option<&'s Expr> {
    operands(scene).into_iter().filter(|expr| matches!(expr.kind, ExprKind::Access(..))).find(|expr| {
        let code = scene.code(expr);
        scene.value(code).is_none_or(|value| value.is_undef())
    })
}
