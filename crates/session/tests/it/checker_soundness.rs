//! Random programs: a value is of the type that the checker foresaw, what has a static error fails where it says, and
//! the checker always ends.
//!
//! `PPREPL_PROGRAMS=100000` says how many programs are tried, `PPREPL_SEED` the first seed, `PPREPL_FAILURES=1` prints
//! the programs that fail, made as short as they can be.

use crate::soundness;

use std::time::{Duration, Instant};

use pprepl_session::{Edition, Report, Session, Settings, SoundnessReport, SystemHost};

use soundness::generate::{Generator, Program};

/// Why a program is wrong.
#[derive(Debug, PartialEq, Eq)]
enum Wrong {
    /// A value is not of its static type.
    Value,
    /// It has a static error of this code and runs.
    Runs(String),
    /// It fails, with the second code, only after the place of its static error.
    Later(String, String),
    /// The generator wrote what is no Puppet.
    Invalid,
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn session(seed: u64) -> Session {
    let mut settings = Settings::default();
    if !seed.is_multiple_of(4) {
        Edition::Puppet8.apply(&mut settings);
    }
    settings.set("strict", "error").unwrap();
    Session::new(settings, Box::new(SystemHost::silent()))
}

/// The part in which a report is: a definition, a statement.
fn part(program: &Program, report: &Report) -> Option<usize> {
    report.position.map(|(line, _)| program.part_at(line))
}

fn judge(program: &Program, straight: bool, found: &SoundnessReport) -> Option<Wrong> {
    if found.invalid.is_some() {
        return Some(Wrong::Invalid);
    }
    // What the reference gives for 0.0 / 0 is no Float.
    let is_nan = found.value.as_ref().is_some_and(|value| value.contains("NaN"));
    if !found.misfits.is_empty() && !is_nan {
        return Some(Wrong::Value);
    }
    if !straight {
        return None;
    }
    // Of two lists of different elements both may be empty: that this is an error is a decision, and none of types.
    let errors: Vec<&Report> = found.errors.iter().filter(|error| error.code != "element-mismatch").collect();
    let Some(failure) = &found.failure else {
        return errors.first().map(|error| Wrong::Runs(error.code.to_string()));
    };
    let definitions = program.definitions.len();
    let failed = part(program, failure).filter(|at| *at >= definitions)?;
    // What a definition holds fails where it is called.
    let foreseen = errors.iter().filter_map(|error| Some((part(program, error)?, error)));
    let (at, error) = foreseen.filter(|(at, _)| *at >= definitions).min_by_key(|(at, _)| *at)?;
    (failed > at).then(|| Wrong::Later(error.code.to_string(), failure.code.to_string()))
}

fn foresee(program: &Program, seed: u64) -> SoundnessReport {
    session(seed).analyze().static_report("program", &program.text())
}

/// Leaves out what is not needed for the failure.
fn shortened(program: Program, seed: u64, straight: bool, wrong: &Wrong) -> Program {
    let mut program = program;
    let mut at = 0;
    while let Some(less) = program.without(at) {
        if judge(&less, straight, &foresee(&less, seed)).as_ref() == Some(wrong) {
            program = less;
        } else {
            at += 1;
        }
    }
    program
}

#[derive(Default)]
struct Tally {
    programs: usize,
    ran: usize,
    failed: usize,
    reported: usize,
    values: usize,
    longest: Duration,
    wrong: Vec<String>,
}

fn tell(program: &Program, seed: u64, straight: bool, wrong: &Wrong) -> String {
    let short = shortened(program.clone(), seed, straight, wrong);
    let found = foresee(&short, seed);
    let errors: Vec<String> =
        found.errors.iter().map(|e| format!("{:?} {}: {}", e.position, e.code, e.message)).collect();
    let failure = found.failure.map(|e| format!("{:?} {}: {}", e.position, e.code, e.message));
    format!(
        "--- {wrong:?}, seed {seed} {:?}\n{}\n  foreseen {errors:?}\n  type {}\n  value {:?}\n  misfits {:?}\n  failure {failure:?}\n",
        found.invalid.map(|e| e.message),
        short.text(),
        found.type_text,
        found.value,
        found.misfits
    )
}

fn run(straight: bool) -> Tally {
    let (count, first) = (number("PPREPL_PROGRAMS", 2000), number("PPREPL_SEED", 1));
    let telling = std::env::var_os("PPREPL_FAILURES").is_some();
    let mut tally = Tally::default();
    for seed in first..first + count {
        let program = Generator::new(seed, !straight).program();
        let start = Instant::now();
        let found = foresee(&program, seed);
        tally.longest = tally.longest.max(start.elapsed());
        tally.programs += 1;
        match (&found.failure, &found.value) {
            (Some(_), _) => {
                tally.failed += 1;
                if std::env::var_os("PPREPL_CODES").is_some() {
                    let failure = found.failure.as_ref().unwrap();
                    println!("CODE {} {}", failure.code, failure.message);
                }
                tally.reported += usize::from(!found.errors.is_empty());
            }
            (None, Some(_)) => {
                tally.ran += 1;
                tally.values += program.variables.len();
            }
            _ => {}
        }
        if let Some(wrong) = judge(&program, straight, &found) {
            let text =
                if telling { tell(&program, seed, straight, &wrong) } else { format!("seed {seed}: {wrong:?}\n") };
            if telling {
                println!("{text}");
            }
            tally.wrong.push(text);
            assert!(tally.wrong.len() < 40, "too many\n{}", tally.wrong.concat());
        }
    }
    println!(
        "{} {} programs: {} run with {} values of their types, {} fail, {} of these reported; longest {:?}",
        tally.programs,
        if straight { "straight" } else { "winding" },
        tally.ran,
        tally.values,
        tally.failed,
        tally.reported,
        tally.longest
    );
    tally
}

/// On a thread with a stack as the program's own.
fn on_thread(straight: bool) -> Tally {
    std::thread::Builder::new().stack_size(8 << 20).spawn(move || run(straight)).unwrap().join().unwrap()
}

#[test]
fn straight_programs_fail_where_it_is_foreseen_and_only_there() {
    let tally = on_thread(true);
    assert!(tally.wrong.is_empty(), "{} wrong\n{}", tally.wrong.len(), tally.wrong.concat());
    assert!(tally.ran * 10 >= tally.programs, "{} run", tally.ran);
}

#[test]
fn values_of_winding_programs_are_of_their_types() {
    let tally = on_thread(false);
    assert!(tally.wrong.is_empty(), "{} wrong\n{}", tally.wrong.len(), tally.wrong.concat());
    assert!(tally.ran * 10 >= tally.programs, "{} run", tally.ran);
}
