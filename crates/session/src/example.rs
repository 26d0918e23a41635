//! Example values of a type, and near misses with reasons.

use std::time::Duration;

use puppet_pcore::sample::{examples, near_misses};
use puppet_pcore::{Value, describe_mismatch, display_start, type_text};

use super::ExampleView;
use super::inspector::Inspector;

/// The reason why a type has no examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoType {
    /// The code has side effects or fails.
    Unknown,
    /// The value is not a type.
    Value,
}

/// The number of bytes shown of a value.
const MAX_DISPLAYED: usize = 160;

impl Inspector<'_> {
    /// Returns up to `n` values of the type in `code`, and up to `n` near misses. The result is deterministic.
    pub fn example(&mut self, code: &str, n: usize, within: Duration) -> Result<ExampleView, NoType> {
        let value = self.core.try_evaluate(code, within).ok_or(NoType::Unknown)?;
        let Value::Type(ty) = value else { return Err(NoType::Value) };
        let matching = examples(&ty, SEED, n).iter().map(displayed).collect();
        let miss = |value: &Value| (displayed(value), describe_mismatch("", &ty, value));
        let misses = near_misses(&ty, SEED, n).iter().map(miss).collect();
        Ok(ExampleView { type_name: type_text(&ty), matching, misses })
    }
}

/// Formats a value in source form; without one, as an expression that creates such a value. The values are generated,
/// so never secret.
fn displayed(value: &Value) -> String {
    match value {
        Value::Sensitive(hidden) => format!("Sensitive({})", displayed(hidden)),
        Value::Iterator(_) => format!("{}.step(1)", display_start(value, MAX_DISPLAYED)),
        _ => display_start(value, MAX_DISPLAYED),
    }
}

const SEED: u64 = 8;
