//! Random programs with function values: each value is of the type that the checker foresaw, a program with a static error
//! fails, and one that the checker calls certain has no type error when it runs.
//!
//! `PPREPL_PROGRAMS=200000` says how many programs are tried, `PPREPL_SEED` the first seed, `PPREPL_FAILURES=1` prints
//! the programs that fail, made as short as they can be.

use std::time::Duration;

use pprepl_session::{Deadline, Edition, Session, Settings, SoundnessReport, SystemHost};
use pprepl_text::Severity;

use crate::soundness::generate::Program;
use crate::soundness::{callables, higher};

/// Why a program is wrong.
#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    /// A value is not of its static type.
    Value,
    /// It has a static error of this code and runs.
    Runs(String),
    /// It has no error, leaves no check to the run, and fails with a type error.
    Uncertain(String),
    /// The generator wrote what is no Puppet.
    Invalid,
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn session(edition: Edition) -> Session {
    let mut settings = Settings::default();
    edition.apply(&mut settings);
    settings.set("strict", "error").unwrap();
    Session::new(settings, Box::new(SystemHost::silent()))
}

fn foresee(program: &Program, edition: Edition) -> SoundnessReport {
    session(edition).analyze().static_report("program", &program.text())
}

fn judge(found: &SoundnessReport) -> Option<Wrong> {
    if found.invalid.is_some() {
        return Some(Wrong::Invalid);
    }
    if !found.misfits.is_empty() {
        return Some(Wrong::Value);
    }
    // Of two lists of different elements both may be empty: that this is an error is a decision, and none of types.
    let error = found.errors.iter().find(|error| error.code != "element-mismatch");
    let Some(failure) = &found.failure else {
        return error.map(|error| Wrong::Runs(error.code.to_string()));
    };
    let of_types = ["argument-type", "return-type", "wrong-type", "argument-count"].contains(&failure.topic);
    let is_certain = found.errors.is_empty() && found.deferred == 0;
    (is_certain && of_types).then(|| Wrong::Uncertain(failure.topic.to_owned()))
}

/// Leaves out what is not needed for the failure.
fn shortened(program: &Program, edition: Edition, wrong: &Wrong) -> Program {
    let mut program = program.clone();
    let mut at = 0;
    while let Some(less) = program.without(at) {
        match judge(&foresee(&less, edition)).as_ref() == Some(wrong) {
            true => program = less,
            false => at += 1,
        }
    }
    program
}

fn tell(program: &Program, edition: Edition, seed: u64, wrong: &Wrong) -> String {
    // A program without the calls of its definitions is another one.
    let is_kept = matches!(wrong, Wrong::Runs(_)) || std::env::var_os("PPREPL_FAILURES").is_none();
    let program = if is_kept { program.clone() } else { shortened(program, edition, wrong) };
    let found = foresee(&program, edition);
    let errors: Vec<String> = found.errors.iter().map(|e| format!("{:?} {}", e.position, e.message)).collect();
    let failure = found.failure.map(|e| format!("{:?} {}: {}", e.position, e.topic, e.message));
    format!(
        "--- {wrong:?}, seed {seed}, {edition:?}\n{}\n  foreseen {errors:?}\n  type {}\n  value {:?}\n  misfits {:?}\n  failure {failure:?} {:?}\n",
        program.text(),
        found.type_text,
        found.value,
        found.misfits,
        found.invalid.map(|e| e.message)
    )
}

fn play(write: fn(u64) -> (Program, Edition)) -> (usize, usize) {
    let (count, first) = (number("PPREPL_PROGRAMS", 2000), number("PPREPL_SEED", 1));
    let (mut ran, mut foreseen, mut certain, mut wrong) = (0, 0, 0, Vec::new());
    for seed in first..first + count {
        let (program, edition) = write(seed);
        let found = foresee(&program, edition);
        ran += usize::from(found.failure.is_none());
        foreseen += usize::from(found.failure.is_some() && !found.errors.is_empty());
        certain += usize::from(found.errors.is_empty() && found.deferred == 0);
        if let Some(why) = judge(&found) {
            wrong.push(tell(&program, edition, seed, &why));
            assert!(wrong.len() < 12, "too many\n{}", wrong.concat());
        }
    }
    println!(
        "{count} programs: {ran} run, {} fail, {foreseen} of these reported; {certain} certain",
        count as usize - ran
    );
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.concat());
    (ran, certain)
}

/// On a thread with a stack as the program's own.
fn holds(write: fn(u64) -> (Program, Edition)) {
    let run = std::thread::Builder::new().stack_size(8 << 20).spawn(move || play(write)).unwrap();
    let (ran, certain) = run.join().unwrap();
    assert!(ran > 0 && certain > 0, "{ran} run, {certain} certain");
}

#[test]
fn function_values_are_what_the_checker_foresees() {
    holds(|seed| (callables::Generator::new(seed).program(), Edition::Eight));
}

#[test]
fn functions_of_higher_order_are_what_the_checker_foresees() {
    holds(|seed| (higher::Generator::new(seed, true).program(), Edition::Eight));
}

#[test]
fn lambdas_are_what_the_checker_foresees_in_puppet_8() {
    holds(|seed| (higher::Generator::new(seed, false).program(), Edition::Puppet8));
}

/// Returns how the type pane, the check of a cell before it runs, and `:check` differ in a program.
fn disagreement(program: &Program, edition: Edition) -> Option<String> {
    let text = program.text();
    let mut session = session(edition);
    let told = session.analyze().check_types("cell", &text);
    let errors = told.reports.iter().filter(|one| one.severity == Severity::Error);
    let errors: Vec<&str> = errors.map(|one| &*one.message).collect();
    let until = Deadline::after(Duration::from_secs(3600));
    let cell = session.analyze().check_unexecuted(&[], &text, None, until).expect("there is time");
    let foreseen = cell.iter().filter(|one| one.severity == Severity::Error);
    let foreseen: Vec<&str> = foreseen.map(|one| &*one.message).collect();
    if errors != foreseen {
        return Some(format!("{text}\n  :check {errors:?}\n  the cell {foreseen:?}\n"));
    }
    let last = text.rfind('\n').map_or(0, |at| at + 1);
    let pane = session.analyze().type_at("cell", &text, last).map(|found| found.static_type);
    (pane != told.type_text).then(|| format!("{text}\n  :check {:?}\n  the pane {pane:?}\n", told.type_text))
}

#[test]
fn the_type_pane_says_what_the_check_says() {
    let count = number("PPREPL_PROGRAMS", 2000).min(2000) / 5;
    let written = (1..=count).flat_map(|seed| {
        [
            (callables::Generator::new(seed).program(), Edition::Eight),
            (higher::Generator::new(seed, true).program(), Edition::Eight),
            (higher::Generator::new(seed, false).program(), Edition::Puppet8),
        ]
    });
    let differences = move || written.filter_map(|(program, edition)| disagreement(&program, edition)).take(5);
    let run = std::thread::Builder::new().stack_size(8 << 20).spawn(move || differences().collect::<Vec<_>>());
    let wrong = run.unwrap().join().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.concat());
}
