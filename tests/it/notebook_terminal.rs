//! The notebook as a user meets it: the real binary behind a pseudo-terminal, its screen read by an emulator.

use crate::terminal;

use std::path::{Path, PathBuf};
use std::time::Duration;

use pprepl_notebook::trust::Trust;
use terminal::Terminal;

const LESSON: &str = "# %%\n$a = 20\n\n# %%\n$b = $a + 1\n";

/// A home with a notebook in it.
struct Desk {
    home: tempfile::TempDir,
}

impl Desk {
    fn new(text: &str) -> Desk {
        let desk = Desk { home: tempfile::tempdir().unwrap() };
        std::fs::write(desk.file(), text).unwrap();
        desk
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("lesson.pp")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).unwrap()
    }

    /// The user wrote this file.
    fn know(&self, file: &Path) {
        if let Ok(text) = std::fs::read_to_string(file) {
            Trust::at(Some(&self.home.path().join("pprepl"))).add(file, &text).unwrap();
        }
    }

    fn open(&self) -> Terminal {
        self.open_with(&[], &[])
    }

    fn open_with(&self, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let file = self.file();
        self.know(&file);
        let mut all = vec!["notebook", file.to_str().unwrap()];
        all.extend(arguments);
        Terminal::start_in(self.home.path(), &all, variables)
    }
}

const ESC: &str = "\u{1b}";
const ALT_ENTER: &str = "\u{1b}\r";
const SAVE: &str = "\u{13}";
const LEAVE: &str = "\u{11}";

/// Waits for something that is not on the screen.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..2_000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("waited for {what}");
}

#[test]
fn it_opens_runs_edits_saves_and_leaves() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 20").see("⇒ 21").see("lesson.pp").see("auto");
    terminal.keys("\r").see("esc leave cell").keys("\u{1b}[F").keys("0").see("$a = 200");
    // Many keys at once are a paste only if they are text.
    terminal.keys(&"\u{1b}j".repeat(20));
    terminal.keys(ALT_ENTER).see("⇒ 200").see("⇒ 201").see("●");
    terminal.keys(SAVE).see("saved lesson.pp").lose("●");
    assert_eq!(desk.text(), LESSON.replace("20", "200"));
    terminal.keys(LEAVE);
    assert_eq!(terminal.end(), 0);
    assert!(
        terminal.raw().ends_with("\u{1b}[?25h") || terminal.raw().contains("\u{1b}[?1049l"),
        "the terminal is given back"
    );
}

/// One file has the keys of the prompt and of the notebook; each takes its own.
#[test]
fn keys_of_the_configuration_apply_without_those_of_the_prompt() {
    let desk = Desk::new(LESSON);
    std::fs::create_dir_all(desk.home.path().join("pprepl")).unwrap();
    let keys = "[keys]\n\"prompt.comment\" = \"ctrl-x\"\n\"cell.fold\" = \"f12\"\n";
    std::fs::write(desk.home.path().join("pprepl/config.toml"), keys).unwrap();
    let mut terminal = desk.open_with(&[], &[("XDG_CONFIG_HOME", path(desk.home.path()))]);
    terminal.see("$a = 20").wait("no remark", |screen| !screen.contains("prompt.comment"));
    terminal.keys("\u{1b}[24~").see("folded");
}

#[test]
fn what_is_not_saved_survives_a_kill() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 21").keys("\r").see("esc leave cell").keys("\u{1b}[F").keys("7 # not saved").see("not saved");
    // The journal has it a moment later.
    std::thread::sleep(Duration::from_secs(1));
    terminal.kill();
    assert_eq!(desk.text(), LESSON);
    let mut again = desk.open();
    again.see("Restore unsaved changes?").see("Its journal");
    assert!(!again.screen().contains("one change"), "{}", again.screen());
    again.keys("r").see("207 # not saved").see("●");
    again.keys(SAVE).see("saved lesson.pp").lose("●");
    assert!(desk.text().contains("$a = 207 # not saved"), "{}", desk.text());
}

#[test]
fn what_is_not_saved_survives_sigterm_and_sighup() {
    for signal in ["TERM", "HUP"] {
        let desk = Desk::new(LESSON);
        let mut terminal = desk.open();
        terminal.see("⇒ 21").keys("\r").see("esc leave cell").keys("\u{1b}[F").keys("8").see("$a = 208");
        terminal.signal(signal);
        until("the end", || !terminal.is_running());
        until("the terminal in its own state", || terminal.raw().contains("\u{1b}[?1049l"));
        let mut again = desk.open();
        again
            .see("Restore unsaved changes?")
            .keys("d")
            .see("Delete them?")
            .keys("d")
            .lose("Delete them?")
            .see("⇒ 21")
            .lose("$a = 208");
    }
}

