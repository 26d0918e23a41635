//! A talk on a small screen after keys, a row each in `tests/rules/talks.txt`: `PLACE TEXT :: KEYS`. PLACE is the size and
//! options, such as `40x12,minutes=10,speed=5,theme=light,ask,safe`: a talk with `ask` has no trust yet. A line end is ⏎.
//! KEYS are words such as `g` and `<space>`, a text to type in backquotes, and one to paste between « and ». Other words
//! are `<at SECONDS>`, `<size COLUMNS ROWS>`, `<follow>` (the second terminal has the screen and the keys from here on) and
//! `<close>` (the talk ends). An answer has the rows of the screen, and its styles with the runs `ROW:FROM-TO`.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl::present::{Follower, Presenter, Screenful, Start, Talk};
use pprepl::themes::THEMES;
use pprepl_notebook::trust::Trust;
use pprepl_text::columns::width;
use pprepl_text::theme::{ColorDepth, Role};
use pprepl_widgets::key::Key;
use pprepl_widgets::paint::Palette;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent};
use ratatui::style::{Color, Style};

use crate::present::start;

/// A talk and its screen.
struct Show {
    /// The talk, until it ends.
    app: Option<Presenter>,
    /// The second terminal.
    follower: Option<Follower>,
    terminal: Terminal<TestBackend>,
    palette: Palette,
    /// The number of times that the second terminal has read the state.
    reads: u64,
    /// The cursor style of the last frame.
    cursor: Option<String>,
    folder: tempfile::TempDir,
}

/// The options of a row.
struct Place {
    size: (u16, u16),
    minutes: Option<u64>,
    speed: u32,
    theme: String,
    is_trusted: bool,
    is_safe: bool,
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is a number"))
}

fn size(columns: &str, rows: &str) -> (u16, u16) {
    let size = (number(columns), number(rows));
    assert!(size.0 <= 200 && size.1 <= 60, "{size:?} is a small screen");
    size
}

impl Place {
    fn parse(text: &str) -> Place {
        let mut words = text.split(',');
        let (columns, rows) = words.next().unwrap_or_default().split_once('x').expect("a size such as 40x12");
        let theme = "dark".to_owned();
        let mut place =
            Place { size: size(columns, rows), minutes: None, speed: 10, theme, is_trusted: true, is_safe: false };
        words.for_each(|word| place.option(word));
        place
    }

    fn option(&mut self, word: &str) {
        match word.split_once('=').unwrap_or((word, "")) {
            ("minutes", minutes) => self.minutes = Some(number(minutes)),
            ("speed", speed) => self.speed = number(speed),
            ("theme", theme) => self.theme = theme.to_owned(),
            ("ask", "") => self.is_trusted = false,
            ("safe", "") => self.is_safe = true,
            _ => panic!("unknown option: {word}"),
        }
    }

    fn start(&self, folder: &Path) -> Start {
        Start { minutes: self.minutes, speed: self.speed, safe: self.is_safe, ..start(folder) }
    }
}

impl Show {
    fn open(place: &Place, text: &str) -> Show {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("talk.pp");
        std::fs::write(&path, text).expect("the talk is written");
        if place.is_trusted {
            Trust::at(Some(folder.path())).add(&path, text).expect("the talk has trust");
        }
        let mut talk = Talk::open_file(&path).unwrap_or_else(|error| panic!("the talk is readable: {error}"));
        talk.name = talk.name.replace(&path.display().to_string(), "talk.pp");
        assert!(talk.files_folder().is_none(), "a talk of a row has no files");
        let palette = Palette {
            theme: THEMES.get(&place.theme).unwrap_or_else(|| panic!("unknown theme: {}", place.theme)),
            depth: ColorDepth::TrueColor,
        };
        let app = Presenter::new(talk, &place.start(folder.path()), palette.clone(), Arc::new(|| {}));
        let terminal = Terminal::new(TestBackend::new(place.size.0, place.size.1)).expect("a terminal");
        let mut show = Show { app: Some(app), follower: None, terminal, palette, reads: 0, cursor: None, folder };
        show.settle();
        show
    }

