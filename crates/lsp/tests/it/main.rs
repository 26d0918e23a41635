//! Tests of the language server, over its protocol.

mod changing;
mod client;
mod editing;
mod environment;
mod every_word;
mod lifecycle;
mod navigating;
mod renaming;
mod ruby;
mod templates_and_data;
mod typing;
