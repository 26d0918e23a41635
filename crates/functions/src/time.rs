//! `strftime`: formats Timestamp and Timespan values.

use puppet_eval::{Builtin, Call, EvalResult, Level, Signature};
use puppet_pcore::{Value, timespan, timestamp};

pub(super) const ROWS: &[Builtin] = &[Builtin::new(
    "strftime",
    &[
        Signature::new("Timespan $span, String $format", "String", format_timespan),
        Signature::new("Timestamp $time, String $format, String $timezone = 'UTC'", "String", format_timestamp),
        Signature::new("String $format, String $timezone = 'UTC'", "String", format_now),
    ],
    "Formats a Timestamp or Timespan (%Y-%m-%d %H:%M:%S and so on).",
)
.shows("strftime(Timestamp('2020-02-29T12:34:56'), '%d.%m.%Y %H:%M')", "'29.02.2020 12:34'")];

fn format_timespan(call: &mut Call<'_>) -> EvalResult {
    let Value::Timespan(nanos) = call.arg(0) else { return call.fail("strftime expects a Timespan") };
    Ok(Value::from(timespan::format(**nanos, call.arg(1).as_str().unwrap_or_default())?))
}

fn format_timestamp(call: &mut Call<'_>) -> EvalResult {
    let Value::Timestamp(nanos) = call.take(0) else { return call.fail("strftime expects a Timestamp") };
    format_time(call, *nanos, 1)
}

/// Formats the current time: the old interface, from before the Timestamp type.
fn format_now(call: &mut Call<'_>) -> EvalResult {
    if call.host().first_time("strftime of a String") {
        call.log(Level::Warning, "strftime of a format alone is deprecated: begin with a Timestamp");
    }
    let now = call.host().now();
    format_time(call, now, 0)
}

/// Formats by the format in one argument and the time zone in the next.
fn format_time(call: &mut Call<'_>, nanos: i128, index: usize) -> EvalResult {
    let local = call.host().time_zone();
    let format = call.arg(index).as_str().unwrap_or_default();
    Ok(Value::from(timestamp::format(nanos, format, call.arg(index + 1).as_str(), &local)?))
}
