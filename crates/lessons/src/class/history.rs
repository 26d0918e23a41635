//! The history of one learner in one step, over all records.

use std::collections::BTreeMap;

use crate::progress::{PREDICTED_OTHERWISE, Record, StepState};

/// The steps of a lesson by their names.
pub(super) type Steps = BTreeMap<String, History>;

/// The history of a learner in a step.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// The best state so far: a right answer stays right.
    pub(super) state: StepState,
    pub(super) tries: u32,
    /// The times of the first and the last event, and of the first that was right, in seconds since 1970.
    pub(super) first: u64,
    pub(super) last: u64,
    pub(super) done: Option<u64>,
    /// Whether the last answer to a quiz was wrong.
    pub(super) is_other: bool,
    /// The findings of wrong answers with their counts.
    pub(super) findings: BTreeMap<String, u32>,
    /// The finding of the last wrong answer.
    pub(super) finding: Option<String>,
}

impl History {
    pub(super) fn note(&mut self, record: &Record) {
        self.first = if self.first == 0 { record.time } else { self.first.min(record.time) };
        self.last = self.last.max(record.time);
        self.tries = self.tries.max(record.tries);
        self.state = self.state.max(record.state);
        if record.state == StepState::Done {
            self.done = Some(self.done.map_or(record.time, |done| done.min(record.time)));
            self.is_other = record.finding.as_deref() == Some(PREDICTED_OTHERWISE);
        }
        self.finding.clone_from(&record.finding);
        if let Some(finding) = &record.finding {
            *self.findings.entry(finding.clone()).or_default() += 1;
        }
    }

    /// Adds the history of the same step in another file.
    pub(super) fn add(&mut self, other: &History) {
        let is_newer = other.last >= self.last;
        self.first = if self.first == 0 { other.first } else { self.first.min(other.first) };
        self.last = self.last.max(other.last);
        self.tries = self.tries.max(other.tries);
        self.state = self.state.max(other.state);
        self.done = self.done.into_iter().chain(other.done).min();
        if is_newer {
            self.is_other = other.is_other;
            self.finding.clone_from(&other.finding);
        }
        for (finding, count) in &other.findings {
            *self.findings.entry(finding.clone()).or_default() += count;
        }
    }
}
