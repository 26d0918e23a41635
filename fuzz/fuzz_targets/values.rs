//! Values: printing and inference.
#![no_main]

pprepl_fuzz::target!("values");
