//! The clock of a presentation.

use std::time::{Duration, Instant};

use super::broadcast::unix_millis;

/// The start of the presentation, and the time of the last event.
#[derive(Clone, Copy, Debug)]
pub struct TalkTime {
    pub started: Instant,
    /// The start in milliseconds since 1970.
    pub started_unix: u64,
    pub now: Instant,
    /// The time limit in minutes.
    pub minutes: Option<u64>,
}

impl TalkTime {
    /// Starts the clock.
    pub fn start(minutes: Option<u64>) -> TalkTime {
        let now = Instant::now();
        TalkTime { started: now, started_unix: unix_millis(), now, minutes }
    }

    pub fn elapsed(&self) -> Duration {
        self.now.saturating_duration_since(self.started)
    }

    /// Returns the time until the next second.
    pub fn next_second(&self) -> Duration {
        Duration::from_millis(1_000 - u64::from(self.elapsed().subsec_millis()))
    }
}
