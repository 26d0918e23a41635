//! Assignments to a name, and destructuring assignments by position or by key.

use std::rc::Rc;

use pprepl_text::RuleCode;
use puppet_pcore::Ty;
use puppet_pcore::algebra::constant as c;
use puppet_syntax::ast::{Expr, ExprKind};

use super::arguments::unqualified;
use super::checker::Checker;
use super::display::display;
use super::finding::Finding;
use super::subtyping::shape::{self, elements};
use super::subtyping::{Kind, hash_pair, is_any, is_never};
use super::typed_expr::TypedExpr;

impl<'a> Checker<'a> {
    pub(super) fn assignment(&mut self, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> TypedExpr {
        let found = self.check(right, None);
        self.assign(left, found.clone(), expr);
        found
    }

    fn assign(&mut self, left: &'a Expr, mut found: TypedExpr, expr: &'a Expr) {
        match &left.kind {
            ExprKind::Paren(inner) => self.assign(inner, found, expr),
            ExprKind::Variable(name) => {
                if is_never(&found.ty) {
                    found.ty = c::any();
                }
                self.probe_note(left.span, &found.ty, None);
                let var = self.add_variable(found);
                self.env.bind(name.clone(), var);
            }
            ExprKind::Array(targets) => self.assign_all(targets, &found, expr),
            _ => {}
        }
    }

    fn assign_all(&mut self, targets: &'a [Expr], found: &TypedExpr, expr: &'a Expr) {
        let atoms = if is_any(&found.ty) { Vec::new() } else { self.sets.atoms(&found.ty) };
        let all = |kind: Kind| !atoms.is_empty() && atoms.iter().all(|atom| Kind::of(atom) == kind);
        if all(Kind::Array) {
            self.assign_by_position(targets, &atoms, found, expr);
        } else if all(Kind::Hash) {
            self.assign_by_key(targets, &atoms, found, expr);
        } else if !atoms.is_empty() && atoms.iter().all(is_one_value) {
            self.assign_one(targets, found, expr);
        } else {
            targets.iter().for_each(|target| self.assign(target, TypedExpr::any(), expr));
        }
    }

    /// Assigns a value that is not a list: it sets one variable.
    fn assign_one(&mut self, targets: &'a [Expr], found: &TypedExpr, expr: &'a Expr) {
        if let [target] = targets {
            return self.assign(target, found.clone(), expr);
        }
        let message = format!("expected {} values, found 1", targets.len());
        self.report(Finding::error(RuleCode::MultiAssignSize, self.span(expr), message));
        targets.iter().for_each(|target| self.assign(target, TypedExpr::any(), expr));
    }

    fn assign_by_position(&mut self, targets: &'a [Expr], atoms: &[Ty], found: &TypedExpr, expr: &'a Expr) {
        let count = targets.len() as i64;
        let ranges: Vec<_> = atoms.iter().map(|atom| elements(atom).range).collect();
        if ranges.iter().all(|range| count < range.min || range.max.is_some_and(|max| count > max)) {
            let mut texts: Vec<String> = Vec::new();
            for range in &ranges {
                let text = match range.max {
                    Some(max) if max == range.min => max.to_string(),
                    Some(max) => format!("{}..{max}", range.min),
                    None => format!("at least {}", range.min),
                };
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            let spot = self.span(expr);
            let values = if count == 1 { "value" } else { "values" };
            let message = format!("expected {count} {values}, found {}", texts.join(" or "));
            self.report(Finding::error(RuleCode::MultiAssignSize, spot, message));
        }
        for (index, target) in targets.iter().enumerate() {
            let types: Vec<Ty> = atoms.iter().map(|atom| elements(atom).at(index)).collect();
            let ty = self.sets.join(&types);
            self.assign(target, TypedExpr { ty, source: found.source, parts: None }, expr);
        }
    }

    fn assign_by_key(&mut self, targets: &'a [Expr], atoms: &[Ty], found: &TypedExpr, expr: &'a Expr) {
        for target in targets {
            let name: Option<Rc<str>> = match &unqualified(target).kind {
                ExprKind::Variable(name) => Some(name.clone()),
                _ => None,
            };
            let mut types = Vec::new();
            let mut missing = None;
            for atom in atoms {
                types.push(match (shape::entries(atom), &name) {
                    (Some(entries), Some(name)) => match shape::entry(entries, name) {
                        Some(entry) => entry.value.clone(),
                        None => {
                            missing = Some(atom);
                            c::any()
                        }
                    },
                    (Some(_), None) => c::any(),
                    _ => hash_pair(&self.sets, atom).1,
                });
            }
            if let (Some(atom), Some(name), 1) = (missing, &name, atoms.len()) {
                let spot = self.span(target);
                let message = format!("no key '{name}' in {}", display(atom));
                let entries = shape::entries(atom).unwrap_or_default();
                let near = pprepl_text::suggest::nearest(name, entries.iter().map(|entry| &*entry.name));
                let hint = near.map(|near| format!("its key is '{near}'"));
                self.report(Finding::error(RuleCode::MissingKey, spot, message).hint(hint));
            }
            let ty = self.sets.join(&types);
            self.assign(target, TypedExpr { ty, source: found.source, parts: None }, expr);
        }
    }
}

/// Returns whether the values of a type are certainly neither lists nor hashes.
fn is_one_value(ty: &Ty) -> bool {
    use Kind::{Boolean, Float, Integer, Regexp, String, Undef};
    matches!(Kind::of(ty), Boolean | Float | Integer | Regexp | String | Undef)
}
