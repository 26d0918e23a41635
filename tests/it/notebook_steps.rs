//! Steps of a lesson in the notebook that other tests leave out: an exercise without hints, and one that builds on another.

use crate::screen::Screen;

const LESSON: &str = "# %% [markdown]\n#| lesson two   title \"Two\"\n# ## Two\n\n# %% One\n#| exercise one\n\
                      #| task Set `$a`.\n#| start $a = ___\n#| check value $a == 41\n#| solution $a = 41\n\n\
                      # %% Two\n#| exercise two\n#| after one\n#| task Set `$b`.\n#| start $b = ___\n\
                      #| check value $b == 42\n#| solution $b = $a + 1\n\n# %% Ask\n#| quiz ask predict value\n\
                      #| options 1, 2\n1 + 1\n";

fn open() -> (tempfile::TempDir, Screen) {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("two.pp");
    std::fs::write(&file, LESSON).unwrap();
    let screen = Screen::lesson(&file, home.path(), 80, 40);
    (home, screen)
}

fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "{text:?} is not in\n{}", screen.text());
}

#[test]
fn an_exercise_without_hints_leads_to_the_solution() {
    let (_home, mut screen) = open();
    screen.keys("alt-q l").types("One").keys("enter").keys("alt-h");
    sees(&screen, "no further hint; alt-q s shows the solution");
    screen.keys("alt-q l").types("Ask").keys("enter").keys("alt-h");
    sees(&screen, "only exercises have hints");
}

#[test]
fn an_answer_finds_the_names_of_the_steps_before_it() {
    let (_home, mut screen) = open();
    screen.keys("alt-q l").types("Two").keys("enter");
    screen.keys("ctrl-a").paste("$b = $a + 1").keys("f5");
    sees(&screen, "Right.");
    sees(&screen, "⇒ 42");
}
