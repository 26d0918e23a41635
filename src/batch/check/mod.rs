//! `pprepl check`: finds errors in files, directories and environments without running them, and applies safe fixes.
//! The files are checked on all cores; the output has their order.

mod checking;
mod environment;
mod file;
mod findings;
mod plain;
mod rules;
mod watch;

use std::path::PathBuf;

use pprepl_project::is_environment;
use pprepl_session::Settings;

use super::arguments::{Check, Options};
use super::{Status, printer, sarif};
use checking::Checking;
use findings::Findings;

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
