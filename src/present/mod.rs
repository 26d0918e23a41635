//! The presenter: slides of a lesson or notebook on a full screen, and notes on a second terminal.
//!
//! The slides are data of `crates/lessons`; the kernel of `crates/notebook` runs cells on its thread when their results
//! are revealed. A key becomes an action, an action changes the state, and the state is drawn.

pub mod action;
mod areas;
mod blocks;
mod broadcast;
mod code_rows;
mod consent;
mod draw;
mod engine;
mod follower;
mod help_table;
mod keys;
mod mode;
mod painting;
mod presenter;
mod presenter_screen;
mod prose_rows;
mod result_rows;
mod results;
mod run;
mod runs;
mod scratch;
mod screenful;
mod scroll;
mod start;
mod talk;
mod talk_time;
mod timer;
mod typing;
mod wrapping;

pub use follower::Follower;
pub use presenter::Presenter;
pub use run::{Colors, PresentError, Presented, follow, present};
pub use screenful::Screenful;
pub use start::Start;
pub use talk::Talk;
pub use typing::SPEEDS;
