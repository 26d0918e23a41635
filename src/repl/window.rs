//! A block taller than the screen, drawn as a window that scrolls with the cursor.
//!
//! rustyline draws a line as a whole, then moves the cursor up from its end by the number of rows that it counted. It
//! has no windows, but it sends our text. For a tall block this text is the rows of a window, each with its screen
//! position. If the block continues below the window, rustyline's last movement goes too far. So the top margin of the
//! terminal's scrolling region is set at the cursor's row, and no movement goes above it. The margins are reset before
//! the next frame, when the block is accepted, and when the process is suspended or ends ([`terminal::released`]).
//!
//! In a terminal that lets the cursor pass a margin (Alacritty), the cursor's row becomes the first of the screen,
//! unless the end of the block is near.

use std::cell::RefCell;
use std::ops::Range;

use rustyline::GraphemeClusterMode;
use unicode_segmentation::UnicodeSegmentation;

use super::fold::without_styles;
use super::gutter::Signs;
use super::terminal;

/// Columns between two tab stops, as in rustyline.
pub const TAB_STOP: usize = 4;

/// Number of rows above and below the cursor that stay visible.
const AROUND: usize = 2;

/// Minimum number of screen rows for a window.
const LEAST_ROWS: usize = 3;

/// Scroll state of the edited block.
pub struct Window {
    mode: GraphemeClusterMode,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    /// The prompt as sent, and its width in columns.
    prompt: String,
    indent: usize,
    /// The screen width at the last drawing, the line and its cursor.
    columns: usize,
    line: String,
    cursor: usize,
    /// The columns that each line takes with the sign at its right; empty without signs.
    widths: Vec<usize>,
    /// Whether a window is on the screen.
    shown: bool,
    /// The first row of the block in the window.
    top: usize,
}

/// A screen position relative to the start of the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    row: usize,
    column: usize,
}

/// The layout of a block in a window.
struct Frame {
    rows: Vec<Range<usize>>,
    /// The cursor's row in the block.
    cursor: usize,
    /// The number of rows that rustyline will move up, and whether it sends a line end before that.
    up: usize,
    breaks: bool,
    /// The column after the last character.
    end: usize,
}

impl Window {
    pub fn new() -> Window {
        Window { mode: GraphemeClusterMode::from_env(), state: RefCell::default() }
    }

    /// Returns the prompt, preceded by the sequence that clears a frame which is not where rustyline assumes it.
    pub fn prompt(&self, prompt: &str) -> String {
        let mut state = self.state.borrow_mut();
        prompt.clone_into(&mut state.prompt);
        let (columns, _) = terminal::size();
        let cleared = if state.shown {
            // The window covers the whole screen.
            format!("{}\x1b[H\x1b[J", terminal::released())
        } else {
            self.reflowed(&state, columns)
        };
        state.indent = self.place(&without_styles(prompt), 0, columns).column;
        cleared + prompt
    }

    /// Returns the sequence that clears the rows of a block that a narrower screen rewrapped. The terminal moved them,
    /// but rustyline counts the old rows.
    fn reflowed(&self, state: &State, columns: usize) -> String {
        if state.columns == 0 || state.columns == columns {
            return String::new();
        }
        let before = state.line.get(..state.cursor).unwrap_or(&state.line);
        let row = |columns: usize| self.place(before, state.indent, columns).row;
        let now = match state.widths.as_slice() {
            [] => row(columns),
            // The terminal wraps the signs, too.
            widths => {
                let last = before.rsplit('\n').next().unwrap_or(before);
                let above = widths.iter().take(before.matches('\n').count());
                let indent = if last.len() == before.len() { state.indent } else { 0 };
                above.map(|width| width.div_ceil(columns).max(1)).sum::<usize>() + self.place(last, indent, columns).row
            }
        };
        match now.saturating_sub(row(state.columns)) {
            0 => "\r\x1b[J".to_owned(),
            more => format!("\r\x1b[{more}A\x1b[J"),
        }
    }

    /// Returns whether a line does not fit on the screen, or did not at the last drawing. Each movement redraws it
    /// then.
    pub fn is_needed(&self, line: &str, cursor: usize) -> bool {
        let mut state = self.state.borrow_mut();
        state.cursor = cursor;
        let (columns, rows) = terminal::size();
        // Most lines are short and need no further check.
        let may_be_tall = rows >= LEAST_ROWS && (line.len() > columns || line.contains('\n'));
        state.shown || may_be_tall && self.rows(line, state.indent, columns).len() > rows
    }

