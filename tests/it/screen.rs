//! A notebook on a screen of memory: keys in, the screen as text and its styles out.
#![allow(dead_code, reason = "not every test needs every key")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use pprepl::tui::Start;
use pprepl::tui::app::App;
use pprepl::tui::engine::Engine;
use pprepl::tui::key::{Chord, Key};
use pprepl::tui::lesson::{Learning, LessonStart, Tutor, open_copy};
use pprepl::tui::table::KeySet;
use pprepl::tui::workspace::Workspace;
use pprepl_lessons::{CellJudge, ProgressFiles};
use pprepl_notebook::kernel::Setup;
use pprepl_notebook::trust::Trust;
use pprepl_session::Settings;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;

/// A notebook and what shows it.
pub struct Screen {
    pub app: App,
    terminal: Terminal<TestBackend>,
    /// The file's folder, when it is this screen's own.
    folder: Option<tempfile::TempDir>,
}

/// The settings with another theme.
fn themed(theme: &str, mut settings: Settings) -> Settings {
    theme.clone_into(&mut settings.display.theme);
    settings
}

impl Screen {
    /// Opens a file of this text (in a folder that nobody else uses) on a screen of this size.
    pub fn of(text: &str, width: u16, height: u16) -> Screen {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lesson.pp");
        std::fs::write(&path, text).unwrap();
        Screen { folder: Some(folder), ..Screen::open(path, width, height) }
    }

    pub fn open(path: PathBuf, width: u16, height: u16) -> Screen {
        Screen::set(path, width, height, Settings::default())
    }

    /// Opens a file with other settings.
    pub fn set(path: PathBuf, width: u16, height: u16, settings: Settings) -> Screen {
        let settings = themed("dark", settings);
        Screen::begin(Some(path), width, height, settings, None, None)
    }

    /// A notebook of this text that remembers in a folder what is to be remembered.
    #[allow(dead_code, reason = "not all tests need it")]
    pub fn kept(text: &str, theme: &str, folder: &std::path::Path) -> Screen {
        let path = folder.join("lesson.pp");
        std::fs::write(&path, text).unwrap();
        let settings = themed(theme, Settings::default());
        Screen::begin(Some(path), 80, 24, settings, Some(folder.to_owned()), None)
    }

    /// Opens a file with the user's state in a directory.
    pub fn with_state(path: PathBuf, home: &Path, settings: Settings, width: u16, height: u16) -> Screen {
        Screen::begin(Some(path), width, height, themed("dark", settings), Some(home.to_owned()), None)
    }

    /// Opens a file with the keys of the configuration, and the user's state in a directory.
    pub fn with_default_keys(path: PathBuf, home: &Path, keys: KeySet) -> Screen {
        let settings = themed("dark", Settings::default());
        Screen::begin_with(Some(path), 80, 24, settings, Some(home.to_owned()), None, Some(keys))
    }

    /// Opens a file for the keys of this set.
    pub fn with_keys(path: PathBuf, keys: KeySet, width: u16, height: u16) -> Screen {
        let settings = themed("dark", Settings::default());
        Screen::begin(Some(path), width, height, settings, None, Some(keys))
    }

    /// A notebook without a file.
    #[allow(dead_code, reason = "not all tests need it")]
    pub fn new_notebook() -> Screen {
        Screen::begin(None, 80, 24, themed("dark", Settings::default()), None, None)
    }

    /// Keeps the folder of its file until the end.
    pub fn owns(&mut self, folder: tempfile::TempDir) {
        self.folder = Some(folder);
    }

    /// Returns the name of the folder of its own file.
    pub fn folder_name(&self) -> String {
        self.folder.as_ref().map(|folder| folder.path().display().to_string()).unwrap_or_default()
    }

    fn begin(
        path: Option<PathBuf>,
        width: u16,
        height: u16,
        settings: Settings,
        state_folder: Option<PathBuf>,
        keys: Option<KeySet>,
    ) -> Screen {
        Screen::begin_with(path, width, height, settings, state_folder, keys, None)
    }

