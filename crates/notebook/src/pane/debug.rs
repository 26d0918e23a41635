//! The Debugger pane: where a cell is paused, its variables, and what was evaluated there.

use super::Pane;
use super::View;
use pprepl_text::theme::Role;

/// Builds the pane from the lines of the pause; without lines nothing is paused.
pub fn view(frame: Option<&str>, lines: &[(Role, String)]) -> View {
    let name = Pane::Debugger.name();
    let mut view = View::new(frame.map_or_else(|| name.to_owned(), |frame| format!("{name}: {frame}")));
    if lines.is_empty() {
        view.say(Role::Hint, "Nothing is paused. breakpoint() in a cell pauses its run here.");
    }
    for (role, text) in lines {
        view.say_all(*role, text);
    }
    // The end is visible: the last output.
    view.focus = frame.and(view.lines.len().checked_sub(1));
    view
}
