//! Rows of code in the theme's colors.

use pprepl_text::columns::expanded;
use pprepl_text::theme::Role;
use pprepl_text::visible;
use pprepl_widgets::dialog::StyledLine;
use puppet_tree::Highlighter;

use super::wrapping::cut;

/// The maximum size of code with colors, in bytes: a frame must not wait for them.
const COLORED: usize = 64 << 10;

/// Returns the rows of a cell's code. A bar marks the cell, and `↪` a line that continues. `is_typing` shows a cursor
/// at the end.
pub fn rows(code: &str, limit: usize, is_typing: bool, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let mut lines = colored(code, highlighter);
    if is_typing && let Some(last) = lines.last_mut() {
        last.push((Role::Key, "▌".to_owned()));
    }
    let mut rows = Vec::new();
    for line in &lines {
        for (at, row) in cut(line, limit.saturating_sub(2)).into_iter().enumerate() {
            let mark = if at == 0 { (Role::Plain, " ".to_owned()) } else { (Role::Hint, "↪".to_owned()) };
            rows.push([vec![(Role::Border, "│".to_owned()), mark], row].concat());
        }
    }
    rows
}

/// Returns the lines of code in colors, without control characters.
pub fn colored(code: &str, highlighter: &mut Highlighter) -> Vec<StyledLine> {
    let code = expanded(&visible(code));
    let mut lines = vec![StyledLine::new()];
    let mut at = 0;
    let found = if code.len() <= COLORED { highlighter.text(&code) } else { Vec::new() };
    for part in found {
        let (start, end) = (part.span.start as usize, part.span.end as usize);
        if start >= at {
            push(&mut lines, Role::Plain, code.get(at..start));
            push(&mut lines, part.capture, code.get(start..end));
            at = end;
        }
    }
    push(&mut lines, Role::Plain, code.get(at..));
    lines
}

/// Appends text that may have line ends.
fn push(lines: &mut Vec<StyledLine>, role: Role, text: Option<&str>) {
    for (at, part) in text.unwrap_or("").split('\n').enumerate() {
        if at > 0 {
            lines.push(StyledLine::new());
        }
        if let Some(line) = lines.last_mut().filter(|_| !part.is_empty()) {
            line.push((role, part.to_owned()));
        }
    }
}
