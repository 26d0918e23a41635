//! Numbers by directive, flags, width and precision, as C and Ruby format them.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed};
use pprepl_text::Topic;

use super::float_rounding::{fixed as rounded_fixed, scientific};
use super::{Int, Result, Value, ValueError};

/// The flags, width and precision of a directive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    /// `' '`: a space instead of the plus
    pub space: bool,
    /// `#`
    pub alternate: bool,
    /// `+`
    pub plus: bool,
    /// `-`: left-aligned
    pub minus: bool,
    /// `0`
    pub zero: bool,
    /// The minimum width in characters.
    pub width: Option<usize>,
    /// The digits after the point, the total digits, or the maximum number of characters.
    pub precision: Option<usize>,
}

impl Spec {
    /// Sets a width given as an argument: a negative one aligns to the left.
    pub fn set_width(&mut self, width: i64) {
        self.minus |= width < 0;
        self.width = usize::try_from(width.unsigned_abs()).ok();
    }
}

/// Pads with spaces to the width.
pub fn pad(text: &str, spec: &Spec) -> String {
    let missing = spec.width.unwrap_or(0).saturating_sub(text.chars().count());
    let blanks = " ".repeat(missing);
    if spec.minus { format!("{text}{blanks}") } else { format!("{blanks}{text}") }
}

fn sign_text(spec: &Spec, negative: bool) -> &'static str {
    match (negative, spec.plus, spec.space) {
        (true, ..) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    }
}

/// Joins sign, prefix and digits, padded with zeros or spaces.
pub(crate) fn signed_and_padded(spec: &Spec, negative: bool, prefix: &str, digits: &str) -> String {
    let sign = sign_text(spec, negative);
    let length = sign.len() + prefix.len() + digits.len();
    let missing = spec.width.unwrap_or(0).saturating_sub(length);
    if spec.zero && !spec.minus {
        return format!("{sign}{prefix}{}{digits}", "0".repeat(missing));
    }
    pad(&format!("{sign}{prefix}{digits}"), spec)
}

/// Converts a value to an integer for `%d`: floats are truncated, strings parsed strictly.
pub fn to_integer(value: &Value) -> Result<Int> {
    match value {
        Value::Int(i) => Ok(Int::Small(*i)),
        Value::Big(b) => Ok(Int::Big(b.clone())),
        Value::Float(f) => float_to_integer(f.get().trunc()),
        Value::Str(text) => super::integer_text::parse(&text.text, None)?.ok_or_else(|| {
            ValueError::new(Topic::StringFormat, format!("{} is not an integer", super::display(value)))
        }),
        Value::Timespan(nanos) | Value::Timestamp(nanos) => {
            Ok(Int::from(BigInt::from(nanos.div_euclid(super::number_order::NANOS))))
        }
        _ => Err(ValueError::new(Topic::StringFormat, format!("{} is not an integer", super::operators::kind(value)))),
    }
}

/// Converts a float to an integer, without its fraction.
pub fn float_to_integer(float: f64) -> Result<Int> {
    match BigInt::from_f64(float) {
        Some(big) => Ok(Int::from(big)),
        None => Err(ValueError::new(Topic::StringFormat, format!("{} is not an integer", super::float_text(float)))),
    }
}

/// Converts a value to a float for `%f` and similar directives.
pub fn to_float(value: &Value) -> Result<f64> {
    match value {
        Value::Float(f) => Ok(f.get()),
        Value::Int(_) | Value::Big(_) => Ok(value.as_int().map_or(f64::NAN, |int| int.to_f64())),
        Value::Timespan(nanos) | Value::Timestamp(nanos) => Ok(**nanos as f64 / super::number_order::NANOS as f64),
        Value::Str(text) => super::float_parse::parse(&text.text)
            .ok_or_else(|| ValueError::new(Topic::StringFormat, format!("{} is not a float", super::display(value)))),
        _ => Err(ValueError::new(Topic::StringFormat, format!("{} is not a float", super::operators::kind(value)))),
    }
}

