//! The fuzz targets: each takes any bytes and panics where its property does not hold. `cargo test --test fuzz` runs them
//! on seeds, on the findings of the past and on some mutations; the crate in `fuzz/` runs them under a fuzzer.

#![allow(dead_code)]

mod configuration;
mod data;
mod evaluation;
#[path = "../../../crates/session/tests/it/two_grammars/extents.rs"]
mod extents;
#[path = "../../../crates/session/tests/it/generator/mod.rs"]
mod generator;
mod host;
mod notebook;
mod rpc;
mod source;
mod template;
mod types;

/// Runs a property; panics where it does not hold.
pub type Property = fn(&[u8]);

/// The targets by name.
pub const TARGETS: &[(&str, Property)] = &[
    ("parse", source::parse),
    ("validate", source::validate),
    ("grammars", source::grammars),
    ("format", source::format),
    ("growth", source::growth),
    ("evaluate", evaluation::evaluate),
    ("check", evaluation::check),
    ("types", types::types),
    ("values", types::values),
    ("epp", template::epp),
    ("erb", template::erb),
    ("yaml", data::yaml),
    ("hiera", data::hiera),
    ("notebook", notebook::notebook),
    ("import", notebook::import),
    ("journal", notebook::journal),
    ("keys", configuration::keys),
    ("theme", configuration::theme),
    ("rpc", rpc::rpc),
];

/// Has [`TARGETS`] look at the clock where time is their property: under a fuzzer, not in a test.
pub fn watch_the_clock() {
    source::TIMED.store(true, std::sync::atomic::Ordering::Relaxed);
}

/// The property of a target.
pub fn property(target: &str) -> Property {
    let found = TARGETS.iter().find(|(name, _)| *name == target);
    found.unwrap_or_else(|| panic!("unknown target {target}")).1
}

/// The bytes as text: a fuzzer cuts characters in two.
fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}
