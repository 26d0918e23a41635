//! Integers beyond 64 bits: their size limit, and their decimal digits.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::Zero;

use super::operators::Operator;
use super::{Int, Result, ValueError};
use pprepl_budget as budget;
use pprepl_text as text;

/// The maximum number of bits of an integer: five million decimal digits. Larger ones would block the
/// session.
pub const MAX_BITS: u64 = 16 << 20;

/// Rejects an operation whose result could exceed the size limit of integers.
pub(super) fn inside_limit(operator: Operator, a: &Int, b: &Int) -> Result<()> {
    let (a, b) = (bits(a), bits(b));
    // One operation may take milliseconds: too long for a loop that checks the flag only every hundredth
    // time.
    budget::check()?;
    budget::note(usize::try_from((a + b) / 8).unwrap_or(usize::MAX));
    let most = match operator {
        Operator::Add | Operator::Subtract => a.max(b),
        Operator::Multiply => (a + b).saturating_sub(1),
        Operator::Divide | Operator::Modulo | Operator::ShiftLeft | Operator::ShiftRight => return Ok(()),
    };
    if most <= MAX_BITS { Ok(()) } else { Err(too_big(&format!("the result of {}", operator.as_str()))) }
}

/// Rejects a left shift whose result would exceed the size limit of integers.
pub(super) fn shift_inside_limit(int: &Int, width: u64) -> Result<()> {
    if bits(int).saturating_add(width) > MAX_BITS {
        return Err(too_big(&format!("the result of a shift by {width} bits")));
    }
    Ok(budget::charge(usize::try_from(width / 8).unwrap_or(usize::MAX))?)
}

fn bits(int: &Int) -> u64 {
    match int {
        Int::Small(i) => 64 - u64::from(i.unsigned_abs().leading_zeros()),
        Int::Big(big) => big.bits(),
    }
}

#[cold]
fn too_big(what: &str) -> Box<ValueError> {
    let message = format!("{what} is too big: an integer has at most {} million bits", MAX_BITS >> 20);
    ValueError::new("NUMERIC_OVERFLOW", message)
        .with_help("take a Float where the leading digits are enough: Float($x)")
}

/// Parses digits without a sign; `None` when they are not digits of the radix.
pub(super) fn parse(digits: &str, radix: u32) -> Result<Option<BigInt>> {
    let least = f64::from(radix).log2() * digits.trim_start_matches('0').len().saturating_sub(1) as f64;
    if least >= MAX_BITS as f64 {
        return Err(too_big(&format!("the number of {} digits", digits.len())));
    }
    let read = text::integer_of(digits, radix, &|| budget::check().is_err());
    budget::poll()?;
    Ok(read)
}

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
