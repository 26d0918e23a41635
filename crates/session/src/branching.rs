//! Checkpoints and forks of a session. A switch rolls back the steps that the other line does not share, and replays
//! those of the other line: nothing runs again.

use super::Session;
use super::history::Step;
use super::line::{Branch, Line, Rewind};
use super::state_view::{StateChange, StateView};

/// A line of a session, as `:fork` lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchView {
    pub name: String,
    pub is_active: bool,
    pub is_checkpoint: bool,
    /// The number of its inputs.
    pub inputs: usize,
    /// The first line of its last input.
    pub last: String,
}

/// The reason why a fork failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BranchError {
    /// No line has this name.
    Unknown(String),
    /// A line has this name already.
    Taken(String),
    /// The active line cannot be removed.
    Active(String),
    /// The name is not a word.
    Invalid(String),
    /// The session was never switched.
    NoPrevious,
}

/// Forks, checkpoints and switches between the lines of a session.
pub struct Forks<'s> {
    pub(crate) session: &'s mut Session,
}

impl Session {
    /// Returns the service for forks and checkpoints.
    pub fn forks(&mut self) -> Forks<'_> {
        Forks { session: self }
    }

    /// Returns a copy of the active line.
    pub(super) fn line(&self) -> Line {
        let history = &self.history;
        Line {
            inputs: history.inputs.clone(),
            last: history.last.clone(),
            done: history.done.clone(),
            undone: history.undone.clone(),
            gone: history.gone.clone(),
            match_inputs: history.match_inputs,
            rewinds: Vec::new(),
            outputs: self.core.vm.outputs.clone(),
            matches: self.core.vm.matches(),
            match_states: history.match_states.clone(),
            assumed: self.checker.assumed.clone(),
        }
    }

    /// Makes another line the active one, and returns the former.
    pub(super) fn change_line(&mut self, to: Line) -> Line {
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
        self.follow_node();
        former
    }

    /// Restores the line before the last command that rewrote it, if all later steps are undone. Returns the title of
    /// the command.
    pub(super) fn undo_rewind(&mut self) -> Option<String> {
        let last = self.history.done.last().map(|step| step.id);
        let rewind = self.history.rewinds.pop_if(|rewind| rewind.after == last)?;
        let line = self.change_line(rewind.line);
        let undone = self.history.undone.len();
        let title = rewind.title.clone();
        self.history.branches.redo = Some((undone, Rewind { after: rewind.after, title, line }));
        Some(rewind.title)
    }

    /// Restores the line that [`Session::undo_rewind`] left.
    pub(super) fn redo_rewind(&mut self) -> Option<String> {
        let undone = self.history.undone.len();
        let (_, rewind) = self.history.branches.redo.take_if(|(before, _)| *before == undone)?;
        let line = self.change_line(rewind.line);
        self.history.rewinds.push(Rewind { after: rewind.after, title: rewind.title.clone(), line });
        Some(rewind.title)
    }
}

impl Forks<'_> {
    /// Returns the lines, the active one first.
    pub fn list(&self) -> Vec<BranchView> {
        let history = &self.session.history;
        let view = |name: &str, is_active, is_checkpoint, inputs: &[super::InputView]| BranchView {
            name: name.to_owned(),
            is_active,
            is_checkpoint,
            inputs: inputs.len(),
            last: inputs.last().and_then(|input| input.text.trim().lines().next()).unwrap_or_default().to_owned(),
        };
        let others = history.branches.others.iter();
        let others = others.map(|one| view(&one.name, false, one.is_checkpoint, &one.line.inputs));
        std::iter::once(view(&history.branches.current, true, false, &history.inputs)).chain(others).collect()
    }

    /// Saves the state under a name; the session continues.
    pub fn checkpoint(&mut self, name: &str) -> Result<(), BranchError> {
        self.check_new(name)?;
        let line = self.session.line();
        self.add(name, true, line);
        Ok(())
    }

    /// Continues under a new name; the state until now stays under the old name.
    pub fn fork(&mut self, name: &str) -> Result<(), BranchError> {
        self.check_new(name)?;
        let mut line = self.session.line();
        line.rewinds = std::mem::take(&mut self.session.history.rewinds);
        let former = self.rename(name.to_owned());
        self.add(&former, false, line);
        Ok(())
    }

    /// Switches to a line, or to a copy of a checkpoint; `-` is the line before. Returns the name of the active line.
    pub fn switch(&mut self, name: &str) -> Result<String, BranchError> {
        let name = match name {
            "-" => self.session.history.branches.previous.clone().ok_or(BranchError::NoPrevious)?,
            name => name.to_owned(),
        };
        if self.session.history.branches.current == name {
            return Ok(name);
        }
        let branches = &mut self.session.history.branches;
        let at = branches.others.iter().position(|branch| branch.name == name);
        let at = at.ok_or_else(|| BranchError::Unknown(name.clone()))?;
        let (name, line) = match branches.others.get(at) {
            Some(branch) if branch.is_checkpoint => (branches.free_name(&name), branch.line.copy()),
            _ => (name, branches.others.remove(at).line),
        };
        let former = self.session.change_line(line);
        let old_name = self.rename(name.clone());
        self.add(&old_name, false, former);
        Ok(name)
    }

    /// Removes a line that is not active.
    pub fn remove(&mut self, name: &str) -> Result<(), BranchError> {
        let branches = &mut self.session.history.branches;
        if branches.current == name {
            return Err(BranchError::Active(name.to_owned()));
        }
        let at = branches.others.iter().position(|branch| branch.name == name);
        branches.others.remove(at.ok_or_else(|| BranchError::Unknown(name.to_owned()))?);
        self.session.drop_unused_changes();
        Ok(())
    }

    /// Returns the differences between two lines: variables, definitions and the catalog.
    pub fn difference(&mut self, one: &str, other: &str) -> Result<Vec<StateChange>, BranchError> {
        let (before, after) = (self.state_of(one)?, self.state_of(other)?);
        Ok(before.changes_to(&after))
    }

    /// Returns the state of a line; the active line stays active.
    fn state_of(&mut self, name: &str) -> Result<StateView, BranchError> {
        let branches = &self.session.history.branches;
        if branches.current == name {
            return Ok(self.session.state());
        }
        let branch = branches.others.iter().find(|branch| branch.name == name);
        let line = branch.ok_or_else(|| BranchError::Unknown(name.to_owned()))?.line.copy();
        let redo = self.session.history.branches.redo.take();
        let former = self.session.change_line(line);
        let state = self.session.state();
        self.session.change_line(former);
        self.session.history.branches.redo = redo;
        Ok(state)
    }

    /// Names the active line, and returns its former name.
    fn rename(&mut self, name: String) -> String {
        let branches = &mut self.session.history.branches;
        let former = std::mem::replace(&mut branches.current, name);
        branches.previous = Some(former.clone());
        former
    }

    fn add(&mut self, name: &str, is_checkpoint: bool, line: Line) {
        self.session.history.branches.others.push(Branch { name: name.to_owned(), is_checkpoint, line });
    }

    fn check_new(&self, name: &str) -> Result<(), BranchError> {
        let is_word = |sign: char| sign.is_alphanumeric() || "-_.".contains(sign);
        if name.starts_with('-') || !name.chars().all(is_word) {
            return Err(BranchError::Invalid(name.to_owned()));
        }
        match self.session.history.branches.has(name) {
            true => Err(BranchError::Taken(name.to_owned())),
            false => Ok(()),
        }
    }
}
