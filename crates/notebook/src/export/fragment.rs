//! A value as a part of another program's page, such as Jupyter's: the markup of the HTML page, with its own colors.

use std::fmt::Write as _;

use pprepl_text::layout::layout;
use pprepl_text::theme::{Role, Themes};
use pprepl_text::visible;

use super::page::{WIDTH, table_html};
use super::painter::{PagePainter, escaped};
use super::sheet::{class, scoped};
use crate::CellOutput;

/// The class of the part. All rules are below it, so that they change nothing else of the page.
const SCOPE: &str = "pprepl";

/// Renders values. One painter serves all: its highlighter is made once.
#[derive(Default)]
pub struct ValuePainter {
    painter: PagePainter,
}

impl ValuePainter {
    /// Renders the value of an output with its type: a table, or highlighted code. `None` without a value.
    pub fn html(&mut self, output: &CellOutput, themes: Themes) -> Option<String> {
        let value = output.value.as_ref()?;
        let mut body = match &output.table {
            Some(table) => table_html(table),
            None => format!("<pre>{}</pre>\n", self.painter.code(&layout(&visible(value), WIDTH))),
        };
        if let Some(name) = &output.type_line {
            let role = class(Role::TypeLine);
            let _ = writeln!(body, "<code class=\"{role}\">{}</code>", escaped(&visible(name)));
        }
        let is_used = |role: Role| body.contains(&format!("class=\"{}\"", class(role)));
        let rules = scoped(themes, &format!(".{SCOPE}"), &is_used);
        let style = if rules.is_empty() { rules } else { format!("<style>{rules}</style>\n") };
        Some(format!("<div class=\"{SCOPE}\">\n{style}{body}</div>\n"))
    }
}
