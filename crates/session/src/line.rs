//! A line of inputs with the state that they left: what a fork or a checkpoint saves, and what undoing a rewritten
//! history restores.

use std::collections::BTreeSet;
use std::rc::Rc;

use puppet_eval::{Change, Outputs, ReadFiles};
use puppet_pcore::Captures;
use rustc_hash::FxHashMap;

use super::checker_state::Assumption;
use super::step::Step;
use super::{Evaluation, InputView};

/// The number of an input, and the match variables after it.
pub(crate) type MatchState = (usize, Option<Rc<Captures>>);

/// The inputs of a session, its steps, and the state outside of the journal.
pub(crate) struct Line {
    pub(crate) inputs: Vec<InputView>,
    pub(crate) last: Option<Evaluation>,
    pub(crate) done: Vec<Step>,
    pub(crate) undone: Vec<(Step, Vec<Change>)>,
    pub(crate) gone: BTreeSet<usize>,
    /// The inputs with a match, and whether it set the match variables.
    pub(crate) match_inputs: Vec<(usize, bool)>,
    pub(crate) rewinds: Vec<Rewind>,
    pub(crate) outputs: Outputs,
    pub(crate) matches: Option<Rc<Captures>>,
    /// The match variables after each input that changed them.
    pub(crate) match_states: Vec<MatchState>,
    pub(crate) assumed: Vec<Assumption>,
    /// The files that the inputs read.
    pub(crate) files: ReadFiles,
}

/// The line before a command that rewrote it: `:redo N CODE`, `:let`, `:reset vars`.
pub(crate) struct Rewind {
    /// The last step of the line after the command. `:undo` of all later steps restores the line before.
    pub(crate) after: Option<usize>,
    /// The command, for `:undo` and `:redo`.
    pub(crate) title: String,
    pub(crate) line: Line,
}

/// The other lines of a session.
pub(crate) struct Branches {
    /// The name of the active line.
    pub(crate) current: String,
    /// The name of the line before the last `:switch`.
    pub(crate) previous: Option<String>,
    pub(crate) others: Vec<Branch>,
    /// The changes of steps that are not active, by step.
    pub(crate) inactive: FxHashMap<usize, Vec<Change>>,
    /// The line that `:redo` restores after a rewind was undone, and the number of steps undone before that.
    pub(crate) redo: Option<(usize, Rewind)>,
}

/// A line that is not active.
pub(crate) struct Branch {
    pub(crate) name: String,
    /// Whether it is a checkpoint, which never changes.
    pub(crate) is_checkpoint: bool,
    pub(crate) line: Line,
}

/// The name of the first line.
const MAIN: &str = "main";

impl Default for Branches {
    fn default() -> Branches {
        Branches {
            current: MAIN.to_owned(),
            previous: None,
            others: Vec::new(),
            inactive: FxHashMap::default(),
            redo: None,
        }
    }
}

impl Branches {
    /// Returns whether a line has this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.current == name || self.others.iter().any(|branch| branch.name == name)
    }

    /// Returns `name`, or `name-2`, `name-3`, .. if a line has that name.
    pub(crate) fn free_name(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !self.has(name)).unwrap_or_else(|| name.to_owned())
    }
}

impl Line {
    /// Returns a copy, which cannot be undone past its start.
    pub(crate) fn copy(&self) -> Line {
        Line {
            inputs: self.inputs.clone(),
            last: self.last.clone(),
            done: self.done.clone(),
            undone: self.undone.clone(),
            gone: self.gone.clone(),
            match_inputs: self.match_inputs.clone(),
            rewinds: Vec::new(),
            outputs: self.outputs.clone(),
            matches: self.matches.clone(),
            match_states: self.match_states.clone(),
            assumed: self.assumed.clone(),
            files: self.files.clone(),
        }
    }

    /// Removes the inputs from this number on.
    pub(crate) fn cut(&mut self, number: usize) {
        self.inputs.retain(|input| input.number < number);
        self.done.retain(|step| step.input < number);
        self.gone.retain(|input| *input < number);
        self.match_states.retain(|(input, _)| *input < number);
        self.match_inputs.retain(|(input, _)| *input < number);
        self.undone.clear();
        self.last = None;
        self.matches = self.match_states.last().and_then(|(_, matches)| matches.clone());
    }
}
