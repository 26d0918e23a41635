//! Checks of assignments: valid left sides, and expressions in which assignments are not allowed.

use crate::ast::{AssignOp, Expr, ExprKind};
use pprepl_text::{Fix, IssueCode};

use super::parts::for_each_part;
use super::{Checker, Context, Helped, name, phrase};

impl Checker<'_> {
    pub(super) fn assignment(&mut self, expr: &Expr, op: AssignOp, left: &Expr, right: &Expr, cx: Context) {
        match op {
            AssignOp::Set => {
                self.target(left);
                self.rvalue(right);
            }
            AssignOp::Append => self.no_such_operator(expr, left, '+'),
            AssignOp::Delete => self.no_such_operator(expr, left, '-'),
        }
        self.walk(left, cx.inside());
        self.walk(right, cx.inside());
    }

    fn no_such_operator(&mut self, expr: &Expr, left: &Expr, operator: char) {
        let message = format!("Puppet has no `{operator}=`: a variable is set only once");
        let old = match &left.kind {
            ExprKind::Variable(name) => name,
            _ => "old",
        };
        self.error_at(IssueCode::AppendsDeletesNoLongerSupported, expr, message)
            .help(format!("use a new name: `$new = ${old} {operator} ..`"));
    }

    fn target(&mut self, left: &Expr) {
        match &left.kind {
            ExprKind::Variable(name) => self.target_variable(left, name),
            ExprKind::Access(..) => {
                self.error_at(
                    IssueCode::IllegalIndexedAssignment,
                    left,
                    "an element cannot be assigned: values are immutable",
                )
                .help("create a new value: `$new = $old + {'key' => 'value'}`");
            }
            ExprKind::Array(targets) => {
                for target in targets {
                    self.target(target);
                }
            }
            _ => self.no_target(left),
        }
    }

    fn target_variable(&mut self, left: &Expr, name: &str) {
        if name::is_match_variable(name) {
            self.error_at(IssueCode::IllegalNumericAssignment, left, format!("`${name}` is only set by a match"))
                .help("use a name that starts with a letter");
        }
        if name.contains("::") {
            let short = name.rsplit("::").next().unwrap_or(name);
            let message = format!("`${name}` is in another scope: only variables of this scope can be set");
            self.error_at(IssueCode::CrossScopeAssignment, left, message)
                .help(format!("remove the scope: `${short}`"))
                .fix(Some(Fix::replace(left.span, format!("${short}"))));
        }
    }

    fn no_target(&mut self, left: &Expr) {
        let help = match &left.kind {
            ExprKind::Name(name) => format!("a variable starts with `$`: `${name}`"),
            ExprKind::Paren(_) => "remove the parentheses".to_owned(),
            ExprKind::Hash(_) => "to read values from a hash write `[$a, $b] = {'a' => 1, 'b' => 2}`".to_owned(),
            _ => "expected `$name` or `[$a, $b]` left of `=`; use `==` to compare".to_owned(),
        };
        let fix = match &left.kind {
            ExprKind::Name(name) if name::is_variable(name) => {
                Some(Fix::replace(left.span, format!("${name}")).surely(true))
            }
            _ => None,
        };
        self.error_at(IssueCode::IllegalAssignment, left, format!("{} cannot be assigned", phrase(left)))
            .help(help)
            .fix(fix);
    }

    /// Rejects an assignment in a default, except inside a lambda.
    pub(super) fn no_assignment_in(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Assign(..) => {
                self.error_at(IssueCode::IllegalAssignmentContext, expr, "a default cannot assign a variable")
                    .help("assign it in the body");
            }
            _ => for_each_part(expr, &mut |part| self.no_assignment_in(part)),
        }
    }
}
