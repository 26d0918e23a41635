//! Themes.
#![no_main]

pprepl_fuzz::target!("theme");
