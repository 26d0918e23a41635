//! Narrowing: the types of paths where a condition holds, and where it does not.

use std::rc::Rc;

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::checker::Checker;
use super::environment::Matched;
use super::groups::groups;
use super::subtyping::is_any;
use super::tested::passed;

/// The maximum nesting depth of conditions.
const MAX_DEPTH: usize = 24;
/// The maximum depth at which a condition is checked more than once.
const REREAD: usize = 3;

impl<'a> Checker<'a> {
    /// Narrows the paths of a condition that holds, or that does not hold.
    pub(super) fn narrow(&mut self, condition: &'a Expr, holds: bool) {
        // A part of a condition is narrowed once for each way to reach it: their number is bounded.
        if self.conditions < MAX_DEPTH {
            self.conditions += 1;
            self.narrow_by(condition, holds);
            self.conditions -= 1;
        }
    }

    fn narrow_by(&mut self, condition: &'a Expr, holds: bool) {
        match &condition.kind {
            ExprKind::Paren(inner) => self.narrow(inner, holds),
            ExprKind::Not(inner) => self.narrow(inner, !holds),
            ExprKind::Binary(BinaryOp::And, left, right) => self.narrow_both(left, right, true, holds),
            ExprKind::Binary(BinaryOp::Or, left, right) => self.narrow_both(left, right, false, holds),
            ExprKind::Binary(op @ (BinaryOp::Match | BinaryOp::NoMatch), left, right) => {
                self.narrow_match(left, right, holds == (*op == BinaryOp::Match));
            }
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                let equal = holds == (*op == BinaryOp::Eq);
                self.narrow_equal(left, right, equal);
                self.narrow_equal(right, left, equal);
            }
            ExprKind::Binary(BinaryOp::In, left, right) if holds => self.narrow_in(left, right),
            ExprKind::Variable(_) | ExprKind::Access(..) => self.narrow_truth(condition, holds),
            _ => {}
        }
    }

    /// Narrows by `a and b` that holds, or by `a or b` that does not: both operands are known. Otherwise the
    /// two alternatives are joined.
    fn narrow_both(&mut self, left: &'a Expr, right: &'a Expr, is_and: bool, holds: bool) {
        if is_and == holds {
            self.narrow(left, holds);
            self.narrow(right, holds);
            return;
        }
        let mark = self.env.mark();
        self.narrow(left, holds);
        let first = self.env.take(mark);
        self.narrow(left, !holds);
        self.narrow(right, holds);
        let second = self.env.take(mark);
        self.merge(vec![(first, c::any()), (second, c::any())], None);
        self.env.matched = None;
    }

    fn narrow_match(&mut self, left: &'a Expr, right: &'a Expr, matches: bool) {
        if let Some(ty) = self.resolve_annotation(right) {
            self.refine(left, &ty, matches);
        } else if let ExprKind::Regexp(source) = &right.kind {
            // The match was evaluated without an error: the operand is a String, whether it matched or not.
            self.refine(left, &c::string(), true);
            if matches {
                self.env.matched = match_types(source);
            }
        }
    }

    fn narrow_equal(&mut self, tested: &'a Expr, other: &'a Expr, equal: bool) {
        if let Some(value) = value_of_type(tested).filter(|_| equal)
            && let Some(ty) = self.resolve_annotation(other)
        {
            // A value whose inferred type is T is an instance of T.
            return self.refine(value, &ty, true);
        }
        if self.path_of(tested).is_none() {
            return;
        }
        if let Some((ty, exact)) = equal_type(other) {
            if equal || exact {
                self.refine(tested, &ty, equal);
            }
        } else if equal && self.reports.suppress_depth < REREAD {
            let found = self.infer_silently(other);
            if !is_any(&found) && self.sets.disjoint(&found, &c::undef()) {
                self.refine(tested, &c::not_undef(), true);
            }
        }
    }

    /// Narrows by `$x in ['a', 'b']`.
    fn narrow_in(&mut self, left: &'a Expr, right: &'a Expr) {
        let ExprKind::Array(items) = &right.kind else { return };
        let texts = items.iter().map(|item| match &item.kind {
            ExprKind::String(text) | ExprKind::Name(text) => Some(text.clone()),
            _ => None,
        });
        let Some(mut values) = texts.collect::<Option<Vec<Rc<str>>>>() else { return };
        values.sort();
        values.dedup();
        if !values.is_empty() {
            // A type or a pattern is `in` a list that holds a value it matches.
            let texts = Rc::new(Type::Enum { values, ignore_case: true });
            let found: Ty = Rc::new(Type::Variant(vec![texts, c::type_type(), c::regexp()]));
            self.refine(left, &found, true);
        }
    }

    fn narrow_truth(&mut self, condition: &'a Expr, holds: bool) {
        let Some(path) = self.path_of(condition) else { return };
        let current = self.infer_silently(condition);
        let ty = if holds {
            self.sets.subtract(&self.sets.subtract(&current, &c::undef()), &c::no())
        } else {
            let mut falsy = vec![c::undef(), c::no()];
            if !self.world.empty_string_is_true() {
                falsy.push(c::string_value(""));
            }
            self.sets.meet(&current, &Rc::new(Type::Variant(falsy)))
        };
        self.env.learn(path, ty);
    }

    /// Narrows a path to the type, or subtracts the type from it.
    pub(super) fn refine(&mut self, expr: &'a Expr, ty: &Ty, is: bool) {
        let Some(path) = self.path_of(expr) else { return };
        let current = self.infer_silently(expr);
        let refined = if is { self.sets.meet(&current, &passed(ty)) } else { self.sets.subtract(&current, ty) };
        self.env.learn(path, refined);
    }

    /// Returns the type of an expression that was checked already; reports nothing and binds nothing.
    pub(super) fn infer_silently(&mut self, expr: &'a Expr) -> Ty {
        let mark = self.env.mark();
        let matched = self.env.matched.clone();
        let found = self.without_reporting(|checker| checker.check(expr, None));
        self.env.roll_back(mark);
        self.env.matched = matched;
        found.ty
    }
}

