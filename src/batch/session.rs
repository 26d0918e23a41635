//! The session of a batch mode.

use std::io;

use pprepl_session::{DescribedTypes, Level, LogSink, Session, Settings, SystemHost};

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
    let least = if options.quiet { Some(rank(Level::Warning)) } else { least_rank(&settings.display.log_level) };
    let color = printer::colored(options.color, &io::stderr());
    Box::new(move |level, text| {
        if least.is_some_and(|least| rank(level) >= least) {
            printer::error_line(&printer::log_line(level, text, color));
        }
    })
}

/// The levels by severity.
const LEVELS: [Level; 8] =
    [Level::Debug, Level::Info, Level::Notice, Level::Warning, Level::Err, Level::Alert, Level::Emerg, Level::Crit];

fn rank(level: Level) -> usize {
    LEVELS.iter().position(|l| *l == level).unwrap_or(0)
}

/// Returns the rank of the level with this name; `None` shows nothing.
fn least_rank(name: &str) -> Option<usize> {
    LEVELS.iter().position(|level| level.as_str() == name)
}
