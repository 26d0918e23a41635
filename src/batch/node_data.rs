//! `--enc FILE`: the parameters of a node as variables before everything else, and its classes after the files.

use pprepl_session::Classification;
use pprepl_text::visible;

use super::arguments::Arguments;
use super::{Status, input, printer};

/// The code of a node's data: its name and the source; empty for none.
type Input = (String, String);

/// Reads the file of the command line.
fn classification(arguments: &Arguments) -> Result<Option<(String, Classification)>, Status> {
    let Some(path) = &arguments.inputs.enc else { return Ok(None) };
    let (name, text) = input::read(path, &arguments.inputs.options)?;
    match Classification::read(&text) {
        Ok(found) => Ok(Some((name, found))),
        Err(message) => {
            printer::error_line(&visible(&format!(
                "error: --enc: {name} is not the output of a classifier: {message}"
            )));
            printer::error_line("  = help: expected YAML with the keys classes, parameters or environment");
            Err(Status::Usage)
        }
    }
}

/// Returns the input that sets the parameters, if there are any.
pub fn parameters(arguments: &Arguments) -> Result<Option<Input>, Status> {
    let found = classification(arguments)?.map(|(name, found)| (name, found.parameters_code()));
    Ok(found.filter(|(_, code)| !code.is_empty()))
}

/// Returns the input that declares the classes, if there are any.
pub fn classes(arguments: &Arguments) -> Result<Option<Input>, Status> {
    let found = classification(arguments)?.map(|(name, found)| (name, found.classes_code()));
    Ok(found.filter(|(_, code)| !code.is_empty()))
}
