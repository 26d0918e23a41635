//! The machine interface.
#![no_main]

pprepl_fuzz::target!("rpc");
