//! Key files.
#![no_main]

pprepl_fuzz::target!("keys");
