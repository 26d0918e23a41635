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