#[test]
fn leaving_with_changes_asks() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 21").keys("\r").see("esc leave cell").keys("# x\r").see("# x");
    terminal.keys(LEAVE).see("has unsaved changes").keys(ESC).lose("has unsaved changes");
    terminal.keys(LEAVE).see("has unsaved changes").keys("d");
    assert_eq!(terminal.end(), 0);
    assert_eq!(desk.text(), LESSON);
    let mut again = desk.open();
    again.see("⇒ 21");
    assert!(!again.screen().contains("Restore unsaved"), "{}", again.screen());
}

#[test]
fn an_endless_cell_is_stopped_and_the_screen_stays_alive() {
    let desk = Desk::new("# %%\nInteger[1, 100000000000].each |$x| { $x }\n");
    let mut terminal = desk.open();
    terminal.see("▶ cell 1").keys("\u{1b}OQ").see("All actions").keys(ESC).lose("All actions");
    terminal.keys("\u{3}").see("was stopped").see("stopped; nothing that the cell did was kept");
}

#[test]
fn variables_of_earlier_cells_are_shown_while_a_cell_runs() {
    let desk = Desk::new("# %%\n$port = 80\n# %%\n$name = 'web'\n# %%\nInteger[1, 100000000000].each |$x| { $x }\n");
    let mut terminal = desk.open();
    terminal.see("▶ cell 3").see("$port = 80  Integer  cell 1").see("$name = 'web'  String  cell 2");
    terminal.keys("\u{3}").see("was stopped");
}

#[test]
fn the_linux_console_is_enough() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open_with(&[], &[("TERM", "linux")]);
    terminal
        .resize(25, 80)
        .see("$b = 21")
        .keys("j")
        .keys("\r")
        .keys("\u{1b}[F")
        .keys("\r$c = $b * 2")
        .see("$c = $b * 2");
    terminal.keys(ALT_ENTER).see("$c = 42").keys(SAVE).see("saved");
    terminal.resize(24, 40).wait("40 columns", |s| s.lines().next().is_some_and(|row| row.ends_with("auto")));
    terminal.resize(25, 80).see("$c = 42");
    assert!(!terminal.screen().contains('✓'), "{}", terminal.screen());
}

#[test]
fn the_screen_follows_its_size() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 21");
    terminal.resize(12, 40).see("⇒ 20");
    terminal.resize(3, 20);
    terminal.resize(30, 120).see("⇒ 21").see("Type");
}

#[test]
fn a_terminal_without_colours_shows_it_all_the_same() {
    let desk = Desk::new(LESSON);
    for (name, value) in [("NO_COLOR", "1"), ("TERM", "vt100")] {
        let mut terminal = desk.open_with(&[], &[(name, value)]);
        terminal.see("⇒ 21").see("✓");
        let colored = ["\u{1b}[38;5;", "\u{1b}[38;2;", "\u{1b}[48;"].iter().any(|code| terminal.raw().contains(code));
        assert!(!colored, "{:?}", terminal.raw());
        terminal.keys(LEAVE);
        assert_eq!(terminal.end(), 0);
    }
}

#[test]
fn a_folder_that_cannot_be_written_is_told_and_nothing_is_lost() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 21").keys("\r").see("esc leave cell").keys("# kept\r").see("# kept");
    std::fs::remove_file(desk.file()).unwrap();
    std::fs::create_dir(desk.file()).unwrap();
    terminal.keys(SAVE);
    terminal.wait("a word on it", |screen| {
        screen.contains("lesson.pp") && (screen.contains("cannot") || screen.contains("Overwrite it"))
    });
    assert!(terminal.screen().contains("# kept"));
}

#[test]
fn what_is_no_text_is_refused_with_a_reason() {
    let desk = Desk::new("");
    std::fs::write(desk.file(), [b'a', 0xff, 0xfe, b'\n']).unwrap();
    let mut terminal = desk.open();
    terminal.see("error:");
    assert_ne!(terminal.end(), 0);
    let folder = desk.home.path().join("folder");
    std::fs::create_dir(&folder).unwrap();
    let mut terminal = Terminal::start_in(desk.home.path(), &["notebook", path(&folder)], &[]);
    terminal.see("error:");
    assert_ne!(terminal.end(), 0);
}

