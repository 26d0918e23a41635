//! Unreachable code, and conditions that are always true or always false. Both are hints, since such code
//! does no harm.

use std::rc::Rc;

use pprepl_text::{RuleCode, Severity};
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind, If};
use puppet_syntax::walk::{any, for_each};

use super::arguments::unqualified;
use super::checker::Checker;
use super::comparison::Comparison;
use super::definition::statements;
use super::finding::Finding;
use super::subtyping::shape::{self, elements, hash_range};
use super::subtyping::single::single_value;
use super::subtyping::{Kind, Overlap, is_any, is_never};
use super::typed_expr::{TypeOrigin, TypedExpr};

/// Returns whether the expression always leaves the enclosing body.
fn leaves(expr: &Expr) -> bool {
    match &unqualified(expr).kind {
        ExprKind::Call(call) => {
            matches!(&call.functor.kind, ExprKind::Name(name) if matches!(&**name, "fail" | "return" | "next" | "break"))
        }
        ExprKind::If(branch) | ExprKind::Unless(branch) => {
            [&branch.then, &branch.otherwise].into_iter().all(|body| statements(body).last().is_some_and(leaves))
        }
        ExprKind::Case(case) => {
            let is_default = |value: &Expr| matches!(unqualified(value).kind, ExprKind::Default);
            case.options.iter().any(|option| option.values.iter().any(is_default))
                && case.options.iter().all(|option| statements(&option.then).last().is_some_and(leaves))
        }
        _ => false,
    }
}

/// Returns whether the expression is a definition, which is hoisted and so visible everywhere.
fn is_definition(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::Function(_) | ExprKind::Class(_) | ExprKind::Define(_) | ExprKind::TypeAlias(_) | ExprKind::Nop
    )
}

impl<'a> Checker<'a> {
    fn hint_at(&mut self, code: RuleCode, at: &'a Expr, message: String) -> Finding {
        Finding::of(Severity::Note, code, self.span(at), message)
    }

    /// Reports the first statement after one that never completes.
    pub(super) fn unreachable(&mut self, block: &'a [Expr], last: usize) {
        let (Some(end), Some(next)) = (block.get(last), block.get(last + 1..).unwrap_or_default().first()) else {
            return;
        };
        if leaves(end) && !is_definition(next) {
            let spot = self.span(end);
            let message = "this is never reached".to_owned();
            let finding =
                self.hint_at(RuleCode::Unreachable, next, message).note(spot, "this statement never completes");
            self.report(finding);
        }
    }

