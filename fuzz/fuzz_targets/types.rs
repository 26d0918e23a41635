//! Types: printing and order.
#![no_main]

pprepl_fuzz::target!("types");
