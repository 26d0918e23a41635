//! A terminal for tests: the real binary behind a pseudo-terminal, its screen kept by an emulator. Waits for text with
//! a deadline and fails with the screen.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use memchr::memmem;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long a test waits for the screen. Only a failing test waits so long, and not when the program has ended.
pub const DEADLINE: Duration = Duration::from_secs(120);

/// The pause of a slow terminal after a read of 4 KiB, and the number of bytes that it reads without one: a program that
/// stops at once writes no more.
const SLOW: Duration = Duration::from_millis(20);
const FAST: usize = 128 << 10;

/// How long the screen may take to show the last output of a program that has ended.
const AFTER_THE_END: Duration = Duration::from_secs(2);

/// The binary behind a pseudo-terminal.
pub struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    bytes: Arc<Mutex<Vec<u8>>>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    reader: JoinHandle<()>,
    child: Box<dyn Child + Send + Sync>,
    home: Option<tempfile::TempDir>,
    /// The text after which the terminal reads no output, and the number of bytes before that it is not in.
    pause_text: Arc<Mutex<Option<(String, usize)>>>,
    /// Whether the terminal reads no output.
    is_paused: Arc<AtomicBool>,
    /// Whether the terminal pauses between reads.
    is_slow: Arc<AtomicBool>,
    /// The number of bytes that [`Terminal::see_next`] has passed.
    passed: usize,
}

impl Terminal {
    /// Starts pprepl in a home of its own.
    pub fn start(arguments: &[&str]) -> Terminal {
        let home = tempfile::tempdir().expect("a folder");
        let mut terminal = Terminal::start_in(home.path(), arguments, &[]);
        terminal.home = Some(home);
        terminal
    }

    /// Starts pprepl with this home folder and these variables.
    pub fn start_in(home: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        Terminal::start_program(env!("CARGO_BIN_EXE_pprepl"), home, arguments, variables)
    }

