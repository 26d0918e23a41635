//! The interactive session on rustyline: reads inputs, submits them to the session and shows the results. Mouse support
//! is omitted.

mod debugger;
mod effects;
pub mod fold;
pub mod gutter;
pub mod history;
pub mod history_entry;
mod history_file;
pub mod history_picker;
mod interrupt;
mod key;
#[cfg(unix)]
mod key_bytes;
mod key_reader;
mod keys;
mod lesson;
mod lesson_start;
mod line;
pub mod menu;
pub mod open;
pub mod own_keys;
mod pager;
mod paint;
pub mod pasted;
mod player;
mod prompt;
mod read_loop;
pub mod recall;
pub mod rows;
mod secrets;
mod session;
mod shared;
mod show;
mod start;
pub mod suggestion;
mod terminal;
mod tour_offer;
pub mod typing;
pub mod vi_line;
mod waiting;
mod window;

pub use history_file::{config_folder, data_folder};
pub use keys::table as keys;
pub use read_loop::{ReplError, run};
pub use start::Start;
