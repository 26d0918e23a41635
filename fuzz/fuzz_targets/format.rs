//! The formatter.
#![no_main]

pprepl_fuzz::target!("format");
