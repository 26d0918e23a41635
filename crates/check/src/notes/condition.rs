//! Conditions that hold for every value of their type: strings, numbers and collections are all true.

use std::rc::Rc;

use pprepl_text::{Fix, RuleCode};
use puppet_pcore::algebra::constant as c;
use puppet_pcore::{Ty, Type, Value};
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::super::arguments::unqualified;
use super::super::checker::Checker;
use super::super::subtyping::single::single_value;
use super::super::subtyping::{Kind, is_any, is_never, shape};
use super::super::typed_expr::TypedExpr;

/// Returns whether the expression may be written as an operand of `==` without parentheses.
fn is_simple(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Variable(_) | ExprKind::Access(..))
}

fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr.kind,
        ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::Integer(..)
            | ExprKind::Float(_)
            | ExprKind::Array(_)
            | ExprKind::Hash(_)
            | ExprKind::Interpolated(_)
    )
}

impl<'a> Checker<'a> {
    /// Notes a condition, or an operand of one, that is true for each value of its type.
    /// `has_both`: another branch exists, which cannot run.
    pub(in super::super) fn note_condition(&mut self, test: &'a Expr, found: &TypedExpr, has_both: bool) {
        let test = unqualified(test);
        if self.reports.suppress_depth > 0 || is_any(&found.ty) || is_never(&found.ty) || is_assignment(test) {
            return;
        }
        let falsy: Ty = Rc::new(Type::Variant(vec![c::undef(), c::boolean()]));
        if !self.sets.disjoint(&found.ty, &falsy) || self.may_be_empty_and_false(&found.ty) {
            return;
        }
        let is_path = is_simple(test);
        if is_path && single_value(&found.ty).is_some_and(|value| !counts_as_false(&value)) {
            return;
        }
        let Some(what) = self.kind_of_truth(&found.ty) else { return };
        let subject = match shape::string_value(&found.ty) {
            Some(text) => format!("'{text}' is a string, and "),
            None => String::new(),
        };
        let code = if has_both && is_path { RuleCode::ImpossibleBranch } else { RuleCode::PointlessTest };
        let finding = self.note_at(code, test.span, format!("this is always true: {subject}{what}"));
        let (help, fix) = self.truth_advice(test, &found.ty);
        self.report(Self::from(finding, found).hint(help).fix(fix));
    }

    fn may_be_empty_and_false(&self, ty: &Ty) -> bool {
        !self.world.empty_string_is_true() && !self.sets.disjoint(ty, &c::string_value(""))
    }