/// Formats `%d %x %X %o %b %B`. Negative numbers in other bases than 10 show two's complement (`..f01`)
/// unless a sign flag is set.
pub fn format_integer(spec: &Spec, directive: char, int: &Int) -> String {
    let base = match directive {
        'x' | 'X' => 16,
        'o' => 8,
        'b' | 'B' => 2,
        _ => 10,
    };
    let big = int.to_big();
    let signed = base == 10 || spec.plus || spec.space;
    let complement = !signed && big.is_negative();
    let mut digits = match base {
        _ if complement => twos_complement(&big, base),
        10 => super::decimal::decimal(&big.abs()),
        _ => big.magnitude().to_str_radix(base),
    };
    if directive == 'X' {
        digits.make_ascii_uppercase();
    }
    let sign = if signed { sign_text(spec, big.is_negative()) } else { "" };
    Layout { spec, directive, base, complement, sign, digits }.write()
}

/// Returns the digits of a negative number in two's complement, with one digit of the infinite sign in front.
fn twos_complement(big: &BigInt, base: u32) -> String {
    let digit_bits = u64::from(base.ilog2());
    let count = (big.abs() - 1u32).bits().div_ceil(digit_bits) + 1;
    ((BigInt::from(1) << (count * digit_bits)) + big).to_str_radix(base)
}

/// An integer with the layout of its text.
struct Layout<'a> {
    spec: &'a Spec,
    directive: char,
    base: u32,
    complement: bool,
    sign: &'static str,
    digits: String,
}

impl Layout<'_> {
    fn prefix(&self) -> &'static str {
        match self.directive {
            'o' => "0",
            'x' => "0x",
            'X' => "0X",
            'b' => "0b",
            'B' => "0B",
            _ => "",
        }
    }

    fn write(mut self) -> String {
        let spec = self.spec;
        let zero = self.digits == "0";
        let mut precision = spec.precision.map_or(-1, |precision| precision as i64);
        let mut width = spec.width.map_or(0, |width| width as i64) - self.sign.len() as i64;
        if self.complement {
            precision -= 2;
            width -= 2;
        }
        let mut prefix = if spec.alternate { self.prefix() } else { "" };
        if prefix == "0" {
            if self.complement {
                prefix = "";
            } else if zero {
                self.digits.clear();
                precision -= i64::from(spec.precision.is_some());
            } else if spec.precision.is_some() && precision > self.digits.len() as i64 {
                prefix = "";
            }
        } else if zero {
            prefix = "";
        }
        width -= prefix.len() as i64;
        if spec.zero && !spec.minus && spec.precision.is_none() {
            precision = width;
            width = 0;
        } else {
            if precision < self.digits.len() as i64 {
                if prefix.is_empty() && precision == 0 && self.digits == "0" {
                    self.digits.clear();
                }
                precision = self.digits.len() as i64;
            }
            width -= precision;
        }
        self.assemble(prefix, precision, width)
    }

    fn assemble(&self, prefix: &str, precision: i64, width: i64) -> String {
        let blanks = " ".repeat(usize::try_from(width).unwrap_or(0));
        let missing = usize::try_from(precision - self.digits.len() as i64).unwrap_or(0);
        let fill = if self.complement { self.sign_digit() } else { "0" };
        let dots = if self.complement { ".." } else { "" };
        let number = format!("{}{prefix}{dots}{}{}", self.sign, fill.repeat(missing), self.digits);
        if self.spec.minus { format!("{number}{blanks}") } else { format!("{blanks}{number}") }
    }

    fn sign_digit(&self) -> &'static str {
        match (self.base, self.directive) {
            (16, 'X') => "F",
            (16, _) => "f",
            (8, _) => "7",
            _ => "1",
        }
    }
}

