//! Spans of time: their default text.

/// The default text, `days-hours:minutes:seconds.fraction`.
pub fn text(nanos: i128) -> String {
    let sign = if nanos < 0 { "-" } else { "" };
    let n = nanos.unsigned_abs();
    let seconds = n / 1_000_000_000;
    let fraction = (n % 1_000_000_000).to_string();
    let fraction = fraction.trim_end_matches('0');
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    format!("{sign}{days}-{hours:02}:{:02}:{:02}.{fraction}", seconds / 60 % 60, seconds % 60)
}
