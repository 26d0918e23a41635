//! The inputs of a session, and the steps of undo and redo.

use std::collections::BTreeSet;
use std::rc::Rc;

use puppet_eval::{Change, Vm};
use puppet_functions::loader::hiera::Hiera;
use puppet_pcore::Captures;

use super::checker_state::Assumption;
use super::facts::Facts;
use super::line::{Branches, Line, MatchState, Rewind};
use super::step::Step;
use super::{Evaluation, InputView};

/// The inputs, the last evaluation, and the steps done and undone.
#[derive(Default)]
pub(crate) struct History {
    pub(crate) inputs: Vec<InputView>,
    pub(crate) last: Option<Evaluation>,
    /// The undoable steps, with their start in the journal.
    pub(crate) done: Vec<Step>,
    pub(crate) undone: Vec<(Step, Vec<Change>)>,
    /// The numbers of the undone inputs.
    pub(crate) gone: BTreeSet<usize>,
    /// The inputs with a match, and whether it set the match variables.
    pub(crate) match_inputs: Vec<(usize, bool)>,
    /// The session before `:reset`, for `:undo`.
    pub(crate) before_reset: Option<Box<SessionSnapshot>>,
    /// The match variables after each input that changed them.
    pub(crate) match_states: Vec<MatchState>,
    /// The lines before the commands that rewrote this one.
    pub(crate) rewinds: Vec<Rewind>,
    pub(crate) branches: Branches,
    /// The number of steps so far, in all lines.
    pub(crate) steps: usize,
    /// The session that `:redo` restores after a reset was undone, and the number of steps undone before that.
    pub(crate) after_reset: Option<(usize, Box<SessionSnapshot>)>,
}

/// The saved state of a session.
pub(crate) struct SessionSnapshot {
    pub(crate) vm: Vm,
    pub(crate) hiera: Rc<Hiera>,
    pub(crate) history: History,
    pub(crate) facts: Facts,
    pub(crate) assumed: Vec<Assumption>,
}

impl History {
    /// Returns the number of a new step.
    pub(crate) fn new_step(&mut self) -> usize {
        self.steps += 1;
        self.steps
    }

    /// Drops the changes of steps that no line has.
    pub(crate) fn drop_unused_changes(&mut self) {
        let mut used: Vec<usize> = Vec::new();
        for branch in &self.branches.others {
            steps_of(&branch.line, &mut used);
        }
        for rewind in &self.rewinds {
            steps_of(&rewind.line, &mut used);
        }
        if let Some((_, rewind)) = &self.branches.redo {
            steps_of(&rewind.line, &mut used);
        }
        used.sort_unstable();
        self.branches.inactive.retain(|id, _| used.binary_search(id).is_ok());
    }

    /// Returns whether undone steps may be active in another line.
    pub(crate) fn has_lines(&self) -> bool {
        !self.branches.others.is_empty() || !self.rewinds.is_empty() || self.branches.redo.is_some()
    }

    /// Returns the number of the next input.
    pub(crate) fn next_number(&self) -> usize {
        self.inputs.len() + 1
    }

    /// Returns whether the input changed something that is not undone.
    pub(crate) fn has_step(&self, number: usize) -> bool {
        self.done.iter().any(|step| step.input == number)
    }

    /// Returns the position in the journal at the end of this input; `now` is the current one.
    pub(crate) fn end_of_input(&self, number: usize, now: usize) -> usize {
        let later = self.done.iter().find(|step| step.input > number);
        later.map_or(now, |step| step.mark)
    }

    /// Returns the number of the input that made this entry of the journal.
    pub(crate) fn input_of_entry(&self, entry: usize) -> Option<usize> {
        // The marks ascend.
        let later = self.done.partition_point(|step| step.mark <= entry);
        self.done.get(later.checked_sub(1)?).map(|step| step.input)
    }

    /// Returns the active inputs of the last match that set the match variables, and of a later one that did not; 0 for
    /// none.
    pub(crate) fn match_inputs(&self) -> (usize, usize) {
        let active = self.match_inputs.iter().rev().filter(|(number, _)| !self.gone.contains(number));
        let last = |sets: bool| active.clone().find(|(_, has_set)| *has_set == sets).map_or(0, |(number, _)| *number);
        let (set, hidden) = (last(true), last(false));
        (set, if hidden > set { hidden } else { 0 })
    }

    /// Returns the match variables after the active inputs.
    pub(crate) fn matches(&self) -> Option<Rc<Captures>> {
        let active = self.match_states.iter().rev().find(|(number, _)| !self.gone.contains(number));
        active.and_then(|(_, matches)| matches.clone())
    }

    /// Returns the number of the last input with changes that was not undone.
    pub(crate) fn last_change(&self) -> Option<usize> {
        self.done.last().map(|step| step.input)
    }

    /// Returns the number of the last active input before this one that has a value.
    pub(crate) fn last_valued(&self, before: usize) -> Option<usize> {
        let earlier = self.inputs.iter().rev().filter(|input| input.number < before && !input.failed);
        earlier.map(|input| input.number).find(|number| !self.gone.contains(number))
    }

    /// Returns whether this source ran last.
    pub(crate) fn is_last_input(&self, text: &str) -> bool {
        self.inputs.last().is_some_and(|input| input.text == text)
    }
}

/// Collects the steps of a line and of the lines before it.
fn steps_of(line: &Line, ids: &mut Vec<usize>) {
    ids.extend(line.done.iter().map(|step| step.id));
    line.rewinds.iter().for_each(|rewind| steps_of(&rewind.line, ids));
}
