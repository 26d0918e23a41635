//! Inference of expression types: bottom-up, with a requirement passed down where the expression passes
//! values on.

use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type};
use puppet_syntax::ast::{AttributeOperation, BinaryOp, Expr, ExprKind, Segment};
use puppet_syntax::walk::any;

use super::checker::Checker;
use super::comparison::Comparison;
use super::requirement::Requirement;
use super::subtyping::{bounded, is_never, never};
use super::typed_expr::TypedExpr;

/// The maximum nesting depth of expressions; deeper ones have an unknown type.
const MAX_DEPTH: usize = 200;

impl<'a> Checker<'a> {
    /// Infers the type of an expression; reports an unmet requirement at the part that is wrong.
    pub(super) fn check(&mut self, expr: &'a Expr, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        if self.depth >= MAX_DEPTH || self.clock.tick() {
            // Assignments below this depth are not seen.
            self.mode.closed = false;
            return TypedExpr::any();
        }
        self.depth += 1;
        let mark = self.probe_mark();
        let mut found = self.check_kind(expr, wanted);
        // A variable has the type that was assigned, an element a part of one.
        if !matches!(expr.kind, ExprKind::Variable(_) | ExprKind::Access(..) | ExprKind::Paren(_)) {
            found.ty = bounded(found.ty);
        }
        let found = if self.reports.holes.is_empty() { found } else { self.unless_broken(expr, found) };
        self.probe_read(expr, &found.ty, wanted, mark);
        self.depth -= 1;
        found
    }

    fn check_kind(&mut self, expr: &'a Expr, wanted: Option<&Requirement<'a>>) -> TypedExpr {
        match &expr.kind {
            ExprKind::Paren(inner) => self.check(inner, wanted),
            ExprKind::Block(statements) => self.block_of(statements, wanted),
            ExprKind::Array(items) => self.array(items, expr, wanted),
            ExprKind::Hash(entries) => self.hash(entries, expr, wanted),
            ExprKind::If(branch) => self.branches(branch, true, wanted),
            ExprKind::Unless(branch) => self.branches(branch, false, wanted),
            ExprKind::Case(case) => self.case(case, expr, wanted),
            ExprKind::Selector(selector) => self.selector(selector, expr, wanted),
            ExprKind::Heredoc(heredoc) => {
                self.note_heredoc(heredoc, expr);
                self.check(&heredoc.text, wanted)
            }
            _ => {
                let found = self.infer(expr);
                self.enforce(found, wanted, expr.span)
            }
        }
    }

    /// Returns the type of the last statement; the empty type when one of the statements never completes.
    fn block_of(&mut self, statements: &'a [Expr], wanted: Option<&Requirement<'a>>) -> TypedExpr {
        let mut last = TypedExpr::of(c::undef());
        let mut ends = true;
        for (index, statement) in statements.iter().enumerate() {
            let is_last = index + 1 == statements.len();
            last = self.check(statement, wanted.filter(|_| is_last));
            if ends && is_never(&last.ty) {
                ends = false;
                self.unreachable(statements, index);
            }
        }
        if ends { last } else { TypedExpr::of(never()) }
    }

    fn infer(&mut self, expr: &'a Expr) -> TypedExpr {
        match &expr.kind {
            ExprKind::Variable(name) => self.variable(name, expr),
            ExprKind::Access(left, keys) => self.access(left, keys, expr),
            ExprKind::Assign(_, left, right) => self.assignment(left, right, expr),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, expr),
            ExprKind::Not(inner) => {
                let found = self.check(inner, None);
                self.note_condition(inner, &found, false);
                self.boolean(expr)
            }
            ExprKind::Negate(inner) => self.negation(inner, expr),
            ExprKind::Unfold(inner) => {
                let found = self.check(inner, None);
                self.computed(self.unfolded(&found.ty), expr)
            }
            ExprKind::Interpolated(segments) => {
                self.note_interpolated(segments, expr);
                self.interpolated(segments, expr)
            }
            ExprKind::Call(call) => {
                self.note_missing_dollar(call);
                self.note_message(call);
                self.call(call, expr)
            }
            ExprKind::Method(method) => self.method(method, expr),
            ExprKind::FunctionRef(name) => self.function_reference(name, expr),
            ExprKind::Ref(_) => self.reference(expr),
            ExprKind::Resource(resource) => self.resource(resource, expr),
            ExprKind::ResourceDefaults(defaults) => {
                self.resource_defaults(defaults);
                self.computed(c::type_type(), expr)
            }
            ExprKind::ResourceOverride(overriding) => {
                self.resource_override(overriding);
                TypedExpr::any()
            }
            ExprKind::Collect(collect) => {
                self.collect(collect);
                TypedExpr::any()
            }
            ExprKind::Relation(_, left, right) => {
                self.check(left, None);
                self.check(right, None);
                TypedExpr::any()
            }
            ExprKind::Apply(apply) => self.apply_block(apply),
            ExprKind::Epp(template) => self.template(template, expr),
            ExprKind::Render(inner) => self.rendered(inner),
            ExprKind::RenderString(_)
            | ExprKind::Function(_)
            | ExprKind::Plan(_)
            | ExprKind::Class(_)
            | ExprKind::Define(_)
            | ExprKind::Node(_)
            | ExprKind::TypeAlias(_)
            | ExprKind::Nop => TypedExpr::of(c::undef()),
            ExprKind::String(text) if self.is_output(text, expr) => TypedExpr::any(),
            ExprKind::String(_) => {
                self.note_string(expr);
                self.literal(expr)
            }
            _ => self.literal(expr),
        }
    }

    /// Returns whether a bareword is `_` or `_3`: the value of an earlier input, which only the session
    /// knows.
    fn is_output(&self, text: &str, expr: &Expr) -> bool {
        let number = text.strip_prefix('_').is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()));
        let bare = (expr.span.end - expr.span.start) as usize == text.len();
        number && bare && self.world.additions()
    }

    pub(super) fn operations(&mut self, operations: &'a [AttributeOperation]) {
        for operation in operations {
            self.check(&operation.value, None);
        }
    }

    /// Checks `Name`: a type as a value.
    fn reference(&mut self, expr: &'a Expr) -> TypedExpr {
        match self.resolve_annotation(expr) {
            Some(ty) => self.computed(type_of(ty), expr),
            None => {
                self.check_type(expr);
                self.computed(c::type_type(), expr)
            }
        }
    }

    fn interpolated(&mut self, segments: &'a [Segment], expr: &'a Expr) -> TypedExpr {
        let mut least = 0;
        for segment in segments {
            match segment {
                Segment::Text(text, _) => least += text.chars().count() as i64,
                Segment::Value { expr, .. } => drop(self.check(expr, None)),
            }
        }
        let ty = match least {
            0 => c::string(),
            _ => Type::String(puppet_pcore::StringType::Size(puppet_pcore::Size { from: least, to: None })).into(),
        };
        self.computed(ty, expr)
    }

    fn binary(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> TypedExpr {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let first = self.check(left, None);
                self.note_operand(left, expr, &first);
                let (mark, matched) = (self.env.mark(), self.env.matched.clone());
                self.narrow(left, op == BinaryOp::And);
                let second = self.check(right, None);
                self.note_operand(right, expr, &second);
                self.env.roll_back(mark);
                self.env.matched = matched;
                self.forget_matches(left);
                self.forget_matches(right);
                self.boolean(expr)
            }
            BinaryOp::In => {
                let a = self.check(left, None);
                let b = self.check(right, None);
                let comparison = Comparison { op, left, right, left_type: &a.ty, right_type: &b.ty, expr };
                if !self.note_negated(&comparison) {
                    self.note_value_in_hash(&a.ty, &b.ty, right, expr);
                }
                if !matches!(right.kind, ExprKind::Nop) && !matches!(left.kind, ExprKind::String(_)) {
                    self.env.matched = None;
                }
                self.boolean(expr)
            }
            BinaryOp::Match | BinaryOp::NoMatch => self.matching(op, left, right, expr),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                self.comparison(op, left, right, expr)
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Mod
            | BinaryOp::LShift
            | BinaryOp::RShift => self.arithmetic(op, left, right, expr),
        }
    }

    /// Joins the match variables that the expression may set with those from before.
    fn forget_matches(&mut self, expr: &Expr) {
        if may_match(expr) {
            self.env.matched = None;
        }
    }
}

/// Returns whether evaluating the expression may set match variables.
fn may_match(expr: &Expr) -> bool {
    any(expr, &|one| matches!(&one.kind, ExprKind::Binary(BinaryOp::Match | BinaryOp::NoMatch | BinaryOp::In, ..)))
}

/// Returns `Type[T]`.
pub(super) fn type_of(ty: Ty) -> Ty {
    Type::Type(Some(ty)).into()
}
