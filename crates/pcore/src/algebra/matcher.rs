//! Compiled type tests for the hot path: `=~`, parameters, options of `case`.
//!
//! A tag and a few bounds usually decide; types without a short form use `instance`. A recursive or
//! unresolved name also uses `instance`, and so do names beyond a limit: names inside names may define a type
//! that is exponential when expanded.
//!
//! In a large value, shared collections are tested once. Once the budget is exhausted nothing matches.

use std::rc::Rc;

use num_bigint::Sign;
use rustc_hash::FxHashMap;

use pprepl_budget as budget;

use super::super::{
    FloatRange, Hash, HashKey, Int, IntegerRange, Regexp, Size, StringType, StructElement, Ty, Type, Value,
};
use super::alias::is_recursive;
use super::assign::{is_among, tuple_size};
use super::data::is_data;
use super::data::is_scalar_data;
use super::instance::{in_chars, in_size};
use super::{accepts_undef, instance, pattern_matches};

/// A compiled test of a type.
#[derive(Debug)]
pub struct Matcher {
    test: Test,
}

impl Matcher {
    /// Compiles a type.
    pub fn new(ty: &Ty) -> Matcher {
        Matcher { test: Compile { room: ROOM, names: 0 }.compile(ty) }
    }

    /// Returns whether the value is an instance of the type; `false` when the budget is exhausted.
    #[inline]
    pub fn test(&self, value: &Value) -> bool {
        self.decide(value).unwrap_or(false)
    }

    /// Returns whether the value is an instance of the type; `None` when the budget is exhausted.
    #[inline]
    pub fn decide(&self, value: &Value) -> Option<bool> {
        match (&self.test, value) {
            (Test::Any, _) => Some(true),
            (Test::Integer { from, to, .. }, Value::Int(i)) => Some(from <= i && i <= to),
            (Test::String, Value::Str(_)) => Some(true),
            (test, value) => {
                let answer = test.accepts(value, &mut Walk::default());
                budget::reason().is_none().then_some(answer)
            }
        }
    }
}

/// The maximum number of tests that the names in a type expand to.
const ROOM: usize = 4096;

/// The number of collections a walk visits before it memoizes answers and checks the budget.
const FREE: u32 = 256;

/// The number of elements tested between two checks of the budget.
const ELEMENTS: usize = 4096;

/// A test of a value in progress.
#[derive(Default)]
struct Walk {
    met: u32,
    /// The memo for shared collections, by test and value.
    known: Option<Box<FxHashMap<(usize, usize), bool>>>,
}

impl Walk {
    /// Tests a collection; a shared one only once.
    #[inline]
    fn once(&mut self, test: &Test, part: usize, owners: usize, ask: impl FnOnce(&mut Walk) -> bool) -> bool {
        self.met = self.met.saturating_add(1);
        if self.met <= FREE { ask(self) } else { self.remember((address(test), part), owners, ask) }
    }

    fn remember(&mut self, key: (usize, usize), owners: usize, ask: impl FnOnce(&mut Walk) -> bool) -> bool {
        if budget::is_exhausted() {
            return false;
        }
        if owners < 2 {
            return ask(self);
        }
        if let Some(answer) = self.known.as_ref().and_then(|known| known.get(&key)) {
            return *answer;
        }
        let answer = ask(self);
        self.known.get_or_insert_default().insert(key, answer);
        answer
    }

    /// Checks the budget between two parts of a long list; returns whether the test may continue.
    fn may_go_on() -> bool {
        budget::check().is_ok()
    }
}

fn address(test: &Test) -> usize {
    std::ptr::from_ref(test).addr()
}

