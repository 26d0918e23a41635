//! The kernel's thread: what it tells, and that neither an endless loop nor a panic nor a flood of log lines stops it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pprepl_notebook::CellId;
use pprepl_notebook::kernel::{CellReport, Event, Mode, Setup, Worker};
use pprepl_session::{LogSink, Settings, SystemHost};
use puppet_eval::{Host, Level};

type Cells = Vec<(CellId, Arc<str>)>;

fn cells(texts: &[&str]) -> Cells {
    (1..).zip(texts).map(|(number, text)| (CellId(number), Arc::from(*text))).collect()
}

fn worker() -> Worker<String> {
    Worker::start(|stack| Setup::new(Settings::default(), stack), || {}).unwrap()
}

/// The events up to the next time that there is nothing to do.
fn until_idle(worker: &Worker<String>) -> Vec<Event<String>> {
    let mut all = Vec::new();
    loop {
        let event = worker.events().recv_timeout(Duration::from_secs(60)).expect("an event");
        let idle = matches!(event, Event::Idle);
        all.push(event);
        if idle {
            return all;
        }
    }
}

/// Waits for an event of a kind.
fn wait_for(worker: &Worker<String>, is: impl Fn(&Event<String>) -> bool) -> Event<String> {
    loop {
        let event = worker.events().recv_timeout(Duration::from_secs(60)).expect("an event");
        if is(&event) {
            return event;
        }
    }
}

fn told(events: &[Event<String>]) -> Vec<String> {
    let line = |event: &Event<String>| match event {
        Event::Began { cell } => format!("began {}", cell.0),
        Event::Log { cell, level, text } => format!("log {} {}: {text}", cell.0, level.as_str()),
        Event::Finished { cell, report } => format!("finished {} {}", cell.0, gave(report)),
        Event::Stale(cells) => format!("stale {:?}", cells.iter().map(|cell| cell.0).collect::<Vec<_>>()),
        Event::Held(cells) => format!("held {:?}", cells.iter().map(|(cell, _)| cell.0).collect::<Vec<_>>()),
        Event::Findings(found) => {
            let lines: Vec<String> = found.iter().map(|one| format!("{} {}", one.cell.0, one.message)).collect();
            format!("findings {lines:?}")
        }
        Event::Answer(ticket, answer) => format!("answer {ticket} {answer}"),
        Event::Facts(changed) => format!("facts {changed:?}"),
        Event::Scopes(scopes) => format!("scopes {}", scopes.len()),
        Event::Broken(words) => format!("broken {words}"),
        Event::Idle => "idle".to_owned(),
    };
    events.iter().map(line).collect()
}

fn gave(report: &CellReport) -> String {
    match report.evaluation.reports.first() {
        Some(fault) => fault.code.to_string(),
        None => report.display().unwrap_or("-").to_owned(),
    }
}

fn reports(events: Vec<Event<String>>) -> Vec<(u64, CellReport)> {
    let report = |event| match event {
        Event::Finished { cell, report } => Some((cell.0, *report)),
        _ => None,
    };
    events.into_iter().filter_map(report).collect()
}

#[test]
fn cells_run_as_they_are_arranged() {
    let worker = worker();
    worker.arrange(cells(&["$x = 2", "notice(\"x is ${x}\")", "$x * 21"]));
    let events = told(&until_idle(&worker));
    assert_eq!(
        events,
        [
            "began 1",
            "finished 1 2",
            "began 2",
            "log 2 notice: x is 2",
            "finished 2 undef",
            "began 3",
            "finished 3 42",
            "idle"
        ]
    );
    worker.arrange(cells(&["$x = 2", "$y = 1", "$x * 21"]));
    assert_eq!(told(&until_idle(&worker)), ["began 2", "finished 2 1", "idle"]);
}

