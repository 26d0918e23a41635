//! Reactive evaluation: which cell defines and needs what, a session that re-runs only what is concerned by an edit, and
//! the thread that it lives on.

mod findings;
mod graph;
#[expect(clippy::module_inception, reason = "the kernel is what this folder is about")]
mod kernel;
mod message;
mod names;
mod report;
mod setup;
mod walk;
mod worker;

pub use kernel::{HeldCell, Kernel, Mode, Observer, Unobserved};
pub use message::{CellFinding, Message};
pub use names::{CellNames, Defined, Name, Needs, Rank};
pub use report::{CellReport, Finding};
pub use setup::{HostMaker, Setup};
pub use worker::{Event, KernelQuery, QueryId, Worker};
