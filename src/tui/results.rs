//! The output below a cell: log lines, diagnostics, the value with its type, and the duration. Long output is cut, with
//! a hint how to see the rest.

use std::time::Duration;

use pprepl_notebook::kernel::CellReport;
use pprepl_session::level_role;
use pprepl_session::{Report, Table};
use pprepl_text::columns::{expanded, shortened, width, wrap};
use pprepl_text::outline::outlined;
use pprepl_text::theme::Role;
use pprepl_text::{Severity, visible};
use puppet_tree::Highlighter;

use super::dialog::StyledLine;

/// Maximum number of log lines.
const MAX_LOGS: usize = 8;
/// Maximum number of lines of a value.
const MAX_VALUE: usize = 12;
/// Maximum number of rows of a table.
const MAX_ROWS: usize = 10;

/// Display options of results.
#[derive(Clone, Copy, Debug)]
pub struct ResultStyle<'k> {
    /// Whether the results are stale.
    pub stale: bool,
    /// Whether the cell was edited since. Its diagnostics refer to the text that ran.
    pub edited: bool,
    /// Whether code follows that does not use its value.
    pub unused: bool,
    /// Whether to show the duration.
    pub times: bool,
    /// Whether only errors are shown.
    pub hidden: bool,
    /// The locations (line and column) that diagnostics between cells already explain.
    pub explained: &'k [(u32, u32)],
    /// The key that applies fixes.
    pub fix: &'k str,
    /// The key that explores a value.
    pub explore: &'k str,
    /// The key that shows a hidden result.
    pub show: &'k str,
}

/// Returns the lines below a cell, limited to this width.
pub fn lines(report: &CellReport, room: usize, look: ResultStyle<'_>, colours: &mut Highlighter) -> Vec<StyledLine> {
    let mut lines = Vec::new();
    if !look.hidden {
        logs(report, room, &mut lines);
    }
    for finding in report.evaluation.reports.iter().filter(|_| !look.edited) {
        findings(finding, room, look, &mut lines);
    }
    if look.hidden {
        expectations(report, room, look, &mut lines);
        lines.extend(hidden(report, room, look));
        return lines;
    }
    value(report, room, look, colours, &mut lines);
    expectations(report, room, look, &mut lines);
    for note in report.evaluation.notes.iter().filter(|_| !look.edited) {
        findings(note, room, look, &mut lines);
    }
    foot(report, room, look, &mut lines);
    lines
}

fn logs(report: &CellReport, room: usize, lines: &mut Vec<StyledLine>) {
    for (level, text) in report.evaluation.logs.iter().take(MAX_LOGS) {
        let role = level_role(*level);
        let sign = format!("{}: ", level);
        let text = expanded(&visible(text));
        for (at, line) in wrap(&text, room.saturating_sub(width(&sign))).into_iter().enumerate() {
            let head = if at == 0 { sign.clone() } else { " ".repeat(width(&sign)) };
            lines.push(vec![(role, head), (Role::Log, line)]);
        }
    }
    let more = report.evaluation.logs.len().saturating_sub(MAX_LOGS) + report.logs_left_out;
    if more > 0 {
        lines.push(vec![(Role::Hint, format!("… {more} more log lines: see the Log pane"))]);
    }
}

/// Returns the line in place of a hidden result; `None` without a result.
fn hidden(report: &CellReport, room: usize, look: ResultStyle<'_>) -> Option<StyledLine> {
    if !report.has_output() {
        return None;
    }
    let stale = if look.stale { "stale " } else { "" };
    Some(vec![(Role::Hint, shortened(&format!("… {stale}result hidden ({} shows it)", look.show), room))])
}

/// Returns the color role of a severity.
pub fn severity_role(severity: Severity) -> Role {
    match severity {
        Severity::Error => Role::Error,
        Severity::Warning => Role::Warning,
        Severity::Note => Role::Note,
    }
}

