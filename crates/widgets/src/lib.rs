//! Widgets on ratatui for the prompt and the notebook: the text editor with its key sets, dialogs, keys and painting.
//!
//! They hold their own state, take keys and return what the caller must do. Nothing here evaluates Puppet.

pub mod console_style;
pub mod dialog;
pub mod editor;
pub mod key;
pub mod paint;
pub mod picker;
pub mod table;
