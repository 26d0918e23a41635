//! The notebook as it is used in a workshop, on a screen of memory: finding and replacing over cells, titles, putting
//! right, files that others write, and what messages say.

use crate::screen;

use std::time::Duration;

use pprepl::tui::action::ROWS;
use pprepl::tui::table::KeySet;
use ratatui::crossterm::event::Event;
use screen::Screen;

const THREE: &str = "# %%\n$port = 80\n\n# %%\n$other = $port + 1\n\n# %%\nnotice($port)\n'port ${port} port'\n";

fn texts(screen: &Screen) -> Vec<String> {
    screen.app.workspace().cells().iter().map(|cell| cell.text.clone()).collect()
}

/// The number of the current cell, from 1, and the line and column of the cursor.
fn place(screen: &Screen) -> (usize, String) {
    let cell = screen.app.workspace().place(screen.app.current()).unwrap() + 1;
    let text = screen.text();
    let status = text.lines().rev().nth(1).unwrap().trim().to_owned();
    let place = status.split_whitespace().rev().nth(2).unwrap().to_owned();
    (cell, place)
}

#[track_caller]
fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not on\n{}", screen.text());
}

#[test]
fn finding_goes_through_all_cells_and_around() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("ctrl-f").types("port");
    sees(&screen, "6 in 3 cells");
    screen.keys("enter");
    assert_eq!(place(&screen), (1, "1:2".to_owned()));
    let ways = [(2, "1:11"), (3, "1:9"), (3, "2:2"), (3, "2:9"), (3, "2:15"), (1, "1:2")];
    for (cell, at) in ways {
        screen.keys("f3");
        assert_eq!(place(&screen), (cell, at.to_owned()));
    }
    screen.keys("shift-f3");
    assert_eq!(place(&screen), (3, "2:15".to_owned()));
    sees(&screen, "6 of 6");
}

#[test]
fn a_search_that_is_given_up_ends_where_it_began() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("j enter end").keys("ctrl-f").types("notice");
    assert_eq!(place(&screen).0, 3, "the hit is in sight while it is typed");
    screen.keys("esc");
    assert_eq!(place(&screen), (2, "1:19".to_owned()));
}

#[test]
fn what_is_typed_further_is_looked_for_from_the_start_again() {
    let mut screen = Screen::of("# %%\n1\n\n# %%\n'ab'\n\n# %%\n'a'\n", 100, 24);
    screen.keys("ctrl-f").types("a'");
    assert_eq!(place(&screen).0, 3);
    screen.keys("backspace").types("b");
    assert_eq!(place(&screen).0, 2);
}

#[test]
fn replacing_a_pattern_over_all_cells_is_one_step_to_undo() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("alt-f").types("/\\$(port|other)\\b/").keys("enter").types("$$my_$1").keys("enter");
    assert_eq!(texts(&screen), ["$my_port = 80", "$my_other = $my_port + 1", "notice($my_port)\n'port ${port} port'"]);
    sees(&screen, "replaced 4 in 3 cells");
    screen.keys("u");
    assert_eq!(texts(&screen), ["$port = 80", "$other = $port + 1", "notice($port)\n'port ${port} port'"]);
}

/// Esc gives a replacement up at either of its two prompts.
#[test]
fn a_replacement_that_is_given_up_changes_nothing() {
    for keys in ["esc", "enter esc"] {
        let mut screen = Screen::of(THREE, 100, 24);
        let plain = screen.keys("j enter end").styled();
        screen.keys("alt-f").types("notice");
        assert_eq!(place(&screen).0, 3, "the match is visible while it is typed");
        screen.keys(keys);
        assert_eq!(place(&screen), (2, "1:19".to_owned()), "{keys}");
        assert_eq!(texts(&screen)[2], "notice($port)\n'port ${port} port'", "{keys}");
        // No match stays marked.
        assert_eq!(screen.styled(), plain, "{keys}");
    }
    // Without a text there is nothing to ask.
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("alt-f ctrl-u enter");
    assert!(!screen.text().contains("Replace"), "{}", screen.text());
    screen.keys("alt-f").types("nowhere").keys("enter").types("x").keys("enter");
    sees(&screen, "not found");
}

