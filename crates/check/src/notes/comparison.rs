//! Comparisons: with a type, of digits as strings, of a negated operand, and with another case.

use pprepl_text::{Fix, RuleCode};
use puppet_pcore::Ty;
use puppet_pcore::Value;
use puppet_pcore::algebra::constant as c;
use puppet_pcore::numeric_text::to_number;
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::super::comparison::Comparison;
use super::super::subtyping::{Kind, is_any, is_never, shape};

/// Types of which no value has exactly this type: `type(5)` is `Integer[5, 5]`.
const INEXACT: &[&str] = &[
    "Any",
    "Array",
    "Collection",
    "Data",
    "Float",
    "Hash",
    "Integer",
    "Numeric",
    "Scalar",
    "ScalarData",
    "String",
    "Struct",
    "Tuple",
];

fn is_type(expr: &Expr) -> bool {
    match &unqualified(expr).kind {
        ExprKind::Ref(_) => true,
        ExprKind::Access(left, _) => matches!(left.kind, ExprKind::Ref(_)),
        _ => false,
    }
}

/// Returns the argument of `type(x)` or `x.type`.
fn typed_value(expr: &Expr) -> Option<&Expr> {
    let is_type = |name: &Expr| matches!(&name.kind, ExprKind::Name(name) if &**name == "type");
    match &unqualified(expr).kind {
        ExprKind::Call(call) if is_type(&call.functor) && call.args.len() == 1 => call.args.first(),
        ExprKind::Method(method) if is_type(&method.name) && method.args.is_empty() => Some(&method.receiver),
        _ => None,
    }
}

impl<'a> Checker<'a> {
    /// Notes a comparison by `==`, `!=`, `<` and so on. Returns whether it did.
    pub(in super::super) fn note_comparison(&mut self, comparison: &Comparison<'a, '_>) -> bool {
        if self.reports.suppress_depth > 0 || is_never(comparison.left_type) || is_never(comparison.right_type) {
            return false;
        }
        if self.note_negated(comparison) {
            return true;
        }
        if matches!(comparison.op, BinaryOp::Eq | BinaryOp::Ne) {
            self.note_type_compared(comparison) || self.note_case(comparison)
        } else {
            self.note_digits(comparison)
        }
    }

    /// Notes `!$x == 5`, which is `(!$x) == 5`.
    pub(in super::super) fn note_negated(&mut self, comparison: &Comparison<'a, '_>) -> bool {
        let Comparison { op, left, right, right_type: other, expr, .. } = *comparison;
        let ExprKind::Not(inner) = &left.kind else { return false };
        let kinds = self.sets.kinds(other);
        let may_be_boolean = is_any(other) || kinds.iter().any(|kind| kind.is_vague() || *kind == Kind::Boolean);
        if !self.notes_on(RuleCode::NegatedOperand) || may_be_boolean && op != BinaryOp::In {
            return false;
        }
        let (value, right) = (self.text_of(inner), self.text_of(right));
        let opposite = match op {
            BinaryOp::Eq => Some("!="),
            BinaryOp::Ne => Some("=="),
            BinaryOp::Match => Some("!~"),
            BinaryOp::NoMatch => Some("=~"),
            _ => None,
        };
        let new = match opposite {
            Some(opposite) => format!("{value} {opposite} {right}"),
            None => format!("!({value} {} {right})", op.symbol()),
        };
        let message = format!("`!` comes before `{}`: this compares !{value} with {right}", op.symbol());
        // The operand of `!` has its own note, which is not the point here.
        let inside = |span: pprepl_text::Span| left.span.start <= span.start && span.end <= left.span.end;
        self.reports.findings.retain(|one| one.code != RuleCode::PointlessTest || !one.span.is_some_and(inside));
        let finding = self.note_at(RuleCode::NegatedOperand, expr.span, message);
        self.report(finding.hint(Some(format!("write `{new}`"))).fix(Some(Fix::replace(expr.span, new))));
        true
    }

    /// Notes `$x == Integer`, and `type($x) == Integer`.
    fn note_type_compared(&mut self, comparison: &Comparison<'a, '_>) -> bool {
        let Comparison { op, left, right, left_type: a, right_type: b, expr } = *comparison;
        let (value, other, of_value, is_swapped) = match (is_type(left), is_type(right)) {
            (false, true) => (left, right, a, false),
            (true, false) => (right, left, b, true),
            _ => return false,
        };
        let exact = typed_value(value);
        let is_inexact = matches!(&unqualified(other).kind, ExprKind::Ref(name) if INEXACT.contains(&&**name));
        let kinds = self.sets.kinds(of_value);
        let is_value = !is_any(of_value)
            && !kinds.iter().any(|kind| kind.is_vague() || matches!(kind, Kind::Type | Kind::Open | Kind::Object));
        let message = match exact {
            Some(_) if is_inexact => {
                format!("type() returns the exact type, such as Integer[5, 5], which is not {}", self.text_of(other))
            }
            None if is_value => format!("`{}` compares the value with the type itself", op.symbol()),
            _ => return false,
        };
        let operator = if op == BinaryOp::Eq { "=~" } else { "!~" };
        let subject = self.text_of(exact.unwrap_or(value));
        let new = format!("{subject} {operator} {}", self.text_of(other));
        let simple = !is_swapped || matches!(exact.unwrap_or(value).kind, ExprKind::Variable(_) | ExprKind::Access(..));
        let finding = self.note_at(RuleCode::TypeComparison, expr.span, message);
        let fix = simple.then(|| Fix::replace(expr.span, new.clone()));
        self.report(finding.hint(Some(format!("`{operator}` tests whether a value is of a type: `{new}`"))).fix(fix));
        true
    }

