//! pprepl: learn, explore and check the Puppet language. This crate contains the front ends of the `pprepl` binary; the
//! other crates contain the rest.

pub mod batch;
pub mod classroom;
pub mod course;
pub mod present;
pub mod repl;
pub mod rpc;
pub mod screen;
#[cfg(feature = "serve")]
mod site;
pub mod terminal;
pub mod themes;
pub mod tui;

/// The version; a release also names its commit.
pub const VERSION: &str = match option_env!("PPREPL_VERSION") {
    Some(version) => version,
    None => env!("CARGO_PKG_VERSION"),
};
