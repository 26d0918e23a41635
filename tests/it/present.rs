//! The presenter on a screen of memory: what each key shows, at three sizes.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl::present::{Follower, Presenter, Screenful, Start, Talk};
use pprepl::themes::THEMES;
use pprepl_lessons::{PartContent, SlidePosition};
use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;
use pprepl_text::theme::ColorDepth;
use pprepl_widgets::key::Chord;
use pprepl_widgets::paint::Palette;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyEvent};

const TALK: &str = r#"# %% [markdown]
#| lesson talk   title "Ports and lambdas"
#| note Greet the room. Ask who knows `filter`.

# %% [markdown]
# # Ports and lambdas
# A *lambda* is code in a block. `filter` keeps each element for which its lambda gives **true**, and
# changes nothing else.
#
# - short to write
# - easy to read, even when this line is long and wraps

# %% The ports
#| type
$ports = [80, 443, 8080].filter |$port| {
  $port > 100 and $port < 65535 and $port != 22 and $port != 23
}
$ports

# %% [markdown]
# ## Errors
# An error shows its place.

# %%
notice("hello \u{1b}[31m red")
$prots[0]

# %% [markdown]
# ## Practice

# %% The limit
#| given
$limit = 100

# %% Large ports
#| exercise large
#| task Set `$large` to the ports above `$limit`.
#| start $large = ___
#| check value $large == [443]
#| hint Use filter.
#| hint The lambda compares with `$limit`.
#| solution $large = [80, 443].filter |$p| { $p > $limit }

# %% [markdown]
# ## A question

# %% Equal?
#| quiz trap predict value
#| options true, false
#| because A string never equals a number.
"18" == 18
"#;

/// A presentation on a screen of memory.
pub struct Show {
    pub app: Presenter,
    terminal: Terminal<TestBackend>,
    began: Instant,
    /// The folder of the file and of the state.
    pub folder: Arc<tempfile::TempDir>,
}

pub fn palette() -> Palette {
    Palette { theme: THEMES.choose("dark"), depth: ColorDepth::TrueColor }
}

pub fn start(folder: &Path) -> Start {
    Start {
        settings: Settings { themes: THEMES, ..Settings::default() },
        stack: 8 << 20,
        environment: None,
        color: Some(true),
        minutes: None,
        speed: 10,
        trust: Trust::at(Some(folder)),
        safe: false,
        state_folder: Some(folder.to_owned()),
    }
}

impl Show {
    /// Opens a file of this text that the user trusts.
    pub fn of(text: &str, width: u16, height: u16) -> Show {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let path = folder.path().join("talk.pp");
        std::fs::write(&path, text).unwrap();
        Trust::at(Some(folder.path())).add(&path, text).unwrap();
        Show::open(folder, width, height)
    }

    /// Opens the file in a folder.
    pub fn open(folder: Arc<tempfile::TempDir>, width: u16, height: u16) -> Show {
        let talk = Talk::open_file(&folder.path().join("talk.pp")).unwrap();
        Show::new(talk, &start(folder.path()), folder, width, height)
    }

    pub fn new(talk: Talk, start: &Start, folder: Arc<tempfile::TempDir>, width: u16, height: u16) -> Show {
        let app = Presenter::new(talk, start, palette(), Arc::new(|| {}));
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let began = app.started();
        let mut show = Show { app, terminal, began, folder };
        show.settle();
        show
    }

    pub fn settle(&mut self) {
        assert!(self.app.settle(Duration::from_secs(60)), "the evaluator does not come to rest");
        self.draw();
    }

    pub fn draw(&mut self) {
        let app = &mut self.app;
        self.terminal
            .draw(|frame| {
                app.draw(frame);
            })
            .unwrap();
    }

    /// Presses keys: `space`, `g 2`. Waits for the evaluator after each.
    pub fn keys(&mut self, keys: &str) -> &mut Show {
        for key in Chord::parse(keys).unwrap().0 {
            self.app.terminal(Event::Key(KeyEvent::new(key.code, key.held)));
            self.settle();
        }
        self
    }