    fn settle(&mut self) {
        if let Some(app) = &mut self.app {
            assert!(app.settle(Duration::from_secs(20)), "the evaluator stops");
        }
        if let Some(follower) = &mut self.follower {
            self.reads += 1;
            follower.tick(Instant::now() + Duration::from_secs(self.reads));
        }
        self.draw();
    }

    /// Returns what has the screen.
    fn screenful<'s>(
        app: &'s mut Option<Presenter>,
        follower: &'s mut Option<Follower>,
    ) -> Option<&'s mut dyn Screenful> {
        match (follower, app) {
            (Some(follower), _) => Some(follower),
            (None, Some(app)) => Some(app),
            (None, None) => None,
        }
    }

    fn draw(&mut self) {
        let Some(screenful) = Show::screenful(&mut self.app, &mut self.follower) else { return };
        let mut cursor = None;
        self.terminal.draw(|frame| cursor = screenful.draw(frame)).expect("a frame");
        self.cursor = cursor.map(|style| format!("{style:?}"));
    }

    /// Sends an event to what has the keys. The clock of a talk stays as it is.
    fn event(&mut self, event: Event) {
        match (&mut self.follower, &mut self.app) {
            (Some(follower), _) => follower.terminal(event),
            (None, Some(app)) => app.terminal(event),
            (None, None) => panic!("the talk is closed"),
        }
        self.settle();
    }

    fn key(&mut self, name: &str) {
        let key = Key::parse(name).unwrap_or_else(|| panic!("unknown key: {name}"));
        self.event(Event::Key(KeyEvent::new(key.code, key.held)));
    }

    fn types(&mut self, text: &str) {
        text.chars().for_each(|typed| self.event(Event::Key(KeyEvent::from(KeyCode::Char(typed)))));
    }

    fn tick(&mut self, seconds: f64) {
        assert!((0.0..1e6).contains(&seconds), "{seconds} is a number of seconds");
        let app = self.app.as_mut().expect("a talk");
        app.tick(app.started() + Duration::from_secs_f64(seconds));
        self.settle();
    }

    fn resize(&mut self, (columns, rows): (u16, u16)) {
        self.terminal.backend_mut().resize(columns, rows);
        self.draw();
    }

    fn follow(&mut self) {
        let folder = self.folder.path().to_owned();
        self.follower = Some(Follower::new(folder, None, self.palette.clone()));
        self.settle();
    }

    /// Does what is between angle brackets.
    fn act(&mut self, action: &str) {
        match action.split(' ').collect::<Vec<_>>()[..] {
            ["at", seconds] => self.tick(number(seconds)),
            ["size", columns, rows] => self.resize(size(columns, rows)),
            ["follow"] => self.follow(),
            ["close"] => {
                self.app = None;
                self.settle();
            }
            _ => self.key(action),
        }
    }

    /// Does the first word of some keys. Returns the others.
    fn word<'k>(&mut self, keys: &'k str) -> &'k str {
        let ending = match keys.chars().next() {
            Some('<') => '>',
            Some('`') => '`',
            Some('«') => '»',
            Some(_) => {
                let (key, rest) = keys.split_once(' ').unwrap_or((keys, ""));
                self.key(key);
                return rest;
            }
            None => return "",
        };
        let opener = keys.chars().next().map_or(0, char::len_utf8);
        let (word, rest) = keys[opener..].split_once(ending).unwrap_or_else(|| panic!("{keys} has a {ending}"));
        match ending {
            '>' => self.act(word),
            '`' => self.types(word),
            _ => self.event(Event::Paste(word.replace('⏎', "\n"))),
        }
        rest
    }

    /// Returns whether the user has left.
    fn has_left(&self) -> bool {
        match &self.follower {
            Some(follower) => follower.should_quit(),
            None => self.app.as_ref().is_some_and(Presenter::is_over),
        }
    }

    /// Presses keys until the user has left.
    fn press(&mut self, keys: &str) {
        let mut rest = keys.trim();
        while !rest.is_empty() && !self.has_left() {
            rest = self.word(rest).trim_start();
        }
    }

    /// Returns the rows of the screen. The clock of a second terminal is the real one, so a word replaces it.
    fn rows(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let rows = (0..buffer.area.height).map(|y| {
            let row: String = cells(buffer, y).map(|(x, _)| buffer[(x, y)].symbol()).collect();
            row.trim_end().to_owned()
        });
        let mut rows: Vec<String> = rows.collect();
        if let Some(last) = rows.last_mut().filter(|_| self.follower.is_some()) {
            *last = regex::Regex::new(r"\d\d:\d\d$").expect("a pattern").replace(last, "mm:ss").into_owned();
        }
        rows.join("⏎").chars().map(|ch| if ch.is_control() { '¿' } else { ch }).collect()
    }

    /// Returns the styles with their runs, in the order of the screen.
    fn styles(&self) -> String {
        let buffer = self.terminal.backend().buffer();
        let screen = Style::reset().patch(self.palette.style(Role::Screen));
        let mut styles: Vec<(Style, Vec<String>)> = Vec::new();
        for (style, run) in (0..buffer.area.height).flat_map(|y| runs(buffer, y)) {
            if !is_same(style, screen) {
                match styles.iter_mut().find(|(known, _)| is_same(*known, style)) {
                    Some((_, runs)) => runs.push(run),
                    None => styles.push((style, vec![run])),
                }
            }
        }
        let styles = styles.iter().map(|(style, runs)| format!("{} {}", style_name(*style), runs.join(",")));
        styles.collect::<Vec<_>>().join(" ")
    }

    fn answer(&mut self) -> String {
        let mut parts = vec![self.rows(), self.styles()];
        if let Some(style) = self.cursor.take() {
            let at = self.terminal.get_cursor_position().expect("a cursor");
            parts.push(format!("{style} {},{}", at.x, at.y));
        }
        let effects =
            Show::screenful(&mut self.app, &mut self.follower).map(Screenful::take_effects).unwrap_or_default();
        parts.extend((!effects.is_empty()).then(|| format!("{effects:?}")));
        parts.extend(self.has_left().then(|| "quit".to_owned()));
        parts.join(" | ")
    }
}

