//! Timestamps: printed by Ruby's `strftime`, with or without a time zone.

use super::{Result, ValueError, strptime};

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

/// Converts a day counted from 1970-01-01 to year, month and day.
pub(crate) fn civil(days: i128) -> (i128, i128, i128) {
    // Years begin in March, so that the leap day is the last one; eras have 400 years.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i128::from(month <= 2), month, day)
}

/// Converts year, month and day to a day counted from 1970-01-01; a day past the month's end continues into
/// the next month.
pub(crate) fn day_number(year: i128, month: i128, day: i128) -> i128 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let shifted_month = (month + 9) % 12;
    let day_of_year = (153 * shifted_month + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// Returns the offset of a time zone from UTC in seconds: `current`, `+02:00`, or an abbreviation that Ruby
/// supports.
pub fn zone_offset(zone: &str, nanos: i128, local: &str) -> Result<i32> {
    if zone.eq_ignore_ascii_case("current") {
        return Ok(local_offset(nanos, local));
    }
    strptime::zone_offset(zone).ok_or_else(|| ValueError::runtime(format!("'{zone}' is no time zone")))
}

/// Returns the offset of a zone by its name in the tz database; 0 when the name is unknown.
fn local_offset(nanos: i128, local: &str) -> i32 {
    let seconds = i64::try_from(nanos.div_euclid(1_000_000_000)).unwrap_or(0);
    let zone = jiff::tz::TimeZone::get(local).unwrap_or(jiff::tz::TimeZone::UTC);
    jiff::Timestamp::from_second(seconds).map_or(0, |timestamp| zone.to_offset(timestamp).seconds())
}

/// Formats a timestamp by Ruby's `strftime`; `zone` as for [`zone_offset`], `local` names the zone `current`.
pub fn format(nanos: i128, format: &str, zone: Option<&str>, local: &str) -> Result<String> {
    let zone = zone.filter(|zone| !zone.is_empty());
    let offset = zone.map_or(Ok(0), |zone| zone_offset(zone, nanos, local))?;
    let time = BrokenDownTime::new(nanos, offset, zone.is_none())?;
    strftime::string::strftime(&time, format)
        .map_err(|error| ValueError::runtime(format!("'{format}' is no format of a Timestamp: {error}")))
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
        let Ok(small_year) = i32::try_from(year) else { return Err(ValueError::runtime("the year is too big")) };
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