#[derive(Debug)]
enum Test {
    Any,
    Undef,
    Default,
    Boolean(Option<bool>),
    /// Bounds within 64 bits, and whether integers below and above 64 bits are accepted.
    Integer {
        from: i64,
        to: i64,
        below: bool,
        above: bool,
    },
    Float {
        from: f64,
        to: f64,
    },
    Numeric,
    String,
    StringSize(Size),
    Enum(Vec<Rc<str>>),
    EnumIgnoringCase(Vec<Rc<str>>),
    Pattern(Vec<Rc<Regexp>>),
    ScalarData,
    Data,
    Optional(Box<Test>),
    NotUndef(Box<Test>),
    Array(Box<Test>, Option<Size>),
    Tuple(Vec<Test>, Size),
    Hash(Box<Test>, Box<Test>, Option<Size>),
    Struct(Vec<Entry>),
    Variant(Box<Alternatives>),
    /// Any other type.
    Instance(Ty),
}

#[derive(Debug)]
struct Entry {
    key: HashKey,
    test: Test,
    optional: bool,
}

/// Alternatives, indexed by the kinds of values that each may accept.
#[derive(Debug)]
struct Alternatives {
    tests: Vec<Test>,
    by_kind: [u64; KINDS],
}

const KINDS: usize = 8;

/// Returns the kind of a value, from its tag.
fn kind(value: &Value) -> usize {
    match value {
        Value::Undef | Value::Unset => 0,
        Value::Bool(_) => 1,
        Value::Int(_) | Value::Big(_) => 2,
        Value::Float(_) => 3,
        Value::Str(_) => 4,
        Value::Array(_) => 5,
        Value::Hash(_) => 6,
        _ => 7,
    }
}

/// A type under compilation.
struct Compile {
    /// The remaining number of tests for names.
    room: usize,
    /// The number of enclosing names.
    names: usize,
}

impl Compile {
    fn compile(&mut self, ty: &Ty) -> Test {
        self.room = self.room.saturating_sub(self.names.min(1));
        match &**ty {
            Type::Any => Test::Any,
            Type::Undef => Test::Undef,
            Type::Default => Test::Default,
            Type::Boolean(value) => Test::Boolean(*value),
            Type::Integer(range) => integer(range),
            Type::Float(range) => float(range),
            Type::Numeric => Test::Numeric,
            Type::String(StringType::Any) => Test::String,
            Type::String(StringType::Size(size)) => Test::StringSize(*size),
            Type::String(StringType::Values(_)) => Test::Instance(ty.clone()),
            Type::String(StringType::Value(text)) => Test::Enum(vec![text.text.as_str().into()]),
            Type::Enum { values, ignore_case: false } => Test::Enum(values.clone()),
            Type::Enum { values, ignore_case: true } => Test::EnumIgnoringCase(values.clone()),
            Type::Pattern(patterns) if patterns.is_empty() => Test::String,
            Type::Pattern(patterns) => Test::Pattern(patterns.clone()),
            Type::ScalarData => Test::ScalarData,
            Type::Data => Test::Data,
            Type::Optional(Some(inner)) => Test::Optional(Box::new(self.compile(inner))),
            Type::Optional(None) => Test::Undef,
            Type::NotUndef(inner) => Test::NotUndef(Box::new(self.compile(inner))),
            Type::Array(element, size) => Test::Array(Box::new(self.compile(element)), *size),
            Type::Tuple(types, size) => {
                Test::Tuple(types.iter().map(|ty| self.compile(ty)).collect(), tuple_size(types, *size))
            }
            Type::Hash(key, value, size) => {
                Test::Hash(Box::new(self.compile(key)), Box::new(self.compile(value)), *size)
            }
            Type::Struct(elements) => Test::Struct(elements.iter().map(|element| self.entry(element)).collect()),
            Type::Variant(types) if types.len() <= 64 => self.variant(types),
            Type::Alias(alias) if self.room > 0 && !is_recursive(alias) => match alias.resolved.get() {
                Some(meaning) => self.named(meaning),
                None => Test::Instance(ty.clone()),
            },
            _ => Test::Instance(ty.clone()),
        }
    }

    /// Compiles the definition of a name.
    fn named(&mut self, meaning: &Ty) -> Test {
        self.names += 1;
        let test = self.compile(meaning);
        self.names -= 1;
        test
    }

