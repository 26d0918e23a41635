//! Lessons in the notebook: a learner at work by keys alone, on a screen of memory.

use crate::screen::Screen;
use crate::terminal::Terminal;

use std::path::PathBuf;

/// A short chapter with each kind of step.
const CHAPTER: &str = r##"# %% [markdown]
#| lesson ports   title "Ports"   minutes 5
# ## Ports
#
# A web server listens on ports. Ports below 1024 need root privileges.

# %% All ports
#| given
$ports = [80, 443, 8080]

# %% Text or number?
#| quiz text predict value
#| options  true, false, error
#| because  Text never equals a number.
'80' == 80

# %% [markdown]
# ## Count
# Say what it gives, then run it.

# %% How many
#| run count
$ports.length

# %% [markdown]
# ## Filter
# `filter` keeps the elements for which its lambda gives true.

# %% Keep the big ports
#| exercise big
#| task   Set `$big` to the ports above 100.
#| start     $big = $ports.filter |$p| { ___ }
#| check value   $big == [443, 8080]
#| when  $big == $ports           say "That is the whole list. Does the lambda give true or false?"
#| hint  filter keeps an element when its lambda gives true.
#| hint  The lambda gets one port.
#| solution  $big = $ports.filter |$p| { $p > 100 }
#| right     $big = $ports.filter |$port| { 100 < $port }
#| right     $big = $ports - [80]
#| wrong     $big = $ports

# %% The last question
#| quiz last predict type
#| because  A list has the type Array.
[1, 2]
"##;

/// A learner's desk: a lesson file and a home.
struct Desk {
    home: tempfile::TempDir,
}

impl Desk {
    fn new(lesson: &str) -> Desk {
        let desk = Desk { home: tempfile::tempdir().unwrap() };
        desk.write(lesson);
        desk
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("lesson.pp")
    }

    fn write(&self, lesson: &str) {
        std::fs::write(self.file(), lesson).unwrap();
    }

    fn open(&self) -> Screen {
        self.open_at(80, 24)
    }

    fn open_at(&self, width: u16, height: u16) -> Screen {
        Screen::lesson(&self.file(), self.home.path(), width, height)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.home.path().join(name)).unwrap_or_default()
    }

    fn copy(&self) -> String {
        self.text("ports/ports.pp")
    }
}

/// Replaces the text of the current cell.
fn write(screen: &mut Screen, code: &str) {
    screen.keys("ctrl-a");
    screen.paste(code);
}

fn sees(screen: &Screen, text: &str) {
    assert!(screen.text().contains(text), "expected {text:?} on\n{}", screen.text());
}

fn lacks(screen: &Screen, text: &str) {
    assert!(!screen.text().contains(text), "unexpected {text:?} on\n{}", screen.text());
}

#[test]
fn a_chapter_by_keys_with_wrong_answers() {
    for (width, height) in [(80, 24), (120, 40)] {
        let desk = Desk::new(CHAPTER);
        let mut screen = desk.open_at(width, height);
        let mut shown = vec![("opened", screen.text())];
        screen.keys("alt-q n").keys("enter").keys("enter");
        shown.push(("a wrong prediction", screen.text()));
        screen.keys("alt-q n");
        shown.push(("code to run", screen.text()));
        screen.keys("f5").keys("alt-q n").keys("f5");
        shown.push(("a hole", screen.text()));
        write(&mut screen, "$big = $ports");
        screen.keys("f5");
        shown.push(("the whole list", screen.text()));
        write(&mut screen, "$big = $ports.filter |$p| { $p > }");
        screen.keys("f5");
        shown.push(("a syntax error", screen.text()));
        write(&mut screen, "$big = $ports.map |$p| { $p > 100 }");
        screen.keys("f5").keys("alt-h");
        shown.push(("a wrong value with a hint", screen.text()));
        write(&mut screen, "$big = $ports.filter |$p| { $p > 99 }");
        screen.keys("f5");
        shown.push(("right", screen.text()));
        screen.keys("alt-q l");
        shown.push(("steps", screen.text()));
        screen.keys("esc").keys("alt-q n").keys("enter").types("Array").keys("enter");
        shown.push(("the last step", screen.text()));
        screen.keys("alt-q n");
        shown.push(("the end", screen.text()));
        let all: String = shown.iter().map(|(title, text)| format!("== {title}\n{text}\n")).collect();
        insta::assert_snapshot!(format!("chapter_{width}x{height}"), all);
    }
}

