//! Pcore: Puppet's values and types. Compares, prints, formats, infers, generalizes, assigns and converts
//! them. It knows no syntax.

pub mod access;
pub mod algebra;
mod big;
mod binary_text;
mod calendar;
mod callable;
pub mod compare;
mod decimal;
mod depth;
pub mod equality;
mod error;
mod float_parse;
pub mod float_rounding;
mod float_text;
pub mod format;
mod format_spec;
mod format_value;
pub mod hash;
mod indented;
mod int;
mod integer_text;
pub mod json;
mod leaves;
pub mod letter_case;
pub mod new;
pub mod number_format;
mod number_order;
pub mod numeric_text;
mod operator;
mod operator_error;
pub mod operators;
pub mod print;
pub mod regexp;
#[cfg(target_family = "wasm")]
mod release;
mod ruby_set;
pub mod ruby_text;
pub mod sample;
pub mod semver_range;
pub mod sharing;
pub mod sprintf;
pub mod strptime;
mod time_arithmetic;
mod time_zone;
pub mod timespan;
pub mod timestamp;
mod types;
pub mod uri;
mod value;

pub use access::access;
pub use algebra::Step as MismatchStep;
pub use algebra::{
    DocExample, FACTS, FAILS, LOOKUP_CONTEXT, Lattice, LatticeStep, Matcher, Member, Mismatch, Neighbours, Proof,
    SetResult, TypeDoc, TypeFacts, TypeParameter, TypeRules, Union, UnionRow, accepts_undef, assignable, assignable_by,
    attribute, attributes, capitalized, children, common_type, describe_mismatch, difference, element_type, equal,
    exact_text, generalize, hash_type, host_object, in_edition, infer_by_documents, infer_detailed, infer_generalized,
    infer_reduced, init_error, instance, intersection, is_empty_type, is_iterable, may_fail_tests, members, mismatch,
    mismatch_types, narrower, new_signatures, normal_form, normalize, object_type, parameterize,
    parameterize_in_definition, prove, resolve_alias, resolved, same, short_text, surely_assignable, test_assignable,
    test_instance, type_facts, type_named, type_named_by, type_names, type_outline, type_set, type_start, type_text,
    union_by_documents, union_difference, variant_of,
};
pub use algebra::{
    Members, define_object, define_type_set, has_member, named_object, named_type_set, type_set_references,
};
pub use big::MAX_BITS;
pub use binary_text::{Base64, decode_base64};
pub use calendar::days_of_month;
pub use callable::{CallableValue, Contract};
pub use compare::{Order, compare, contains, matches_option, ordered, ordered_types};
pub use depth::{MAX_LEVELS, is_nested_beyond};
pub use equality::{eql, equals, ruby_equal};
pub use error::{ErrorOperand, Result, ValueError};
pub use float_text::float_text;
pub use format::format_value;
pub use hash::{Entries, Hash, HashKey};
pub use int::Int;
pub use leaves::{Leaves, distinct_leaves, flatten, leaves, leaves_of};
pub(crate) use new::takes_hash;
pub use new::{ConstructContext, FORMS, NewForm, new_forms, new_value};
pub use print::{
    display, display_complete, display_override, display_start, interpolate, program_form, source_form,
    write_interpolated,
};
pub use regexp::Captures;
pub use ruby_set::RubySet;
pub use semver_range::SemVerRange;
pub use sprintf::sprintf;
pub use types::{
    Alias, CallableType, FloatRange, IntegerRange, ObjectAttribute, ObjectFunction, ObjectType, RegexpType, Size,
    StringType, StructElement, TimeRange, Ty, Type, TypeSetType,
};
pub use value::{Array, Bit, Iter, IterSource, Object, Real, Regexp, Str, Uri, Value};