fn path(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn control_characters_of_files_and_their_names_are_never_sent() {
    let desk = Desk::new("");
    let file = desk.home.path().join("a\u{1b}]0;owned\u{7}b.pp");
    std::fs::write(&file, "# %%\n'x\u{1b}]0;owned\u{7}y'\n").unwrap();
    desk.know(&file);
    let mut terminal = Terminal::start_in(desk.home.path(), &["notebook", path(&file)], &[]);
    terminal.see("⇒");
    std::thread::sleep(Duration::from_millis(100));
    assert!(!terminal.raw().contains("]0;owned\u{7}"), "{:?}", terminal.raw());
}

#[test]
fn a_paste_goes_in_as_it_is() {
    let desk = Desk::new("# %%\n");
    let mut terminal = desk.open();
    terminal.see("lesson.pp").paste("if true {\n  notice('pasted')\n}").see("notice('pasted')");
    terminal.keys(ALT_ENTER).see("notice: pasted");
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_pprepl"))
        .args(["notebook", "x.pp"])
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(64));
    assert!(String::from_utf8_lossy(&output.stderr).contains("pprepl run FILE"));
}

#[test]
fn a_screen_without_colours_does_not_change_the_theme_of_next_time() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open_with(&[], &[("NO_COLOR", "1")]);
    terminal.see("⇒ 21").keys(LEAVE);
    assert_eq!(terminal.end(), 0);
    let kept = std::fs::read_to_string(desk.home.path().join("pprepl/notebook.json")).unwrap();
    assert!(kept.contains("\"theme\": \"auto\""), "{kept}");
}

/// A terminal that does not tell pastes: the text comes as keys, all at once.
#[test]
fn a_paste_that_nobody_tells_goes_in_whole_and_as_it_is() {
    let desk = Desk::new("# %%\n");
    let mut terminal = desk.open();
    let text: String = (0..400).map(|n| format!("if true {{\r  $a{n} = [\"x\", {{ 'k' => {n} }}]\r}}\r")).collect();
    terminal.see("lesson.pp").keys(&text).see("$a399 = ").keys(SAVE).see("saved lesson.pp");
    let (found, wanted) = (desk.text(), format!("# %%\n{}\n", text.replace('\r', "\n")));
    let same = found.bytes().zip(wanted.bytes()).take_while(|(one, other)| one == other).count();
    let rest = |text: &str| text[same..].chars().take(80).collect::<String>();
    assert!(found == wanted, "from byte {same} on it is {:?}, expected {:?}", rest(&found), rest(&wanted));
}

#[test]
fn tabs_capitals_and_line_feeds_of_a_paste_are_text() {
    for (text, written) in [("\t[X]\n", "\t[X]\n"), ("[A[", "[A["), ("(\t", "(\t")] {
        let desk = Desk::new("# %%\n");
        let mut terminal = desk.open();
        terminal.see("lesson.pp").keys(&format!("{}#end", text.repeat(9))).see("#end");
        terminal.keys(SAVE).see("saved lesson.pp");
        assert_eq!(desk.text(), format!("# %%\n{}#end\n", written.repeat(9)), "{text:?}");
    }
}

#[test]
fn a_locale_without_utf_8_is_shown_ascii() {
    let desk = Desk::new("# %%\n$a = 'caf\u{e9}'\n");
    let mut terminal = desk.open_with(&[], &[("LC_ALL", "C")]);
    terminal.see("caf?").see("> 'caf?'");
    assert!(terminal.raw().is_ascii(), "{}", terminal.screen());
    terminal.keys(LEAVE);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_terminal_of_sixteen_colours_is_told_them_as_it_knows_them() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open_with(&[], &[("TERM", "linux")]);
    terminal.see("21").keys(LEAVE);
    assert_eq!(terminal.end(), 0);
    let raw = terminal.raw();
    assert!(raw.contains("\u{1b}[3") && !raw.contains("38;5;"), "{raw:?}");
    let end = raw.rfind("\u{1b}[2J").expect("a screen without a second one is left empty");
    assert!(!raw[end..].contains("$a = 20"), "{raw:?}");
}

#[test]
fn a_terminal_that_cannot_show_it_is_told_so() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open_with(&[], &[("TERM", "dumb")]);
    terminal.see("cannot show a notebook").see("pprepl run FILE");
    assert_ne!(terminal.end(), 0);
    assert!(!terminal.raw().contains("\u{1b}[?1049h"));
}

