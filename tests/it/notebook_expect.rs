//! The expectations of cells in a notebook, the settings in its first line, and the keys of the configuration.

use crate::screen::Screen;

use pprepl::tui::action::Action;
use pprepl::tui::table::KeySet;
use pprepl_session::Settings;

#[track_caller]
fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not on\n{}", screen.text());
}

const CODE: &str = "# %%\n#| expect value 2\n#| expect type Integer\n1 + 1\n\n# %%\n#| expect value 3\n1 + 1\n\n\
                    # %%\n#| expect fails undefined-function\nfoo()\n\n# %%\n#| expect log notice \"hi\"\nnotice('ho')\n";

#[test]
fn a_cell_shows_which_of_its_expectations_hold() {
    let mut screen = Screen::of(CODE, 90, 50);
    screen.keys("f9");
    sees(&screen, "✓ expected value 2");
    sees(&screen, "✓ expected type Integer");
    sees(&screen, "✗ expected value 3: the value is 2");
    sees(&screen, "✓ expected fails undefined-function");
    sees(&screen, "✗ expected log notice \"hi\": expected the log line");
    // The expected failure is no failure; the two wrong cells are.
    sees(&screen, "2 failed");
    insta::assert_snapshot!("expectations", screen.text());
}

#[test]
fn an_expectation_that_cannot_be_read_is_explained() {
    let mut screen = Screen::of("# %%\n#| expect => 3\n3\n", 90, 24);
    screen.keys("f9");
    sees(&screen, "✗ expected => 3: unknown kind of expectation: `=>`; write `expect value");
}

#[test]
fn expectations_wrap_at_forty_columns() {
    let mut screen = Screen::of("# %%\n#| expect type Array[String]\n[1, 2]\n", 40, 20);
    screen.keys("f9");
    sees(&screen, "✗ expected type Array[String]:");
    assert!(screen.text().lines().all(|line| line.chars().count() <= 40));
    insta::assert_snapshot!("expectations_narrow", screen.text());
}

#[test]
fn settings_that_change_meaning_are_in_the_first_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.pp");
    std::fs::write(&path, "# %%\n1\n").unwrap();
    let mut settings = Settings::default();
    settings.set("edition", "puppet8").unwrap();
    settings.set("strict_variables", "off").unwrap();
    let screen = Screen::set(path.clone(), 80, 24, settings);
    assert!(screen.text().lines().next().unwrap().contains("puppet8 strict_variables=off"), "{}", screen.text());
    let plain = Screen::open(path, 80, 24);
    assert!(!plain.text().lines().next().unwrap().contains("strict"), "{}", plain.text());
}

#[test]
fn the_keys_of_the_configuration_are_behind_those_of_the_notebook() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("state");
    let path = folder.path().join("a.pp");
    std::fs::write(&path, "# %%\n1\n").unwrap();
    let mut screen = Screen::with_default_keys(path.clone(), &home, KeySet::Vi);
    screen.keys("enter");
    sees(&screen, "normal");
    // The notebook remembers its own keys.
    screen.app.dispatch(Action::KeySet);
    screen.settle();
    screen.keys("up up enter");
    sees(&screen, "plain keys in this notebook");
    let mut screen = Screen::with_default_keys(path, &home, KeySet::Vi);
    screen.keys("enter");
    assert!(!screen.text().contains("normal"), "{}", screen.text());
}
