//! Operators: the accepted operands, and the result types.

use std::rc::Rc;

use pprepl_text::{RuleCode, Span};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{FloatRange, IntegerRange, Ty, Type, Value};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::sum::{is_in_sum, join_advice, joined_strings};

use super::checker::Checker;
use super::comparison::Comparison;
use super::finding::Finding;
use super::hint::{By, is_no_number};
use super::subtyping::shape::integer_value;
use super::subtyping::single::single_value;
use super::subtyping::{Kind, Verdict, is_any, is_never, never, shape};
use super::typed_expr::{FileSpan, TypedExpr};

fn numeric_or_span() -> Ty {
    Rc::new(Type::Variant(vec![c::numeric(), c::timespan()]))
}

impl<'a> Checker<'a> {
    fn operator_span(&self, op: BinaryOp, expr: &Expr) -> FileSpan {
        self.span_of(Span::new(expr.at, expr.at + op.symbol().len() as u32))
    }

    /// Reports an operand that the operator does not accept.
    fn operand(&mut self, op: &str, at: &'a Expr, found: &TypedExpr, wanted: (&str, Option<Ty>), operator: FileSpan) {
        let spot = self.span(at);
        let (text, ty) = wanted;
        let message = format!("operator '{op}' expects {text}, found {}", self.sets.general(&found.ty));
        let fix = match &ty {
            // Which operand is meant otherwise is not certain.
            Some(ty) => self
                .fix_match_variable(at.span)
                .or_else(|| self.fix(&found.ty, ty, at.span))
                .map(|fix| fix.surely(false)),
            None => None,
        };
        let hint = self
            .match_variable_hint(at)
            .or_else(|| self.variable_hint(at))
            .or_else(|| self.sets.hint(&found.ty, &ty?, By::Language))
            .or_else(|| self.join_hint(op, &found.ty, at));
        let finding = Finding::error(RuleCode::Operand, spot, message).note(operator, "required by this operator");
        self.report(Self::from(finding, found).hint(hint).fix(fix));
    }

    /// Returns the advice to read a variable, for a bare word with the name of one.
    fn variable_hint(&self, at: &Expr) -> Option<String> {
        let ExprKind::Name(name) = &at.kind else { return None };
        self.env.lookup(name).map(|_| format!("to read the variable, write ${name}"))
    }

    /// Returns the advice to join strings, for a string that is added.
    fn join_hint(&self, op: &str, found: &Ty, at: &Expr) -> Option<String> {
        let joins = op == "+" && !is_any(found) && self.sets.all_of(found, &[Kind::String]);
        let source = self.sources.get(self.file as usize).filter(|_| joins)?.text();
        let sum = self.sum.filter(|sum| is_in_sum(sum, at));
        Some(join_advice(sum.and_then(|sum| joined_strings(sum, source)).as_deref()))
    }

    pub(super) fn negation(&mut self, inner: &'a Expr, expr: &'a Expr) -> TypedExpr {
        let found = self.check(inner, None);
        let mut taken = vec![c::integer(), c::float(), c::timespan()];
        if !self.mode.strict {
            taken.push(c::string());
        }
        let taken: Ty = Rc::new(Type::Variant(taken));
        let ty = &found.ty;
        if self.sets.is_disjoint(ty, &taken) || !self.mode.strict && is_no_number(ty) {
            let operator = self.span_of(Span::new(expr.span.start, expr.span.start + 1));
            self.operand("-", inner, &found, ("Numeric", Some(c::numeric())), operator);
            return self.computed(c::numeric(), expr);
        }
        let negated = if is_any(ty) {
            numeric_or_span()
        } else {
            let each: Vec<Ty> = self.sets.atoms(ty).iter().filter_map(|atom| self.negated(atom)).collect();
            self.sets.join(&each)
        };
        self.computed(negated, expr)
    }

    /// Returns the result of unary `-` for an alternative; `None` when it does not accept the alternative.
    fn negated(&self, atom: &Ty) -> Option<Ty> {
        Some(match &**atom {
            Type::Integer(range) => {
                let (from, to) = range.ascending();
                let minus = |bound: Option<&puppet_pcore::Int>| bound.and_then(|b| b.as_i128()?.checked_neg());
                let range = IntegerRange { from: minus(to).map(Into::into), to: minus(from).map(Into::into) };
                Rc::new(Type::Integer(range))
            }
            Type::Float(range) => {
                let (from, to) = range.ascending();
                Rc::new(Type::Float(FloatRange { from: to.map(|to| -to), to: from.map(|from| -from) }))
            }
            Type::Timespan(_) => c::timespan(),
            _ if Kind::of(atom).is_vague() => numeric_or_span(),
            _ if self.may_be_number(atom) => c::numeric(),
            _ => return None,
        })
    }

