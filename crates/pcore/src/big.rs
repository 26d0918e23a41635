//! The size limit of integers beyond 64 bits.

use num_bigint::BigInt;
use pprepl_text::IssueCode;

use super::operator::Operator;
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
    ValueError::new(IssueCode::NumericOverflow, message)
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
