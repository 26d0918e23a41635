//! The facts of a notebook: the pane, another set, one fact, and the cells that read facts.

use crate::screen;

use pprepl::tui::action::Action;
use screen::Screen;

const CODE: &str = "# %%\n$family = $facts['os']['family']\n\n# %%\n\"on ${family}\"\n\n# %%\n$plain = 1\n";

#[track_caller]
fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not on\n{}", screen.text());
}

/// Opens the code with the facts of Debian.
fn debian() -> Screen {
    let mut screen = Screen::of(CODE, 120, 40);
    screen.app.dispatch(Action::FactSet);
    screen.settle();
    screen.types("debian-12").keys("enter");
    screen
}

#[test]
fn another_set_runs_the_cells_that_read_facts() {
    let mut screen = debian();
    sees(&screen, "facts debian-12");
    sees(&screen, "⇒ 'on Debian'");
    screen.app.dispatch(Action::FactSet);
    screen.settle();
    screen.types("rhel-9").keys("enter");
    sees(&screen, "⇒ 'on RedHat'");
    sees(&screen, "facts rhel-9");
}

#[test]
fn one_fact_is_changed_in_the_pane() {
    let mut screen = debian();
    screen.keys("alt-$ alt-o");
    sees(&screen, "set debian-12");
    screen.keys("/").types("os.fam").keys("enter");
    sees(&screen, "os.family  'Debian'");
    screen.keys("down down enter");
    sees(&screen, "os.family=Debian");
    screen.keys("ctrl-w").types("Mine").keys("enter");
    sees(&screen, "os.family = 'Mine' (it was 'Debian')");
    sees(&screen, "⇒ 'on Mine'");
    sees(&screen, "facts debian-12 1 edited");
    sees(&screen, "os.family  'Mine'  edited");
    insta::assert_snapshot!("facts_pane", screen.text());
}

#[test]
fn in_manual_mode_the_readers_become_stale() {
    let mut screen = debian();
    screen.keys("alt-r");
    screen.app.dispatch(Action::SetFact);
    screen.settle();
    screen.types("os.family=Other").keys("enter");
    sees(&screen, "2 stale");
    screen.keys("f7");
    sees(&screen, "⇒ 'on Other'");
}

#[test]
fn a_restart_keeps_the_facts_and_an_unknown_set_changes_nothing() {
    let mut screen = debian();
    screen.app.dispatch(Action::Restart);
    screen.settle();
    screen.keys("f9");
    sees(&screen, "⇒ 'on Debian'");
    screen.app.dispatch(Action::FactSet);
    screen.settle();
    screen.types("file").keys("enter").types("debian-13x").keys("enter");
    sees(&screen, "unknown fact set or file 'debian-13x'");
    sees(&screen, "⇒ 'on Debian'");
    screen.app.dispatch(Action::SetFact);
    screen.settle();
    screen.types("nonsense").keys("enter");
    sees(&screen, "expected PATH=VALUE");
}
