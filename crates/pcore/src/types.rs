//! The types: data only. Other files implement their operations, one for each family of operations.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use indexmap::IndexMap;

use super::{Int, Regexp, Str, Value};

pub type Ty = Rc<Type>;

/// A size range from `from` up to `to` (`None`: unbounded).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// The minimum, inclusive.
    pub from: i64,
    /// The maximum, inclusive.
    pub to: Option<i64>,
}

impl Size {
    /// Any size.
    pub const ANY: Size = Size { from: 0, to: None };
}

/// A range of integers; `None` means unbounded.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct IntegerRange {
    /// The first bound, inclusive.
    pub from: Option<Int>,
    /// The second bound, inclusive.
    pub to: Option<Int>,
}

impl IntegerRange {
    /// Returns the lower and the upper bound, also of a descending range.
    pub fn ascending(&self) -> (Option<&Int>, Option<&Int>) {
        match (&self.from, &self.to) {
            (Some(from), Some(to)) if from > to => (Some(to), Some(from)),
            (from, to) => (from.as_ref(), to.as_ref()),
        }
    }
}

/// A range of floats; `None` means unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct FloatRange {
    /// The first bound, inclusive.
    pub from: Option<f64>,
    /// The second bound, inclusive.
    pub to: Option<f64>,
}

impl FloatRange {
    /// Returns the lower and the upper bound, also of a descending range.
    pub fn ascending(&self) -> (Option<f64>, Option<f64>) {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from > to => (Some(to), Some(from)),
            bounds => bounds,
        }
    }
}

/// A range of times in nanoseconds; `None` means unbounded.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeRange {
    /// The earliest time, inclusive.
    pub from: Option<i128>,
    /// The latest time, inclusive.
    pub to: Option<i128>,
    /// Whether each bound was given as a float: the reference prints all digits of such a Timespan.
    pub floats: (bool, bool),
}

impl PartialEq for TimeRange {
    fn eq(&self, other: &TimeRange) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }
}

impl Eq for TimeRange {}

/// A set of types.
#[derive(Debug)]
pub struct TypeSetType {
    pub name: Rc<str>,
    /// Its types by their short names.
    pub types: IndexMap<Rc<str>, Ty>,
    /// The hash it was created from, as it prints.
    pub definition: Value,
}

/// The variants of String: bare, a size, or (inferred from a string) one exact value, which prints as
/// `String`.
#[derive(Clone, Debug, PartialEq)]
pub enum StringType {
    /// Any string.
    Any,
    /// Any string of this length in characters.
    Size(Size),
    /// Exactly this string, shared with the value from which it was inferred.
    Value(Rc<Str>),
    /// One of these strings: the documents infer it, and print it as `String<a,b>`.
    Values(Vec<Rc<str>>),
}

/// The pattern of a `Regexp[...]`.
pub type RegexpType = Rc<Regexp>;

/// An entry of a Struct.
#[derive(Clone, Debug)]
pub struct StructElement {
    pub name: Rc<str>,
    /// The key's type: a String value, `Optional[..]` of it (may be missing), or `NotUndef[..]` of it
    /// (required).
    pub key: Ty,
    /// The value's type.
    pub value: Ty,
}

impl StructElement {
    /// Returns whether the key may be missing.
    pub fn is_optional(&self) -> bool {
        matches!(&*self.key, Type::Optional(Some(_)))
    }
}

/// The parameters of a `Callable[...]`; all `None` for a bare `Callable`.
#[derive(Clone, Debug, Default)]
pub struct CallableType {
    /// Positional parameters, a `Tuple`.
    pub params: Option<Ty>,
    /// The block: a Callable or `Optional[Callable]`.
    pub block: Option<Ty>,
    /// The type of the result.
    pub returns: Option<Ty>,
}

/// A named type (`type Port = Integer[1, 65535]`), resolved at its first use.
pub struct Alias {
    pub name: Rc<str>,
    /// Its definition, once known.
    pub resolved: OnceCell<Ty>,
    /// Whether it is an edition's name for a built-in type: it is never expanded, and accepts that type's
    /// parameters.
    pub built_in: bool,
    /// Whether it contains itself; computed at the first query.
    pub(crate) recursive: OnceCell<bool>,
}

impl Alias {
    /// Creates a name without a definition.
    pub fn new(name: impl Into<Rc<str>>) -> Alias {
        Alias { name: name.into(), resolved: OnceCell::new(), built_in: false, recursive: OnceCell::new() }
    }

    /// Creates an edition's name for a type.
    pub fn built_in(name: impl Into<Rc<str>>) -> Alias {
        Alias { built_in: true, ..Alias::new(name) }
    }
}

/// An Object type: see `object`. Attributes and functions in order of declaration.
#[derive(Debug, Default)]
pub struct ObjectType {
    /// The name; `None` for an anonymous one.
    pub name: Option<Rc<str>>,
    /// The parent, an Object type or an alias of one.
    pub parent: Option<Ty>,
    /// Own attributes: name to definition.
    pub attributes: IndexMap<Rc<str>, ObjectAttribute>,
    /// Own functions.
    pub functions: IndexMap<Rc<str>, ObjectFunction>,
    /// Own type parameters.
    pub type_parameters: IndexMap<Rc<str>, Ty>,
    /// The attributes that equality compares; `None` for all.
    pub equality: Option<Vec<Rc<str>>>,
    /// Whether an instance can equal one of another type (`equality_include_type => false`).
    pub other_types_equal: bool,
    /// The hash it was created from, as it prints.
    pub definition: Option<Value>,
}

