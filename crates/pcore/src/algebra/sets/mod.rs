//! Types as sets of values: their intersection, their difference, and a normal form of unions.
//!
//! A type is split into parts without alternatives (`parts`), each of one family of values. The operations
//! work on pairs of parts, and the normal form puts the result together again. No type expresses some results, e.g.
//! the strings that match two patterns: then the answer is a supertype of the result, and says so.

mod collections;
mod difference;
mod intersection;
mod normal_form;
mod numbers;
mod parts;
mod texts;

pub use difference::difference;
pub use intersection::intersection;
pub use normal_form::normal_form;
pub use parts::is_never as is_empty_type;

use super::super::Ty;

/// The result of an operation on two types.
#[derive(Debug)]
pub struct SetResult {
    /// The result in normal form; a bare `Variant` for the empty set.
    pub ty: Ty,
    /// Whether the type has exactly the values of the result; otherwise it has at least these.
    pub is_exact: bool,
}
