//! The checker against the run.
#![no_main]

pprepl_fuzz::target!("check");
