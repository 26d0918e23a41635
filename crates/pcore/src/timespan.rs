//! Time spans: created from fields, printed and parsed by formats.
//!
//! A format's field of the largest unit holds the total, so that `%M:%S` of an hour is `60:00`. Fractions
//! (`%L`, `%N`) print without trailing zeros, and also without leading zeros, as in the reference: 5 ms print
//! as `.5`.

use super::{Hash, Result, Value, ValueError};
use pprepl_text::Topic;
use rustc_hash::FxHashSet;

const SECOND: i128 = 1_000_000_000;

/// The formats that are tried by default.
const DEFAULTS: [&str; 8] =
    ["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

/// Returns the default text, `days-hours:minutes:seconds.fraction`.
pub fn text(nanos: i128) -> String {
    text_of(nanos, false)
}

/// Returns the text of a type's bound: one given as a float keeps its trailing zeros.
pub(crate) fn text_of(nanos: i128, float: bool) -> String {
    let sign = if nanos < 0 { "-" } else { "" };
    let n = nanos.unsigned_abs();
    let seconds = n / 1_000_000_000;
    let fraction = (n % 1_000_000_000).to_string();
    let fraction = if float { &fraction } else { fraction.trim_end_matches('0') };
    let fraction = if fraction.is_empty() { "0" } else { fraction };
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    format!("{sign}{days}-{hours:02}:{:02}:{:02}.{fraction}", seconds / 60 % 60, seconds % 60)
}

/// How many of a field the field before it holds, from days to nanoseconds.
const FACTORS: [i128; 7] = [1, 24, 60, 60, 1000, 1000, 1000];

/// Creates a span from its fields: days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds.
pub fn from_fields(negative: bool, fields: [i128; 7]) -> Option<i128> {
    let total = fields
        .into_iter()
        .zip(FACTORS)
        .try_fold(0i128, |total, (field, factor)| total.checked_mul(factor)?.checked_add(field))?;
    Some(if negative { -total } else { total })
}

/// Creates a span from fields of which some are not whole, such as 1.5 days; fractions of a nanosecond are cut off.
pub fn from_float_fields(negative: bool, fields: [f64; 7]) -> Option<i128> {
    let total = fields.into_iter().zip(FACTORS).fold(0.0, |total, (field, factor)| total * factor as f64 + field);
    // Beyond this no 64-bit count of seconds holds it.
    (total.abs() < 9.2e27).then_some(if negative { -total as i128 } else { total as i128 })
}

/// Returns the fields of a span as a hash, without those that are 0 (or as seconds and nanoseconds when
/// `compact`).
pub fn to_hash(nanos: i128, compact: bool) -> Hash {
    let magnitude = nanos.abs();
    let (seconds, fraction) = (magnitude / SECOND, magnitude % SECOND);
    let int = |n: i128| i64::try_from(n).map_or(Value::Undef, Value::Int);
    let mut hash = Hash::new();
    if compact {
        let sign = if nanos < 0 { -1 } else { 1 };
        hash.insert(Value::str("seconds"), int(sign * seconds));
        if fraction != 0 {
            hash.insert(Value::str("nanoseconds"), int(sign * fraction));
        }
        return hash;
    }
    let fields = [
        ("days", seconds / 86_400),
        ("hours", seconds / 3600 % 24),
        ("minutes", seconds / 60 % 60),
        ("seconds", seconds % 60),
        ("nanoseconds", fraction % 1000),
        ("microseconds", fraction / 1000 % 1000),
        ("milliseconds", fraction / 1_000_000),
    ];
    for (name, field) in fields.into_iter().filter(|(_, field)| *field != 0) {
        hash.insert(Value::str(name), int(field));
    }
    if nanos < 0 {
        hash.insert(Value::str("negative"), Value::bool(true));
    }
    hash
}

/// The padding of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pad {
    Zero,
    Blank,
    Nothing,
}

/// A part of a format.
#[derive(Debug)]
enum Segment {
    Literal(String),
    Field { unit: Unit, pad: Pad, width: Option<usize>, total: bool },
}

/// The unit of a field, the smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanos,
    Millis,
    Seconds,
    Minutes,
    Hours,
    Days,
}

