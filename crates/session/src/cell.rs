//! Cells of a notebook: programs that run at their own position, are undone and reapplied one by one, and never enter
//! the list of inputs.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use pprepl_text::{Severity, Source};
use puppet_eval::{Change, ChangeTarget, Savepoint, UndoneChanges, Vm, end_recording, start_recording};
use puppet_pcore::Captures;

use super::Evaluation;
use super::explore::{self, CellValue};
use super::run::Runner;
use super::settings::StaticCheck;
use super::step::Step;
use super::trace::{TraceView, traced_view};

/// A cell whose changes are active.
pub struct AppliedCell {
    mark: Savepoint,
    after: Left,
    title: String,
    names: Vec<String>,
}

/// A cell whose changes were undone and can be reapplied.
#[derive(Clone)]
pub struct UndoneCell {
    kept: UndoneChanges,
    after: Left,
    title: String,
    names: Vec<String>,
}

/// The effect of a cell on the match variables.
#[derive(Clone)]
enum Left {
    /// The cell did not change the match variables.
    AsBefore,
    /// The cell left these captures; `None` when it cleared them.
    Match(Option<Rc<Captures>>),
}

/// The result of a cell's run.
pub struct CellRun {
    pub evaluation: Evaluation,
    /// The changed variables, resources and definitions.
    pub touched: Vec<ChangeTarget>,
    /// True if the cell read a resource parameter.
    pub looked: bool,
    /// True if the cell changed the match variables.
    pub matched: bool,
    /// The value, when the cell has one.
    pub value: Option<CellValue>,
    /// The trace of the run, when the runs of cells are traced.
    pub trace: Option<TraceView>,
}

impl Runner<'_> {
    /// Runs a cell. Views of variables show `number` as the input that set them.
    pub fn run_cell(&mut self, number: usize, source: &Arc<Source>) -> (CellRun, AppliedCell) {
        let text = source.text();
        let start = Instant::now();
        let foresees = self.core.settings.execution.check == StaticCheck::Warn;
        let budget = self.core.vm.calls.begin(self.core.limits());
        self.core.vm.start_apart();
        let mark = self.core.vm.mark();
        let (mut evaluation, trace) = self.run_traced(source, text, foresees);
        self.core.vm.calls.end(budget);
        evaluation.logs.extend(self.core.vm.messages.take_logs());
        evaluation.number = None;
        let (assigned, defined) = self.core.vm.changed_names(mark.entry);
        (evaluation.assigned, evaluation.defined) = (assigned, defined);
        let touched = self.core.vm.changed_since(&mark);
        let looked = self.core.vm.journal.take_lookup_flag();
        let value = self.core.vm.outputs.last_value().filter(|_| !evaluation.failed()).map(CellValue::new);
        self.core.vm.start_apart();
        let after = self.left_since(&mark);
        let matched = matches!(after, Left::Match(_));
        evaluation.elapsed = start.elapsed();
        self.history.last = Some(evaluation.clone());
        let title = text.trim().lines().next().unwrap_or_default().to_owned();
        let names = evaluation.assigned.iter().map(|name| format!("${name}")).chain(evaluation.defined.clone());
        let applied = AppliedCell { mark, after, title, names: names.collect() };
        self.note_step(number, &applied);
        (CellRun { evaluation, touched, looked, matched, value, trace }, applied)
    }

    /// Runs a program, with its trace when the runs of cells are traced.
    fn run_traced(&mut self, source: &Arc<Source>, text: &str, foresees: bool) -> (Evaluation, Option<TraceView>) {
        if !self.traces {
            return (self.run(source, text, foresees), None);
        }
        start_recording(&mut self.core.vm);
        let evaluation = self.run(source, text, foresees);
        let recording = end_recording(&mut self.core.vm);
        let errors = evaluation.reports.iter().filter(|report| report.severity == Severity::Error);
        let view = traced_view(&recording, errors.cloned().collect());
        (evaluation, Some(view))
    }

    fn left_since(&self, mark: &Savepoint) -> Left {
        let now = self.core.vm.matches();
        let same = match (&now, &mark.matches) {
            (Some(now), Some(before)) => Rc::ptr_eq(now, before),
            (now, before) => now.is_none() && before.is_none(),
        };
        if same { Left::AsBefore } else { Left::Match(now) }
    }

    fn note_step(&mut self, number: usize, applied: &AppliedCell) {
        if self.core.vm.journal.mark() > applied.mark.entry {
            let (title, names) = (applied.title.clone(), applied.names.clone());
            let id = self.history.new_step();
            self.history.done.push(Step { id, mark: applied.mark.entry, input: number, title, names });
        }
    }

    /// Uses the cancel flag of another session, so that one Ctrl-C stops both.
    pub fn share_cancel_flag(&mut self, flag: Arc<AtomicBool>) {
        self.core.vm.calls.set_cancel_flag(flag);
    }

    /// Undoes the cell that was applied last.
    pub fn roll_back_cell(&mut self, applied: AppliedCell) -> UndoneCell {
        let kept = self.core.vm.roll_back_to(&applied.mark);
        while self.history.done.last().is_some_and(|step| step.mark >= applied.mark.entry) {
            self.history.done.pop();
        }
        UndoneCell { kept, after: applied.after, title: applied.title, names: applied.names }
    }

    /// Reapplies an undone cell after everything that is active now.
    pub fn reapply_cell(&mut self, number: usize, cell: UndoneCell) -> AppliedCell {
        let mark = self.core.vm.mark();
        self.core.vm.make_again(&cell.kept);
        if let Left::Match(matches) = &cell.after {
            self.core.vm.set_matches(matches.clone());
        }
        let applied = AppliedCell { mark, after: cell.after, title: cell.title, names: cell.names };
        self.note_step(number, &applied);
        applied
    }
}

impl AppliedCell {
    /// Returns whether this cell, the last, set the same variables to the same plain values as an undone run, and neither
    /// had any other effect.
    pub(super) fn has_same_effect(&self, vm: &Vm, kept: &UndoneCell) -> bool {
        let now = vm.journal.since(self.mark.entry);
        let quiet = matches!((&self.after, &kept.after), (Left::AsBefore, Left::AsBefore));
        let same = |(now, before): (&Change, &Change)| match (now, before) {
            (Change::Global(slot, value), Change::Global(other, old)) => {
                slot == other && explore::is_same_data(value, old)
            }
            _ => false,
        };
        quiet && now.len() == kept.kept.changes().len() && now.iter().zip(kept.kept.changes()).all(same)
    }
}