#[test]
fn lazy_cells_wait_until_they_are_asked_for() {
    let worker = worker();
    worker.set_mode(Mode::Lazy);
    worker.arrange(cells(&["$x = 2", "$x + 1", "7"]));
    assert!(told(&until_idle(&worker)).contains(&"stale [1, 2, 3]".to_owned()));
    worker.run(vec![CellId(2)]);
    let events = told(&until_idle(&worker));
    assert_eq!(events, ["began 1", "finished 1 2", "began 2", "finished 2 3", "stale [3]", "idle"]);
    worker.arrange(cells(&["$x = 3", "$x + 1", "7"]));
    assert_eq!(told(&until_idle(&worker)), ["stale [1, 2, 3]", "idle"]);
    worker.run_stale();
    let events = told(&until_idle(&worker));
    assert!(events.contains(&"finished 2 4".to_owned()) && events.contains(&"stale []".to_owned()), "{events:?}");
}

const ENDLESS: &[&str] = &[
    "Integer[0, 100000000000].each |$i| { }",
    "Integer[0, 100000000000].filter |$i| { false }",
    "function f($n) { if $n > 0 { Integer[0, 1000].each |$i| { f($n - 1) } } } f(8)",
    "Integer[0, 100000000000].reduce |$a, $b| { $a + $b }",
    "Integer[0, 100000000000].any |$a| { $a < 0 }",
    "define loops($n) { Integer[0, 100000000000].each |$i| { } } loops { 'x': n => 1 }",
];

#[test]
fn an_endless_loop_is_stopped() {
    for endless in ENDLESS {
        let worker = worker();
        worker.arrange(cells(&["$x = 1", endless, "$x + 1"]));
        wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(2) }));
        std::thread::sleep(Duration::from_millis(20));
        let asked = Instant::now();
        worker.cancel();
        let stopped = wait_for(&worker, |event| matches!(event, Event::Finished { .. }));
        eprintln!("stopped after {:?}: {endless}", asked.elapsed());
        let events = std::iter::once(stopped).chain(until_idle(&worker)).collect::<Vec<_>>();
        let events = told(&events);
        assert_eq!(events[0], "finished 2 CANCELLED", "{endless}: {events:?}");
        assert!(events.contains(&"stale [3]".to_owned()), "{events:?}");
        // What a cancel left runs when it is asked for, and the loop is not begun again by itself.
        worker.arrange(cells(&["$x = 5", endless, "$x + 1"]));
        let events = told(&until_idle(&worker));
        assert_eq!(events, ["began 1", "finished 1 5", "began 3", "finished 3 6", "stale []", "idle"], "{endless}");
    }
}

/// How long something takes that does not look whether it is to stop.
const DEAF: Duration = Duration::from_secs(2);

/// A host whose log does not look whether it is to stop.
fn deaf(mut sink: LogSink) -> Box<dyn Host> {
    let log: LogSink = Box::new(move |level, text| {
        if text.contains("hang") {
            std::thread::sleep(DEAF);
        }
        sink(level, text);
    });
    Box::new(SystemHost::new(log))
}

fn deaf_worker() -> Worker<String> {
    let worker = Worker::start(|_| Setup::with_host(Settings::default(), Box::new(deaf)), || {}).unwrap();
    worker.with_patience(Duration::from_millis(100))
}

#[test]
fn a_cell_that_does_not_stop_is_left_alone() {
    let worker = deaf_worker();
    let endless = "Integer[0, 100000000000].each |$i| { }";
    let mut texts = vec![endless, "$a = 1", "$b = 1", "notice('hang') $same = $a == $b", "'below'"];
    worker.arrange(cells(&texts));
    wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(1) }));
    worker.cancel();
    until_idle(&worker);
    worker.run(vec![CellId(4)]);
    wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(4) }));
    std::thread::sleep(Duration::from_millis(20));
    worker.cancel();
    let events = told(&until_idle(&worker));
    let finished: Vec<&str> = events.iter().filter_map(|event| event.strip_prefix("finished ")).collect();
    let gave: Vec<&str> = finished.iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(gave, ["1", "2", "3", "4"], "the others are where they were: {events:?}");
    assert_eq!((finished[0], finished[3]), ("1 CANCELLED", "4 CANCELLED"), "neither runs again: {events:?}");
    // The notebook goes on.
    texts[3] = "$same = $a + 1";
    worker.arrange(cells(&texts));
    let events = told(&until_idle(&worker));
    let has = |line: &str| events.iter().any(|event| event == line);
    assert!(has("finished 4 2") && has("finished 5 'below'") && !has("began 1"), "{events:?}");
}

