//! A notebook, or one cell with its result, as an SVG picture: for documents that show neither HTML nor a terminal. The
//! picture has no script, font or request, follows the light or dark setting of the reader, and contains its text.

use std::fmt::Write as _;

use super::log_role::log_role;
use super::painter::escaped;
use super::sheet::{class, fills};
use crate::{Cell, CellId, CellOutput, Document, Outputs};
use pprepl_text::columns::{width, wrap};
use pprepl_text::layout::layout;
use pprepl_text::theme::{Role, Themes};
use pprepl_text::visible;
use puppet_tree::Highlighter;

/// The maximum number of columns of a line.
const COLUMNS: usize = 84;

/// The size of a character in pixels: its width and the height of its line.
const CHARACTER: (f64, f64) = (8.4, 20.0);

/// The distance of text from the edges of the picture and of its boxes, in pixels.
const MARGIN: f64 = 16.0;
const PADDING: f64 = 8.0;

/// A line: pieces of text, each with the class of its color.
type PictureLine = Vec<(String, String)>;

/// Draws the notebook, or only one of its cells.
pub fn svg(document: &Document, outputs: &Outputs, only: Option<CellId>, themes: Themes) -> String {
    let cells = document.cells().iter().filter(|cell| only.map_or(!cell.is_note(), |id| id == cell.id));
    let mut picture = Picture { highlighter: Highlighter::new(), body: String::new(), y: MARGIN };
    for cell in cells {
        match cell.is_code() {
            true => picture.code(cell, outputs.get(&cell.id)),
            false => picture.prose(cell),
        }
    }
    let title = super::title::title(document).unwrap_or_else(|| "Notebook".to_owned());
    picture.finish(&visible(&title), themes)
}

struct Picture {
    highlighter: Highlighter,
    body: String,
    /// The upper edge of the next line in pixels.
    y: f64,
}

impl Picture {
    fn prose(&mut self, cell: &Cell) {
        for line in visible(cell.body()).lines() {
            let is_heading = line.starts_with('#');
            let role = if is_heading { "heading" } else { "ink" };
            for row in wrap(line.trim_start_matches('#').trim_start(), COLUMNS) {
                self.line(&vec![(role.to_owned(), row)], MARGIN);
            }
        }
        self.y += CHARACTER.1 / 2.0;
    }

    fn code(&mut self, cell: &Cell, output: Option<&CellOutput>) {
        let title = visible(cell.title());
        if !title.is_empty() {
            self.line(&vec![(class(Role::Hint), title.into_owned())], MARGIN);
        }
        let code = self.highlighted(cell.body());
        self.rows("source", code);
        let result = output.filter(|output| !output.is_empty()).map(|output| self.result(output));
        if let Some(result) = result {
            self.rows("result", result);
        }
        self.y += CHARACTER.1 / 2.0;
    }

    /// Returns the lines of a result: log lines, the value, diagnostics, and the type.
    fn result(&mut self, output: &CellOutput) -> Vec<PictureLine> {
        let mut lines: Vec<PictureLine> = Vec::new();
        for log in &output.logs {
            lines.extend(plain(log_role(log.level), &log.line()));
        }
        if let Some(value) = &output.value {
            let value = layout(&visible(value), COLUMNS - 3);
            let mut rows = self.highlighted(&value).into_iter();
            lines.extend(rows.next().map(|first| prefixed("=> ", first)));
            lines.extend(rows.map(|row| prefixed("   ", row)));
        }
        for report in &output.reports {
            let role = if report.error { Role::Error } else { Role::Warning };
            lines.extend(plain(role, report.frame.trim_end()));
        }
        if let Some(name) = output.type_line.as_ref().filter(|_| output.value.is_some()) {
            lines.extend(plain(Role::TypeLine, &format!("   {name}")));
        }
        lines
    }

