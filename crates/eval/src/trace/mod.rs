//! The trace of an evaluation: what was read, computed, called, matched and declared, in order, each with its value.
//!
//! Only code that is compiled while a recorder is active records events (see `compile::traced`): other code has no
//! branch for it. The events of the catalog, which has no compiled code of its own, ask once for each class, resource
//! and collector.

mod event;
pub(crate) mod observe;
mod preview;
mod recorder;

pub use event::{EventKind, EventOutcome, TraceEvent};
pub use observe::{end_recording, start_recording};
pub use preview::ValuePreview;
pub(crate) use recorder::{EventSite, Recorder};
pub use recorder::{MAX_EVENTS, MAX_ROUNDS, Recording};
