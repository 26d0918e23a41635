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
    let (access, base, [key]) = undef_access(scene)? else { return None };
    let base = scene.code(base);
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
    let (access, base, _) = undef_access(scene).filter(|_| is_about_undef(found))?;
    let (base, code) = (scene.code(base), scene.code(access));
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
    let expr = blamed(scene)?;
    let ExprKind::Variable(name) = &expr.kind else { return None };
    scene.value(scene.code(expr)).filter(Value::is_undef)?;
    Some(Advice::help(format!("`${name}` is undef: test it first, as in `if ${name} {{ .. }}`, or give it a value")))
}

fn is_about_undef(found: &Diagnostic) -> bool {
    found.message.contains("undef") || found.message.contains("Undef")
}

/// Returns the expression that the error is about, without parentheses and signs.
fn blamed<'s>(scene: &Scene<'s, '_>) -> Option<&'s Expr> {
    let mut expr = *scene.path.last()?;
    while let ExprKind::Paren(inner) | ExprKind::Negate(inner) = &expr.kind {
        expr = inner;
    }
    Some(expr)
}

/// Returns the access that the error is about with its base and keys, if its value is undef.
fn undef_access<'s>(scene: &mut Scene<'s, '_>) -> Option<(&'s Expr, &'s Expr, &'s [Expr])> {
    let access = blamed(scene)?;
    let ExprKind::Access(base, keys) = &access.kind else { return None };
    let code = scene.code(access);
    scene.value(code).is_none_or(|value| value.is_undef()).then_some((access, base, keys))
}
