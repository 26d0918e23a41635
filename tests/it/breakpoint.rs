//! `breakpoint()`: code that runs stops and is looked at, by a host that has its answers ready, at a terminal, and
//! without anyone to ask.

use crate::terminal;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pprepl_session::commands;
use pprepl_session::{Dialogue, Edition, Evaluation, Outcome, Session, Settings, SystemHost};
use puppet_eval::DebugOutput;
use terminal::Terminal;

/// Answers that are ready; what is asked and told is written down.
struct Script {
    answers: VecDeque<String>,
    talk: Rc<RefCell<String>>,
}

impl Dialogue for Script {
    fn ask(&mut self, prompt: &str) -> Option<String> {
        let answer = self.answers.pop_front();
        self.talk.borrow_mut().push_str(&format!("{prompt} {}\n", answer.as_deref().unwrap_or("^C")));
        answer
    }

    fn report(&mut self, told: &DebugOutput) {
        let line = match told {
            DebugOutput::Text(text) => format!("{text}\n"),
            DebugOutput::Value(value, type_name) => format!("=> {value}\n   : {type_name}\n"),
            DebugOutput::Fault(plain, _) => format!("{plain}\n"),
        };
        self.talk.borrow_mut().push_str(&line);
    }
}

/// A session whose stops are answered so, and what is said at them.
fn session(answers: &[&str]) -> (Session, Rc<RefCell<String>>) {
    let talk = Rc::new(RefCell::new(String::new()));
    let script = Script { answers: answers.iter().map(|a| (*a).to_owned()).collect(), talk: talk.clone() };
    let host = SystemHost::silent().with_dialogue(Box::new(script));
    (Session::new(Settings::default(), Box::new(host)), talk)
}

fn run(session: &mut Session, text: &str) -> Evaluation {
    match session.submit(text) {
        Outcome::Evaluated(evaluation) => *evaluation,
        other => panic!("{other:?}"),
    }
}

/// The talk at the stops of the last of some inputs, with what it gave.
fn talk(inputs: &[&str], answers: &[&str]) -> String {
    let (mut session, talk) = session(answers);
    let mut last = String::new();
    for input in inputs {
        let evaluation = run(&mut session, input);
        let codes: Vec<&str> = evaluation.reports.iter().map(|report| report.code.as_str()).collect();
        last = format!("{} {}", evaluation.value.unwrap_or_default(), codes.join(" "));
    }
    let talk = talk.borrow().clone();
    format!("{talk}(gives {})", last.trim())
}

const SITE: &str = "class web ($port = 80) {\n  $doc = '/var/www'\n  web::site { 'a': root => $doc }\n}\n\
                    define web::site ($root, $mode = '0644') {\n  $path = \"${root}/${title}\"\n  breakpoint()\n  \
                    notify { $path: }\n}";

#[test]
fn a_define_is_looked_at_where_it_stands() {
    insta::assert_snapshot!(talk(
        &["$port = 1", SITE, "include web", "$done = true"],
        &[
            "$path",
            "$path.size + $web::port",
            "$title",
            "$nosuch",
            "1 +",
            ":vars",
            ":scope",
            ":where",
            ":up",
            ":continue"
        ],
    ));
    let wrong = talk(&["breakpoint()"], &["1 = 2", ":continue"]);
    assert!(wrong.contains("a number cannot be assigned"), "{wrong}");
}

#[test]
fn the_calls_that_led_there_are_seen() {
    let code = "function outer($a) {\n  $local = $a * 2\n  inner($local)\n}\n\
                function inner($b) {\n  breakpoint()\n  $b + 1\n}\n[10, 20].map |$x| { outer($x) }";
    insta::assert_snapshot!(talk(
        &[code],
        &[
            ":where", "$b", "$local", ":up", "$local", ":vars", ":up", "$x", ":up", ":down", ":down", ":down", ":c",
            "$b", ":c"
        ],
    ));
}

#[test]
fn lambdas_are_scopes_of_their_own() {
    let code = "function f($p) {\n  $local = 5\n  [7].each |$x| {\n    $square = $x * $x\n    \
                [3].each |$x| {\n      breakpoint()\n    }\n  }\n}\nf(9)";
    insta::assert_snapshot!(talk(&["$local = 1", code], &[":scope", ":continue"]));
}

