//! The state of the bridge: the process, what it loaded, and what the calls in progress keep for it.

use std::path::PathBuf;
use std::rc::Rc;

use puppet_eval::Flow;
use rustc_hash::FxHashMap;

use super::encode::Handles;
use super::function::Function;
use super::process::Process;

#[derive(Default)]
pub(crate) struct State {
    pub(crate) process: Option<Process>,
    /// The number of processes started so far.
    pub(crate) generation: u64,
    /// The depth of nested calls.
    pub(crate) depth: usize,
    pub(crate) handles: Handles,
    /// Errors and control flow on their way through Ruby.
    pub(crate) flows: Vec<Option<Box<Flow>>>,
    /// The functions that the process has loaded.
    pub(crate) functions: FxHashMap<(PathBuf, String), Rc<Function>>,
    /// The file of each function that a loaded file defines: it may define several.
    pub(crate) files: FxHashMap<String, PathBuf>,
    /// The lines that foreign code printed during the outermost call.
    pub(crate) printed: usize,
    /// The number of ends of output that the process was asked for and that have not come yet.
    pub(crate) open_marks: usize,
}

impl State {
    /// Ends the process and forgets what it loaded.
    pub(crate) fn stop(&mut self) {
        self.process = None;
        self.functions.clear();
        self.files.clear();
        self.open_marks = 0;
    }

    /// Records the end of the output of a call.
    pub(crate) fn close_mark(&mut self) {
        self.open_marks = self.open_marks.saturating_sub(1);
    }

    /// Leaves a call; the end of the outermost one releases what was kept.
    pub(crate) fn leave(&mut self) {
        self.depth -= 1;
        if self.depth == 0 {
            self.handles.clear();
            self.flows.clear();
            self.printed = 0;
        }
    }

    /// Keeps an error or control flow; returns its number.
    pub(crate) fn keep_flow(&mut self, flow: Box<Flow>) -> usize {
        self.flows.push(Some(flow));
        self.flows.len() - 1
    }

    pub(crate) fn take_flow(&mut self, number: u64) -> Option<Box<Flow>> {
        self.flows.get_mut(usize::try_from(number).ok()?)?.take()
    }
}
