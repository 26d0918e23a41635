//! `--watch`: reruns the files and code of the command line in a fresh session whenever a file they depend on changes,
//! and summarizes the differences. Modification times are polled a few times a second. It ends with the process.

use std::thread::sleep;
use std::time::{Duration, SystemTime};

use pprepl_session::commands::changes_text;
use pprepl_session::{DefinitionChange, FileStamps, Session, Settings};
use pprepl_text::visible;

use super::arguments::Arguments;
use super::evaluate::evaluate;
use super::output::open;
use super::session::{only_as_json, session_with_levels};
use super::{Status, printer};

/// Pause between two checks of the files.
const PAUSE: Duration = Duration::from_millis(300);

/// Runs repeatedly.
pub fn run(arguments: &Arguments, settings: &Settings) -> Status {
    if arguments.inputs.files.is_empty()
        && arguments.inputs.code.is_empty()
        && arguments.inputs.options.environment.is_none()
    {
        printer::error_line("error: --watch needs files, code or an environment to run again");
        return Status::Usage;
    }
    let mut earlier: Option<Session> = None;
    loop {
        let (mut now, levels) = session_with_levels(settings.clone(), &arguments.inputs.options);
        only_as_json(&mut now, arguments);
        let start = Start { files: stamps(&mut now, arguments), moment: SystemTime::now() };
        let mut status = open(arguments, &mut now);
        if status == Status::Success && !(arguments.inputs.files.is_empty() && arguments.inputs.code.is_empty()) {
            status = evaluate(arguments, &mut now, &levels);
        }
        if status == Status::Usage && earlier.is_none() {
            return status;
        }
        if let Some(before) = earlier.as_ref().filter(|_| status == Status::Success) {
            report(&now, before);
        }
        let changed = wait(&mut now, arguments, &start);
        printer::error_line(&visible(&format!("--- changed: {}", changed.join(", "))));
        // The next report shows the differences from the last successful run.
        if status == Status::Success || earlier.is_none() {
            earlier = Some(now);
        }
    }
}

/// The files as they were at the start of a run.
struct Start {
    files: FileStamps,
    moment: SystemTime,
}

/// Waits until a file differs from what it was at the start of the run.
fn wait(session: &mut Session, arguments: &Arguments, start: &Start) -> Vec<String> {
    // Which other files a run depends on is known at its end only.
    let first = stamps(session, arguments);
    let changed = first.changed_during(&start.files, start.moment);
    if !changed.is_empty() {
        return changed;
    }
    loop {
        sleep(PAUSE);
        let changed = stamps(session, arguments).changed_since(&first);
        if !changed.is_empty() {
            return changed;
        }
    }
}

fn stamps(session: &mut Session, arguments: &Arguments) -> FileStamps {
    session.reloader().watch_with(&arguments.inputs.files)
}

/// Reports the differences from the previous run.
fn report(now: &Session, before: &Session) {
    for one in now.definitions_since(before) {
        printer::error_line(&visible(&definition_line(&one)));
    }
    let changes = now.catalog().changes_since(&before.catalog());
    if !changes.is_empty() {
        printer::error_line(&visible(&changes_text(&changes)));
    }
}

fn definition_line(one: &DefinitionChange) -> String {
    let details = if one.details.is_empty() { String::new() } else { format!(": {}", one.details.join("; ")) };
    format!("{} {} {} at {}{details}", one.side.mark(), one.kind, one.name, one.place)
}
