//! The errors of imports.

use std::fmt;

/// Why a file is not a notebook that can be imported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportError {
    /// The file is not JSON; with the parser's message.
    NotJson(String),
    /// A Jupyter format other than 4.
    JupyterFormat(u64),
    /// The JSON has no format number of Jupyter.
    NoJupyterFormat,
    NoCells,
    /// The file is an export that does not contain the notebook.
    HtmlPage,
    Picture,
    Recording,
    ResultsFile,
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImportError::NotJson(message) => write!(f, "not a Jupyter notebook: {message}"),
            ImportError::JupyterFormat(other) => write!(
                f,
                "unsupported Jupyter format {other}, expected 4; 'jupyter nbconvert --to notebook' converts it"
            ),
            ImportError::NoJupyterFormat => f.write_str("not a Jupyter notebook: format number not found"),
            ImportError::NoCells => f.write_str("the Jupyter notebook has no list of cells"),
            ImportError::HtmlPage => f.write_str("this is an HTML page; open its notebook instead"),
            ImportError::Picture => f.write_str("this is a picture; open its notebook instead"),
            ImportError::Recording => f.write_str("this is a recording; open its notebook instead"),
            ImportError::ResultsFile => f.write_str("this is a results file; open its notebook instead"),
        }
    }
}

impl std::error::Error for ImportError {}
