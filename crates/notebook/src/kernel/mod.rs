//! Reactive evaluation: the dependency graph of the cells, a session that reruns only the cells affected by an edit,
//! and its thread.

mod cell;
mod findings;
mod graph;
#[expect(clippy::module_inception, reason = "the module is named for its main type")]
mod kernel;
mod message;
mod names;
mod report;
mod setup;
mod walk;
mod worker;

pub use kernel::{Kernel, Mode, Observer, PausedCell, Unobserved};
pub use message::{CellFinding, Message};
pub use names::{CellNames, Defined, Name, Needs, Rank};
pub use report::{CellReport, Finding};
pub use setup::{HostMaker, Setup};
pub use worker::{Event, KernelQuery, QueryId, Worker};
