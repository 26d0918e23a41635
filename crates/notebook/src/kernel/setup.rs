//! What a kernel's sessions are made of: settings, environment, the host, and where their log lines go.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::CellId;
use pprepl_files::Reach;
use pprepl_session::{DescribedTypes, LogSink, Session, Settings, SystemHost};
use puppet_eval::{Host, Level};

/// How many bytes of a type a front end has.
const MAX_TYPE: usize = 8 << 10;

/// Makes the host of a session, given where log lines go.
pub type HostMaker = Box<dyn Fn(LogSink) -> Box<dyn Host> + Send>;

/// What takes the log lines of cells the moment they are written.
type Logs = Rc<dyn Fn(CellId, Level, &str)>;

/// What a kernel's sessions are made of.
pub struct Setup {
    settings: Settings,
    environment: Option<PathBuf>,
    host: HostMaker,
    /// What the cells' text is called in findings; without it each cell has its own name.
    file: Option<String>,
    logs: Logs,
    running: Rc<Cell<Option<CellId>>>,
}

impl Setup {
    /// Sessions on this machine, with a stack of this many bytes for evaluations.
    pub fn new(settings: Settings, stack: usize) -> Setup {
        Setup::with_host(settings, Box::new(move |sink| Box::new(SystemHost::new(sink).with_stack(stack))))
    }

    /// Sessions with a host of another kind.
    pub fn with_host(settings: Settings, host: HostMaker) -> Setup {
        Setup { settings, environment: None, host, file: None, logs: Rc::new(|_, _, _| {}), running: Rc::default() }
    }

    /// In an environment.
    pub fn with_environment(mut self, root: Option<PathBuf>) -> Setup {
        self.environment = root;
        self
    }

    /// With the name of the file that the cells are in; see `Kernel::set_lines`.
    pub fn with_file(mut self, name: impl Into<String>) -> Setup {
        self.file = Some(name.into());
        self
    }

    /// With someone who takes log lines the moment they are written.
    pub fn with_logs(mut self, logs: impl Fn(CellId, Level, &str) + 'static) -> Setup {
        self.logs = Rc::new(logs);
        self
    }

    /// Sessions whose code may read files from here.
    pub(super) fn set_reach(&mut self, reach: Reach, folder: &str) {
        self.settings.files = reach;
        folder.clone_into(&mut self.settings.folder);
    }

    pub(super) fn session(&self) -> Session {
        let (logs, running) = (self.logs.clone(), self.running.clone());
        let sink: LogSink = Box::new(move |level, text| {
            if let Some(cell) = running.get() {
                logs(cell, level, text);
            }
        });
        let mut session = Session::new(self.settings.clone(), (self.host)(sink));
        session.report_types(DescribedTypes::outlines(MAX_TYPE));
        if let Some(root) = &self.environment {
            // What is wrong with an environment is told by whoever takes it from the command line.
            let _ = session.open_environment(root);
        }
        session
    }

    /// Says which cell log lines are of.
    pub(super) fn now_running(&self, cell: Option<CellId>) {
        self.running.set(cell);
    }

    /// What a cell's text is called.
    pub(super) fn name_of(&self, cell: CellId) -> String {
        self.file.clone().unwrap_or_else(|| format!("cell {}", cell.0))
    }
}
