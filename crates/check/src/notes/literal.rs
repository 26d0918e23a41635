//! Literals: numbers with a leading zero, types with a second parameter.

use pprepl_text::{Fix, RuleCode};
use puppet_pcore::Ty;
use puppet_syntax::ast::{Expr, ExprKind, Radix};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::super::subtyping::shape;

impl<'a> Checker<'a> {
    /// Notes a number with a leading zero, which is octal.
    pub(super) fn note_octal(&mut self, value: &'a Expr) {
        let ExprKind::Integer(number, Radix::Octal) = unqualified(value).kind else { return };
        if number < 8 {
            return;
        }
        let text = self.text_of(unqualified(value));
        let message = format!("a leading zero makes {text} octal: it is the number {number}");
        let help = format!("write '{text}' to keep its digits, as for the mode of a file");
        let fix = Fix::replace(unqualified(value).span, format!("'{text}'"));
        let finding = self.note_at(RuleCode::OctalNumber, value.span, message);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }

    /// Notes `7 / 2`, which is 3.
    pub(in super::super) fn note_division(&mut self, a: &Ty, b: &Ty, expr: &'a Expr) {
        let (Some(left), Some(right)) = (shape::integer_value(a), shape::integer_value(b)) else { return };
        if right == 0
            || left.checked_rem(right).is_none_or(|rest| rest == 0)
            || !self.notes_on(RuleCode::IntegerDivision)
        {
            return;
        }
        let ExprKind::Binary(_, _, divisor) = &expr.kind else { return };
        let Some(result) = left.checked_div(right) else { return };
        // The quotient is rounded down.
        let result = if (left < 0) == (right < 0) { result } else { result - 1 };
        let message = format!("integers divide to an integer: {left} / {right} is {result}");
        let text = self.text_of(divisor);
        let fix = matches!(divisor.kind, ExprKind::Integer(..))
            .then(|| Fix::insert(divisor.span.end, ".0").titled(format!("write {text}.0")));
        let help = "write one of them as a float".to_owned();
        let finding = self.note_at(RuleCode::IntegerDivision, expr.span, message);
        self.report(finding.hint(Some(help)).fix(fix));
    }

    /// Notes `Array[T, Integer]`: the second parameter is the size.
    pub(super) fn note_array_types(&mut self, left: &'a Expr, keys: &'a [Expr], expr: &'a Expr) {
        let (ExprKind::Ref(name), [first, second]) = (&left.kind, keys) else { return };
        let is_integer = matches!(&second.kind, ExprKind::Ref(name) if &**name == "Integer");
        if &**name != "Array" || !is_integer || !matches!(first.kind, ExprKind::Ref(_) | ExprKind::Access(..)) {
            return;
        }
        let message = "the second parameter of Array is its size: Integer allows every size".to_owned();
        let (one, two) = (self.text_of(first), self.text_of(second));
        let help = format!("write Tuple[{one}, {two}] for two elements, or Array[Variant[{one}, {two}]]");
        let fix = Fix::replace(left.span, "Tuple").titled(format!("write Tuple[{one}, {two}]"));
        let finding = self.note_at(RuleCode::ArrayTypes, expr.span, message);
        self.report(finding.hint(Some(help)).fix(Some(fix)));
    }
}
