//! Modes without a prompt: files, code of the command line, piped input, and inspection of files. Values go to standard
//! output, logs and diagnostics to standard error.

mod answers;
pub mod arguments;
mod check;
mod class;
mod compile;
mod completions;
mod diff;
mod evaluate;
mod exclusion;
mod explain;
mod files;
mod fmt;
mod grade;
mod input;
mod inspect;
mod interrupt;
mod junit;
#[cfg(feature = "jupyter")]
mod kernel;
mod learn;
mod lesson;
mod lesson_findings;
mod lessons;
mod manual;
mod node_data;
mod nodes;
mod operands;
mod output;
mod paint;
mod piped;
pub mod printer;
mod run;
mod sarif;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod settings;
mod share;
mod status;
mod test;
mod threads;
mod uri;
mod watch;

use std::mem::ManuallyDrop;

use crate::terminal::main_thread::MainThread;
use pprepl_session::{Report, Session, Settings};
use pprepl_text::{Code, IssueCode, Severity};

use arguments::{Action, Arguments};
use session::{only_as_json, session, session_with_levels};

pub use evaluate::first_inputs;
pub use node_data::classification;
pub use settings::{OptionError, configuration, settings};
pub use status::Status;

/// Runs the mode that the command line selects. (`main` starts the interactive modes.)
pub fn run(arguments: &Arguments, settings: Settings, idle: &MainThread) -> Status {
    // Without a signal handler Ctrl-C ends the process all the same.
    let _ = interrupt::watch(idle);
    let status = act(arguments, settings);
    if interrupt::happened() { Status::INTERRUPTED } else { status }
}

fn act(arguments: &Arguments, settings: Settings) -> Status {
    let options = &arguments.inputs.options;
    match &arguments.command {
        Some(Action::Tokens(look)) => inspect::tokens(&session(settings, options), look, options),
        Some(Action::Ast(look)) => inspect::ast(&session(settings, options), look, options),
        Some(Action::Check(check)) => check::run(check, options, &settings),
        Some(Action::Catalog(compile)) => match &compile.nodes {
            Some(folder) => nodes::run(compile, folder, arguments, &settings),
            None => compile::run(compile, arguments, settings),
        },
        Some(Action::Diff(what)) => diff::run(what, arguments, &settings),
        Some(Action::Run(what)) => run::run(what, arguments, &settings),
        Some(Action::Test(what)) => test::run(what, arguments, &settings),
        Some(Action::Fmt(form)) => fmt::run(&session(settings, options), form, options),
        Some(Action::Explain(what)) => explain::run(&mut session(settings, options), what, options),
        Some(Action::Learn(what)) => learn::list(what),
        Some(Action::Lesson { action }) => lesson::run(action, options, &settings),
        Some(Action::Class(what)) => class::list(what),
        #[cfg(feature = "serve")]
        Some(Action::Serve(what)) => serve::run(what, options),
        #[cfg(not(feature = "serve"))]
        Some(Action::Serve(_)) => missing_feature("serve"),
        Some(Action::Share(what)) => share::run(what, options),
        #[cfg(feature = "jupyter")]
        Some(Action::Kernel(what)) => kernel::install(what),
        #[cfg(not(feature = "jupyter"))]
        Some(Action::Kernel(_)) => missing_feature("jupyter"),
        Some(Action::Completions { shell }) => completions::run(*shell),
        Some(Action::Man(what)) => manual::run(what),
        Some(Action::Rpc | Action::Lsp { .. } | Action::Notebook(_) | Action::Present(_)) => Status::Usage,
        // The process ends with the session, so its memory need not be released piece by piece.
        None if arguments.inputs.watch => watch::run(arguments, &settings),
        None => {
            let (session, levels) = session_with_levels(settings, options);
            let mut session = ManuallyDrop::new(session);
            only_as_json(&mut session, arguments);
            match output::open(arguments, &mut session) {
                Status::Success => evaluate::evaluate(arguments, &mut session, &levels).max(end(arguments, &session)),
                status => status,
            }
        }
    }
}

/// Reports a subcommand that this program was built without. `feature` is the Cargo feature that has it.
pub fn missing_feature(feature: &str) -> Status {
    printer::error_line(&format!(
        "error: this program was built without the feature '{feature}'; build it with '--features {feature}'"
    ));
    Status::Usage
}

/// Finishes a run for a node or an environment as a compilation: diagnostics at its end are errors. Other runs warn of
/// cycles only.
fn end(arguments: &Arguments, session: &Session) -> Status {
    let options = &arguments.inputs.options;
    let findings = session.catalog().findings();
    if options.node.is_empty() && options.environment.is_none() {
        if session.catalog().has_waiting_nodes() && !arguments.inputs.json && !options.quiet {
            printer::error_line("note: the node definitions did not run; '--node NAME' runs the one of a node");
        }
        let is_cycle = |one: &Report| one.code == Code::Issue(IssueCode::DependencyCycle);
        let cycles: Vec<Report> = findings.into_iter().filter(is_cycle).collect();
        let warnings: Vec<Report> = cycles.into_iter().map(|one| one.with_severity(Severity::Warning)).collect();
        if !arguments.inputs.json {
            printer::reports(&warnings, options);
        }
        return Status::Success;
    }
    printer::reports(&findings, options);
    if findings.is_empty() { Status::Success } else { Status::Failed }
}
