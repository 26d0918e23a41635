//! Ctrl-C while the terminal reads nothing: the program waits in a write to a full queue, which the terminal drops with
//! the key, so that nothing would wake the writer.

use std::time::Duration;

use crate::terminal::Terminal;

const CTRL_C: &str = "\u{3}";

/// Each round has one chance to lose the wakeup.
const ROUNDS: usize = 1000;

/// The terminal's queue fills meanwhile: 64 KiB at most.
const FILLING: Duration = Duration::from_millis(4);

#[test]
fn ctrl_c_stops_a_writer_whose_terminal_reads_nothing() {
    let mut t = Terminal::start(&["--color", "never"]);
    t.see("pprepl:1>").line(":set pager off").see("pager = off");
    t.line("$row = Integer[1, 20000].map |$n| { \"a row of the answer, number ${n}\" }").see_next("pprepl:2>");
    for round in 1..=ROUNDS {
        t.pause_after("number 9'").line(":out").wait_paused();
        std::thread::sleep(FILLING);
        // The system handles the key in a thread of its own, on a busy machine after a quarter of a second: a terminal that
        // reads fast would have all of the answer by then.
        t.keys(CTRL_C).read_slowly(true).resume_reading();
        let before = t.see_next("Stopped.");
        t.read_slowly(false);
        assert!(!before.contains("number 20000'"), "round {round} wrote all");
        t.see_next("pprepl:2>");
    }
    t.line("6 * 7").see("=> 42");
}
