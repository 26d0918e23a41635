//! Resolves plain scalars as Psych does: `null`, booleans, numbers of base 2, 8, 10, 16 and 60, and symbols. Dates and
//! times are rejected, as in the safe mode. Any other scalar is a string.

use std::sync::LazyLock;

use num_bigint::BigInt;
use regex::Regex;

use puppet_pcore::{Value, days_of_month};

/// The value of a scalar.
#[derive(Debug)]
pub(super) enum Scalar {
    Value(Value),
    /// A Ruby symbol.
    Symbol(String),
}

/// The reason why a scalar has no value: the message and the help.
pub(super) struct NotAScalar(pub(super) String, pub(super) &'static str);

/// The patterns that Psych distinguishes.
struct Shapes {
    not_a_word: Regex,
    null: Regex,
    yes: Regex,
    no: Regex,
    time: Regex,
    date: Regex,
    sexagesimal: Regex,
    sexagesimal_float: Regex,
    float: Regex,
    point_at_end: Regex,
    integer: Regex,
}

static SHAPES: LazyLock<Shapes> = LazyLock::new(|| {
    let regex = |text: &str| Regex::new(text).expect("a constant pattern");
    Shapes {
        not_a_word: regex(r"(?mi)^[^ytonf~]"),
        null: regex(r"(?mi)^null$"),
        yes: regex(r"(?mi)^(yes|true|on)$"),
        no: regex(r"(?mi)^(no|false|off)$"),
        time: regex(
            r"^-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|\s+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\.[0-9]*)?(\s*(Z|[-+][0-9]{1,2}:?([0-9]{2})?))?$",
        ),
        date: regex(r"^[0-9]{4}-(1[012]|0[0-9]|[0-9])-([12][0-9]|3[01]|0[0-9]|[0-9])$"),
        sexagesimal: regex(r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}$"),
        sexagesimal_float: regex(r"^[-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}\.[0-9_]*$"),
        float: regex(r"^[-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)?$"),
        point_at_end: regex(r"\.([Ee]|$)"),
        integer: regex(r"^([-+]?0b[01_,]+|[-+]?0[0-7_,]+|[-+]?(0|[1-9]([0-9]|,[0-9]|_[0-9])*)|[-+]?0x[0-9a-fA-F_,]+)$"),
    }
});

pub(super) const QUOTE_IT: &str = "put it in quotes to make it a string";

/// Resolves a plain scalar.
pub(super) fn resolve(text: &str) -> Result<Scalar, NotAScalar> {
    let value = |value: Value| Ok(Scalar::Value(value));
    if text.is_empty() {
        return value(Value::Undef);
    }
    if text.contains('\n') || begins_as_word(text) {
        return value(word(text));
    }
    let shapes = &*SHAPES;
    if shapes.time.is_match(text) {
        return Err(NotAScalar(format!("`{text}` is a timestamp in YAML, which Puppet does not read"), QUOTE_IT));
    }
    if shapes.date.is_match(text) {
        return Err(NotAScalar(format!("`{text}` is a date to YAML, which Puppet does not read"), QUOTE_IT));
    }
    if let Some(special) = special_float(text) {
        return value(Value::float(special));
    }
    if text.starts_with(':') && text.chars().nth(1).is_some() {
        return Ok(Scalar::Symbol(symbol(text)));
    }
    if shapes.sexagesimal.is_match(text) {
        return value(sexagesimal(text));
    }
    if shapes.sexagesimal_float.is_match(text) {
        return value(Value::float(sexagesimal_float(text)));
    }
    if shapes.float.is_match(text) {
        return value(float(text));
    }
    if shapes.integer.is_match(text) {
        return integer(text).map(Scalar::Value);
    }
    value(Value::str(text))
}

/// Returns whether a plain scalar with this text is a string, to the writer of YAML: a date must exist.
pub fn is_string(text: &str) -> bool {
    match resolve(text) {
        Ok(Scalar::Value(value)) => matches!(value, Value::Str(_)),
        Ok(Scalar::Symbol(_)) => false,
        Err(_) => is_of_no_day(text),
    }
}

/// Returns whether the text has the form of a date or time, but names no day or time. (A scalar that only begins like a
/// number is an error to Ruby.)
fn is_of_no_day(text: &str) -> bool {
    let shapes = &*SHAPES;
    let mut numbers = text.trim_start_matches('-').split(|c: char| !c.is_ascii_digit());
    let mut next = || numbers.next().and_then(|part| part.parse::<i128>().ok()).unwrap_or_default();
    let (year, month, day, hour, minute, second) = (next(), next(), next(), next(), next(), next());
    if shapes.time.is_match(text) {
        // Ruby continues into the next month after day 28 to 30, and into the next day at 24:00.
        let is_day = (1..=12).contains(&month) && (1..=31).contains(&day);
        let is_time = hour < 24 && minute < 60 && second <= 60 || hour == 24 && minute == 0 && second == 0;
        return !(is_day && is_time);
    }
    shapes.date.is_match(text) && !(1..=days_of_month(year, month)).contains(&day)
}

/// Returns whether the scalar starts with a letter or a mark, after at most one other character: no number does.
fn begins_as_word(text: &str) -> bool {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return false };
    in_words(first) || !matches!(first, '0'..='9' | '.' | ':' | '-') && chars.next().is_some_and(in_words)
}

