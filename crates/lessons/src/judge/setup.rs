//! The session of a judge: it prints nothing, and bounds what an answer may take.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

use pprepl_budget as budget;
use pprepl_files::Reach;
use pprepl_session::settings::StaticCheck;
use pprepl_session::{DescribedTypes, Session, Settings, SystemHost};

use crate::lesson::Lesson;
use crate::preparation::prepare;

/// The time limit of one run, in seconds.
const TIME: u64 = 1;

/// The number of calls and loop rounds of one run.
const STEPS: u64 = 20_000_000;

/// The memory limit of one run, in MiB.
const MEMORY: u64 = 256;

/// The number of log lines of one run.
pub(crate) const MAX_LOG_LINES: usize = 1_000;

/// The number of bytes that one run may log.
const MAX_LOG_BYTES: usize = 1 << 20;

/// The surroundings of a judge, from its caller.
#[derive(Clone, Debug, Default)]
pub struct JudgeSetup {
    /// The settings before those of the lesson; usually the defaults, so that a verdict is the same for everybody.
    pub settings: Settings,
    /// The directory for the files of the lesson; needed only for a lesson with files.
    pub folder: Option<PathBuf>,
    /// The stack of the judging thread that evaluations may use, in bytes; `None` for a small one.
    pub stack: Option<usize>,
}

/// The log output of the current run.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogMeter {
    lines: Rc<Cell<usize>>,
    bytes: Rc<Cell<usize>>,
}

impl LogMeter {
    /// Starts a run.
    pub(crate) fn reset(&self) {
        self.lines.set(0);
        self.bytes.set(0);
    }

    /// Returns whether the run logged too much, and was ended for that.
    pub(crate) fn is_full(&self) -> bool {
        self.lines.get() > MAX_LOG_LINES || self.bytes.get() > MAX_LOG_BYTES
    }

    fn count(&self, text: &str) {
        self.lines.set(self.lines.get() + 1);
        self.bytes.set(self.bytes.get().saturating_add(text.len()));
        if self.is_full() {
            budget::exceed_text_limit(MAX_LOG_BYTES as u64);
        }
    }
}

/// Creates the session of a lesson: its files, facts and edition apply. The problems are mistakes of the lesson.
pub(crate) fn session(lesson: &Lesson, setup: &JudgeSetup) -> (Session, LogMeter, Vec<String>) {
    let meter = LogMeter::default();
    let counted = meter.clone();
    let mut host = SystemHost::new(Box::new(move |_, text| counted.count(text)));
    if let Some(stack) = setup.stack {
        host = host.with_stack(stack);
    }
    let mut session = Session::new(settings(setup), Box::new(host));
    session.report_types(DescribedTypes::NONE);
    let problem = prepare(lesson, setup.folder.as_deref(), &mut session).err();
    (session, meter, problem.into_iter().collect())
}

fn settings(setup: &JudgeSetup) -> Settings {
    let mut settings = setup.settings.clone();
    settings.execution.check = StaticCheck::Warn;
    settings.execution.time = TIME;
    settings.execution.steps = STEPS;
    settings.execution.memory = MEMORY;
    settings.execution.files = Reach::Modules;
    settings.display.notes = true;
    if let Some(folder) = &setup.folder {
        settings.folder = folder.display().to_string();
    }
    settings
}