    fn entry(&mut self, element: &StructElement) -> Entry {
        Entry {
            key: HashKey::new(&element.name),
            test: self.compile(&element.value),
            optional: accepts_undef(&element.key),
        }
    }

    fn variant(&mut self, types: &[Ty]) -> Test {
        let tests: Vec<Test> = types.iter().map(|ty| self.compile(ty)).collect();
        let mut by_kind = [0; KINDS];
        for (index, test) in tests.iter().enumerate() {
            let kinds = test.kinds();
            for (kind, alternatives) in by_kind.iter_mut().enumerate() {
                if kinds & (1 << kind) != 0 {
                    *alternatives |= 1 << index;
                }
            }
        }
        Test::Variant(Box::new(Alternatives { tests, by_kind }))
    }
}

fn integer(range: &IntegerRange) -> Test {
    let (from, to) = range.ascending();
    match (from, to) {
        (Some(Int::Big(_)), _) | (_, Some(Int::Big(_))) => Test::Instance(Rc::new(Type::Integer(range.clone()))),
        _ => Test::Integer {
            from: from.and_then(Int::as_i64).unwrap_or(i64::MIN),
            to: to.and_then(Int::as_i64).unwrap_or(i64::MAX),
            below: from.is_none(),
            above: to.is_none(),
        },
    }
}

fn float(range: &FloatRange) -> Test {
    let (from, to) = range.ascending();
    Test::Float { from: from.unwrap_or(f64::NEG_INFINITY), to: to.unwrap_or(f64::INFINITY) }
}

const ALL: u32 = (1 << KINDS) - 1;

impl Test {
    /// Returns the kinds of values that the test may accept, one bit each.
    fn kinds(&self) -> u32 {
        let scalar_data = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4;
        match self {
            Test::Any | Test::Instance(_) => ALL,
            Test::Undef => 1,
            Test::Default => 1 << 7,
            Test::Boolean(_) => 1 << 1,
            Test::Integer { .. } => 1 << 2,
            Test::Float { .. } => 1 << 3,
            Test::Numeric => 1 << 2 | 1 << 3,
            Test::String | Test::StringSize(_) | Test::Enum(_) | Test::EnumIgnoringCase(_) | Test::Pattern(_) => 1 << 4,
            Test::ScalarData => scalar_data,
            Test::Data => scalar_data | 1 | 1 << 5 | 1 << 6,
            Test::Optional(inner) => inner.kinds() | 1,
            Test::NotUndef(inner) => inner.kinds() & !1,
            Test::Array(..) | Test::Tuple(..) => 1 << 5,
            Test::Hash(..) | Test::Struct(_) => 1 << 6,
            Test::Variant(alternatives) => {
                let used = |(kind, tests): (usize, &u64)| if *tests == 0 { 0 } else { 1 << kind };
                alternatives.by_kind.iter().enumerate().map(used).sum()
            }
        }
    }