#[test]
fn a_hole_is_a_message_and_not_an_error() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter").keys("f5");
    sees(&screen, "has a hole: replace `___` with code");
    lacks(&screen, "error");
    lacks(&screen, "◐");
}

#[test]
fn a_done_step_that_has_a_hole_again_does_not_run() {
    let desk = Desk::new(&CHAPTER.replace("$ports.filter |$p| { ___ }", "[___]"));
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    write(&mut screen, "$big = [443, 8080]");
    screen.keys("f5");
    sees(&screen, "✓ Right.");
    screen.keys("alt-q r").keys("r").keys("ctrl-q");
    assert!(desk.copy().contains("[___]"), "{}", desk.copy());
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    sees(&screen, "[___]");
    lacks(&screen, "['___']");
}

#[test]
fn an_endless_answer_ends_and_does_not_run_again() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    write(&mut screen, "Integer[1, 1000000000].each |$x| { $y = $x + 1 }\n$big = [443, 8080]");
    screen.keys("f5");
    sees(&screen, "does not end in time");
    lacks(&screen, "⇒");
    write(&mut screen, "$big = [443, 8080]");
    screen.keys("f5");
    sees(&screen, "✓ Right.");
}

#[test]
fn escape_sequences_of_an_answer_are_shown_and_not_sent() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    write(&mut screen, r#"notice("\u{1b}[31mred\u{7}") $big = "\u{1b}]0;title\u{7}""#);
    screen.keys("f5");
    sees(&screen, "✗");
    assert!(!screen.text().contains(['\u{1b}', '\u{7}']), "{}", screen.text());
}

#[test]
fn a_locked_cell_stays_until_it_is_unlocked() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("down").keys("i").types("x");
    sees(&screen, "this cell belongs to the lesson; alt-q u unlocks it");
    sees(&screen, "$ports = [80, 443, 8080]");
    screen.keys("esc").keys("d d");
    sees(&screen, "$ports = [80, 443, 8080]");
    screen.keys("m");
    screen.keys("alt-f").types("8080").keys("enter").types("9").keys("enter");
    sees(&screen, "$ports = [80, 443, 8080]");
    screen.keys("alt-q u");
    sees(&screen, "Unlock the cell?");
    screen.keys("u").keys("i").keys("end").types(" # mine");
    sees(&screen, "$ports = [80, 443, 8080] # mine");
    screen.keys("alt-q n").keys("m");
    sees(&screen, "a question: alt-enter answers it");
}

#[test]
fn what_was_done_is_there_again() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q n").keys("enter").types("false").keys("enter");
    sees(&screen, "✓ Right.");
    screen.keys("alt-q l").types("Keep").keys("enter");
    write(&mut screen, "$big = $ports - [80]");
    screen.keys("f5");
    screen.quit();
    assert!(desk.copy().contains("$big = $ports - [80]"), "{}", desk.copy());
    assert!(desk.copy().contains("quiz=text\n'80' == 80"), "{}", desk.copy());
    let mut screen = desk.open();
    sees(&screen, "2 of 4 steps, step 2: How many");
    screen.keys("alt-q l").types("Keep").keys("enter");
    sees(&screen, "⇒ [443, 8080]");
    let report = desk.text("report.jsonl");
    assert!(report.contains(r#""learner":"Ada""#) && report.contains(r#""step":"big""#), "{report}");
    assert!(!report.contains("80]"), "a report has no answers: {report}");
}

#[test]
fn a_changed_lesson_keeps_the_answers() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    write(&mut screen, "$big = $ports - [80] # mine");
    screen.keys("f5");
    screen.quit();
    desk.write(&CHAPTER.replace("A web server listens", "Each web server listens"));
    let mut screen = desk.open();
    screen.keys("esc").keys("g g");
    sees(&screen, "Each web server listens");
    assert!(desk.copy().contains("# mine"), "{}", desk.copy());
    assert!(desk.text("ports/ports.old.pp").contains("A web server listens"));
}