/// Returns the columns of a row with the width of each, without those that a wide character hides.
fn cells(buffer: &Buffer, y: u16) -> impl Iterator<Item = (u16, u16)> {
    let wide = move |x: u16| width(buffer[(x, y)].symbol()).max(1) as u16;
    let next = move |x: u16| (x < buffer.area.width).then(|| (x, wide(x)));
    std::iter::successors(next(0), move |(x, wide)| next(x + wide))
}

/// Returns the runs of one style in a row.
fn runs(buffer: &Buffer, y: u16) -> Vec<(Style, String)> {
    let mut runs: Vec<(Style, u16, u16)> = Vec::new();
    for (x, wide) in cells(buffer, y) {
        let style = buffer[(x, y)].style();
        match runs.last_mut() {
            Some((known, _, end)) if is_same(*known, style) => *end = x + wide,
            _ => runs.push((style, x, x + wide)),
        }
    }
    runs.into_iter().map(|(style, start, end)| (style, format!("{y}:{start}-{end}"))).collect()
}

/// Returns whether two styles look the same.
fn is_same(one: Style, other: Style) -> bool {
    style_name(one) == style_name(other)
}

/// Returns `foreground/background/modifiers`.
fn style_name(style: Style) -> String {
    let color = |color: Option<Color>| match color {
        None | Some(Color::Reset) => String::new(),
        Some(Color::Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Some(color) => color.to_string(),
    };
    let modifiers: Vec<String> = style.add_modifier.iter_names().map(|(name, _)| name.to_ascii_lowercase()).collect();
    format!("{}/{}/{}", color(style.fg), color(style.bg), modifiers.join("+"))
}

/// Returns the screen of a row.
fn shown(row: &str) -> String {
    let (talk, keys) = row.rsplit_once(" ::").unwrap_or_else(|| panic!("expected `PLACE TEXT :: KEYS`, found {row}"));
    let (place, text) = talk.split_once(' ').unwrap_or((talk, ""));
    let mut show = Show::open(&Place::parse(place), &text.replace('⏎', "\n"));
    show.press(keys);
    show.answer()
}

#[test]
fn talks_are_on_small_screens() {
    pprepl_testing::check_rules("talks.txt", shown);
}