#[test]
fn steps_go_from_statement_to_statement() {
    let code =
        "function f($x) {\n  $y = $x + 1\n  $y * 2\n}\nbreakpoint()\n$a = f(1)\nif $a > 3 {\n  $b = 'big'\n}\n$a";
    insta::assert_snapshot!(talk(
        &[code],
        &[":step", ":step", "$x", ":step", "$y", ":step", ":step", ":step", ":step", ":step"]
    ));
}

#[test]
fn classes_have_their_variables_at_hand() {
    let code = "class base { $colour = 'red' }\nclass c ($size = 3) inherits base {\n  $colour2 = \"${colour}ish\"\n  \
                breakpoint()\n}\ninclude c";
    insta::assert_snapshot!(talk(
        &[code],
        &["[$size, $colour, $colour2, $title]", ":vars", ":up", "1 + 1", ":where", ":continue"]
    ));
}

#[test]
fn what_is_set_while_looking_stays_there() {
    let (mut s, talk) =
        session(&["$mine = 5", "$mine + $x", ":vars", "notify { 'looked': }", "function g() { 1 }", "g()", ":c"]);
    let evaluation = run(&mut s, "function f($x) { breakpoint() $x }\nf(1)");
    assert_eq!(evaluation.value.as_deref(), Some("1"));
    let talk = talk.borrow().clone();
    assert!(talk.contains("=> 6\n"), "{talk}");
    assert!(talk.contains("$mine  Integer  5  set at the prompt"), "{talk}");
    assert!(talk.contains("discarded when the program continues"), "{talk}");
    assert!(talk.contains("unknown function `g`"), "{talk}");
    assert!(s.catalog().resources().is_empty());
    assert!(run(&mut s, "$mine").failed());
    assert!(run(&mut s, "g()").failed());
}

#[test]
fn a_run_that_is_given_up_leaves_no_trace() {
    for end in [&[":abort"][..], &[][..]] {
        let (mut s, _) = session(end);
        let evaluation = run(&mut s, "$before = 1\nnotify { 'a': }\nbreakpoint()\n$after = 2");
        assert!(evaluation.cancelled);
        assert!(s.catalog().resources().is_empty());
        assert!(run(&mut s, "$before").failed());
        assert_eq!(run(&mut s, "6 * 7").value.as_deref(), Some("42"));
    }
}

#[test]
fn a_look_does_not_stop_again() {
    let given = talk(&["function f() { breakpoint() 7 }\nf()"], &["f()", ":c"]);
    assert_eq!(given.matches("Paused in").count(), 1, "{given}");
    assert!(given.contains("=> 7"), "{given}");
}

#[test]
fn slips_at_the_prompt_are_told() {
    let given = talk(&["breakpoint()"], &[":contnue", ":nosuch", "", ":help", ":up", ":down", ":c"]);
    assert!(given.contains("did you mean ':continue'?"), "{given}");
    assert!(given.contains("type :help for commands"), "{given}");
    assert!(given.contains("Ctrl-D continues"), "{given}");
    assert!(given.contains("This is the input itself"), "{given}");
    assert!(given.contains("This is the innermost frame."), "{given}");
}

#[test]
fn a_body_that_was_compiled_before_is_stopped_too() {
    let given = talk(
        &["function deep($n) { if $n > 0 { deep($n - 1) } else { hook() } }", "function hook() { 1 }\ndeep(2)", "1"],
        &[],
    );
    assert!(!given.contains("Stopped"), "{given}");
    let code = "function deep($n) { if $n > 0 { deep($n - 1) } else { look_here() } }";
    let given = talk(&[code, "function look_here() { breakpoint() 1 }\ndeep(2)"], &[":where", ":up", "$n", ":c"]);
    assert_eq!(given.matches("deep()").count(), 6, "{given}");
    assert!(given.contains("=> 0"), "{given}");
}

