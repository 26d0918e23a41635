//! Comparisons of types: the answer, the reason, and a value that separates the types.

use std::time::Duration;

use puppet_pcore::sample::counter_example;
use puppet_pcore::{Bit, Proof, Ty, TypeRules, Value, infer_detailed, mismatch, prove, type_text};
use puppet_syntax as syntax;
use puppet_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::inspector::Inspector;
use super::type_form::source;
use super::{ComparisonView, CounterExample, engine};

impl Inspector<'_> {
    /// Explains source that compares types: one operand is a type, and neither has side effects.
    pub fn comparison(&mut self, text: &str, within: Duration) -> Option<ComparisonView> {
        let parsed = syntax::parse(text, engine::lex_options(&self.core.settings));
        let (operator, left, right) = compared(&parsed.program.body)?;
        let (left_text, right_text) = (left.span.of(text), right.span.of(text));
        let (left, right) = (self.core.try_evaluate(left_text, within)?, self.core.try_evaluate(right_text, within)?);
        let answer = match self.core.try_evaluate(text, within)? {
            Value::Bool(bit) => matches!(bit, Bit::True),
            _ => return None,
        };
        let rules = engine::settings(&self.core.settings).types;
        let mut view = ComparisonView {
            answer,
            left: left_text.to_owned(),
            right: right_text.to_owned(),
            reasons: Vec::new(),
            counter: None,
        };
        Reasons { rules: &rules, view: &mut view }.find(operator, &left, &right)?;
        Some(view)
    }
}

/// Returns the operator and the operands of a comparison.
fn compared(body: &Expr) -> Option<(BinaryOp, &Expr, &Expr)> {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Match, Ne, NoMatch};
    match &body.kind {
        ExprKind::Binary(operator @ (Lt | Le | Gt | Ge | Eq | Ne | Match | NoMatch), left, right) => {
            Some((*operator, left, right))
        }
        _ => None,
    }
}

struct Reasons<'a> {
    rules: &'a TypeRules,
    view: &'a mut ComparisonView,
}

impl Reasons<'_> {
    fn find(&mut self, operator: BinaryOp, left: &Value, right: &Value) -> Option<()> {
        let _ = match (operator, left, right) {
            (BinaryOp::Match | BinaryOp::NoMatch, value, Value::Type(ty)) => self.instance(ty, value),
            (BinaryOp::Lt, Value::Type(a), Value::Type(b)) => self.narrower(a, b),
            (BinaryOp::Gt, Value::Type(a), Value::Type(b)) => self.narrower(b, a),
            (BinaryOp::Le, Value::Type(a), Value::Type(b)) => self.is_subset(a, b),
            (BinaryOp::Ge, Value::Type(a), Value::Type(b)) => self.is_subset(b, a),
            (BinaryOp::Eq | BinaryOp::Ne, Value::Type(a), Value::Type(b)) => self.equal(a, b),
            _ => return None,
        };
        Some(())
    }

    /// Explains `a <= b`: the reason, and a counterexample where it is false.
    fn is_subset(&mut self, a: &Ty, b: &Ty) -> bool {
        let proof = prove(self.rules, b, a);
        let holds = proof.holds;
        self.add(proof);
        if !holds {
            self.counter(a, b);
        }
        holds
    }

    /// Explains `a < b`: also adds a value of `b` outside `a`.
    fn narrower(&mut self, a: &Ty, b: &Ty) -> bool {
        if !self.is_subset(a, b) {
            return false;
        }
        let back = prove(self.rules, a, b);
        let strict = !back.holds;
        self.add(back);
        if strict {
            self.counter(b, a);
        }
        strict
    }

    fn equal(&mut self, a: &Ty, b: &Ty) -> bool {
        let there = prove(self.rules, b, a);
        let back = prove(self.rules, a, b);
        let (fits, fits_back) = (there.holds, back.holds);
        self.add(there);
        if !puppet_pcore::same(a, b) {
            self.add(back);
        }
        if !fits {
            self.counter(a, b);
        } else if !fits_back {
            self.counter(b, a);
        }
        fits && fits_back
    }

    fn instance(&mut self, ty: &Ty, value: &Value) -> bool {
        match mismatch(ty, value) {
            Some(found) => {
                self.view.reasons.push(found.lines());
                false
            }
            None => {
                let exact = infer_detailed(value);
                let proof = prove(self.rules, ty, &exact);
                let reason = if proof.holds {
                    proof
                } else {
                    // An instance may be more specific than its type: a string matches a pattern.
                    Proof { holds: true, why: format!("{} is an instance", source(value)), inside: Vec::new(), ..proof }
                };
                self.add(reason);
                true
            }
        }
    }

    fn add(&mut self, proof: Proof) {
        self.view.reasons.push(proof.lines());
    }

    /// Adds a value of `given` that is not an instance of `to`.
    fn counter(&mut self, given: &Ty, to: &Ty) {
        self.view.counter = counter_example(given, to).map(|value| CounterExample {
            value: describe(&value),
            of: type_text(given),
            not_of: type_text(to),
        });
    }
}

/// Formats a value in source form; a lambda has none.
pub(super) fn describe(value: &Value) -> String {
    match value {
        Value::Callable(_) => format!("a lambda of type {}", infer_detailed(value)),
        _ => source(value),
    }
}