fn findings(finding: &Report, room: usize, look: ResultStyle<'_>, lines: &mut Vec<StyledLine>) {
    let role = severity_role(finding.severity);
    // The relation between cells explains more than the position of the error.
    let explained = finding.position.is_some_and(|place| look.explained.contains(&place));
    let rows = if explained { 1 } else { usize::MAX };
    for (at, line) in finding.lines_without_place().take(rows).enumerate() {
        let line = visible(line);
        let role = frame_role(role, &line, at);
        match text_of(&line, at) {
            Some(text) => {
                let (head, text) = line.split_at(line.len() - text.len());
                for (row, text) in wrap(text, room.saturating_sub(width(head))).into_iter().enumerate() {
                    let head = if row == 0 { head.to_owned() } else { " ".repeat(width(head)) };
                    lines.push(vec![(role, head + &text)]);
                }
            }
            None => lines.push(vec![(role, shortened(&line, room))]),
        }
    }
    if !explained && finding.severity == Severity::Error && !finding.fixes.is_empty() && !look.fix.is_empty() {
        lines.push(vec![(Role::Hint, format!("  {} fixes it", look.fix))]);
    }
}

/// Returns the prose of a frame line, which may wrap: of a message, a help or a note. Source lines may not.
fn text_of(line: &str, at: usize) -> Option<&str> {
    if at == 0 {
        return Some(line);
    }
    let rest = line.trim_start().strip_prefix("= ")?;
    rest.split_once(": ").map(|(_, text)| text)
}

/// Returns the color role of a code frame line.
fn frame_role(severity: Role, line: &str, at: usize) -> Role {
    let trimmed = line.trim_start();
    let marks = trimmed.trim_start_matches(['│', '|', ' ']);
    // The mark of a label may precede that of the place.
    if at == 0 || marks.starts_with(['^', '━', '-', '─']) && marks.contains(['^', '━']) {
        severity
    } else if trimmed.starts_with("= help") || trimmed.contains("help:") {
        Role::Help
    } else {
        Role::Plain
    }
}

/// Adds what the cell expects of its run. Only expectations that do not hold are shown where results are hidden.
fn expectations(report: &CellReport, room: usize, look: ResultStyle<'_>, lines: &mut Vec<StyledLine>) {
    for one in report.expectations.iter().filter(|_| !look.edited) {
        let (role, text) = match &one.mistake {
            Some(mistake) => (Role::Error, format!("✗ expected {}: {mistake}", one.text)),
            None if look.hidden => continue,
            None => (Role::Success, format!("✓ expected {}", one.text)),
        };
        let text = visible(&text).replace('\n', " ");
        for (row, text) in wrap(&text, room.saturating_sub(2)).into_iter().enumerate() {
            lines.push(vec![(role, if row == 0 { text } else { format!("  {text}") })]);
        }
    }
}

fn value(
    report: &CellReport,
    room: usize,
    look: ResultStyle<'_>,
    colours: &mut Highlighter,
    lines: &mut Vec<StyledLine>,
) {
    if let Some(table) = &report.table {
        return rows(table, room, look, lines);
    }
    let Some(text) = report.display() else { return };
    let shown = visible(&pprepl_text::layout::layout(text, room.saturating_sub(2))).into_owned();
    let all = shown.lines().count();
    for (at, line) in shown.lines().take(MAX_VALUE).enumerate() {
        let sign = if at == 0 { "⇒ " } else { "  " };
        let mut parts: StyledLine = vec![(Role::Result, sign.to_owned())];
        parts.extend(coloured(line, room.saturating_sub(2), colours));
        lines.push(parts);
    }
    if all > MAX_VALUE {
        lines.push(vec![(
            Role::Hint,
            format!("  … {} more lines: {} explores the value", all - MAX_VALUE, look.explore),
        )]);
    }
}

