//! What is found in a cell before it runs: told below it in a pause of typing, underlined in it, and gone when mended.

use crate::screen;

use pprepl_session::Settings;
use screen::Screen;

/// The lines of the screen that tell a finding.
fn found(screen: &Screen) -> Vec<String> {
    let text = screen.text();
    let told = text.lines().filter(|line| line.contains("error[") || line.contains("warning["));
    told.map(|line| line.split_once("┃ ").or(line.split_once("│ ")).map_or(line, |(_, rest)| rest).trim().to_owned())
        .collect()
}

/// The text of row `y` that is underlined.
fn underlined(screen: &Screen, y: u16) -> String {
    let cells = (0..screen.buffer().area.width).filter_map(|x| screen.buffer().cell((x, y)));
    let lined = cells.filter(|cell| cell.modifier.contains(ratatui::style::Modifier::UNDERLINED));
    lined.map(|cell| cell.symbol()).collect()
}

#[test]
fn what_will_fail_is_told_while_it_is_typed_and_gone_when_it_is_mended() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut screen = Screen::of("# %%\n$a = 1\n", width, height);
        screen.keys("end").types("\n$b = $a + 'x'\n$c = 2");
        let told = found(&screen);
        assert_eq!(told.len(), 1, "{}", screen.text());
        assert!(told[0].starts_with("error[operand] 2:11 "), "{told:?}");
        assert!(underlined(&screen, 2).contains("'x'"), "{:?}", underlined(&screen, 2));
        insta::assert_snapshot!(format!("foreseen_{width}x{height}"), screen.styled());
        screen.keys("up end backspace backspace backspace").types("41");
        assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
        assert_eq!(underlined(&screen, 2), "");
    }
}

#[test]
fn the_underline_moves_with_the_text() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("end").types("\n$b = 1 + 'x'").keys("home");
    assert_eq!(underlined(&screen, 2), "'x'", "{}", screen.styled());
    // Before the next check is done.
    screen.app.terminal(key(' '));
    screen.app.terminal(key(' '));
    screen.draw();
    assert_eq!(underlined(&screen, 2), "'x'");
}

#[test]
fn the_underline_is_there_after_changes_of_the_kind() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("end").types("\n$b = 1 + 'x'").keys("esc");
    assert_eq!(underlined(&screen, 2), "'x'", "{}", screen.styled());
    screen.keys("m").keys("y");
    assert_eq!(underlined(&screen, 2), "'x'", "{}", screen.styled());
    screen.keys("enter");
    assert_eq!(underlined(&screen, 2), "'x'", "{}", screen.styled());
}

fn key(typed: char) -> ratatui::crossterm::event::Event {
    use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
    Event::Key(KeyEvent::new(KeyCode::Char(typed), KeyModifiers::NONE))
}

#[test]
fn a_cell_is_checked_where_it_stands() {
    let text = "# %%\n$a = 1\n\n# %%\n$b = $a + 1\n\n# %%\n$c = 3\n";
    let mut screen = Screen::of(text, 80, 24);
    // What it sets itself, and has set when it ran last, is not set twice.
    screen.keys("enter end").types("2");
    assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
    // What a cell below sets is not known here.
    screen.types(" + $c");
    screen.types(" ");
    assert!(found(&screen).first().is_some_and(|told| told.contains("'c'")), "{}", screen.text());
    // The cell below knows what this one sets.
    let mut screen = Screen::of(text, 80, 24);
    screen.keys("j j enter end").types(" + $b ");
    assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
}

#[test]
fn cells_that_wait_above_count_as_if_they_had_run() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("esc alt-r b").types("$host = 'web'").keys("esc b").types("$x = \"${host}\".length + $host ");
    let told = found(&screen);
    assert!(told.iter().all(|told| !told.contains("nknown")), "{}", screen.text());
    assert!(told.iter().any(|told| told.contains("operand")), "{}", screen.text());
}

#[test]
fn a_name_that_another_cell_has_is_told_before_it_runs() {
    let mut screen = Screen::of("# %% [markdown]\n# Text\n\n# %%\n$a = 1\n\n# %%\n$b = 2\n", 80, 24);
    screen.keys("j enter end").types("\n$b = 3 ");
    let told = found(&screen);
    assert!(told[0].starts_with("error[defined-in-two-cells] 2:1 $b is also defined in cell 2"), "{}", screen.text());
    screen.keys("backspace backspace backspace backspace backspace backspace").types("c = 3");
    assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
}

#[test]
fn what_is_being_typed_is_not_held_against_it() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("end").types("\nnotice($use");
    assert_eq!(found(&screen), Vec::<String>::new(), "not whole: {}", screen.text());
    screen.types("r");
    assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
    screen.types(")");
    assert!(found(&screen).first().is_some_and(|told| told.contains("'user'")), "{}", screen.text());
}

#[test]
fn an_error_of_syntax_is_told_and_what_is_wrong_beside_it() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("end").types("\n$b = 1 + 'x'\n$c = ) 2\n");
    let told = found(&screen);
    assert!(told.iter().any(|told| told.contains("operand")), "{}", screen.text());
    assert!(told.len() > 1, "{}", screen.text());
}

#[test]
fn the_setting_of_the_checker_is_heeded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pp");
    std::fs::write(&path, "# %%\n$a = 1\n").unwrap();
    let mut settings = Settings::default();
    settings.set("check", "off").unwrap();
    let mut screen = Screen::set(path, 80, 24, settings);
    screen.keys("end").types("\n$b = $a + 'x' ");
    assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
}

#[test]
fn rules_are_turned_off_and_on() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("end").types("\n$b = $a + 'x' ");
    assert_eq!(found(&screen).len(), 1, "{}", screen.text());
    screen.keys("f2").types("rules").keys("enter").types("operand");
    insta::assert_snapshot!("rules_80x24", screen.styled());
    screen.keys("enter esc");
    assert_eq!(found(&screen), Vec::<String>::new(), "{}", screen.text());
    screen.keys("f2").types("rules").keys("enter").types("operand").keys("enter esc");
    assert_eq!(found(&screen).len(), 1, "{}", screen.text());
}

#[test]
fn values_stay_what_they_are_when_cells_are_checked() {
    let cells: String = (0..20).map(|n| format!("# %%\n$v{n} = {n}\n\n")).collect();
    let mut screen = Screen::of(&format!("{cells}# %%\n[$v0, $v19]\n"), 80, 24);
    screen.keys("alt-r enter end").types(" + 'x' ");
    assert!(found(&screen)[0].contains("operand"), "{}", screen.text());
    // Nothing ran since, and the last cell is asked for its value anew.
    screen.keys("esc G alt-enter");
    assert!(screen.text().contains("⇒ [0, 19]"), "{}", screen.text());
}

#[test]
fn an_error_without_a_width_is_underlined() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pp");
    // Only what is typed is checked.
    let mut settings = Settings::default();
    settings.set("check", "off").unwrap();
    let mut rows = String::new();
    for text in
        ["$b = [a::, 1]", "$b = a::", "[a::ü]", "if { }", "if { }\n$b = 1", "$b = [1 2]", "@()\n1", "$b = [1,, 2]"]
    {
        std::fs::write(&path, "# %%\n\n").unwrap();
        let mut screen = Screen::set(path.clone(), 80, 24, settings.clone());
        screen.paste(text).keys("ctrl-home");
        rows += &format!("{text:?} {:?}\n", [underlined(&screen, 1), underlined(&screen, 2)]);
    }
    insta::assert_snapshot!(rows);
}
