//! The notebook in a terminal: cells on the left, panes that follow the cursor on the right. A key becomes an action,
//! an action changes the state, and the state is drawn. Evaluation runs on a separate thread, so that a frame never
//! waits.

pub mod action;
pub mod app;
mod appearance;
mod cell_actions;
mod cells;
mod checks;
pub mod class;
pub mod command;
mod command_line;
mod diagnostics;
mod dialog_host;
mod dialogs;
mod dispatch;
mod draw;
pub mod engine;
mod file_watch;
mod files;
mod find;
mod help;
mod keyboard;
pub mod keymap;
mod layout;
pub mod lesson;
mod lesson_actions;
mod lesson_cells;
mod lesson_dialogs;
mod location;
mod manifest;
mod mode;
mod mouse;
mod notebook_view;
mod open;
mod pane_layout;
mod pane_navigation;
mod panes;
mod pointer;
mod preferences;
mod refresh;
mod results;
mod run;
mod runner;
mod start;
mod state;
mod status_line;
mod trace;
mod trace_state;
mod trusting;
mod viewport;
pub mod workspace;

pub use pprepl_widgets::{dialog, editor, key, paint, table};
pub use run::Ended;
pub use run::{RunError, run};
pub use start::Start;