#[test]
fn an_unknown_option_is_a_warning_and_damaged_progress_is_kept() {
    let desk = Desk::new(&CHAPTER.replace("#| task ", "#| tusk "));
    let screen = desk.open();
    sees(&screen, "the lesson file: unknown option: `tusk`");
    drop(screen);
    let damaged = "{\"lesson\":\"ports\",\"step\":\"count\",\"time\":1,\"state\":\"done\"}\nnot json\u{1b}[31m\n{\"les";
    std::fs::write(desk.home.path().join("progress.jsonl"), damaged).unwrap();
    desk.write(CHAPTER);
    let mut screen = desk.open();
    sees(&screen, "2 lines of your progress cannot be read");
    sees(&screen, "1 of 4 steps");
    screen.keys("alt-q n").keys("enter").types("false").keys("enter");
    assert!(desk.text("progress.jsonl").starts_with(damaged), "nothing is lost");
}

#[test]
fn hints_solution_skip_and_reset() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter").keys("alt-h");
    sees(&screen, "Hint: filter keeps an element");
    screen.keys("alt-h").keys("alt-h");
    sees(&screen, "Hint: The lambda gets one port.");
    sees(&screen, "no further hint; alt-q s shows the solution");
    screen.keys("alt-q s");
    sees(&screen, "You did not try this exercise yet.");
    screen.keys("s");
    sees(&screen, "The solution:");
    sees(&screen, "$p > 100");
    write(&mut screen, "$big = 1");
    screen.keys("alt-q r").keys("r");
    sees(&screen, "$big = $ports.filter |$p| { ___ }");
    lacks(&screen, "The solution:");
    screen.keys("alt-q k");
    sees(&screen, "step 4: The last question");
    sees(&screen, "Skipped: the solution runs, so that later steps find its names.");
    screen.keys("alt-q l");
    sees(&screen, "◇ Keep the big ports");
    screen.keys("esc").keys("alt-q k").keys("alt-q k");
    sees(&screen, "step 2: How many");
    screen.keys("alt-q k");
    sees(&screen, "0 of 4 steps are done");
    sees(&screen, "Text or number?, How many");
    screen.keys("s").keys("alt-q l");
    sees(&screen, "» How many");
    sees(&screen, "solution shown");
}

#[test]
fn lesson_actions_say_that_no_lesson_is_open() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("alt-h");
    sees(&screen, "no lesson is open; 'pprepl learn' lists the chapters");
}

#[test]
fn a_right_answer_goes_on_by_its_key() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    screen.keys("esc").keys("alt-q u");
    sees(&screen, "the cell is not locked");
    screen.keys("enter");
    write(&mut screen, "$big = $ports - [80]");
    screen.keys("f5");
    sees(&screen, "step 3: Keep the big ports");
    sees(&screen, "goes to the next step");
    screen.keys("f6");
    sees(&screen, "step 4: The last question");
    lacks(&screen, "goes to the next step");
}

#[test]
fn an_exercise_without_an_answer_does_not_wait_for_its_run() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    let run_all = |screen: &mut Screen| {
        screen.app.dispatch(pprepl::tui::action::Action::RunAll);
        screen.draw();
        screen.text()
    };
    let shown = run_all(&mut screen);
    assert!(shown.contains("3○"), "{shown}");
    screen.settle();
    write(&mut screen, "$big = $ports - [80]");
    screen.keys("f5");
    let shown = run_all(&mut screen);
    assert!(shown.contains("3…"), "{shown}");
    screen.settle();
}

#[test]
fn another_notebook_ends_the_lesson() {
    let desk = Desk::new(CHAPTER);
    let other = desk.home.path().join("other.pp");
    std::fs::write(&other, "# %%\n'another'\n").unwrap();
    let mut screen = desk.open();
    screen.keys("ctrl-o").types(other.to_str().unwrap()).keys("enter");
    sees(&screen, "'another'");
    sees(&screen, "not run (you have not run or saved this version before)");
    screen.keys("alt-h");
    sees(&screen, "no lesson is open");
}

