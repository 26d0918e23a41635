//! Types as sets of values: `A & B` is what both hold, `A - B` what only A holds. Both are read here: the language
//! itself has no such operators. Operations of one chain apply from left to right; parentheses group.

use std::time::Duration;

use puppet_pcore::sample::{counter_example, examples};
use puppet_pcore::{
    SetResult, Ty, TypeRules, Value, difference, in_edition, instance, intersection, is_empty_type, prove,
};
use puppet_syntax::{TokenKind, lex};

use super::comparison::describe;
use super::inspector::Inspector;
use super::type_form::short;
use super::{AlgebraView, Bound, CounterExample, Report, engine};

/// The number of values that are tried as an example.
const TRIED: usize = 40;
/// The seed of the examples: the same question has the same answer.
const SEED: u64 = 1;
/// The maximum number of nested parentheses.
const MAX_DEPTH: usize = 20;

/// An operation on two types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Both,
    Without,
}

impl Operation {
    const fn symbol(self) -> &'static str {
        match self {
            Operation::Both => "&",
            Operation::Without => "-",
        }
    }
}

/// A type, and on which sides it may differ from the set that is meant.
struct Operand {
    ty: Ty,
    /// Whether it may have values that the set does not have.
    is_wide: bool,
    /// Whether the set may have values that it does not have.
    is_narrow: bool,
}

impl Operand {
    fn bound(&self) -> Bound {
        match (self.is_wide, self.is_narrow) {
            (false, false) => Bound::Exact,
            (true, false) => Bound::AtMost,
            (false, true) => Bound::AtLeast,
            (true, true) => Bound::About,
        }
    }
}

impl Inspector<'_> {
    /// Computes source that combines types with `&` and `-`. Returns `None` for other source: its first operand is not a
    /// type, or it may have side effects. Another operand that is not a type is an error.
    pub fn type_algebra(&mut self, text: &str, within: Duration) -> Option<Result<AlgebraView, Report>> {
        let mut text = text.trim();
        let (left, operation, right) = loop {
            match self.last_operation(text) {
                Some(found) => break found,
                None => text = grouped(text)?.trim(),
            }
        };
        let left = match self.operand(left, within, MAX_DEPTH)? {
            Ok(left) => left,
            Err(report) => return Some(Err(report)),
        };
        let right = match self.operand(right, within, MAX_DEPTH) {
            Some(Ok(right)) => right,
            Some(Err(report)) => return Some(Err(report)),
            None => return self.no_type(text, within).map(Err),
        };
        let rules = engine::settings(&self.core.settings).types;
        Some(Ok(view(&rules, operation, &left, &right)))
    }

    /// Returns the operands of the last operation outside of brackets.
    fn last_operation<'t>(&self, text: &'t str) -> Option<(&'t str, Operation, &'t str)> {
        let lexed = lex(text, engine::lex_options(&self.core.settings));
        let mut depth = 0_usize;
        let mut found = None;
        for token in &lexed.tokens {
            match token.kind {
                kind if kind.closing().is_some() => depth += 1,
                TokenKind::RBrace | TokenKind::RBrack | TokenKind::RParen => depth = depth.saturating_sub(1),
                TokenKind::Amp if depth == 0 => found = Some((token.span, Operation::Both)),
                TokenKind::Other if depth == 0 && token.span.of(text) == "&" => {
                    found = Some((token.span, Operation::Both));
                }
                TokenKind::Minus if depth == 0 => found = Some((token.span, Operation::Without)),
                _ => {}
            }
        }
        let (span, operation) = found?;
        let (left, right) = (text.get(..span.start as usize)?.trim(), text.get(span.end as usize..)?.trim());
        (!left.is_empty() && !right.is_empty()).then_some((left, operation, right))
    }

    /// Returns the type that an operand means: a type, or an operation on types.
    fn operand(&mut self, text: &str, within: Duration, depth: usize) -> Option<Result<Operand, Report>> {
        if depth == 0 {
            return None;
        }
        if let Some((left, operation, right)) = self.last_operation(text) {
            let (left, right) = (self.operand(left, within, depth - 1)?, self.operand(right, within, depth - 1)?);
            let rules = engine::settings(&self.core.settings).types;
            return Some(match (left, right) {
                (Ok(left), Ok(right)) => Ok(combined(&rules, operation, &left, &right)),
                (Err(error), _) | (_, Err(error)) => Err(error),
            });
        }
        match self.core.try_evaluate(text, within) {
            Some(Value::Type(ty)) => Some(Ok(Operand { ty, is_wide: false, is_narrow: false })),
            Some(_) => None,
            None => match grouped(text) {
                Some(inner) => self.operand(inner, within, depth - 1),
                None => Some(Err(self.error_at(text, within)?)),
            },
        }
    }

    /// Returns the error of an operand that is a value: the whole source is not a valid operation of the language.
    fn no_type(&mut self, text: &str, within: Duration) -> Option<Report> {
        self.error_at(text, within)
    }
}

/// Returns the code inside parentheses around the whole text.
fn grouped(text: &str) -> Option<&str> {
    text.strip_prefix('(')?.strip_suffix(')')
}

fn apply(rules: &TypeRules, operation: Operation, left: &Ty, right: &Ty) -> SetResult {
    match operation {
        Operation::Both => intersection(rules, left, right),
        Operation::Without => difference(rules, left, right),
    }
}

fn combined(rules: &TypeRules, operation: Operation, left: &Operand, right: &Operand) -> Operand {
    let found = apply(rules, operation, &left.ty, &right.ty);
    let (wide, narrow) = match operation {
        Operation::Both => (right.is_wide, right.is_narrow),
        // Too wide an operand removes too much, and too narrow a one removes too little.
        Operation::Without => (right.is_narrow, right.is_wide),
    };
    Operand { ty: found.ty, is_wide: left.is_wide || wide || !found.is_exact, is_narrow: left.is_narrow || narrow }
}

fn view(rules: &TypeRules, operation: Operation, left: &Operand, right: &Operand) -> AlgebraView {
    let found = combined(rules, operation, left, right);
    let (a, b) = (&left.ty, &right.ty);
    let reasons = match prove(rules, b, a) {
        proof if proof.holds || is_empty_type(&found.ty) => vec![proof.lines()],
        _ => Vec::new(),
    };
    let of_both = examples(&intersection(rules, a, b).ty, SEED, TRIED).into_iter();
    let of_both = of_both.chain(examples(a, SEED, TRIED)).find(|value| instance(a, value) && instance(b, value));
    let name = |ty: &Ty| short(&in_edition(rules, ty));
    AlgebraView {
        operator: operation.symbol(),
        left: name(a),
        right: name(b),
        result: (!is_empty_type(&found.ty)).then(|| name(&found.ty)),
        bound: found.bound(),
        reasons,
        of_both: of_both.map(|value| describe(&value)),
        counters: counter(rules, a, b).into_iter().chain(counter(rules, b, a)).collect(),
    }
}

/// Returns a value of `of` that is not an instance of `not_of`.
fn counter(rules: &TypeRules, of: &Ty, not_of: &Ty) -> Option<CounterExample> {
    let is_only = |value: &Value| instance(of, value) && !instance(not_of, value);
    let rest = difference(rules, of, not_of);
    let value = examples(&rest.ty, SEED, TRIED).into_iter().find(is_only);
    let value = value.or_else(|| counter_example(of, not_of).filter(is_only))?;
    let name = |ty: &Ty| short(&in_edition(rules, ty));
    Some(CounterExample { value: describe(&value), of: name(of), not_of: name(not_of) })
}