#[test]
fn a_change_on_disk_is_noticed_by_itself() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 21");
    std::fs::write(desk.file(), LESSON.replace("20", "40")).unwrap();
    terminal.see("Another program changed the file").keys("r").see("f9 runs it").keys(RUN_ALL).see("⇒ 41");
    terminal.keys(LEAVE);
    assert_eq!(terminal.end(), 0);
}

/// The CPU time of the evaluator's threads, in ticks, and how many there are.
#[cfg(target_os = "linux")]
fn evaluators(process: u32) -> (u64, usize) {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).expect("threads").flatten();
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("stat")).ok());
    let ticks = stats.filter_map(|stat| {
        let (head, rest) = stat.rsplit_once(')')?;
        let of_evaluator = head.ends_with("(kernel");
        let fields: Vec<u64> =
            rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
        of_evaluator.then(|| fields.iter().sum::<u64>())
    });
    ticks.fold((0, 0), |(all, count), ticks| (all + ticks, count + 1))
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_cell_takes_no_time_any_more() {
    for stop in ["\u{3}", "INT"] {
        let desk = Desk::new("# %%\nInteger[1, 100000000000].each |$x| { $x }\n\n# %%\n'other'\n");
        let mut terminal = desk.open();
        terminal.see("▶ cell 1");
        match stop {
            "INT" => terminal.signal(stop),
            keys => drop(terminal.keys(keys)),
        }
        terminal.see("was stopped");
        let process = terminal.process();
        until("an evaluator at rest", || {
            let before = evaluators(process);
            std::thread::sleep(Duration::from_millis(300));
            evaluators(process) == before
        });
        assert_eq!(evaluators(process).1, 1, "no thread was left alone");
        assert!(terminal.is_running());
    }
}