#[test]
fn a_pattern_that_is_none_is_told() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("ctrl-f").types("/(/");
    sees(&screen, "invalid regular expression");
}

#[test]
fn an_error_is_told_to_its_end() {
    let screen = Screen::of("# %%\n$x = 'a string that nobody closed\n", 50, 24);
    let lines: Vec<String> =
        screen.text().lines().map(|line| line.trim_start_matches([' ', '┃', '1', '✗']).to_owned()).collect();
    let text = lines.join(" ");
    assert!(text.contains("unclosed string"), "{}", screen.text());
    assert!(text.contains("add ' at the end of the string"), "{}", screen.text());
}

#[test]
fn a_slip_is_put_right_by_a_key() {
    let mut screen = Screen::of("# %%\n$ports = [1]\n\n# %%\n$port.length\n", 100, 30);
    sees(&screen, "alt-. fixes it");
    screen.keys("j alt-.");
    sees(&screen, "- $port.length");
    sees(&screen, "+ $ports.length");
    screen.keys("esc");
    assert_eq!(texts(&screen)[1], "$port.length", "Esc drops it");
    screen.keys("alt-.");
    sees(&screen, "Apply the fix?");
    screen.keys("enter");
    assert_eq!(texts(&screen)[1], "$ports.length");
    sees(&screen, "fixed: write ports");
    screen.keys("alt-enter");
    sees(&screen, "⇒ 1");
}

#[test]
fn a_title_is_seen_given_and_saved() {
    let mut screen = Screen::of("# %% first steps\n$a = 1\n", 80, 24);
    sees(&screen, "first steps");
    screen.keys("esc t ctrl-u").types("second thoughts").keys("enter");
    sees(&screen, "second thoughts");
    screen.keys("ctrl-s");
    let path = screen.app.workspace().path().unwrap().to_owned();
    assert_eq!(std::fs::read_to_string(path).unwrap(), "# %% second thoughts\n$a = 1\n");
}

#[test]
fn a_file_that_another_program_wrote_can_be_read_again() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    screen.keys("end").types("2");
    std::fs::write(&path, "# %%\n$a = 'theirs'\n").unwrap();
    screen.keys("ctrl-s");
    sees(&screen, "Another program changed the file");
    screen.keys("r");
    assert_eq!(texts(&screen), ["$a = 'theirs'"]);
    // It is a text that the user does not know.
    sees(&screen, "not run (you have not run or saved this version before): f9 runs it");
    screen.keys("f9");
    sees(&screen, "⇒ 'theirs'");
    screen.keys("u");
    assert_eq!(texts(&screen), ["$a = 12"], "what was typed is not lost");
}

/// What another program does to the file is noticed when the user comes back to the terminal.
fn come_back(screen: &mut Screen) {
    screen.app.terminal(Event::FocusGained);
    for _ in 0..100 {
        screen.app.tick();
        std::thread::sleep(Duration::from_millis(10));
    }
    screen.settle();
}

#[test]
fn a_file_that_changes_on_disk_is_offered_to_be_read_again() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$b = 2\n\n# %%\n$c = $b + 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    screen.keys("j j");
    let before = screen.app.current();
    std::fs::write(&path, "# %%\n$a = 1\n\n# %%\n$b = 40\n\n# %%\n$c = $b + 1\n").unwrap();
    come_back(&mut screen);
    sees(&screen, "Another program changed the file.");
    sees(&screen, "changed on disk");
    screen.keys("r");
    sees(&screen, "f9 runs it");
    screen.keys("f9");
    sees(&screen, "⇒ 41");
    assert_eq!(screen.app.current(), before, "a cell that is the same stays the one that it was");
    assert!(!screen.text().contains("changed on disk"), "{}", screen.text());
    screen.keys("u");
    sees(&screen, "⇒ 3");
}

