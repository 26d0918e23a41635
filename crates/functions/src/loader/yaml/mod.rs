//! YAML as Puppet reads it: Ruby's Psych in its safe mode. This is YAML 1.1 with special rules (`yes` is true, `y` is a
//! string, `0644` is octal, dates are rejected). saphyr-parser does the scanning; `scalar` resolves scalars.
//!
//! Only the first document is read, as in Psych. Each node has its span, so that diagnostics and Hiera's traces can
//! refer to it. Unsupported: Ruby objects of all kinds, which the safe mode rejects too.

mod error;
mod inside;
mod lenient;
mod node;
mod reader;
mod scalar;

pub use error::DataError;
pub use node::Node;
pub use reader::{load, read};
pub use scalar::is_string;
