//! Checkpoints and forks of a session. A switch rolls back the steps that the other line does not share, and replays
//! those of the other line: nothing runs again.

use super::Session;
use super::line::{Branch, Line};
use super::lines::Lines;
use super::state_view::{StateChange, StateView, state};

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
    session: &'s mut Session,
}

/// Returns the name of the active fork; `None` before the first one.
pub fn fork_name(session: &Session) -> Option<&str> {
    let branches = &session.history.branches;
    let is_only = branches.others.iter().all(|branch| branch.is_checkpoint) && branches.previous.is_none();
    (!is_only).then_some(branches.current.as_str())
}

/// Returns the service that changes the active line.
pub(crate) fn lines(session: &mut Session) -> Lines<'_> {
    Lines { core: &mut session.core, checker: &mut session.checker, history: &mut session.history }
}

/// Makes another line the active one, and returns the former.
pub(crate) fn change_line(session: &mut Session, to: Line) -> Line {
    let former = lines(session).change_line(to);
    session.follow_node();
    former
}

impl<'s> Forks<'s> {
    /// Returns the service for a session.
    pub fn new(session: &'s mut Session) -> Forks<'s> {
        Forks { session }
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
        let line = lines(self.session).line();
        self.add(name, true, line);
        Ok(())
    }

    /// Continues under a new name; the state until now stays under the old name.
    pub fn fork(&mut self, name: &str) -> Result<(), BranchError> {
        self.check_new(name)?;
        let mut line = lines(self.session).line();
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
        let former = change_line(self.session, line);
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
        self.session.history.drop_unused_changes();
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
            return Ok(state(self.session));
        }
        let branch = branches.others.iter().find(|branch| branch.name == name);
        let line = branch.ok_or_else(|| BranchError::Unknown(name.to_owned()))?.line.copy();
        let redo = self.session.history.branches.redo.take();
        let former = change_line(self.session, line);
        let state = state(self.session);
        change_line(self.session, former);
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
