//! Shapes of attribute values that keywords cannot list: paths, modes, ages, dates.

use std::borrow::Cow;

use puppet_pcore::{Value, distinct_leaves, interpolate};

pub(super) const SWITCH: &[&str] = &["true", "false", "yes", "no"];

/// The attribute values that are accepted in addition to keywords.
#[derive(Debug)]
pub struct Shape {
    /// The description, as the end of "it takes ..".
    pub says: &'static str,
    /// Whether a value has this shape.
    pub holds: fn(&Value) -> bool,
    /// Whether Puppet accepts a value without this shape, although it is probably a mistake.
    pub lenient: fn(&Value) -> bool,
}

const fn shape(says: &'static str, holds: fn(&Value) -> bool) -> Shape {
    Shape { says, holds, lenient: |_| false }
}

const fn questionable(says: &'static str, holds: fn(&Value) -> bool) -> Shape {
    Shape { says, holds, lenient: |value| !is_empty(value) }
}

pub(super) static ANYTHING: Shape = shape("any value", |_| true);
pub(super) static NOTHING: Shape = shape("no value: it can only be read", |_| false);
pub(super) static PATH: Shape = shape("an absolute path", |value| text_where(value, is_full_path));
pub(super) static PATHS: Shape =
    shape("an absolute path, or an Array of them", |value| every(value, |one| text_where(one, is_full_path)));
pub(super) static TEXTS: Shape =
    shape("a String, or an Array of Strings", |value| every(value, |one| one.as_str().is_some()));
pub(super) static LINK_TARGET: Shape =
    questionable("the absolute path of a link target", |value| text_where(value, is_full_path));
pub(super) static VERSION: Shape = questionable("a version", |value| {
    text_of(value).is_some_and(|text| text.contains(|c: char| c.is_ascii_digit() || "*<>=".contains(c)))
});
pub(super) static TEXT: Shape = shape("a String", |value| value.as_str().is_some());
pub(super) static FILLED: Shape = shape("a name or number", |value| {
    !matches!(value, Value::Bool(truth) if !truth.get()) && text_of(value).is_none_or(|text| !text.is_empty())
});
pub(super) static COMMAND: Shape = shape("a String, or an Array of program and arguments", is_command);
pub(super) static COMMANDS: Shape =
    shape("commands: a String, an Array of program and arguments, or an Array of these", |value| {
        every(value, is_command)
    });
pub(super) static WORD: Shape = shape("a String without spaces", |value| {
    text_of(value).is_some_and(|text| !text.is_empty() && !text.contains(char::is_whitespace))
});
pub(super) static NOT_EMPTY: Shape = shape("a path", |value| !is_empty(value));
pub(super) static CONTENT: Shape =
    shape("a String or Binary", |value| matches!(value, Value::Str(_) | Value::Binary(_)));
pub(super) static OTHERS: Shape = questionable("", is_empty);
pub(super) static ANY_CASE: Shape =
    shape("", |value| text_where(value, |text| SWITCH.contains(&text.to_lowercase().as_str())));
pub(super) static SPARED: Shape =
    shape("true, false or an integer", |value| matches!(value, Value::Bool(_)) || integer(value, false));
pub(super) static NUMBER: Shape = shape("an integer", |value| matches!(value, Value::Int(_)) || integer(value, false));
pub(super) static SETTINGS: Shape =
    shape("'NAME=value', or an Array of them", |value| every(value, |one| text_where(one, is_setting)));
pub(super) static UMASK: Shape = shape("an octal number as a String", |value| text_where(value, is_octal));
pub(super) static MODE: Shape = shape("a mode as a String: '0644' or 'u=rw,go=r'", |value| {
    text_where(value, |text| is_octal(text) || is_symbolic(text))
});
pub(super) static SECONDS: Shape = shape("a number of seconds", |value| match value {
    Value::Array(array) => array.items.first().is_some_and(is_number),
    other => is_number(other),
});
pub(super) static PAUSE: Shape =
    shape("a number of seconds, not negative", |value| number(value).is_some_and(|seconds| seconds >= 0.0));
pub(super) static TRIES: Shape = shape("a number from 1", |value| match value {
    Value::Str(text) => is_digits(&text.text) && number(value).is_some_and(|count| count >= 1.0),
    other => number(other).is_some_and(|count| count >= 1.0),
});
pub(super) static POSITIVE: Shape = shape("an integer from 1", |value| match value {
    Value::Str(text) => text.text.trim().parse::<i64>().is_ok_and(|count| count >= 1),
    other => number(other).is_some_and(|count| count >= 1.0),
});
pub(super) static COUNT: Shape = shape("an integer", |value| integer(value, false));
pub(super) static COUNT_OR_ALL: Shape =
    shape("an integer, or -1", |value| integer(value, false) || text_of(value).is_some_and(|text| text == "-1"));
