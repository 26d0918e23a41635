//! The state of the kernel: the session, and its cells.

use std::collections::HashMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use pprepl_notebook::export::ValuePainter;
use pprepl_session::{DescribedTypes, Session, Settings, SystemHost};

use super::history::History;
use super::publisher::Publisher;
use super::queue::Queue;
use super::running_cell::{InputDialogue, RunningCell};

/// The maximum size of a type for a front end, in bytes.
const MAX_TYPE: usize = 8 << 10;

/// A session that front ends use.
pub(crate) struct Kernel {
    pub session: Session,
    pub cell: Rc<RunningCell>,
    pub queue: Arc<Queue>,
    pub publisher: Publisher,
    pub history: History,
    /// The number of the last execution.
    pub count: i64,
    /// The source names of each cell's runs, by the front end's id of the cell.
    pub runs: HashMap<String, Vec<String>>,
    pub painter: ValuePainter,
    /// The error of the environment, for the first cell.
    pub warning: Option<String>,
}

impl Kernel {
    /// Starts a session, with a stack of this size in bytes for evaluations.
    pub(crate) fn new(
        settings: Settings,
        environment: Option<PathBuf>,
        stack: usize,
        queue: &Arc<Queue>,
        publisher: Publisher,
    ) -> Kernel {
        let cell = Rc::new(RunningCell::new(publisher.clone(), queue.clone()));
        let logs = cell.clone();
        let host = SystemHost::new(Box::new(move |level, text| logs.log(level, text)))
            .with_stack(stack)
            .with_dialogue(Box::new(InputDialogue { cell: cell.clone() }));
        let mut session = Session::new(settings, Box::new(host));
        session.report_types(DescribedTypes::outlines(MAX_TYPE));
        let opened = environment.map(|root| session.open_environment(&root, None));
        let warning = opened.and_then(Result::err).map(|error| format!("{}\n", error.lines()));
        let (queue, history, runs) = (queue.clone(), History::default(), HashMap::new());
        let painter = ValuePainter::default();
        Kernel { session, cell, queue, publisher, history, count: 0, runs, painter, warning }
    }
}
