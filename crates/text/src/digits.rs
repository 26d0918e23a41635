//! Divide-and-conquer parsing of long integers: one product combines two halves, so that a million digits take a
//! moment and not minutes.

use num_bigint::{BigInt, BigUint};

/// Up to this number of digits, the digits are read one after the other.
const LEAF: usize = 2048;

/// Parses digits without a sign. Returns `None` for an invalid digit of the radix (2 to 36), for no digits, or when
/// `stops` returned true.
pub fn integer_of(digits: &str, radix: u32, stops: &dyn Fn() -> bool) -> Option<BigInt> {
    if digits.len() <= LEAF || radix.is_power_of_two() {
        return BigInt::parse_bytes(digits.as_bytes(), radix);
    }
    if !digits.bytes().all(|digit| char::from(digit).is_digit(radix)) {
        return None;
    }
    let mut powers = vec![BigUint::from(radix).pow(LEAF as u32)];
    while (LEAF << powers.len()) < digits.len() {
        if stops() {
            return None;
        }
        let last = &powers[powers.len() - 1];
        powers.push(last * last);
    }
    let reader = Reader { radix, powers, stops };
    reader.read(digits.as_bytes(), reader.powers.len()).map(BigInt::from)
}

struct Reader<'s> {
    radix: u32,
    /// The radix to the power of [`LEAF`], of twice that, and so on.
    powers: Vec<BigUint>,
    stops: &'s dyn Fn() -> bool,
}

impl Reader<'_> {
    /// Parses at most `LEAF << level` digits.
    fn read(&self, digits: &[u8], level: usize) -> Option<BigUint> {
        let Some(below) = level.checked_sub(1) else { return BigUint::parse_bytes(digits, self.radix) };
        let low = LEAF << below;
        if digits.len() <= low {
            return self.read(digits, below);
        }
        if (self.stops)() {
            return None;
        }
        let (high, low) = digits.split_at(digits.len() - low);
        Some(self.read(high, below)? * &self.powers[below] + self.read(low, below)?)
    }
}