pub(super) static SIGNED: Shape = shape("an integer", |value| integer(value, true));
pub(super) static BACKUP: Shape =
    shape("true, false, a suffix that starts with a dot, or a filebucket's name", |value| match value {
        Value::Array(array) => array.items.first().is_some_and(|first| matches!(first, Value::Str(_) | Value::Bool(_))),
        other => matches!(other, Value::Str(_) | Value::Bool(_)),
    });
pub(super) static PATTERNS: Shape = shape("a String or an Array of Strings", |value| {
    matches!(value, Value::Str(_) | Value::Array(_)) || matches!(value, Value::Bool(truth) if !truth.get())
});
pub(super) static SOURCE: Shape =
    shape("an absolute path or a URI (puppet, file, http, https), or an Array of them", |value| {
        every(value, |one| text_where(one, is_source))
    });
pub(super) static BUCKET_PATH: Shape = shape("an absolute path, or false", |value| match value {
    Value::Array(_) => false,
    Value::Str(text) => is_full_path(&text.text),
    _ => true,
});
pub(super) static GROUP_ID: Shape = shape("a number", |value| match value {
    Value::Str(text) => text.text.trim().parse::<i64>().is_ok(),
    _ => true,
});
pub(super) static USER_ID: Shape = Shape {
    says: "a number",
    holds: |value| match value {
        Value::Str(text) => text.text.parse::<i64>().is_ok(),
        other => matches!(other, Value::Int(_)),
    },
    lenient: is_no_broken_number,
};
pub(super) static NAME_OR_NUMBER: Shape = shape("a name or number", is_no_broken_number);
pub(super) static NO_COLON: Shape =
    shape("a String without ':'", |value| value.as_str().is_none_or(|text| !text.contains(':')));
pub(super) static NAMES: Shape = shape("names, as an Array", |value| {
    text_where(value, |text| !text.is_empty() && !text.contains(',') && !is_digits(text))
        || matches!(value, Value::Hash(_))
});
pub(super) static DATE: Shape = shape("a date as 'YYYY-MM-DD'", |value| text_where(value, is_date));
pub(super) static KEY_FILES: Shape = shape("absolute paths of key files", |value| {
    every(value, |one| text_where(one, |text| is_full_path(text) || text.starts_with("~/") || text.starts_with("%h/")))
});
pub(super) static USER_IDS: Shape = shape("numbers", |value| {
    distinct_leaves(value).all(|one| match one {
        Value::Str(text) => text.text.trim().parse::<i64>().is_ok(),
        other => matches!(other, Value::Int(_)),
    })
});
pub(super) static RANGE: Shape =
    shape("'HH:MM - HH:MM', or an Array of them", |value| every(value, |one| text_where(one, is_range)));
pub(super) static WEEKDAY: Shape =
    shape("days: names, three letters or 0 (Sunday) to 6", |value| every(value, is_weekday));
pub(super) static AGE: Shape = shape("a number with s, m, h, d or w", |value| has_unit(value, "smhdw"));
pub(super) static SIZE: Shape = shape("a number with b, k, m, g or t", |value| has_unit(value, "bkmgt"));
pub(super) static OPTIONS: Shape =
    shape("Strings or Hashes, as an Array", |value| every(value, |one| matches!(one, Value::Str(_) | Value::Hash(_))));

/// Returns a scalar value as the string that is compared with keywords.
pub(super) fn text_of(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::Str(text) => Some(Cow::Borrowed(&text.text)),
        Value::Int(_) | Value::Float(_) | Value::Bool(_) | Value::Big(_) => Some(Cow::Owned(interpolate(value))),
        _ => None,
    }
}

fn text_where(value: &Value, holds: impl Fn(&str) -> bool) -> bool {
    value.as_str().is_some_and(holds)
}

fn every(value: &Value, holds: impl Fn(&Value) -> bool) -> bool {
    match value {
        Value::Array(array) => array.items.iter().all(holds),
        other => holds(other),
    }
}

