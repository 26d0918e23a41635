//! `pprepl check`: finds errors in files, directories and environments without running them, and applies safe fixes.
//! The files are checked on all cores; the output has their order.

mod checking;
mod environment;
mod file;
mod findings;
mod fingerprint;
mod github;
mod plain;
pub(super) mod project_config;
mod rules;
mod style;
mod tally;
mod watch;

use std::path::PathBuf;

use pprepl_project::is_environment;
use pprepl_session::Settings;

use super::Status;
use super::arguments::{Check, Options};
use super::exclusion::Exclusion;
use super::input;
use super::printer;
use checking::Checking;
use findings::Findings;
use tally::Tally;

/// Checks files, directories and environments.
pub fn run(check: &Check, options: &Options, settings: &Settings) -> Status {
    if check.rules {
        return rules::list(check.json);
    }
    if check.watch {
        let Ok(checking) = checking(check, options, settings, check.files.first()) else { return Status::Usage };
        return watch::run(&checking);
    }
    let (mut status, mut tally) = (Status::Success, Tally::default());
    for operands in groups(&check.files) {
        let Ok(checking) = checking(check, options, settings, operands.first()) else { return Status::Usage };
        let mut print = |findings: Findings| {
            status = status.max(findings.status);
            findings.print(&mut tally);
        };
        let ended = match operands {
            [root] if is_environment(root) => environment::run(&checking, root, &mut print),
            paths => plain::run(&checking, paths, &mut print),
        };
        status = status.max(ended);
    }
    tally.finish(check.findings_format(), options.quiet);
    status
}

/// Returns the check of operands with the rules of the nearest file above them. Fails after an error that it prints.
fn checking<'c>(
    check: &'c Check,
    options: &'c Options,
    settings: &'c Settings,
    operand: Option<&PathBuf>,
) -> Result<Checking<'c>, ()> {
    let mut rules = options.personal.own.config.check.clone();
    let file = operand.filter(|_| !check.no_project_config).and_then(|path| project_config::find(path));
    let project = file.as_deref().map(|file| project_config::read(file, settings)).transpose()?;
    let exclusion = Exclusion::of(&check.exclude, &rules, file.as_deref().zip(project.as_ref()))
        .map_err(|error| printer::error(&format!("error: {error}")))?;
    project.into_iter().for_each(|project| rules.extend(project));
    let reading = input::rules(&check.files, settings);
    Ok(Checking { check, options, settings, rules, exclusion, reading })
}

/// Splits the operands: each environment is a group of its own, and the files of a group have the same configuration.
fn groups(operands: &[PathBuf]) -> impl Iterator<Item = &[PathBuf]> {
    let configured = |one: &PathBuf, next: &PathBuf| project_config::find(one) == project_config::find(next);
    operands.chunk_by(move |one, next| !is_environment(one) && !is_environment(next) && configured(one, next))
}
