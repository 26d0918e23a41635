//! The built-in types by name, with a line about each.
//!
//! `TypeReference` cannot be named alone: evaluating it fails like an unknown name.

use std::rc::Rc;

use super::super::{Alias, Ty, Type};
use super::{TypeRules, constant, object};

/// A row of `:doc` and completion.
pub struct TypeDoc {
    pub name: &'static str,
    /// The parameters between its brackets; empty for a type without parameters.
    pub parameters: &'static str,
    /// A one-line description of its instances.
    pub summary: &'static str,
}

type Make = fn() -> Ty;

macro_rules! types {
    ($($name:literal $parameters:literal $make:path: $summary:literal;)*) => {
        const DOCS: &[TypeDoc] = &[$(TypeDoc { name: $name, parameters: $parameters, summary: $summary }),*];
        const MAKERS: &[(&str, Make)] = &[$(($name, $make)),*];
    };
}

types! {
    "Annotation" "" object::annotation: "Annotations of Object types.";
    "Any" "" constant::any: "Every value.";
    "Array" "[T, min, max]" constant::array: "Arrays whose elements have one type.";
    "Binary" "" constant::binary: "Bytes.";
    "Boolean" "[true or false]" constant::boolean: "true and false.";
    "Callable" "[T.., min, max, block]" constant::callable: "Lambdas and function references.";
    "CatalogEntry" "" constant::catalog_entry: "Catalog entries: the supertype of Resource and Class.";
    "Class" "[name]" constant::class: "Classes of the catalog, by name.";
    "Collection" "[min, max]" constant::collection: "Arrays and hashes, optionally of a given size.";
    "Data" "" constant::data: "Values that JSON can hold: strings, numbers, Booleans, undef, and arrays and hashes of them.";
    "Default" "" constant::default_type: "The value default.";
    "Deferred" "" object::deferred: "A call that runs later, when a catalog is applied.";
    "Enum" "[string.., ignore case]" constant::enumeration: "Strings from a fixed list.";
    "Error" "[kind, issue code]" object::error: "An error as a value: message, kind, details, issue code.";
    "Float" "[min, max]" constant::float: "Numbers with a fraction.";
    "Hash" "[K, V, min, max]" constant::hash: "Keys of one type with values of another.";
    "Init" "[T, argument..]" constant::init: "Values that new can convert to a T.";
    "Integer" "[min, max]" constant::integer: "Integers.";
    "Iterable" "[T]" constant::iterable: "Values that can be iterated, e.g. by each.";
    "Iterator" "[T]" constant::iterator: "Lazy sequences of elements, e.g. from reverse_each and step.";
    "NotUndef" "[T]" constant::not_undef: "Every value except undef.";
    "Numeric" "" constant::numeric: "Integer and Float.";
    "Object" "[{definition}]" constant::any_object: "Values with attributes and functions of their own.";
    "Optional" "[T]" constant::optional: "undef, or a T.";
    "Pattern" "[regex..]" constant::pattern: "Strings that match one of some regular expressions.";
    "Pcore" "" object::pcore: "The set of the built-in types.";
    "Regexp" "[regex]" constant::regexp: "Regular expressions.";
    "Resource" "[type, title..]" constant::resource: "Resources of the catalog.";
    "RichData" "" constant::rich_data: "Data, and values that JSON cannot hold: types, times, versions.";
    "RichDataKey" "" constant::rich_data_key: "Keys in rich data: strings and numbers.";
    "Runtime" "[runtime, name]" constant::runtime: "Values of the host platform, by class name.";
    "Scalar" "" constant::scalar: "Single values: strings, numbers, Booleans, regular expressions, versions, times.";
    "ScalarData" "" constant::scalar_data: "Single values that JSON can hold: strings, numbers, Booleans.";
    "SemVer" "[range..]" constant::sem_ver: "Semantic versions.";
    "SemVerRange" "" constant::sem_ver_range: "Ranges of semantic versions.";
    "Sensitive" "[T]" constant::sensitive: "Values that are never shown.";
    "String" "[min, max]" constant::string: "Strings, optionally of a given length.";
    "Struct" "[{key => T}]" constant::structure: "Hashes with a type for each key.";
    "Timespan" "[from, to]" constant::timespan: "Time spans with nanosecond precision.";
    "Timestamp" "[from, to]" constant::timestamp: "Timestamps with nanosecond precision.";
    "Tuple" "[T.., min, max]" constant::tuple: "Arrays with a type for each position.";
    "Type" "[T]" constant::type_type: "Types themselves.";
    "TypeAlias" "" unresolved_alias: "The type of type aliases.";
    "TypeSet" "[{definition}]" constant::any_type_set: "A set of types with a version.";
    "URI" "[parts]" constant::uri: "Uniform resource identifiers.";
    "Undef" "" constant::undef: "The value undef.";
    "Variant" "[T..]" constant::variant: "Values of any of several types.";
}

