//! Keys that a hash does not have, where it has a similar one.

use std::rc::Rc;

use pprepl_text::{Fix, suggest};
use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind};

use super::super::checker::Checker;
use super::super::subtyping::shape;

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
        let Some(near) = suggest::nearest(name, known.iter().map(|one| &**one)) else { return };
        let message = format!("unknown key '{name}': the value is undef");
        let text = self.text_of(key);
        let new = if text.starts_with('"') { format!("\"{near}\"") } else { format!("'{near}'") };
        let finding = self.note_at("near-key", key.span, message);
        let help = format!("did you mean '{near}'?");
        self.report(finding.hint(Some(help)).fix(Some(Fix::replace(key.span, new))));
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