#[test]
fn the_current_cell_stays_in_its_place_when_the_file_is_read_again() {
    let cells = |texts: &[&str]| texts.iter().map(|text| format!("# %%\n{text}\n")).collect::<Vec<_>>().join("\n");
    let mut screen = Screen::of(&cells(&["'a'", "'b'", "'c'"]), 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    let mut read = |keys: &str, texts: &[&str]| {
        screen.keys(keys);
        std::fs::write(&path, cells(texts)).unwrap();
        come_back(&mut screen);
        screen.keys("r");
        let current = screen.app.current();
        let cell = screen.app.workspace().cells().iter().find(|cell| cell.id == current);
        cell.map(|cell| cell.text.clone()).unwrap()
    };
    assert_eq!(read("g g j", &["'a'", "'new'", "'c'"]), "'new'", "another cell in its place");
    assert_eq!(read("G", &["'z'", "'a'", "'new'", "'c'"]), "'c'", "the same cell behind another");
    assert_eq!(read("g g j", &["'a'", "'new'", "'c'"]), "'a'", "the same cell without one before it");
    assert_eq!(read("G", &["'g'"]), "'g'", "fewer cells");
}

/// A name that is too long, for example, is not a new file.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_opened_is_not_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x".repeat(300));
    let opened = pprepl::tui::workspace::Workspace::open(Some(path), None);
    let message = opened.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(message.starts_with("cannot open ") && message.contains("xxx"), "{message}");
}

#[test]
fn what_is_here_can_be_kept_when_the_file_changes() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    screen.keys("end").types("2");
    std::fs::write(&path, "# %%\n$a = 'theirs'\n").unwrap();
    come_back(&mut screen);
    sees(&screen, "Reloading discards unsaved");
    screen.keys("k");
    assert_eq!(texts(&screen), ["$a = 12"]);
    sees(&screen, "changed on disk");
    come_back(&mut screen);
    assert!(!screen.text().contains("Another program"), "it asks once\n{}", screen.text());
    screen.keys("ctrl-s");
    sees(&screen, "Another program changed the file");
}

#[test]
fn a_file_that_goes_away_is_told() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    std::fs::remove_file(&path).unwrap();
    come_back(&mut screen);
    sees(&screen, "deleted on disk");
    screen.keys("ctrl-s o");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "# %%\n$a = 1\n");
    assert!(!screen.text().contains("deleted on"), "{}", screen.text());
}

#[test]
fn results_stand_in_a_file_beside_the_notebook_once_that_is_wanted() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let results = screen.app.workspace().path().unwrap().with_extension("results");
    screen.keys("ctrl-s");
    assert!(!results.exists());
    screen.app.dispatch(pprepl::tui::action::Action::Export);
    screen.types("results").keys("enter");
    assert!(std::fs::read_to_string(&results).unwrap().contains("=> 1\n"));
    screen.keys("end").types("2").keys("alt-enter ctrl-s");
    assert!(std::fs::read_to_string(&results).unwrap().contains("=> 12\n"), "the run ended after the saving");
    // What another program keeps under this name stays.
    std::fs::write(&results, "theirs").unwrap();
    screen.keys("end").types("3").keys("ctrl-s");
    assert_eq!(std::fs::read_to_string(&results).unwrap(), "theirs");
}

#[test]
fn saving_elsewhere_that_was_given_up_is_forgotten() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    let other = path.with_file_name("other.pp");
    std::fs::write(&other, "kept").unwrap();
    screen.app.dispatch(pprepl::tui::action::Action::SaveAs);
    screen.keys("ctrl-u").types(other.to_str().unwrap()).keys("enter");
    sees(&screen, "A file of that name already exists");
    screen.keys("esc end").types("2").keys("ctrl-s");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "# %%\n$a = 12\n");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "kept");
}

