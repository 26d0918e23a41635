//! The session of a batch mode.

use std::io;

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

/// Returns a session that writes its log lines to standard error as they arrive.
pub fn session(settings: Settings, options: &Options) -> Session {
    let host = SystemHost::new(log_sink(&settings, options)).with_stack(options.stack);
    let session = Session::new(settings, Box::new(host));
    interrupt::follow(session.cancel_flag());
    session
}

/// Returns a sink that writes log lines of the selected levels to standard error.
pub fn log_sink(settings: &Settings, options: &Options) -> LogSink {
    let filter = LogFilter::new(&settings.display.log_level, options.quiet);
    let color = printer::colored(options.color, &io::stderr());
    Box::new(move |level, text| {
        if filter.shows(level) {
            printer::error_line(&printer::log_line(level, text, color));
        }
    })
}
