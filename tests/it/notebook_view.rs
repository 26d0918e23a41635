//! The notebook's view: search fields, undo, folding, hidden results, the scroll bar, search by structure, what is
//! remembered of each notebook, and pictures of cells.

use crate::screen;

use std::path::Path;

use pprepl_notebook::export;
use pprepl_session::Settings;
use screen::Screen;

const THREE: &str = "# %%\n$port = 80\n\n# %%\n$other = $port + 1\nnotice($other)\n\n# %%\n\"port ${port} port\"\n";

#[track_caller]
fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not on\n{}", screen.text());
}

#[track_caller]
fn lacks(screen: &Screen, text: &str) {
    assert!(!screen.text().contains(text), "{text:?} is on\n{}", screen.text());
}

fn texts(screen: &Screen) -> Vec<String> {
    screen.app.workspace().cells().iter().map(|cell| cell.text.clone()).collect()
}

/// Opens a file with the state of the user in a directory.
fn open(file: &Path, home: &Path) -> Screen {
    Screen::with_state(file.to_owned(), home, Settings::default(), 100, 30)
}

#[test]
fn the_earlier_query_is_selected_and_typing_replaces_it() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("ctrl-f").types("port").keys("enter");
    screen.keys("ctrl-f");
    sees(&screen, "5 in 3 cells");
    screen.types("notice");
    sees(&screen, "1 in 1 cell");
    screen.keys("esc ctrl-f end").types("s");
    sees(&screen, "not found");
    screen.keys("ctrl-u").types("other");
    sees(&screen, "2 in 1 cell");
}

#[test]
fn ctrl_z_undoes_typing_and_changes_of_cells() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("enter end").types("80").keys("ctrl-z");
    assert_eq!(texts(&screen)[0], "$port = 80");
    screen.keys("ctrl-y");
    assert_eq!(texts(&screen)[0], "$port = 8080");
    screen.keys("esc esc d d");
    assert_eq!(texts(&screen).len(), 2);
    screen.keys("ctrl-z");
    assert_eq!(texts(&screen).len(), 3);
    assert!(screen.app.wishes.is_empty(), "nothing suspends it");
}

#[test]
fn a_folded_cell_says_what_it_does_not_show() {
    let mut screen = Screen::of(THREE, 100, 30);
    screen.keys("f");
    sees(&screen, "result folded");
    lacks(&screen, "⇒ 80");
    screen.keys("j f");
    sees(&screen, "1 line, result folded");
    screen.keys("f");
    lacks(&screen, "1 line");
}

#[test]
fn a_cell_that_is_folded_while_it_is_edited_stays_in_view() {
    let long: String = (1..=40).map(|line| format!("$v{line} = {line}\n")).collect();
    let mut screen = Screen::of(&format!("# %%\n'first'\n\n# %%\n{long}\n# %%\n'last'\n"), 80, 16);
    screen.keys("j enter ctrl-end");
    sees(&screen, "$v40 = 40");
    screen.keys("f2").types("fold all").keys("enter");
    sees(&screen, "$v1 = 1");
    sees(&screen, "'last'");
}

#[test]
fn a_result_is_hidden_but_not_an_error() {
    let mut screen = Screen::of("# %%\n$a = 1\nnotice('said')\n$a\n\n# %%\n$b = 1 / 0\n", 100, 30);
    screen.keys("h");
    sees(&screen, "… result hidden (h shows it)");
    lacks(&screen, "notice: said");
    screen.keys("h");
    sees(&screen, "notice: said");
    screen.keys("H");
    lacks(&screen, "notice: said");
    sees(&screen, "error[");
    screen.keys("H");
    sees(&screen, "notice: said");
}

#[test]
fn each_notebook_keeps_its_own_keys_panes_and_folds() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one.pp"), folder.path().join("other.pp"));
    std::fs::write(&one, THREE).unwrap();
    std::fs::write(&other, THREE).unwrap();
    let mut first = open(&one, folder.path());
    first.app.dispatch(pprepl::tui::action::Action::KeySet);
    first.keys("down down enter");
    sees(&first, "vi keys in this notebook");
    first.keys("f j h alt-w alt-r");
    first.app.close();

    let second = open(&other, folder.path());
    lacks(&second, "folded");
    lacks(&second, "hidden");
    sees(&second, "Type");
    sees(&second, "  auto");
    second.app.close();

    let mut again = open(&one, folder.path());
    again.keys("f9");
    sees(&again, "result folded");
    sees(&again, "result hidden");
    sees(&again, "manual");
    lacks(&again, "Type ─");
    again.keys("j enter");
    sees(&again, "normal");
    again.app.close();

    // The same holds for a notebook that takes the place of another.
    let mut third = open(&other, folder.path());
    third.keys("ctrl-o").types(one.to_str().unwrap()).keys("enter f9");
    sees(&third, "result folded");
    sees(&third, "result hidden");
    sees(&third, "manual");
    third.keys("j enter");
    sees(&third, "normal");
}