/// Returns whether `text` is an absolute path, on Unix or on Windows.
pub(super) fn is_full_path(text: &str) -> bool {
    let windows = || {
        let mut letters = text.chars();
        let drive = letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':');
        drive && letters.next().is_some_and(|c| c == '/' || c == '\\')
    };
    text.starts_with('/') || text.starts_with("\\\\") || windows()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn integer(value: &Value, signed: bool) -> bool {
    let Some(text) = text_of(value) else { return false };
    is_digits(text.strip_prefix('-').filter(|_| signed).unwrap_or(&text))
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(int) => Some(*int as f64),
        Value::Float(float) => Some(float.get()),
        Value::Str(text) => {
            let text = text.text.trim().replace('_', "");
            let begins = text.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit());
            let text = begins.then_some(text)?;
            text.strip_prefix("0x")
                .map_or_else(|| text.parse().ok(), |hex| i64::from_str_radix(hex, 16).ok().map(|n| n as f64))
        }
        _ => None,
    }
}

fn is_number(value: &Value) -> bool {
    number(value).is_some()
}

/// Returns whether `text` has one to four octal digits, with an optional zero before them.
fn is_octal(text: &str) -> bool {
    let octal = |digits: &str| (1..=4).contains(&digits.len()) && digits.bytes().all(|b| (b'0'..=b'7').contains(&b));
    octal(text) || text.strip_prefix('0').is_some_and(octal)
}

/// Returns whether `text` is like `u=rw,go=r`: classes, then at least one operator with permissions.
fn is_symbolic(text: &str) -> bool {
    text.split(',').all(|part| {
        let rest = part.trim_start_matches(['u', 'g', 'o', 'a']);
        rest.starts_with(['+', '-', '=']) && rest.chars().all(|c| "+-=rwxXstugo".contains(c))
    })
}

fn is_empty(value: &Value) -> bool {
    value.as_str().is_some_and(str::is_empty)
}

/// Returns whether a value is a command: a string, or an array of strings.
fn is_command(value: &Value) -> bool {
    match value {
        Value::Array(array) => array.items.first().is_some_and(|program| program.as_str().is_some()),
        other => other.as_str().is_some(),
    }
}

/// Returns false for a string of digits and dashes that is not a valid number.
fn is_no_broken_number(value: &Value) -> bool {
    let numeric = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '-');
    !text_where(value, |text| numeric(text) && text.parse::<i64>().is_err())
}

fn is_setting(text: &str) -> bool {
    let name =
        |at: usize| text.get(..at).is_some_and(|name| name.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_'));
    text.match_indices('=').any(|(at, _)| name(at))
}

fn is_source(text: &str) -> bool {
    let scheme = |scheme: &str| text.strip_prefix(scheme).is_some_and(|rest| rest.starts_with(":/"));
    is_full_path(text) || ["puppet", "file", "http", "https"].into_iter().any(scheme)
}

fn is_date(text: &str) -> bool {
    let lengths = text.split('-').map(|part| if is_digits(part) { part.len() } else { 0 });
    lengths.eq([4, 2, 2])
}

/// Returns whether `text` is like `2 - 4` or `22:30 - 05:00:00`: hours up to 23, minutes up to 59.
fn is_range(text: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    // Only the leading digits of a part count.
    let number = |part: &str| {
        let digits: String = part.chars().take_while(|c| c.is_ascii_digit()).collect();
        digits.parse::<u32>().unwrap_or(0)
    };
    let time = |part: &str| {
        let mut parts = part.trim().split(':').map(number);
        parts.next().is_some_and(|hour| hour <= 23) && parts.next().is_none_or(|minute| minute <= 59)
    };
    let beside = |from: &str, to: &str| from.trim_end().ends_with(digit) && to.trim_start().starts_with(digit);
    text.split_once('-').is_some_and(|(from, to)| beside(from, to) && time(from) && time(to))
}

const DAYS: &[&str] = &["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/// Accepted short forms of days, in addition to three letters.
const SHORTER: &[&str] = &["tues", "wednes", "thurs", "satur"];

fn is_weekday(value: &Value) -> bool {
    match value {
        Value::Int(day) => (0..=6).contains(day),
        Value::Str(text) => {
            let day = text.text.to_lowercase();
            let stem = day.strip_suffix("day").unwrap_or(&day);
            let three = stem.len() == 3 && DAYS.iter().any(|name| name.starts_with(stem));
            three || SHORTER.contains(&stem) || matches!(day.as_bytes(), [b'0'..=b'6'])
        }
        _ => false,
    }
}

/// Returns whether a value is a number followed by a word whose first letter is a unit.
fn has_unit(value: &Value, units: &str) -> bool {
    let Value::Str(text) = value else { return false };
    let unit = text.text.trim_start_matches(|c: char| c.is_ascii_digit());
    let word = unit.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let first = unit.chars().next().map(|c| c.to_ascii_lowercase());
    // With digits alone, the last digit would be the unit.
    let digits = text.text.len() - unit.len();
    (digits > 1 && !unit.is_empty() || digits == 1) && word && first.is_none_or(|first| units.contains(first))
}