    pub fn typed(&mut self, text: &str) -> &mut Show {
        for ch in text.chars() {
            self.app.terminal(Event::Key(KeyEvent::from(ratatui::crossterm::event::KeyCode::Char(ch))));
        }
        self.settle();
        self
    }

    /// Lets time go by since the start.
    pub fn at(&mut self, seconds: u64) -> &mut Show {
        self.app.tick(self.began + Duration::from_secs(seconds));
        self.settle();
        self
    }

    pub fn text(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let rows = (0..buffer.area.height).map(|y| {
            let row: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    pub fn status(&self) -> String {
        self.text().lines().last().unwrap_or_default().to_owned()
    }

    #[track_caller]
    pub fn see(&mut self, text: &str) -> &mut Show {
        let screen = self.text();
        assert!(screen.contains(text), "no {text:?} on the screen\n{screen}");
        self
    }

    #[track_caller]
    pub fn lose(&mut self, text: &str) -> &mut Show {
        let screen = self.text();
        assert!(!screen.contains(text), "{text:?} is on the screen\n{screen}");
        self
    }
}

/// A snapshot of the screen at three sizes.
fn shown(name: &str, prepare: impl Fn(&mut Show)) {
    for (width, height) in [(40, 16), (80, 24), (120, 40)] {
        let mut show = Show::of(TALK, width, height);
        prepare(&mut show);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), show.text());
    }
}

#[test]
fn a_slide_begins_with_its_prose() {
    shown("prose", |_| {});
}

#[test]
fn code_is_typed_key_by_key() {
    shown("typing", |show| {
        show.keys("space").at(3);
    });
    let mut show = Show::of(TALK, 80, 24);
    show.keys("space").see("▌").lose("8080");
    show.at(2).keys("x").see("paused").at(60).lose("8080");
    show.keys("x").at(120).see("8080").see("$ports\n").lose("▌");
    // Space types the rest at once, and reveals nothing more.
    let mut show = Show::of(TALK, 80, 24);
    show.keys("space space").see("8080").lose("▌").lose("⇒");
    let row = show.text().lines().position(|row| row.contains("$ports = [80")).unwrap();
    let buffer = show.terminal.backend().buffer();
    let color = |text: &str| {
        let before = show.text().lines().nth(row).unwrap().split(text).next().unwrap().chars().count();
        buffer[(u16::try_from(before).unwrap(), u16::try_from(row).unwrap())].style().fg
    };
    assert_ne!(color("$ports"), color("443"), "the code has colors");
    assert_ne!(color("filter"), color("443"));
    show.keys("space").see("⇒ [443, 8080]");
}

#[test]
fn the_speed_of_typing_changes() {
    let mut show = Show::of(TALK, 80, 24);
    show.keys("+").see("13 keys per second").keys("minus minus").see("8 keys per second");
    show.keys("space + +").see("14 keys per second").keys("g").see("paused");
}

#[test]
fn a_result_has_no_timings() {
    shown("result", |show| {
        show.keys("space space space");
    });
}

#[test]
fn an_error_is_readable_and_safe() {
    shown("error", |show| {
        show.keys("g 2 space space");
    });
    let mut show = Show::of(TALK, 80, 24);
    show.keys("g 2 space space");
    assert!(!show.text().contains('\u{1b}'));
}

#[test]
fn an_exercise_has_hints_and_a_solution_on_demand() {
    shown("exercise", |show| {
        show.keys("g 3 space space h");
    });
    shown("solution", |show| {
        show.keys("g 3 space space a");
    });
    let mut show = Show::of(TALK, 80, 24);
    show.keys("g 3 h")
        .see("no exercise")
        .keys("space space h h")
        .see("Hint: The lambda")
        .keys("h")
        .see("no more hints");
    show.see("___").keys("a").see("⇒ [443]").lose("___").keys("a").see("no solution to show");
    show.keys("r").see("the slide is reset").lose("Hint").keys("space").lose("Hint").lose("Solution");
}

#[test]
fn the_evaluator_answers_a_quiz() {
    shown("quiz", |show| {
        show.keys("g 4 space space");
    });
}

#[test]
fn a_part_fills_the_screen() {
    shown("zoom_result", |show| {
        show.keys("g 2 space space z");
    });
    let mut show = Show::of(TALK, 40, 16);
    show.keys("space space space z").see("⇒ [443").lose("filter").keys("z").see("filter").lose("⇒").keys("z").see("⇒");
    let mut show = Show::of(TALK, 40, 8);
    show.keys("g 2 z")
        .see("no code to zoom")
        .keys("space space z")
        .see("↓")
        .keys("end")
        .see("↑")
        .keys("esc")
        .see("Errors");
    let mut show = Show::of(TALK, 80, 24);
    show.keys("g 2 space space z space").see("Practice");
}

#[test]
fn a_scratch_cell_changes_nothing() {
    shown("scratch", |show| {
        show.keys("space space space s").typed("$ports + [1]").keys("enter");
    });
    let mut show = Show::of(TALK, 80, 24);
    show.keys("space space space s").typed("$new = $ports.length").keys("enter").see("⇒ 2");
    show.keys("ctrl-u").typed("$new").keys("enter").see("unknown variable").keys("esc").see("Ports and lambdas");
    show.keys("s").see("$new").keys("ctrl-c");
    assert!(show.app.is_over());
}

#[test]
fn the_screen_is_blank_until_a_key() {
    let mut show = Show::of(TALK, 80, 24);
    show.keys("b");
    assert_eq!(show.text().trim(), "");
    show.keys("space").see("lambda").lose("▌");
}

#[test]
fn a_wrong_option_is_shown_before_the_talk() {
    let of =
        |options: &str| Show::of(&format!("# %% [markdown]\n# # Hello\n\n# %% One\n{options}\n1\n"), 100, 24).text();
    let wrong = of("#| exercise\n#| chekc value $a == 1");
    assert!(wrong.contains("the lesson has an error: "), "{wrong}");
    let right = of("#| type");
    assert!(!right.contains("the lesson has"), "{right}");
}

#[test]
fn keys_are_listed() {
    shown("help", |show| {
        show.keys("?");
    });
    Show::of(TALK, 80, 24).keys("? esc").see("lambda").keys("x").see("? shows the keys");
}

#[test]
fn slides_have_numbers() {
    let mut show = Show::of(TALK, 80, 24);
    show.keys("g")
        .see("go to slide")
        .keys("3")
        .see("Practice")
        .keys("g 9")
        .see("expected a slide from 1 to 4, found 9");
    show.keys("end").see("A question").keys("pagedown").see("the last slide").keys("pageup").see("Practice");
    show.keys("home").see("slide 1 of 4").keys("left").see("the beginning").keys("g esc").see("slide 1 of 4");
}

#[test]
fn the_timer_counts_down_and_warns() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let path = folder.path().join("talk.pp");
    std::fs::write(&path, TALK).unwrap();
    let start = Start { minutes: Some(10), ..start(folder.path()) };
    let mut show = Show::new(Talk::open_file(&path).unwrap(), &start, folder, 80, 24);
    let color = |show: &Show| show.terminal.backend().buffer()[(74, 23)].style().fg;
    show.at(5).see("09:5");
    let calm = color(&show);
    show.at(60 * 8 + 5).see("01:5");
    let warning = color(&show);
    show.at(60 * 10 + 65).see("-01:0");
    let late = color(&show);
    assert!(calm != warning && warning != late && calm != late, "{calm:?} {warning:?} {late:?}");
    assert_eq!(show.text().lines().last().unwrap().trim().split("  ").next(), Some("slide 1 of 4"));
}