#[test]
fn without_anyone_to_ask_it_is_a_line_of_the_log() {
    let mut s = Session::new(Settings::default(), Box::new(SystemHost::silent()));
    let evaluation = run(&mut s, "function f($x) { $y = $x * 2 breakpoint() $y }\nf(4)");
    assert_eq!(evaluation.value.as_deref(), Some("8"));
    assert_eq!(
        evaluation.logs,
        [(pprepl_session::Level::Notice, "breakpoint in f() at input 1:1: $x = 4, $y = 8".to_owned())]
    );
    let evaluation = run(&mut s, "$top = 'x'\nbreakpoint()");
    assert_eq!(evaluation.logs[0].1, "breakpoint in top scope at input 2:2: $top = 'x'");
    let evaluation = run(&mut s, "function g($s) { breakpoint() }\ng(Sensitive('hunter2'))");
    assert!(!evaluation.logs[0].1.contains("hunter2"), "{:?}", evaluation.logs);
}

#[test]
fn puppet_8_has_none() {
    let mut settings = Settings::default();
    Edition::Puppet8.apply(&mut settings);
    let mut s = Session::new(settings, Box::new(SystemHost::silent()));
    let evaluation = run(&mut s, "breakpoint()");
    assert_eq!(evaluation.reports[0].code, "UNKNOWN_FUNCTION");
    assert!(
        evaluation.reports[0].help.as_deref().unwrap_or_default().contains("additions"),
        "{:?}",
        evaluation.reports
    );
}

#[test]
fn a_function_of_ones_own_may_have_the_name() {
    let given = talk(&["function breakpoint() { 'mine' }", "breakpoint()"], &[]);
    assert!(given.ends_with("(gives 'mine' )") || given.contains("'mine'"), "{given}");
}

#[test]
fn the_commands_say_so_when_nothing_stands() {
    let (mut s, _) = session(&[]);
    let Outcome::Command(answer) = commands::submit(&mut s, ":step") else { panic!() };
    assert_eq!(answer.reports[0].message, "no program is at a breakpoint");
}

#[test]
fn at_a_terminal_the_prompt_opens_in_the_scope() {
    let mut t = Terminal::ready();
    t.line("define site($port) { breakpoint() notify { \"p${port}\": } }").see("pprepl:2>");
    t.line("site { 'a': port => 8080 }").see("Paused in site for Site['a'] at input 1:1").see("pprepl:2(site)>");
    t.line("$port + 1").see("=> 8081").line("[1,").keys("2]\r").see("=> [1, 2]");
    t.line(":continue").see("pprepl:3>").line("defined(Notify['p8080'])").see("=> true").see("pprepl:4>");
    t.line("site { 'b': port => 1 }").see("pprepl:4(site)>").keys("\u{3}").see("Stopped.").see("pprepl:5>");
    t.line("defined(Site['b'])").see("=> false").see("pprepl:6>");
    t.line("site { 'c': port => 2 }").see("pprepl:6(site)>").keys("\u{4}").see("pprepl:7>");
    t.line("defined(Notify['p2'])").wait("a true", |s| s.matches("=> true").count() == 2);
}

/// Answers with one line, and presses Ctrl-C when it has been answered.
struct Interrupting {
    flag: Rc<RefCell<Arc<AtomicBool>>>,
    asked: Rc<Cell<usize>>,
}

impl Dialogue for Interrupting {
    fn ask(&mut self, _: &str) -> Option<String> {
        self.asked.set(self.asked.get() + 1);
        Some("$n".to_owned())
    }

    fn report(&mut self, told: &DebugOutput) {
        if let DebugOutput::Value(..) = told {
            self.flag.borrow().store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn ctrl_c_between_two_lines_ends_the_pause() {
    let (flag, asked) = (Rc::new(RefCell::default()), Rc::new(Cell::new(0)));
    let host = SystemHost::silent().with_dialogue(Box::new(Interrupting { flag: flag.clone(), asked: asked.clone() }));
    let mut session = Session::new(Settings::default(), Box::new(host));
    *flag.borrow_mut() = session.cancel_flag();
    let evaluation = run(&mut session, "[1].each |$n| { breakpoint() }");
    assert!(evaluation.cancelled, "{evaluation:?}");
    assert_eq!(asked.get(), 1);
    session.cancel_flag().store(false, Ordering::Relaxed);
    assert_eq!(run(&mut session, "7").value.as_deref(), Some("7"));
}
