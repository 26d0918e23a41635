//! YAML and JSON.
#![no_main]

pprepl_fuzz::target!("yaml");
