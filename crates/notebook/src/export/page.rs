//! A notebook as one self-contained HTML page: no script, no font, no request. The page is accessible: landmarks,
//! headings in order, a table of contents, and text next to every color. It omits the options of cells and the
//! presenter's notes: they are not for readers.

use pprepl_text::theme::{Role, Themes};
use std::fmt::Write as _;

use super::contents::{Contents, Entry};
use super::log_role::log_role;
use super::painter::{PagePainter, escaped};
use super::prose::prose_html;
use super::sheet::sheet;
use super::title::first_prose;
use crate::{Cell, CellOutput, Document, OutputTable, Outputs};
use pprepl_text::layout::layout;
use pprepl_text::visible;

/// The layout width of values.
pub(super) const WIDTH: usize = 84;

/// The options of a page.
#[derive(Clone, Debug)]
pub struct Page {
    /// The title; without it, the first heading of the notebook.
    pub title: Option<String>,
    /// The language of the prose, as an HTML `lang` code.
    pub language: String,
    /// The themes that color it, for light and dark screens.
    pub themes: Themes,
}

impl Default for Page {
    fn default() -> Page {
        Page { title: None, language: "en".to_owned(), themes: Themes::default() }
    }
}

/// Renders the notebook as a page.
pub fn html(document: &Document, outputs: &Outputs, page: &Page) -> String {
    let own = super::title::title(document);
    let title = page.title.clone().or(own).unwrap_or_else(|| "Notebook".to_owned());
    let title = visible(&title).into_owned();
    let mut contents = Contents::default();
    let mut brush = PagePainter::default();
    let mut main = String::new();
    let first_prose = first_prose(document).map(|cell| cell.id);
    let mut number = 0;
    for cell in document.cells().iter().filter(|cell| !cell.is_note()) {
        if cell.is_code() {
            number += 1;
            push_code(&mut main, cell, number, outputs.get(&cell.id), &mut brush);
        } else {
            let said = Some(title.as_str()).filter(|_| Some(cell.id) == first_prose);
            let prose = prose_html(cell.body(), said, &mut contents, &mut brush);
            let _ = writeln!(main, "<div class=\"prose\">\n{prose}</div>");
        }
    }
    entire_page(page, &title, &contents.entries, &main, "")
}

/// Renders a page with these contents; `style` is rules in addition to the style sheet.
pub(super) fn entire_page(page: &Page, title: &str, entries: &[Entry], main: &str, style: &str) -> String {
    let (title, language) = (escaped(title), escaped(&page.language));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; \
         img-src data:\">\n<meta name=\"generator\" content=\"pprepl\">\n<title>{title}</title>\n<style>\n{}{style}</style>\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#notebook\">Skip to the notebook</a>\n<header>\n<h1>{title}</h1>\n\
         </header>\n",
        sheet(page.themes)
    );
    push_contents(&mut out, entries);
    let _ = write!(
        out,
        "<main id=\"notebook\">\n{main}</main>\n<footer>\n<p>A notebook of Puppet, written by pprepl.</p>\n</footer>\n\
         </body>\n</html>\n"
    );
    out
}

fn push_contents(out: &mut String, entries: &[Entry]) {
    if entries.is_empty() {
        return;
    }
    out.push_str("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n");
    for entry in entries {
        let deep = match entry.level {
            0..=2 => "",
            3 => " class=\"deep\"",
            _ => " class=\"deeper\"",
        };
        let text = if entry.text.is_empty() { "(no title)" } else { &entry.text };
        let _ = writeln!(out, "<li{deep}><a href=\"#{}\">{}</a></li>", escaped(&entry.id), escaped(text));
    }
    out.push_str("</ol>\n</nav>\n");
}

fn push_code(out: &mut String, cell: &Cell, number: usize, output: Option<&CellOutput>, brush: &mut PagePainter) {
    let title = match cell.title() {
        "" => String::new(),
        title => format!(": <b>{}</b>", escaped(&visible(title))),
    };
    let _ = write!(
        out,
        "<figure id=\"cell-{number}\">\n<figcaption>Cell {number}{title}</figcaption>\n\
         <pre class=\"source\"><code>{}</code></pre>\n",
        brush.code(cell.body())
    );
    if let Some(output) = output.filter(|output| !output.is_empty()) {
        push_output(out, number, output, brush);
    }
    out.push_str("</figure>\n");
}

fn push_output(out: &mut String, number: usize, output: &CellOutput, brush: &mut PagePainter) {
    let failed = if output.failed { " failed" } else { "" };
    let _ = writeln!(out, "<div class=\"result{failed}\" role=\"group\" aria-label=\"Result of cell {number}\">");
    push_logs(out, output);
    match (&output.value, &output.table) {
        (Some(_), Some(table)) => out.push_str(&table_html(table)),
        (Some(value), None) => {
            let value = layout(&visible(value), WIDTH);
            let _ = writeln!(out, "<pre><samp>{}</samp></pre>", brush.code(&value));
        }
        _ => {}
    }
    for report in &output.reports {
        let role = if report.error { Role::Error } else { Role::Warning };
        let frame = escaped(&visible(report.frame.trim_end()));
        let _ = writeln!(out, "<pre class=\"{role}\"><samp>{frame}</samp></pre>");
    }
    push_foot(out, output);
    out.push_str("</div>\n");
}

fn push_logs(out: &mut String, output: &CellOutput) {
    if output.logs.is_empty() {
        return;
    }
    out.push_str("<ul class=\"logs\">\n");
    for line in &output.logs {
        let role = log_role(line.level);
        let text = escaped(&visible(&line.text));
        let level = escaped(line.level.label());
        let _ = writeln!(out, "<li><samp><span class=\"{role}\">{level}:</span> {text}</samp></li>");
    }
    out.push_str("</ul>\n");
}

/// Adds the type. Times would make each export differ.
fn push_foot(out: &mut String, output: &CellOutput) {
    let mut parts = Vec::new();
    if output.failed {
        parts.push("<span class=\"error\">failed</span>".to_owned());
    }
    if let Some(name) = output.type_line.as_ref().filter(|_| output.value.is_some()) {
        parts.push(format!("<code class=\"type-line\">{}</code>", escaped(&visible(name))));
    }
    if !parts.is_empty() {
        let _ = writeln!(out, "<p>{}</p>", parts.join(" · "));
    }
}

/// Renders a value as a table.
pub(super) fn table_html(table: &OutputTable) -> String {
    let mut out = String::from("<table>\n<thead>\n<tr>");
    for column in &table.columns {
        let _ = write!(out, "<th scope=\"col\">{}</th>", escaped(&visible(column)));
    }
    out.push_str("</tr>\n</thead>\n<tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for value in row {
            let _ = write!(out, "<td>{}</td>", escaped(&visible(value)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
    if table.total > table.rows.len() {
        let _ = writeln!(out, "<p>{} more rows</p>", table.total - table.rows.len());
    }
    out
}
