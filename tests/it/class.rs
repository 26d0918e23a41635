//! The class: reports of learners who write at once, shown in the terminal as they grow.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

use pprepl::course::COURSE;
use pprepl::themes::THEMES;
use pprepl::tui::class::ClassView;
use pprepl::tui::paint::Palette;
use pprepl_lessons::{Class, Record, StepState, append};
use pprepl_text::theme::ColorDepth;

use crate::terminal::Terminal;

/// The time of the screens, in seconds since 1970.
const NOW: u64 = 1_700_000_000;

fn record(learner: &str, step: &str, ago: u64, state: StepState, finding: Option<&str>) -> Record {
    Record {
        lesson: "first-steps".to_owned(),
        step: step.to_owned(),
        time: NOW - ago,
        state,
        tries: 1,
        finding: finding.map(str::to_owned),
        learner: Some(learner.to_owned()),
        ..Record::default()
    }
}

fn steps() -> Vec<String> {
    let lesson = COURSE.lesson("first-steps").expect("a chapter");
    lesson.graded_steps().map(|(step, _)| step.to_owned()).collect()
}

/// Writes a class of 30 learners: learner N did N of the steps, one a minute, and then tried the next one.
fn write_class(folder: &Path) {
    let steps = steps();
    for number in 0..30_usize {
        let name = match number {
            3 => "\u{1b}[31mmallory\u{7}".to_owned(),
            7 => "\u{674e}\u{96f7} with a name that is far too long for any screen".to_owned(),
            _ => format!("learner{number:02}"),
        };
        let path = folder.join(format!("{number:02}.jsonl"));
        let done = number % steps.len();
        for (at, step) in steps.iter().take(done).enumerate() {
            let ago = 1500 - 60 * at as u64;
            let finding = (at % 5 == 4).then_some("predicted-otherwise");
            let state = if at % 7 == 6 { StepState::Skipped } else { StepState::Done };
            append(&path, &record(&name, step, ago, state, finding)).expect("written");
        }
        let finding = ["differs", "syntax", "unset-variable"][number % 3];
        let tried = record(&name, &steps[done], 30 * number as u64, StepState::Tried, Some(finding));
        append(&path, &tried).expect("written");
    }
    let mut damaged = OpenOptions::new().append(true).open(folder.join("05.jsonl")).expect("a file");
    damaged.write_all(b"\x1b[31m not a record\n{\"lesson\":\"first-").expect("written");
    append(
        &folder.join("00.jsonl"),
        &Record { lesson: "values".to_owned(), ..record("learner00", "text", 1, StepState::Done, None) },
    )
    .expect("written");
}

fn screen(view: &mut ClassView, width: u16, height: u16) -> String {
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    view.draw(area, &mut buffer);
    let line = |row: u16| (0..width).map(|column| buffer[(column, row)].symbol()).collect::<String>();
    (0..height).map(|row| line(row).trim_end().to_owned() + "\n").collect()
}

fn view(folder: &Path) -> ClassView {
    let palette = Palette { theme: THEMES.choose("dark"), depth: ColorDepth::None };
    ClassView::new(Class::open(folder).expect("a class"), COURSE, None, palette, || NOW)
}

fn press(view: &mut ClassView, code: KeyCode) {
    view.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

#[test]
fn the_screens_of_a_class() {
    let folder = tempfile::tempdir().expect("a folder");
    write_class(folder.path());
    let mut view = view(folder.path());
    let mut all = String::new();
    for (width, height) in [(80, 24), (120, 40), (40, 16), (200, 60)] {
        all += &format!("{width}x{height}\n{}\n", screen(&mut view, width, height));
    }
    press(&mut view, KeyCode::Char('s'));
    press(&mut view, KeyCode::PageDown);
    all += &format!("sorted by stuck, second page\n{}\n", screen(&mut view, 80, 16));
    press(&mut view, KeyCode::Tab);
    all += &format!("the other lesson\n{}\n", screen(&mut view, 80, 10));
    assert!(!all.contains(['\u{1b}', '\u{7}']), "{all}");
    insta::assert_snapshot!(all);
}

#[test]
fn keys_go_to_the_lessons_in_both_directions() {
    let folder = tempfile::tempdir().expect("a folder");
    write_class(folder.path());
    let mut view = view(folder.path());
    let first = screen(&mut view, 40, 10);
    let mut after = |keys: &[KeyCode]| {
        keys.iter().for_each(|key| press(&mut view, *key));
        screen(&mut view, 40, 10)
    };
    let second = after(&[KeyCode::Tab]);
    assert_ne!(second, first);
    assert_eq!(after(&[KeyCode::BackTab]), first);
    assert_eq!(after(&[KeyCode::BackTab]), second, "two lessons: back from the first is the second");
    assert_eq!(after(&[KeyCode::Char('l')]), first);
    // The end is past the last line, and the start is where it was.
    assert_ne!(after(&[KeyCode::End]), first);
    assert_eq!(after(&[KeyCode::Home]), first);
    let moved = after(&[KeyCode::Down]);
    assert_ne!(moved, first);
    assert_eq!(after(&[KeyCode::Up]), first);
    assert_eq!(after(&[KeyCode::Char('j')]), moved);
    assert_eq!(after(&[KeyCode::Char('k'), KeyCode::Char('k')]), first);
    let page = after(&[KeyCode::PageDown]);
    assert_eq!(after(&[KeyCode::PageUp]), first);
    assert_eq!(after(&[KeyCode::Char(' ')]), page);
    // A narrow screen has room for some of the steps.
    let mut narrow = |keys: &[KeyCode]| {
        keys.iter().for_each(|key| press(&mut view, *key));
        screen(&mut view, 20, 10)
    };
    let first = narrow(&[KeyCode::Home]);
    assert_ne!(narrow(&[KeyCode::Right]), first);
    assert_eq!(narrow(&[KeyCode::Left, KeyCode::Left]), first);
}

#[test]
fn any_size_and_any_key_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    write_class(folder.path());
    let mut view = view(folder.path());
    let keys = [KeyCode::End, KeyCode::Right, KeyCode::Down, KeyCode::PageUp, KeyCode::BackTab, KeyCode::Home];
    for (at, width) in (1..220).step_by(7).enumerate() {
        for height in [1, 2, 3, 5, 16, 60] {
            press(&mut view, keys[(at + usize::from(height)) % keys.len()]);
            screen(&mut view, width, height);
        }
    }
    assert!(!view.should_quit());
    press(&mut view, KeyCode::Esc);
    assert!(view.should_quit());
}