#[test]
fn code_of_an_untrusted_file_runs_after_a_question() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let path = folder.path().join("talk.pp");
    let text = "# %% [markdown]\n# # One\n\n# %%\n1 + 1\n\n# %%\n2 + 2\n";
    std::fs::write(&path, text).unwrap();
    let trust = Trust::at(Some(folder.path()));
    let mut show = Show::open(folder.clone(), 80, 24);
    show.lose("Run the code?").keys("space").see("Run the code?").keys("space").see("Run the code?");
    insta::assert_snapshot!("consent_80x24", show.text());
    show.keys("n").see("not run").lose("⇒").keys("space space").see("not run");
    assert!(!trust.has(&path, text), "a refusal is not remembered");
    show.keys("r space").see("Run the code?").keys("esc").see("not run").keys("s").typed("3 + 3").keys("enter");
    show.see("Run the code?").keys("y").see("⇒ 6").keys("esc left space").see("⇒ 2");
    drop(show);
    // The answer is remembered for this version.
    let mut again = Show::open(folder.clone(), 80, 24);
    again.keys("space").see("⇒ 2").lose("Run the code?");
    drop(again);
    let safe = Start { safe: true, ..start(folder.path()) };
    let mut show = Show::new(Talk::open_file(&path).unwrap(), &safe, folder.clone(), 80, 24);
    show.keys("space").see("Run the code?");
    drop(show);
    // With --safe no answer is remembered.
    let changed = text.replace("1 + 1", "1 + 3");
    std::fs::write(&path, &changed).unwrap();
    let mut show = Show::new(Talk::open_file(&path).unwrap(), &safe, folder, 80, 24);
    show.keys("space").see("Run the code?").keys("y").see("⇒ 4");
    assert!(!trust.has(&path, &changed));
}

