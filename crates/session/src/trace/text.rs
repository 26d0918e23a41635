//! A trace and a rewriting as lines of text with roles.

use pprepl_text::columns::{shortened, width};
use pprepl_text::theme::Role;
use pprepl_text::visible;

use super::{Rewriting, TraceStep, TraceView};
use crate::StyledLine;

/// The minimum width of a trace; in a narrower place the lines are cut.
const NARROWEST: usize = 40;

/// The widths of the columns of a trace.
struct Columns {
    number: usize,
    text: usize,
    reduced: usize,
    value: usize,
}

impl Columns {
    /// Returns the widths for these steps in a place of `most` columns.
    fn of(view: &TraceView, shown: &[(usize, usize)], most: usize) -> Columns {
        let steps = || shown.iter().filter_map(|(at, _)| view.steps.get(*at));
        let widest = |part: fn(&TraceStep) -> usize| steps().map(part).max().unwrap_or(0);
        let number = view.steps.len().to_string().len();
        let left = most.max(NARROWEST).saturating_sub(number + 2);
        let reduced = widest(|step| width(&step.reduced)).min(left / 4);
        let value = widest(value_width).min(left * 2 / 5);
        let text = widest(|step| step.indent * 2 + width(&text_of(step)));
        Columns { number, text: text.min(left.saturating_sub(reduced + value + 4)).max(8), reduced, value }
    }
}

/// Returns the lines of a folded trace, at most `most` columns wide.
pub fn trace_lines(view: &TraceView, most: usize) -> Vec<StyledLine> {
    let shown = view.folded();
    let columns = Columns::of(view, &shown, most);
    let mut lines = Vec::new();
    for (at, more) in shown {
        let Some(step) = view.steps.get(at) else { continue };
        lines.push(line(step, at + 1, &columns));
        if more > 0 {
            let blanks = " ".repeat(columns.number + 2 + 2 * indent_of_rounds(view, at));
            lines.push(vec![(Role::Hint, format!("{blanks}… {}", count(more as u64, "more round")))]);
        }
    }
    if view.omitted > 0 {
        lines.push(vec![(Role::Hint, format!("… {} beyond the limits", count(view.omitted, "event")))]);
    }
    if let Some(path) = call_path(view) {
        lines.push(vec![(Role::Hint, path)]);
    }
    lines
}

/// Returns the calls that lead to the error of a trace: `in a($x = 1), b($y = 2)`.
pub fn call_path(view: &TraceView) -> Option<String> {
    (!view.path.is_empty()).then(|| format!("in {}", view.path.join(", ")))
}

/// Returns the source line of a step, with the columns of its part: the first, and their number.
pub fn marker(step: &TraceStep) -> (String, usize, usize) {
    let text = step.source.text();
    let (start, end) = (step.span.start as usize, step.span.end as usize);
    let from = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let to = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| start + at);
    let column = |range: std::ops::Range<usize>| width(&visible(text.get(range).unwrap_or("")));
    let code = visible(text.get(from..to).unwrap_or("")).into_owned();
    (code, column(from..start), column(start..end.min(to)).max(1))
}

/// Returns the lines of a rewriting, with the changed parts highlighted.
pub fn rewriting_lines(rewriting: &Rewriting) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    for (number, line) in rewriting.lines.iter().enumerate() {
        let mut styled: StyledLine = vec![(Role::Hint, if number == 0 { "  " } else { "= " }.to_owned())];
        let mut at = 0;
        for changed in &line.changed {
            styled.push((Role::Plain, line.text.get(at..changed.start).unwrap_or("").to_owned()));
            styled.push((Role::Result, line.text.get(changed.clone()).unwrap_or("").to_owned()));
            at = changed.end;
        }
        styled.push((Role::Plain, line.text.get(at..).unwrap_or("").to_owned()));
        styled.retain(|(_, text)| !text.is_empty());
        lines.push(styled);
    }
    if rewriting.cut {
        lines.push(vec![(Role::Hint, "… and so on".to_owned())]);
    }
    lines
}

fn line(step: &TraceStep, number: usize, columns: &Columns) -> StyledLine {
    let mut parts: StyledLine = vec![(Role::LineNumber, format!("{number:>0$}  ", columns.number))];
    parts.push((Role::Plain, "  ".repeat(step.indent)));
    let mut left = columns.text.saturating_sub(2 * step.indent).max(8);
    let mut push = |role: Role, text: &str, parts: &mut StyledLine| {
        if !text.is_empty() && left > 1 {
            let text = format!("{}{}", shortened(text, left), "  ");
            left = left.saturating_sub(width(&text));
            parts.push((role, text));
        }
    };
    for (role, text) in cells(step) {
        push(role, &text, &mut parts);
    }
    pad(&mut parts, columns.number + 2 + columns.text + 2);
    parts.push((Role::Hint, shortened(&step.reduced, columns.reduced)));
    pad(&mut parts, columns.number + 2 + columns.text + 2 + columns.reduced + 2);
    match (&step.error, &step.value) {
        (Some(error), _) => parts.push((Role::Error, format!("error: {}", shortened(error, columns.value.max(40))))),
        (None, Some(value)) => {
            let value = shortened(value, columns.value.saturating_sub(2).max(6));
            parts.push((Role::Result, format!("= {value}")));
        }
        (None, None) => {}
    }
    if !step.note.is_empty() {
        pad(&mut parts, columns.number + 2 + columns.text + 2 + columns.reduced + 2 + columns.value + 2);
        parts.push((Role::Hint, step.note.clone()));
    }
    trimmed(parts)
}

/// Pads a line with spaces up to a column.
fn pad(parts: &mut StyledLine, column: usize) {
    let used: usize = parts.iter().map(|(_, text)| width(text)).sum();
    parts.push((Role::Plain, " ".repeat(column.saturating_sub(used))));
}

/// Removes the spaces at the end of a line.
fn trimmed(mut parts: StyledLine) -> StyledLine {
    while let Some((_, text)) = parts.last_mut() {
        text.truncate(text.trim_end().len());
        if !text.is_empty() {
            break;
        }
        parts.pop();
    }
    parts
}

fn text_of(step: &TraceStep) -> String {
    let cells = cells(step).map(|(_, text)| text);
    cells.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("  ")
}

/// Returns the parts of a step's text with their roles. The variables of a round precede its code; the variables of a call follow it.
pub fn cells(step: &TraceStep) -> [(Role, String); 3] {
    let label = (Role::Label, step.label.clone());
    let bindings = (Role::Variable, bindings_text(step));
    let code = (Role::Plain, step.code.clone());
    if step.label.is_empty() { [label, code, bindings] } else { [label, bindings, code] }
}

fn bindings_text(step: &TraceStep) -> String {
    let all: Vec<String> = step.bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    all.join(", ")
}

fn value_width(step: &TraceStep) -> usize {
    step.value.as_deref().map_or(0, width) + 2
}

/// Returns the indentation of the rounds that end at a step.
fn indent_of_rounds(view: &TraceView, at: usize) -> usize {
    let mut step = view.steps.get(at);
    while let Some(inner) = step {
        if inner.round > 0 {
            return inner.indent;
        }
        step = inner.parent.and_then(|parent| view.steps.get(parent));
    }
    0
}

fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
