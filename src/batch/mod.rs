//! Modes without a prompt: files, code of the command line, piped input, and inspection of files. Values go to standard
//! output, logs and diagnostics to standard error.

pub mod arguments;
mod check;
mod compile;
mod files;
mod fmt;
mod input;
mod inspect;
mod interrupt;
mod junit;
mod operands;
mod piped;
pub mod printer;
mod run;
mod sarif;
mod status;
mod watch;

use std::io;
use std::mem::ManuallyDrop;
use std::path::Path;

use crate::terminal::main_thread::MainThread;
use crate::themes::THEMES;
use pprepl_files::Reach;
use pprepl_session::Level;
use pprepl_session::commands;
use pprepl_session::{
    DescribedTypes, Edition, Evaluation, LogSink, Outcome, Session, Settings, SystemHost, check_facts, json,
};

use arguments::{Action, Arguments, Options};

pub use status::Status;

/// Returns the settings of the command line.
pub fn settings(options: &Options) -> Result<Settings, String> {
    let edition = options.edition.as_deref().and_then(Edition::named).unwrap_or_default();
    let mut settings = Settings { themes: THEMES, ..Settings::of(edition) };
    settings.environment.modulepath.clone_from(&options.module_path);
    settings.environment.node.clone_from(&options.node);
    settings.environment.facts.clone_from(&options.facts);
    if let Some(file) = &options.hiera {
        if !file.is_file() {
            return Err(format!("--hiera: file not found: {}", file.display()));
        }
        settings.environment.hiera = file.display().to_string();
    }
    if options.safe {
        settings.execution.files = Reach::Notebook;
    }
    for pair in &options.settings {
        let (key, value) =
            pair.split_once('=').ok_or_else(|| format!("--set expects SETTING=VALUE, found '{pair}'"))?;
        settings.set(key.trim(), value.trim()).map_err(|refused| refused.to_string())?;
    }
    for (key, limit) in [("time", options.time), ("steps", options.steps), ("memory", options.memory)] {
        if let Some(limit) = limit {
            settings.set(key, &limit.to_string()).map_err(|refused| format!("--{key}: {refused}"))?;
        }
    }
    if let Some(files) = &options.reach {
        settings.set("files", files).map_err(|refused| refused.to_string())?;
    }
    check_facts(&settings).map_err(|error| error.to_string())?;
    Ok(settings)
}

/// Disables type inference unless the output is JSON, which alone prints types.
fn only_as_json(session: &mut Session, arguments: &Arguments) {
    if !arguments.inputs.json {
        session.report_types(DescribedTypes::NONE);
    }
}

/// Returns a session that writes its log lines to standard error as they arrive.
fn session(settings: Settings, options: &Options) -> Session {
    let host = SystemHost::new(log_sink(&settings, options)).with_stack(options.stack);
    let session = Session::new(settings, Box::new(host));
    interrupt::follow(session.cancel_flag());
    session
}

fn log_sink(settings: &Settings, options: &Options) -> LogSink {
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
        Some(Action::Check(check)) => check::run(&mut session(settings, options), check, options),
        Some(Action::Catalog(compile)) => compile::run(compile, arguments, settings),
        Some(Action::Run(what)) => run::run(what, arguments, &settings),
        Some(Action::Fmt(form)) => fmt::run(&session(settings, options), form, options),
        Some(Action::Completions { shell }) => completions(*shell),
        Some(Action::Man) => man(),
        Some(Action::Rpc | Action::Notebook(_)) => Status::Usage,
        // The process ends with the session, so its memory need not be released piece by piece.
        None if arguments.inputs.watch => watch::run(arguments, &settings),
        None => {
            let mut session = ManuallyDrop::new(session(settings, options));
            only_as_json(&mut session, arguments);
            match open(arguments, &mut session) {
                Status::Success => evaluate(arguments, &mut session).max(end(arguments, &session)),
                status => status,
            }
        }
    }
}

/// Finishes a run for a node or an environment as a compilation: diagnostics at its end are errors.
fn end(arguments: &Arguments, session: &Session) -> Status {
    let options = &arguments.inputs.options;
    if options.node.is_empty() && options.environment.is_none() {
        return Status::Success;
    }
    let findings = session.catalog().findings();
    printer::reports(&findings, options);
    if findings.is_empty() { Status::Success } else { Status::Failed }
}

