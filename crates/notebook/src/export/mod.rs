//! The forms that a notebook is written in for others: Jupyter's, Markdown, a page, a recorded terminal session. Text in,
//! text out; who writes the file, front ends decide.

mod cast;
mod contents;
mod ipynb;
mod markdown;
mod page;
mod prose;
mod results;
mod sheet;

use pprepl_text::theme::Themes;
use std::path::Path;

use super::{Document, Outputs};

pub use cast::{Cast, cast};
pub use ipynb::ipynb;
pub(super) use ipynb::{default_id, heading_of};
pub use markdown::markdown;
pub use page::{Page, html};
pub use results::{is_results, results};

/// A form that a notebook can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The notebook's own: a manifest.
    Manifest,
    /// Jupyter's JSON.
    Jupyter,
    /// Markdown with fenced code.
    Markdown,
    /// A page that needs nothing else.
    Html,
    /// A terminal session for asciinema.
    Cast,
    /// What the cells gave, and nothing else.
    Results,
}

impl Form {
    /// The forms with the ends of their files' names and what they are called.
    pub const ALL: [(Form, &str, &str); 6] = [
        (Form::Manifest, "pp", "manifest"),
        (Form::Jupyter, "ipynb", "Jupyter notebook"),
        (Form::Markdown, "md", "Markdown"),
        (Form::Html, "html", "HTML page"),
        (Form::Cast, "cast", "asciinema recording"),
        (Form::Results, "results", "results alone, written anew at each saving"),
    ];

    /// The form of a file by the end of its name.
    pub fn of(path: &Path) -> Option<Form> {
        let end = path.extension()?.to_str()?.to_ascii_lowercase();
        let end = match end.as_str() {
            "markdown" => "md",
            "htm" => "html",
            other => other,
        };
        Form::ALL.iter().find(|(_, known, _)| *known == end).map(|(form, ..)| *form)
    }
}

/// The notebook in a form, with what its cells gave where the form has a place for it.
pub fn write(form: Form, document: &Document, outputs: &Outputs, themes: Themes) -> String {
    match form {
        Form::Manifest => document.text(),
        Form::Jupyter => ipynb(document, outputs),
        Form::Markdown => markdown(document, outputs),
        Form::Html => html(document, outputs, &Page { themes, ..Page::default() }),
        Form::Cast => cast(document, outputs, &Cast { themes, ..Cast::default() }),
        Form::Results => results(document, outputs),
    }
}

/// The notebook's title: the first heading of its first prose.
pub fn title(document: &Document) -> Option<String> {
    let first = document.cells().iter().find(|cell| !cell.is_code())?;
    prose::first_heading(&first.text)
}