    pub(super) fn arithmetic(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> TypedExpr {
        let outer = self.sum;
        self.sum = outer.filter(|sum| is_in_sum(sum, expr)).or(Some(expr));
        let found = self.calculation(op, left, right, expr);
        self.sum = outer;
        found
    }

    fn calculation(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> TypedExpr {
        let a = self.check(left, None);
        let b = self.check(right, None);
        if is_never(&a.ty) || is_never(&b.ty) {
            return self.computed(never(), expr);
        }
        match op {
            BinaryOp::Add => self.note_shallow_merge(&a.ty, &b.ty, expr),
            BinaryOp::Div => self.note_division(&a.ty, &b.ty, expr),
            _ => {}
        }
        if is_any(&a.ty) && is_any(&b.ty) {
            self.deferred_operation(op.symbol(), &a.ty, &b.ty, expr);
            return self.computed(self.unknown_result(op, &a.ty), expr);
        }
        if matches!(op, BinaryOp::Div | BinaryOp::Mod) && is_zero(&b.ty) && self.zero_fails(op, &a.ty, &b.ty) {
            let spot = self.span(right);
            let source = b.source.as_ref().map(|source| source.spot);
            self.report(
                Finding::error(RuleCode::DivisionByZero, spot, "division by zero").note_if(source, "0 comes from here"),
            );
            return self.computed(self.unknown_result(op, &a.ty), expr);
        }
        let mut results = Vec::new();
        let mut left_fits = false;
        let right_atoms = if is_any(&b.ty) { vec![c::any()] } else { self.sets.atoms(&b.ty) };
        for x in self.sets.atoms(&a.ty) {
            if !self.takes_left(op, &x) {
                continue;
            }
            left_fits = true;
            results.extend(right_atoms.iter().filter_map(|y| self.result(op, &x, y)));
        }
        if results.is_empty() {
            let operator = self.operator_span(op, expr);
            let ty = if left_fits {
                let wanted = self.expected_right(op, &a.ty);
                self.operand(op.symbol(), right, &b, wanted, operator);
                self.unknown_result(op, &a.ty)
            } else {
                self.operand(op.symbol(), left, &a, (expected_left(op), Some(c::numeric())), operator);
                c::numeric()
            };
            return self.computed(ty, expr);
        }
        if self.reports(RuleCode::Deferred) && !self.surely_calculates(op, &a.ty, &b.ty) {
            self.deferred_operation(op.symbol(), &a.ty, &b.ty, expr);
        }
        let result = self.sets.join(&results);
        self.demand_range(&result, expr);
        if op == BinaryOp::LShift {
            self.demand_shift(&a.ty, &b.ty, expr);
        }
        self.computed(result, expr)
    }

    /// Returns whether an operator accepts all values of these types.
    fn surely_calculates(&self, op: BinaryOp, a: &Ty, b: &Ty) -> bool {
        let is_decided = |atom: &Ty| !Kind::of(atom).is_vague() && Kind::of(atom) != Kind::String;
        let (left, right) = (self.sets.atoms(a), self.sets.atoms(b));
        let fits = |x: &Ty| self.takes_left(op, x) && right.iter().all(|y| self.result(op, x, y).is_some());
        !is_any(a) && !is_any(b) && left.iter().chain(&right).all(is_decided) && left.iter().all(fits)
    }

    /// Reports a constant result outside of 64 bits, where integers are not unlimited.
    fn demand_range(&mut self, result: &Ty, expr: &'a Expr) {
        if !self.mode.additions
            && let Some(Value::Big(number)) = single_value(result)
        {
            let spot = self.span(expr);
            let message = format!("the result {number} is outside of the range of an Integer");
            self.report(Finding::error(RuleCode::Operand, spot, message));
        }
    }

    /// Reports a constant shift to more than 64 bits, where integers are not unlimited.
    fn demand_shift(&mut self, a: &Ty, by: &Ty, expr: &'a Expr) {
        let (Some(number), Some(by)) = (integer_value(a), integer_value(by)) else { return };
        let shifted = u32::try_from(by).ok().filter(|by| *by < i64::BITS).map(|by| i128::from(number) << by);
        let fits = by < 0 || number == 0 || shifted.is_some_and(|shifted| i64::try_from(shifted).is_ok());
        if !self.mode.additions && !fits {
            let spot = self.span(expr);
            let message = format!("the result of {number} << {by} is outside of the range of an Integer");
            self.report(Finding::error(RuleCode::Operand, spot, message));
        }
    }

    /// Returns whether a division by zero fails. An Integer divided by the integer 0 fails. A nonzero number
    /// divided by any other 0 is infinite, and 0.0 by 0 is NaN; neither is an error.
    fn zero_fails(&self, op: BinaryOp, a: &Ty, zero: &Ty) -> bool {
        let is_numeric = |atom: &Ty| self.sets.fits(atom, &c::numeric()) == Verdict::Always;
        if is_any(a) || !self.sets.atoms(a).iter().all(is_numeric) {
            return false;
        }
        // Puppet's 0.0 / 0 is not a number; the additions refuse it.
        if self.mode.additions && op == BinaryOp::Div {
            return true;
        }
        if matches!(**zero, Type::Integer(_)) && self.sets.is_subtype(a, &c::integer()) {
            return true;
        }
        let float_zero: Ty = Rc::new(Type::Float(FloatRange { from: Some(0.0), to: Some(0.0) }));
        op == BinaryOp::Div
            && self.sets.disjoint(a, &super::literal::integer(0_i64))
            && self.sets.disjoint(a, &float_zero)
    }

    /// Returns the result type for an unknown right operand.
    fn unknown_result(&self, op: BinaryOp, a: &Ty) -> Ty {
        if is_any(a) {
            return match op {
                BinaryOp::Mul | BinaryOp::Div => numeric_or_span(),
                BinaryOp::LShift => Rc::new(Type::Variant(vec![c::integer(), c::array()])),
                BinaryOp::RShift => c::integer(),
                _ => c::any(),
            };
        }
        if !self.sets.all_of(a, &[Kind::Integer, Kind::Float]) {
            return c::any();
        }
        let whole = matches!(op, BinaryOp::LShift | BinaryOp::RShift | BinaryOp::Mod);
        if whole { c::integer() } else { c::numeric() }
    }

    /// Returns what the right operand must be: in words, and the type for a hint and a fix.
    fn expected_right(&self, op: BinaryOp, a: &Ty) -> (&'static str, Option<Ty>) {
        if op == BinaryOp::Add && self.sets.all_of(a, &[Kind::Hash]) {
            return ("Array or Hash", None);
        }
        match op {
            BinaryOp::Mod | BinaryOp::LShift | BinaryOp::RShift => ("Integer", Some(c::integer())),
            _ => ("Numeric", Some(c::numeric())),
        }
    }

    /// Returns whether a string may be used as a number here.
    fn may_be_number(&self, ty: &Ty) -> bool {
        !self.mode.strict && Kind::of(ty) == Kind::String && !is_no_number(ty)
    }

    fn takes_left(&self, op: BinaryOp, x: &Ty) -> bool {
        let kind = Kind::of(x);
        if kind.is_vague() || self.may_be_number(x) {
            return true;
        }
        match op {
            BinaryOp::Add => {
                matches!(kind, Kind::Array | Kind::Hash | Kind::Uri | Kind::Binary | Kind::Timespan | Kind::Timestamp)
                    || kind.is_number()
            }
            BinaryOp::Sub => {
                matches!(kind, Kind::Array | Kind::Hash | Kind::Timespan | Kind::Timestamp) || kind.is_number()
            }
            BinaryOp::Mul | BinaryOp::Div => kind.is_number() || kind == Kind::Timespan,
            BinaryOp::Mod => matches!(kind, Kind::Integer | Kind::Timespan),
            BinaryOp::LShift => matches!(kind, Kind::Integer | Kind::Array),
            _ => kind == Kind::Integer,
        }
    }

    /// Returns the result type for two alternatives; `None` when the right one is not accepted.
    fn result(&self, op: BinaryOp, x: &Ty, y: &Ty) -> Option<Ty> {
        let (left, mut right) = (Kind::of(x), Kind::of(y));
        if left.is_vague() {
            return Some(if is_any(x) { self.unknown_result(op, x) } else { c::any() });
        }
        if right == Kind::Iterable || right == Kind::Object {
            right = Kind::Open;
        }
        match left {
            Kind::Array => Some(self.array_result(op, x, y)),
            Kind::Hash => self.hash_result(op, x, y),
            Kind::Uri | Kind::Binary => Some(c::any()),
            Kind::Timespan | Kind::Timestamp => {
                let suits = matches!(right, Kind::Timespan | Kind::Timestamp | Kind::Open) || right.is_number();
                let suits = suits || self.may_be_number(y);
                suits.then(c::any)
            }
            _ => self.number_result(op, x, y, left, right),
        }
    }

    fn number_result(&self, op: BinaryOp, x: &Ty, y: &Ty, left: Kind, right: Kind) -> Option<Ty> {
        let with_time = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
        if matches!(right, Kind::Timespan | Kind::Timestamp) {
            return with_time.then(c::any);
        }
        if right == Kind::Open {
            let open = if with_time && is_any(y) { c::any() } else { c::numeric() };
            let whole = matches!(op, BinaryOp::LShift | BinaryOp::RShift | BinaryOp::Mod);
            return Some(if whole && left == Kind::Integer { c::integer() } else { open });
        }
        if !right.is_number() && !self.may_be_number(y) {
            return None;
        }
        if left == Kind::String || right == Kind::String {
            return Some(c::numeric());
        }
        match op {
            BinaryOp::LShift | BinaryOp::RShift => (left == Kind::Integer).then(c::integer),
            BinaryOp::Mod => (right != Kind::Float).then(c::integer),
            _ if left == Kind::Float || right == Kind::Float => Some(c::float()),
            _ => Some(integers(op, x, y)),
        }
    }

    pub(super) fn comparison(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> TypedExpr {
        let a = self.check(left, None);
        let b = self.check(right, None);
        let free = |checker: &Self, ty: &Ty| {
            is_any(ty) || checker.sets.kinds(ty).iter().any(|kind| kind.is_vague() || *kind == Kind::Type)
        };
        let (exact_a, exact_b) = (self.exact(left, &a), self.exact(right, &b));
        let is_noted = self.note_comparison(&Comparison {
            op,
            left,
            right,
            left_type: &exact_a.ty,
            right_type: &exact_b.ty,
            expr,
        });
        if !is_noted && matches!(op, BinaryOp::Eq | BinaryOp::Ne) && !self.world.orders_strings() {
            self.never_equal(&exact_a, &exact_b, op, expr);
        }
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne) || self.world.orders_strings();
        if equality || is_never(&a.ty) || is_never(&b.ty) {
            return self.boolean(expr);
        }
        if self.reports(RuleCode::Deferred) && !self.surely_compares(&a.ty, &b.ty) {
            self.deferred_operation(op.symbol(), &a.ty, &b.ty, expr);
        }
        if free(self, &a.ty) {
            return self.boolean(expr);
        }
        let right_kinds = self.sets.kinds(&b.ty);
        let suits = |x: Kind| {
            comparable(x).is_some_and(|with| {
                is_any(&b.ty) || right_kinds.iter().any(|kind| with.contains(kind) || kind.is_vague())
            })
        };
        let left_kinds = self.sets.kinds(&a.ty);
        if left_kinds.iter().any(|kind| suits(*kind)) {
            return self.boolean(expr);
        }
        let operator = self.operator_span(op, expr);
        let (text_a, text_b) = (self.sets.general(&a.ty), self.sets.general(&b.ty));
        let finding = if left_kinds.iter().all(|kind| comparable(*kind).is_none()) {
            let message = format!("operator '{}' cannot compare {text_a}", op.symbol());
            let hint = "only strings, numbers, times and versions have an order".to_owned();
            Finding::error(RuleCode::Operand, self.span(left), message).hint(Some(hint))
        } else {
            let message = format!("operator '{}' cannot compare {text_a} with {text_b}", op.symbol());
            let hint = self.sets.hint(&b.ty, &a.ty, By::Language);
            let fix = self.fix(&b.ty, &a.ty, right.span).map(|fix| fix.surely(false));
            Finding::error(RuleCode::Operand, self.span(right), message).hint(hint).fix(fix)
        };
        let left_spot = self.span(left);
        let finding = finding.note(operator, "required by this operator").note(left_spot, format!("this is {text_a}"));
        self.report(finding);
        self.boolean(expr)
    }

    /// Returns whether all values of these types have an order.
    fn surely_compares(&self, a: &Ty, b: &Ty) -> bool {
        let (left, right) = (self.sets.kinds(a), self.sets.kinds(b));
        let suits = |x: &Kind| comparable(*x).is_some_and(|with| right.iter().all(|kind| with.contains(kind)));
        let is_type = |kind: &Kind| *kind == Kind::Type;
        let are_types = left.iter().chain(&right).all(is_type);
        !is_any(a) && !is_any(b) && (are_types || left.iter().all(suits))
    }

    pub(super) fn matching(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, expr: &'a Expr) -> TypedExpr {
        let a = self.check(left, None);
        let b = self.check(right, None);
        let patterns: Ty = Rc::new(Type::Variant(vec![c::regexp(), c::string()]));
        let taken: Ty = Rc::new(Type::Variant(vec![c::regexp(), c::string(), c::type_type(), c::sem_ver_range()]));
        if is_never(&b.ty) {
            return self.boolean(expr);
        }
        let operator = self.operator_span(op, expr);
        if self.sets.is_disjoint(&b.ty, &taken) {
            let spot = self.span(right);
            let message = format!(
                "the right side of '{}' must be a Regexp, a String or a Type, found {}",
                op.symbol(),
                self.sets.general(&b.ty)
            );
            self.report(Finding::error(RuleCode::Operand, spot, message).note(operator, "required by this operator"));
        } else if self.sets.is_subtype(&b.ty, &patterns) {
            if self.sets.is_disjoint(&a.ty, &c::string()) {
                self.operand(op.symbol(), left, &a, ("String", Some(c::string())), operator);
            } else if !self.sets.is_subtype(&a.ty, &c::string()) {
                self.deferred_operation(op.symbol(), &a.ty, &b.ty, expr);
            }
            self.demand_pattern(RuleCode::Operand, right, &b);
            // A failed match keeps the variables of the match before it.
            self.env.matched = None;
        } else if is_any(&b.ty) || !self.sets.disjoint(&b.ty, &patterns) {
            self.deferred_operation(op.symbol(), &a.ty, &b.ty, expr);
            self.env.matched = None;
        } else if !self.note_negated(&Comparison { op, left, right, left_type: &a.ty, right_type: &b.ty, expr }) {
            self.note_optional_value(&a.ty, right);
            self.pointless_match((left, &a), right, op, expr);
        }
        self.boolean(expr)
    }

    fn match_variable_hint(&self, at: &Expr) -> Option<String> {
        let text = self.text_of(at);
        let number = text.strip_prefix('$')?.parse::<u32>().ok()?;
        Some(format!("match variables are strings: Integer(${number})"))
    }
}

/// Returns the description of the left operand that an operator expects.
fn expected_left(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add | BinaryOp::Sub => "Numeric, Array or Hash",
        BinaryOp::LShift => "Integer or Array",
        BinaryOp::RShift | BinaryOp::Mod => "Integer",
        _ => "Numeric",
    }
}

/// Returns the kinds that a kind can be ordered with.
fn comparable(kind: Kind) -> Option<&'static [Kind]> {
    const NUMBERS: &[Kind] = &[Kind::Integer, Kind::Float, Kind::Timespan, Kind::Timestamp];
    Some(match kind {
        Kind::String => &[Kind::String],
        Kind::Integer | Kind::Float => NUMBERS,
        Kind::Timespan => &[Kind::Timespan, Kind::Integer, Kind::Float],
        Kind::Timestamp => &[Kind::Timestamp, Kind::Integer, Kind::Float],
        Kind::SemVer => &[Kind::SemVer],
        Kind::Default => &[Kind::Default],
        _ => return None,
    })
}

