//! Markdown and Jupyter.
#![no_main]

pprepl_fuzz::target!("import");
