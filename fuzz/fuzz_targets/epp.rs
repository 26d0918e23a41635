//! EPP templates.
#![no_main]

pprepl_fuzz::target!("epp");
