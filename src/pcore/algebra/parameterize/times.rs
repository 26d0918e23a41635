//! Texts as bounds of Timespan and Timestamp: the default formats only.

use super::super::super::compare::NANOS;
use super::super::super::{Answer, Hash, Issue, Value};

/// `[-][days-]hours:minutes:seconds[.fraction]` and its shorter forms.
pub(super) fn timespan(text: &str) -> Answer<i128> {
    parse_timespan(text).ok_or_else(|| Issue::runtime(format!("'{text}' is no span of time")))
}

fn parse_timespan(text: &str) -> Option<i128> {
    let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (days, rest) = match rest.split_once('-') {
        Some((days, rest)) => (number(days)?, rest),
        None => (0, rest),
    };
    let (clock, fraction) = match rest.split_once('.') {
        Some((clock, fraction)) => (clock, nanos(fraction)?),
        None => (rest, 0),
    };
    let fields: Vec<i128> = clock.split(':').map(number).collect::<Option<_>>()?;
    let (hours, minutes, seconds) = match fields[..] {
        [hours, minutes, seconds] => (hours, minutes, seconds),
        [hours, minutes] if days > 0 => (hours, minutes, 0),
        [minutes, seconds] => (0, minutes, seconds),
        [seconds] => (0, 0, seconds),
        _ => return None,
    };
    let total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * NANOS + fraction;
    Some(if negative { -total } else { total })
}

/// Spans from a hash of fields; unknown ones do not count.
pub(super) fn fields(hash: &Hash) -> i128 {
    let field = |name: &str| match hash.get_str(name) {
        Some(Value::Int(i)) => i128::from(*i),
        _ => 0,
    };
    let seconds = ((field("days") * 24 + field("hours")) * 60 + field("minutes")) * 60 + field("seconds");
    let fraction = field("milliseconds") * 1_000_000 + field("microseconds") * 1000 + field("nanoseconds");
    let total = seconds * NANOS + fraction;
    if matches!(hash.get_str("negative"), Some(Value::Bool(crate::pcore::Bit::True))) { -total } else { total }
}

/// `2020-01-02[T03:04:05[.fraction]][ UTC]`
pub(super) fn timestamp(text: &str) -> Answer<i128> {
    parse_timestamp(text).ok_or_else(|| Issue::runtime(format!("'{text}' is no point of time")))
}

fn parse_timestamp(text: &str) -> Option<i128> {
    let text = text.strip_suffix("UTC").or(text.strip_suffix('Z')).unwrap_or(text).trim_end();
    let (date, clock) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
    let date: jiff::civil::Date = date.parse().ok()?;
    let (clock, fraction) = match clock.split_once('.') {
        Some((clock, fraction)) => (clock, nanos(fraction)?),
        None => (clock, 0),
    };
    let fields: Vec<i128> = clock.split(':').map(number).collect::<Option<_>>()?;
    let [hours, minutes, seconds] = fields[..] else { return None };
    let days = i128::from(date.since(jiff::civil::date(1970, 1, 1)).ok()?.get_days());
    Some((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * NANOS + fraction)
}

fn number(text: &str) -> Option<i128> {
    if text.is_empty() || text.len() > 12 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn nanos(fraction: &str) -> Option<i128> {
    let digits = fraction.len();
    if digits > 9 { None } else { Some(number(fraction)? * 10_i128.pow(9 - u32::try_from(digits).ok()?)) }
}
