//! The algebra of types: printing, parameters, instance and assignability, common types, inference,
//! mismatches.
//!
//! Each file covers one operation. Types are data (`types`); nothing here knows syntax, scopes or the
//! catalog. Quirks of the reference that a program can observe are kept and marked.

mod alias;
mod alias_definition;
mod assign;
mod attributes;
mod builtin;
mod common_type;
pub mod constant;
mod data;
mod definition;
mod difference;
mod edition_names;
mod edition_union;
mod equality;
mod gather;
mod generalize;
mod guard;
mod infer;
mod init;
mod instance;
mod iterable;
mod lattice;
mod lattice_children;
mod matcher;
mod memo;
mod mismatch;
mod normalize;
mod object;
mod operator_equality;
mod parameterize;
mod proof;
mod sets;
mod soundness;
mod testing;
mod text;
mod type_docs;
mod type_set;
mod union_rules;
mod uri;
mod variant;
mod walk_error;

pub(crate) use alias::is_recursive;
pub use alias::{children, resolved};
pub use alias_definition::resolve_alias;
pub use assign::{accepts_undef, assignable, assignable_by, surely_assignable};
pub use attributes::attributes;
pub use builtin::{TypeDoc, type_named, type_named_by, type_names};
pub use common_type::common_type;
pub use definition::{define_object, named_object, object_type};
pub use difference::{FAILS, union_difference};
pub use edition_names::in_edition;
pub use edition_union::{Union, infer_by_documents, union_by_documents};
pub use equality::{hash_type, same};
pub use generalize::generalize;
pub use infer::{infer_detailed, infer_generalized, infer_reduced};
pub use init::{init_error, new_signatures};
pub use instance::instance;
pub use iterable::{element_type, is_iterable};
pub use lattice::{Lattice, LatticeStep, Neighbours};
pub use matcher::Matcher;
pub use mismatch::{Mismatch, Reason, Step, describe_mismatch, mismatch, mismatch_types, short_text};
pub use normalize::normalize;
pub use object::{LOOKUP_CONTEXT, Member, attribute, has_member, host_object, members};
pub use operator_equality::{equal, narrower};
pub use parameterize::{parameterize, parameterize_in_definition};
pub use proof::{Proof, prove};
pub use sets::{SetResult, difference, intersection, is_empty_type, normal_form};
pub use testing::{may_fail_tests, test_assignable, test_instance};
pub use text::{capitalized, exact_text, expanded_text, type_outline, type_start, type_text};
pub use type_docs::{DocExample, FACTS, TypeFacts, TypeParameter, type_facts};
pub use type_set::{Members, define_type_set, named_type_set, type_set, type_set_references};
pub use union_rules::UnionRow;
pub use variant::variant_of;

/// The variant of the type rules, where the reference and the documents of this language differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeRules {
    /// Whether types that the reference rejects and the documents allow are accepted: `Integer[5, 1]`,
    /// `Ruby['X']`.
    pub additions: bool,
    /// Whether the documents take precedence where both define a type: a bare `Struct` accepts every struct
    /// and hash, a Pattern accepts any part of its patterns, and values of a Struct must be types.
    pub documents: bool,
    /// The fourth edition exactly: `Data` is `Scalar` and collections of it, bare `Array` and `Hash` hold `Data`.
    pub edition4x: bool,
    /// The third edition's names: `Object` is `Any`, `Literal` is `Scalar`.
    pub edition3x: bool,
    /// Whether a bare `Callable` is `Callable[0, default]`.
    pub any_callable: bool,
}

impl TypeRules {
    /// The reference's rules, exactly.
    pub const PUPPET8: TypeRules =
        TypeRules { additions: false, documents: false, edition4x: false, edition3x: false, any_callable: false };
    pub const EDITION8: TypeRules = TypeRules { additions: true, documents: true, ..TypeRules::PUPPET8 };
}

/// Returns whether the pattern matches somewhere in the string. An invalid pattern matches nothing.
fn pattern_matches(pattern: &super::Regexp, text: &str) -> bool {
    pattern.is_match(text).unwrap_or(false)
}
