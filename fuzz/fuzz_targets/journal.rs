//! The journal.
#![no_main]

pprepl_fuzz::target!("journal");