fn is_zero(ty: &Type) -> bool {
    match ty {
        Type::Float(range) => range.from == Some(0.0) && range.to == Some(0.0),
        _ => shape::integer_value(ty) == Some(0),
    }
}

/// Computes the range of an arithmetic result on integer ranges.
fn integers(op: BinaryOp, x: &Type, y: &Type) -> Ty {
    let (Type::Integer(x), Type::Integer(y)) = (x, y) else { return c::integer() };
    let bound = |bound: Option<&puppet_pcore::Int>| bound.and_then(puppet_pcore::Int::as_i128);
    let ((a, b), (d, e)) = (x.ascending(), y.ascending());
    let ((a, b), (d, e)) = ((bound(a), bound(b)), (bound(d), bound(e)));
    let both = |x: Option<i128>, y: Option<i128>, act: fn(i128, i128) -> Option<i128>| act(x?, y?);
    let (from, to) = match op {
        BinaryOp::Add => (both(a, d, i128::checked_add), both(b, e, i128::checked_add)),
        BinaryOp::Sub => (both(a, e, i128::checked_sub), both(b, d, i128::checked_sub)),
        BinaryOp::Mul => match (a, b, d, e) {
            (Some(a), Some(b), Some(d), Some(e)) => {
                let all = [a.checked_mul(d), a.checked_mul(e), b.checked_mul(d), b.checked_mul(e)];
                match all.into_iter().collect::<Option<Vec<i128>>>() {
                    Some(all) => (all.iter().min().copied(), all.iter().max().copied()),
                    None => (None, None),
                }
            }
            _ => (None, None),
        },
        _ => (None, None),
    };
    Rc::new(Type::Integer(IntegerRange { from: from.map(Into::into), to: to.map(Into::into) }))
}
