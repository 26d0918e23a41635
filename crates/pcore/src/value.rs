//! The values of the language: 16 bytes, immutable, shared by reference counts.
//!
//! Other files implement the operations (`compare`, `print`, `format`, `infer`, ...); this file holds the
//! data.

use std::cell::OnceCell;
use std::fmt;
use std::rc::Rc;

use num_bigint::BigInt;

use super::callable::CallableValue;
use super::hash::Hash;
use super::{Int, ObjectType, Ty};
use pprepl_budget as budget;

/// A value of the language.
///
/// Every payload is one word (an integer or a pointer). A value is then a pair of words to the compiler and
/// travels in registers. With a `bool` or an `f64` among the payloads it would be copied through memory,
/// three times slower.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// An unassigned slot: programs never see it.
    #[default]
    Unset,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true`, `false`
    Bool(Bit),
    /// An integer within 64 bits.
    Int(i64),
    Float(Real),
    /// An integer beyond 64 bits (never one that would fit).
    Big(Rc<BigInt>),
    Str(Rc<Str>),
    Regexp(Rc<Regexp>),
    Array(Rc<Array>),
    /// A hash, in order of insertion.
    Hash(Rc<Hash>),
    /// A type, a resource or class reference.
    Type(Ty),
    /// A lambda or function reference.
    Callable(Rc<CallableValue>),
    Sensitive(Rc<Value>),
    /// Bytes.
    Binary(Rc<Vec<u8>>),
    SemVer(Rc<semver::Version>),
    /// A range of semantic versions.
    SemVerRange(Rc<super::semver_range::SemVerRange>),
    /// A time span in nanoseconds.
    Timespan(Rc<i128>),
    /// A timestamp in nanoseconds since 1970-01-01T00:00:00Z.
    Timestamp(Rc<i128>),
    /// A URI.
    Uri(Rc<Uri>),
    /// An instance of an Object type (`Error`, `Deferred`, user types).
    Object(Rc<Object>),
    /// An iterator: the result of `reverse_each`, `step` and similar functions without a lambda.
    Iterator(Rc<Iter>),
}

/// A Boolean of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Bit {
    /// `false`
    False = 0,
    /// `true`
    True = 1,
}

impl Bit {
    /// Converts to a `bool`.
    #[inline]
    pub const fn get(self) -> bool {
        matches!(self, Bit::True)
    }
}

/// The bits of a float, as one word.
#[derive(Clone, Copy, PartialEq)]
pub struct Real(u64);

impl Real {
    #[inline]
    pub const fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Debug for Real {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

const _: () = assert!(std::mem::size_of::<Value>() == 16);

/// A string value. The pointer of its `Rc` is thin, so that a value fits into 16 bytes; grows in place when
/// it is not shared.
#[derive(Clone, Debug, Default)]
pub struct Str {
    pub text: String,
    /// Whether Ruby marks it as bytes, as the result of `base64('decode', ..)`: a catalog shows it as a Binary.
    pub is_bytes: bool,
}

impl Str {
    pub fn new(text: String) -> Str {
        Str { text, is_bytes: false }
    }

    /// Appends as Ruby does: the result is bytes if the part with letters beyond ASCII is, else if the first part is.
    /// Returns false if such letters are in both parts, and only one is bytes.
    pub fn append(&mut self, text: &str, is_bytes: bool) -> bool {
        if self.is_bytes != is_bytes && !text.is_ascii() {
            if !self.text.is_ascii() {
                return false;
            }
            self.is_bytes = is_bytes;
        }
        self.text.push_str(text);
        true
    }
}

// The mark of Ruby does not distinguish strings.
impl PartialEq for Str {
    fn eq(&self, other: &Str) -> bool {
        self.text == other.text
    }
}

impl Eq for Str {}

impl std::hash::Hash for Str {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

/// A regular expression value in Ruby's syntax, compiled by the `regexp` module at the first use.
pub struct Regexp {
    /// The pattern as written, without the slashes and with `\/` unescaped to `/`.
    pub source: Rc<str>,
    /// Compiled on first use.
    pub(crate) compiled: OnceCell<super::Result<super::regexp::Compiled>>,
}

/// An array with its detailed type, once inferred.
#[derive(Debug, Default)]
pub struct Array {
    pub items: Vec<Value>,
    /// The detailed type: values are immutable, so it is inferred once. Reset when the array is grown in place.
    pub(crate) detailed: OnceCell<Ty>,
}

/// A URI, as text and parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Uri {
    /// The normal form that is printed.
    pub text: Rc<str>,
}

/// An instance of an Object type.
#[derive(Debug)]
pub struct Object {
    pub class: Rc<ObjectType>,
    /// Attribute values in the order of the type's attributes (inherited ones first).
    pub attributes: Vec<Value>,
}

/// An iterator value: a lazy sequence that functions consume.
#[derive(Debug)]
pub struct Iter {
    /// The type of its elements.
    pub element: Ty,
    /// Where the elements come from.
    pub source: IterSource,
}

/// The source of an iterator's elements. It is indexable, so that an iterator can be restarted and never
/// occupies memory for its elements.
#[derive(Debug, Clone)]
pub enum IterSource {
    /// `from, from + step, ..` up to (or down to) `to`, inclusive.
    Range {
        /// First element.
        from: i64,
        /// Bound, inclusive.
        to: i64,
        /// The difference between neighbors, not 0.
        step: i64,
    },
    /// Elements of an array from index `from`, then every `step`-th (negative: backwards).
    Items {
        items: Rc<Array>,
        /// First index.
        from: usize,
        /// The difference between neighbors, not 0.
        step: i64,
    },
    /// The `[key, value]` pairs of a hash. A lambda with two parameters takes them apart.
    Pairs(Rc<Hash>),
}

/// The maximum size of a string that is noted in the budget when a value is made from it; longer ones are
/// noted at their creation.
const MAX_NOTED: usize = 256 << 10;

impl Value {
    /// Returns whether the value owns no heap memory, so that it needs no drop.
    #[inline(always)]
    pub const fn is_plain(&self) -> bool {
        matches!(self, Value::Unset | Value::Undef | Value::Default | Value::Bool(_) | Value::Int(_) | Value::Float(_))
    }

    /// Stores another value in a slot. The usual old value is plain, so its drop stays out of line.
    #[inline(always)]
    pub fn put(&mut self, value: Value) {
        if self.is_plain() {
            std::mem::forget(std::mem::replace(self, value));
        } else {
            *self = value;
        }
    }

    /// Drops a value. The usual one is plain, so the drop stays out of line.
    #[inline(always)]
    pub fn discard(self) {
        if self.is_plain() {
            std::mem::forget(self);
        }
    }

    /// Returns a Boolean value.
    #[inline]
    pub const fn bool(truth: bool) -> Value {
        Value::Bool(if truth { Bit::True } else { Bit::False })
    }

    /// Returns a Float value.
    #[inline]
    pub const fn float(float: f64) -> Value {
        Value::Float(Real(float.to_bits()))
    }

    /// Returns the `bool` of a Boolean value.
    pub const fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(bit) => Some(bit.get()),
            _ => None,
        }
    }

    pub fn str(text: impl Into<String>) -> Value {
        let text = text.into();
        // A long string may have grown in place: then only a small part is new.
        budget::note(text.len().min(MAX_NOTED) + size_of::<Str>());
        Value::Str(Rc::new(Str::new(text)))
    }

    /// Returns a string that Ruby marks as bytes.
    pub fn bytes(text: String) -> Value {
        Value::Str(Rc::new(Str { text, is_bytes: true }))
    }

    /// Returns whether this is a string that Ruby marks as bytes.
    #[inline]
    pub fn is_bytes(&self) -> bool {
        matches!(self, Value::Str(text) if text.is_bytes)
    }

    /// Returns whether both are the same array or hash in memory: a change of one would change the other.
    pub fn is_same_object(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Array(a), Value::Array(b)) => Rc::ptr_eq(a, b),
            (Value::Hash(a), Value::Hash(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Returns whether other values share this array or hash.
    pub fn is_shared(&self) -> bool {
        match self {
            Value::Array(list) => Rc::strong_count(list) > 1,
            Value::Hash(hash) => Rc::strong_count(hash) > 1,
            _ => false,
        }
    }

    /// Returns an array or hash of the same elements that no other value shares.
    pub fn unshared(self) -> Value {
        match &self {
            Value::Array(list) if self.is_shared() => Value::array(list.items.clone()),
            Value::Hash(hash) if self.is_shared() => Value::hash((**hash).clone()),
            _ => self,
        }
    }

    pub fn array(items: Vec<Value>) -> Value {
        budget::note(size_of_val(&items[..]) + size_of::<Array>());
        Value::Array(Rc::new(Array { items, detailed: OnceCell::new() }))
    }

    pub fn hash(entries: Hash) -> Value {
        // A large hash was noted while it grew.
        budget::note(entries.len().min(16) * Hash::ENTRY_BYTES + size_of::<Hash>());
        Value::Hash(Rc::new(entries))
    }

    pub fn ty(ty: impl Into<Ty>) -> Value {
        Value::Type(ty.into())
    }

    /// Returns an integer value of any size.
    pub fn int(int: impl Into<Int>) -> Value {
        match int.into() {
            Int::Small(i) => Value::Int(i),
            Int::Big(b) => Value::Big(b),
        }
    }

    /// Returns the integer of an integer value.
    pub fn as_int(&self) -> Option<Int> {
        match self {
            Value::Int(i) => Some(Int::Small(*i)),
            Value::Big(b) => Some(Int::Big(b.clone())),
            _ => None,
        }
    }

    /// Returns the text of a string value.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::Str(s) => Some(&s.text),
            _ => None,
        }
    }

    /// Returns the elements of an array value.
    pub fn as_array(&self) -> Option<&[Value]> {
        match self {
            Value::Array(a) => Some(&a.items),
            _ => None,
        }
    }

    /// Returns the entries of a hash value.
    pub fn as_hash(&self) -> Option<&Hash> {
        match self {
            Value::Hash(h) => Some(h),
            _ => None,
        }
    }

    /// Returns Puppet's truth value: only `undef` and `false` are false.
    #[inline]
    pub fn is_true(&self) -> bool {
        !matches!(self, Value::Undef | Value::Bool(Bit::False) | Value::Unset)
    }

    /// Returns whether the value is `undef` (or unset).
    #[inline]
    pub fn is_undef(&self) -> bool {
        matches!(self, Value::Undef | Value::Unset)
    }
}

impl Regexp {
    /// Creates a regular expression with this pattern; errors are reported at the first use.
    pub fn new(source: impl Into<Rc<str>>) -> Rc<Regexp> {
        Rc::new(Regexp { source: source.into(), compiled: OnceCell::new() })
    }
}

impl PartialEq for Regexp {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl fmt::Debug for Regexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Regexp({:?})", self.source)
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Value {
        Value::bool(b)
    }
}

impl From<f64> for Value {
    fn from(f: f64) -> Value {
        Value::float(f)
    }
}

impl From<BigInt> for Value {
    fn from(b: BigInt) -> Value {
        Value::int(Int::from(b))
    }
}

impl From<&str> for Value {
    fn from(s: &str) -> Value {
        Value::str(s)
    }
}

impl From<String> for Value {
    fn from(s: String) -> Value {
        Value::str(s)
    }
}
