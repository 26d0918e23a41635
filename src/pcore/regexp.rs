//! Ruby's regular expressions on Rust's engines.

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Compiled {}