/// Formats `%f %e %E %g %G %a %A`.
pub fn format_float(spec: &Spec, directive: char, float: f64) -> String {
    if !float.is_finite() {
        let text = if float.is_nan() { "NaN" } else { "Inf" };
        return pad(&format!("{}{text}", sign_text(spec, float < 0.0)), spec);
    }
    let magnitude = float.abs();
    let (prefix, digits) = match directive.to_ascii_lowercase() {
        'f' => ("", fixed(magnitude, spec.precision.unwrap_or(6), spec.alternate)),
        'e' => ("", exponential(magnitude, spec.precision.unwrap_or(6), spec.alternate)),
        'g' => ("", general(magnitude, spec.precision.unwrap_or(6), spec.alternate)),
        _ => ("0x", hexadecimal(magnitude, spec.precision, spec.alternate)),
    };
    let text = signed_and_padded(spec, float.is_sign_negative(), prefix, &digits);
    if directive.is_ascii_uppercase() { text.to_ascii_uppercase() } else { text }
}

fn fixed(float: f64, precision: usize, point: bool) -> String {
    rounded_fixed(float, precision) + if point && precision == 0 { "." } else { "" }
}

fn with_exponent(mantissa: &str, exponent: i32) -> String {
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

fn exponential(float: f64, precision: usize, point: bool) -> String {
    let (mut mantissa, exponent) = scientific(float, precision);
    if point && precision == 0 {
        mantissa.push('.');
    }
    with_exponent(&mantissa, exponent)
}

/// Returns the shorter of the two forms, without trailing zeros.
fn general(float: f64, precision: usize, keep_zeros: bool) -> String {
    let precision = precision.max(1);
    let (mantissa, exponent) = scientific(float, precision - 1);
    if exponent < -4 || exponent >= precision as i32 {
        let mantissa = if keep_zeros { with_point(mantissa) } else { without_zeros(&mantissa) };
        return with_exponent(&mantissa, exponent);
    }
    let decimals = (precision as i32 - 1 - exponent).max(0) as usize;
    let text = rounded_fixed(float, decimals);
    if keep_zeros { with_point(text) } else { without_zeros(&text) }
}

fn with_point(text: String) -> String {
    if text.contains('.') { text } else { text + "." }
}

fn without_zeros(text: &str) -> String {
    if !text.contains('.') {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Formats `1.8p+1`, with the mantissa in hexadecimal.
fn hexadecimal(float: f64, precision: Option<usize>, point: bool) -> String {
    let bits = float.to_bits();
    let mut mantissa = bits & ((1 << 52) - 1);
    let biased = (bits >> 52 & 0x7ff) as i32;
    let mut exponent = biased - 1023;
    let mut first = 1u64;
    if biased == 0 {
        if mantissa == 0 {
            (first, exponent) = (0, 0);
        } else {
            // A subnormal number: its first digit is shifted to the front.
            let shift = mantissa.leading_zeros() - 11;
            mantissa = mantissa << shift & ((1 << 52) - 1);
            exponent = -1022 - shift as i32;
        }
    }
    let digits = match precision {
        Some(precision) if precision < 13 => {
            let (rounded, carry) = round_hex(first << 52 | mantissa, precision);
            // Rounded up to 2: the exponent grows by one.
            first = carry.min(1);
            exponent += i32::from(carry > 1);
            if precision == 0 { String::new() } else { format!("{rounded:0precision$x}") }
        }
        Some(precision) => format!("{mantissa:013x}{}", "0".repeat(precision - 13)),
        None => format!("{mantissa:013x}").trim_end_matches('0').to_owned(),
    };
    let dot = if digits.is_empty() && !point { "" } else { "." };
    format!("{first:x}{dot}{digits}p{}{}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// Rounds the mantissa (half to even) to `precision` hexadecimal digits; returns them and the digit before
/// the point.
fn round_hex(mantissa: u64, precision: usize) -> (u64, u64) {
    let dropped = (13 - precision) * 4;
    let half = 1u64 << (dropped - 1);
    let rest = mantissa & ((1 << dropped) - 1);
    let mut kept = mantissa >> dropped;
    if rest > half || rest == half && kept & 1 == 1 {
        kept += 1;
    }
    let fraction_bits = precision * 4;
    (kept & ((1u64 << fraction_bits) - 1), kept >> fraction_bits)
}