#[test]
fn another_notebook_is_opened_and_changes_are_asked_for_first() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    let other = path.with_file_name("other.md");
    std::fs::write(&other, "# Title\n\n```puppet\n$b = 6 * 7\n```\n").unwrap();
    screen.keys("end").types("2").keys("ctrl-o").types(other.to_str().unwrap()).keys("enter");
    sees(&screen, "has unsaved changes");
    screen.keys("s");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "# %%\n$a = 12\n");
    sees(&screen, "(new notebook)");
    sees(&screen, "f9 runs it");
    screen.keys("f9");
    sees(&screen, "⇒ 42");
}

#[test]
fn prose_does_not_empty_the_panes() {
    let mut screen = Screen::of("# %% [markdown]\n# Text\n\n# %%\n$answer = 42\n", 100, 30);
    screen.keys("alt-6");
    sees(&screen, "$answer = 42");
}

#[test]
fn the_help_fits_the_screen() {
    for width in [40, 60, 80, 120] {
        let mut screen = Screen::of("# %%\n1\n", width, 40);
        screen.keys("f1");
        let text: String = screen.text().split_whitespace().collect::<Vec<_>>().join(" ");
        for word in ["notebook knows", "affected cells."] {
            let found = text.replace("│ ", "").replace(" │", "").contains(word);
            assert!(found, "{word} at {width}\n{}", screen.text());
        }
    }
}

#[test]
fn long_words_and_lines_of_logs_are_told_to_their_ends() {
    let text = "# %%\nnotice(\"first\\nsecond\")\nnotice(\"${'abcdefghij' * 1}\")\n".replace(" * 1", "");
    let mut screen = Screen::of(&text, 60, 30);
    sees(&screen, "second");
    screen.keys("esc o").types("notice('start_'").keys("end").types("");
    let mut screen = Screen::of(&format!("# %%\nnotice('{}END')\n", "x".repeat(150)), 60, 30);
    screen.draw();
    sees(&screen, "END");
}

#[test]
fn a_long_message_is_told_to_its_end() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 60, 24);
    let path = screen.app.workspace().path().unwrap().with_file_name("missing");
    screen.app.dispatch(pprepl::tui::action::Action::SaveAs);
    screen.keys("ctrl-u").types(path.join("a/rather/long/name/of/a/file.pp").to_str().unwrap()).keys("enter");
    sees(&screen, "cannot save");
    let text: String = screen.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("(create the directory first)"), "{}", screen.text());
}

#[test]
fn a_theme_of_the_command_line_is_one_for_this_time() {
    let folder = tempfile::tempdir().unwrap();
    let open = |theme: &str| Screen::kept("# %%\n1\n", theme, folder.path());
    let styles = |screen: &Screen| screen.styled().split("\n---\n").nth(1).unwrap().to_owned();
    let mut screen = open("auto");
    screen.keys("f12").types("light").keys("enter");
    let light = styles(&screen);
    screen.app.close();
    let screen = open("high-contrast");
    assert_ne!(styles(&screen), light);
    screen.app.close();
    assert_eq!(styles(&open("auto")), light);
}

#[test]
fn the_command_line_of_vi_saves_goes_and_leaves() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$b = 2\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    screen.keys("enter end").types("0").keys("esc :").types("w").keys("enter");
    assert!(std::fs::read_to_string(&path).unwrap().contains("$a = 10"));
    screen.keys(":").types("5").keys("enter");
    assert_eq!(place(&screen), (2, "1:1".to_owned()));
    screen.keys("esc :").types("nonsense").keys("enter");
    sees(&screen, "unknown command 'nonsense'");
    screen.keys(":").types("q").keys("enter");
    assert!(screen.app.should_quit);
}

