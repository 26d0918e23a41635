//! Operators: strings that are added, formats, powers, matches, comparisons of strings with numbers.

use pprepl_text::{Diagnostic, Fix, IssueCode, Topic};
use puppet_pcore::Value;
use puppet_pcore::numeric_text::to_number;
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};
use puppet_syntax::foreign::operand;
use puppet_syntax::sum::{is_sum, join_advice, joined_strings};

use super::advised::Advice;
use super::number::is_plain_number;
use super::scene::{Scene, contains};

/// A binary operation with its operands.
struct Operation<'s> {
    expr: &'s Expr,
    operator: BinaryOp,
    left: &'s Expr,
    right: &'s Expr,
}

/// Returns the operation whose operand is the error: the innermost one with an operand at the error's place, or else the
/// innermost one.
fn operation<'s>(scene: &Scene<'s, '_>) -> Option<Operation<'s>> {
    let span = scene.span;
    let all = |exact: bool| {
        scene.innermost(|expr| match &expr.kind {
            ExprKind::Binary(operator, left, right) => {
                let is_operand = left.span == span || right.span == span || expr.span == span;
                (is_operand || !exact).then_some(Operation { expr, operator: *operator, left, right })
            }
            _ => None,
        })
    };
    all(true).or_else(|| all(false))
}

fn is_issue(found: &Diagnostic, issues: &[IssueCode]) -> bool {
    issues.iter().any(|issue| found.code == *issue)
}

const NUMERIC: &[IssueCode] =
    &[IssueCode::NotNumeric, IssueCode::OperatorNotApplicable, IssueCode::OperatorNotApplicableWhen];

/// `2 ** 3`: a power.
pub(super) fn power(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operation = operation(scene).filter(|_| is_issue(found, NUMERIC))?;
    let ExprKind::Unfold(_) = &operation.right.kind else { return None };
    let left = scene.code(operation.left);
    let advice = Advice::help(format!("multiply: {left} * {left}"));
    (operation.operator == BinaryOp::Mul).then(|| advice.headline("Puppet has no power operator `**`"))
}

/// `$first + $last`: strings are joined by interpolation.
pub(super) fn added_strings(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operation = operation(scene).filter(|_| is_issue(found, NUMERIC))?;
    if operation.operator != BinaryOp::Add || !names_string(found) {
        return None;
    }
    // The whole chain is joined: `$a + ' ' + $b`.
    let chain = scene.around(operation.expr).take_while(|outer| is_sum(outer)).last().unwrap_or(operation.expr);
    let code = joined_strings(chain, scene.text());
    Some(Advice::help(join_advice(code.as_deref())).fix(code.map(|code| Fix::replace(chain.span, code))).must_run())
}

/// Returns whether the error is about a string.
fn names_string(found: &Diagnostic) -> bool {
    found.message.contains('\'') || found.message.contains("String")
}

/// `'%s' % 'x'`: a format of Python; `'-' * 10`: a repeated string.
pub(super) fn formatted(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operation = operation(scene).filter(|_| is_issue(found, NUMERIC))?;
    let ExprKind::String(text) = &operation.left.kind else { return None };
    match operation.operator {
        BinaryOp::Mod if text.contains('%') => {
            let values = match &operation.right.kind {
                ExprKind::Array(items) => items.iter().map(|item| scene.code(item)).collect::<Vec<_>>().join(", "),
                _ => scene.code(operation.right).to_owned(),
            };
            let code = format!("sprintf({}, {values})", scene.code(operation.left));
            let advice = Advice::help(format!("`%` is the remainder of a division; format with sprintf: {code}"));
            Some(advice.fix(Some(Fix::replace(operation.expr.span, code))))
        }
        BinaryOp::Mul if to_number(&Value::str(&**text)).is_none() => {
            let (text, count) = (scene.code(operation.left), scene.code(operation.right));
            let code = format!("Integer[1, {count}].map |$i| {{ {text} }}.join('')");
            let advice = Advice::help(format!("`*` multiplies numbers; repeat a string with a lambda: {code}"));
            Some(advice.fix(Some(Fix::replace(operation.expr.span, code))).must_run())
        }
        _ => None,
    }
}