    /// Returns the number of screen rows that a line takes below its first; 0 for a window.
    pub fn rows_below_first(&self, line: &str) -> usize {
        let state = self.state.borrow();
        if state.shown { 0 } else { self.rows(line, state.indent, terminal::size().0).len() - 1 }
    }

    /// Returns the output for a line: the painted text, or a window of it.
    pub fn fitted(&self, line: &str, cursor: usize, painted: &str, signs: &Signs) -> Option<String> {
        let (columns, height) = terminal::size();
        let mut state = self.state.borrow_mut();
        state.columns = columns;
        state.widths.clear();
        line.clone_into(&mut state.line);
        state.cursor = cursor;
        let frame = self.frame(line, cursor, state.indent, columns);
        if height < LEAST_ROWS || frame.rows.len() <= height {
            state.shown = false;
            return None;
        }
        let mut sent = String::with_capacity(painted.len() + 64 * height);
        if !state.shown {
            // The lines above the block scroll away, as for any text of this length.
            sent.push('\r');
            sent.extend(std::iter::repeat_n('\n', height - 1));
        }
        state.shown = true;
        state.top = frame.top(state.top, height);
        sent.push_str("\x1b[H\x1b[J");
        let painted = self.painted_rows(painted, line, &frame.rows, state.indent);
        let mut number = line.get(..frame.rows[state.top].start).unwrap_or("").matches('\n').count();
        for (at, row) in painted.iter().enumerate().skip(state.top).take(height) {
            let range = frame.rows[at].clone();
            sent.push_str(&go_to(at - state.top, 0));
            if at == 0 {
                sent.push_str(&state.prompt);
            }
            sent.push_str(&signs.with_cuts(row, range.start));
            if line.as_bytes().get(range.end).is_none_or(|next| *next == b'\n') {
                let indent = if at == 0 { state.indent } else { 0 };
                let end = self.end_column(line.get(range).unwrap_or(""), indent, columns);
                sent.push_str(&signs.after_line(number, end, columns));
                number += 1;
            }
        }
        sent.push_str(&frame.last_move(state.top, height));
        Some(sent)
    }

    /// Returns a painted block, which fits on the screen, with its signs.
    pub fn signed(&self, line: &str, painted: &str, signs: &Signs) -> String {
        if !signs.has_signs() {
            return painted.to_owned();
        }
        let (columns, _) = terminal::size();
        let mut state = self.state.borrow_mut();
        let mut indent = state.indent;
        let painted = signs.with_cuts(painted, 0);
        let mut sent = String::with_capacity(painted.len() + 256);
        for (number, (text, painted)) in line.split('\n').zip(painted.split('\n')).enumerate() {
            if number > 0 {
                sent.push('\n');
            }
            sent.push_str(painted);
            let end = self.end_column(text, indent, columns);
            sent.push_str(&signs.after_line(number, end, columns));
            let rows = self.place(text, indent, columns).row;
            let is_wide = signs.is_wide(number, end, columns);
            state.widths.push(rows * columns + if is_wide { columns - 1 } else { end });
            indent = 0;
        }
        sent
    }

    /// Returns the column after the last character of `text`, which starts in column `start`; `columns` at a full row.
    fn end_column(&self, text: &str, start: usize, columns: usize) -> usize {
        let end = self.place(text, start, columns);
        if end.column == 0 && end.row > 0 { columns } else { end.column }
    }

    /// Returns whether a window is on the screen.
    pub fn is_displayed(&self) -> bool {
        self.state.borrow().shown
    }

    /// Finishes the block. If a window of it is visible, returns the output that replaces it: the whole block, or
    /// without one, free rows below the window.
    pub fn leave(&self, whole: Option<&str>) -> Option<String> {
        let state = self.state.take();
        let released = state.shown.then(terminal::released)?;
        Some(match whole {
            Some(painted) => format!("{released}\x1b[H\x1b[J{}{painted}\n", state.prompt),
            None => format!("{released}\x1b[{};1H\n", terminal::size().1),
        })
    }

    fn frame(&self, line: &str, cursor: usize, indent: usize, columns: usize) -> Frame {
        let (before, after) = line.split_at_checked(cursor).unwrap_or((line, ""));
        let at = self.place(before, indent, columns);
        let end = if after.is_empty() { at } else { self.place(after, at.column, columns).below(at.row) };
        let rows = self.rows(line, indent, columns);
        Frame {
            cursor: at.row.min(rows.len() - 1),
            rows,
            up: end.row - at.row,
            breaks: end.column == 0 && end.row > 0 && !line.ends_with('\n'),
            end: end.column,
        }
    }

