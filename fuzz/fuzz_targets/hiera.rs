//! Hiera.
#![no_main]

pprepl_fuzz::target!("hiera");
