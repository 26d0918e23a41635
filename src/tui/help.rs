//! The help: an introduction to the notebook, and its keys, generated from the tables.

use super::action::Action;
use super::dialog::StyledLine;
use super::keymap::{Entry, Keymap};
use super::table::Context;
use pprepl_notebook::pane::{Line, Pane, View};
use pprepl_text::columns::width;
use pprepl_text::theme::Role;

/// Maximum number of lines about a word.
const MAX: usize = 24;

/// Returns the help for a word. `key` opens the pane with the details.
pub fn word(view: &View, key: &str) -> Vec<StyledLine> {
    let passage = |line: &Line| line.pieces.iter().map(|(role, text)| (*role, text.clone())).collect();
    let mut lines: Vec<StyledLine> = view.lines.iter().take(MAX).map(passage).collect();
    if view.lines.len() > MAX {
        lines.push(vec![(Role::Hint, format!("… {key} shows all of it in a pane"))]);
    }
    lines.extend([StyledLine::new(), vec![(Role::Title, "The notebook".to_owned())]]);
    lines
}

/// Returns the introduction to the notebook.
pub fn pages(keys: &Keymap) -> Vec<StyledLine> {
    let key = |action| keys.key_of(action).map(ToString::to_string).unwrap_or_default();
    let mut lines = Vec::new();
    let title = |text: &str, lines: &mut Vec<StyledLine>| lines.push(vec![(Role::Title, text.to_owned())]);
    let row = |action: Action, text: &str| keyed(&key(action), text);
    title("Cells", &mut lines);
    lines.extend([
        text(
            "A notebook is a manifest in cells: code runs, prose explains. Cells see the variables set above. Each \
             variable is set once, so the notebook knows the dependencies and reruns only affected cells.",
        ),
        row(Action::Run, "run the cell and its dependents"),
        row(Action::RunAndGoOn, "run, and go to the next cell"),
        row(Action::RunAll, "run everything from the top in a fresh session"),
        row(Action::Stop, "cancel the evaluation and roll it back"),
        row(Action::Reactive, "rerun dependents automatically, or only mark them stale (~)"),
    ]);
    lines.push(StyledLine::new());
    title("Editing", &mut lines);
    lines.extend([
        keyed(
            "esc",
            "select the cell: single keys then move (j k), insert (a b), delete (d d), fold (f), convert to prose (m) \
             or code (y), undo (u), and enter edits again",
        ),
        row(Action::Split, "split the cell at the cursor"),
        row(Action::Merge, "merge the cell below"),
        row(Action::ExternalEditor, "open the cell in your own editor"),
        row(Action::Find, "find in all cells"),
        row(Action::Fix, "fix the first error of the cell"),
        row(Action::Title, "set the title of the cell, for contents and exports"),
    ]);
    lines.push(StyledLine::new());
    title("Panes", &mut lines);
    lines.extend([
        text("Up to two panes follow the cursor, also before the code runs."),
        row(
            Action::Pane(Pane::Type),
            "types; then heredoc (2), captures (3), tokens (4), tree (5), scope (6), EPP (7), catalog (8), log (9), \
             help (0)",
        ),
        row(Action::OtherPane, "open the next one in the other slot"),
        row(Action::ClosePane, "close the pane"),
        row(Action::NextPane, "go to the panes, to scroll them"),
    ]);
    lines.push(StyledLine::new());
    title("Everything else", &mut lines);
    lines.extend([
        row(Action::Palette, "find an action by its name"),
        row(Action::Keys, "list all keys"),
        row(
            Action::Save,
            "save; the file is a manifest. Puppet rejects it if a cell ends in a value and code follows: 'make a \
             manifest' in the palette logs or names such values",
        ),
        row(Action::Quit, "quit"),
    ]);
    lines
}

fn text(text: &str) -> StyledLine {
    vec![(Role::Plain, format!("  {text}"))]
}

fn keyed(key: &str, text: &str) -> StyledLine {
    vec![(Role::Key, format!("  {key:<14}")), (Role::Plain, text.to_owned())]
}

/// Returns every key, grouped by context.
pub fn keys(keys: &Keymap) -> Vec<StyledLine> {
    let contexts = [
        (Context::Notebook, "Everywhere"),
        (Context::Cell, "With a cell selected"),
        (Context::Edit, "In a cell's text"),
        (Context::Pane, "In a pane"),
    ];
    let mut lines = Vec::new();
    for (context, title) in contexts {
        lines.push(vec![(Role::Title, title.to_owned())]);
        let rows = keys.entries().iter().filter(|entry| entry.context == context && !entry.chords.is_empty());
        lines.extend(rows.map(row));
        lines.push(StyledLine::new());
    }
    lines
}

fn row(entry: &Entry) -> StyledLine {
    let keys: Vec<String> = entry.chords.iter().map(ToString::to_string).collect();
    let keys = keys.join(", ");
    let gap = 26usize.saturating_sub(width(&keys)).max(1);
    vec![(Role::Key, format!("  {keys}")), (Role::Plain, " ".repeat(gap)), (Role::Plain, entry.title.to_owned())]
}
