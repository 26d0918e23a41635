//! The engine for pages: its messages, the same results as the terminal's kernel, and the module under Node.

mod client;
mod documents;
mod language;
mod lessons;
mod messages;
mod module;
mod notebooks;
mod same;
mod terminal;