    fn accepts(&self, value: &Value, walk: &mut Walk) -> bool {
        match (self, value) {
            (Test::Any, _) => true,
            (Test::Integer { from, to, .. }, Value::Int(i)) => from <= i && i <= to,
            (Test::Integer { below, above, .. }, Value::Big(i)) => {
                if i.sign() == Sign::Minus {
                    *below
                } else {
                    *above
                }
            }
            (Test::String, Value::Str(_)) => true,
            (Test::StringSize(size), Value::Str(text)) => in_chars(*size, &text.text),
            (Test::Enum(values), Value::Str(text)) => is_among(values, false, &text.text),
            (Test::EnumIgnoringCase(values), Value::Str(text)) => is_among(values, true, &text.text),
            (Test::Pattern(patterns), Value::Str(text)) => patterns.iter().any(|re| pattern_matches(re, &text.text)),
            (Test::Array(element, size), Value::Array(array)) => {
                in_size(*size, array.items.len())
                    && walk.once(self, Rc::as_ptr(array).addr(), Rc::strong_count(array), |walk| {
                        element.accepts_all(&array.items, walk)
                    })
            }
            (Test::Tuple(tests, size), Value::Array(array)) => {
                walk.once(self, Rc::as_ptr(array).addr(), Rc::strong_count(array), |walk| {
                    tuple(tests, *size, &array.items, walk)
                })
            }
            (Test::Hash(key, of, size), Value::Hash(hash)) => {
                in_size(*size, hash.len())
                    && (matches!((&**key, &**of), (Test::Any, Test::Any))
                        || walk.once(self, Rc::as_ptr(hash).addr(), Rc::strong_count(hash), |walk| {
                            hash.iter().all(|(k, v)| key.accepts(k, walk) && of.accepts(v, walk))
                        }))
            }
            (Test::Struct(entries), Value::Hash(hash)) => {
                walk.once(self, Rc::as_ptr(hash).addr(), Rc::strong_count(hash), |walk| structure(entries, hash, walk))
            }
            (Test::Variant(alternatives), _) => alternatives.accept(value, walk),
            (Test::Optional(inner), _) => value.is_undef() || inner.accepts(value, walk),
            (Test::NotUndef(inner), _) => !value.is_undef() && inner.accepts(value, walk),
            (Test::Boolean(wanted), Value::Bool(b)) => wanted.is_none_or(|wanted| wanted == b.get()),
            (Test::Float { from, to }, Value::Float(f)) => *from <= f.get() && f.get() <= *to,
            (Test::Numeric, Value::Int(_) | Value::Big(_)) => true,
            (Test::Numeric, Value::Float(f)) => !f.get().is_nan(),
            (Test::Undef, _) => value.is_undef(),
            (Test::Default, Value::Default) => true,
            (Test::ScalarData, _) => is_scalar_data(value),
            (Test::Data, _) => is_data(value),
            (Test::Instance(ty), _) => instance(ty, value),
            _ => false,
        }
    }
}

impl Test {
    /// Tests all elements; the usual element types need no full test for each element.
    fn accepts_all(&self, items: &[Value], walk: &mut Walk) -> bool {
        match self {
            Test::Any => true,
            Test::String => items.iter().all(|item| matches!(item, Value::Str(_))),
            Test::Hash(key, of, None) if matches!((&**key, &**of), (Test::Any, Test::Any)) => {
                items.iter().all(|item| matches!(item, Value::Hash(_)))
            }
            test if items.len() <= ELEMENTS => items.iter().all(|item| test.accepts(item, walk)),
            test => {
                let parts = &mut items.chunks(ELEMENTS);
                parts.all(|part| Walk::may_go_on() && part.iter().all(|item| test.accepts(item, walk)))
            }
        }
    }
}

impl Alternatives {
    fn accept(&self, value: &Value, walk: &mut Walk) -> bool {
        let mut rest = self.by_kind[kind(value)];
        while rest != 0 {
            let index = rest.trailing_zeros() as usize;
            if self.tests[index].accepts(value, walk) {
                return true;
            }
            rest &= rest - 1;
        }
        false
    }
}

fn tuple(tests: &[Test], size: Size, items: &[Value], walk: &mut Walk) -> bool {
    if !in_size(Some(size), items.len()) {
        return false;
    }
    let Some(last) = tests.last() else { return true };
    items.iter().enumerate().all(|(index, item)| tests.get(index).unwrap_or(last).accepts(item, walk))
}

/// Tests a Struct. Entries are usually in the order of the type: the next entry is compared before the hash
/// is searched.
fn structure(entries: &[Entry], hash: &Hash, walk: &mut Walk) -> bool {
    let mut matched = 0;
    for entry in entries {
        match hash.get_near(&entry.key, matched) {
            Some(item) if entry.test.accepts(item, walk) => matched += 1,
            None if entry.optional => {}
            _ => return false,
        }
    }
    matched == hash.len()
}
