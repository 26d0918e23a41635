//! The times of cron jobs: numbers, names, ranges and steps.

use puppet_pcore::Value;
use puppet_pcore::strptime::{self, DAYS};

use super::Shape;
use super::shape::text_of;

/// The numbers that a field takes, and the names for some of them.
struct Field {
    from: u32,
    to: u32,
    names: &'static [&'static str],
}

const fn field(says: &'static str, holds: fn(&Value) -> bool, lenient: fn(&Value) -> bool) -> Shape {
    Shape { says, holds, lenient }
}

static MINUTES: Field = Field { from: 0, to: 59, names: &[] };
static HOURS: Field = Field { from: 0, to: 23, names: &[] };
static MONTHDAYS: Field = Field { from: 1, to: 31, names: &[] };
static WEEKDAYS: Field = Field { from: 0, to: 7, names: &DAYS };
static MONTHS: Field = Field { from: 1, to: 12, names: &strptime::MONTHS };

pub(super) static MINUTE: Shape = field("0 to 59, '*', a range '0-30' or a step '*/5'", |v| MINUTES.holds(v), is_range);
pub(super) static HOUR: Shape = field("0 to 23, '*', a range '8-17' or a step '*/2'", |v| HOURS.holds(v), is_range);
pub(super) static MONTHDAY: Shape =
    field("1 to 31, '*', a range '1-7' or a step '*/2'", |v| MONTHDAYS.holds(v), is_range);
pub(super) static WEEKDAY: Shape =
    field("0 to 7, the name of a day, '*', a range '1-5' or a step '*/2'", |v| WEEKDAYS.holds(v), is_range);
pub(super) static MONTH: Shape =
    field("1 to 12, the name of a month, '*', a range '1-6' or a step '*/3'", |v| MONTHS.holds(v), is_range);

/// A range or a step as written: `8-17`, `*/5`, `8-17/2`.
struct RangeLiteral {
    /// `None` for `*`.
    bounds: Option<(u32, u32)>,
    step: Option<u32>,
}

/// Reads a range or a step; `None` for another text.
fn range_of(text: &str) -> Option<RangeLiteral> {
    let (range, step) = match text.split_once('/') {
        Some((range, step)) => (range, Some(number(step)?)),
        None => (text, None),
    };
    if range == "*" {
        return step.map(|step| RangeLiteral { bounds: None, step: Some(step) });
    }
    let (from, to) = range.split_once('-')?;
    Some(RangeLiteral { bounds: Some((number(from)?, number(to)?)), step })
}

/// Returns a number of digits alone; the largest for one that is too large.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Returns whether Puppet accepts a range or a step: it does not compare them with the field.
fn is_range(value: &Value) -> bool {
    text_of(value).is_some_and(|text| range_of(&text).is_some())
}

impl Field {
    fn holds(&self, value: &Value) -> bool {
        let Some(text) = text_of(value).filter(|_| matches!(value, Value::Str(_) | Value::Int(_))) else {
            return false;
        };
        if matches!(&*text, "*" | "absent") {
            return true;
        }
        if let Some(RangeLiteral { bounds, step }) = range_of(&text) {
            let is_inside = bounds.is_none_or(|(from, to)| from <= to && self.has(from) && self.has(to));
            return is_inside && step.is_none_or(|step| (1..=self.to).contains(&step));
        }
        number(&text).map_or_else(|| self.is_name(&text), |number| self.has(number))
    }

    fn has(&self, number: u32) -> bool {
        (self.from..=self.to).contains(&number)
    }

    /// Returns whether a word is one of the names, or its first three letters.
    fn is_name(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        self.names.iter().any(|name| *name == word || word.len() == 3 && name.starts_with(&word))
    }
}
