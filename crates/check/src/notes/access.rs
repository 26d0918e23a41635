//! Keys that a hash does not have, where it has a similar one.

use std::rc::Rc;

use pprepl_text::{Fix, RuleCode, suggest};
use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind};

use super::super::checker::Checker;
use super::super::subtyping::Kind;
use super::super::subtyping::shape::{self, elements};
use super::super::typed_expr::TypedExpr;

/// The minimum length of a key whose similarity to another one means something.
const MIN_LENGTH: usize = 3;

impl<'a> Checker<'a> {
    /// Notes `$h['prot']`, when `$h` has the key `port` and not this one. `base` is the type of `left`.
    pub(in super::super) fn note_key(&mut self, left: &'a Expr, keys: &'a [Expr], base: &Ty) {
        let [key] = keys else { return };
        let (ExprKind::String(name) | ExprKind::Name(name)) = &key.kind else { return };
        if self.reports.suppress_depth > 0 || name.chars().count() < MIN_LENGTH {
            return;
        }
        let Some(known) = self.known_keys(left, base) else { return };
        if known.iter().any(|one| one == name) {
            return;
        }
        self.report_key(key, name, &known);
    }

    fn report_key(&mut self, key: &'a Expr, name: &str, known: &[Rc<str>]) {
        let Some(near) = suggest::nearest(name, known.iter().map(|one| &**one)) else { return };
        let message = format!("unknown key '{name}': the value is undef");
        let text = self.text_of(key);
        let new = if text.starts_with('"') { format!("\"{near}\"") } else { format!("'{near}'") };
        let finding = self.note_at(RuleCode::NearKey, key.span, message);
        let help = format!("did you mean '{near}'?");
        self.report(finding.hint(Some(help)).fix(Some(Fix::replace(key.span, new))));
    }

    /// Notes `$list[5]`, when the array is shorter.
    pub(in super::super) fn note_index(&mut self, keys: &'a [Expr], found: &[Ty], base: &Ty) {
        let ([key], [ty]) = (keys, found) else { return };
        // A test may guard the access.
        let is_guarded = !self.tests.is_empty();
        if self.reports.suppress_depth > 0 || is_guarded || Kind::of(base) != Kind::Array {
            return;
        }
        let (Some(index), Some(most)) = (shape::integer_value(ty), elements(base).range.max) else { return };
        if index < most && index >= -most || most < 0 {
            return;
        }
        let message = match most {
            0 => "the array is empty: the value is undef".to_owned(),
            1 => format!("unknown index {index}: the array has 1 element, and the value is undef"),
            _ => format!("unknown index {index}: the array has {most} elements, and the value is undef"),
        };
        let finding = self.note_at(RuleCode::MissingIndex, key.span, message);
        let help = "the first index is 0, and the last one -1".to_owned();
        self.report(finding.hint(Some(help)));
    }

    /// Returns the type of an operand; for a path in a variable of the session, the exact one.
    pub(in super::super) fn exact(&mut self, expr: &'a Expr, found: &TypedExpr) -> TypedExpr {
        if self.reports.suppress_depth > 0 {
            return found.clone();
        }
        let Some((name, path)) = literal_path(expr).filter(|(_, path)| !path.is_empty()) else { return found.clone() };
        let is_local = self.env.lookup(name).is_some() || !self.at_top();
        match self.world.type_at(name.strip_prefix("::").unwrap_or(name), &path).filter(|_| !is_local) {
            Some(ty) => TypedExpr { ty, source: found.source, parts: None },
            None => found.clone(),
        }
    }

    /// Notes an unknown key in `dig($h, 'a', 'b')` or `$h.dig('a', 'b')`.
    pub(super) fn note_dug(&mut self, left: &'a Expr, keys: &'a [Expr]) {
        let Some((name, mut path)) = literal_path(left) else { return };
        let name = name.strip_prefix("::").unwrap_or(name);
        for key in keys {
            let ExprKind::String(text) = &key.kind else { return };
            let Some(known) = self.world.keys_at(name, &path) else { return };
            if !known.iter().any(|one| one == text) {
                return self.report_key(key, text, &known);
            }
            path.push(text);
        }
    }

    /// Returns the keys of a hash, when all of them are known.
    fn known_keys(&mut self, left: &'a Expr, base: &Ty) -> Option<Vec<Rc<str>>> {
        if let Some(entries) = shape::entries(base) {
            return Some(entries.iter().map(|entry| entry.name.clone()).collect());
        }
        let (name, path) = literal_path(left)?;
        if self.env.lookup(name).is_some() {
            return None;
        }
        self.world.keys_at(name.strip_prefix("::").unwrap_or(name), &path)
    }
}

/// Returns the variable and the literal keys of `$x['a']['b']`.
fn literal_path(expr: &Expr) -> Option<(&str, Vec<&str>)> {
    match &expr.kind {
        ExprKind::Variable(name) => Some((name, Vec::new())),
        ExprKind::Paren(inner) => literal_path(inner),
        ExprKind::Access(left, keys) => {
            let [Expr { kind: ExprKind::String(key) | ExprKind::Name(key), .. }] = &keys[..] else { return None };
            let (name, mut path) = literal_path(left)?;
            path.push(key);
            Some((name, path))
        }
        _ => None,
    }
}