/// Each command of vi's command line, with and without what it takes.
#[test]
fn the_command_line_of_vi_takes_and_refuses() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    let line = |screen: &mut Screen, text: &str| {
        screen.keys("esc :").types(text).keys("enter");
    };
    for unknown in ["e", ":e ", "wx", "5x", "-5"] {
        line(&mut screen, unknown);
        let word = unknown.trim().trim_start_matches(':');
        sees(&screen, &format!("unknown command '{word}'"));
        line(&mut screen, "");
        line(&mut screen, "w");
    }
    let other = path.with_file_name("other.pp");
    line(&mut screen, &format!("w {}", other.display()));
    assert!(other.exists(), "{}", screen.text());
    std::fs::write(&path, "# %%\n$b = 2\n").unwrap();
    line(&mut screen, &format!("e {}", path.display()));
    assert_eq!(texts(&screen), ["$b = 2"]);
    std::fs::write(&path, "# %%\n$c = 3\n").unwrap();
    line(&mut screen, "e!");
    assert_eq!(texts(&screen), ["$c = 3"]);
    screen.keys("enter end").types("3");
    line(&mut screen, "x");
    assert!(screen.app.should_quit);
    assert!(std::fs::read_to_string(&path).unwrap().contains("$c = 33"));
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    let path = screen.app.workspace().path().unwrap().to_owned();
    screen.keys("enter end").types("3");
    line(&mut screen, "q!");
    assert!(screen.app.should_quit);
    assert!(!std::fs::read_to_string(&path).unwrap().contains("$a = 13"));
}

/// Where the cursor is on nothing, the help pane lists the main keys.
#[test]
fn the_help_pane_lists_keys_where_there_is_nothing_to_explain() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n\n", 120, 40);
    screen.keys("enter end").types("\n\n").keys("alt-0");
    let text = screen.text();
    let (_, below) = text.split_once("Keys").unwrap_or_else(|| panic!("{text}"));
    let rows: Vec<_> = ROWS.iter().take(16).filter(|row| !row.keys.is_empty()).take(5).collect();
    assert!(!rows.is_empty());
    for row in rows {
        assert!(
            below.lines().any(|line| line.contains(row.keys[0]) && line.contains(row.title)),
            "{}:\n{text}",
            row.name
        );
    }
}

/// The keys that may follow the first one of a chord stand in rows and columns above the key bar.
#[test]
fn the_keys_to_come_stand_in_rows_and_columns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pp");
    std::fs::write(&path, THREE).unwrap();
    for width in [50, 70] {
        let mut screen = Screen::with_keys(path.clone(), KeySet::Emacs, width, 30);
        screen.keys("enter ctrl-x");
        let text = screen.text();
        let lines: Vec<&str> = text.lines().collect();
        let title = lines.iter().rposition(|line| line.starts_with("ctrl-x …")).unwrap_or_else(|| panic!("{text}"));
        let rows: Vec<Vec<&str>> =
            lines[title + 1..].iter().map(|line| cells_of(line)).take_while(|row| !row.is_empty()).collect();
        let (first, last) = (&rows[0], rows.len() - 1);
        assert!(first.len() > 1 && rows.len() > 1, "{width}: {rows:?}");
        assert!(rows[..last].iter().all(|row| row.len() == first.len()), "{width}: {rows:?}");
        // The second key stands in the first row, and each column is aligned.
        let place = |row: usize, column: usize| lines[title + 1 + row].find(rows[row][column]);
        assert!((0..rows[1].len()).all(|column| place(0, column) == place(1, column)), "{width}:\n{text}");
    }
}

/// The words of a row that stand two or more blanks apart.
fn cells_of(line: &str) -> Vec<&str> {
    line.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect()
}

#[test]
fn columns_of_a_table_share_the_room() {
    let text = "# %%\n[{ 'id' => 1, 'text' => 'a text of some length, long enough' }, { 'id' => 2, 'text' => 'b' }]\n";
    let screen = Screen::of(text, 60, 24);
    sees(&screen, "1   a text of some length, long enough");
}

