//! Parses timestamps by formats, like Ruby's `DateTime._strptime`.
//!
//! Week numbers and days of the week are parsed, but do not determine the date (nor do they in the
//! reference).

use super::calendar::day_number;
use super::time_zone::zone_offset;
use super::{Result, ValueError};
use pprepl_text::Topic;

const WITHOUT_ZONE: [&str; 5] = ["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];
const WITH_ZONE: [&str; 5] = ["%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z"];

/// The English names of the months, in order.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The English names of the days of a week, from Sunday.
pub const DAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/// The fields parsed so far.
#[derive(Debug, Default)]
struct Fields {
    year: Option<i128>,
    century: Option<i128>,
    month: Option<i128>,
    day: Option<i128>,
    hour: Option<i128>,
    afternoon: Option<bool>,
    minute: Option<i128>,
    second: Option<i128>,
    nanos: Option<i128>,
    zone: Option<String>,
}

/// Parses a timestamp by the formats (without any, by the default ones). The time zone is an argument or part
/// of the text.
pub fn parse(text: &str, formats: Option<&[&str]>, zone: Option<&str>, local: &str) -> Result<i128> {
    let zone = zone.filter(|zone| !zone.is_empty());
    let single = formats.is_some_and(|formats| formats.len() == 1);
    let defaults: Vec<&str> = match zone {
        Some(_) => WITHOUT_ZONE.to_vec(),
        None => WITH_ZONE.iter().chain(&WITHOUT_ZONE).copied().collect(),
    };
    for format in formats.unwrap_or(&defaults) {
        let Some(fields) = read(text, format) else { continue };
        if zone.is_some() && fields.zone.is_some() {
            if single {
                return Err(ValueError::new(
                    Topic::DateAndTime,
                    "the time zone is given twice: in the format and aside",
                ));
            }
            continue;
        }
        return fields.to_nanos(zone, local);
    }
    Err(ValueError::new(Topic::DateAndTime, format!("'{text}' does not match a Timestamp format")))
}

impl Fields {
    fn to_nanos(&self, zone: Option<&str>, local: &str) -> Result<i128> {
        let Some(year) = self.year else { return Err(ValueError::new(Topic::DateAndTime, "the format reads no year")) };
        let days = day_number(year, self.month.unwrap_or(1), self.day.unwrap_or(1));
        let hour = match (self.hour.unwrap_or(0), self.afternoon) {
            (hour, Some(afternoon)) => hour % 12 + if afternoon { 12 } else { 0 },
            (hour, None) => hour,
        };
        let seconds = days * 86_400 + hour * 3600 + self.minute.unwrap_or(0) * 60 + self.second.unwrap_or(0);
        let offset = match zone.or(self.zone.as_deref()) {
            Some(zone) => zone_offset(zone, seconds * 1_000_000_000, local)?,
            None => 0,
        };
        Ok((seconds - i128::from(offset)) * 1_000_000_000 + self.nanos.unwrap_or(0))
    }
}

/// Parses a whole text by one format.
fn read(text: &str, format: &str) -> Option<Fields> {
    let mut reader = Reader { rest: text, fields: Fields::default() };
    reader.read(format)?;
    if let (Some(century), Some(year)) = (reader.fields.century, reader.fields.year) {
        reader.fields.year = Some(century * 100 + year.rem_euclid(100));
    }
    reader.rest.is_empty().then_some(reader.fields)
}

struct Reader<'a> {
    rest: &'a str,
    fields: Fields,
}

