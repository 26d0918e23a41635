//! The tests of this package, in one binary.

mod float_rounding;
mod regexps;
mod sets;
