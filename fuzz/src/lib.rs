//! Fuzz targets of pprepl. The properties are those of the test binary `fuzz`; here libFuzzer drives them.

#[path = "../../tests/fuzz/mutate.rs"]
pub mod mutate;
#[path = "../../tests/fuzz/properties/mod.rs"]
pub mod properties;
#[path = "../../tests/fuzz/seeds.rs"]
pub mod seeds;

/// Mutates in two ways: as libFuzzer does (bytes, its dictionary, another input's parts), and by whole tokens.
pub fn mutate(target: &str, data: &mut [u8], size: usize, room: usize, seed: u32) -> usize {
    if seed.is_multiple_of(2) {
        return libfuzzer_sys::fuzzer_mutate(data, size, room);
    }
    let mut mutated = mutate::mutate(target, &data[..size], u64::from(seed));
    mutated.truncate(room);
    data[..mutated.len()].copy_from_slice(&mutated);
    mutated.len()
}

/// What is done before the first input. `PPREPL_FUZZ_SEEDS=FOLDER` only writes the seeds of the target there.
pub fn begin(target: &str) {
    properties::watch_the_clock();
    let Some(folder) = std::env::var_os("PPREPL_FUZZ_SEEDS").map(std::path::PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("the folder of the seeds");
    for (number, text) in seeds::seeds(target).iter().enumerate() {
        std::fs::write(folder.join(format!("seed-{number:04}")), text).expect("a seed");
    }
    std::process::exit(0);
}

/// A fuzz target for the property of this name.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(
            init: pprepl_fuzz::begin($name),
            |data: &[u8]| pprepl_fuzz::properties::property($name)(data)
        );
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            pprepl_fuzz::mutate($name, data, size, max_size, seed)
        });
    };
}
