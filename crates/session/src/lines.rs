//! Changes the active line of a session: rolls back the steps that the other line does not share, and replays those of
//! the other line. Nothing runs again.

use super::checker_state::CheckerState;
use super::history::History;
use super::line::{Line, Rewind};
use super::session_core::Core;
use super::step::Step;

/// The parts of a session that a line has.
pub(crate) struct Lines<'s> {
    pub(crate) core: &'s mut Core,
    pub(crate) checker: &'s mut CheckerState,
    pub(crate) history: &'s mut History,
}

impl Lines<'_> {
    /// Returns a copy of the active line.
    pub(crate) fn line(&self) -> Line {
        let history = &self.history;
        Line {
            inputs: history.inputs.clone(),
            last: history.last.clone(),
            done: history.done.clone(),
            undone: history.undone.clone(),
            gone: history.gone.clone(),
            match_inputs: history.match_inputs.clone(),
            rewinds: Vec::new(),
            outputs: self.core.vm.outputs.clone(),
            matches: self.core.vm.matches(),
            match_states: history.match_states.clone(),
            assumed: self.checker.assumed.clone(),
            files: self.core.vm.host().read_files(),
        }
    }

    /// Makes another line the active one, and returns the former.
    pub(crate) fn change_line(&mut self, to: Line) -> Line {
        let mut former = self.line();
        former.rewinds = std::mem::take(&mut self.history.rewinds);
        let shared = former.done.iter().zip(&to.done).take_while(|(one, other)| one.id == other.id).count();
        for step in former.done.iter().skip(shared).rev() {
            let changes = self.core.vm.roll_back(step.mark);
            self.history.branches.inactive.insert(step.id, changes);
        }
        let marks = former.done.iter().take(shared).map(|step| step.mark);
        self.history.done = to.done.iter().zip(marks).map(|(step, mark)| Step { mark, ..step.clone() }).collect();
        for step in to.done.iter().skip(shared) {
            let mark = self.core.vm.journal.mark();
            let changes = self.history.branches.inactive.remove(&step.id).unwrap_or_default();
            self.core.vm.replay(&changes);
            self.history.done.push(Step { mark, ..step.clone() });
        }
        let history = &mut self.history;
        history.inputs = to.inputs;
        history.last = to.last;
        history.undone = to.undone;
        history.gone = to.gone;
        history.match_inputs = to.match_inputs;
        history.rewinds = to.rewinds;
        history.match_states = to.match_states;
        history.branches.redo = None;
        self.core.vm.outputs = to.outputs;
        self.core.vm.set_matches(to.matches);
        self.checker.assumed = to.assumed;
        self.core.vm.host_mut().set_read_files(to.files);
        former
    }

    /// Restores the line before the last command that rewrote it, if all later steps are undone. Returns the title of
    /// the command.
    pub(crate) fn undo_rewind(&mut self) -> Option<String> {
        let last = self.history.done.last().map(|step| step.id);
        let rewind = self.history.rewinds.pop_if(|rewind| rewind.after == last)?;
        let line = self.change_line(rewind.line);
        let undone = self.history.undone.len();
        let title = rewind.title.clone();
        self.history.branches.redo = Some((undone, Rewind { after: rewind.after, title, line }));
        Some(rewind.title)
    }

    /// Restores the line that [`Lines::undo_rewind`] left.
    pub(crate) fn redo_rewind(&mut self) -> Option<String> {
        let undone = self.history.undone.len();
        let (_, rewind) = self.history.branches.redo.take_if(|(before, _)| *before == undone)?;
        let line = self.change_line(rewind.line);
        self.history.rewinds.push(Rewind { after: rewind.after, title: rewind.title.clone(), line });
        Some(rewind.title)
    }
}
