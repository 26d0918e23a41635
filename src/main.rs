//! The binary: reads the command line and hands over to a front end.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use pprepl::batch::arguments::{Action, Arguments, ColorWhen};
use pprepl::batch::{self, Status, printer};
use pprepl::repl::{self, Start};
use pprepl::rpc;
use pprepl::session::{Settings, SystemHost};

/// Strings and arrays come and go by the thousand: a quicker allocator halves that.
#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(run().code())
}

fn run() -> Status {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    let settings = match batch::settings(&arguments.options) {
        Ok(settings) => settings,
        Err(message) => {
            printer::error_line(&format!("error: {message}"));
            return Status::Usage;
        }
    };
    match arguments.command {
        Some(Action::Rpc) => serve(settings, arguments.options.module_path),
        None if is_interactive(&arguments) => interact(settings, arguments),
        _ => batch::run(&arguments, settings),
    }
}

fn serve(settings: Settings, module_path: Vec<PathBuf>) -> Status {
    rpc::run(settings, SystemHost::silent().with_module_path(module_path));
    Status::Success
}

fn interact(settings: Settings, arguments: Arguments) -> Status {
    let first = match batch::first_inputs(&arguments) {
        Ok(first) => first,
        Err(status) => return status,
    };
    let options = arguments.options;
    let color = match options.color {
        ColorWhen::Auto => None,
        ColorWhen::Always => Some(true),
        ColorWhen::Never => Some(false),
    };
    let start = Start { settings, module_path: options.module_path, color, quiet: options.quiet, first };
    match repl::run(start) {
        Ok(()) => Status::Success,
        Err(message) => {
            printer::error_line(&format!("error: {message}"));
            Status::Failed
        }
    }
}

/// Is a prompt wanted?
fn is_interactive(arguments: &Arguments) -> bool {
    let named = !arguments.files.is_empty() || !arguments.code.is_empty();
    io::stdin().is_terminal() && (arguments.interactive || !named)
}

/// Prints help or version, or what is wrong with the command line.
fn refuse(error: &clap::Error) -> Status {
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let text = error.render();
    match (asked, io::stderr().is_terminal()) {
        (true, _) => printer::line(text.to_string().trim_end()),
        (false, true) => printer::error_line(text.ansi().to_string().trim_end()),
        (false, false) => printer::error_line(text.to_string().trim_end()),
    }
    if asked { Status::Success } else { Status::Usage }
}
