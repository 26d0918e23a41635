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
        Form::Html => Err("this is an HTML page; open its notebook instead".to_owned()),
        Form::Cast => Err("this is a recording; open its notebook instead".to_owned()),
        Form::Results => Err("this is a results file; open its notebook instead".to_owned()),
    }
}
