//! The terminal as a full screen: its modes, its events in one channel, and frames. The notebook (`tui`) and the
//! presenter (`present`) use it.

pub mod burst;
#[cfg(windows)]
mod console;
mod event;
mod events;
mod glyphs;
mod guard;
mod palette;
mod signal;
mod terminal_modes;

pub use event::AppEvent;
pub use events::EventReader;
pub use guard::TerminalGuard;
pub use palette::palette;
pub use signal::stop_here;
