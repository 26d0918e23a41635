//! The checks that run an answer for several inputs: `for` and `same`.

use pprepl_session::Script;
use puppet_pcore::{Ty, Value, instance};

use super::bench::{Bench, ExpectationState};
use super::difference::{Comparing, Difference, displayed};
use super::outcome::{Outcome, out_of_time};
use super::shrink::smaller;
use super::variation::{Input, Variation};
use crate::code::Code;

/// The number of smaller inputs that are tried for a counterexample.
const MAX_SHRUNK: usize = 150;

/// The value that an answer should have for an input.
#[derive(Clone, Copy)]
pub(crate) enum Expected<'a> {
    Value(&'a Value),
    Code(&'a Code),
}

/// An answer that runs for several inputs.
pub(crate) struct Repeated<'a> {
    pub(crate) bench: &'a mut Bench,
    pub(crate) variation: &'a Variation,
    /// The answer, where it runs again for each input; `None` where it ran before, and only the check runs again.
    pub(crate) answer: Option<&'a Script>,
    /// The expression to compare; `None` for the value of the answer.
    pub(crate) actual: Option<&'a Code>,
}

/// An input for which the answer is wrong.
pub(crate) struct Counterexample {
    inputs: Vec<Input>,
    reason: Reason,
}

enum Reason {
    Differs { yours: Value, expected: Value, difference: Difference },
    Fails { error: String, expected: Option<Value> },
}

/// The result for one input; the error is a mistake of the check.
type Tested = Result<Option<Counterexample>, String>;

impl Repeated<'_> {
    /// Returns the counterexample for the first input that has one.
    pub(crate) fn first(&mut self, cases: &[(Vec<Input>, Expected)]) -> Result<Option<Counterexample>, Outcome> {
        for (inputs, expected) in cases {
            let found = self.test(inputs, *expected).map_err(Outcome::Broken)?;
            if let Some(outcome) = out_of_time() {
                return Err(outcome);
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Returns the smallest counterexample that is found from this one. The inputs stay instances of their types.
    pub(crate) fn shrink(&mut self, found: Counterexample, types: &[Ty], reference: &Code) -> Counterexample {
        let mut best = found;
        let mut tries = MAX_SHRUNK;
        'smaller: loop {
            for inputs in smaller_inputs(&best.inputs, types) {
                if tries == 0 {
                    return best;
                }
                tries -= 1;
                let found = self.test(&inputs, Expected::Code(reference));
                if out_of_time().is_some() {
                    // The failure may be the limit's, not the answer's.
                    return best;
                }
                if let Ok(Some(next)) = found {
                    best = next;
                    continue 'smaller;
                }
            }
            return best;
        }
    }

    fn test(&mut self, inputs: &[Input], expected: Expected) -> Tested {
        let mark = self.bench.scripts().mark();
        let tested = self.test_here(inputs, expected);
        self.bench.scripts().roll_back(&mark);
        tested
    }

    fn test_here(&mut self, inputs: &[Input], expected: Expected) -> Tested {
        self.bench.set_inputs(self.variation, inputs)?;
        let inputs = || inputs.to_vec();
        // Without an expression of its own the check is about the value alone: the reference runs without the answer.
        let before = match (expected, self.actual) {
            (Expected::Value(value), _) => Some(value.clone()),
            (Expected::Code(code), None) => Some(self.bench.evaluate(code)?),
            (Expected::Code(_), Some(_)) => None,
        };
        let yours = self.answer.map_or(Ok(Value::Undef), |answer| self.bench.run(answer));
        let yours = match (yours, self.actual) {
            (Ok(_), Some(code)) => self.bench.evaluate(code),
            (yours, _) => yours,
        };
        let yours = match yours {
            Ok(value) => value,
            Err(error) => {
                return Ok(Some(Counterexample {
                    inputs: inputs(),
                    reason: Reason::Fails { error, expected: before },
                }));
            }
        };
        let expected = match (before, expected) {
            (Some(value), _) => value,
            (None, Expected::Value(value)) => value.clone(),
            (None, Expected::Code(code)) => self.bench.evaluate(code)?,
        };
        let difference = Comparing::default().difference(&yours, &expected);
        Ok(difference.map(|difference| Counterexample {
            inputs: inputs(),
            reason: Reason::Differs { yours, expected, difference },
        }))
    }
}

/// Returns smaller inputs: one of the values is smaller.
fn smaller_inputs(inputs: &[Input], types: &[Ty]) -> Vec<Vec<Input>> {
    let mut found = Vec::new();
    for (at, ((name, value), ty)) in inputs.iter().zip(types).enumerate() {
        for small in smaller(value).into_iter().filter(|small| instance(ty, small)) {
            let mut all = inputs.to_vec();
            if let Some(place) = all.get_mut(at) {
                *place = (name.clone(), small);
            }
            found.push(all);
        }
    }
    found
}

impl Counterexample {
    pub(crate) fn outcome(&self) -> Outcome {
        let start = format!("For {}", self.described());
        let lines = match &self.reason {
            Reason::Fails { error, expected } => {
                let expected = expected.as_ref().map(|value| format!(" Expected {}.", displayed(value)));
                vec![format!("{start} yours fails: {error}.{}", expected.unwrap_or_default())]
            }
            Reason::Differs { difference, .. } if difference.is_at_root() => {
                vec![format!("{start} {}.", difference.sentence().replacen("yours is", "yours gives", 1))]
            }
            Reason::Differs { yours, expected, difference } => {
                let first = format!("{start} yours gives {}, expected {}.", displayed(yours), displayed(expected));
                vec![first, format!("The first difference: {}.", difference.sentence())]
            }
        };
        Outcome::Differs { lines, public: Some(format!("Another test fails, for {}.", self.described())) }
    }

    fn described(&self) -> String {
        let all: Vec<String> =
            self.inputs.iter().map(|(name, value)| format!("${name} = {}", displayed(value))).collect();
        all.join(", ")
    }
}