impl Reader<'_> {
    fn read(&mut self, format: &str) -> Option<()> {
        let mut rest = format;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if c == '%' {
                rest = without_modifier(rest);
                let directive = rest.chars().next()?;
                rest = &rest[directive.len_utf8()..];
                // Parsing has no flags: they are literal.
                if matches!(directive, '-' | '_' | '0' | '^' | '#') {
                    self.rest = self.rest.strip_prefix('%')?.strip_prefix(directive)?;
                    continue;
                }
                let digits_follow = rest.starts_with(|c: char| c.is_ascii_digit())
                    || rest.strip_prefix('%').is_some_and(|next| next.starts_with(is_numeric_directive));
                self.directive(directive, digits_follow)?;
            } else if c.is_ascii_whitespace() {
                self.rest = self.rest.trim_start();
            } else {
                self.rest = self.rest.strip_prefix(c)?;
            }
        }
        Some(())
    }

    fn directive(&mut self, directive: char, digits_follow: bool) -> Option<()> {
        match directive {
            'Y' => self.fields.year = Some(self.signed(if digits_follow { 4 } else { 18 })?),
            'C' => self.fields.century = Some(self.signed(if digits_follow { 2 } else { 18 })?),
            'y' => {
                self.fields.year = Some(self.number(2, 0, 99).map(|year| if year >= 69 { 1900 } else { 2000 } + year)?)
            }
            'm' => self.fields.month = Some(self.number(2, 1, 12)?),
            'd' | 'e' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.fields.day = Some(self.number(2, 1, 31)?);
            }
            'j' => {
                self.number(3, 1, 366)?;
            }
            'H' | 'k' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.fields.hour = Some(self.number(2, 0, 24)?);
            }
            'I' | 'l' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.fields.hour = Some(self.number(2, 1, 12)?);
            }
            'M' => self.fields.minute = Some(self.number(2, 0, 59)?),
            'S' => self.fields.second = Some(self.number(2, 0, 60)?),
            'L' | 'N' => self.fields.nanos = Some(self.fraction()?),
            'p' | 'P' => self.fields.afternoon = Some(self.half_of_day()?),
            'B' | 'b' | 'h' => self.fields.month = Some(self.name(&MONTHS)? as i128 + 1),
            'A' | 'a' => {
                self.name(&DAYS)?;
            }
            'u' => {
                self.number(1, 1, 7)?;
            }
            'w' => {
                self.number(1, 0, 6)?;
            }
            'U' | 'W' | 'V' => {
                self.number(2, 0, 53)?;
            }
            'G' | 'g' => {
                self.signed(4)?;
            }
            's' | 'Q' => {
                self.signed(18)?;
            }
            'Z' | 'z' => self.fields.zone = Some(self.zone()?),
            'n' | 't' => self.rest = self.rest.trim_start(),
            '%' => self.rest = self.rest.strip_prefix('%')?,
            _ => return self.read(composed(directive)?),
        }
        Some(())
    }

    fn number(&mut self, most: usize, from: i128, to: i128) -> Option<i128> {
        let count = self.rest.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let number = self.rest[..count].parse().ok()?;
        self.rest = &self.rest[count..];
        (from..=to).contains(&number).then_some(number)
    }

    fn signed(&mut self, most: usize) -> Option<i128> {
        let negative = self.rest.starts_with('-');
        self.rest = self.rest.strip_prefix(['-', '+']).unwrap_or(self.rest);
        let number = self.number(most, 0, i128::MAX)?;
        Some(if negative { -number } else { number })
    }

    /// Parses the digits after a point, in nanoseconds.
    fn fraction(&mut self) -> Option<i128> {
        let count = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at(count);
        self.rest = rest;
        let digits = &digits[..count.min(9)];
        let number: i128 = digits.parse().ok()?;
        Some(number * 10i128.pow(9 - digits.len() as u32))
    }

    fn half_of_day(&mut self) -> Option<bool> {
        let (half, rest) = ["am", "pm", "a.m.", "p.m."]
            .into_iter()
            .find_map(|half| strip_prefix_ignoring_case(self.rest, half).map(|rest| (half, rest)))?;
        self.rest = rest;
        Some(half.starts_with('p'))
    }

    /// Parses a name in full or by its first three letters.
    fn name(&mut self, names: &[&str]) -> Option<usize> {
        let full = |rest: &str, name: &str| strip_prefix_ignoring_case(rest, name).map(str::len);
        let short = |rest: &str, name: &str| strip_prefix_ignoring_case(rest, &name[..3]).map(str::len);
        let (index, left) = names.iter().enumerate().find_map(|(index, name)| {
            full(self.rest, name).or_else(|| short(self.rest, name)).map(|left| (index, left))
        })?;
        self.rest = &self.rest[self.rest.len() - left..];
        Some(index)
    }

    /// Parses a time zone: a number with its sign, or a word.
    fn zone(&mut self) -> Option<String> {
        let numeric = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | ':' | ',' | '.');
        let offset = self.rest.len() - self.rest.trim_start_matches(numeric).len();
        let word = self.rest.len() - self.rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let end = if self.rest.starts_with(['+', '-']) { offset } else { word };
        let (zone, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!zone.is_empty()).then(|| zone.to_owned())
    }
}

fn is_numeric_directive(c: char) -> bool {
    "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(c) || c.is_ascii_digit()
}

fn composed(directive: char) -> Option<&'static str> {
    Some(match directive {
        'F' => "%Y-%m-%d",
        'T' | 'X' => "%H:%M:%S",
        'D' | 'x' => "%m/%d/%y",
        'R' => "%H:%M",
        'r' => "%I:%M:%S %p",
        'c' => "%a %b %e %H:%M:%S %Y",
        'v' => "%e-%b-%Y",
        '+' => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// Removes the `E`, `O` or colons that do not affect a directive.
fn without_modifier(directive: &str) -> &str {
    let colons = directive.trim_start_matches(':');
    if colons.starts_with('z') && directive.len() - colons.len() <= 3 {
        return colons;
    }
    let before = |letter: char, known: &str| {
        directive.strip_prefix(letter).filter(|rest| rest.starts_with(|c: char| known.contains(c)))
    };
    before('E', "cCxXyY").or_else(|| before('O', "deHImMSuUVwWy")).unwrap_or(directive)
}
