//! Pcore: Puppet's values and types together. Compare, print, format, infer, generalize, assign, convert. Knows no syntax.

pub mod access;
pub mod compare;
mod float_text;
pub mod hash;
mod int;
mod issue;
pub mod numeric_text;
pub mod operators;
mod pending;
pub mod print;
pub mod regexp;
pub mod semver_range;
mod time_arithmetic;
pub mod timespan;
pub mod timestamp;
mod types;
pub mod uri;
mod value;

pub use access::{access, access_one};
pub use compare::{Order, compare, contains, eql, equals, matches_option, ordered, ruby_equal};
pub use float_text::float_text;
pub use hash::{Entries, Hash};
pub use int::Int;
pub use issue::{Answer, Blame, Issue};
pub use pending::{assignable, equal_types, generalize, instance};
pub use print::{display, interpolate, program_form, write_interpolated};
pub use regexp::Captures;
pub use types::{
    Alias, CallableType, FloatRange, IntegerRange, ObjectAttribute, ObjectType, RegexpType, Size, StringType,
    StructElement, Ty, Type,
};
pub use value::{Array, CallableValue, Iter, IterSource, Object, Regexp, Str, Uri, Value};
