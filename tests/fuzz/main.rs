//! The short version of fuzzing: each target's property on its seeds, on the corpus in `fuzz/corpus` and on some
//! thousand mutations, the same ones each time. `PPREPL_FUZZ=100000` says how many mutations of each target are tried,
//! `PPREPL_FUZZ_SEED` the first seed, `PPREPL_FUZZ_TARGET` the only target. How to fuzz for hours: `fuzz/README.md`.

mod findings;
mod mutate;
mod properties;
mod seeds;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use properties::TARGETS;

/// A test's thread has a small stack; the program's own is larger.
const STACK: usize = 256 << 20;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// Runs an input; what the property says when it does not hold.
fn fault(target: &str, data: &[u8]) -> Option<String> {
    let property = properties::property(target);
    let panic = catch_unwind(AssertUnwindSafe(|| property(data))).err()?;
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Some(format!("{target}: {}\n    input {:?}", text.unwrap_or("a panic"), String::from_utf8_lossy(data)))
}

fn on_thread<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(run).expect("a thread");
    thread.join().expect("the thread ends")
}

/// Tries seeds, corpus and mutations of both; the first faults.
fn try_target(target: &'static str) -> Vec<String> {
    let (count, first) = (number("PPREPL_FUZZ"), number("PPREPL_FUZZ_SEED").unwrap_or(1));
    let seeds = seeds::seeds(target).into_iter().map(String::into_bytes);
    let mut inputs: Vec<Vec<u8>> = seeds.chain(corpus(target)).collect();
    inputs.retain(|input| input.len() <= 4096);
    if count.is_none() {
        // Every so many of them, in a second; other tests run all seeds in their own way.
        let step = inputs.len() / 60 + 1;
        inputs = inputs.into_iter().step_by(step).collect();
    }
    let mutants = (first..first + count.unwrap_or(120)).map(|seed| {
        let at = mutate::Random::new(seed).below(inputs.len());
        mutate::mutate(target, inputs.get(at).map_or(&[], Vec::as_slice), seed)
    });
    let (start, mut tried, mut longest) = (Instant::now(), 0, (Duration::ZERO, String::new()));
    let mut faults = Vec::new();
    for input in inputs.iter().cloned().chain(mutants) {
        let begun = Instant::now();
        faults.extend(fault(target, &input));
        tried += 1;
        if begun.elapsed() > longest.0 {
            longest = (begun.elapsed(), String::from_utf8_lossy(&input).into_owned());
        }
        if faults.len() > 9 {
            break;
        }
    }
    println!("{target}: {tried} inputs in {:?}; longest {:?}", start.elapsed(), longest.0);
    if count.is_some() && longest.0 > Duration::from_secs(1) {
        println!("    {:?}", longest.1);
    }
    faults
}

#[test]
fn properties_hold_on_seeds_and_mutations() {
    let only = std::env::var("PPREPL_FUZZ_TARGET").ok();
    let targets = TARGETS.iter().map(|(name, _)| *name).filter(|name| only.as_deref().is_none_or(|only| only == *name));
    let faults = on_thread({
        let targets: Vec<&str> = targets.collect();
        move || targets.into_iter().flat_map(try_target).collect::<Vec<String>>()
    });
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// What fuzzing found once, made as short as it can be.
#[test]
fn findings_of_the_past_are_fixed() {
    let faults = on_thread(|| {
        findings::FINDINGS.iter().filter_map(|(target, input)| fault(target, input.as_bytes())).collect::<Vec<String>>()
    });
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A target that no input fails could as well check nothing.
#[test]
fn every_target_has_seeds_and_words() {
    for (target, _) in TARGETS {
        assert!(!seeds::seeds(target).is_empty() && !mutate::words(target).is_empty(), "{target}");
    }
}
