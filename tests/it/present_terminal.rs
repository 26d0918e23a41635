//! The presenter behind a pseudo-terminal: start, reveal, typing, the second terminal, signals.

use crate::terminal::Terminal;

use std::path::PathBuf;

use pprepl_notebook::trust::Trust;

const TALK: &str = "\
# %% [markdown]
#| note
# Remember the demo.

# %% [markdown]
# # First steps
# Some prose.

# %%
#| type
$sum = 20 + 1
$sum

# %% [markdown]
# ## Second \u{1b}]0;owned\u{7} slide

# %%
notice('\u{1b}[2J')
";

struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Desk {
        let desk = Desk(tempfile::tempdir().unwrap());
        std::fs::write(desk.file(), TALK).unwrap();
        Trust::at(Some(&desk.0.path().join("pprepl"))).add(&desk.file(), TALK).unwrap();
        desk
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("talk.pp")
    }

    fn start(&self, arguments: &[&str]) -> Terminal {
        Terminal::start_in(self.0.path(), arguments, &[])
    }
}

#[test]
fn a_talk_starts_types_shows_results_and_ends() {
    let desk = Desk::new();
    let mut talk = desk.start(&["present", "talk.pp", "--speed", "200"]);
    talk.see("First steps").see("Some prose").see("slide 1 of 2").see("00:0");
    talk.keys(" ").see("$sum = 20 + 1").lose("▌").keys(" ").see("⇒ 21");
    talk.resize(16, 40).see("⇒ 21").resize(40, 120).see("slide 1 of 2");
    talk.keys(" ").see("Second").keys("  ").see("notice: ");
    assert!(!talk.raw().contains("\u{1b}]0;owned") && !talk.raw().contains("notice: \u{1b}[2J"), "{}", talk.raw());
    talk.keys("q");
    assert_eq!(talk.end(), 0);
    assert!(talk.raw().contains("\u{1b}[?1049l"), "the terminal is restored");
}

#[test]
fn a_second_terminal_follows_and_both_survive_the_other() {
    let desk = Desk::new();
    let mut notes = desk.start(&["present", "--follow"]);
    notes.see("Waiting for a presentation");
    let mut talk = desk.start(&["present", "talk.pp"]);
    talk.see("Some prose");
    notes.see("Remember the demo").see("slide 1 of 2").see("Next: Second");
    talk.keys("\u{1b}[6~").see("Second");
    notes.see("slide 2 of 2").see("Next: the end");
    talk.kill();
    notes.see("the presentation has ended");
    let mut again = desk.start(&["present", "talk.pp"]);
    again.see("Some prose");
    notes.see("Remember the demo").lose("has ended").keys("q");
    assert_eq!(notes.end(), 0);
    again.keys("\u{1b}[6~").see("Second");
    let mut notes = desk.start(&["present", "--follow", "talk.pp"]);
    notes.see("slide 2 of 2");
    again.keys("q");
    assert_eq!(again.end(), 0);
    notes.see("the presentation has ended");
}

// Signals and modes of a terminal are unix only.
#[cfg(unix)]
#[test]
fn a_signal_restores_the_terminal() {
    let desk = Desk::new();
    for (signal, status) in [("TERM", 143), ("INT", 0), ("HUP", 129)] {
        let mut talk = desk.start(&["present", "talk.pp"]);
        talk.see("Some prose").signal(signal);
        assert_eq!(talk.end(), status, "{signal}");
        talk.wait("the end", |_| true);
        assert!(talk.is_cooked());
    }
}

#[test]
fn a_notebook_and_a_chapter_are_presented() {
    let desk = Desk::new();
    let mut talk = desk.start(&["notebook", "--present", "talk.pp"]);
    talk.see("Some prose").keys("\u{3}");
    assert_eq!(talk.end(), 0);
    let mut talk = desk.start(&["present", "first-steps"]);
    talk.see("slide 1 of").keys("q");
    assert_eq!(talk.end(), 0);
    let mut talk = desk.start(&["present", "valuse"]);
    talk.see("did you mean 'values'?");
    assert_eq!(talk.end(), 1);
}

#[test]
fn a_terminal_without_colors_shows_slides() {
    let desk = Desk::new();
    let mut talk = Terminal::start_in(desk.0.path(), &["present", "talk.pp"], &[("NO_COLOR", "1")]);
    talk.see("Some prose").keys("  ").see("$sum").keys("q");
    assert_eq!(talk.end(), 0);
    let colored = ["\u{1b}[38;5;", "\u{1b}[38;2;", "\u{1b}[48;"].iter().any(|code| talk.raw().contains(code));
    assert!(!colored, "{:?}", talk.raw());
}

#[test]
fn other_formats_are_presented() {
    let desk = Desk::new();
    std::fs::write(desk.0.path().join("talk.md"), "# Markdown\n\nSome prose.\n\n```puppet\n1 + 1\n```\n").unwrap();
    let mut talk = desk.start(&["present", "talk.md"]);
    talk.see("Markdown").see("Some prose").keys("  ").see("Run the code?").keys("y").see("⇒ 2").keys("q");
    assert_eq!(talk.end(), 0);
}
