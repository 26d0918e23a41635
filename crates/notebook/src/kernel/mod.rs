//! Reactive evaluation: the dependency graph of the cells, a session that reruns only the cells affected by an edit,
//! and its thread.

mod cell;
mod expectations;
mod facts;
mod file_calls;
mod findings;
mod graph;
#[expect(clippy::module_inception, reason = "the module is named for its main type")]
mod kernel;
mod message;
mod names;
mod pauses;
mod plan;
mod report;
mod run;
mod scopes;
mod setup;
mod table;
mod walk;
mod worker;

pub use expectations::{ExpectationJudge, ExpectationResult};
pub use facts::{FactsChange, FactsChanged};
pub use file_calls::{FileCall, file_calls};
pub use kernel::{Kernel, Observer, Unobserved};
pub use message::{CellFinding, Message};
pub use names::{CellNames, Defined, Name, Needs, Rank};
pub use pauses::Pauses;
pub use plan::Mode;
pub use report::{CellReport, Finding};
pub use scopes::cell_scopes;
pub use setup::{HostMaker, Setup};
pub use table::PausedCell;
pub use worker::{Event, KernelQuery, QueryId, Worker};
