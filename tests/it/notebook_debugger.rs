//! `breakpoint()` in a cell: the run pauses in the Debugger pane.

use crate::screen;

use screen::Screen;

const CODE: &str = "# %%\nfunction twice(Integer $x) {\n  $y = $x * 2\n  breakpoint()\n  $y\n}\n\n# %%\n$a = 20\n$b = twice($a)\n$b + 2\n\n# %%\n'after'\n";

#[track_caller]
fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not on\n{}", screen.text());
}

#[test]
fn a_breakpoint_pauses_the_cell_in_a_pane() {
    let mut screen = Screen::of(CODE, 100, 40);
    sees(&screen, "‖ cell 2 paused");
    sees(&screen, "Paused in twice() at cell 1:3");
    sees(&screen, "$y  Integer  40");
    sees(&screen, "s step");
    insta::assert_snapshot!("paused", screen.text());
    // A frame up is the calling cell.
    screen.keys("up");
    sees(&screen, "> 2 | $b = twice($a)");
    sees(&screen, "$a  Integer  20");
    screen.keys("down e").types("$y + 1").keys("enter");
    sees(&screen, "> $y + 1");
    sees(&screen, "⇒ 41");
    screen.keys("w");
    sees(&screen, "cell 2:2");
    screen.keys("s");
    sees(&screen, "> 4 |   $y");
    screen.keys("c");
    sees(&screen, "⇒ 42");
    sees(&screen, "⇒ 'after'");
    assert!(!screen.text().contains("‖"), "{}", screen.text());
}

#[test]
fn a_blank_line_evaluates_nothing() {
    let mut screen = Screen::of(CODE, 100, 40);
    let before = screen.text();
    screen.keys("e").types("  ").keys("enter");
    assert_eq!(screen.text(), before);
}

#[test]
fn a_paused_cell_is_aborted_and_rolled_back() {
    for keys in ["a", "ctrl-c"] {
        let mut screen = Screen::of(CODE, 100, 40);
        screen.keys(keys);
        assert!(!screen.text().contains("‖ cell"), "{}", screen.text());
        sees(&screen, "✗");
    }
}

#[test]
fn the_screen_works_while_a_cell_is_paused() {
    let mut screen = Screen::of(CODE, 100, 40);
    screen.keys("esc G enter end").types(" ");
    sees(&screen, "‖ cell 2 paused");
    screen.keys("esc esc alt-!");
    sees(&screen, "Debugger");
}

#[test]
fn without_a_pause_the_pane_says_how_to_get_one() {
    let mut screen = Screen::of("# %%\n1\n", 100, 40);
    screen.keys("alt-!");
    sees(&screen, "Nothing is paused. breakpoint() in a");
    assert!(!screen.text().contains("s step"), "{}", screen.text());
}