#[test]
fn a_reset_slide_runs_again() {
    let mut show = Show::of("# %%\nnotice('ran')\n'one'\n\n# %%\n'two'\n", 80, 24);
    show.keys("space").see("notice: ran").keys("r").lose("notice:").see("the slide is reset");
    show.keys("space").see("notice: ran");
}

#[test]
fn an_endless_cell_is_stopped() {
    let mut show = Show::of("# %%\nInteger[1, 100000000000].each |$x| { $x }\n", 80, 24);
    show.app.terminal(Event::Key(KeyEvent::from(ratatui::crossterm::event::KeyCode::Char(' '))));
    show.draw();
    show.see("running …");
    show.app.terminal(Event::Key(KeyEvent::from(ratatui::crossterm::event::KeyCode::Esc)));
    show.settle();
    show.lose("running …").see("stopped");
}

#[test]
fn a_second_terminal_shows_the_notes() {
    let mut show = Show::of(TALK, 80, 24);
    let folder = show.folder.path().to_owned();
    let minutes = regex::Regex::new(r"\d\d:\d\d").unwrap();
    for (width, height) in [(40, 16), (80, 24)] {
        let mut follower = Follower::new(folder.clone(), None, palette());
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let draw = |follower: &mut Follower, terminal: &mut Terminal<TestBackend>, seconds| {
            follower.tick(Instant::now() + Duration::from_secs(seconds));
            terminal
                .draw(|frame| {
                    follower.draw(frame);
                })
                .unwrap();
            let text = terminal.backend().to_string();
            minutes.replace_all(&text, "mm:ss").into_owned()
        };
        show.keys("home");
        insta::assert_snapshot!(format!("follow_{width}x{height}"), draw(&mut follower, &mut terminal, 1));
        show.keys("end");
        let last = draw(&mut follower, &mut terminal, 60);
        assert!(last.contains("no notes for this slide") && last.contains("Next: the end"), "{last}");
    }
    let mut follower = Follower::new(folder.clone(), None, palette());
    drop(show);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    follower.tick(Instant::now() + Duration::from_secs(1));
    terminal
        .draw(|frame| {
            follower.draw(frame);
        })
        .unwrap();
    assert!(terminal.backend().to_string().contains("the presentation has ended"), "{}", terminal.backend());
}

