//! Values of a type, and values that are just not, with why.

use std::time::Duration;

use puppet_pcore::sample::{examples, near_misses};
use puppet_pcore::{Value, describe_mismatch, display_start, type_text};

use super::{ExampleView, Session};

/// Why a type has no examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoType {
    /// The code cannot be looked at without effects, or fails.
    Unknown,
    /// Its value is no type.
    Value,
}

/// How many bytes of a value are shown.
const MAX_DISPLAYED: usize = 160;

impl Session {
    /// Up to `n` values of the type that `code` gives, and up to `n` that are just not of it. The same each time.
    pub fn example(&mut self, code: &str, n: usize, within: Duration) -> Result<ExampleView, NoType> {
        let value = self.try_evaluate(code, within).ok_or(NoType::Unknown)?;
        let Value::Type(ty) = value else { return Err(NoType::Value) };
        let matching = examples(&ty, SEED, n).iter().map(displayed).collect();
        let miss = |value: &Value| (displayed(value), describe_mismatch("", &ty, value));
        let misses = near_misses(&ty, SEED, n).iter().map(miss).collect();
        Ok(ExampleView { type_name: type_text(&ty), matching, misses })
    }
}

/// The source form; of what has none, an expression that gives such a value. Nothing here is secret.
fn displayed(value: &Value) -> String {
    match value {
        Value::Sensitive(hidden) => format!("Sensitive({})", displayed(hidden)),
        Value::Iterator(_) => format!("{}.step(1)", display_start(value, MAX_DISPLAYED)),
        _ => display_start(value, MAX_DISPLAYED),
    }
}

const SEED: u64 = 8;
