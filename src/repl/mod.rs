//! The interactive session on rustyline: reads inputs, submits them to the session and shows the results. Mouse support
//! is omitted.

mod debugger;
mod effects;
mod fold;
mod history;
mod interrupt;
mod key;
#[cfg(unix)]
mod key_bytes;
mod key_reader;
mod keys;
mod lesson;
mod line;
mod menu;
mod open;
pub mod own_keys;
mod pager;
mod paint;
mod pasted;
mod player;
mod prompt;
mod read_loop;
mod rows;
mod session;
mod shared;
mod show;
mod start;
mod terminal;
mod tour_offer;
mod typing;
mod waiting;
mod window;

pub use history::{config_folder, data_folder};
pub use keys::table as keys;
pub use read_loop::{ReplError, run};
pub use start::Start;
