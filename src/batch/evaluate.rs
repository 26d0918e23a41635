//! Evaluates the files and code of the command line, or standard input.

use std::path::Path;

use pprepl_session::Session;

use super::arguments::{self, Arguments, Options};
use super::output::{echoes, finish, run_silently, submit};
use super::session::LogLevels;
use super::{Status, input, interrupt, node_data, operands, piped, printer};

/// Returns the files and code of the command line as inputs, as (name, source).
pub fn first_inputs(arguments: &Arguments) -> Result<Vec<(String, String)>, Status> {
    let files = arguments.inputs.files.iter().map(|path| operand(path, &arguments.inputs.options));
    let code = arguments.inputs.code.iter().map(|code| Ok(("-e".to_owned(), code.clone())));
    let classes = node_data::classes(arguments).transpose();
    files.chain(classes).chain(code).collect()
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
pub fn evaluate(arguments: &Arguments, session: &mut Session, levels: &LogLevels) -> Status {
    if arguments.inputs.files.is_empty() && arguments.inputs.code.is_empty() {
        let status = run_silently(node_data::classes(arguments), session, arguments);
        return if status == Status::Success { piped::run(session, arguments, levels) } else { status };
    }
    for path in &arguments.inputs.files {
        let status = match operand(path, &arguments.inputs.options) {
            Ok((name, text)) => file(session, &name, &text, arguments),
            Err(status) => status,
        };
        if status != Status::Success {
            return status;
        }
    }
    let mut status = run_silently(node_data::classes(arguments), session, arguments);
    if status != Status::Success {
        return status;
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
    finish(&evaluation, shown && echoes(session), arguments)
}