    /// Starts another program: a shell that starts pprepl.
    pub fn start_program(program: &str, home: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let size = PtySize { rows: 40, cols: 100, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.env_clear();
        command.env("HOME", home);
        command.env("XDG_DATA_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        // Where a program with counters of coverage writes them.
        if let Some(file) = std::env::var_os("LLVM_PROFILE_FILE") {
            command.env("LLVM_PROFILE_FILE", file);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        command.cwd(home);
        let child = pair.slave.spawn_command(command).expect("pprepl starts");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size_of(40), size_of(100), 1000)));
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let (into, all) = (screen.clone(), bytes.clone());
        let (pause_text, is_paused) = (Arc::new(Mutex::new(None::<(String, usize)>)), Arc::new(AtomicBool::new(false)));
        let is_slow = Arc::new(AtomicBool::new(false));
        let (text, pause, slow) = (pause_text.clone(), is_paused.clone(), is_slow.clone());
        let reader = std::thread::spawn(move || {
            let (mut buffer, mut held, mut read) = ([0; 4096], Vec::new(), 0);
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 {
                    break;
                }
                held.extend_from_slice(&buffer[..count]);
                let whole: Vec<u8> = held.drain(..whole_updates(&held)).collect();
                into.lock().expect("screen").process(&whole);
                let mut all = all.lock().expect("bytes");
                all.extend_from_slice(&buffer[..count]);
                let mut text = text.lock().expect("text");
                let start = all.len().saturating_sub(2 * buffer.len());
                let is_here =
                    |(text, from): &(String, usize)| memmem::find(&all[start.max(*from)..], text.as_bytes()).is_some();
                if text.as_ref().is_some_and(is_here) {
                    *text = None;
                    pause.store(true, Ordering::Relaxed);
                }
                drop((all, text));
                while pause.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_micros(100));
                }
                read = if slow.load(Ordering::Relaxed) { read + count } else { 0 };
                if read > FAST {
                    std::thread::sleep(SLOW);
                }
            }
            into.lock().expect("screen").process(&held);
        });
        let writer = pair.master.take_writer().expect("a writer");
        Terminal {
            screen,
            bytes,
            master: pair.master,
            writer,
            reader,
            child,
            home: None,
            pause_text,
            is_paused,
            is_slow,
            passed: 0,
        }
    }

    /// Starts pprepl and waits for its first prompt.
    pub fn ready() -> Terminal {
        let mut terminal = Terminal::start(&[]);
        terminal.see("pprepl:1>");
        terminal
    }

    /// What the screen shows.
    pub fn screen(&self) -> String {
        let parser = self.screen.lock().expect("screen");
        parser.screen().contents().lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// All bytes so far, as text.
    pub fn raw(&self) -> String {
        String::from_utf8_lossy(&self.bytes.lock().expect("bytes")).into_owned()
    }

    /// Sends keys.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        self.writer.write_all(keys.as_bytes()).expect("keys are taken");
        self.writer.flush().expect("keys are taken");
        self
    }

    /// Types a line and Enter.
    pub fn line(&mut self, text: &str) -> &mut Self {
        self.keys(text).keys("\r")
    }

    /// Pastes a text as a terminal with bracketed paste does.
    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.keys(&format!("\u{1b}[200~{text}\u{1b}[201~"))
    }

    /// Waits until the screen shows `text`.
    pub fn see(&mut self, text: &str) -> &mut Self {
        self.wait(&format!("{text:?}"), |screen| screen.contains(text))
    }

    /// Waits until the screen does not show `text` any more.
    pub fn lose(&mut self, text: &str) -> &mut Self {
        self.wait(&format!("no {text:?}"), |screen| !screen.contains(text))
    }

    /// Waits until the screen is as wanted.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> &mut Self {
        let mut end = Instant::now() + DEADLINE;
        let mut ended = false;
        let (mut screen, mut seen) = (String::new(), None);
        loop {
            // What the emulator shows is read again after new output only.
            let read = Some(self.bytes.lock().expect("bytes").len());
            if seen != read {
                (screen, seen) = (self.screen(), read);
            }
            if wanted(&screen) {
                return self;
            }
            if !ended && !self.is_running() {
                ended = true;
                end = Instant::now() + AFTER_THE_END;
            }
            assert!(Instant::now() < end, "waited for {what}, but the screen is\n{screen}\n");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the screen is as wanted, and sends keys while the program cannot write on.
    pub fn keys_while(&mut self, wanted: impl Fn(&str) -> bool, keys: &str) -> &mut Self {
        let screen = self.screen.clone();
        let end = Instant::now() + DEADLINE;
        loop {
            let parser = screen.lock().expect("screen");
            if wanted(&parser.screen().contents()) {
                self.keys(keys);
                // A signal arrives.
                std::thread::sleep(Duration::from_millis(100));
                return self;
            }
            drop(parser);
            assert!(Instant::now() < end, "the screen is\n{}\n", self.screen());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Reads no output after `text`, as a terminal that is busy or whose line is cut.
    pub fn pause_after(&mut self, text: &str) -> &mut Self {
        let from = self.bytes.lock().expect("bytes").len();
        *self.pause_text.lock().expect("text") = Some((text.to_owned(), from));
        self
    }

    /// Waits until the terminal reads no output.
    pub fn wait_paused(&mut self) -> &mut Self {
        let end = Instant::now() + DEADLINE;
        while !self.is_paused.load(Ordering::Relaxed) {
            assert!(Instant::now() < end, "the screen is\n{}\n", self.screen());
            std::thread::sleep(Duration::from_micros(200));
        }
        self
    }

    /// Reads output again.
    pub fn resume_reading(&mut self) -> &mut Self {
        self.is_paused.store(false, Ordering::Relaxed);
        self
    }

    /// Reads only 200 KiB in a second from now on, or as fast as the program writes.
    pub fn read_slowly(&mut self, slowly: bool) -> &mut Self {
        self.is_slow.store(slowly, Ordering::Relaxed);
        self
    }

    /// Waits until the program has written `text` after what the last call found. Returns the output in between.
    pub fn see_next(&mut self, text: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            let bytes = self.bytes.lock().expect("bytes");
            let new = &bytes[self.passed..];
            if let Some(at) = memmem::find(new, text.as_bytes()) {
                let before = String::from_utf8_lossy(&new[..at]).into_owned();
                self.passed += at + text.len();
                return before;
            }
            let last = String::from_utf8_lossy(&new[new.len().saturating_sub(1000)..]).into_owned();
            drop(bytes);
            assert!(Instant::now() < end, "waited for {text:?} in the output, which ends in\n{last:?}\n");
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    /// The colour of the first cell of `text` on the screen.
    pub fn color_of(&self, text: &str) -> vt100::Color {
        self.cell_of(text).fgcolor()
    }

    /// The first cell of `text` on the screen.
    pub fn cell_of(&self, text: &str) -> vt100::Cell {
        let parser = self.screen.lock().expect("screen");
        let screen = parser.screen();
        let (rows, columns) = screen.size();
        let (rows, columns) = (rows.get(), columns.get());
        for row in (0..rows).rev() {
            let line: String =
                (0..columns).map(|c| screen.cell(row, c).map_or(" ", |cell| cell.contents())).map(pad).collect();
            if let Some(at) = line.find(text) {
                let column = line[..at].chars().count() as u16;
                return screen.cell(row, column).cloned().expect("a cell");
            }
        }
        panic!("{text:?} is not on the screen\n{}", screen.contents());
    }

    /// Row and column of the cursor.
    pub fn cursor(&self) -> (u16, u16) {
        self.screen.lock().expect("screen").screen().cursor_position()
    }

    /// Changes the window's size.
    pub fn resize(&mut self, rows: u16, columns: u16) -> &mut Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.screen.lock().expect("screen").screen_mut().set_size(size_of(rows), size_of(columns));
        self.master.resize(size).expect("a new size");
        self
    }

    /// Is the process there?
    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().expect("a status").is_none()
    }

    /// Ends the process at once, as the power going off does.
    pub fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
    }

    /// The process's number.
    pub fn process(&self) -> u32 {
        self.child.process_id().expect("a process")
    }

    /// Sets a size that the emulator cannot have.
    pub fn claim_size(&mut self, rows: u16, columns: u16) -> &mut Self {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a new size");
        self
    }

    /// Sends a signal by its name: `TERM`.
    pub fn signal(&mut self, name: &str) {
        let process = self.child.process_id().expect("a process").to_string();
        let status = std::process::Command::new("kill").args(["-s", name, &process]).status();
        assert!(status.expect("kill is there").success());
    }

    /// Does the terminal echo and take whole lines, as a shell wants it? Modes of a terminal are unix only.
    #[cfg(unix)]
    pub fn is_cooked(&self) -> bool {
        let modes = self.master.get_termios().expect("modes").local_flags;
        let text = format!("{modes:?}");
        text.contains("ECHO") && text.contains("ICANON")
    }

    /// Waits for the end, reads the rest of the output, and gives the exit status.
    pub fn end(&mut self) -> u32 {
        let end = Instant::now() + DEADLINE;
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a status") {
                self.read_rest();
                return status.exit_code();
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        panic!("pprepl does not end; the screen is\n{}", self.screen());
    }

    /// Waits until the program's output is read. A process that it leaves running may keep the terminal open.
    fn read_rest(&self) {
        let end = Instant::now() + AFTER_THE_END;
        while !self.reader.is_finished() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The start of a synchronized update, which a terminal shows when its end has arrived.
const UPDATE_START: &[u8] = b"\x1b[?2026h";

const UPDATE_END: &[u8] = b"\x1b[?2026l";

/// Returns the length of the output before a synchronized update that has not ended.
fn whole_updates(output: &[u8]) -> usize {
    match (memmem::rfind(output, UPDATE_START), memmem::rfind(output, UPDATE_END)) {
        (Some(start), end) if end.is_none_or(|end| end < start) => start,
        _ => {
            let is_cut = |length: &usize| output.ends_with(&UPDATE_START[..*length]);
            output.len() - (1..UPDATE_START.len()).rev().find(is_cut).unwrap_or(0)
        }
    }
}

#[test]
fn a_synchronized_update_is_shown_when_it_is_whole() {
    for (output, whole) in [
        ("text", "text"),
        ("a\x1b[?2026hb", "a"),
        ("a\x1b[?2026hb\x1b[?2026l", "a\x1b[?2026hb\x1b[?2026l"),
        ("\x1b[?2026hb\x1b[?2026lc\x1b[?2026hd", "\x1b[?2026hb\x1b[?2026lc"),
        ("a\x1b[?20", "a"),
        ("a\x1b", "a"),
    ] {
        assert_eq!(&output[..whole_updates(output.as_bytes())], whole, "{output:?}");
    }
}

/// A length of the emulator's.
fn size_of(length: u16) -> NonZero<u16> {
    NonZero::new(length).expect("a screen has cells")
}

/// A cell without text is a blank.
fn pad(contents: &str) -> char {
    contents.chars().next().unwrap_or(' ')
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