    fn begin_with(
        path: Option<PathBuf>,
        width: u16,
        height: u16,
        settings: Settings,
        state_folder: Option<PathBuf>,
        keys: Option<KeySet>,
        default_keys: Option<KeySet>,
    ) -> Screen {
        // What a test opens its user knows.
        let state = tempfile::tempdir().unwrap();
        let trust = Trust::at(Some(state.path()));
        if let Some((path, text)) = path.as_ref().and_then(|path| Some((path, std::fs::read_to_string(path).ok()?))) {
            trust.add(path, &text).unwrap();
        }
        let start = Start {
            settings: Settings { themes: pprepl::themes::THEMES, ..settings.clone() },
            file: path,
            environment: None,
            color: Some(true),
            lesson: None,
            keys,
            default_keys,
            mouse: true,
            times: false,
            // Most users have no such file.
            key_file: Some(PathBuf::from("no/such/keys.toml")),
            own_keys: Vec::new(),
            state_folder,
            trust,
            safe: false,
        };
        let setup = move |stack| Setup::new(settings.clone(), stack).with_judge(Box::new(CellJudge));
        let engine = Engine::start(setup, || {}, true).unwrap();
        let book = Workspace::open(start.file.clone(), start.state_folder.clone()).unwrap();
        let app = App::new(book, engine, Learning::default(), &start);
        Screen::show(app, width, height)
    }

    /// Opens the lesson in this file, as `pprepl learn FILE` does; the learner's state is in `home`.
    pub fn lesson(file: &Path, home: &Path, width: u16, height: u16) -> Screen {
        let open = pprepl::classroom::open_lesson(file.to_str().unwrap()).unwrap();
        let own = Some(home.join("progress.jsonl"));
        let report = Some((home.join("report.jsonl"), "Ada".to_owned()));
        let folder = home.join(&open.lesson.name);
        let lesson = LessonStart { open, folder, progress: ProgressFiles { own, report } };
        let mut settings = themed("dark", Settings::default());
        lesson.prepare(&mut settings).unwrap();
        let start = Start {
            settings: Settings { themes: pprepl::themes::THEMES, ..settings.clone() },
            file: None,
            environment: lesson.environment(),
            color: Some(true),
            lesson: Some(lesson.clone()),
            keys: None,
            default_keys: None,
            mouse: true,
            times: false,
            key_file: None,
            own_keys: Vec::new(),
            state_folder: Some(home.to_owned()),
            trust: Trust::at(Some(home)),
            safe: false,
        };
        let environment = lesson.environment();
        let setup = move |stack| Setup::new(settings.clone(), stack).with_environment(environment.clone());
        let engine = Engine::start(setup, || {}, true).unwrap();
        let book = open_copy(&lesson, start.state_folder.clone()).unwrap();
        let learning =
            Learning::new(lesson.open.lesson.clone(), lesson.open.file.clone(), Tutor::start(&lesson, || {}).unwrap());
        Screen::show(App::new(book, engine, learning, &start), width, height)
    }

    fn show(app: App, width: u16, height: u16) -> Screen {
        let terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let mut screen = Screen { app, terminal, folder: None };
        screen.settle();
        screen
    }

    /// Waits until everything ran and was answered.
    pub fn settle(&mut self) {
        self.rest();
        // What is asked for only when it is in sight.
        if self.app.poll_timeout().is_some_and(|time| time <= Duration::from_millis(200)) {
            self.rest();
        }
        // Colours that were still on their way.
        for _ in 0..500 {
            self.app.tick();
            if self.app.poll_timeout().is_none_or(|time| time > Duration::from_millis(5)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(2));
            self.draw();
        }
    }

    /// Leaves the notebook as a user does: with what is to be kept on the disk, and without its journal. A notebook that
    /// is only dropped can seem open for a while: programs that other tests start have its lock until they run.
    pub fn quit(mut self) {
        self.keys("ctrl-q");
        assert!(self.app.should_quit, "{}", self.text());
        self.app.close();
    }

    pub fn draw(&mut self) {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
    }

    /// Presses keys, written as in the key file: `alt-enter`, `ctrl-x ctrl-s`.
    pub fn keys(&mut self, keys: &str) -> &mut Screen {
        for key in keys_of(keys) {
            self.send(key.code, key.held);
            self.draw();
        }
        self.settle();
        self
    }

    /// Types text as a person does.
    pub fn types(&mut self, text: &str) -> &mut Screen {
        self.send_text(text);
        self.settle();
        self
    }