/// Thirty learners write at once while the view runs; all they wrote arrives, and the keys work.
#[test]
fn thirty_learners_write_while_the_view_runs() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("class");
    std::fs::create_dir(&folder).expect("a folder");
    let mut terminal = Terminal::start_in(home.path(), &["class", &folder.display().to_string()], &[]);
    terminal.see("No report yet");
    let steps = steps();
    let writers: Vec<_> = (0..30)
        .map(|number| {
            let (folder, steps) = (folder.clone(), steps.clone());
            // Half of them share one file.
            let file = if number % 2 == 0 { "all.jsonl".to_owned() } else { format!("{number}.jsonl") };
            thread::spawn(move || {
                for step in &steps {
                    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a time");
                    let mut record = record(&format!("learner{number:02}"), step, 0, StepState::Done, None);
                    record.time = now.as_secs();
                    append(&folder.join(&file), &record).expect("written");
                    thread::sleep(Duration::from_millis(20));
                }
            })
        })
        .collect();
    terminal.see("learner00");
    for writer in writers {
        writer.join().expect("it wrote");
    }
    let done = format!("{0}/{0}", steps.len());
    terminal.see("30 learners").wait("all of them", |screen| screen.matches(&done).count() == 30);
    assert!(!terminal.screen().contains("damaged"), "{}", terminal.screen());
    terminal.resize(16, 40).see("1-13 of 30").keys("\u{1b}[6~").see("14-26 of 30");
    terminal.keys("s").see("sort: stuck");
    assert_eq!(terminal.keys("q").end(), 0);
}

#[test]
fn the_class_is_printed_once_without_a_screen() {
    let folder = tempfile::tempdir().expect("a folder");
    write_class(folder.path());
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_pprepl")).arg("class").args(arguments).output().expect("it runs");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let path = folder.path().display().to_string();
    let (status, list) = run(&[&path, "--list"]);
    assert_eq!(status, Some(0));
    assert!(list.contains("first-steps (30)") && list.contains("lines that cannot be read: 1"), "{list}");
    assert!(!list.contains(['\u{1b}', '\u{7}']), "{list}");
    let (_, json) = run(&[&path, "--json"]);
    let room: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(room["learners"].as_array().map(Vec::len), Some(30));
    assert_eq!(room["learners"][2]["marks"][0], "done");
    assert_eq!(run(&["/nowhere", "--list"]).0, Some(64));
    assert_eq!(run(&[&path]).0, Some(64));
}

#[test]
fn each_key_of_the_room_moves_the_view() {
    let folder = tempfile::tempdir().expect("a folder");
    write_class(folder.path());
    let away = record("zoe", &steps()[0], 7200, StepState::Done, None);
    append(&folder.path().join("zoe.jsonl"), &away).expect("written");
    let mut view = view(folder.path());
    let mut all = String::new();
    let keys = [
        KeyCode::Down,
        KeyCode::Char('j'),
        KeyCode::Up,
        KeyCode::Char('k'),
        KeyCode::Right,
        KeyCode::Right,
        KeyCode::Left,
        KeyCode::End,
        KeyCode::Home,
    ];
    for key in keys {
        press(&mut view, key);
        all += &format!("{key}\n{}\n", screen(&mut view, 50, 10));
    }
    press(&mut view, KeyCode::End);
    all += &format!("the last row\n{}\n", screen(&mut view, 100, 12));
    let release =
        KeyEvent::new_with_kind(KeyCode::Esc, KeyModifiers::NONE, ratatui::crossterm::event::KeyEventKind::Release);
    view.event(&Event::Key(release));
    assert!(!view.should_quit());
    insta::assert_snapshot!(all);
}
