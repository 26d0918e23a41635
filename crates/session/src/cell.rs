//! Cells of a notebook: programs that run at their own position, are undone and reapplied one by one, and never enter
//! the list of inputs.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use pprepl_text::Source;
use puppet_eval::{Change, ChangeTarget, Savepoint, UndoneChanges};
use puppet_pcore::Captures;
use puppet_syntax::{self as syntax, Parsed};

use super::explore::{self, CellValue};
use super::session::Step;
use super::settings::StaticCheck;
use super::{Evaluation, Session};

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
}

impl Session {
    /// Runs a cell. Views of variables show `number` as the input that set them.
    pub fn run_cell(&mut self, number: usize, source: &Arc<Source>) -> (CellRun, AppliedCell) {
        let text = source.text();
        let start = Instant::now();
        let foresees = self.settings.execution.check == StaticCheck::Warn;
        let budget = self.vm.calls.begin(self.limits());
        self.vm.start_apart();
        let mark = self.vm.mark();
        let mut evaluation = self.run(source, text, foresees);
        self.vm.calls.end(budget);
        evaluation.logs.extend(self.vm.messages.take_logs());
        evaluation.number = None;
        let (assigned, defined) = self.vm.changed_names(mark.entry);
        (evaluation.assigned, evaluation.defined) = (assigned, defined);
        let touched = self.vm.changed_since(&mark);
        let looked = self.vm.journal.take_lookup_flag();
        let value = self.vm.outputs.last_value().filter(|_| !evaluation.failed()).map(CellValue::new);
        self.vm.start_apart();
        let after = self.left_since(&mark);
        let matched = matches!(after, Left::Match(_));
        evaluation.elapsed = start.elapsed();
        self.last = Some(evaluation.clone());
        let title = text.trim().lines().next().unwrap_or_default().to_owned();
        let names = evaluation.assigned.iter().map(|name| format!("${name}")).chain(evaluation.defined.clone());
        let applied = AppliedCell { mark, after, title, names: names.collect() };
        self.note_step(number, &applied);
        (CellRun { evaluation, touched, looked, matched, value }, applied)
    }

    fn left_since(&self, mark: &Savepoint) -> Left {
        let now = self.vm.matches();
        let same = match (&now, &mark.matches) {
            (Some(now), Some(before)) => Rc::ptr_eq(now, before),
            (now, before) => now.is_none() && before.is_none(),
        };
        if same { Left::AsBefore } else { Left::Match(now) }
    }

    fn note_step(&mut self, number: usize, applied: &AppliedCell) {
        if self.vm.journal.mark() > applied.mark.entry {
            let (title, names) = (applied.title.clone(), applied.names.clone());
            self.done.push(Step { mark: applied.mark.entry, input: number, title, names });
        }
    }

    /// Undoes the cell that was applied last.
    pub fn roll_back_cell(&mut self, applied: AppliedCell) -> UndoneCell {
        let kept = self.vm.roll_back_to(&applied.mark);
        while self.done.last().is_some_and(|step| step.mark >= applied.mark.entry) {
            self.done.pop();
        }
        UndoneCell { kept, after: applied.after, title: applied.title, names: applied.names }
    }

    /// Reapplies an undone cell after everything that is active now.
    pub fn reapply_cell(&mut self, number: usize, cell: UndoneCell) -> AppliedCell {
        let mark = self.vm.mark();
        self.vm.make_again(&cell.kept);
        if let Left::Match(matches) = &cell.after {
            self.vm.set_matches(matches.clone());
        }
        let applied = AppliedCell { mark, after: cell.after, title: cell.title, names: cell.names };
        self.note_step(number, &applied);
        applied
    }

    /// Returns whether the last cell set the same variables to the same plain values as an undone run, and neither
    /// had any other effect.
    pub fn has_same_effect(&self, applied: &AppliedCell, kept: &UndoneCell) -> bool {
        let now = self.vm.journal.since(applied.mark.entry);
        let quiet = matches!((&applied.after, &kept.after), (Left::AsBefore, Left::AsBefore));
        let same = |(now, before): (&Change, &Change)| match (now, before) {
            (Change::Global(slot, value), Change::Global(other, old)) => {
                slot == other && explore::is_same_data(value, old)
            }
            _ => false,
        };
        quiet && now.len() == kept.kept.changes().len() && now.iter().zip(kept.kept.changes()).all(same)
    }

    /// Parses source with the session's options.
    pub fn parsed(&self, text: &str) -> Parsed {
        syntax::parse(text, self.lex_options(false))
    }

    /// Returns the current match variables.
    pub fn match_variables(&self) -> Vec<super::Capture> {
        self.captures()
    }

    /// Returns whether the session reads data or code outside the program: Hiera, modules, an environment.
    pub fn reads_external_data(&self) -> bool {
        !self.settings.environment.hiera.is_empty()
            || !self.settings.environment.modulepath.is_empty()
            || self.environment_root.is_some()
    }

    /// Returns whether a variable exists before any program: a fact, or a variable set by the compiler.
    pub fn is_given(&self, name: &str) -> bool {
        self.vm.globals.is_fact(name) || super::names::is_given(name)
    }
}
