//! Fuzz targets of pprepl. The properties are those of the test binary `fuzz`; here libFuzzer drives them.
//! `FUZZ_TARGET=NAME` says which one.
#![no_main]

#[path = "../../tests/fuzz/mutate.rs"]
mod mutate;
#[path = "../../tests/fuzz/properties/mod.rs"]
mod properties;
#[path = "../../tests/fuzz/seeds.rs"]
mod seeds;

use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use properties::Property;

/// The target that this process fuzzes.
struct Target {
    name: String,
    property: Property,
}

static TARGET: OnceLock<Target> = OnceLock::new();

fn target() -> &'static Target {
    TARGET.get_or_init(|| {
        let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
        Target { property: properties::property(&name), name }
    })
}

/// What is done before the first input. `FUZZ_SEEDS=FOLDER` only writes the seeds of the target there.
fn begin() {
    properties::watch_the_clock();
    let name = &target().name;
    let Some(folder) = std::env::var_os("FUZZ_SEEDS").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("the folder of the seeds");
    for (number, text) in seeds::seeds(name).iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number:04}")), text).expect("a seed");
    }
    std::process::exit(0);
}

/// Mutates in two ways: as libFuzzer does (bytes, its dictionary, another input's parts), and by whole tokens.
fn mutated(data: &mut [u8], size: usize, room: usize, seed: u32) -> usize {
    if seed.is_multiple_of(2) {
        return fuzzer_mutate(data, size, room);
    }
    let mut mutated = mutate::mutate(&target().name, &data[..size], u64::from(seed));
    mutated.truncate(room.min(data.len()));
    data[..mutated.len()].copy_from_slice(&mutated);
    mutated.len()
}

fuzz_target!(init: begin(), |data: &[u8]| (target().property)(data));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| { mutated(data, size, max_size, seed) });
