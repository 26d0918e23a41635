//! Tests of the language server, over its protocol.

mod changing;
mod client;
mod completing;
mod editing;
mod environment;
mod every_word;
mod folders;
mod lifecycle;
mod naming;
mod navigating;
mod renaming;
mod request_rules;
mod ruby;
mod running;
mod shaping;
mod templates_and_data;
mod typing;