    fn highlighted(&mut self, code: &str) -> Vec<PictureLine> {
        let mut lines: Vec<PictureLine> = vec![Vec::new()];
        let mut at = 0;
        for part in self.highlighter.text(code) {
            let (start, end) = (part.span.start as usize, part.span.end as usize);
            push(&mut lines, "ink", code.get(at..start).unwrap_or(""));
            push(&mut lines, &class(part.capture), code.get(start..end).unwrap_or(""));
            at = end.max(at);
        }
        push(&mut lines, "ink", code.get(at..).unwrap_or(""));
        lines
    }

    /// Draws lines in a box.
    fn rows(&mut self, kind: &str, lines: Vec<PictureLine>) {
        let rows: Vec<PictureLine> = lines.into_iter().flat_map(cut).collect();
        let (wide, high) = (COLUMNS as f64 * CHARACTER.0 + 2.0 * PADDING, rows.len() as f64 * CHARACTER.1 + PADDING);
        let _ = writeln!(
            self.body,
            "<rect class=\"{kind}\" x=\"{MARGIN}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"4\"/>",
            self.y
        );
        self.y += PADDING / 2.0;
        rows.iter().for_each(|row| self.line(row, MARGIN + PADDING));
        self.y += PADDING;
    }

    fn line(&mut self, pieces: &PictureLine, x: f64) {
        let baseline = self.y + CHARACTER.1 * 0.72;
        if pieces.iter().any(|(_, text)| !text.trim().is_empty()) {
            let _ = write!(self.body, "<text x=\"{x}\" y=\"{baseline:.1}\">");
            for (kind, text) in pieces {
                let _ = write!(self.body, "<tspan class=\"{kind}\">{}</tspan>", escaped(text));
            }
            self.body.push_str("</text>\n");
        }
        self.y += CHARACTER.1;
    }

    fn finish(self, title: &str, themes: Themes) -> String {
        let wide = COLUMNS as f64 * CHARACTER.0 + 2.0 * (MARGIN + PADDING);
        let high = self.y + MARGIN / 2.0;
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.0}\" height=\"{high:.0}\" \
             viewBox=\"0 0 {wide:.0} {high:.0}\" role=\"img\" aria-labelledby=\"title\">\n<title id=\"title\">{title}</title>\n\
             <style>\n{}</style>\n<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n{}</svg>\n",
            fills(themes, &|role| self.body.contains(&format!("class=\"{}\"", class(role)))),
            self.body
        )
    }
}

/// Appends text, which may have several lines, to the last line.
fn push(lines: &mut Vec<PictureLine>, kind: &str, text: &str) {
    for (at, part) in text.split('\n').enumerate() {
        if at > 0 {
            lines.push(Vec::new());
        }
        if let Some(line) = lines.last_mut().filter(|_| !part.is_empty()) {
            line.push((kind.to_owned(), visible(part).replace('\t', "    ")));
        }
    }
}

fn plain(role: Role, text: &str) -> Vec<PictureLine> {
    let mut lines = vec![Vec::new()];
    push(&mut lines, &class(role), text);
    lines
}

fn prefixed(sign: &str, mut line: PictureLine) -> PictureLine {
    line.insert(0, (class(Role::Hint), sign.to_owned()));
    line
}

/// Cuts a line into rows that fit.
fn cut(line: PictureLine) -> Vec<PictureLine> {
    let mut rows: Vec<PictureLine> = vec![Vec::new()];
    let mut used = 0;
    for (kind, text) in line {
        let mut piece = String::new();
        for ch in text.chars() {
            let wide = width(ch.encode_utf8(&mut [0; 4]));
            if used + wide > COLUMNS {
                add(&mut rows, &kind, std::mem::take(&mut piece));
                rows.push(Vec::new());
                used = 0;
            }
            used += wide;
            piece.push(ch);
        }
        add(&mut rows, &kind, piece);
    }
    rows
}

fn add(rows: &mut [PictureLine], kind: &str, piece: String) {
    if let Some(row) = rows.last_mut().filter(|_| !piece.is_empty()) {
        row.push((kind.to_owned(), piece));
    }
}