/// `/a/ =~ 'abc'`: the pattern is on the left.
pub(super) fn swapped_match(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operation = operation(scene).filter(|_| found.topic() == Topic::MatchOperand.as_str())?;
    let (left, right) = (scene.code(operation.left), scene.code(operation.right));
    if !matches!(operation.operator, BinaryOp::Match | BinaryOp::NoMatch) {
        return None;
    }
    if matches!(operation.left.kind, ExprKind::Regexp(_)) {
        let code = format!("{} {} {left}", operand(operation.right, right), operation.operator.symbol());
        let advice = Advice::help(format!("swap the sides: {code}"));
        let advice = advice.headline("the left side of a match is a string, the right side a regular expression");
        return Some(advice.fix(Some(Fix::replace(operation.expr.span, code))));
    }
    let code = format!("String({left})");
    let help = format!("convert the left side to a string: {code}; or test its type: {left} =~ Integer");
    let is_pattern = matches!(operation.right.kind, ExprKind::Regexp(_) | ExprKind::String(_));
    let fix = Fix::replace(operation.left.span, code);
    Some(Advice::help(help).fix(is_pattern.then_some(fix)).must_run())
}

/// `"18" + 1`: a number in a string.
pub(super) fn number_in_string(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    if !is_issue(found, &[IssueCode::NumericCoercion]) {
        return None;
    }
    let operation = operation(scene)?;
    let own = [operation.left, operation.right].into_iter().find(|own| contains(own.span, scene.span))?;
    let code = number_code(scene, own);
    let advice = match found.is_error() {
        true => Advice::help(format!("write {code}, a number")),
        false => Advice::help(format!(
            "write {code}, a number; this edition converts the string with a warning, Puppet 8 fails \
             (':set strict error' does so here)"
        )),
    };
    Some(advice.fix(Some(Fix::replace(own.span, code))).must_run())
}

/// Returns the code of a number: a literal without quotes, or a conversion. A literal with another radix or a leading
/// zero is converted, since it would mean another number without quotes.
fn number_code(scene: &Scene<'_, '_>, expr: &Expr) -> String {
    let code = scene.code(expr);
    match &expr.kind {
        ExprKind::String(text) if is_plain_number(text) => text.to_string(),
        _ => format!("Numeric({code})"),
    }
}

/// `notice -1`: the minus subtracts from the name.
pub(super) fn negative_argument(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operation = operation(scene).filter(|_| is_issue(found, NUMERIC))?;
    let ExprKind::Name(name) = &operation.left.kind else { return None };
    let written = scene.text().get(operation.left.span.end as usize..operation.right.span.start as usize)?;
    let is_meant = operation.operator == BinaryOp::Sub && written.starts_with(' ') && written.ends_with('-');
    let function = scene.analyzer.core.vm.function(name);
    if !is_meant || function.builtin.is_none() && !function.defined.get() {
        return None;
    }
    let code = format!("{name}(-{})", scene.code(operation.right));
    let advice = Advice::help(format!("write {code}: after a name, `-` subtracts"));
    Some(advice.fix(Some(Fix::replace(operation.expr.span, code))))
}

/// `$facts['os']['release']['major'] > 11`: a string and a number have no order.
pub(super) fn unordered(scene: &mut Scene<'_, '_>, found: &Diagnostic) -> Option<Advice> {
    let operation = operation(scene).filter(|_| is_issue(found, &[IssueCode::ComparisonNotPossible]))?;
    let is_string = |value: &Option<Value>| matches!(value, Some(Value::Str(_)));
    let is_number = |value: &Option<Value>| matches!(value, Some(Value::Int(_) | Value::Float(_)));
    let (left, right) = (scene.value(scene.code(operation.left)), scene.value(scene.code(operation.right)));
    let own = match (&left, &right) {
        _ if is_string(&left) && is_number(&right) => operation.left,
        _ if is_number(&left) && is_string(&right) => operation.right,
        _ => return None,
    };
    let code = number_code(scene, own);
    let advice = Advice::help(format!("one side is a string, the other a number: convert the string, {code}"));
    let advice = advice.headline("a String and a number have no order");
    Some(advice.fix(Some(Fix::replace(own.span, code))).must_run())
}
