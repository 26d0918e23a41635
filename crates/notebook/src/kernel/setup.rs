//! The configuration of a kernel's sessions: settings, environment, host, and the log sink.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use crate::CellId;
use pprepl_files::Reach;
use pprepl_session::{DescribedTypes, LogSink, Session, Settings, SystemHost};
use puppet_eval::{Host, Level};

use super::expectations::ExpectationJudge;
use super::facts::FactsChanges;
use super::pauses::{PauseDialogue, Pauses};

/// The maximum size of a type for a front end, in bytes.
const MAX_TYPE: usize = 8 << 10;

/// A function that creates the host of a session with this log sink.
pub type HostMaker = Box<dyn Fn(LogSink) -> Box<dyn Host> + Send>;

/// A function that receives the log lines of cells immediately.
type Logs = Rc<dyn Fn(CellId, Level, &str)>;

/// The configuration of a kernel's sessions.
pub struct Setup {
    settings: Settings,
    environment: Option<PathBuf>,
    host: HostMaker,
    /// The name of the cells' source in diagnostics; without it each cell has its own name.
    file: Option<String>,
    logs: Logs,
    /// The front end that decides how paused cells continue, with the stack size of its sessions in bytes.
    pauses: Option<(Arc<dyn Pauses>, usize)>,
    /// The changes of the facts.
    pub(super) facts: FactsChanges,
    /// True if the runs of cells are traced.
    traces: bool,
    /// Judges what cells expect.
    pub(super) judge: Option<Box<dyn ExpectationJudge>>,
    running: Rc<Cell<Option<CellId>>>,
}

impl Setup {
    /// Configures sessions on this machine, with a stack of this size in bytes for evaluations.
    pub fn new(settings: Settings, stack: usize) -> Setup {
        Setup::with_host(settings, Box::new(move |sink| Box::new(SystemHost::new(sink).with_stack(stack))))
    }

    /// Configures sessions with another kind of host.
    pub fn with_host(settings: Settings, host: HostMaker) -> Setup {
        let (logs, running) = (Rc::new(|_, _, _: &str| {}), Rc::default());
        Setup {
            settings,
            environment: None,
            host,
            file: None,
            logs,
            pauses: None,
            facts: FactsChanges::default(),
            traces: false,
            judge: None,
            running,
        }
    }

    /// Sets the environment.
    pub fn with_environment(mut self, root: Option<PathBuf>) -> Setup {
        self.environment = root;
        self
    }

    /// Sets the name of the file that contains the cells; see `Kernel::set_lines`.
    pub fn with_file(mut self, name: impl Into<String>) -> Setup {
        self.file = Some(name.into());
        self
    }

    /// Traces the runs of cells; the reports have the traces.
    pub fn with_traces(mut self, traces: bool) -> Setup {
        self.traces = traces;
        self
    }

    /// Judges what cells expect of their runs; the reports have the results.
    pub fn with_judge(mut self, judge: Box<dyn ExpectationJudge>) -> Setup {
        self.judge = Some(judge);
        self
    }

    /// Lets `breakpoint()` pause cells, in sessions on this machine with a stack of this size in bytes.
    pub fn with_pauses(mut self, pauses: Arc<dyn Pauses>, stack: usize) -> Setup {
        self.pauses = Some((pauses, stack));
        self
    }

    /// Sets the receiver of log lines.
    pub fn with_logs(mut self, logs: impl Fn(CellId, Level, &str) + 'static) -> Setup {
        self.logs = Rc::new(logs);
        self
    }

    /// Sets the directories from which code may read files.
    pub(super) fn set_reach(&mut self, reach: Reach, folder: &str) {
        self.settings.execution.files = reach;
        folder.clone_into(&mut self.settings.folder);
    }

    pub(super) fn session(&self) -> Session {
        let (logs, running) = (self.logs.clone(), self.running.clone());
        let sink: LogSink = Box::new(move |level, text| {
            if let Some(cell) = running.get() {
                logs(cell, level, text);
            }
        });
        let host = match &self.pauses {
            Some((pauses, stack)) => {
                let dialogue = PauseDialogue { pauses: pauses.clone(), running: self.running.clone() };
                Box::new(SystemHost::new(sink).with_stack(*stack).with_dialogue(Box::new(dialogue)))
            }
            None => (self.host)(sink),
        };
        let mut session = Session::new(self.settings.clone(), host);
        session.report_types(DescribedTypes::outlines(MAX_TYPE));
        session.traces = self.traces;
        if let Some(root) = &self.environment {
            // The caller that reads the command line reports errors of the environment.
            let _ = session.open_environment(root, None);
        }
        self.facts.repeat(&mut session);
        session
    }

    /// Sets the cell to which log lines belong.
    pub(super) fn now_running(&self, cell: Option<CellId>) {
        self.running.set(cell);
    }

    /// Returns the name of a cell's source.
    pub(super) fn name_of(&self, cell: CellId) -> String {
        self.file.clone().unwrap_or_else(|| format!("cell {}", cell.0))
    }
}
