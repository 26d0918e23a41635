//! Keys of a presentation that other tests leave out: numbers of slides, speeds, questions, the scratch cell, the notes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl::present::{Follower, Screenful};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::present::{Show, palette};

/// Twelve slides with one line of prose.
fn twelve() -> Show {
    let slide = |number: usize| format!("# %% [markdown]\n# # Slide {number}\n\n# %%\n{number} + 100\n\n");
    Show::of(&(1..=12).map(slide).collect::<String>(), 80, 16)
}

#[test]
fn a_number_is_complete_when_no_slide_continues_it() {
    let mut show = twelve();
    show.keys("g 5").see("slide 5 of 12").keys("g 1").see("go to slide: 1").keys("enter").see("slide 1 of 12");
    show.keys("g 1 2").see("slide 12 of 12").keys("g 0").see("go to slide").keys("enter");
    show.see("expected a slide from 1 to 12, found 0").see("12 + 100");
    show.keys("g 1 backspace 3").see("slide 3 of 12").keys("g backspace").lose("go to slide").see("slide 3 of 12");
    show.keys("g 1 x").lose("go to slide").see("slide 3 of 12").keys("g enter").lose("go to slide");
    show.see("slide 3 of 12").keys("g 9").see("slide 9 of 12");
    show.keys("g 0 0 0 0 0 0").see("go to slide").keys("1").lose("go to slide").see("slide 9 of 12");
    show.keys("g 0 0 0 0 0 2").see("slide 2 of 12").keys("g 1 3").see("expected a slide from 1 to 12, found 13");
    show.keys("?").see("Keys").keys("esc").lose("Keys").see("slide 2 of 12").keys("f7").see("? shows the keys");
    let release = KeyEvent::new_with_kind(KeyCode::End, KeyModifiers::NONE, KeyEventKind::Release);
    show.app.terminal(Event::Key(release));
    show.settle();
    show.see("Slide 2");
}

#[test]
fn the_speed_has_a_least_and_changes_while_code_is_typed() {
    let mut show = Show::of("# %%\n#| type\n$number = 1234567890\n", 80, 16);
    let mut speeds = vec![];
    for _ in 0..9 {
        let shown = show.keys("minus").status();
        speeds.push(shown.split(" keys per second").next().unwrap().split_whitespace().last().unwrap().to_owned());
    }
    assert_eq!(speeds, ["8", "6", "5", "4", "3", "2", "1", "1", "1"]);
    show.keys("+").see("2 keys per second").keys("+").see("3 keys per second");
    show.keys("space").lose("1234567890").keys("minus").see("2 keys per second").keys("space").see("1234567890");
}

#[test]
fn a_scratch_cell_runs_only_code() {
    let mut show = twelve();
    show.keys("s").keys("enter").lose("running …").keys("esc").see("slide 1 of 12");
    show.keys("s").typed("Integer[1, 100000000000].each |$x| { $x }");
    show.app.terminal(Event::Key(KeyEvent::from(KeyCode::Enter)));
    show.draw();
    show.see("running …");
    // The help goes back to the slide, also while the scratch cell runs. On the slide, Esc stops the run.
    press(&mut show, KeyCode::Esc);
    press(&mut show, KeyCode::Char('?'));
    show.see("Keys");
    press(&mut show, KeyCode::Esc);
    show.lose("Keys").lose("100000000000").see("Slide 1");
    press(&mut show, KeyCode::Esc);
    show.settle();
    show.see("stopped").keys("s").lose("running …");
    show.app.terminal(Event::Paste(" + 1".to_owned()));
    // A letter of the code does not quit.
    show.typed("q").see("{ $x } + 1q");
    assert!(!show.app.is_over());
    show.keys("esc q");
    assert!(show.app.is_over());
}

/// Presses a key, without waiting for the evaluator.
fn press(show: &mut Show, code: KeyCode) {
    show.app.terminal(Event::Key(KeyEvent::from(code)));
    show.draw();
}

#[test]
fn esc_cancels_what_waits_for_its_turn() {
    let endless = "Integer[1, 100000000000].each |$x| { $x }";
    let mut show = Show::of(&format!("# %%\n{endless}\n"), 80, 16);
    press(&mut show, KeyCode::Char(' '));
    show.see("running …");
    press(&mut show, KeyCode::Char('s'));
    show.app.terminal(Event::Paste(endless.to_owned()));
    press(&mut show, KeyCode::Enter);
    press(&mut show, KeyCode::Esc);
    press(&mut show, KeyCode::Esc);
    show.settle();
    show.see("stopped").lose("running …").keys("s").lose("running …");
    // What comes after runs.
    show.keys("ctrl-u").typed("3 + 3").keys("enter").see("⇒ 6");
}

#[test]
fn a_paused_text_needs_no_tick() {
    let mut show = Show::of("# %%\n#| type\n$number = 1234567890\n", 80, 16);
    show.keys("space x").see("paused");
    let until_second = show.app.wait();
    assert!(!until_second.is_zero());
    // Later than the key that is due, the wait is still that for the clock.
    std::thread::sleep(Duration::from_millis(2));
    assert!(!show.app.wait().is_zero());
}

#[test]
fn a_scratch_cell_is_kept_when_its_question_closes() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("talk.pp"), "# %% [markdown]\n# # One\n\n# %%\n1 + 1\n").unwrap();
    let mut show = Show::open(folder, 80, 16);
    show.keys("s").typed("3 + 3").keys("enter").see("Run the code?").keys("esc").lose("Run the code?").see("3 + 3");
    show.keys("enter").see("Run the code?").keys("y").see("⇒ 6").keys("esc").see("One");
}