/// Returns the value whose type a call of `type` infers.
fn value_of_type(call: &Expr) -> Option<&Expr> {
    let is_type =
        |name: &Expr| matches!(&name.kind, ExprKind::Name(name) | ExprKind::Reserved(name, _) if &**name == "type");
    match &call.kind {
        ExprKind::Call(call) if is_type(&call.functor) => call.args.first(),
        ExprKind::Method(method) if is_type(&method.name) => Some(&method.receiver),
        _ => None,
    }
}

/// Returns the type of the values equal to a literal, and whether it holds exactly these values.
pub(super) fn equal_type(literal: &Expr) -> Option<(Ty, bool)> {
    Some(match &literal.kind {
        ExprKind::Undef => (c::undef(), true),
        ExprKind::String(text) | ExprKind::Name(text) => {
            (Rc::new(Type::Enum { values: vec![text.clone()], ignore_case: true }), true)
        }
        ExprKind::Bool(true) => (c::yes(), true),
        ExprKind::Bool(false) => (c::no(), true),
        ExprKind::Integer(value, _) => {
            let float = puppet_pcore::FloatRange { from: Some(*value as f64), to: Some(*value as f64) };
            // Times also compare with numbers.
            let alike =
                vec![super::literal::integer(*value), Rc::new(Type::Float(float)), c::timespan(), c::timestamp()];
            (Rc::new(Type::Variant(alike)), false)
        }
        _ => return None,
    })
}

/// Returns the types of `$0`, `$1`, .. after a successful match of the pattern.
pub(super) fn match_types(source: &str) -> Matched {
    let groups = groups(source)?;
    let of = |always: bool| if always { c::string() } else { c::optional_of(c::string()) };
    Some(std::iter::once(true).chain(groups).map(of).collect())
}