#[test]
fn the_state_of_a_notebook_can_become_the_default() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one.pp"), folder.path().join("other.pp"));
    std::fs::write(&one, THREE).unwrap();
    std::fs::write(&other, THREE).unwrap();
    let mut first = open(&one, folder.path());
    first.keys("alt-w alt-w");
    first.app.dispatch(pprepl::tui::action::Action::MakeDefault);
    first.app.close();
    lacks(&open(&other, folder.path()), "Type ─");
}

#[test]
fn the_scroll_bar_marks_failures_stale_cells_and_matches() {
    let cells: Vec<String> = (1..30).map(|number| format!("# %%\n$v{number} = {number}\n")).collect();
    let text = format!("{}\n# %%\n$bad = 1 / 0\n\n# %%\n'last'\n", cells.join("\n"));
    let mut screen = Screen::of(&text, 80, 24);
    let bar =
        |screen: &Screen| -> Vec<char> { screen.text().lines().filter_map(|line| line.chars().nth(79)).collect() };
    assert!(bar(&screen).contains(&'✗'), "{}", screen.text());
    assert!(bar(&screen).contains(&'◄'));
    assert!(!bar(&screen).contains(&'•'));
    screen.keys("ctrl-f").types("$v2");
    assert!(bar(&screen).contains(&'•'), "{}", screen.text());
    screen.keys("esc alt-r g g enter end").types("0").keys("esc esc");
    assert!(screen.text().contains("manual"));
}

#[test]
fn after_growing_no_rows_are_empty_below_the_end() {
    let cells: Vec<String> = (1..12).map(|number| format!("# %%\n$v{number} = {number}\n")).collect();
    let mut screen = Screen::of(&cells.join("\n"), 60, 12);
    screen.keys("G");
    screen.resize(200, 50);
    sees(&screen, "$v1 = 1");
    sees(&screen, "$v11 = 11");
}

#[test]
fn nodes_of_the_syntax_tree_are_found_by_a_query() {
    let mut screen = Screen::of(THREE, 100, 24);
    screen.keys("alt-(").types("(interpolation (variable) @match)");
    sees(&screen, "1 in 1 cell");
    screen.keys("enter");
    sees(&screen, "1:9");
    screen.keys("alt-(").types("variable");
    sees(&screen, "5 in 3 cells");
    screen.keys("enter f3");
    sees(&screen, "1 of 5");
    // Prose has no syntax tree.
    let mut prose = Screen::of("# %% [markdown]\n# $port\n\n# %%\n$port = 1\n", 100, 24);
    prose.keys("alt-(").types("variable");
    sees(&prose, "1 in 1 cell");
    screen.keys("alt-(").types("(functon_call)");
    sees(&screen, "did you mean `function_call`?");
    screen.keys("ctrl-u").types("(variable");
    sees(&screen, "expected a pattern such as (function_call)");
}

#[test]
fn messages_wrap_on_a_narrow_screen() {
    let mut screen = Screen::of("# %%\n$answer = 1\n$answer.no_such_function(1)\n", 40, 24);
    screen.keys("enter ctrl-end").types(" + 'text'");
    let text = screen.text();
    assert!(!text.contains('…'), "{text}");
    assert!(text.contains(" 1✗") || text.contains(" 1*"), "{text}");
}

#[test]
fn a_cell_is_exported_as_a_picture_without_times() {
    let document = pprepl_notebook::Document::parse(THREE);
    let id = document.cells()[1].id;
    let output = pprepl_notebook::CellOutput {
        value: Some("81".to_owned()),
        type_line: Some("Integer[81, 81]".to_owned()),
        ..pprepl_notebook::CellOutput::default()
    };
    let outputs = [(id, output)].into_iter().collect();
    let themes = pprepl::themes::THEMES;
    let cell = export::svg(&document, &outputs, Some(id), themes);
    insta::assert_snapshot!("picture_of_a_cell", cell);
    assert!(!cell.contains("regexp"), "only the colors that it uses");
    let all = export::svg(&document, &outputs, None, themes);
    assert!(all.contains("port") && all.len() > cell.len());
}

#[test]
fn exports_from_the_screen_include_a_picture_of_the_cell() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.pp");
    std::fs::write(&file, THREE).unwrap();
    let mut screen = open(&file, folder.path());
    screen.keys("f9 j alt-x").types("this cell").keys("enter");
    sees(&screen, "wrote");
    let picture = std::fs::read_to_string(folder.path().join("one.cell-2.svg")).unwrap();
    assert!(picture.contains("81") && !picture.contains("µs"), "{picture}");
    screen.keys("alt-x").types("HTML").keys("enter");
    let page = std::fs::read_to_string(folder.path().join("one.html")).unwrap();
    assert!(!page.contains("µs") && !page.contains(" ms<"), "no times in an export");
}
