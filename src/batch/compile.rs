//! `pprepl catalog`: compiles files or an environment and prints the catalog.

use std::mem::ManuallyDrop;

use pprepl_session::{Secrets, Session, Settings};

use super::arguments::{Arguments, Compile};
use super::output::{finish, open, open_with, run_silently};
use super::session::{only_as_json, session};
use super::{Status, input, node_data, printer};

/// Evaluates the command line's inputs, finishes the compilation, and prints catalog and diagnostics.
pub(super) fn run(compile: &Compile, arguments: &Arguments, settings: Settings) -> Status {
    let options = &arguments.inputs.options;
    let mut session = ManuallyDrop::new(session(settings, options));
    only_as_json(&mut session, arguments);
    session.begin_compilation();
    let mut status = evaluate(compile, arguments, &mut session);
    if status == Status::Success {
        status = run_silently(node_data::classes(arguments), &mut session, arguments);
    }
    if status != Status::Success {
        return status;
    }
    let secrets = if compile.show_sensitive { Secrets::Shown } else { Secrets::Redacted };
    // The limits hold until the catalog is written out: values that share their parts are small before.
    let (finished, ended) = session.under_budget("catalog", "", |session| {
        let view = session.catalog();
        let finished = view.finish();
        let json = if compile.check { String::new() } else { finished.to_json(secrets) };
        (json, finished.findings())
    });
    if let Some(report) = ended {
        printer::reports(&[report], options);
        return Status::Failed;
    }
    let (json, findings) = finished;
    if !compile.check {
        printer::line(json.trim_end());
    }
    printer::reports(&findings, options);
    if findings.is_empty() { Status::Success } else { Status::Failed }
}

/// Evaluates the files, with an environment in place of its manifests, as Puppet's setting `manifest` does.
fn evaluate(compile: &Compile, arguments: &Arguments, session: &mut Session) -> Status {
    let options = &arguments.inputs.options;
    let mut files = compile.files.iter().map(|path| input::read(path, options));
    if options.environment.is_some() && !compile.files.is_empty() {
        return match files.collect::<Result<Vec<_>, _>>() {
            Ok(manifests) => open_with(arguments, session, Some(&manifests)),
            Err(status) => status,
        };
    }
    let opened = open(arguments, session);
    if opened != Status::Success {
        return opened;
    }
    let failed = files.find_map(|file| {
        let status =
            file.map_or_else(|status| status, |(name, text)| finish(&session.evaluate(&name, &text), false, arguments));
        (status != Status::Success).then_some(status)
    });
    failed.unwrap_or(Status::Success)
}