    /// Returns where `text` ends if it starts in this column, counted as in rustyline.
    fn place(&self, text: &str, column: usize, columns: usize) -> Place {
        let mut at = Place { row: 0, column };
        for grapheme in text.graphemes(true) {
            if grapheme == "\n" {
                at = Place { row: at.row + 1, column: 0 };
                continue;
            }
            let wide = self.columns(grapheme, at.column);
            at.column += wide;
            if at.column > columns {
                at = Place { row: at.row + 1, column: wide };
            }
        }
        if at.column == columns { Place { row: at.row + 1, column: 0 } } else { at }
    }

    fn columns(&self, grapheme: &str, column: usize) -> usize {
        if grapheme == "\t" { TAB_STOP - column % TAB_STOP } else { usize::from(self.mode.width(grapheme)) }
    }

    /// Returns the byte range of each screen row.
    fn rows(&self, line: &str, indent: usize, columns: usize) -> Vec<Range<usize>> {
        let (mut rows, mut start, mut column) = (Vec::new(), 0, indent);
        for (at, grapheme) in line.grapheme_indices(true) {
            if grapheme == "\n" {
                rows.push(start..at);
                (start, column) = (at + 1, 0);
                continue;
            }
            let wide = self.columns(grapheme, column);
            column += wide;
            if column > columns {
                rows.push(start..at);
                (start, column) = (at, wide);
            }
        }
        rows.push(start..line.len());
        if column == columns {
            rows.push(line.len()..line.len());
        }
        rows
    }

    /// Splits the painted text into rows. Each row starts in the style in which the previous one ended, and ends
    /// without a style.
    fn painted_rows(&self, painted: &str, line: &str, rows: &[Range<usize>], indent: usize) -> Vec<String> {
        let mut all = vec![String::new(); rows.len()];
        let (mut at, mut row) = (0, 0);
        let mut style = String::new();
        let mut rest = painted;
        while let Some(c) = rest.chars().next() {
            if let Some(end) = rest.starts_with("\x1b[").then(|| rest.find('m')).flatten() {
                let sequence = &rest[..=end];
                if matches!(sequence, "\x1b[0m" | "\x1b[m") {
                    style.clear()
                } else {
                    style.push_str(sequence)
                }
                all[row].push_str(sequence);
                rest = &rest[end + 1..];
                continue;
            }
            while row + 1 < rows.len() && at >= rows[row + 1].start {
                all[row].push_str("\x1b[0m");
                row += 1;
                all[row].push_str(&style);
            }
            match c {
                '\n' => {}
                '\t' => {
                    let before = line.get(rows[row].start..at).unwrap_or("");
                    let column = self.place(before, if row == 0 { indent } else { 0 }, usize::MAX).column;
                    all[row].extend(std::iter::repeat_n(' ', TAB_STOP - column % TAB_STOP));
                }
                c => all[row].push(c),
            }
            at += c.len_utf8();
            rest = &rest[c.len_utf8()..];
        }
        all
    }
}

impl Place {
    fn below(self, row: usize) -> Place {
        Place { row: self.row + row, ..self }
    }
}

impl Frame {
    /// Returns the first visible row, as close to the previous one as possible.
    fn top(&self, before: usize, height: usize) -> usize {
        let around = AROUND.min((height - 1) / 2);
        let last = self.rows.len() - height;
        if !terminal::keeps_margins() && self.up + 1 > height {
            return self.cursor.min(last);
        }
        let lowest = (self.cursor + 1 + around).saturating_sub(height).min(last);
        let highest = self.cursor.saturating_sub(around).min(last);
        before.clamp(lowest.min(highest), highest)
    }

    /// Returns the output that makes rustyline's last movement end in the cursor's row.
    fn last_move(&self, top: usize, height: usize) -> String {
        let row = self.cursor - top;
        let breaks = usize::from(self.breaks);
        if row + self.up < height {
            let column = if self.up == 0 && !self.breaks { self.end } else { 0 };
            return go_to((row + self.up).saturating_sub(breaks), column);
        }
        // A scrolling region has at least two rows.
        let margin = if terminal::keeps_margins() && row + 1 < height {
            terminal::set_top_margin(row, height)
        } else {
            String::new()
        };
        margin + &terminal::in_margins(row, height - 1 - breaks)
    }
}

/// Returns the sequence that moves to a row and column of the screen (zero-based).
fn go_to(row: usize, column: usize) -> String {
    format!("\x1b[{};{}H", row + 1, column + 1)
}
