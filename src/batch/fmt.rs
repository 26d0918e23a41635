//! `pprepl fmt`: formats files. Without an option it writes the changed files, and formats standard input to standard
//! output. A source with errors is unchanged, and its errors are reported.

use std::path::Path;

use pprepl_files::Rules;
use pprepl_notebook::file;
use pprepl_session::file::reason;
use pprepl_session::{Session, Settings};
use pprepl_text::{difference, visible};

use super::arguments::{Form, Options};
use super::check::project_config;
use super::exclusion::Exclusion;
use super::{Status, files, input, printer};

/// Formats files and directories.
pub fn run(session: &Session, form: &Form, options: &Options) -> Status {
    let mut status = Status::Success;
    for operand in &form.files {
        let Ok(exclusion) = exclusion(operand, form, options, session.settings()) else { return Status::Usage };
        let rules = input::rules(std::slice::from_ref(operand), session.settings());
        let (files, found) = files::of(std::slice::from_ref(operand), &exclusion, &rules);
        status =
            files.iter().map(|path| one(session, path, &rules, (form, options))).fold(status.max(found), Status::max);
    }
    status
}

/// Returns the files below an operand that are not formatted.
fn exclusion(operand: &Path, form: &Form, options: &Options, settings: &Settings) -> Result<Exclusion, ()> {
    let file = project_config::find(operand).filter(|_| operand.is_dir());
    let project = file.as_deref().map(|file| project_config::read(file, settings)).transpose()?;
    let own = &options.personal.own.config.check;
    Exclusion::of(&form.exclude, own, file.as_deref().zip(project.as_ref()))
        .map_err(|error| printer::error(&format!("error: {error}")))
}

fn one(session: &Session, path: &Path, rules: &Rules, (form, options): (&Form, &Options)) -> Status {
    let (name, text) = match input::read_operand(path, rules) {
        Ok(read) => read,
        Err(status) => return status,
    };
    let formatted = match session.source().formatted(&name, &text) {
        Ok(formatted) => formatted,
        Err(reports) => {
            printer::reports(&reports, options);
            if path == Path::new("-") && !form.check && !form.diff {
                printer::text(&text);
            }
            return Status::Invalid;
        }
    };
    if formatted.kept {
        printer::error(&format!("{name}: not formatted: the result would be a different program"));
    }
    let changed = formatted.text != text;
    if form.diff {
        printer::text(&difference::unified(&name, &text, &formatted.text));
    } else if form.check && changed {
        printer::line(&visible(&name));
    }
    match (form.check, form.diff) {
        (true, _) => {
            if changed {
                Status::Failed
            } else {
                Status::Success
            }
        }
        (_, true) => Status::Success,
        _ => write(path, &name, &formatted.text, changed),
    }
}

fn write(path: &Path, name: &str, text: &str, changed: bool) -> Status {
    if path == Path::new("-") {
        printer::text(text);
    } else if changed && let Err(error) = file::write(path, text) {
        printer::error(&format!("error[file-write]: cannot write {name}: {}", reason(&error)));
        return Status::Usage;
    }
    Status::Success
}
