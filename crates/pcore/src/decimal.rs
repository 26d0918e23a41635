//! The decimal digits of integers.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::Zero;

use pprepl_budget as budget;

/// The number of decimal digits written at once.
const LEAF: usize = 4096;

/// Returns the decimal digits of an integer. Long ones are divided in halves (divide and conquer), so that
/// the time is close to that of a product. The text is arbitrary once the budget is exhausted.
pub(super) fn decimal(big: &BigInt) -> String {
    let magnitude = big.magnitude();
    // The number has fewer digits than a leaf.
    if magnitude.bits() < 3 * LEAF as u64 {
        return big.to_string();
    }
    let mut powers = vec![BigUint::from(10u32).pow(LEAF as u32)];
    while powers[powers.len() - 1].bits() * 2 - 2 < magnitude.bits() && !budget::is_exhausted_after(LEAF) {
        let last = &powers[powers.len() - 1];
        powers.push(last * last);
    }
    let mut out = String::with_capacity((magnitude.bits() / 3) as usize + 2);
    write_digits(magnitude, &powers, &mut out);
    match big.sign() {
        num_bigint::Sign::Minus => format!("-{out}"),
        _ => out,
    }
}

/// Appends a number below the square of the last power; with leading zeros unless it is the first.
fn write_digits(number: &BigUint, powers: &[BigUint], out: &mut String) {
    let Some((power, rest)) = powers.split_last() else {
        let digits = number.to_string();
        if !out.is_empty() {
            out.extend(std::iter::repeat_n('0', LEAF.saturating_sub(digits.len())));
        }
        return out.push_str(&digits);
    };
    if budget::is_exhausted_after(LEAF / 16 * powers.len()) {
        return;
    }
    let (high, low) = number.div_rem(power);
    if !out.is_empty() || !high.is_zero() {
        write_digits(&high, rest, out);
    }
    write_digits(&low, rest, out);
}

/// `000001002..999`: integers are written three digits at a time.
const DIGITS: &str = match std::str::from_utf8(&ALL_DIGITS) {
    Ok(digits) => digits,
    Err(_) => "",
};

const ALL_DIGITS: [u8; 3000] = {
    let mut digits = [b'0'; 3000];
    let mut number = 0;
    while number < 1000 {
        digits[number * 3] += (number / 100) as u8;
        digits[number * 3 + 1] += (number / 10 % 10) as u8;
        digits[number * 3 + 2] += (number % 10) as u8;
        number += 1;
    }
    digits
};

/// Writes an integer in decimal digits.
pub fn write_integer(integer: i64, out: &mut String) {
    if integer < 0 {
        out.push('-');
    }
    write_small(integer.unsigned_abs(), out);
}

fn write_small(number: u64, out: &mut String) {
    if number >= 1000 {
        write_small(number / 1000, out);
    }
    let at = (number % 1000) as usize * 3;
    match number {
        100.. => out.push_str(&DIGITS[at..at + 3]),
        10.. => out.push_str(&DIGITS[at + 1..at + 3]),
        _ => out.push_str(&DIGITS[at + 2..at + 3]),
    }
}
