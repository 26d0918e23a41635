//! The timer: the elapsed time, or the rest of a limit with a color that warns.

use std::time::Duration;

use pprepl_text::theme::Role;

/// The part of the limit at which the color warns: a fifth is left.
const WARNING_PART: u64 = 5;

/// Formats the timer; `minutes` is the limit.
pub fn timer_text(elapsed: Duration, minutes: Option<u64>) -> (Role, String) {
    let elapsed = elapsed.as_secs();
    let Some(limit) = minutes.map(|minutes| minutes.saturating_mul(60)) else {
        return (Role::Hint, mm_ss(elapsed));
    };
    match limit.checked_sub(elapsed) {
        Some(0) | None => (Role::Error, format!("-{}", mm_ss(elapsed - limit))),
        Some(rest) if rest <= limit / WARNING_PART => (Role::Warning, mm_ss(rest)),
        Some(rest) => (Role::Hint, mm_ss(rest)),
    }
}

/// Formats seconds as `mm:ss`, with hours from the first one on.
fn mm_ss(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes:02}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}