    fn kind_of_truth(&self, ty: &Ty) -> Option<&'static str> {
        let all = |kinds: &[Kind]| self.sets.all_of(ty, kinds);
        Some(if all(&[Kind::String]) {
            "every string is true, the empty one too"
        } else if all(&[Kind::Integer, Kind::Float]) {
            "every number is true, 0 too"
        } else if all(&[Kind::Array]) {
            "every array is true, the empty one too"
        } else if all(&[Kind::Hash]) {
            "every hash is true, the empty one too"
        } else if all(&[Kind::String, Kind::Integer, Kind::Float, Kind::Array, Kind::Hash]) {
            "only undef and false are not true"
        } else {
            return None;
        })
    }

    fn truth_advice(&self, test: &'a Expr, ty: &Ty) -> (Option<String>, Option<Fix>) {
        let text = self.text_of(test);
        let source = self.source();
        let before = source.as_ref().and_then(|source| source.text().get(..test.span.start as usize));
        let is_negated = before.is_some_and(|before| before.trim_end().ends_with('!'));
        let written = |new: String| {
            let code = if is_negated { format!("({new})") } else { new.clone() };
            (Some(format!("compare it: `{new}`")), Some(Fix::replace(test.span, code)))
        };
        let value = shape::string_value(ty);
        if let Some(word @ ("true" | "false")) = value {
            return match is_simple(test) {
                true => written(format!("{text} == 'true'")),
                false => (Some(format!("write `{word}` without quotes")), Some(Fix::replace(test.span, word))),
            };
        }
        if self.sets.all_of(ty, &[Kind::String]) {
            return match is_simple(test) {
                true => {
                    let (_, fix) = written(format!("{text} != ''"));
                    (Some(format!("compare it with the empty string: `{text} != ''`")), fix)
                }
                false => (Some("compare it: `$x == 'text'`, `$x != ''`".to_owned()), None),
            };
        }
        if self.sets.all_of(ty, &[Kind::Integer, Kind::Float]) {
            return match is_simple(test) {
                true => written(format!("{text} != 0")),
                false => (Some("compare it: `$x != 0`; or write `true` or `false`".to_owned()), None),
            };
        }
        match is_simple(test) {
            true => {
                let new = format!("!{text}.empty");
                (Some(format!("test its size: `{new}`")), Some(Fix::replace(test.span, new)))
            }
            false => (Some("test its size: `$x.empty`, `$x.size > 0`".to_owned()), None),
        }
    }

    /// Notes a literal as an operand of `and` or `or`: `$x == 'a' or 'b'`.
    pub(in super::super) fn note_operand(&mut self, operand: &'a Expr, whole: &'a Expr, found: &TypedExpr) {
        let literal = unqualified(operand);
        if !is_literal(literal) {
            self.extend_repetition(literal, whole);
            return self.note_condition(operand, found, false);
        }
        if !self.notes_on(RuleCode::PointlessTest) {
            return;
        }
        let before = self.reports.findings.len();
        self.note_condition(operand, found, false);
        let Some((subject, fix)) = self.repeated_comparison(whole) else {
            return self.advise_default(operand, whole, before);
        };
        if let Some(made) = self.reports.findings.get_mut(before) {
            made.help = Some(format!(
                "write the comparison again: `{subject} {}`",
                self.sources.get(self.file as usize).map_or("", |source| literal.span.of(source.text()))
            ));
            made.fixes = vec![fix];
        }
    }

    /// Extends the fixes for the literals in the left part of a chain of `or` to the whole chain.
    fn extend_repetition(&mut self, part: &'a Expr, whole: &'a Expr) {
        if self.reports.suppress_depth > 0 || !matches!(part.kind, ExprKind::Binary(..)) {
            return;
        }
        let Some((_, fix)) = self.repeated_comparison(whole) else { return };
        let inside = |span: pprepl_text::Span| part.span.start <= span.start && span.end <= part.span.end;
        for found in self.reports.findings.iter_mut().filter(|found| found.span.is_some_and(inside)) {
            if found.fixes.iter().any(|known| known.title == fix.title) {
                found.fixes = vec![fix.clone()];
            }
        }
    }

    /// Changes the help of `$x or 'default'`.
    fn advise_default(&mut self, operand: &'a Expr, whole: &'a Expr, finding: usize) {
        let ExprKind::Binary(BinaryOp::Or, left, right) = &whole.kind else { return };
        if !is_simple(left) || !std::ptr::eq(&**right, operand) {
            return;
        }
        let new = format!("{}.lest || {{ {} }}", self.text_of(left), self.text_of(right));
        if let Some(made) = self.reports.findings.get_mut(finding) {
            made.help = Some(format!("`or` returns true or false; for a default value write `{new}`"));
            made.fixes = vec![Fix::replace(whole.span, new)];
        }
    }

    /// Returns the comparison that all literals of an `or` (of an `and` with `!=`) repeat, and the fix that writes
    /// it before each of them.
    fn repeated_comparison(&self, whole: &'a Expr) -> Option<(String, Fix)> {
        let ExprKind::Binary(joint, ..) = whole.kind else { return None };
        let wanted = if joint == BinaryOp::Or { BinaryOp::Eq } else { BinaryOp::Ne };
        let mut operands = Vec::new();
        collect(whole, joint, &mut operands);
        let compared = operands.iter().find_map(|one| match &unqualified(one).kind {
            ExprKind::Binary(op, left, right) if *op == wanted && is_simple(left) && is_literal(right) => Some(left),
            _ => None,
        })?;
        let subject = format!("{} {}", self.text_of(compared), wanted.symbol());
        let literals = operands.iter().filter(|one| is_literal(one));
        let edits = literals.flat_map(|one| Fix::insert(one.span.start, format!("{subject} ")).edits).collect();
        let title = format!("write {subject} before each value");
        Some((subject, Fix { title, edits, sure: false }))
    }
}

/// Returns whether other languages treat the value as false: `0`, an empty value, a word for false.
fn counts_as_false(value: &Value) -> bool {
    match value {
        Value::Int(number) => *number == 0,
        Value::Str(text) => {
            let words = ["", "0", "false", "no", "off", "none", "null", "nil", "undef", "undefined"];
            words.contains(&&*text.text.to_lowercase())
        }
        Value::Array(items) => items.items.is_empty(),
        Value::Hash(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Returns whether the expression is an assignment.
fn is_assignment(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Assign(..))
}

fn collect<'e>(expr: &'e Expr, joint: BinaryOp, into: &mut Vec<&'e Expr>) {
    match &expr.kind {
        ExprKind::Binary(op, left, right) if *op == joint => {
            collect(left, joint, into);
            collect(right, joint, into);
        }
        _ => into.push(expr),
    }
}