    /// Presses keys as `keys` does, and waits for the evaluator alone: what is checked while nobody types comes later.
    pub fn presses(&mut self, keys: &str) -> &mut Screen {
        for key in keys_of(keys) {
            self.send(key.code, key.held);
        }
        self.rest();
        self
    }

    /// Types text as `types` does, and waits as `presses` does.
    pub fn writes(&mut self, text: &str) -> &mut Screen {
        self.send_text(text);
        self.rest();
        self
    }

    fn send(&mut self, code: KeyCode, held: KeyModifiers) {
        self.app.terminal(Event::Key(KeyEvent::new(code, held)));
    }

    fn send_text(&mut self, text: &str) {
        for ch in text.chars() {
            let code = if ch == '\n' { KeyCode::Enter } else { KeyCode::Char(ch) };
            self.send(code, KeyModifiers::NONE);
        }
    }

    /// Waits for the evaluator.
    fn rest(&mut self) {
        assert!(self.app.settle(Duration::from_secs(30)), "the evaluator does not come to rest");
        self.draw();
    }

    pub fn paste(&mut self, text: &str) -> &mut Screen {
        self.app.terminal(Event::Paste(text.to_owned()));
        self.settle();
        self
    }

    pub fn click(&mut self, column: u16, row: u16) -> &mut Screen {
        let event = |kind| MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.app.terminal(Event::Mouse(event(MouseEventKind::Down(MouseButton::Left))));
        self.app.terminal(Event::Mouse(event(MouseEventKind::Up(MouseButton::Left))));
        self.settle();
        self
    }

    pub fn wheel(&mut self, column: u16, row: u16, down: bool) -> &mut Screen {
        let kind = if down { MouseEventKind::ScrollDown } else { MouseEventKind::ScrollUp };
        self.app.terminal(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        self.draw();
        self
    }

    pub fn resize(&mut self, width: u16, height: u16) -> &mut Screen {
        self.terminal.backend_mut().resize(width, height);
        self.draw();
        self
    }

    pub fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// The screen's text, without blanks at the ends of lines.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let mut lines = Vec::new();
        for y in 0..buffer.area.height {
            let mut line = String::new();
            let mut x = 0;
            while x < buffer.area.width {
                let symbol = buffer.cell(Position::new(x, y)).map_or(" ", |cell| cell.symbol());
                line.push_str(symbol);
                x += u16::try_from(pprepl_text::columns::width(symbol)).unwrap_or(1).max(1);
            }
            lines.push(line.trim_end().to_owned());
        }
        lines.join("\n")
    }

    /// The text, and below it where the looks change: row, column, look.
    pub fn styled(&self) -> String {
        let buffer = self.buffer();
        let mut text = self.text();
        text.push_str("\n---\n");
        for y in 0..buffer.area.height {
            let mut last = None;
            let mut row = String::new();
            for x in 0..buffer.area.width {
                let Some(cell) = buffer.cell(Position::new(x, y)) else { continue };
                let look = look(cell.style());
                if last.as_ref() != Some(&look) {
                    row.push_str(&format!(" {x}:{look}"));
                    last = Some(look);
                }
            }
            text.push_str(&format!("{y:>2}{row}\n"));
        }
        text
    }
}

fn keys_of(text: &str) -> Vec<Key> {
    Chord::parse(text).unwrap_or_else(|| panic!("no keys: {text}")).0
}

/// A look in a few letters: colours as numbers, attributes as letters.
fn look(style: ratatui::style::Style) -> String {
    use ratatui::style::{Color, Modifier};
    let color = |color: Option<Color>| match color {
        None | Some(Color::Reset) => String::new(),
        Some(Color::Indexed(number)) => number.to_string(),
        Some(Color::Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Some(other) => format!("{other:?}"),
    };
    let (fg, bg) = (color(style.fg), color(style.bg));
    let mut text = if fg.is_empty() { "-".to_owned() } else { fg };
    if !bg.is_empty() {
        text.push_str(&format!("/{bg}"));
    }
    for (letter, modifier) in [
        ('b', Modifier::BOLD),
        ('d', Modifier::DIM),
        ('i', Modifier::ITALIC),
        ('u', Modifier::UNDERLINED),
        ('r', Modifier::REVERSED),
    ] {
        if style.add_modifier.contains(modifier) {
            text.push(letter);
        }
    }
    text
}
