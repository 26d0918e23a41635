//! Inputs that a fuzzer found, made short: the target, and the text.

/// Each is run by the property of its target.
pub const FINDINGS: &[(&str, &str)] = &[];