/// Returns the bare `TypeAlias`: an alias without a definition.
fn unresolved_alias() -> Ty {
    let alias = Rc::new(Alias::new("UnresolvedAlias"));
    let _ = alias.resolved.set(constant::type_reference());
    Rc::new(Type::Alias(alias))
}

/// Returns the built-in type with this name, by the reference's rules.
pub fn type_named(name: &str) -> Option<Ty> {
    let place = MAKERS.binary_search_by(|(other, _)| (*other).cmp(name)).ok()?;
    MAKERS.get(place).map(|(_, make)| make())
}

/// Returns the built-in type's own spelling of a name: Puppet finds `Semver` and `NOTUNDEF` too.
fn spelled(name: &str) -> &str {
    let known = |other: &str| MAKERS.binary_search_by(|(row, _)| (*row).cmp(other)).is_ok();
    if known(name) || !name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return name;
    }
    MAKERS.iter().map(|(row, _)| *row).find(|row| row.eq_ignore_ascii_case(name)).unwrap_or(name)
}

/// Returns the built-in type with this name in an edition, whatever the case of the letters after the first.
pub fn type_named_by(rules: &TypeRules, name: &str) -> Option<Ty> {
    let name = spelled(name);
    let third = if rules.edition3x { edition3(name) } else { None };
    let fourth = || if rules.edition4x { edition4(name) } else { None };
    third.or_else(fourth).or_else(|| match name {
        "Ruby" if rules.additions => Some(constant::ruby()),
        "Struct" if rules.documents => Some(constant::any_struct()),
        _ => type_named(name),
    })
}

/// Returns the types that the fourth edition defines differently: `Data` is `Scalar` and collections of it,
/// bare collections hold `Data`, and a bare Pattern matches nothing.
fn edition4(name: &str) -> Option<Ty> {
    let meaning = match name {
        "Data" => return Some(edition4_data()),
        "Array" => constant::array_of(edition4_data()),
        "Hash" => constant::hash_of(constant::scalar(), edition4_data()),
        "Pattern" => constant::variant(),
        _ => return None,
    };
    Some(edition_name(name, meaning))
}

/// Returns the types by the third edition's names; they also print under these names.
fn edition3(name: &str) -> Option<Ty> {
    match name {
        "Object" | "Any" => Some(edition_name("Object", constant::any())),
        "Literal" | "Scalar" => Some(edition_name("Literal", constant::scalar())),
        _ => None,
    }
}

fn edition_name(name: &str, meaning: Ty) -> Ty {
    let alias = Alias::built_in(name);
    let _ = alias.resolved.set(meaning);
    Rc::new(Type::Alias(Rc::new(alias)))
}

/// Returns `Data` as the fourth edition defines it: `Scalar`, and arrays and hashes of it.
fn edition4_data() -> Ty {
    let alias = Rc::new(Alias::built_in("Data"));
    let data: Ty = Rc::new(Type::Alias(alias.clone()));
    let meaning = vec![
        constant::scalar(),
        constant::undef(),
        constant::array_of(data.clone()),
        constant::hash_of(constant::scalar(), data.clone()),
    ];
    let _ = alias.resolved.set(Rc::new(Type::Variant(meaning)));
    data
}

/// Returns all built-in types in the order of their names.
pub fn type_names() -> &'static [TypeDoc] {
    DOCS
}
