//! Ruby's rounding of a float to a number of digits. It computes the digits in floating point first. Where
//! the remainder is too close to a half for that precision, it rounds to the even digit: `2.675` with two
//! decimals is `2.68`, although the float is a little below the half. With more than 14 digits, and with
//! none, the rounding is exact.

/// The maximum number of digits computed in floating point; more are computed exactly.
const MAX_QUICK_DIGITS: i32 = 14;

/// The powers of ten whose exponents are powers of two, from 16 on.
const BIG_TENS: [f64; 5] = [1e16, 1e32, 1e64, 1e128, 1e256];

/// Formats a nonnegative float with `precision` decimals.
pub fn fixed(float: f64, precision: usize) -> String {
    let exact = || format!("{float:.precision$}");
    let Some(exponent) = exponent_of(float) else { return exact() };
    let digits = i32::try_from(precision).unwrap_or(i32::MAX).saturating_add(1).saturating_add(exponent);
    match near_half(float, digits, exponent) {
        None => exact(),
        Some(digits) => {
            let digits = format!("{digits:0>width$}", width = precision + 1);
            let (whole, fraction) = digits.split_at(digits.len() - precision);
            if precision == 0 { whole.to_owned() } else { format!("{whole}.{fraction}") }
        }
    }
}

/// Returns the mantissa with `precision` decimals, and the exponent, of a nonnegative float.
pub fn scientific(float: f64, precision: usize) -> (String, i32) {
    let text = format!("{float:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exact = (mantissa.to_owned(), exponent.parse().unwrap_or(0));
    let Some(exponent) = exponent_of(float) else { return exact };
    let count = precision.saturating_add(1);
    match near_half(float, i32::try_from(count).unwrap_or(i32::MAX), exponent) {
        None => exact,
        Some(digits) => {
            // A carry through all nines adds a digit.
            let exponent = exponent + (digits.len() - count.min(digits.len())) as i32;
            let (first, rest) = digits.split_at(1);
            let rest = &rest[..precision.min(rest.len())];
            (if precision == 0 { first.to_owned() } else { format!("{first}.{rest}") }, exponent)
        }
    }
}

/// Returns the decimal exponent; `None` for zero.
fn exponent_of(float: f64) -> Option<i32> {
    if float == 0.0 { None } else { format!("{float:e}").split_once('e')?.1.parse().ok() }
}

/// Returns the rounded digits, when the remainder is indistinguishable from a half in floating point.
fn near_half(float: f64, count: i32, exponent: i32) -> Option<String> {
    if !(1..=MAX_QUICK_DIGITS).contains(&count) {
        return None;
    }
    let (mut rest, steps) = scaled(float, exponent);
    let mut doubt = (steps * rest + 7.0) * f64::EPSILON * 10f64.powi(count - 1);
    doubt = if doubt.is_finite() { doubt } else { return None };
    let mut digits = String::new();
    for _ in 0..count - 1 {
        take_digit(&mut rest, &mut digits);
        if rest == 0.0 {
            return None;
        }
        rest *= 10.0;
    }
    take_digit(&mut rest, &mut digits);
    ((rest - 0.5).abs() <= doubt).then(|| to_even(digits))
}

/// Returns the float scaled to between 1 and 10, and the number of rounding steps.
fn scaled(float: f64, exponent: i32) -> (f64, f64) {
    let mut steps = 2.0;
    let mut power = 10f64.powi((exponent.abs() & 0xf).min(15));
    let mut scaled = float;
    if exponent > 0 {
        let mut high = exponent >> 4;
        if high & 0x10 != 0 {
            high &= 0xf;
            scaled /= BIG_TENS[4];
            steps += 1.0;
        }
        for (bit, ten) in BIG_TENS.iter().enumerate() {
            if high >> bit & 1 == 1 {
                steps += 1.0;
                power *= ten;
            }
        }
        scaled /= power;
    } else if exponent < 0 {
        scaled *= power;
        for (bit, ten) in BIG_TENS.iter().enumerate() {
            if -exponent >> 4 >> bit & 1 == 1 {
                steps += 1.0;
                scaled *= ten;
            }
        }
    }
    (scaled, steps)
}

fn take_digit(rest: &mut f64, digits: &mut String) {
    let digit = rest.trunc();
    *rest -= digit;
    digits.push(char::from(b'0' + (digit as u8).min(9)));
}

/// Increments an odd last digit, with its carries.
fn to_even(mut digits: String) -> String {
    if !digits.ends_with(['1', '3', '5', '7', '9']) {
        return digits;
    }
    let nines = digits.len() - digits.trim_end_matches('9').len();
    digits.truncate(digits.len() - nines);
    let raised = digits.pop().and_then(|digit| char::from_digit(digit.to_digit(10)? + 1, 10));
    match raised {
        Some(digit) => digits.push(digit),
        None => digits.push('1'),
    }
    digits.push_str(&"0".repeat(nines));
    digits
}
