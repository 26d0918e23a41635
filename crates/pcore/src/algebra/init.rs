//! `Init[T, argument..]`: the arguments that `T.new` accepts, as types.
//!
//! The signatures of `new` are the reference's. An `Init` accepts a value that one signature accepts as its
//! only argument, and an array of arguments for the others.

use std::rc::Rc;

use super::super::{Int, IntegerRange, Regexp, Size, StringType, StructElement, Ty, Type, Value};
use super::infer::infer_detailed;
use super::{assignable, constant, instance, variant_of, walk_error};

/// The patterns of numeric strings.
const INTEGER: &str = r"\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z";
const FLOAT: &str =
    r"\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z";

/// The values that an `Init` accepts.
pub(super) struct Accepts {
    /// The type of a single argument.
    single: Ty,
    /// The type of an array of arguments.
    several: Option<Ty>,
    /// Whether one argument is enough for such an array.
    optional: bool,
}

/// Returns the values that `Init[ty, arguments..]` accepts; `None` when `new` cannot make any.
pub(super) fn accepts(ty: &Ty, arguments: &[Value]) -> Option<Accepts> {
    let signatures = signatures(ty)?;
    if !arguments.is_empty() {
        let given: Vec<Ty> = arguments.iter().map(infer_detailed).collect();
        let fits = |signature: &&Signature| signature.takes(&given);
        let firsts = signatures.iter().filter(fits).filter_map(|signature| signature.types.first().cloned());
        let single = variant_of([ty.clone()].into_iter().chain(firsts));
        return Some(Accepts { single, several: None, optional: false });
    }
    let (single, several): (Vec<_>, Vec<_>) = signatures.into_iter().partition(|signature| signature.is_single());
    let optional = several.iter().any(|signature| signature.min == 1);
    let firsts = single.into_iter().filter_map(|signature| signature.types.into_iter().next());
    let single = variant_of([ty.clone()].into_iter().chain(firsts));
    let several = (!several.is_empty()).then(|| variant_of(several.into_iter().map(Signature::into_tuple)));
    Some(Accepts { single, several, optional })
}

/// Returns why nothing is an instance of `Init[ty, arguments..]`; `None` when `new` can make one.
pub fn init_error(ty: &Ty, arguments: &[Value]) -> Option<String> {
    if !is_made_by_new(ty) {
        return Some(format!("new cannot make a value of type {ty}"));
    }
    let given: Vec<Ty> = arguments.iter().map(infer_detailed).collect();
    let fits = |signatures: Vec<Signature>| signatures.iter().any(|signature| signature.takes(&given));
    let refused = !arguments.is_empty() && !signatures(ty).is_none_or(fits);
    refused.then(|| format!("no signature of new for {ty} takes these arguments"))
}

/// Keeps the error of `Init[ty, arguments..]` for the operator that started a walk. Returns whether there is one.
pub(super) fn reach(ty: &Ty, arguments: &[Value]) -> bool {
    let Some(message) = init_error(ty, arguments) else { return false };
    walk_error::keep(message);
    true
}

/// Returns whether `new` has a function of its own for a type.
fn is_made_by_new(ty: &Type) -> bool {
    match ty {
        Type::Alias(alias) => alias.resolved.get().is_none_or(|ty| match &**ty {
            // An Init rejects these types unless a name hides them.
            Type::NotUndef(_) | Type::Init(..) => true,
            Type::Optional(Some(inner)) => is_made_by_new(inner),
            other => is_made_by_new(other),
        }),
        Type::Integer(_)
        | Type::Float(_)
        | Type::Numeric
        | Type::Boolean(_)
        | Type::String(_)
        | Type::Array(..)
        | Type::Tuple(..)
        | Type::Hash(..)
        | Type::Struct(_)
        | Type::AnyStruct
        | Type::Regexp(_)
        | Type::Sensitive(_)
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::SemVer(_)
        | Type::SemVerRange
        | Type::Binary
        | Type::Uri(_)
        | Type::Type(_)
        | Type::Object(_)
        | Type::ObjectExtension(..)
        | Type::TypeReference(_)
        | Type::Unit => true,
        Type::Any
        | Type::Undef
        | Type::NotUndef(_)
        | Type::Default
        | Type::Optional(_)
        | Type::Variant(_)
        | Type::Enum { .. }
        | Type::Pattern(_)
        | Type::Scalar
        | Type::ScalarData
        | Type::Data
        | Type::RichData
        | Type::RichDataKey
        | Type::Collection(_)
        | Type::CatalogEntry
        | Type::Iterable(_)
        | Type::Iterator(_)
        | Type::Callable(_)
        | Type::Init(..)
        | Type::Runtime { .. }
        | Type::Resource { .. }
        | Type::Class(_)
        | Type::AnyObject
        | Type::TypeSet(_)
        | Type::AnyTypeSet => false,
    }
}

