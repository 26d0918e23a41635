//! An unbounded integer, optimized for 64 bits.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// An integer: `Small` where it fits into 64 bits, otherwise `Big`. Never a `Big` that would fit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Int {
    /// Within 64 bits.
    Small(i64),
    /// Beyond 64 bits.
    Big(Rc<BigInt>),
}

impl Int {
    /// Converts to a big integer.
    pub fn to_big(&self) -> BigInt {
        match self {
            Int::Small(i) => BigInt::from(*i),
            Int::Big(b) => (**b).clone(),
        }
    }

    /// Returns the 64-bit value, when it fits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Int::Small(i) => Some(*i),
            Int::Big(_) => None,
        }
    }

    /// Returns the 128-bit value, when it fits.
    pub fn as_i128(&self) -> Option<i128> {
        match self {
            Int::Small(i) => Some(i128::from(*i)),
            Int::Big(b) => b.to_i128(),
        }
    }

    pub fn to_f64(&self) -> f64 {
        match self {
            Int::Small(i) => *i as f64,
            Int::Big(b) => b.to_f64().unwrap_or(f64::NAN),
        }
    }
}

impl From<i64> for Int {
    fn from(i: i64) -> Self {
        Int::Small(i)
    }
}

impl From<i128> for Int {
    fn from(i: i128) -> Self {
        i64::try_from(i).map_or_else(|_| Int::Big(Rc::new(BigInt::from(i))), Int::Small)
    }
}

impl From<BigInt> for Int {
    fn from(b: BigInt) -> Self {
        match b.to_i64() {
            Some(i) => Int::Small(i),
            None => Int::Big(Rc::new(b)),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => a.cmp(b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl std::fmt::Display for Int {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Int::Small(i) => i.fmt(f),
            Int::Big(b) => f.pad_integral(true, "", &super::decimal::decimal(b)),
        }
    }
}
