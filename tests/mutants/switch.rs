//! The switch of mutants, which `switches.py` adds to a copy of the code. `MUTANT_ON` is the number of the mutant that is on;
//! `MUTANT_TRACE` names a file that gets the number of each mutant that a process reaches, once.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

const UNKNOWN: u32 = u32::MAX;
const TRACING: u32 = u32::MAX - 1;
/// More than there are mutants in a build.
const MOST: usize = 1 << 16;

static STATE: AtomicU32 = AtomicU32::new(UNKNOWN);
static SEEN: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];
static TRACE: OnceLock<Option<File>> = OnceLock::new();

/// Returns whether a mutant is on.
#[inline(always)]
pub fn on(mutant: u32) -> bool {
    match STATE.load(Ordering::Relaxed) {
        TRACING => reached(mutant),
        UNKNOWN => start(mutant),
        chosen => chosen == mutant,
    }
}

#[cold]
fn reached(mutant: u32) -> bool {
    let is_new = SEEN.get(mutant as usize).is_some_and(|seen| !seen.swap(true, Ordering::Relaxed));
    if let Some(Some(mut file)) = TRACE.get().map(Option::as_ref).filter(|_| is_new) {
        // One write a number: processes share the file.
        let _ = file.write_all(format!("{mutant}\n").as_bytes());
    }
    false
}

/// Turns a mutant on in this process and those that it starts; 0 is none.
pub fn set(mutant: u32) {
    STATE.store(mutant, Ordering::Relaxed);
    // SAFETY: the tests run one at a time, so that no other thread reads the environment.
    unsafe {
        std::env::remove_var("MUTANT_TRACE");
        std::env::set_var("MUTANT_ON", mutant.to_string());
    }
}

/// Where the processes that this one starts note the mutants that they reach.
fn traces() -> String {
    format!("/tmp/mutants-{}", std::process::id())
}

/// Notes the mutants that this process and those that it starts reach from now on, for `traced`.
pub fn trace() {
    TRACE.get_or_init(|| None);
    for seen in &SEEN {
        seen.store(false, Ordering::Relaxed);
    }
    set(TRACING);
    // SAFETY: see above.
    unsafe { std::env::set_var("MUTANT_TRACE", traces()) }
}

/// Returns the mutants reached since `trace`.
pub fn traced() -> Vec<u32> {
    let own = (0..).zip(&SEEN).filter(|(_, seen)| seen.load(Ordering::Relaxed)).map(|(at, _)| at);
    let text = std::fs::read_to_string(traces()).unwrap_or_default();
    let _ = std::fs::remove_file(traces());
    let all: std::collections::BTreeSet<u32> = own.chain(text.split_whitespace().filter_map(|word| word.parse().ok())).collect();
    all.into_iter().collect()
}

unsafe extern "C" {
    fn fork() -> i32;
    fn alarm(seconds: u32) -> u32;
    fn _exit(code: i32) -> !;
    fn waitpid(process: i32, status: *mut i32, options: i32) -> i32;
}

/// Runs `work` in a copy of this process, and returns its number; `None` when the copy breaks or takes longer.
pub fn child(seconds: u32, work: impl FnOnce() -> i32) -> Option<i32> {
    // SAFETY: the tests run one at a time, so that no other thread holds a lock.
    let process = unsafe { fork() };
    if process == 0 {
        // SAFETY: both take numbers only.
        unsafe {
            alarm(seconds);
            _exit(work())
        }
    }
    let mut status = 0;
    // SAFETY: the status is a number of ours.
    unsafe { waitpid(process, &raw mut status, 0) };
    (status & 0x7f == 0).then_some(status >> 8 & 0xff)
}

#[cold]
fn start(mutant: u32) -> bool {
    let (chosen, trace) = wanted();
    let state = if trace.is_some() { TRACING } else { chosen.and_then(|text| text.parse().ok()).unwrap_or(0) };
    if let Some(path) = trace {
        TRACE.get_or_init(|| OpenOptions::new().append(true).create(true).open(path).ok());
    }
    STATE.store(state, Ordering::Relaxed);
    on(mutant)
}

/// Returns the two variables. A test may start a program without its environment: then those of its parents count.
fn wanted() -> (Option<String>, Option<String>) {
    let mut found = (std::env::var("MUTANT_ON").ok(), std::env::var("MUTANT_TRACE").ok());
    let mut process = std::process::id();
    while found == (None, None) && process > 1 {
        let Some(parent) = parent_of(process) else { break };
        process = parent;
        let Ok(bytes) = std::fs::read(format!("/proc/{process}/environ")) else { break };
        for entry in bytes.split(|byte| *byte == 0).map(String::from_utf8_lossy) {
            let value = |name: &str| entry.strip_prefix(name).map(str::to_owned);
            found = (value("MUTANT_ON=").or(found.0), value("MUTANT_TRACE=").or(found.1));
        }
    }
    found
}

fn parent_of(process: u32) -> Option<u32> {
    let line = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    line.rsplit(')').next()?.split_whitespace().nth(1)?.parse().ok()
}