impl Accepts {
    /// Returns whether the value is accepted.
    pub(super) fn instance(&self, value: &Value) -> bool {
        instance(&self.single, value)
            || self.several.as_ref().is_some_and(|several| {
                instance(several, value) || self.optional && instance(several, &Value::array(vec![value.clone()]))
            })
    }

    /// Returns whether everything of the type is accepted.
    pub(super) fn assignable(&self, ty: &Type) -> bool {
        assignable(&self.single, ty)
            || self
                .several
                .as_ref()
                .is_some_and(|several| assignable(several, ty) || self.optional && takes_one(several, ty))
    }
}

/// Returns the signatures of `ty.new`: the types of the parameters, and how many are required. `None` when
/// they are unknown.
pub fn new_signatures(ty: &Ty) -> Option<Vec<(Vec<Ty>, usize)>> {
    let least = |signature: &Signature| usize::try_from(signature.min).unwrap_or(0);
    Some(
        signatures(ty)?
            .into_iter()
            .map(|signature| (least(&signature), signature.types))
            .map(|(a, b)| (b, a))
            .collect(),
    )
}

/// Returns whether one of these tuples accepts a single element of the type.
fn takes_one(several: &Type, ty: &Type) -> bool {
    let one = |several: &Type| match several {
        Type::Tuple(types, Some(size)) => size.from <= 1 && types.first().is_some_and(|first| assignable(first, ty)),
        _ => false,
    };
    match several {
        Type::Variant(tuples) => tuples.iter().any(|tuple| one(tuple)),
        tuple => one(tuple),
    }
}

/// A signature of `new`.
struct Signature {
    types: Vec<Ty>,
    min: i64,
}

impl Signature {
    fn is_single(&self) -> bool {
        self.types.len() == 1 && self.min == 1
    }

    fn into_tuple(self) -> Ty {
        let to = i64::try_from(self.types.len()).ok();
        Rc::new(Type::Tuple(self.types, Some(Size { from: self.min, to })))
    }

    /// Returns whether the signature accepts these arguments after the first.
    fn takes(&self, rest: &[Ty]) -> bool {
        let count = i64::try_from(rest.len() + 1).unwrap_or(i64::MAX);
        self.min <= count
            && rest.len() < self.types.len()
            && self.types.iter().skip(1).zip(rest).all(|(ty, given)| assignable(ty, given))
    }
}

fn single(ty: Ty) -> Signature {
    Signature { types: vec![ty], min: 1 }
}

fn several<const N: usize>(min: i64, types: [Ty; N]) -> Signature {
    Signature { types: types.into(), min }
}

fn one_of<const N: usize>(types: [Ty; N]) -> Ty {
    variant_of(types)
}

fn matching(pattern: &str) -> Ty {
    Rc::new(Type::Pattern(vec![Regexp::new(pattern)]))
}

fn at_least(length: i64) -> Ty {
    Rc::new(Type::String(StringType::Size(Size { from: length, to: None })))
}

fn exactly(i: i64) -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(Int::Small(i)), to: Some(Int::Small(i)) }))
}

fn natural() -> Ty {
    Rc::new(Type::Integer(IntegerRange { from: Some(Int::Small(0)), to: None }))
}

fn strings(values: &[&str], ignore_case: bool) -> Ty {
    let mut values: Vec<Rc<str>> = values.iter().map(|value| Rc::from(*value)).collect();
    values.sort_unstable();
    Rc::new(Type::Enum { values, ignore_case })
}

/// Returns a Struct; keys that begin with `?` are optional.
fn fields<const N: usize>(fields: [(&str, Ty); N]) -> Ty {
    let element = |(name, value): (&str, Ty)| {
        let (name, optional) = name.strip_prefix('?').map_or((name, false), |name| (name, true));
        let key = constant::string_value(name);
        let key = if optional { constant::optional_of(key) } else { key };
        StructElement { name: name.into(), key, value }
    };
    Rc::new(Type::Struct(fields.into_iter().map(element).collect()))
}

fn signatures(ty: &Ty) -> Option<Vec<Signature>> {
    Some(match &**ty {
        Type::Integer(_) => of_integer(),
        Type::Float(_) | Type::Numeric => of_float(),
        Type::Boolean(_) => vec![single(one_of([
            constant::integer(),
            constant::float(),
            constant::boolean(),
            strings(&["true", "false", "yes", "no", "y", "n"], true),
        ]))],
        Type::String(_) => vec![several(1, [constant::any(), formats()])],
        Type::Array(..) | Type::Tuple(..) => vec![
            several(
                1,
                [
                    one_of([constant::array(), constant::hash(), constant::binary(), constant::iterable()]),
                    constant::no(),
                ],
            ),
            several(2, [constant::any(), constant::yes()]),
        ],
        Type::Hash(..) | Type::Struct(_) | Type::AnyStruct => of_hash(),
        Type::Regexp(_) => vec![several(1, [constant::string(), constant::boolean()])],
        Type::Sensitive(_) => vec![single(constant::sensitive()), single(constant::any())],
        Type::Timespan(..) => of_timespan(),
        Type::Timestamp(..) => of_timestamp(),
        Type::SemVer(_) => of_sem_ver(),
        Type::SemVerRange => of_sem_ver_range(),
        Type::Binary => of_binary(),
        Type::Uri(_) => vec![single(constant::non_empty_string()), single(constant::hash())],
        Type::Type(_) => vec![single(constant::non_empty_string())],
        Type::Alias(alias) => return signatures(alias.resolved.get()?),
        _ => return None,
    })
}