#[test]
fn the_way_to_every_part_of_a_value_can_be_copied() {
    use pprepl::tui::command::Effect;
    let mut screen = Screen::of("# %%\n$h = { 'a' => { 'b' => [1, { 'c' => 2 }] } }\n", 100, 24);
    screen.keys("alt-v").keys("right").keys("alt-c");
    assert_eq!(screen.app.wishes, [Effect::Copy("$h['a']['b']".to_owned())]);
    screen.keys("alt-v").keys("right").keys("right").keys("down");
    sees(&screen, "‹ back");
    screen.keys("left").keys("left");
    assert!(!screen.text().contains("‹ back"), "{}", screen.text());
}

#[test]
fn what_order_explains_is_told_once_and_with_advice_that_helps() {
    let screen = Screen::of("# %%\n$b = $a + 1\n\n# %%\n$a = 1\n", 100, 24);
    sees(&screen, "$a is set in cell 2, which runs after this one");
    sees(&screen, "help: move cell 2 above this one");
    sees(&screen, "error[unset-variable]");
    assert!(!screen.text().contains("= help: assign it first"), "{}", screen.text());
}

#[test]
fn in_a_circle_no_cell_is_to_be_moved() {
    let screen = Screen::of("# %%\n$a = $b + 1\n\n# %%\n$b = $a + 1\n", 100, 24);
    sees(&screen, "dependency cycle between cells");
    assert!(!screen.text().contains("move cell"), "{}", screen.text());
    sees(&screen, "part of the dependency cycle reported in cell 1");
    assert!(!screen.text().contains("= help: assign it first"), "{}", screen.text());
}

#[test]
fn the_keys_of_a_hash_are_proposed_when_a_quote_is_typed() {
    let mut screen = Screen::of("# %%\n$h = { 'alpha' => 1, 'beta' => 2 }\n\n# %%\n\n", 80, 24);
    screen.keys("j enter").types("$h['");
    sees(&screen, "alpha");
    sees(&screen, "beta");
}

#[test]
fn lines_that_end_in_two_ways_are_told() {
    let screen = Screen::of("# %%\r\n$a = 1\r\n$b = 2\n", 120, 24);
    sees(&screen, r"the file has mixed line ends: edited cells get \r\n");
}

#[test]
fn a_new_notebook_is_saved_under_a_name_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut screen = Screen::new_notebook();
    screen.types("$a = 1").keys("ctrl-q");
    sees(&screen, "Quit?");
    let path = folder.path().join("first.pp");
    screen.keys("s").keys("ctrl-u").types(path.to_str().unwrap()).keys("enter");
    assert!(screen.app.should_quit, "{}", screen.text());
    assert_eq!(std::fs::read_to_string(path).unwrap(), "$a = 1\n");
    let mut named = Screen::of("# %%\n$a = 1\n", 80, 24);
    named.keys("end").types("2").keys("ctrl-q s");
    assert!(named.app.should_quit, "{}", named.text());
}

#[test]
fn who_presses_ctrl_c_to_leave_is_told_how() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("ctrl-c");
    sees(&screen, "copied the line (ctrl-q: quit)");
    screen.keys("esc ctrl-c");
    sees(&screen, "nothing is running (ctrl-q: quit)");
}

#[test]
fn a_file_of_another_kind_is_told_to_be_read_as_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("motd.epp");
    std::fs::write(&path, "<%- | $a | -%>\n").unwrap();
    let screen = Screen::open(path, 100, 24);
    sees(&screen, "this .epp file is read as Puppet code");
}

#[test]
fn a_new_notebook_says_what_to_do() {
    let mut screen = Screen::new_notebook();
    sees(&screen, "type Puppet here; alt-enter runs it, f1 shows help");
    assert!(!screen.text().contains('✓'), "there is nothing that ran");
    screen.types("1");
    assert!(!screen.text().contains("type Puppet here"), "{}", screen.text());
}