    /// Notes `'Debian' == 'debian'`.
    fn note_case(&mut self, comparison: &Comparison<'a, '_>) -> bool {
        let Comparison { op, left_type: a, right_type: b, expr, .. } = *comparison;
        let (Some(left), Some(right)) = (shape::string_value(a), shape::string_value(b)) else { return false };
        if left == right || !left.eq_ignore_ascii_case(right) || !self.notes_on(RuleCode::IgnoredCase) {
            return false;
        }
        let message = format!("`{}` ignores case: '{left}' and '{right}' are equal", op.symbol());
        let help = "match a regular expression to respect case: `=~ /\\ADebian\\z/`".replace("Debian", &escaped(right));
        let finding = self.note_at(RuleCode::IgnoredCase, expr.span, message);
        self.report(finding.hint(Some(help)));
        true
    }

    /// Notes `'10' > '9'`, which compares characters.
    fn note_digits(&mut self, comparison: &Comparison<'a, '_>) -> bool {
        let Comparison { op, left, right, left_type: a, right_type: b, expr } = *comparison;
        if self.world.orders_strings() || !self.notes_on(RuleCode::StringOrder) {
            return false;
        }
        let is_unknown_string =
            |ty: &Ty| !is_any(ty) && self.sets.is_subtype(ty, &c::string()) && shape::string_value(ty).is_none();
        let is_number = |ty: &Ty| number(ty).is_some();
        let compares = match (is_number(a), is_number(b)) {
            (true, other) => other || is_unknown_string(b),
            (false, true) => is_unknown_string(a),
            (false, false) => false,
        };
        if !compares {
            return false;
        }
        let is_version = |ty: &Ty| number(ty).is_some_and(|text| text.contains('.'));
        let message = "strings are ordered character by character, not as numbers: '10' is less than '9'".to_owned();
        if is_version(a) || is_version(b) {
            let help = format!(
                "compare versions: `versioncmp({}, {}) {} 0`",
                self.text_of(left),
                self.text_of(right),
                op.symbol()
            );
            let finding = self.note_at(RuleCode::StringOrder, expr.span, message);
            self.report(finding.hint(Some(help)));
            return true;
        }
        let plain = |expr: &Expr| plain_number(&self.text_of(expr));
        let operand = |expr: &Expr| plain(expr).unwrap_or_else(|| format!("Integer({})", self.text_of(expr)));
        let new = format!("{} {} {}", operand(left), op.symbol(), operand(right));
        let is_sure = plain(left).is_some() && plain(right).is_some();
        let fix = (is_sure || is_number(a) && is_number(b)).then(|| Fix::replace(expr.span, new.clone()));
        let help = format!("compare numbers: `{new}`; compare versions with versioncmp()");
        let finding = self.note_at(RuleCode::StringOrder, expr.span, message);
        self.report(finding.hint(Some(help)).fix(fix));
        true
    }

    /// Returns the advice for two values that are never equal: what to write instead.
    pub(in super::super) fn equality_advice(&self, comparison: &Comparison<'a, '_>) -> Option<(String, Option<Fix>)> {
        let Comparison { left, right, left_type: a, right_type: b, .. } = *comparison;
        self.advice_for(left, a, b).or_else(|| self.advice_for(right, b, a))
    }

    /// Returns the advice to change one operand.
    fn advice_for(&self, expr: &'a Expr, ty: &Ty, other: &Ty) -> Option<(String, Option<Fix>)> {
        let expr = unqualified(expr);
        let text = self.text_of(expr);
        let (kind, with) = (Kind::of(ty), Kind::of(other));
        let is_path = matches!(expr.kind, ExprKind::Variable(_) | ExprKind::Access(..));
        match (kind, with) {
            (Kind::Sensitive, _) => {
                let fix = is_path.then(|| Fix::insert(expr.span.end, ".unwrap").titled("unwrap it"));
                Some((format!("unwrap the value: `{text}.unwrap`"), fix))
            }
            (Kind::String, Kind::Undef) => {
                let is_literal = matches!(expr.kind, ExprKind::String(_));
                Some((
                    "undef equals only undef: compare with `undef`".to_owned(),
                    is_literal.then(|| Fix::replace(expr.span, "undef")),
                ))
            }
            (Kind::String, Kind::Integer | Kind::Float) => {
                let number = plain_number(&text);
                let help = match &number {
                    Some(number) => format!("compare numbers: write {number} without quotes"),
                    None if is_path => format!("convert the string: `Numeric({text})`"),
                    None => "a string is never equal to a number".to_owned(),
                };
                Some((help, number.map(|number| Fix::replace(expr.span, number))))
            }
            (Kind::String, Kind::Boolean) => {
                let word = shape::string_value(ty).filter(|word| matches!(*word, "true" | "false"))?;
                let is_literal = matches!(expr.kind, ExprKind::String(_));
                Some((format!("write `{word}` without quotes"), is_literal.then(|| Fix::replace(expr.span, word))))
            }
            _ => None,
        }
    }
}

/// Returns the string of a type with one value, when it is a number.
fn number(ty: &Ty) -> Option<&str> {
    shape::string_value(ty).filter(|text| to_number(&Value::str(*text)).is_some())
}

/// Returns the number in a quoted literal, where it has the same digits without quotes.
fn plain_number(text: &str) -> Option<String> {
    let inner = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote))?;
    let is_octal = inner.len() > 1 && inner.starts_with('0') && !inner.contains('.');
    (!is_octal && to_number(&Value::str(inner)).is_some()).then(|| inner.to_owned())
}

fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| (!c.is_alphanumeric()).then_some('\\').into_iter().chain([c])).collect()
}
