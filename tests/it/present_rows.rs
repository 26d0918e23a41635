//! Rows of slides that other tests leave out: code in prose, and solutions that are typed; and the keys of the second terminal.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl::present::{Follower, Presenter, Screenful, Talk};
use pprepl_notebook::trust::Trust;
use pprepl_widgets::key::Chord;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyEvent};

use crate::present::{palette, start};

/// Writes a talk that the user trusts, and opens it.
fn presenter(folder: &Path, text: &str) -> Presenter {
    let path = folder.join("talk.pp");
    std::fs::write(&path, text).unwrap();
    Trust::at(Some(folder)).add(&path, text).unwrap();
    Presenter::new(Talk::open_file(&path).unwrap(), &start(folder), palette(), Arc::new(|| {}))
}

/// Draws a screen, and returns its rows.
fn drawn(app: &mut dyn Screenful, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            app.draw(frame);
        })
        .unwrap();
    let buffer = terminal.backend().buffer();
    let rows = (0..height).map(|y| {
        let row: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
        row.trim_end().to_owned()
    });
    rows.collect::<Vec<_>>().join("\n")
}

fn press(app: &mut dyn Screenful, keys: &str) {
    for key in Chord::parse(keys).unwrap().0 {
        app.terminal(Event::Key(KeyEvent::new(key.code, key.held)));
    }
}

#[test]
fn code_in_prose_keeps_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    let long = "x".repeat(50);
    let text = format!(
        "# %% [markdown]\n# # Code\n# Before.\n#\n# ```puppet\n# $sum = [1,\n#   2]\n# ```\n#\n# ```text\n# a   b\n# {long}\n# ```\n"
    );
    let screen = drawn(&mut presenter(folder.path(), &text), 40, 20);
    let rows: Vec<&str> = screen.lines().map(str::trim_end).collect();
    let start = rows.iter().position(|row| row.contains("$sum = [1,")).unwrap_or_else(|| panic!("{screen}"));
    let blanks = rows[start].len() - rows[start].trim_start().len();
    assert_eq!(rows[start + 1], format!("{}2]", " ".repeat(blanks + 2)), "{screen}");
    let prose = rows.iter().find(|row| row.contains("Before.")).unwrap();
    assert_eq!(prose.len() - prose.trim_start().len() + 2, blanks, "code is indented by two columns");
    assert!(rows.iter().any(|row| row.trim() == "a   b"), "{screen}");
    assert_eq!(screen.matches('x').count(), 50, "a long line continues\n{screen}");
}

#[test]
fn a_solution_that_is_typed_has_its_result_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let text = "# %% [markdown]\n# # T\n\n# %% Large\n#| exercise large\n#| type\n#| task Set `$large`.\n\
                #| check value $large == [443]\n#| solution $large = [80, 443].filter |$p| { $p > 100 }\n";
    let mut app = presenter(folder.path(), text);
    let began = app.started();
    press(&mut app, "space space a");
    app.settle(Duration::from_secs(30));
    let screen = drawn(&mut app, 80, 24);
    let is_typed = screen.contains('▌');
    assert!(!is_typed || !screen.contains("⇒ [443]"), "the result waits for the last key\n{screen}");
    app.tick(began + Duration::from_secs(60));
    app.settle(Duration::from_secs(30));
    let screen = drawn(&mut app, 80, 24);
    assert!(screen.contains("⇒ [443]") && screen.contains("$p > 100"), "{screen}");
}

#[test]
fn the_notes_of_the_second_terminal_scroll() {
    let folder = tempfile::tempdir().unwrap();
    let notes: String = (1..=60).map(|line| format!("#| note Note {line:02}.\n")).collect();
    let mut app =
        presenter(folder.path(), &format!("# %% [markdown]\n{notes}# # First\n\n# %% [markdown]\n# ## Second\n"));
    drawn(&mut app, 80, 24);
    let mut follower = Follower::new(folder.path().to_owned(), None, palette());
    follower.tick(Instant::now() + Duration::from_secs(1));
    let top = drawn(&mut follower, 60, 16);
    assert!(top.contains("Note 01."), "{top}");
    let mut after = |keys: &str| {
        press(&mut follower, keys);
        drawn(&mut follower, 60, 16)
    };
    let second = after("down");
    assert_ne!(second, top);
    assert_eq!(after("up"), top);
    let page = after("pagedown");
    assert!(!page.contains("Note 01.") && page != second, "{page}");
    assert_eq!(after("pageup"), top);
    assert_eq!(after("space"), page);
    assert_eq!(after("left"), top);
    let last = after("end");
    assert!(last.contains("Note 60.") && !last.contains("Note 01."), "{last}");
    assert_eq!(after("j"), last, "the end is the end");
    assert_eq!(after("home"), top);
    assert_eq!(after("z"), top, "other keys do nothing");
    press(&mut follower, "q");
    assert!(follower.should_quit());
}

#[test]
fn a_killed_presentation_does_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let states = folder.path().join("present");
    let state = |name: &str| states.join(name);
    let app = presenter(folder.path(), "# %% [markdown]\n# # T\n#| note Here.\n");
    let own = std::fs::read_dir(&states).unwrap().map(|entry| entry.unwrap().path());
    let own = own.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "json")).unwrap();
    let now = std::time::SystemTime::now();
    // A killed process leaves its files. Only a process that runs has a lock.
    let mut files = Vec::new();
    for (name, hours) in [("young", 1), ("old", 25), ("long", 25)] {
        std::fs::copy(&own, state(&format!("{name}.json"))).unwrap();
        let file = std::fs::OpenOptions::new().write(true).open(state(&format!("{name}.json"))).unwrap();
        file.set_modified(now - Duration::from_secs(hours * 3600)).unwrap();
        files.push(std::fs::File::create(state(&format!("{name}.lock"))).unwrap());
    }
    files[2].lock().unwrap();
    let mut follower = Follower::new(folder.path().to_owned(), None, palette());
    let screen = drawn(&mut follower, 90, 16);
    assert!(screen.contains("(2 run: name a file)"), "{screen}");
    // The next presentation removes what is old and does not run.
    let other = tempfile::tempdir().unwrap();
    std::fs::write(other.path().join("talk.pp"), "# %% [markdown]\n# # Next\n").unwrap();
    let next = Talk::open_file(&other.path().join("talk.pp")).unwrap();
    let next = Presenter::new(next, &start(folder.path()), palette(), Arc::new(|| {}));
    let left: Vec<bool> = ["young", "old", "long"].map(|name| state(&format!("{name}.json")).exists()).into();
    assert_eq!(left, [true, false, true]);
    drop((app, next));
}

#[test]
fn a_second_terminal_waits_in_the_upper_third() {
    let folder = tempfile::tempdir().unwrap();
    let mut follower = Follower::new(folder.path().to_owned(), None, palette());
    let screen = drawn(&mut follower, 90, 26);
    // The margin takes one row, and a third of the 23 rows below is empty.
    let row = screen.lines().position(|row| row.contains("Waiting for a presentation"));
    assert_eq!(row, Some(1 + 23 / 3), "{screen}");
}

#[test]
fn code_reads_files_beside_its_talk() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("motd.txt"), "from the file").unwrap();
    let path = pprepl_files::slashed(&folder.path().join("motd.txt"));
    let mut app = presenter(folder.path(), &format!("# %%\nfile('{path}')\n"));
    press(&mut app, "space");
    assert!(app.settle(Duration::from_secs(30)));
    let screen = drawn(&mut app, 80, 24);
    assert!(screen.contains("⇒ 'from the file'"), "{screen}");
}
