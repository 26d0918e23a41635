//! Pcore: Puppet's values and types together. Compare, print, format, infer, generalize, assign, convert. Knows no syntax.

pub mod compare;
pub mod hash;
mod int;
mod issue;
pub mod regexp;
pub mod semver_range;
mod types;
mod value;

pub use hash::{Hash, Key};
pub use int::Int;
pub use issue::{Answer, Blame, Issue};
pub use types::{
    Alias, CallableType, FloatRange, IntegerRange, ObjectAttribute, ObjectType, RegexpType, Size, StringType,
    StructElement, Ty, Type,
};
pub use value::{Array, CallableValue, Iter, IterSource, Object, Regexp, Str, Uri, Value};
