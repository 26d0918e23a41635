//! The services that `new` needs from its caller.

use super::super::{Result, Ty, ValueError};
use pprepl_text::Topic;

/// The environment that the creation of values needs.
pub trait ConstructContext {
    /// Returns the nanoseconds since 1970-01-01T00:00:00Z.
    fn now(&mut self) -> i128;
    /// Returns the local time zone's name.
    fn time_zone(&mut self) -> String;
    /// Returns the type that a string denotes.
    fn parse_type(&mut self, text: &str) -> Result<Ty>;
}

/// A context for suggestions, without a clock, a time zone or the names of a session.
pub struct NoContext;

impl ConstructContext for NoContext {
    fn now(&mut self) -> i128 {
        0
    }

    fn time_zone(&mut self) -> String {
        "UTC".to_owned()
    }

    fn parse_type(&mut self, text: &str) -> Result<Ty> {
        Err(ValueError::new(Topic::ConversionFailed, text))
    }
}