#[test]
fn a_cell_that_stops_late_keeps_its_thread() {
    let worker = worker();
    worker.arrange(cells(&["$x = 1", "Integer[0, 100000000000].each |$i| { }"]));
    wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(2) }));
    worker.cancel();
    let events = told(&until_idle(&worker));
    // A new thread would have run the first cell again.
    assert_eq!(events, ["finished 2 CANCELLED", "idle"]);
}

#[test]
fn a_cancel_forgets_what_is_to_run_and_keeps_the_text() {
    let worker = worker();
    let endless = "Integer[0, 100000000000].each |$i| { }";
    worker.arrange(cells(&[endless, "$a = 1"]));
    wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(1) }));
    worker.run(vec![CellId(1)]);
    worker.arrange(cells(&[endless, "$a = 2"]));
    worker.cancel();
    let events = told(&until_idle(&worker));
    assert!(events.contains(&"finished 2 2".to_owned()), "{events:?}");
    assert!(!events.contains(&"began 1".to_owned()), "{events:?}");
}

#[test]
fn a_question_that_finds_no_end_is_left_alone() {
    let worker = deaf_worker();
    worker.arrange(cells(&["$a = 1", "$b = 1", "1"]));
    until_idle(&worker);
    worker.inspect(
        "glance",
        1,
        Box::new(|_| {
            std::thread::sleep(DEAF);
            "too late".to_owned()
        }),
    );
    std::thread::sleep(Duration::from_millis(100));
    worker.cancel();
    let glance = |ticket| worker.inspect("glance", ticket, Box::new(|_| "answered".to_owned()));
    glance(2);
    worker.inspect("size", 3, Box::new(|kernel| kernel.session().names().variables().len().to_string()));
    let events = told(&until_idle(&worker));
    let answers: Vec<&String> = events.iter().filter(|event| event.starts_with("answer")).collect();
    assert_eq!(answers.len(), 1, "{events:?}");
    assert!(answers[0].starts_with("answer 3 "), "{events:?}");
    worker.arrange(cells(&["$a = 2", "$b = 1"]));
    glance(4);
    assert!(told(&until_idle(&worker)).contains(&"answer 4 answered".to_owned()));
}

#[test]
fn a_question_that_was_stopped_has_no_answer() {
    let worker = worker();
    worker.arrange(cells(&["1"]));
    until_idle(&worker);
    let search = |_: &mut pprepl_notebook::kernel::Kernel| {
        while !pprepl_budget::is_exhausted() {}
        "anything".to_owned()
    };
    worker.inspect("search", 1, Box::new(search));
    std::thread::sleep(Duration::from_millis(50));
    worker.cancel();
    assert_eq!(told(&until_idle(&worker)), ["idle"]);
}

#[test]
fn a_newer_arrangement_overtakes_the_rest_of_a_run() {
    let worker = worker();
    let slow = "Integer[0, 30000].map |$i| { $i * 2 }.filter |$i| { $i > 5 }.size";
    let mut many = vec![slow; 40];
    // It still runs when the second arrangement comes, on a fast machine, too.
    many[0] = "Integer[0, 10000000].each |$i| { $i }";
    worker.arrange(cells(&many));
    wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(1) }));
    many[0] = "'changed'";
    worker.arrange(cells(&many));
    let all = reports(until_idle(&worker));
    let first: Vec<u64> = all.iter().map(|(cell, _)| *cell).take(2).collect();
    assert_eq!(first, [1, 1], "the first cell runs again before those that wait");
    let last = |number| all.iter().rev().find(|(cell, _)| *cell == number).map(|(_, report)| gave(report));
    assert_eq!(last(1).as_deref(), Some("'changed'"));
    assert!((2..=40).all(|number| last(number).as_deref() == Some("29998")), "all cells have run");
}