#[cfg(unix)]
#[test]
fn a_signal_that_ends_it_gives_the_terminal_back_and_its_status() {
    for (signal, number) in [("TERM", 15), ("HUP", 1), ("USR1", 10), ("USR2", 12), ("QUIT", 3), ("ABRT", 6)] {
        let desk = Desk::new(LESSON);
        let mut terminal = desk.open();
        terminal.see("⇒ 21").keys("\r").see("esc leave cell").keys("\u{1b}[F").keys("8").see("$a = 208");
        terminal.signal(signal);
        assert_eq!(terminal.end(), 128 + number, "{signal}");
        until("the terminal in its own state", || terminal.raw().contains("\u{1b}[?1049l"));
        let raw = terminal.raw();
        assert!(raw.contains("\u{1b}[?1000l") && raw.contains("\u{1b}[?2004l"), "{signal}");
        assert!(terminal.is_cooked(), "{signal}");
        let mut again = desk.open();
        again.see("Restore unsaved changes?");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_that_ends_the_prompt_gives_the_terminal_back() {
    for (signal, number) in [("TERM", 15), ("HUP", 1), ("USR1", 10)] {
        let mut terminal = Terminal::ready();
        terminal.keys("1 +");
        terminal.see("1 +");
        terminal.signal(signal);
        assert_eq!(terminal.end(), 128 + number, "{signal}");
        assert!(terminal.is_cooked(), "{signal}");
        until("the plain style", || terminal.raw().ends_with("\u{1b}[0m"));
    }
}

#[cfg(unix)]
#[test]
fn the_next_start_repairs_a_terminal_that_was_left_behind() {
    let desk = Desk::new(LESSON);
    desk.know(&desk.file());
    let shell = |terminal: &mut Terminal, line: &str| {
        terminal.keys(line).keys("\r");
    };
    let mut terminal = Terminal::start_program("/bin/sh", desk.home.path(), &[], &[("PS1", "ready> ")]);
    terminal.see("ready>");
    let binary = env!("CARGO_BIN_EXE_pprepl");
    let notebook = format!("sh -c 'echo $$ > number; exec {binary} notebook {}'", path(&desk.file()));
    shell(&mut terminal, &notebook);
    terminal.see("⇒ 21").keys("\r").see("esc leave cell").keys("\u{1b}[F").keys("7").see("$a = 207");
    let number = std::fs::read_to_string(desk.home.path().join("number")).expect("a number");
    let killed = std::process::Command::new("kill").args(["-s", "KILL", number.trim()]).status();
    assert!(killed.expect("kill").success());
    until("the end", || terminal.raw().ends_with("ready> "));
    assert!(!terminal.raw().contains("\u{1b}[?1049l"), "nobody gave the terminal back");
    // A plain shell leaves the terminal raw: the line is sent with a line feed.
    terminal.keys(&format!("{binary} -q\n")).see("pprepl:1>");
    let raw = terminal.raw();
    assert!(raw.contains("\u{1b}[?1049l") && raw.contains("\u{1b}[?1000l"), "the prompt's start repaired it");
    terminal.keys("\u{4}");
    until("the shell", || terminal.is_cooked());
    // What the journal has is offered, and the terminal is not repaired again.
    let repairs = terminal.raw().matches("\u{1b}[<u\u{1b}[?1006l").count();
    assert_eq!(repairs, 1);
    let mut again = desk.open();
    again.see("Restore unsaved changes?").keys("r").see("207");
}

#[test]
fn a_size_that_no_screen_has_is_no_end() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open();
    terminal.see("⇒ 21").claim_size(65_535, 65_535);
    std::thread::sleep(Duration::from_millis(500));
    assert!(terminal.is_running());
    terminal.resize(40, 100).see("⇒ 21").keys(LEAVE);
    assert_eq!(terminal.end(), 0);
    let mut prompt = Terminal::ready();
    prompt.claim_size(65_535, 65_535).line("[1, 2]");
    prompt.resize(40, 100).line("'still ' + 'there'").line("1 + 41").see("42");
}

#[test]
fn a_diff_shows_control_characters_on_a_terminal() {
    let desk = Desk::new("$x='\u{1b}]52;c;UFdORUQ=\u{7}'\n$y=\"\u{9b}31m\u{202e}\"\n");
    let file = desk.file();
    for arguments in [["fmt", "--diff", path(&file)], ["check", "--diff", path(&file)]] {
        let mut terminal = Terminal::start_in(desk.home.path(), &arguments, &[]);
        terminal.end();
        let raw = terminal.raw();
        assert!(!raw.contains("\u{1b}]52") && !raw.contains('\u{9b}') && !raw.contains('\u{202e}'), "{raw:?}");
    }
    let mut terminal = Terminal::start_in(desk.home.path(), &["fmt", "--diff", path(&file)], &[]);
    terminal.see("\\e]52;c;UFdORUQ=");
}

const RUN_ALL: &str = "\u{1b}[20~";
const NOT_RUN: &str = "not run (you have not run or saved this version before): f9 runs it";

impl Desk {
    /// Opens the notebook as one that the user does not know.
    fn open_strange(&self, arguments: &[&str]) -> Terminal {
        let file = self.file();
        let all = [&["notebook", file.to_str().unwrap()], arguments].concat();
        Terminal::start_in(self.home.path(), &all, &[])
    }
}

/// A notebook that shows a file outside of its folder, when it runs.
fn canary() -> (tempfile::TempDir, Desk) {
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("canary");
    std::fs::write(&file, "TWEETY").unwrap();
    let text = format!("# %%\n$a = 6 * 7\n\n# %%\nnotice(file('{}'))\n", file.display());
    (outside, Desk::new(&text))
}

#[test]
fn a_strange_notebook_does_not_run() {
    let (_outside, desk) = canary();
    let mut terminal = desk.open_strange(&[]);
    terminal.see(NOT_RUN).see("manual");
    std::thread::sleep(Duration::from_millis(300));
    let screen = terminal.screen();
    assert!(!screen.contains("⇒ 42") && !screen.contains("TWEETY"), "{screen}");
    // Running it trusts it.
    terminal.keys(RUN_ALL).see("⇒ 42").see("TWEETY").see("auto");
    terminal.keys(LEAVE);
    terminal.end();
    let mut terminal = desk.open_strange(&[]);
    terminal.see("⇒ 42").see("not run automatically: it reads files");
    assert!(!terminal.screen().contains("TWEETY"), "{}", terminal.screen());
    terminal.keys("j").keys("\r").keys(ALT_ENTER).see("TWEETY");
    terminal.keys(LEAVE);
    terminal.end();
}

#[test]
fn another_text_or_another_place_is_strange_again() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open_strange(&[]);
    terminal.see(NOT_RUN).keys(RUN_ALL).see("⇒ 21").keys(LEAVE);
    terminal.end();
    let moved = desk.home.path().join("moved.pp");
    std::fs::copy(desk.file(), &moved).unwrap();
    let mut terminal = Terminal::start_in(desk.home.path(), &["notebook", moved.to_str().unwrap()], &[]);
    terminal.see(NOT_RUN).keys(LEAVE);
    terminal.end();
    std::fs::write(desk.file(), LESSON.replace("20", "30")).unwrap();
    let mut terminal = desk.open_strange(&[]);
    terminal.see(NOT_RUN).keys(LEAVE);
    terminal.end();
    // The text that was run before is known still.
    std::fs::write(desk.file(), LESSON).unwrap();
    let mut terminal = desk.open_strange(&[]);
    terminal.see("⇒ 21").keys(LEAVE);
    terminal.end();
}

