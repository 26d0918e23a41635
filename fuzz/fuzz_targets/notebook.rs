//! Percent files and operations on notebooks.
#![no_main]

pprepl_fuzz::target!("notebook");
