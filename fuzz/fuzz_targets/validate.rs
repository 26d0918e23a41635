//! The validator.
#![no_main]

pprepl_fuzz::target!("validate");