#[test]
fn results_and_answers_without_text_have_words() {
    let text = "# %% [markdown]\n#| lesson talk   title \"Results\"\n\n# %%\nfunction f() { 1 }\n\n# %% Type?\n#| quiz kind predict type\n[1]\n\n# %% Fails?\n#| quiz wrong \
                predict fails\n#| because It is a number.\n1 / 0\n\n# %%\n# prose only\n";
    let mut show = Show::of(text, 80, 20);
    let mut all = String::new();
    for _ in 0..9 {
        all += &format!("{}\n----\n", show.keys("space").text());
    }
    insta::assert_snapshot!(all);
    show.keys("home h").see("no exercise is on the screen").keys("x").see("? shows the keys");
}

#[test]
fn a_question_without_code_has_one_zoom() {
    let mut show = Show::of("# %% Which?\n#| quiz which predict which\n#| options 1, 2\n#| answer 2\n", 80, 16);
    show.keys("space space").see("Which").keys("z").lose("Which").keys("z").see("Which");
}

#[test]
fn given_code_that_fails_shows_its_error() {
    let mut show = Show::of("# %% [markdown]\n# # Title\n\n# %%\n#| given\n$a = 1 / 0\n", 80, 16);
    show.keys("space space").see("$a = 1 / 0").see("division");
}

#[test]
fn a_zoom_scrolls_and_other_keys_leave_it() {
    let lines: String = (10..50).map(|n| format!("$l{n} = {n}\n")).collect();
    let mut show = Show::of(&format!("# %% [markdown]\n# # Title\n\n# %%\n{lines}[1]\n"), 40, 12);
    // A slide that is higher than the screen is revealed page by page.
    for _ in 0..12 {
        show.keys("space");
    }
    show.keys("z").see("⇒ [1]").lose("$l10");
    show.keys("z").see("$l10").lose("⇒ [1]");
    let first = |show: &mut Show| {
        let text = show.text();
        let row = text.lines().find(|row| row.contains("$l")).unwrap_or_default();
        row[row.find("$l").unwrap_or(0)..].split(' ').next().unwrap_or_default().to_owned()
    };
    let mut seen = vec![];
    for keys in ["down", "down", "up", "pagedown", "pageup", "end", "up", "home", "up"] {
        show.keys(keys);
        seen.push(format!("{keys} {}", first(&mut show)));
    }
    insta::assert_snapshot!(seen.join("\n"));
    // The other keys are those of the slide.
    show.keys("s").typed("3 + 3").keys("enter").see("⇒ 6").keys("esc").see("Title");
    show.keys("z").keys("esc").see("Title").keys("z z z").see("Title");
    show.keys("z").keys("f7").see("Title").see("? shows the keys");
}

#[test]
fn a_tick_changes_the_screen_once_a_second() {
    let mut show = twelve();
    let start = show.app.started();
    assert!(show.app.tick(start + Duration::from_secs(60)));
    assert!(!show.app.tick(start + Duration::from_millis(60_400)));
    assert!(show.app.tick(start + Duration::from_millis(61_100)));
    let mut follower = Follower::new(show.folder.path().to_owned(), None, palette());
    follower.tick(Instant::now() + Duration::from_secs(1));
    assert!(!follower.wait().is_zero());
}

#[test]
fn a_low_screen_has_one_row_of_a_heading() {
    let title = "A heading of so many words that it takes more than three rows of a narrow screen, each with words";
    let rows = [6, 8, 10, 11, 12, 13, 14, 24].map(|height| {
        let text = Show::of(&format!("# %% [markdown]\n# # {title}\n"), 40, height).text();
        text.lines().filter(|row| title.contains(row.trim()) && !row.trim().is_empty()).count()
    });
    insta::assert_snapshot!(format!("{rows:?}"));
}

#[test]
fn a_scratch_cell_takes_half_of_the_screen() {
    let mut show = Show::of("# %%\n1\n", 80, 24);
    let lines: Vec<String> = (10..50).map(|number| format!("$l{number} = {number}")).collect();
    show.keys("s");
    show.app.terminal(Event::Paste(lines.join("\n")));
    show.draw();
    let shown = show.text();
    insta::assert_snapshot!(shown.lines().filter(|row| row.contains("$l")).count());
}

#[test]
fn notes_have_a_heading_and_keys() {
    let text =
        "# %% [markdown]\n# Slide\n\n# %% [markdown]\n#| note One *note*.\n\n# %% [markdown]\n#| note Another note.\n";
    let mut show = Show::of(text, 80, 24);
    let mut follower = Follower::new(show.folder.path().to_owned(), None, palette());
    let mut terminal = Terminal::new(TestBackend::new(60, 12)).unwrap();
    show.keys("home");
    follower.tick(Instant::now() + Duration::from_secs(1));
    let mut draw = |follower: &mut Follower| {
        terminal
            .draw(|frame| {
                follower.draw(frame);
            })
            .unwrap();
        terminal.backend().to_string()
    };
    let shown = draw(&mut follower);
    let notes = regex::Regex::new("One note\\. *\"\n\" *\"\n\" *Another note").unwrap();
    assert!(notes.is_match(&shown) && shown.contains("/") && shown.contains("Next: the end"), "{shown}");
    let mut pressed = |code, held| {
        follower.terminal(Event::Key(KeyEvent::new(code, held)));
        draw(&mut follower);
        format!("{:?}", follower.take_effects())
    };
    assert_eq!(pressed(KeyCode::Char('l'), KeyModifiers::CONTROL), "[Redraw]");
    assert_eq!(pressed(KeyCode::Char('z'), KeyModifiers::CONTROL), "[Suspend]");
    assert_eq!(pressed(KeyCode::Down, KeyModifiers::NONE), "[]");
}
