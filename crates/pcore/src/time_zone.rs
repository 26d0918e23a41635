//! The offsets of time zones from UTC.

use super::{Result, ValueError};
use pprepl_text::Topic;

/// Returns the offset of a time zone from UTC in seconds: `current`, `+02:00`, or an abbreviation that Ruby
/// supports.
pub fn zone_offset(zone: &str, nanos: i128, local: &str) -> Result<i32> {
    if zone.eq_ignore_ascii_case("current") {
        return Ok(local_offset(nanos, local));
    }
    named_offset(zone).ok_or_else(|| ValueError::new(Topic::DateAndTime, format!("'{zone}' is not a time zone")))
}

/// Returns the offset of a zone by its name in the tz database; 0 when the name is unknown.
fn local_offset(nanos: i128, local: &str) -> i32 {
    let seconds = i64::try_from(nanos.div_euclid(1_000_000_000)).unwrap_or(0);
    let zone = jiff::tz::TimeZone::get(local).unwrap_or(jiff::tz::TimeZone::UTC);
    jiff::Timestamp::from_second(seconds).map_or(0, |timestamp| zone.to_offset(timestamp).seconds())
}

/// The abbreviations of time zones with their offsets in tenths of an hour.
const ZONES: [(&str, i32); 43] = [
    ("utc", 0),
    ("gmt", 0),
    ("ut", 0),
    ("wet", 0),
    ("est", -50),
    ("edt", -40),
    ("cst", -60),
    ("cdt", -50),
    ("mst", -70),
    ("mdt", -60),
    ("pst", -80),
    ("pdt", -70),
    ("akst", -90),
    ("akdt", -80),
    ("hst", -100),
    ("hast", -100),
    ("ast", -40),
    ("adt", -30),
    ("nst", -35),
    ("ndt", -25),
    ("brt", -30),
    ("art", -30),
    ("bst", 10),
    ("ist", 55),
    ("west", 10),
    ("cet", 10),
    ("met", 10),
    ("mez", 10),
    ("cest", 20),
    ("mest", 20),
    ("mesz", 20),
    ("eet", 20),
    ("sast", 20),
    ("eest", 30),
    ("msk", 30),
    ("msd", 40),
    ("jst", 90),
    ("kst", 90),
    ("sgt", 80),
    ("aest", 100),
    ("acst", 95),
    ("nzst", 120),
    ("nzdt", 130),
];

/// Returns the offset of a zone from UTC in seconds.
pub fn named_offset(zone: &str) -> Option<i32> {
    let lower = zone.to_ascii_lowercase();
    let name = lower.trim_start_matches("gmt").trim_start_matches("utc");
    if name.starts_with(['+', '-']) {
        return numeric_offset(name);
    }
    if let &[letter] = lower.as_bytes() {
        return military_offset(letter);
    }
    let (word, summer) = match lower.strip_suffix(" dst") {
        Some(word) => (word, 3600),
        None => (lower.trim_end_matches(" standard time"), 0),
    };
    ZONES.iter().find(|(name, _)| *name == word).map(|(_, tenths)| tenths * 360 + summer)
}

/// Returns the offset of a military zone in seconds: `a` to `m` without `j` are east of UTC, `n` to `y` west of it.
fn military_offset(letter: u8) -> Option<i32> {
    let hours = match letter {
        b'a'..=b'i' => i32::from(letter - b'a') + 1,
        b'k'..=b'm' => i32::from(letter - b'a'),
        b'n'..=b'y' => -(i32::from(letter - b'n') + 1),
        b'z' => 0,
        _ => return None,
    };
    Some(hours * 3600)
}

/// Parses `+2`, `+02`, `+0230`, `+02:30` and `+02:30:15`.
fn numeric_offset(text: &str) -> Option<i32> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = &text[1..];
    if digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        return None;
    }
    let part = |text: &str| text.parse::<i32>().ok().filter(|part| *part < 10_000);
    let seconds = if digits.contains(':') {
        let parts: Option<Vec<i32>> = digits.split(':').map(part).collect();
        parts?.into_iter().zip([3600, 60, 1]).map(|(part, unit)| part * unit).sum()
    } else if digits.len() <= 2 {
        part(digits)? * 3600
    } else {
        let digits = format!("{digits:0>4}");
        part(&digits[..2])? * 3600 + part(&digits[2..4])? * 60
    };
    // An offset of a day or more is not valid.
    (seconds < 86_400).then_some(sign * seconds)
}
