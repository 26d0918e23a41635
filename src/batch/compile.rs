//! `pprepl catalog`: compiles files or an environment and prints the catalog.

use std::mem::ManuallyDrop;

use pprepl_session::{Secrets, Settings};

use super::arguments::{Arguments, Compile};
use super::output::{finish, open, run_silently};
use super::session::{only_as_json, session};
use super::{Status, input, node_data, printer};

/// Evaluates the command line's inputs, finishes the compilation, and prints catalog and diagnostics.
pub(super) fn run(compile: &Compile, arguments: &Arguments, settings: Settings) -> Status {
    let options = &arguments.inputs.options;
    let mut session = ManuallyDrop::new(session(settings, options));
    only_as_json(&mut session, arguments);
    session.begin_compilation();
    let mut status = open(arguments, &mut session);
    for path in &compile.files {
        if status != Status::Success {
            return status;
        }
        status = match input::read(path, &arguments.inputs.options) {
            Ok((name, text)) => finish(&session.evaluate(&name, &text), false, arguments),
            Err(status) => status,
        };
    }
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