/// An attribute of an Object type.
#[derive(Debug, Clone)]
pub struct ObjectAttribute {
    pub ty: Ty,
    pub value: Option<Value>,
    /// A constant of the type (kind `constant`), not an argument of `new`.
    pub constant: bool,
    /// Computed (kind `derived`), not an argument of `new`.
    pub derived: bool,
    /// Whether descendants may not override it (`final`).
    pub fixed: bool,
    /// Whether it overrides an inherited one (`override`).
    pub overrides: bool,
}

/// A function of an Object type: a declaration without an implementation.
#[derive(Debug, Clone)]
pub struct ObjectFunction {
    /// Its Callable type.
    pub ty: Ty,
    /// Whether descendants may not override it (`final`).
    pub fixed: bool,
    /// Whether it overrides an inherited one (`override`).
    pub overrides: bool,
}

// Types are created by the thousand: one for each element of a detailed type.
const _: () = assert!(std::mem::size_of::<Type>() <= 56);

/// A type of the language.
#[derive(Debug)]
pub enum Type {
    /// `Any`
    Any,
    /// The type of the elements of `[]`; it cannot be named.
    Unit,
    /// `Undef`
    Undef,
    /// `Default`
    Default,
    /// `Scalar`
    Scalar,
    /// `ScalarData`
    ScalarData,
    /// `Data`
    Data,
    /// `RichData`
    RichData,
    /// `RichDataKey`
    RichDataKey,
    /// `Numeric`
    Numeric,
    /// `CatalogEntry`
    CatalogEntry,
    /// `Integer[..]`
    Integer(IntegerRange),
    /// `Float[..]`
    Float(FloatRange),
    /// `Boolean`, `Boolean[true]`
    Boolean(Option<bool>),
    /// `String[..]`
    String(StringType),
    /// `Enum[..]`, sorted as the reference sorts; `ignore_case` for `Enum[.., true]`
    Enum {
        values: Vec<Rc<str>>,
        /// Whether case is ignored.
        ignore_case: bool,
    },
    /// `Pattern[..]`; empty: every string
    Pattern(Vec<Rc<Regexp>>),
    /// `Regexp`, `Regexp[..]`
    Regexp(Option<RegexpType>),
    /// `Binary`
    Binary,
    /// `NotUndef[T]` (`Any` when bare)
    NotUndef(Ty),
    /// `Optional[T]`; bare, it accepts undef only
    Optional(Option<Ty>),
    /// `Type[T]`; bare, it is wider than `Type[Any]`
    Type(Option<Ty>),
    /// `Sensitive[T]` (`Any` when bare)
    Sensitive(Ty),
    /// `Iterable[T]`
    Iterable(Option<Ty>),
    /// `Iterator[T]`
    Iterator(Option<Ty>),
    /// `Collection[..]`; a size that was not given is not printed
    Collection(Option<Size>),
    /// `Array[T, ..]` (`Any` when bare)
    Array(Ty, Option<Size>),
    /// `Tuple[..]`; a bare `Tuple` has no types
    Tuple(Vec<Ty>, Option<Size>),
    /// `Hash[K, V, ..]` (`Any`, `Any` when bare)
    Hash(Ty, Ty, Option<Size>),
    /// `Struct[{..}]`; bare, it accepts the empty hash only
    Struct(Vec<StructElement>),
    /// A bare `Struct` as this language defines it: every struct and every hash
    AnyStruct,
    /// `Variant[..]`
    Variant(Vec<Ty>),
    /// `Callable[..]`
    Callable(CallableType),
    /// `Init[T, ..]`
    Init(Option<Ty>, Vec<Value>),
    /// `SemVer[..]`: ranges; empty: any
    SemVer(Vec<Rc<super::semver_range::SemVerRange>>),
    /// `SemVerRange`
    SemVerRange,
    /// `Timespan[..]`
    Timespan(Box<TimeRange>),
    /// `Timestamp[..]`
    Timestamp(Box<TimeRange>),
    /// `URI[..]`: the parameter value, `None` for bare
    Uri(Option<Value>),
    /// `Runtime[ruby, 'X']`
    Runtime {
        /// `ruby`, ...
        runtime: Option<Rc<str>>,
        /// The class's name or a pattern.
        name: Option<Value>,
    },
    /// `Resource[t, title]`, `File['x']`; the type name is capitalized by printing
    Resource {
        /// The type's name in lower case, `::` between segments; `None` for bare `Resource`.
        type_name: Option<Rc<str>>,
        title: Option<Rc<str>>,
    },
    /// `Class[c]`
    Class(Option<Rc<str>>),
    /// An Object type.
    Object(Rc<ObjectType>),
    /// `Object` with the values of type parameters: `Error['kind']`
    ObjectExtension(Rc<ObjectType>, Vec<Value>),
    /// A bare `Object`: every Object type's supertype
    AnyObject,
    /// A TypeSet.
    TypeSet(Rc<TypeSetType>),
    /// A bare `TypeSet`
    AnyTypeSet,
    Alias(Rc<Alias>),
    /// `TypeReference['text']`: a name that could not be resolved
    TypeReference(Rc<str>),
}

impl fmt::Debug for Alias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Alias({})", self.name)
    }
}

impl From<Type> for Value {
    fn from(ty: Type) -> Value {
        Value::Type(Rc::new(ty))
    }
}