fn numbers(pattern: &str) -> Ty {
    let simple = [constant::numeric(), constant::boolean(), matching(pattern)];
    variant_of(simple.into_iter().chain([constant::timespan(), constant::timestamp()]))
}

fn of_integer() -> Vec<Signature> {
    let radix = || one_of([constant::default_type(), exactly(2), exactly(8), exactly(10), exactly(16)]);
    vec![
        several(1, [numbers(INTEGER), radix(), constant::boolean()]),
        single(fields([("from", numbers(INTEGER)), ("?radix", radix()), ("?abs", constant::boolean())])),
    ]
}

fn of_float() -> Vec<Signature> {
    vec![
        several(1, [numbers(FLOAT), constant::boolean()]),
        single(fields([("from", numbers(FLOAT)), ("?abs", constant::boolean())])),
    ]
}

fn formats() -> Ty {
    let format = at_least(1);
    let container = fields([
        ("?format", format.clone()),
        ("?separator", constant::string()),
        ("?separator2", constant::string()),
        ("?string_formats", constant::hash_of(constant::type_type(), format.clone())),
    ]);
    let map = constant::hash_of(constant::type_type(), one_of([format.clone(), container]));
    one_of([constant::default_type(), format, map])
}

fn of_hash() -> Vec<Signature> {
    let pairs = |first: Ty| -> Ty {
        let pair = Rc::new(Type::Tuple(vec![first, constant::any()], None));
        Rc::new(Type::Array(pair, Some(Size { from: 1, to: None })))
    };
    vec![
        several(1, [pairs(constant::array()), strings(&["tree", "hash_tree"], false)]),
        single(pairs(constant::any())),
        single(constant::any()),
    ]
}

fn time_formats() -> Ty {
    let list = Rc::new(Type::Array(at_least(2), Some(Size { from: 1, to: None })));
    one_of([at_least(2), list])
}

fn of_timespan() -> Vec<Signature> {
    let int = constant::integer;
    vec![
        single(one_of([int(), constant::float()])),
        several(1, [at_least(1), time_formats()]),
        several(4, [int(), int(), int(), int(), int(), int(), int()]),
        single(fields([("string", at_least(1)), ("?format", time_formats())])),
        single(fields([
            ("?negative", constant::boolean()),
            ("?days", int()),
            ("?hours", int()),
            ("?minutes", int()),
            ("?seconds", int()),
            ("?milliseconds", int()),
            ("?microseconds", int()),
            ("?nanoseconds", int()),
        ])),
    ]
}

fn of_timestamp() -> Vec<Signature> {
    vec![
        several(0, []),
        single(one_of([constant::integer(), constant::float()])),
        several(1, [at_least(1), time_formats(), at_least(1)]),
        single(fields([("string", at_least(1)), ("?format", time_formats()), ("?timezone", at_least(1))])),
    ]
}

fn of_sem_ver() -> Vec<Signature> {
    let version = r"\A(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?\Z";
    let qualifier = || matching(r"\A[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*\Z");
    vec![
        single(matching(version)),
        several(3, [natural(), natural(), natural(), qualifier(), qualifier()]),
        single(fields([
            ("major", natural()),
            ("minor", natural()),
            ("patch", natural()),
            ("?prerelease", qualifier()),
            ("?build", qualifier()),
        ])),
    ]
}

fn of_sem_ver_range() -> Vec<Signature> {
    let edge = || one_of([constant::default_type(), constant::sem_ver()]);
    vec![
        single(at_least(1)),
        several(2, [edge(), edge(), constant::boolean()]),
        single(fields([("min", edge()), ("?max", edge()), ("?exclude_max", constant::boolean())])),
    ]
}

fn of_binary() -> Vec<Signature> {
    let byte = Rc::new(Type::Integer(IntegerRange { from: Some(Int::Small(0)), to: Some(Int::Small(255)) }));
    let bytes = constant::array_of(byte);
    let format = || strings(&["%b", "%u", "%B", "%s", "%r"], false);
    vec![
        several(1, [constant::string(), format()]),
        single(bytes.clone()),
        single(one_of([
            fields([("value", constant::string()), ("?format", constant::optional_of(format()))]),
            fields([("value", bytes)]),
        ])),
    ]
}