/// Returns a line of a value in syntax colors.
pub fn coloured(line: &str, room: usize, colours: &mut Highlighter) -> StyledLine {
    let line = shortened(line, room);
    let mut parts: StyledLine = Vec::new();
    let mut at = 0;
    for part in colours.text(&line) {
        let (start, end) = (part.span.start as usize, part.span.end as usize);
        if start < at {
            continue;
        }
        push(&mut parts, Role::Plain, line.get(at..start));
        push(&mut parts, part.capture, line.get(start..end));
        at = end;
    }
    push(&mut parts, Role::Plain, line.get(at..));
    parts
}

fn push(parts: &mut StyledLine, role: Role, text: Option<&str>) {
    if let Some(text) = text.filter(|text| !text.is_empty()) {
        parts.push((role, text.to_owned()));
    }
}

fn rows(table: &Table, room: usize, look: ResultStyle<'_>, lines: &mut Vec<StyledLine>) {
    let count = table.columns.len().max(1);
    let wanted = |column: usize| {
        let cells =
            table.rows.iter().take(MAX_ROWS).filter_map(|row| row.get(column)).map(|cell| width(&visible(cell)));
        cells.chain(table.columns.get(column).map(|name| width(name))).max().unwrap_or(1)
    };
    let widths = shared_out((0..count).map(wanted).collect(), room.saturating_sub(2 + 2 * (count - 1)));
    let line = |cells: &[String], role: Role, sign: &str| -> StyledLine {
        let mut text = String::new();
        for (cell, room) in cells.iter().zip(&widths) {
            let cell = visible(cell).replace(['\n', '\t'], " ");
            let cell = shortened(&cell, *room);
            text.push_str(&cell);
            text.push_str(&" ".repeat(room.saturating_sub(width(&cell)) + 2));
        }
        vec![(Role::Result, sign.to_owned()), (role, shortened(text.trim_end(), room.saturating_sub(2)))]
    };
    lines.push(line(&table.columns, Role::Title, "⇒ "));
    lines.extend(table.rows.iter().take(MAX_ROWS).map(|row| line(row, Role::Plain, "  ")));
    if table.total > MAX_ROWS {
        lines.push(vec![(
            Role::Hint,
            format!("  … {} more rows: {} explores the value", table.total - MAX_ROWS, look.explore),
        )]);
    }
}

/// Distributes column widths: narrow columns get their width, the others share the rest.
fn shared_out(mut wanted: Vec<usize>, room: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_unstable_by_key(|at| wanted.get(*at).copied());
    let (mut left, mut columns) = (room, wanted.len());
    for at in order {
        if let Some(width) = wanted.get_mut(at) {
            *width = (*width).min((left / columns.max(1)).max(LEAST));
            left = left.saturating_sub(*width);
        }
        columns -= 1;
    }
    wanted
}

/// Minimum width of a column that needs more, in columns.
const LEAST: usize = 6;

/// Returns the line with the type on the left and the duration on the right.
fn foot(report: &CellReport, room: usize, look: ResultStyle<'_>, lines: &mut Vec<StyledLine>) {
    let mut right: Vec<String> = Vec::new();
    right.extend(look.stale.then(|| "stale".to_owned()));
    right.extend((look.unused && !look.edited).then(|| "value unused".to_owned()));
    right.extend(look.times.then(|| duration(report.evaluation.elapsed)));
    let right = right.join("  ");
    let type_name = visible(report.evaluation.reduced.as_deref().unwrap_or_default()).into_owned();
    if type_name.is_empty() && right.is_empty() {
        return;
    }
    let left = match &*type_name {
        "" => String::new(),
        name => format!("  {}", outlined(name, room.saturating_sub(width(&right) + 4))),
    };
    let gap = room.saturating_sub(width(&left) + width(&right));
    let role = if look.stale { Role::Warning } else { Role::Hint };
    lines.push(vec![(Role::TypeLine, left), (Role::Plain, " ".repeat(gap)), (role, right)]);
}

/// Formats a duration in a suitable unit.
pub fn duration(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..1_000 => format!("{micros} µs"),
        1_000..1_000_000 => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}
