//! Timestamps: printed by Ruby's `strftime`, with or without a time zone.

use super::calendar::{civil, day_number};
pub use super::time_zone::zone_offset;
use super::{Result, ValueError, strptime};
use pprepl_text::Topic;

/// Returns the default text, `2020-01-02T03:04:05.000000000 UTC`.
pub fn text(nanos: i128) -> String {
    let seconds = nanos.div_euclid(1_000_000_000);
    let fraction = nanos.rem_euclid(1_000_000_000);
    let (year, month, day) = civil(seconds.div_euclid(86_400));
    let second = seconds.rem_euclid(86_400);
    let (hour, minute) = (second / 3600, second / 60 % 60);
    let year = if year < 0 { format!("-{:04}", -year) } else { format!("{year:04}") };
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{:02}.{fraction:09} UTC", second % 60)
}

/// Returns Puppet source that creates the timestamp; `None` where its text does not parse back.
pub fn source(nanos: i128) -> Option<String> {
    let text = text(nanos);
    let again = strptime::parse(&text, None, None, "UTC");
    again.is_ok_and(|again| again == nanos).then(|| format!("Timestamp('{text}')"))
}

/// Formats a timestamp by Ruby's `strftime`; `zone` as for [`zone_offset`], `local` names the zone `current`.
pub fn format(nanos: i128, format: &str, zone: Option<&str>, local: &str) -> Result<String> {
    let zone = zone.filter(|zone| !zone.is_empty());
    let offset = zone.map_or(Ok(0), |zone| zone_offset(zone, nanos, local))?;
    let time = BrokenDownTime::new(nanos, offset, zone.is_none())?;
    let text = match offset <= TWO_DIGITS_WEST {
        true => with_western_zone(format, &BrokenDownTime::new(nanos, -offset, false)?)
            .and_then(|format| strftime::string::strftime(&time, &format)),
        false => strftime::string::strftime(&time, format),
    };
    text.map_err(|error| ValueError::new(Topic::DateAndTime, format!("'{format}' is not a Timestamp format: {error}")))
}

/// The first offset west of UTC whose hours have two digits, in seconds.
const TWO_DIGITS_WEST: i32 = -36_000;

/// Replaces the directives of the zone, `%z` with its flags and width, by what they print. The library pads hours west of
/// UTC as if they had one digit: the offset is printed as one to the east, with the other sign.
fn with_western_zone(format: &str, east: &BrokenDownTime) -> std::result::Result<String, strftime::Error> {
    let (mut text, mut rest) = (String::new(), format);
    while let Some(at) = rest.find('%') {
        let (before, directive) = rest.split_at(at);
        text.push_str(before);
        let is_part = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '^' | '#' | '_' | ':' | '+');
        let conversion = directive.char_indices().skip(1).find(|(_, letter)| !is_part(*letter));
        let end = conversion.map_or(directive.len(), |(at, letter)| at + letter.len_utf8());
        let (directive, behind) = directive.split_at(end);
        match directive.ends_with('z') {
            true => {
                let zone = strftime::string::strftime(east, directive)?;
                text.push_str(&zone.replace('+', "-").replace('%', "%%"));
            }
            false => text.push_str(directive),
        }
        rest = behind;
    }
    text.push_str(rest);
    Ok(text)
}

/// A timestamp in its calendar fields.
struct BrokenDownTime {
    nanos: i128,
    offset: i32,
    utc: bool,
    year: i32,
    month: u8,
    day: u8,
    days: i128,
    day_of_year: u16,
    second_of_day: u32,
}

impl BrokenDownTime {
    fn new(nanos: i128, offset: i32, utc: bool) -> Result<BrokenDownTime> {
        let local = nanos.div_euclid(1_000_000_000) + i128::from(offset);
        let days = local.div_euclid(86_400);
        let (year, month, day) = civil(days);
        let Ok(small_year) = i32::try_from(year) else {
            return Err(ValueError::new(Topic::DateAndTime, "the year is too big"));
        };
        Ok(BrokenDownTime {
            nanos,
            offset,
            utc,
            year: small_year,
            month: month as u8,
            day: day as u8,
            days,
            day_of_year: (days - day_number(year, 1, 1) + 1) as u16,
            second_of_day: local.rem_euclid(86_400) as u32,
        })
    }
}

impl strftime::Time for BrokenDownTime {
    fn year(&self) -> i32 {
        self.year
    }
    fn month(&self) -> u8 {
        self.month
    }
    fn day(&self) -> u8 {
        self.day
    }
    fn hour(&self) -> u8 {
        (self.second_of_day / 3600) as u8
    }
    fn minute(&self) -> u8 {
        (self.second_of_day / 60 % 60) as u8
    }
    fn second(&self) -> u8 {
        (self.second_of_day % 60) as u8
    }
    fn nanoseconds(&self) -> u32 {
        self.nanos.rem_euclid(1_000_000_000) as u32
    }
    fn day_of_week(&self) -> u8 {
        // 1970-01-01 was a Thursday.
        (self.days + 4).rem_euclid(7) as u8
    }
    fn day_of_year(&self) -> u16 {
        self.day_of_year
    }
    fn to_int(&self) -> i64 {
        i64::try_from(self.nanos.div_euclid(1_000_000_000)).unwrap_or(i64::MAX)
    }
    fn is_utc(&self) -> bool {
        self.utc
    }
    fn utc_offset(&self) -> i32 {
        self.offset
    }
    fn time_zone(&self) -> &str {
        if self.utc { "UTC" } else { "" }
    }
}