#[test]
fn presentations_are_told_apart_by_file() {
    let one = Show::of(TALK, 80, 24);
    let state = one.folder.path().to_owned();
    let other_folder = Arc::new(tempfile::tempdir().unwrap());
    let path = other_folder.path().join("other.pp");
    std::fs::write(&path, "# %% [markdown]\n# # Another talk\n").unwrap();
    let _other = Show::new(Talk::open_file(&path).unwrap(), &start(&state), other_folder, 80, 24);
    let notes = |key: Option<String>| {
        let mut follower = Follower::new(state.clone(), key, palette());
        let mut terminal = Terminal::new(TestBackend::new(90, 24)).unwrap();
        terminal
            .draw(|frame| {
                follower.draw(frame);
            })
            .unwrap();
        terminal.backend().to_string()
    };
    let first = notes(Some(Talk::open_file(&state.join("talk.pp")).unwrap().key()));
    assert!(first.contains("Greet the room") && first.contains("2 run: name a file"), "{first}");
    assert!(notes(Some(Talk::open_file(&path).unwrap().key())).contains("Another talk"));
    // The same file twice: the second presenter sends no notes.
    let mut twice = Show::open(one.folder.clone(), 80, 24);
    twice.see("another presentation of this file runs");
}

/// Walks to the end by Space alone, and back by Left alone.
fn walk(show: &mut Show) -> Vec<SlidePosition> {
    let mut seen = vec![show.app.position()];
    for _ in 0..10_000 {
        show.keys("space");
        if seen.last() != Some(&show.app.position()) {
            seen.push(show.app.position());
        }
        if show.status().contains("the end") {
            break;
        }
    }
    let mut back = vec![show.app.position()];
    while !show.keys("left").status().contains("the beginning") {
        back.push(show.app.position());
    }
    back.reverse();
    assert_eq!(seen, back);
    seen
}

#[test]
fn a_chapter_is_presented_by_space_alone() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let talk = Talk::open("1").unwrap();
    let mut show = Show::new(talk, &start(folder.path()), folder.clone(), 40, 16);
    let seen = walk(&mut show);
    let ends = show.app.deck().slides.iter().enumerate();
    for (slide, revealed) in ends.map(|(at, slide)| (at, slide.parts.len())).collect::<Vec<_>>() {
        assert!(seen.contains(&SlidePosition { slide, revealed }), "slide {slide}");
    }
    show.keys("home").lose("Run the code?");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_row_of_any_notebook_is_reached_by_space(
        cells in prop::collection::vec((0..5_usize, 1..40_usize), 1..6),
        width in 12..70_u16,
        height in 5..30_u16,
    ) {
        let mut text = String::new();
        for (at, (kind, lines)) in cells.iter().enumerate() {
            let list = |prefix: &str| (0..*lines).map(|line| format!("{prefix}w{at}x{line}\n\n")).collect::<String>();
            text += &match kind {
                0 => format!("# %% [markdown]\n# # Heading {at}\n"),
                1 => format!("# %% [markdown]\n{}", list("# ").replace("\n\n", "\n#\n")),
                2 => format!("# %%\n#| type\n{}\n", list("# ").trim_end()),
                _ => format!("# %%\n{}\n", list("# ").trim_end()),
            };
        }
        let mut show = Show::of(&text, width, height);
        let mut screens = show.text();
        for _ in 0..2_000 {
            show.keys("space");
            screens += &show.text();
            if show.status().contains("the end") {
                break;
            }
        }
        let shown = screens.replace('↪', "").replace(char::is_whitespace, "");
        for slide in &show.app.deck().slides {
            for part in &slide.parts {
                let (PartContent::Prose(text) | PartContent::Code(pprepl_lessons::SlideCode { text, .. })) = &part.content
                else { continue };
                for word in text.split_whitespace().filter(|word| word.starts_with('w')) {
                    prop_assert!(shown.contains(word), "{word} at {width}x{height}\n{text}");
                }
            }
        }
    }
}
