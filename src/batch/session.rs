//! The session of a batch mode.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use pprepl_session::LogFilter;
use pprepl_session::{DescribedTypes, LogSink, Session, Settings, SystemHost};

use super::arguments::{Arguments, Options};
use super::{interrupt, printer};

/// Disables type inference unless the output is JSON, which alone prints types.
pub fn only_as_json(session: &mut Session, arguments: &Arguments) {
    if !arguments.inputs.json {
        session.report_types(DescribedTypes::NONE);
    }
}

/// The levels whose log lines a session writes.
pub struct LogLevels {
    filter: Rc<Cell<LogFilter>>,
    quiet: bool,
}

impl LogLevels {
    fn new(settings: &Settings, options: &Options) -> LogLevels {
        let filter = LogFilter::new(&settings.display.log_level, options.quiet);
        LogLevels { filter: Rc::new(Cell::new(filter)), quiet: options.quiet }
    }

    /// Follows the setting `log_level`, which an input may have changed.
    pub fn follow(&self, settings: &Settings) {
        self.filter.set(LogFilter::new(&settings.display.log_level, self.quiet));
    }
}

/// Returns a session that writes its log lines to standard error as they arrive.
pub fn session(settings: Settings, options: &Options) -> Session {
    session_with_levels(settings, options).0
}

/// Returns such a session, and the levels that it writes.
pub fn session_with_levels(settings: Settings, options: &Options) -> (Session, LogLevels) {
    let levels = LogLevels::new(&settings, options);
    let host = SystemHost::new(sink_of(&levels, options)).with_stack(options.stack);
    let session = Session::new(settings, Box::new(host));
    interrupt::follow(session.cancel_flag());
    (session, levels)
}

/// Returns a sink that writes log lines of the selected levels to standard error.
pub fn log_sink(settings: &Settings, options: &Options) -> LogSink {
    sink_of(&LogLevels::new(settings, options), options)
}

fn sink_of(levels: &LogLevels, options: &Options) -> LogSink {
    let filter = levels.filter.clone();
    let color = printer::colored(options.color, &io::stderr());
    Box::new(move |level, text| {
        if filter.get().shows(level) {
            printer::error_line(&printer::log_line(level, text, color));
        }
    })
}