impl Unit {
    fn of(c: char) -> Option<Unit> {
        Some(match c {
            'D' => Unit::Days,
            'H' => Unit::Hours,
            'M' => Unit::Minutes,
            'S' => Unit::Seconds,
            'L' => Unit::Millis,
            'N' => Unit::Nanos,
            _ => return None,
        })
    }

    /// Returns the unit's length in nanoseconds.
    fn length(self) -> i128 {
        match self {
            Unit::Days => 86_400 * SECOND,
            Unit::Hours => 3600 * SECOND,
            Unit::Minutes => 60 * SECOND,
            Unit::Seconds => SECOND,
            Unit::Millis => 1_000_000,
            Unit::Nanos => 1,
        }
    }

    /// Returns how many of this unit make up the next one.
    fn limit(self) -> i128 {
        match self {
            Unit::Days => i128::MAX,
            Unit::Hours => 24,
            Unit::Minutes | Unit::Seconds => 60,
            Unit::Millis => 1000,
            Unit::Nanos => SECOND,
        }
    }

    fn default_width(self) -> usize {
        match self {
            Unit::Days => 1,
            Unit::Hours | Unit::Minutes | Unit::Seconds => 2,
            Unit::Millis => 3,
            Unit::Nanos => 9,
        }
    }

    fn is_fraction(self) -> bool {
        self <= Unit::Millis
    }
}

/// Parses a format.
fn segments(format: &str) -> Result<Vec<Segment>> {
    let bad = || ValueError::new(Topic::DateAndTime, format!("'{format}' is not a Timespan format"));
    let mut segments: Vec<Segment> = Vec::new();
    let mut chars = format.chars();
    while let Some(c) = chars.next() {
        if c != '%' {
            push_literal(&mut segments, c);
            continue;
        }
        let (mut pad, mut width, mut first) = (Pad::Zero, None::<usize>, true);
        loop {
            let c = chars.next().ok_or_else(bad)?;
            if let Some(unit) = Unit::of(c) {
                segments.push(Segment::Field { unit, pad, width, total: false });
                break;
            }
            match c {
                '%' => {
                    push_literal(&mut segments, c);
                    break;
                }
                '-' if first => pad = Pad::Nothing,
                '_' if first => pad = Pad::Blank,
                '0' if first => pad = Pad::Zero,
                '0'..='9' => {
                    let digit = c as usize - '0' as usize;
                    width = Some(width.unwrap_or(0) * 10 + digit).filter(|width| *width < 1000);
                }
                _ => return Err(bad()),
            }
            first = false;
        }
    }
    mark_total(&mut segments);
    Ok(segments)
}

fn push_literal(segments: &mut Vec<Segment>, c: char) {
    match segments.last_mut() {
        Some(Segment::Literal(text)) => text.push(c),
        _ => segments.push(Segment::Literal(c.to_string())),
    }
}

/// Marks the first field of the largest unit: it holds the total.
fn mark_total(segments: &mut [Segment]) {
    let unit_of = |segment: &Segment| match segment {
        Segment::Field { unit, .. } => Some(*unit),
        Segment::Literal(_) => None,
    };
    let highest = segments.iter().filter_map(unit_of).max();
    if let Some(Segment::Field { total, .. }) =
        segments.iter_mut().find(|segment| highest.is_some() && unit_of(segment) == highest)
    {
        *total = true;
    }
}

/// Formats a span (`%D %H %M %S %L %N`, with `-`, `_` or `0` and a width).
pub fn format(nanos: i128, format: &str) -> Result<String> {
    let mut out = String::from(if nanos < 0 { "-" } else { "" });
    for segment in segments(format)? {
        match segment {
            Segment::Literal(text) => out.push_str(&text),
            Segment::Field { unit, pad, width, total } => {
                let number = field_value(nanos.abs(), unit, width, total);
                out.push_str(&field_text(number, unit, pad, width, total));
            }
        }
    }
    Ok(out)
}

fn field_value(nanos: i128, unit: Unit, width: Option<usize>, total: bool) -> i128 {
    if unit == Unit::Nanos
        && let Some(width @ 0..9) = width
    {
        // `%6N` is microseconds.
        let number = nanos / 10i128.pow(9 - width as u32);
        return if total { number } else { number % 10i128.pow(width as u32) };
    }
    let number = nanos / unit.length();
    if total { number } else { number % unit.limit() }
}