#[test]
fn log_lines_keep_their_margin_and_tabs() {
    let screen = Screen::of("# %%\nnotice(\"server {\\n  listen 80;\\n\\tend\\n}\")\n", 80, 30);
    let shown: Vec<String> =
        screen.text().lines().filter_map(|line| Some(line.split_once("┃ ")?.1.to_owned())).collect();
    let shown: Vec<&str> = shown.iter().map(|line| line.trim_end()).collect();
    assert_eq!(
        shown[1..5],
        ["notice: server {", "          listen 80;", "                end", "        }"],
        "{shown:#?}"
    );
}

#[test]
fn pages_go_down_and_up_inside_a_long_cell() {
    let text: String = (1..=100).map(|n| format!("$v{n} = {n}\n")).collect();
    let mut screen = Screen::of(&format!("# %%\n{text}"), 80, 24);
    let row = |screen: &Screen| place(screen).1.split(':').next().and_then(|row| row.parse::<u32>().ok()).unwrap();
    screen.keys("enter ctrl-home");
    let first = row(&screen);
    screen.keys("pagedown");
    let page = row(&screen) - first;
    assert!((10..24).contains(&page), "a page is nearly a screen: {page}");
    screen.keys("pagedown");
    assert_eq!(row(&screen), first + 2 * page);
    screen.keys("pageup");
    assert_eq!(row(&screen), first + page);
    screen.keys("pageup pageup pageup");
    assert_eq!(row(&screen), first);
}

#[test]
fn pages_go_down_and_up_through_cells() {
    let text: String = (1..=40).map(|n| format!("# %%\n$v{n} = {n}\n\n")).collect();
    let mut screen = Screen::of(&text, 80, 24);
    sees(&screen, "$v1 = 1");
    screen.keys("pagedown");
    assert!(!screen.text().contains("$v1 = 1\n"), "{}", screen.text());
    let (cell, _) = place(&screen);
    assert!(cell > 1, "the cell in sight is the one that keys mean: {cell}");
    screen.keys("pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown pagedown");
    sees(&screen, "$v40 = 40");
    assert_eq!(place(&screen).0, 40);
    screen.keys("pageup");
    let (cell, _) = place(&screen);
    assert!((30..40).contains(&cell), "{cell}");
    screen.keys("home");
    sees(&screen, "$v1 = 1");
}

#[test]
fn vi_looks_through_all_cells() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.pp");
    std::fs::write(&path, THREE).unwrap();
    let mut screen = Screen::with_keys(path, KeySet::Vi, 100, 24);
    screen.keys("enter /").types("port\n");
    assert_eq!(place(&screen), (1, "1:2".to_owned()));
    for (key, cell, at) in [("n", 2, "1:11"), ("n", 3, "1:9"), ("n", 3, "2:2"), ("N", 3, "1:9"), ("N", 2, "1:11")] {
        screen.keys(key);
        assert_eq!(place(&screen), (cell, at.to_owned()));
    }
    screen.keys("*");
    assert_eq!(place(&screen), (3, "1:9".to_owned()), "the word port, whose hit is here, as the next one");
    screen.keys("#");
    assert_eq!(place(&screen), (2, "1:11".to_owned()));
}

#[test]
fn help_begins_with_the_word_under_the_cursor() {
    let mut screen = Screen::of("# %%\n[1, 2].map |$n| { $n }\n'a' =~ /b/\nif true { 1 }\n", 100, 40);
    let mut helps = |keys: &str, words: &[&str]| {
        screen.keys(keys).keys("f1");
        words.iter().for_each(|word| sees(&screen, word));
        screen.keys("esc");
    };
    helps(
        "right right right right right right right",
        &["Returns an array", "Integer[1, 4].map", "The notebook", "Cells"],
    );
    helps("down home right right right right", &["=~", "Tests whether the left side matches.", "The notebook"]);
    helps("down home", &["Runs the first block", "if 1 < 2", "The notebook"]);
    screen.keys("esc ?");
    sees(&screen, "A notebook is a manifest in cells");
    assert!(!screen.text().contains("Runs the first block"), "{}", screen.text());
}

