//! `--enc FILE`: the environment and the parameters of a node before everything else, and its classes after the files.

use pprepl_session::Classification;
use pprepl_text::visible;

use super::arguments::Arguments;
use super::{Status, input, printer};

/// A classifier's file: its name and its content.
pub type Classified = (String, Classification);

/// Reads the file of the command line, if it names one.
pub fn classification(arguments: &Arguments) -> Result<Option<Classified>, Status> {
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

/// Returns the input that declares the classes, as (name, source), if there are any.
pub fn classes(arguments: &Arguments) -> Result<Option<(String, String)>, Status> {
    let found = classification(arguments)?.map(|(name, found)| (name, found.classes_code()));
    Ok(found.filter(|(_, code)| !code.is_empty()))
}
