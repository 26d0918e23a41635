//! The keys of the presenter as one table: the lookup, the help and the documents are made from it.

use pprepl_widgets::key::Key;

/// An action of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Next,
    Back,
    NextSlide,
    PreviousSlide,
    First,
    Last,
    GoTo,
    ScrollUp,
    ScrollDown,
    Zoom,
    Blank,
    Scratch,
    Hint,
    Solution,
    Reset,
    Stop,
    Faster,
    Slower,
    Help,
    Redraw,
    Suspend,
    Quit,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    pub action: Action,
    /// The keys; the help shows them in this order.
    pub keys: &'static [&'static str],
    /// The meaning in a few words.
    pub summary: &'static str,
}

const fn row(action: Action, keys: &'static [&'static str], summary: &'static str) -> KeyRow {
    KeyRow { action, keys, summary }
}

/// All keys of the presenter.
pub static ROWS: &[KeyRow] = &[
    row(Action::Next, &["space", "right", "enter"], "reveal the next part: prose, code, result"),
    row(Action::Back, &["left", "backspace"], "go back by one part"),
    row(Action::NextSlide, &["pagedown", "n"], "go to the next slide"),
    row(Action::PreviousSlide, &["pageup", "p"], "go to the previous slide"),
    row(Action::First, &["home"], "go to the first slide"),
    row(Action::Last, &["end"], "go to the last slide"),
    row(Action::GoTo, &["g"], "go to a slide by its number"),
    row(Action::ScrollUp, &["up", "k"], "scroll up"),
    row(Action::ScrollDown, &["down", "j"], "scroll down"),
    row(Action::Zoom, &["z"], "show only the result or the code; again: the other, then the slide"),
    row(Action::Blank, &["b", "."], "show an empty screen; any key returns"),
    row(Action::Scratch, &["s"], "open a scratch cell, which changes nothing"),
    row(Action::Hint, &["h"], "show a hint for the exercise"),
    row(Action::Solution, &["a"], "show the solution of the exercise and run it"),
    row(Action::Reset, &["r"], "reset the slide"),
    row(Action::Stop, &["esc"], "stop the running cell, or close what is open"),
    row(Action::Faster, &["+"], "type faster"),
    row(Action::Slower, &["minus"], "type more slowly"),
    row(Action::Help, &["?", "f1"], "show the keys"),
    row(Action::Redraw, &["ctrl-l"], "draw the screen again"),
    row(Action::Suspend, &["ctrl-z"], "suspend pprepl"),
    row(Action::Quit, &["q", "ctrl-c"], "quit"),
];

/// Returns the action of a key.
pub fn action_of(key: Key) -> Option<Action> {
    let has_key = |row: &&KeyRow| row.keys.iter().any(|name| Key::parse(name) == Some(key));
    ROWS.iter().find(has_key).map(|row| row.action)
}
