//! Actions and the mouse of the notebook, on a screen of memory.

use crate::screen::Screen;

use ratatui::crossterm::event::{Event, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

fn texts(screen: &Screen) -> Vec<String> {
    screen.app.workspace().cells().iter().map(|cell| cell.text.clone()).collect()
}

fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not in\n{}", screen.text());
}

/// The column and row of a text.
fn find(screen: &Screen, text: &str) -> (u16, u16) {
    let lines = screen.text();
    let (row, line) = lines.lines().enumerate().find(|(_, line)| line.contains(text)).expect("the text");
    (line.split(text).next().map_or(0, |before| before.chars().count()) as u16, row as u16)
}

fn mouse(screen: &mut Screen, kind: MouseEventKind, (column, row): (u16, u16)) {
    screen.app.terminal(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    screen.draw();
}

#[test]
fn the_wheel_goes_down_and_up_again() {
    let cells: Vec<String> = (1..=40).map(|at| format!("# %%\n'cell {at:02}'\n")).collect();
    let mut screen = Screen::of(&cells.join("\n"), 80, 24);
    let top = screen.text();
    screen.wheel(20, 10, true).wheel(20, 10, true);
    let below = screen.text();
    assert_ne!(below, top);
    screen.wheel(20, 10, true).wheel(20, 10, false);
    assert_eq!(screen.text(), below);
    screen.wheel(20, 10, false).wheel(20, 10, false);
    assert_eq!(screen.text(), top);
    screen.wheel(20, 10, false);
    assert_eq!(screen.text(), top, "the top is the end");
}

#[test]
fn the_wheel_scrolls_a_dialog_and_not_the_cells() {
    let cells: Vec<String> = (1..=40).map(|at| format!("# %%\n'cell {at:02}'\n")).collect();
    let mut screen = Screen::of(&cells.join("\n"), 80, 24);
    screen.keys("f1");
    let top = screen.text();
    screen.wheel(40, 12, true);
    let below = screen.text();
    assert_ne!(below, top);
    screen.wheel(40, 12, false);
    assert_eq!(screen.text(), top);
    mouse(&mut screen, MouseEventKind::Moved, (40, 12));
    assert_eq!(screen.text(), top);
    screen.keys("esc");
    sees(&screen, "'cell 01'");
}

#[test]
fn dragging_selects_in_the_cell_that_was_pressed() {
    let mut screen = Screen::of("# %%\n$first = 1\n\n# %%\n$second = 2\n", 80, 24);
    let (column, row) = find(&screen, "first");
    let press = MouseEventKind::Down(MouseButton::Left);
    let drag = MouseEventKind::Drag(MouseButton::Left);
    let release = MouseEventKind::Up(MouseButton::Left);
    mouse(&mut screen, press, (column, row));
    mouse(&mut screen, drag, (column + 5, row));
    mouse(&mut screen, release, (column + 5, row));
    // After the release a drag does not change the selection.
    mouse(&mut screen, drag, (column + 1, row));
    screen.types("x");
    assert_eq!(texts(&screen), ["$x = 1", "$second = 2"]);
    // A drag without a press in the current cell selects nothing.
    let (column, row) = find(&screen, "second");
    mouse(&mut screen, drag, (column + 3, row));
    screen.types("y");
    assert_eq!(texts(&screen), ["$xy = 1", "$second = 2"]);
}

#[test]
fn running_goes_on_to_the_next_cell_and_adds_one_at_the_end() {
    let mut screen = Screen::of("# %%\n$a = 20\n\n# %%\n$a + 1\n", 80, 24);
    let first = screen.app.current();
    screen.keys("f6");
    assert_ne!(screen.app.current(), first);
    assert_eq!(texts(&screen).len(), 2);
    screen.keys("shift-enter");
    assert_eq!(texts(&screen), ["$a = 20", "$a + 1", ""]);
    screen.types("$a + 2").keys("f5");
    sees(&screen, "22");
}