fn in_words(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | ' ' | '\t'..='\r') || "!@#$%^&*(){}<>|/\\~;=".contains(c)
}

fn word(text: &str) -> Value {
    let shapes = &*SHAPES;
    if text.chars().count() > 5 || shapes.not_a_word.is_match(text) {
        Value::str(text)
    } else if text == "~" || shapes.null.is_match(text) {
        Value::Undef
    } else if shapes.yes.is_match(text) {
        Value::bool(true)
    } else if shapes.no.is_match(text) {
        Value::bool(false)
    } else {
        Value::str(text)
    }
}

fn special_float(text: &str) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        ".inf" | "+.inf" => Some(f64::INFINITY),
        "-.inf" => Some(f64::NEG_INFINITY),
        ".nan" => Some(f64::NAN),
        _ => None,
    }
}

/// Returns the name of `:name` or `:"a name"`.
fn symbol(text: &str) -> String {
    let rest = &text[1..];
    for quote in ['"', '\''] {
        if let Some(end) = rest.strip_prefix(quote).and_then(|inner| inner.rfind(quote)) {
            let inner = &rest[1..=end];
            return inner.strip_prefix(':').unwrap_or(inner).to_owned();
        }
    }
    rest.to_owned()
}

/// Parses hours, minutes and seconds; two parts are hours and minutes.
fn sexagesimal(text: &str) -> Value {
    let parts = text.split(':').zip([3600u32, 60, 1]);
    Value::int(puppet_pcore::Int::from(parts.map(|(part, factor)| leading_integer(part) * factor).sum::<BigInt>()))
}

fn sexagesimal_float(text: &str) -> f64 {
    text.split(':').zip([3600.0, 60.0, 1.0]).map(|(part, factor)| leading_float(part) * factor).sum()
}

/// Returns the leading digits, omitting single underscores between them.
fn leading_digits(text: &str) -> String {
    let mut digits = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '-' | '+' if digits.is_empty() => digits.push(c),
            '0'..='9' => digits.push(c),
            '_' if digits.ends_with(|c: char| c.is_ascii_digit()) && chars.peek().is_some_and(char::is_ascii_digit) => {
            }
            _ => break,
        }
    }
    digits
}

fn leading_integer(text: &str) -> BigInt {
    leading_digits(text).parse().unwrap_or_default()
}

fn leading_float(text: &str) -> f64 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let whole = leading_digits(whole);
    let fraction = leading_digits(fraction);
    format!("{whole}.{fraction}0").parse().unwrap_or_default()
}

fn float(text: &str) -> Value {
    if matches!(text.trim_start_matches(['-', '+']), ".") {
        return Value::str(text);
    }
    let plain = text.replace([',', '_'], "");
    let plain = SHAPES.point_at_end.replace(&plain, "$1");
    plain.parse().map_or_else(|_| Value::str(text), Value::float)
}

fn integer(text: &str) -> Result<Value, NotAScalar> {
    let plain = text.replace([',', '_'], "");
    let digits = plain.trim_start_matches(['-', '+']);
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'b', ..] => (2, &digits[2..]),
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    let Some(number) = BigInt::parse_bytes(digits.as_bytes(), radix) else {
        return Err(NotAScalar(format!("`{text}` is not a number, though it begins like one"), QUOTE_IT));
    };
    Ok(Value::int(puppet_pcore::Int::from(if plain.starts_with('-') { -number } else { number })))
}

/// Converts a scalar with the tag `!!float` to a number.
pub(super) fn as_float(text: &str) -> Result<Value, NotAScalar> {
    let number = match resolve(text)? {
        Scalar::Value(Value::Int(i)) => Some(i as f64),
        Scalar::Value(Value::Float(f)) => Some(f.get()),
        Scalar::Value(Value::Str(s)) => s.text.parse().ok(),
        _ => None,
    };
    number.map(Value::float).ok_or_else(|| NotAScalar(format!("`{text}` is not a float"), "remove the tag `!!float`"))
}