fn field_text(number: i128, unit: Unit, pad: Pad, width: Option<usize>, total: bool) -> String {
    let wide = width.unwrap_or(unit.default_width());
    if unit.is_fraction() {
        let mut digits = number.to_string();
        if !total && pad != Pad::Zero {
            digits.truncate(digits.trim_end_matches('0').len().max(1));
        }
        return if pad == Pad::Nothing { digits } else { format!("{digits:<wide$}") };
    }
    match pad {
        Pad::Nothing => number.to_string(),
        Pad::Blank => format!("{number:>wide$}"),
        Pad::Zero => format!("{number:0>wide$}"),
    }
}

/// Parses a span by the default formats.
pub fn parse(text: &str) -> Result<i128> {
    parse_any(text, DEFAULTS.iter().copied())
}

/// Parses a span by the first format that matches.
pub fn parse_any<'a>(text: &str, formats: impl IntoIterator<Item = &'a str>) -> Result<i128> {
    for format in formats {
        let segments = segments(format)?;
        if let Some(nanos) = read(text, &segments) {
            return Ok(nanos);
        }
    }
    Err(ValueError::new(Topic::DateAndTime, format!("'{text}' does not match a Timespan format")))
}

fn read(text: &str, segments: &[Segment]) -> Option<i128> {
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let total = SegmentReader::default().read(rest, segments)?;
    Some(if negative { -total } else { total })
}

/// Parses segments with backtracking: a field takes as many digits as possible, fewer when the rest would not match.
#[derive(Default)]
struct SegmentReader {
    /// How many segments and bytes remained where nothing matched. Without it the time would double with each field.
    failed: FxHashSet<(usize, usize)>,
}

impl SegmentReader {
    fn read(&mut self, text: &str, segments: &[Segment]) -> Option<i128> {
        let Some((segment, rest)) = segments.split_first() else { return text.is_empty().then_some(0) };
        let remaining = (segments.len(), text.len());
        if self.failed.contains(&remaining) {
            return None;
        }
        let found = match segment {
            Segment::Literal(literal) => self.read(text.strip_prefix(literal.as_str())?, rest),
            Segment::Field { unit, pad, width, total } => self.field(text, rest, (*unit, *pad, *width, *total)),
        };
        if found.is_none() {
            self.failed.insert(remaining);
        }
        found
    }

    fn field(
        &mut self,
        text: &str,
        rest: &[Segment],
        (unit, pad, width, total): (Unit, Pad, Option<usize>, bool),
    ) -> Option<i128> {
        let most = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit() || is_space_of(pad, c)).len();
        let (least, limit) = match (width, pad) {
            (None, _) if total => (1, usize::MAX),
            (None, _) => (1, unit.default_width()),
            (Some(width), Pad::Nothing) => (1, width),
            (Some(width), _) => (width, width),
        };
        // Digits follow the spaces, and end at the next one.
        let spaces = most - text[..most].trim_start().len();
        let most = text[spaces..most].find(|c: char| !c.is_ascii_digit()).map_or(most, |digits| spaces + digits);
        for length in (least.max(spaces + 1)..=most.min(limit)).rev() {
            if let Some(more) = self.read(&text[length..], rest)
                && let Some(own) = field_nanos(&text[spaces..length], unit, total)
            {
                return own.checked_add(more);
            }
        }
        None
    }
}

fn is_space_of(pad: Pad, c: char) -> bool {
    pad == Pad::Blank && c.is_ascii_whitespace()
}

/// Returns a field in nanoseconds. The digits of a fraction count from the point; without seconds they have
/// no effect.
fn field_nanos(digits: &str, unit: Unit, total: bool) -> Option<i128> {
    let number: i128 = digits.parse().ok()?;
    if !unit.is_fraction() {
        return number.checked_mul(unit.length());
    }
    if total {
        return None;
    }
    match 9usize.checked_sub(digits.len()) {
        Some(missing) => Some(number * 10i128.pow(missing as u32)),
        None => Some(number),
    }
}
