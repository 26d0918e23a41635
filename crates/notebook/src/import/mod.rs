//! The import of notebooks from other formats: Jupyter and Markdown.

mod error;
mod ipynb;
mod markdown;

use super::export::Form;
use super::{Document, Outputs};

pub use error::ImportError;
pub use ipynb::ipynb;
pub use markdown::{markdown, markdown_with_lines};

/// Reads a notebook in this format, with its outputs if it contains them.
pub fn read(form: Form, text: &str) -> Result<(Document, Outputs), ImportError> {
    match form {
        Form::Manifest => Ok((Document::parse(text), Outputs::new())),
        Form::Jupyter => ipynb(text),
        Form::Markdown => Ok((markdown(text), Outputs::new())),
        Form::Html => Err(ImportError::HtmlPage),
        Form::Svg => Err(ImportError::Picture),
        Form::Cast => Err(ImportError::Recording),
        Form::Results => Err(ImportError::ResultsFile),
    }
}