#[test]
fn a_copy_that_another_program_changed_is_saved_after_a_question() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q l").types("Keep").keys("enter");
    write(&mut screen, "$big = 1");
    let file = desk.home.path().join("ports/ports.pp");
    std::fs::write(&file, desk.copy() + "\n# by another program\n").unwrap();
    screen.keys("ctrl-q");
    sees(&screen, "unsaved changes");
    screen.keys("esc").keys("ctrl-q");
    lacks(&screen, "unsaved changes");
    sees(&screen, "Overwrite it?");
    // From then on the copy is saved without a question.
    screen.keys("o");
    write(&mut screen, "$big = 2");
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    screen.settle();
    assert!(desk.copy().contains("$big = 2"), "{}", desk.copy());
}

/// The learner's home with the lesson, and the real binary in it.
fn learn(desk: &Desk, arguments: &[&str]) -> Terminal {
    let file = desk.file();
    let all: Vec<&str> = ["learn", file.to_str().unwrap()].into_iter().chain(arguments.iter().copied()).collect();
    Terminal::start_in(desk.home.path(), &all, &[])
}

const F5: &str = "\u{1b}[15~";
const NEXT: &str = "\u{1b}qn";
const QUIT: &str = "\u{11}";

#[test]
fn a_killed_lesson_goes_on_with_answers_and_marks() {
    let desk = Desk::new(CHAPTER);
    let mut terminal = learn(&desk, &[]);
    terminal
        .see("0 of 4 steps")
        .keys(NEXT)
        .see("step 1")
        .keys("\r")
        .see("Your answer")
        .keys("false\r")
        .see("1 of 4 steps");
    terminal.keys(NEXT).see("step 2").keys(F5).see("2 of 4 steps").keys(NEXT).see("step 3");
    terminal
        .keys("\u{1b}[3~\u{1b}[3~\u{1b}[3~")
        .lose("___")
        .keys("$p > 100")
        .see("{ $p > 100 }")
        .keys(F5)
        .see("3 of 4 steps");
    terminal.keys("\u{1b}[F # typed and not saved").see("and not saved");
    std::thread::sleep(std::time::Duration::from_secs(1));
    terminal.kill();
    let mut again = learn(&desk, &[]);
    again.see("3 of 4 steps, step 4").see("$p > 100 } # typed and not saved").see("⇒ [443, 8080]");
    again.keys(QUIT);
    assert_eq!(again.end(), 0);
    let copy = desk.text("pprepl/learn/ports/ports.pp");
    assert!(copy.contains("# typed and not saved"), "{copy}");
}

#[test]
fn an_endless_answer_can_be_stopped() {
    let desk = Desk::new(CHAPTER);
    let mut terminal = learn(&desk, &[]);
    terminal.see("0 of 4 steps").keys("\u{1b}ql").see("Steps").keys("Keep\r").see("step 3");
    terminal.keys("\u{1}").paste("Integer[1, 100000000000].each |$x| { $y = $x }").see("100000000000").keys(F5);
    terminal.see("…").keys("\u{3}").see("Stopped.");
    terminal.keys("\u{1}").paste("$big = [443, 8080]").see("[443, 8080]").keys(F5).see("✓ Right.");
    terminal.keys(QUIT);
    assert_eq!(terminal.end(), 0);
}

#[test]
fn a_report_has_the_name_of_the_learner() {
    let desk = Desk::new(CHAPTER);
    let report = desk.home.path().join("class/ada.jsonl");
    let mut terminal = learn(&desk, &["--report", report.to_str().unwrap(), "--name", "Ada"]);
    terminal
        .see("0 of 4 steps")
        .keys(NEXT)
        .see("step 1")
        .keys("\r")
        .see("Your answer")
        .keys("true\r")
        .see("No: it is false");
    terminal.keys(QUIT);
    assert_eq!(terminal.end(), 0);
    let text = std::fs::read_to_string(report).unwrap();
    assert!(text.contains("\"learner\":\"Ada\"") && text.contains("predicted-otherwise"), "{text}");
}