#[test]
fn saving_trusts_and_a_new_notebook_is_ones_own() {
    let desk = Desk::new(LESSON);
    let mut terminal = desk.open_strange(&[]);
    terminal.see(NOT_RUN).keys("\r").keys("\u{1b}[F").keys("0").see("$a = 200");
    terminal.keys(SAVE).see("saved lesson.pp").keys(LEAVE);
    terminal.end();
    let mut terminal = desk.open_strange(&[]);
    terminal.see("⇒ 201").keys(LEAVE);
    terminal.end();
    let store = desk.home.path().join("pprepl/trusted");
    #[cfg(unix)]
    {
        let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&store).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    assert!(!std::fs::read_to_string(&store).unwrap().contains("lesson"));
    let new = desk.home.path().join("new.pp");
    let mut terminal = Terminal::start_in(desk.home.path(), &["notebook", new.to_str().unwrap()], &[]);
    terminal.see("new.pp").see("auto").keys("6 * 7").keys(ALT_ENTER).see("⇒ 42");
    terminal.keys(SAVE).see("saved new.pp").keys(LEAVE);
    terminal.end();
    let mut terminal = Terminal::start_in(desk.home.path(), &["notebook", new.to_str().unwrap()], &[]);
    terminal.see("⇒ 42").keys(LEAVE);
    terminal.end();
}

#[test]
fn nothing_runs_by_itself_and_nothing_is_trusted_when_safe() {
    let (_outside, desk) = canary();
    let mut terminal = desk.open_strange(&["--safe"]);
    terminal.see("not run (--safe): f9 runs it").keys(RUN_ALL).see("⇒ 42").see("file-read").see("manual");
    assert!(!terminal.screen().contains("TWEETY"), "{}", terminal.screen());
    terminal.keys(LEAVE);
    terminal.end();
    let mut terminal = desk.open_strange(&[]);
    terminal.see(NOT_RUN).keys(LEAVE);
    terminal.end();
}

#[test]
fn a_trace_asks_for_the_next_value_and_judges_it() {
    let desk = Desk::new("# %%\n$a = [1, 2, 3].filter |$x| { $x > 1 }\n\n# %%\n$b = $a.length + 40\n");
    let mut terminal = desk.open();
    terminal.see("⇒ [2, 3]").see("⇒ 42").keys("\u{1b}[23~").see("Trace: step 1").see("round 2 of 3").see("dropped");
    terminal.keys("\u{1b}o").keys("p").see("Predict the value of").see("= ?").lose("dropped");
    terminal.keys("[2, 1 + 2]\r").see("right: [2, 3]");
    terminal.keys("p").see("Predict the value of 1 > 1");
    terminal.keys("0 > 1 +\r").see("write a value after").keys("u").see("Trace: step 2");
    terminal.keys("/").see("Find a value").keys("3\r").see("Trace: step 4").keys("\u{1b}[A").see("Trace: step 1 of 4");
    terminal.keys("\r").lose("round 2 of 3").keys("\r").see("round 2 of 3");
    terminal.keys(LEAVE);
    assert_eq!(terminal.end(), 0);
}

/// Such a paste comes in several reads, the last of which may be short.
#[test]
fn the_short_end_of_a_paste_that_nobody_tells_is_text_too() {
    for end in ["\r", "}\r", "{\r", "[\r\r"] {
        let desk = Desk::new("# %%\n");
        let mut terminal = desk.open();
        let text: String = (0..40).map(|n| format!("if true {{\r  $a{n} = {n}\r}}\r")).collect();
        terminal.see("lesson.pp").keys(&text);
        std::thread::sleep(std::time::Duration::from_millis(2));
        terminal.keys(end).see("$a39 = ").keys(SAVE).see("saved lesson.pp");
        assert_eq!(desk.text(), format!("# %%\n{text}{end}\n").replace('\r', "\n"), "{end:?}");
    }
}
