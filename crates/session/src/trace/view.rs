//! A trace as plain data: steps in the order in which they read best, each with its source, values and place.

use std::sync::Arc;

use pprepl_text::{Source, Span};

use crate::Report;

/// A trace of code.
#[derive(Clone, Debug, Default)]
pub struct TraceView {
    pub steps: Vec<TraceStep>,
    /// The number of events beyond the limits.
    pub omitted: u64,
    /// The calls around the error, the outermost first.
    pub path: Vec<String>,
    /// The error that ended the run, or the reason why the code did not run.
    pub reports: Vec<Report>,
}

/// A step of a trace: an operation with its operands and its value, a round, a branch, a change of the catalog.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// The kind of its event, as JSON has it.
    pub kind: &'static str,
    /// The nesting depth, 0 for the top.
    pub indent: usize,
    /// The index of the step that it is inside.
    pub parent: Option<usize>,
    pub source: Arc<Source>,
    /// The bytes that it evaluates.
    pub span: Span,
    /// Its name, where the code does not say it: `round 2 of 3`, `else`.
    pub label: String,
    /// The variables that it sets.
    pub bindings: Vec<(String, String)>,
    /// The code on one line.
    pub code: String,
    /// The code with the values of its parts; empty where that says nothing new.
    pub reduced: String,
    /// The beginning of its value's source form.
    pub value: Option<String>,
    /// True if the value is complete.
    pub complete: bool,
    /// A remark: `kept`, `was 'x'`.
    pub note: String,
    /// The error that was raised here.
    pub error: Option<String>,
    /// The number of a round; 0 for other steps.
    pub round: u32,
    /// The number of rounds of this call beyond the limits.
    pub omitted_rounds: u32,
}

impl TraceStep {
    /// Returns whether the step gave undef or false.
    pub fn is_nothing(&self) -> bool {
        matches!(self.value.as_deref(), Some("undef" | "false"))
    }
}

/// The number of rounds of one call that a folded trace shows.
pub const UNFOLDED_ROUNDS: u32 = 3;

impl TraceView {
    /// Returns the indices of the steps of the folded trace, each with the number of further rounds that are folded
    /// after it. A round with the error is never folded.
    pub fn folded(&self) -> Vec<(usize, usize)> {
        let mut shown: Vec<(usize, usize)> = Vec::new();
        let mut counted = None;
        let mut at = 0;
        while let Some(step) = self.steps.get(at) {
            let end = self.end_of(at);
            let fails = self.steps.get(at..end).unwrap_or_default().iter().any(|step| step.error.is_some());
            if step.round > UNFOLDED_ROUNDS && !fails {
                let call = step.parent.filter(|_| counted != step.parent).and_then(|parent| self.steps.get(parent));
                let omitted_rounds = call.map_or(0, |call| call.omitted_rounds as usize);
                counted = step.parent;
                shown.iter_mut().last().into_iter().for_each(|(_, more)| *more += 1 + omitted_rounds);
                at = end;
            } else {
                shown.push((at, 0));
                at += 1;
            }
        }
        shown
    }

    /// Returns the index after the steps inside a step.
    pub fn end_of(&self, at: usize) -> usize {
        let Some(step) = self.steps.get(at) else { return at };
        let rest = self.steps.iter().skip(at + 1);
        at + 1 + rest.take_while(|inner| inner.indent > step.indent).count()
    }
}
