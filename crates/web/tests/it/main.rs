//! The engine for pages: its messages, the same results as the terminal's kernel, and the module under Node.

mod book;
mod client;
mod documents;
mod edges;
mod fronts;
#[cfg(feature = "language-server")]
mod language;
mod lessons;
mod messages;
mod module;
mod notebooks;
mod operations;
mod same;
mod steps;
mod terminal;
