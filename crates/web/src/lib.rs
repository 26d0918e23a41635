//! The engine of pprepl for pages: a message comes in, messages go out. One [`Engine`] has sessions, notebooks with
//! lessons, and a language server. It has no thread and no screen; `main` exports it from a WebAssembly module.
//!
//! `docs/web-protocol.md` describes the messages.

mod answer;
mod catalog;
pub mod command;
mod diagnostic;
mod dispatch;
mod engine;
mod files;
mod highlight;
#[cfg(feature = "language-server")]
mod language;
mod lesson;
mod lesson_data;
mod lesson_methods;
mod methods;
mod notebook;
mod notebook_data;
mod notebook_methods;
mod open_lesson;
mod outbox;
mod panes;
mod replay;
mod result_context;
mod result_data;
mod run_methods;
mod run_observer;
mod stop;
mod text_methods;
mod themes;
mod units;
mod view_data;

pub use engine::{Engine, EngineOptions};
pub use methods::METHODS;