/// Opens the environment of the command line.
fn open(arguments: &Arguments, session: &mut Session) -> Status {
    match arguments.inputs.options.environment.as_ref().map(|root| session.open_environment(root)) {
        None => Status::Success,
        Some(Ok(evaluations)) => last_status(&evaluations, arguments),
        Some(Err(message)) => {
            printer::error(&format!("error: {message}"));
            Status::Usage
        }
    }
}

/// Returns the files and code of the command line as inputs, as (name, source).
pub fn first_inputs(arguments: &Arguments) -> Result<Vec<(String, String)>, Status> {
    let files = arguments.inputs.files.iter().map(|path| operand(path, &arguments.inputs.options));
    let code = arguments.inputs.code.iter().map(|code| Ok(("-e".to_owned(), code.clone())));
    files.chain(code).collect()
}

/// Reads a file to evaluate, as (name, source). Suggests a subcommand if one was probably meant.
fn operand(path: &Path, options: &Options) -> Result<(String, String), Status> {
    input::read(path, options).inspect_err(|_| {
        if let Some(word) = operands::meant(path, &arguments::description()) {
            printer::error(&format!(
                "  = help: did you mean the subcommand? Use 'pprepl {word} ..', with options before or after it"
            ));
        }
    })
}

/// Evaluates the files, then the code, or else standard input.
fn evaluate(arguments: &Arguments, session: &mut Session) -> Status {
    if arguments.inputs.files.is_empty() && arguments.inputs.code.is_empty() {
        return piped::run(session, arguments);
    }
    let mut status = Status::Success;
    for path in &arguments.inputs.files {
        status = match operand(path, &arguments.inputs.options) {
            Ok((name, text)) => file(session, &name, &text, arguments),
            Err(status) => status,
        };
        if status != Status::Success {
            return status;
        }
    }
    for code in arguments.inputs.code.iter().take_while(|_| !interrupt::happened()) {
        status = status.max(submit(session, code, arguments));
    }
    status
}

/// Evaluates a file as one input. Prints its value unless it is undef: most files end in a statement.
fn file(session: &mut Session, name: &str, text: &str, arguments: &Arguments) -> Status {
    let evaluation = session.evaluate(name, text);
    let shown = evaluation.value.as_deref().is_none_or(|value| value != "undef");
    finish(&evaluation, shown, arguments)
}

/// Processes an input as typed: whitespace, a meta-command or Puppet.
fn submit(session: &mut Session, text: &str, arguments: &Arguments) -> Status {
    match commands::submit(session, text) {
        Outcome::Nothing | Outcome::Quit | Outcome::Edit(_) => Status::Success,
        Outcome::Evaluated(evaluation) => finish(&evaluation, true, arguments),
        Outcome::Command(answer) => {
            if arguments.inputs.json {
                printer::json(&json::answer(&answer));
            } else {
                printer::answer(&answer, &arguments.inputs.options);
            }
            Status::of_reports(&answer.reports).min(Status::Failed)
        }
    }
}

fn finish(evaluation: &Evaluation, value: bool, arguments: &Arguments) -> Status {
    if arguments.inputs.json {
        printer::json(&json::evaluation(evaluation));
    } else {
        printer::evaluation(evaluation, value, &arguments.inputs.options);
    }
    Status::of(evaluation)
}

/// Reports the diagnostics of evaluations that were not requested one by one; does not print their values.
fn last_status(evaluations: &[Evaluation], arguments: &Arguments) -> Status {
    evaluations.iter().map(|evaluation| finish(evaluation, false, arguments)).max().unwrap_or(Status::Success)
}

fn completions(shell: clap_complete::Shell) -> Status {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut arguments::description(), "pprepl", &mut script);
    printer::line(String::from_utf8_lossy(&script).trim_end());
    Status::Success
}

fn man() -> Status {
    let mut page = Vec::new();
    if clap_mangen::Man::new(arguments::description()).render(&mut page).is_err() {
        return Status::Failed;
    }
    printer::line(String::from_utf8_lossy(&page).trim_end());
    Status::Success
}
