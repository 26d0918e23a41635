//! The module as a WASI command: `rpc`, `check`, `run` and `fmt` in a few lines each, for Node and wasmtime. The program
//! for terminals has all options.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use pprepl_assets::THEMES;
use pprepl_session::{Evaluation, Report, Session, Settings, SystemHost};
use pprepl_text::Severity;

/// The help of the command.
const USAGE: &str = "\
usage: pprepl.wasm COMMAND [FILE...]
  rpc      serve JSON-RPC on the standard input and output
  check    report the findings of files; nothing runs
  run      evaluate files
  fmt      print files in the usual format
  engine [STACK]  prepare the module for a page, and return
";

/// The largest file, in bytes.
const MAX: u64 = 16 << 20;

/// The status of a wrong command line.
const USAGE_STATUS: u8 = 2;

/// The standard output and the standard error.
pub struct Streams<'s> {
    pub out: &'s mut dyn Write,
    pub err: &'s mut dyn Write,
}

/// Runs a command. `stack` is the part of the stack that evaluations may use, in bytes.
pub fn run(arguments: &[String], stack: usize, streams: &mut Streams<'_>) -> ExitCode {
    let settings = Settings { themes: THEMES, ..Settings::default() };
    let host = SystemHost::silent().with_stack(stack);
    let files = arguments.get(1..).unwrap_or_default();
    match arguments.first().map(String::as_str) {
        Some("rpc") => match pprepl_rpc::run(Session::new(settings, Box::new(host)), |_| Ok(())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => streams.fail(&format!("error: {error}\n")),
        },
        Some("check") => each(files, Session::new(settings, Box::new(host)), streams, check),
        Some("run") => each(files, Session::new(settings, Box::new(host)), streams, evaluate),
        Some("fmt") => each(files, Session::new(settings, Box::new(host)), streams, format),
        _ => streams.fail(USAGE),
    }
}

type Act = fn(&mut Session, &str, &str, &mut Streams<'_>) -> bool;

/// Runs a function on each file. The status is 0 if all succeed.
fn each(files: &[String], mut session: Session, streams: &mut Streams<'_>, act: Act) -> ExitCode {
    if files.is_empty() {
        return streams.fail(USAGE);
    }
    let mut succeeds = true;
    for name in files {
        match pprepl_session::file::read(Path::new(name), MAX) {
            Ok(text) => succeeds &= act(&mut session, name, &text, streams),
            Err(error) => {
                streams.complain(&format!("error: {name}: {}\n", error.message));
                succeeds = false;
            }
        }
    }
    if succeeds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn check(session: &mut Session, name: &str, text: &str, streams: &mut Streams<'_>) -> bool {
    let reports = session.analyze().check_types(name, text).visible();
    streams.report(&reports);
    !has_error(&reports)
}

fn evaluate(session: &mut Session, name: &str, text: &str, streams: &mut Streams<'_>) -> bool {
    let Evaluation { value, logs, reports, .. } = session.evaluate(name, text);
    for (level, line) in &logs {
        streams.say(&format!("{}: {line}\n", level.label()));
    }
    streams.report(&reports);
    if let Some(value) = value {
        streams.say(&format!("{value}\n"));
    }
    !has_error(&reports)
}

fn format(session: &mut Session, name: &str, text: &str, streams: &mut Streams<'_>) -> bool {
    match session.source().formatted(name, text) {
        Ok(formatted) => {
            streams.say(&formatted.text);
            true
        }
        Err(reports) => {
            streams.report(&reports);
            false
        }
    }
}

fn has_error(reports: &[Report]) -> bool {
    reports.iter().any(|report| report.severity == Severity::Error)
}

impl Streams<'_> {
    fn report(&mut self, reports: &[Report]) {
        reports.iter().for_each(|report| self.complain(&format!("{}\n", report.frame())));
    }

    fn say(&mut self, text: &str) {
        // An error means that the output is closed.
        let _ = self.out.write_all(text.as_bytes());
    }

    fn complain(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }

    fn fail(&mut self, text: &str) -> ExitCode {
        self.complain(text);
        ExitCode::from(USAGE_STATUS)
    }
}
