//! ERB templates.
#![no_main]

pprepl_fuzz::target!("erb");
