//! The traces of cells as one self-contained HTML page. It has no script: steps with steps inside fold as `details`.

use std::fmt::Write as _;
use std::sync::Arc;

use super::page::{Page, entire_page};
use super::painter::{PagePainter, escaped};
use pprepl_session::trace::{TraceStep, TraceView, UNFOLDED_ROUNDS, call_path, cells};
use pprepl_text::theme::Role;
use pprepl_text::visible;

/// A cell with the trace of its run.
pub struct TracedCell {
    /// Its number in the document, from 1.
    pub number: usize,
    pub title: String,
    pub code: String,
    pub trace: Arc<TraceView>,
}

/// Renders the traces of cells as a page.
pub fn trace_page(title: &str, cells: &[TracedCell], page: &Page) -> String {
    let mut brush = PagePainter::default();
    let mut main = String::new();
    for cell in cells {
        let title = if cell.title.is_empty() { String::new() } else { format!(": <b>{}</b>", plain(&cell.title)) };
        let _ = write!(
            main,
            "<figure id=\"cell-{0}\">\n<figcaption>Cell {0}{title}</figcaption>\n<pre class=\"source\"><code>{1}</code>\
             </pre>\n<div class=\"trace\">\n",
            cell.number,
            brush.code(&cell.code)
        );
        push_steps(&mut main, &cell.trace, 0..cell.trace.steps.len(), &mut brush);
        push_foot(&mut main, &cell.trace);
        main.push_str("</div>\n</figure>\n");
    }
    entire_page(page, &visible(title), &[], &main, STYLE)
}

/// Adds steps, each with the steps inside it.
fn push_steps(out: &mut String, trace: &TraceView, range: std::ops::Range<usize>, brush: &mut PagePainter) {
    let mut at = range.start;
    let mut is_open = false;
    while let Some(step) = trace.steps.get(at).filter(|_| at < range.end) {
        let end = trace.end_of(at).min(range.end);
        if step.round == UNFOLDED_ROUNDS + 1 && !is_open {
            out.push_str("<details>\n<summary class=\"hint\">more rounds</summary>\n");
            is_open = true;
        } else if step.round == 0 && std::mem::take(&mut is_open) {
            out.push_str("</details>\n");
        }
        push_step(out, trace, at..end, brush);
        at = end;
    }
    if is_open {
        out.push_str("</details>\n");
    }
}

fn push_step(out: &mut String, trace: &TraceView, range: std::ops::Range<usize>, brush: &mut PagePainter) {
    let Some(step) = trace.steps.get(range.start) else { return };
    let line = line(step, range.start + 1, brush);
    if range.end == range.start + 1 {
        let _ = writeln!(out, "<div>{line}</div>");
        return;
    }
    let _ = writeln!(out, "<details open>\n<summary>{line}</summary>");
    push_steps(out, trace, range.start + 1..range.end, brush);
    out.push_str("</details>\n");
}

/// Renders a step as one line.
fn line(step: &TraceStep, number: usize, brush: &mut PagePainter) -> String {
    let mut parts = vec![format!("<span class=\"hint\">{number}</span>")];
    let mut code = |text: &str| format!("<code>{}</code>", brush.code(text));
    for (role, text) in cells(step).iter().filter(|(_, text)| !text.is_empty()) {
        parts.push(if *role == Role::Label { format!("<b>{}</b>", plain(text)) } else { code(text) });
    }
    if !step.reduced.is_empty() {
        parts.push(format!("<span class=\"hint\">→</span> {}", code(&step.reduced)));
    }
    if let Some(value) = &step.value {
        parts.push(format!("= {}", code(value)));
    }
    if let Some(error) = &step.error {
        parts.push(format!("<span class=\"error\">error: {}</span>", plain(error)));
    }
    if !step.note.is_empty() {
        parts.push(format!("<span class=\"hint\">{}</span>", plain(&step.note)));
    }
    parts.join(" ")
}

fn push_foot(out: &mut String, trace: &TraceView) {
    if trace.omitted > 0 {
        let _ = writeln!(out, "<p class=\"hint\">{} events beyond the limits</p>", trace.omitted);
    }
    if let Some(path) = call_path(trace) {
        let _ = writeln!(out, "<p class=\"error\">{}</p>", plain(&path));
    }
    for report in &trace.reports {
        let _ = writeln!(out, "<pre class=\"error\"><samp>{}</samp></pre>", plain(report.frame().trim_end()));
    }
}

fn plain(text: &str) -> String {
    escaped(&visible(text))
}

/// The rules of a trace in addition to the style sheet of pages.
const STYLE: &str = "\
.trace{font-size:.875rem;margin:.375rem 0}
.trace div,.trace summary{padding:.0625rem .25rem;overflow-wrap:anywhere}
.trace div{padding-inline-start:1.25rem}
.trace details>details,.trace details>div{margin-inline-start:1.25rem}
";
