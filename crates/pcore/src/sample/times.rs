//! Time spans and timestamps.

use std::rc::Rc;

use super::super::{TimeRange, Value};
use super::Sampler;

pub(super) const SECOND: i128 = 1_000_000_000;

impl Sampler {
    pub(super) fn timespans(&mut self, range: &TimeRange) -> Vec<Value> {
        let usual = [3600 * SECOND, 0, 90 * SECOND, -SECOND, 5_000_000, 86_400 * SECOND, 123_456_789_012_345];
        self.times(range, &usual).into_iter().map(|time| Value::Timespan(Rc::new(time))).collect()
    }

    pub(super) fn timestamps(&mut self, range: &TimeRange) -> Vec<Value> {
        let usual = [1_577_934_245, 0, -1, 951_827_696, 4_102_444_800, 253_402_300_799].map(|time| time * SECOND);
        self.times(range, &usual).into_iter().map(|time| Value::Timestamp(Rc::new(time))).collect()
    }

    fn times(&mut self, range: &TimeRange, usual: &[i128]) -> Vec<i128> {
        let mut found: Vec<i128> = Vec::new();
        found.extend(range.from.into_iter().chain(range.to));
        found.extend(usual);
        let chance = i128::from(self.random.next() >> 8);
        match (range.from, range.to) {
            (Some(from), Some(to)) if from <= to => found.push(from.saturating_add((to.saturating_sub(from)) / 2)),
            (Some(from), _) => found.extend([from.saturating_add(1), from.saturating_add(chance)]),
            (_, Some(to)) => found.extend([to.saturating_sub(1), to.saturating_sub(chance)]),
            _ => found.push(chance),
        }
        found.retain(|time| range.from.is_none_or(|from| from <= *time) && range.to.is_none_or(|to| *time <= to));
        found
    }
}