#[test]
fn what_cannot_be_opened_is_told_in_words() {
    let desk = Desk::new("# %%\n1\n");
    let run = |arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_pprepl"));
        command.args(arguments).env("XDG_DATA_HOME", desk.home.path()).env("HOME", desk.home.path());
        let output = command.stdin(std::process::Stdio::null()).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, error) = run(&["learn", "typos"]);
    assert_eq!(
        (status, error.as_str()),
        (Some(64), "error: no chapter or file has the name typos; did you mean 'types'?\n")
    );
    let (_, error) = run(&["learn", "xyzzy"]);
    assert_eq!(error, "error: no chapter or file has the name xyzzy; 'pprepl learn' lists the chapters\n");
    let (_, error) = run(&["learn", desk.file().to_str().unwrap()]);
    assert!(error.contains("has no exercise, quiz or code to run"), "{error}");
    let (status, error) = run(&["learn", "types"]);
    assert_eq!(status, Some(64));
    assert_eq!(error, "error: a lesson needs a terminal; 'pprepl learn --list' lists the chapters\n");
}

#[test]
fn a_pane_opens_where_the_lesson_names_it() {
    let lesson = "# %% [markdown]\n#| lesson panes\n# Read.\n\n# %% One\n#| run one\n#| pane catalog\nfile { '/etc/motd': }\n\n\
                  # %% Two\n#| run two\n#| pane log, type\nnotice('x')\n";
    let desk = Desk::new(lesson);
    let mut screen = desk.open_at(120, 40);
    lacks(&screen, "Catalog");
    screen.keys("alt-q n");
    sees(&screen, "Catalog");
    lacks(&screen, "Log");
    screen.keys("alt-q n");
    sees(&screen, "Log");
    assert!(desk.text("panes/panes.pp").contains("# %% One run=one pane=catalog\n"), "{}", desk.text("panes/panes.pp"));
}

#[test]
fn files_of_a_lesson_are_beside_the_copy() {
    let desk = Desk::new(CHAPTER);
    desk.open();
    assert!(!desk.home.path().join("ports/files").exists(), "this lesson has no files");
    let desk = Desk::new(&CHAPTER.replacen("minutes 5\n", "minutes 5\n#| file x.epp\n#|   <%= 1 %>\n", 1));
    desk.open();
    assert_eq!(desk.text("ports/files/x.epp").trim(), "<%= 1 %>");
}

#[test]
fn two_values_of_a_quiz_do_not_run() {
    let lesson =
        "# %% [markdown]\n# Read.\n\n# %% Equal?\n#| quiz same predict same\n'web'\n'Web'\n\n# %%\n#| run last\n1\n";
    let desk = Desk::new(lesson);
    let mut screen = desk.open();
    screen.keys("alt-q n").keys("enter").paste("no");
    screen.keys("enter");
    sees(&screen, "Right.");
    lacks(&screen, "error");
    let again = desk.open();
    lacks(&again, "error");
}

#[test]
fn an_error_appears_once() {
    let desk = Desk::new(CHAPTER);
    let mut screen = desk.open();
    screen.keys("alt-q n").keys("esc").keys("alt-q k").keys("alt-q k");
    write(&mut screen, "$big = $ports.filter |$p| { $p > }");
    screen.keys("f5");
    assert_eq!(screen.text().matches("write the missing value").count(), 1, "{}", screen.text());
    write(&mut screen, "$big = 1 / 0");
    screen.keys("f5");
    assert_eq!(screen.text().matches("division by 0").count(), 1, "{}", screen.text());
}

#[test]
fn a_command_of_the_prompt_shows_its_output() {
    let lesson = "# %% [markdown]\n# Read.\n\n# %% Wrong\n#| exercise wrong\n#| check fails\n#| solution $nope\n\n\
                  # %% Show\n#| exercise show\n#| task Show the type of an array.\n#| check command type\n#| solution :type 1\n\n\
                  # %% Explain\n#| exercise why\n#| check command explain\n#| solution :explain\n";
    let desk = Desk::new(lesson);
    let mut screen = desk.open_at(120, 40);
    screen.keys("alt-q n").keys("alt-q n");
    screen.keys("ctrl-end").paste(":type [1, 'a']");
    screen.keys("f5");
    sees(&screen, "# Show the type of an array.");
    sees(&screen, "Right.");
    sees(&screen, "Tuple[Integer[1, 1], String]");
    lacks(&screen, "error");
    screen.keys("alt-q n");
    write(&mut screen, ":explain");
    screen.keys("f5");
    sees(&screen, "unset-variable");
}
