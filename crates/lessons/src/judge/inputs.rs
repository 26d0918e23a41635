//! The inputs of `check same`: values for one or more variables.

use pprepl_session::Script;
use puppet_pcore::{Ty, Value, eql};

use super::samples::{literals, with_literals};
use super::variation::Input;
use crate::random::Random;

/// The number of generated inputs.
pub(super) const SAMPLES: usize = 200;

/// The number of inputs that are added for the literals of an answer.
const OWN_SAMPLES: usize = 24;

/// The seed of the generated values.
pub(super) const SEED: u64 = 16;

/// Generated values for the variables of a check.
pub(super) struct Samples {
    pub(super) types: Vec<Ty>,
    pub(super) inputs: Vec<Vec<Input>>,
}

/// Combines the values of several variables: each value of the longest list occurs.
pub(super) fn combined(lists: &[(String, Ty, Vec<Value>)]) -> Vec<Vec<Input>> {
    let longest = lists.iter().map(|(_, _, values)| values.len()).max().unwrap_or(0);
    let count = if lists.len() == 1 { longest } else { longest.max(SAMPLES.min(longest.saturating_mul(longest))) };
    let mut random = Random::new(SEED);
    let row = |at: usize| {
        let pick = |(place, (name, _, values)): (usize, &(String, Ty, Vec<Value>)), random: &mut Random| {
            // The first values are the small ones: each is combined with each.
            let index = if place == 0 && at < values.len() { at } else { random.below(values.len()) };
            values.get(index).map(|value| (name.clone(), value.clone()))
        };
        lists.iter().enumerate().filter_map(|list| pick(list, &mut random)).collect()
    };
    (0..count).map(row).collect()
}

/// Returns inputs with the literals of the answer: an answer may treat one value apart.
pub(super) fn own_inputs(samples: &Samples, answer: &Script) -> Vec<Vec<Input>> {
    let literals = literals(answer.program());
    let Some(first) = samples.inputs.first() else { return Vec::new() };
    let mut found = Vec::new();
    for (place, ((name, _), ty)) in first.iter().zip(&samples.types).enumerate() {
        let known =
            |value: &Value| samples.inputs.iter().any(|row| row.get(place).is_some_and(|(_, one)| eql(one, value)));
        let values = with_literals(ty, &literals, SEED, OWN_SAMPLES).into_iter().filter(|value| !known(value));
        found.extend(values.map(|value| {
            let mut row = first.clone();
            if let Some(entry) = row.get_mut(place) {
                *entry = (name.clone(), value);
            }
            row
        }));
    }
    found
}
