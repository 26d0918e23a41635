//! The export formats of a notebook: Jupyter, Markdown, an HTML page, an SVG picture, a recorded terminal session. Each converts text
//! to text; front ends write the files.

mod cast;
mod contents;
mod fragment;
mod ipynb;
mod ipynb_edit;
mod log_role;
mod markdown;
mod page;
mod painter;
mod prose;
mod results;
mod sheet;
mod svg;
mod title;
mod trace;

use pprepl_text::theme::Themes;
use std::path::Path;

use super::{Document, Outputs};

pub use cast::{Cast, cast};
pub use fragment::ValuePainter;
pub use ipynb::ipynb;
pub(super) use ipynb::{default_id, heading_of};
pub use ipynb_edit::with_cell_texts;
pub use markdown::markdown;
pub use page::{Page, html};
pub use results::{is_results, results};
pub use svg::svg;
pub use title::title;
pub use trace::{TracedCell, trace_page};

/// A format of a notebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The native format: a manifest.
    Manifest,
    /// Jupyter's JSON.
    Jupyter,
    /// Markdown with fenced code.
    Markdown,
    /// A self-contained HTML page.
    Html,
    /// An SVG picture of the cells.
    Svg,
    /// A terminal session for asciinema.
    Cast,
    /// Only the outputs of the cells.
    Results,
}

impl Form {
    /// The formats with their file suffixes and names.
    pub const ALL: [(Form, &str, &str); 7] = [
        (Form::Manifest, "pp", "manifest"),
        (Form::Jupyter, "ipynb", "Jupyter notebook"),
        (Form::Markdown, "md", "Markdown"),
        (Form::Html, "html", "HTML page"),
        (Form::Svg, "svg", "SVG picture"),
        (Form::Cast, "cast", "asciinema recording"),
        (Form::Results, "results", "results only, rewritten on every save"),
    ];

    /// Returns the format of a file by its suffix.
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

/// Writes the notebook in a format, with the outputs of its cells where the format supports them.
pub fn write(form: Form, document: &Document, outputs: &Outputs, themes: Themes) -> String {
    match form {
        Form::Manifest => document.text(),
        Form::Jupyter => ipynb(document, outputs),
        Form::Markdown => markdown(document, outputs),
        Form::Html => html(document, outputs, &Page { themes, ..Page::default() }),
        Form::Svg => svg(document, outputs, None, themes),
        Form::Cast => cast(document, outputs, &Cast { themes, ..Cast::default() }),
        Form::Results => results(document, outputs),
    }
}