#[test]
fn actions_are_found_by_the_words_that_people_use() {
    let mut screen = Screen::of("# %%\n1\n", 100, 40);
    let found = [
        ("quit", "quit"),
        ("exit", "quit"),
        ("add", "new below"),
        ("remove", "delete"),
        ("search", "find"),
        ("reload", "reload"),
        ("outline", "contents"),
        ("collapse", "fold"),
        ("colors", "theme"),
        ("vim", "key set"),
        ("kernel", "restart"),
        ("regex", "Captures"),
        ("interrupt", "stop"),
    ];
    for (word, action) in found {
        screen.keys("f2").types(word);
        sees(&screen, &format!("› {action}  "));
        screen.keys("esc");
    }
}

#[test]
fn the_key_bar_and_answers_are_clicked() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 100, 24);
    let bar = |screen: &Screen, word: &str| {
        let line = screen.text().lines().last().unwrap().to_owned();
        line.find(word).unwrap() as u16
    };
    let column = bar(&screen, "f1 help");
    screen.click(column + 4, 23);
    sees(&screen, "A notebook is a manifest in cells");
    screen.keys("esc end").types("2");
    let column = bar(&screen, "ctrl-q quit");
    screen.click(column, 23);
    sees(&screen, "has unsaved changes");
    let text = screen.text();
    let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains("esc cancel")).unwrap();
    let before: String = line.split("esc cancel").next().unwrap().to_owned();
    screen.click(before.chars().count() as u16, row as u16);
    assert!(!screen.text().contains("has unsaved changes"), "{}", screen.text());
    assert!(!screen.app.should_quit);
}

#[test]
fn a_pane_that_is_asked_for_is_seen_on_a_small_screen() {
    let mut screen = Screen::of("# %%\n$answer = 42\n", 40, 12);
    assert!(!screen.text().contains("Scope"));
    screen.keys("alt-6");
    sees(&screen, "Scope");
    sees(&screen, "$answer = 42  Integer");
    screen.keys("esc");
    assert!(!screen.text().contains("Scope"), "{}", screen.text());
}

#[test]
fn the_key_bar_names_the_pane_for_what_is_under_the_cursor() {
    let text = "# %%\n$a = @(END)\n  text\n  | END\n$b = 'x' =~ /y/\n";
    let mut screen = Screen::of(text, 100, 24);
    let bar = |screen: &Screen| screen.text().lines().last().unwrap().to_owned();
    assert!(!bar(&screen).contains("Heredoc"), "{}", bar(&screen));
    screen.keys("down");
    assert!(bar(&screen).starts_with("alt-enter run  alt-2 Heredoc"), "{}", bar(&screen));
    screen.keys("alt-2");
    sees(&screen, "Heredoc @(END)");
    assert!(!bar(&screen).contains("Heredoc"), "{}", bar(&screen));
    screen.keys("down down end");
    assert!(bar(&screen).contains("alt-3 Captures"), "{}", bar(&screen));
}

#[test]
fn a_key_goes_from_failure_to_failure() {
    let text = "# %%\n$a = 1\nfail('first')\n\n# %%\n$b = 2\n\n# %%\nfail('second')\n";
    let mut screen = Screen::of(text, 100, 30);
    screen.keys("alt-,");
    assert_eq!(place(&screen), (3, "1:1".to_owned()), "from the first cell on");
    screen.keys("alt-,");
    assert_eq!(place(&screen), (1, "2:1".to_owned()));
    let mut screen = Screen::of("# %%\n1\n", 100, 30);
    screen.keys("alt-,");
    sees(&screen, "no cell failed");
}