    /// Returns the path that a condition tests.
    fn subject(test: &'a Expr) -> Option<&'a Expr> {
        match &unqualified(test).kind {
            ExprKind::Not(inner) => Self::subject(inner),
            ExprKind::Binary(op, left, _) if !matches!(op, BinaryOp::And | BinaryOp::Or) => Some(left),
            ExprKind::Variable(_) | ExprKind::Access(..) => Some(unqualified(test)),
            _ => None,
        }
    }

    /// Returns whether a finding about this condition was reported.
    fn is_reported(&self, test: &Expr) -> bool {
        let codes = [RuleCode::PointlessTest, RuleCode::NeverEqual, RuleCode::ImpossibleBranch];
        self.reports.findings.iter().any(|found| {
            codes.iter().any(|code| found.code == *code)
                && found.span.is_some_and(|span| test.span.start <= span.start && span.end <= test.span.end)
        })
    }

    /// Reports a branch that narrowing makes impossible.
    pub(super) fn impossible(&mut self, test: &'a Expr, holds: bool, body: &'a Expr) {
        // Failing in an impossible branch is defensive code, not a mistake.
        let is_care = statements(body).last().is_some_and(leaves);
        if self.reports.suppress_depth > 0 || is_care || self.is_reported(test) {
            return;
        }
        let (code, message) = match (holds, statements(body).is_empty()) {
            (true, true) => (RuleCode::PointlessTest, "this test never holds"),
            (true, false) => (RuleCode::ImpossibleBranch, "this test never holds: its branch cannot run"),
            (false, true) => (RuleCode::PointlessTest, "this test always holds"),
            (false, false) => {
                (RuleCode::ImpossibleBranch, "this test always holds: what is for the other case cannot run")
            }
        };
        if self.reads_known_values(test) {
            return;
        }
        let mut finding = self.hint_at(code, test, message.to_owned());
        if let Some(subject) = Self::subject(test) {
            let found = self.without_reporting(|checker| checker.check(subject, None));
            if !holds && self.is_narrowed(subject) {
                return;
            }
            if !is_any(&found.ty) && !is_never(&found.ty) {
                finding = finding.hint(self.always_true(&found.ty, !holds));
                finding = Self::from(finding, &found);
            }
        }
        self.report(finding);
    }

    /// Returns whether the value of the expression is known, because it has no variables or only some with one value.
    /// A test of such a value asks for the answer; its author knows that it is constant.
    fn is_explored(&self, expr: &Expr, found: &TypedExpr) -> bool {
        let declared = found.source.as_ref().is_some_and(|source| source.why == TypeOrigin::Declared);
        let is_variable = |one: &Expr| matches!(one.kind, ExprKind::Variable(_));
        !declared && single_value(&found.ty).is_some() || !any(expr, &is_variable)
    }

    /// Returns whether a condition reads a variable with one value, which it tests on purpose.
    fn reads_known_values(&mut self, test: &'a Expr) -> bool {
        let mut variables = Vec::new();
        for_each(test, &mut |one| {
            if let ExprKind::Variable(_) | ExprKind::Access(..) = one.kind {
                variables.push(one);
            }
        });
        variables.into_iter().any(|one| {
            let found = self.without_reporting(|checker| checker.check(one, None));
            self.is_explored(one, &found)
        })
    }

    /// Returns whether an earlier test narrowed the path: the code spells out what is left.
    fn is_narrowed(&mut self, expr: &'a Expr) -> bool {
        let path = self.path_of(unqualified(expr));
        path.is_some_and(|path| self.env.fact(path).is_some())
    }

    /// Returns whether a branch only fails: such code is there for a value that should not occur.
    pub(super) fn is_defensive(&self, branch: &If) -> bool {
        [&branch.then, &branch.otherwise].into_iter().any(|body| statements(body).last().is_some_and(leaves))
    }

    fn always_true(&self, ty: &Ty, always: bool) -> Option<String> {
        let is_text = always && self.sets.all_of(ty, &[Kind::String]);
        is_text.then(|| "a String is true, the empty one too: compare it with ''".to_owned())
    }

    /// Reports an option of a case or selector that can never match.
    pub(super) fn impossible_option(&mut self, value: &'a Expr, test: &'a Expr, tested: &Ty) {
        if self.reports.suppress_depth > 0 || is_any(tested) || is_never(tested) || single_value(tested).is_some() {
            return;
        }
        let message = format!("this option never matches: what is tested is {}", self.sets.found_value(tested));
        let spot = self.span(test);
        let finding = self.hint_at(RuleCode::ImpossibleBranch, value, message).note(spot, "tested here");
        self.report(finding);
    }

    /// Reports `x =~ T` where the types already decide the result.
    pub(super) fn pointless_match(
        &mut self,
        (left, found): (&'a Expr, &TypedExpr),
        right: &'a Expr,
        op: BinaryOp,
        expr: &'a Expr,
    ) {
        if self.reports.suppress_depth > 0
            || is_any(&found.ty)
            || is_never(&found.ty)
            || !self.reports.rules.has(RuleCode::PointlessTest)
        {
            return;
        }
        let Some(wanted) = self.resolve_annotation(right) else { return };
        // A match against a type that accepts every value is a way to write `true`.
        let always = self.sets.contains(&wanted, &found.ty);
        if !always && !self.sets.disjoint(&found.ty, &wanted) {
            return;
        }
        let holds = always == (op == BinaryOp::Match);
        let is_declared = found.source.as_ref().is_some_and(|source| source.why == TypeOrigin::Declared);
        if holds && (!is_declared || self.is_narrowed(left)) {
            return;
        }
        let text = self.sets.found_value(&found.ty);
        let word = if holds { "always holds" } else { "never holds" };
        let message = format!("this test {word}: the left side is {text}");
        let finding = self.hint_at(RuleCode::PointlessTest, expr, message);
        self.report(Self::from(finding, found));
    }

    /// Reports `a == b` of disjoint types.
    pub(super) fn never_equal(&mut self, a: &TypedExpr, b: &TypedExpr, op: BinaryOp, expr: &'a Expr) {
        let unknown = |ty: &Ty| is_any(ty) || is_never(ty);
        if self.reports.suppress_depth > 0
            || unknown(&a.ty)
            || unknown(&b.ty)
            || !self.reports.rules.has(RuleCode::NeverEqual)
        {
            return;
        }
        let (left, right) = (self.sets.atoms(&a.ty), self.sets.atoms(&b.ty));
        if left.iter().any(|x| right.iter().any(|y| self.may_equal(x, y))) {
            return;
        }
        if self.is_explored_comparison((a, b), expr) {
            return;
        }
        let (left, right) = (self.sets.found_value(&a.ty), self.sets.found_value(&b.ty));
        let what = if op == BinaryOp::Eq { "false" } else { "true" };
        let message = format!("{left} and {right} are never equal: this is always {what}");
        let finding = Self::from(self.hint_at(RuleCode::NeverEqual, expr, message), a);
        let advice = match &expr.kind {
            ExprKind::Binary(_, left, right) => {
                self.equality_advice(&Comparison { op, left, right, left_type: &a.ty, right_type: &b.ty, expr })
            }
            _ => None,
        };
        let (help, fix) = advice.unzip();
        self.report(finding.hint(help).fix(fix.flatten()));
    }

    /// Returns whether both values are known and of one kind, as in `$x == 6` where $x is 5.
    fn is_explored_comparison(&self, (a, b): (&TypedExpr, &TypedExpr), expr: &Expr) -> bool {
        let ExprKind::Binary(_, left, right) = &expr.kind else { return false };
        let (one, two) = (Kind::of(&a.ty), Kind::of(&b.ty));
        let is_one_kind = one == two || one.is_number() && two.is_number();
        is_one_kind && self.is_explored(left, a) && self.is_explored(right, b)
    }

    /// Returns whether two values of these alternatives may be equal by `==`.
    fn may_equal(&self, a: &Ty, b: &Ty) -> bool {
        let (left, right) = (Kind::of(a), Kind::of(b));
        let vague = |kind: Kind| {
            kind.is_vague()
                || matches!(kind, Kind::SemVer | Kind::SemVerRange | Kind::Uri | Kind::Binary | Kind::Iterator)
        };
        if vague(left) || vague(right) {
            return true;
        }
        let numeric = |kind: Kind| kind.is_number() || matches!(kind, Kind::Timespan | Kind::Timestamp);
        if numeric(left) && numeric(right) {
            return left != Kind::Integer || right != Kind::Integer || self.sets.overlap_of(a, b) != Overlap::None;
        }
        if left != right {
            return false;
        }
        match left {
            Kind::String => strings_may_equal(a, b),
            Kind::Boolean => self.sets.overlap_of(a, b) != Overlap::None,
            Kind::Array => elements(a).range.overlaps(elements(b).range),
            Kind::Hash => hash_range(&self.sets, a).overlaps(hash_range(&self.sets, b)),
            _ => true,
        }
    }
}

/// Returns whether two string types may hold equal strings; `==` ignores case.
fn strings_may_equal(a: &Type, b: &Type) -> bool {
    match (shape::string_values(a), shape::string_values(b)) {
        (Some((left, _)), Some((right, _))) => {
            let folded = |values: &[Rc<str>]| values.iter().map(|value| value.to_lowercase()).collect::<Vec<_>>();
            let right = folded(&right);
            folded(&left).iter().any(|value| right.contains(value))
        }
        _ => true,
    }
}
