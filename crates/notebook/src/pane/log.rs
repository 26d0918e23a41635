//! The log pane: the log lines of all cells in order.

use pprepl_session::{Level, level_role};
use pprepl_text::theme::Role;

use super::view::Goal;
use super::{Line, View};

#[derive(Clone, Copy, Debug)]
pub struct LogLine<'l> {
    /// The number of its cell.
    pub cell: usize,
    pub level: Level,
    pub text: &'l str,
}

/// The maximum number of shown lines.
const MAX: usize = 2_000;

/// Builds the pane from the last lines; the newest line is last and visible.
pub fn view(lines: &[LogLine<'_>]) -> View {
    let mut view = View::new("Log");
    if lines.is_empty() {
        view.say(Role::Hint, "No log lines yet. notice('...') writes one.");
        return view;
    }
    let hidden = lines.len().saturating_sub(MAX);
    if hidden > 0 {
        view.say(Role::Hint, format!("({hidden} earlier lines are not shown)"));
    }
    let wide = lines.iter().skip(hidden).map(|line| line.level.as_str().len()).max().unwrap_or(0);
    let mut cell = None;
    for line in lines.iter().skip(hidden) {
        if cell != Some(line.cell) {
            view.head(format!("[{}]", line.cell));
            cell = Some(line.cell);
        }
        let role = level_role(line.level);
        for (index, text) in line.text.split('\n').enumerate() {
            let level = if index == 0 { line.level.as_str() } else { "" };
            view.focus_next();
            let goal = Goal::Cell(line.cell, String::new());
            view.push(Line::of(role, format!("{level:wide$}  ")).and(Role::Log, text).to(Some(goal)));
        }
    }
    view
}
