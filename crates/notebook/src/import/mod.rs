//! The import of notebooks from other formats: Jupyter and Markdown.

mod ipynb;
mod markdown;

use super::export::Form;
use super::{Document, Outputs};

pub use ipynb::ipynb;
pub use markdown::markdown;

/// Reads a notebook in this format, with its outputs if it contains them. `Err` holds the reason.
pub fn read(form: Form, text: &str) -> Result<(Document, Outputs), String> {
    match form {
        Form::Manifest => Ok((Document::parse(text), Outputs::new())),
        Form::Jupyter => ipynb(text),
        Form::Markdown => Ok((markdown(text), Outputs::new())),
        Form::Html => Err("a page cannot be read back; open the notebook that it was made of".to_owned()),
        Form::Cast => Err("a recording cannot be read back; open the notebook that it was made of".to_owned()),
        Form::Results => Err("results alone are no notebook; open the one that they are of".to_owned()),
    }
}