#[test]
fn questions_are_answered_and_overtaken() {
    let worker = worker();
    worker.arrange(cells(&["$x = 2", "Integer[0, 10000000].each |$i| { $i }"]));
    wait_for(&worker, |event| matches!(event, Event::Began { cell: CellId(1) }));
    for ticket in 1..=5 {
        let look = move |kernel: &mut pprepl_notebook::kernel::Kernel| {
            let names: Vec<String> = kernel.session().names().variables().iter().map(|one| one.name.clone()).collect();
            format!("{ticket}: {}", names.join(" "))
        };
        worker.inspect("scope", ticket, Box::new(look));
    }
    let answers: Vec<String> =
        told(&until_idle(&worker)).into_iter().filter(|line| line.starts_with("answer")).collect();
    assert_eq!(answers.last().map(String::as_str), Some("answer 5 5: x"));
    assert!(answers.len() < 5, "those that were overtaken are dropped: {answers:?}");
}

#[test]
fn many_log_lines_are_bounded() {
    let worker = worker();
    worker.arrange(cells(&["Integer[1, 100000].each |$i| { notice($i) }"]));
    let events = until_idle(&worker);
    let live = events.iter().filter(|event| matches!(event, Event::Log { .. })).count();
    let all = reports(events);
    let (_, report) = &all[0];
    assert!(
        live < 1_000 && report.evaluation.logs.len() <= 2_001,
        "{live} live, {} kept",
        report.evaluation.logs.len()
    );
    assert_eq!(report.evaluation.logs[0].1, "1");
    assert!(report.evaluation.logs.last().unwrap().1.contains("omitted"), "{:?}", report.evaluation.logs.last());
    assert!(report.logs_left_out > 40_000);
}

#[test]
fn deep_recursion_and_big_values_are_no_end() {
    let worker = worker();
    worker.arrange(cells(&[
        "function deep($n) { deep($n + 1) }",
        "deep(0)",
        "Integer[1, 100000].map |$i| { \"element ${i}\" }",
        "Integer[1, 3000].reduce([]) |$deep, $i| { [$deep] }",
        "1 + 1",
    ]));
    let all = reports(until_idle(&worker));
    assert_eq!(gave(&all[1].1), "STACK_LEVEL_TOO_DEEP");
    assert!(all[2].1.cut > 0 && all[2].1.evaluation.value.as_ref().unwrap().len() < 70_000);
    assert_eq!(all[2].1.tree.as_ref().unwrap().parts, 100_000);
    assert!(!all[3].1.failed());
    assert_eq!(gave(&all[4].1), "2");
}

/// A host whose log breaks down on some words.
fn fragile(mut sink: LogSink) -> Box<dyn Host> {
    let log: LogSink = Box::new(move |level, text| {
        assert!(!text.contains("boom"), "the log broke down");
        sink(level, text);
    });
    Box::new(SystemHost::new(log))
}

#[test]
fn a_panic_is_told_and_the_rest_goes_on() {
    let setup = |_| Setup::with_host(Settings::default(), Box::new(fragile));
    let worker: Worker<String> = Worker::start(setup, || {}).unwrap();
    worker.arrange(cells(&["$x = 1", "notice('boom')", "$x + 1"]));
    let events = told(&until_idle(&worker));
    assert!(
        events.iter().any(|event| event.starts_with("broken ") && event.contains("the log broke down")),
        "{events:?}"
    );
    let finished: Vec<&String> = events.iter().filter(|event| event.starts_with("finished")).collect();
    assert!(finished.ends_with(&[
        &"finished 1 1".to_owned(),
        &"finished 2 INTERNAL_ERROR".to_owned(),
        &"finished 3 2".to_owned()
    ]));
    worker.arrange(cells(&["$x = 1", "notice('fine')", "$x + 1"]));
    assert!(told(&until_idle(&worker)).contains(&"finished 2 undef".to_owned()));
    worker.inspect("bad", 7, Box::new(|_| panic!("a bad question")));
    let events = told(&until_idle(&worker));
    assert!(events[0].starts_with("broken a bad question"), "{events:?}");
    assert!(events.contains(&"finished 3 2".to_owned()), "{events:?}");
}

#[test]
fn log_levels_are_told() {
    let worker = worker();
    worker.arrange(cells(&["warning('w')\nerr('e')"]));
    let events = until_idle(&worker);
    let levels: Vec<Level> = events
        .iter()
        .filter_map(|event| match event {
            Event::Log { level, .. } => Some(*level),
            _ => None,
        })
        .collect();
    assert_eq!(levels, [Level::Warning, Level::Err]);
}
