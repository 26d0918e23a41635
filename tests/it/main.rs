//! The tests of this package, in one binary.

mod breakpoint;
mod catalog_export;
mod check_files;
mod checker_fronts;
mod cli;
mod docs;
mod facts;
mod files;
mod first_minutes;
mod notebook_editor;
mod notebook_foreseen;
mod notebook_keys;
mod notebook_run;
mod notebook_screen;
mod notebook_terminal;
mod notebook_use;
mod previous;
mod prompt_blocks;
mod reload;
mod repl;
mod rpc;
mod saved;
mod screen;
mod terminal;
mod tidy;
mod words;
