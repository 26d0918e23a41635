//! `pprepl check`: finds errors in files, directories and environments without running them, and applies safe fixes.
//! The files are checked on all cores; the output has their order.

mod environment;
mod file;
mod findings;
mod plain;
mod rules;
mod watch;
mod workers;

use std::path::{Path, PathBuf};

use pprepl_project::is_environment;
use pprepl_session::{Session, Settings};

use super::arguments::{Check, Options};
use super::session::session;
use super::{Status, printer, sarif};
use findings::Findings;

/// A check of files: what to check and how.
struct Checking<'c> {
    check: &'c Check,
    options: &'c Options,
    settings: &'c Settings,
}

/// Checks files, directories and environments.
pub fn run(check: &Check, options: &Options, settings: &Settings) -> Status {
    if check.rules {
        return rules::list(check.json);
    }
    let checking = Checking { check, options, settings };
    if check.watch {
        return watch::run(&checking);
    }
    let (mut status, mut results) = (Status::Success, Vec::new());
    for operands in groups(&check.files) {
        let mut print = |findings: Findings| {
            status = status.max(findings.status);
            findings.print(&mut results);
        };
        let ended = match operands {
            [root] if is_environment(root) => environment::run(&checking, root, &mut print),
            paths => plain::run(&checking, paths, &mut print),
        };
        status = status.max(ended);
    }
    if check.sarif {
        printer::json(&sarif::document(&results));
    }
    status
}

/// Splits the operands: each environment is a group of its own.
fn groups(operands: &[PathBuf]) -> impl Iterator<Item = &[PathBuf]> {
    operands.chunk_by(|one, next| !is_environment(one) && !is_environment(next))
}

impl Checking<'_> {
    /// Returns a session for one thread.
    fn session(&self) -> Session {
        let mut session = session(self.settings.clone(), self.options);
        rules::adjust(&mut session, self.check);
        session
    }

    /// Returns the number of threads for a number of files.
    fn threads(&self, files: usize) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let wanted = self.check.jobs.map_or_else(cores, |jobs| usize::from(jobs.get()));
        // The standard input is one, and a session costs as much as some files.
        wanted.min(files.div_ceil(workers::MIN_FILES)).max(1)
    }
}

/// Returns whether a path is the standard input.
fn is_input(path: &Path) -> bool {
    path == Path::new("-")
}
