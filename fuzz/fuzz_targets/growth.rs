//! Time is linear in the text.
#![no_main]

pprepl_fuzz::target!("growth");
