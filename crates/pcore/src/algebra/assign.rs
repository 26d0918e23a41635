//! Assignability (the subtype relation): whether a type accepts every value of another type.
//!
//! `accepts` expands the right side (names, Variants, Optional, NotUndef), then `takes` decides for one
//! family on the left, in the reference's order. Where the reference is inconsistent (a Struct counts its
//! optional entries, a string value accepts any Enum of one string), so is this.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use pprepl_budget as budget;

use super::super::semver_range::SemVerRange;
use super::super::{
    CallableType, FloatRange, IntegerRange, ObjectType, Size, StringType, StructElement, TimeRange, Ty, Type, Value,
};
use super::alias::{is_named, named};
use super::equality::{object as same_object, same};
use super::generalize::generalize;
use super::guard::Guard;
use super::iterable::{is_iterable_type, iterable_element};
use super::memo::{Memo, address, is_composite};
use super::{TypeRules, constant, pattern_matches};

/// Returns whether `a` accepts everything of type `b`, by the reference's rules.
pub fn assignable(a: &Type, b: &Type) -> bool {
    assignable_by(&TypeRules::PUPPET8, a, b)
}

/// Returns whether `a` accepts everything of type `b`, by these rules.
pub fn assignable_by(rules: &TypeRules, a: &Type, b: &Type) -> bool {
    Assign::new(rules).accepts(a, b, None)
}

/// Returns whether every value of `b` is certainly a value of `a`. Where the reference accepts `b` although
/// some of its values are not values of `a`, the answer is no.
pub fn surely_assignable(rules: &TypeRules, a: &Type, b: &Type) -> bool {
    Assign { sure: true, ..Assign::new(rules) }.accepts(a, b, None)
}

/// Decides assignability with a guard that is in progress.
pub(super) fn assignable_guarded(a: &Type, b: &Type, guard: Option<&mut Guard>) -> bool {
    Assign::new(&TypeRules::PUPPET8).accepts(a, b, guard)
}

/// Returns whether the type accepts undef.
pub fn accepts_undef(ty: &Type) -> bool {
    assignable(ty, &Type::Undef)
}

struct Assign {
    rules: TypeRules,
    /// Whether the answers must be sound where the reference is not, see [`soundness`](super::soundness).
    sure: bool,
    /// The queries in progress that have a recursive name on one side, by the addresses of both sides. The
    /// reference recurses infinitely where one of them leads back to itself.
    asked: RefCell<Vec<(usize, usize)>>,
    /// The number of times a query was met while in progress: answers from that time are only valid there.
    assumed: Cell<usize>,
    /// The memo of a long query: types share their parts.
    known: RefCell<Memo<Question, bool>>,
    /// Types created on the way. They are kept alive so that their addresses stay unique.
    made: RefCell<Vec<Ty>>,
}

/// A query: both sides by address, and the guard's marks if there is a guard.
type Question = (usize, usize, Option<(usize, usize, bool, bool)>);

type G<'a> = Option<&'a mut Guard>;

impl Assign {
    fn new(rules: &TypeRules) -> Assign {
        Assign {
            rules: *rules,
            sure: false,
            asked: RefCell::default(),
            assumed: Cell::new(0),
            known: RefCell::default(),
            made: RefCell::default(),
        }
    }

    /// Keeps a temporary type alive until the query is answered.
    fn keep(&self, ty: &Ty) {
        self.made.borrow_mut().push(ty.clone());
    }

    /// Returns whether the answer is yes because names recursed on both sides. The reference also says so for the
    /// alternatives after the one that recursed, e.g. that Data accepts `Variant[Array[Data], SemVer]`.
    fn is_assumed(&self, guard: &Guard) -> bool {
        !self.sure && guard.both()
    }

    /// Answers a query unless it is already in progress; then the answer is `known`.
    fn once(&self, question: (usize, usize), known: bool, answer: impl FnOnce() -> bool) -> bool {
        if self.asked.borrow().contains(&question) {
            self.assumed.set(self.assumed.get() + 1);
            return known;
        }
        self.asked.borrow_mut().push(question);
        let answer = answer();
        self.asked.borrow_mut().pop();
        answer
    }

    /// Returns the answer, memoized in a long query. Once the budget is exhausted the answer is no; the
    /// caller checks the budget.
    fn accepts(&self, a: &Type, b: &Type, guard: G) -> bool {
        if !(is_composite(a) || is_composite(b)) || !self.known.borrow_mut().meet() {
            return self.visit(a, b, guard);
        }
        if budget::is_exhausted() {
            return false;
        }
        let question = (address(a), address(b), guard.as_ref().map(|guard| guard.of_both()));
        if let Some(answer) = self.known.borrow().get(&question) {
            return answer;
        }
        let assumed = self.assumed.get();
        let answer = self.visit(a, b, guard);
        if assumed == self.assumed.get() {
            self.known.borrow_mut().put(question, answer);
        }
        answer
    }

    fn visit(&self, a: &Type, b: &Type, mut guard: G) -> bool {
        match a {
            Type::Unit => true,
            Type::Variant(types) => self.variant(types, a, b, guard),
            _ if is_named(a) => {
                let Some(name) = named(a) else { return false };
                if !name.recursive {
                    return self.sees(a, b, guard);
                }
                let mut own = Guard::default();
                let guard = guard.as_deref_mut().unwrap_or(&mut own);
                let entered = guard.enter_left(name.id);
                let answer = if is_named(b) {
                    self.is_assumed(guard) || self.sees(a, b, Some(guard))
                } else {
                    // A name that only leads back to itself accepts nothing.
                    self.is_assumed(guard) || self.once((name.id, address(b)), false, || self.sees(a, b, Some(guard)))
                };
                guard.leave_left(name.id, entered);
                answer
            }
            _ => self.sees(a, b, guard),
        }
    }

    /// Expands the right side.
    fn sees(&self, a: &Type, b: &Type, mut guard: G) -> bool {
        match b {
            Type::Unit => true,
            Type::Variant(_) if matches!(a, Type::Any) => true,
            Type::Variant(types) if matches!(a, Type::NotUndef(_)) && types.is_empty() => self.takes(a, b, guard),
            Type::Variant(types) => {
                !types.is_empty() && types.iter().all(|ty| self.accepts(a, ty, guard.as_deref_mut()))
            }
            Type::Optional(inner) => {
                self.accepts(a, &Type::Undef, None) && inner.as_ref().is_none_or(|inner| self.accepts(a, inner, guard))
            }
            Type::NotUndef(inner) if !matches!(**inner, Type::Any) && !self.accepts(inner, &Type::Undef, None) => {
                self.accepts(a, inner, guard)
            }
            _ if is_named(b) => {
                let Some(name) = named(b) else { return false };
                let Some(meaning) = name.meaning else { return false };
                if !name.recursive {
                    return self.accepts(a, &meaning, guard);
                }
                let mut own = Guard::default();
                let guard = guard.as_deref_mut().unwrap_or(&mut own);
                // On this side a name stays marked until the query is answered.
                guard.enter_right(name.id);
                // A name that only leads back to itself adds nothing.
                let left = named(a).map_or(address(a), |left| left.id);
                self.is_assumed(guard) || self.once((left, name.id), true, || self.accepts(a, &meaning, Some(guard)))
            }
            _ => self.takes(a, b, guard),
        }
    }

    fn variant(&self, types: &[Ty], a: &Type, b: &Type, mut guard: G) -> bool {
        match b {
            Type::Undef if types.is_empty() => false,
            Type::Variant(_) if types.is_empty() => true,
            Type::Variant(others) => {
                !others.is_empty() && others.iter().all(|other| self.sees(a, other, guard.as_deref_mut()))
            }
            _ => self.sees(a, b, guard),
        }
    }

    /// Decides for one family on the left; the right side is fully expanded.
    fn takes(&self, a: &Type, b: &Type, mut guard: G) -> bool {
        if self.sure && a.is_unsound(b) {
            return false;
        }
        match a {
            Type::Any | Type::Unit => true,
            Type::Scalar => is_scalar(b),
            Type::ScalarData => is_scalar_data(b),
            Type::Numeric => matches!(b, Type::Numeric | Type::Integer(_) | Type::Float(_)),
            Type::Integer(range) => matches!(b, Type::Integer(other) if is_inside(range, other)),
            Type::Float(range) => matches!(b, Type::Float(other) if float_inside(range, other)),
            Type::Boolean(value) => matches!(b, Type::Boolean(other) if value.is_none() || value == other),
            Type::String(string) => string_takes(string, b),
            Type::Enum { values, ignore_case } => enum_takes(values, *ignore_case, a, b),
            Type::Pattern(patterns) => self.pattern(patterns, a, b),
            Type::Regexp(pattern) => matches!(b, Type::Regexp(other) if pattern.is_none() || pattern == other),
            Type::NotUndef(inner) => {
                !self.accepts(b, &Type::Undef, guard.as_deref_mut())
                    && (matches!(**inner, Type::Any) || self.accepts(inner, b, guard))
            }
            Type::Optional(inner) => {
                matches!(b, Type::Undef) || inner.as_ref().is_none_or(|inner| self.accepts(inner, b, guard))
            }
            Type::Type(inner) => self.type_of_type(inner.as_ref(), b, guard),
            Type::Sensitive(inner) => matches!(b, Type::Sensitive(other) if self.accepts(inner, other, guard)),
            Type::Iterable(element) => self.iterable(element.as_ref(), b, guard),
            Type::Iterator(element) => match (element, b) {
                (None, Type::Iterator(_)) => true,
                (Some(element), Type::Iterator(Some(other))) => self.accepts(element, other, guard),
                _ => false,
            },
            Type::Collection(size) => size_of(b).is_some_and(|other| contains(*size, other)),
            Type::Array(element, size) => self.array(element, *size, b, guard),
            Type::Tuple(types, size) => self.tuple(types, *size, a, b, guard),
            Type::Hash(key, value, size) => self.hash((key, value), *size, b, guard),
            Type::Struct(elements) => self.structure(elements, b, guard),
            Type::AnyStruct => matches!(b, Type::Struct(_) | Type::AnyStruct | Type::Hash(..)),
            Type::Variant(types) => {
                types.iter().any(|ty| !budget::is_exhausted() && self.accepts(ty, b, guard.as_deref_mut()))
            }
            Type::Callable(callable) => matches!(b, Type::Callable(other) if self.callable(callable, other, guard)),
            Type::Init(inner, arguments) => self.init(inner.as_ref(), arguments, b, guard),
            Type::CatalogEntry => matches!(b, Type::CatalogEntry | Type::Class(_) | Type::Resource { .. }),
            Type::Class(name) => matches!(b, Type::Class(other) if name.is_none() || name == other),
            Type::Resource { type_name, title } => match b {
                Type::Resource { type_name: other, title: other_title } => {
                    type_name.is_none() || type_name == other && (title.is_none() || title == other_title)
                }
                _ => false,
            },
            Type::Runtime { runtime, name } => runtime_takes(runtime.as_ref(), name.as_ref(), b),
            Type::SemVer(ranges) => sem_ver_takes(ranges, b),
            Type::Timespan(range) => matches!(b, Type::Timespan(other) if time_inside(range, other)),
            Type::Timestamp(range) => matches!(b, Type::Timestamp(other) if time_inside(range, other)),
            Type::Uri(parameters) => uri_takes(parameters.as_ref(), b),
            Type::AnyObject => matches!(b, Type::AnyObject | Type::Object(_) | Type::ObjectExtension(..)),
            Type::Object(object) => self.object(object, b),
            Type::ObjectExtension(object, values) => match b {
                Type::ObjectExtension(other, others) => {
                    inherits(object, other)
                        && super::instance::parameters_match(values, others, super::instance::parameter_matches)
                }
                _ => false,
            },
            Type::TypeSet(..) | Type::TypeReference(_) => same(a, b),
            Type::AnyTypeSet => matches!(b, Type::TypeSet(..) | Type::AnyTypeSet),
            Type::Undef | Type::Default | Type::Binary | Type::SemVerRange => {
                std::mem::discriminant(a) == std::mem::discriminant(b)
            }
            Type::Data | Type::RichData | Type::RichDataKey | Type::Alias(_) => match named(a) {
                Some(super::alias::Named { meaning: Some(meaning), .. }) => self.accepts(&meaning, b, guard),
                _ => false,
            },
        }
    }

    fn pattern(&self, patterns: &[Rc<super::super::Regexp>], a: &Type, b: &Type) -> bool {
        if patterns.is_empty() {
            return matches!(b, Type::String(_) | Type::Enum { .. } | Type::Pattern(_));
        }
        let matched = |text: &str| patterns.iter().any(|re| pattern_matches(re, text));
        match b {
            Type::String(StringType::Value(text)) => matched(&text.text),
            Type::String(StringType::Values(values)) => values.iter().all(|value| matched(value)),
            Type::Enum { values, .. } => !values.is_empty() && values.iter().all(|value| matched(value)),
            Type::Pattern(others) if self.rules.documents => {
                !others.is_empty() && others.iter().all(|other| patterns.contains(other))
            }
            Type::Pattern(_) => same(a, b),
            _ => false,
        }
    }

    fn type_of_type(&self, inner: Option<&Ty>, b: &Type, guard: G) -> bool {
        match (inner, b) {
            (None, Type::Type(_)) => true,
            (Some(inner), Type::Type(Some(other))) => self.accepts(inner, other, guard),
            _ => false,
        }
    }

    fn iterable(&self, element: Option<&Ty>, b: &Type, mut guard: G) -> bool {
        match element {
            None => is_iterable_type(b),
            Some(element) if self.accepts(element, &Type::Any, guard.as_deref_mut()) => is_iterable_type(b),
            Some(element) => match iterable_element(b) {
                Some(Some(other)) => {
                    self.keep(&other);
                    self.accepts(element, &other, guard)
                }
                _ => false,
            },
        }
    }

    fn array(&self, element: &Ty, size: Option<Size>, b: &Type, mut guard: G) -> bool {
        match b {
            Type::Tuple(types, other) => {
                contains(size, other.unwrap_or_else(|| exactly(types.len())))
                    && types.iter().all(|ty| self.accepts(element, ty, guard.as_deref_mut()))
            }
            Type::Array(other, other_size) => {
                contains(size, other_size.unwrap_or(Size::ANY)) && self.accepts(element, other, guard)
            }
            _ => false,
        }
    }

    fn tuple(&self, types: &[Ty], size: Option<Size>, a: &Type, b: &Type, mut guard: G) -> bool {
        if same(a, b) {
            return true;
        }
        let own = tuple_size(types, size);
        let at = |index: usize| types.get(index).or(types.last());
        match b {
            Type::Tuple(others, other) => {
                if !contains(Some(own), tuple_size(others, *other)) {
                    return false;
                }
                if !types.is_empty() && others.is_empty() {
                    return own.from == 0;
                }
                others
                    .iter()
                    .enumerate()
                    .all(|(index, other)| at(index).is_none_or(|ty| self.accepts(ty, other, guard.as_deref_mut())))
            }
            Type::Array(element, other) => {
                let other = other.unwrap_or(Size::ANY);
                if !contains(Some(own), other) {
                    return false;
                }
                let looked_at = other.to.map_or(types.len(), |to| types.len().min(usize::try_from(to).unwrap_or(0)));
                (0..looked_at).all(|index| at(index).is_none_or(|ty| self.accepts(ty, element, guard.as_deref_mut())))
            }
            _ => false,
        }
    }

    fn hash(&self, (key, value): (&Ty, &Ty), size: Option<Size>, b: &Type, mut guard: G) -> bool {
        match b {
            Type::Hash(other_key, other_value, other_size) => {
                if size.is_none_or(|size| size.from == 0) && is_empty_hash(other_key, other_value, *other_size) {
                    return true;
                }
                self.accepts(key, other_key, guard.as_deref_mut())
                    && self.accepts(value, other_value, guard)
                    && contains(size, other_size.unwrap_or(Size::ANY))
            }
            Type::Struct(elements) => {
                contains(size, exactly(elements.len()))
                    && elements.iter().all(|element| {
                        super::instance::string_instance(key, &element.name)
                            && self.accepts(value, &element.value, guard.as_deref_mut())
                    })
            }
            Type::AnyStruct => {
                size.is_none_or(|size| size.from == 0 && size.to.is_none())
                    && self.accepts(key, &constant::non_empty_string(), guard.as_deref_mut())
                    && self.accepts(value, &Type::Any, guard)
            }
            _ => false,
        }
    }

    fn structure(&self, elements: &[StructElement], b: &Type, mut guard: G) -> bool {
        match b {
            Type::Struct(others) => {
                let mut matched = 0;
                let others_by_name = ByName::new(others);
                let fits = elements.iter().all(|element| match others_by_name.get(&element.name) {
                    None => element.is_optional(),
                    Some(other) => {
                        matched += 1;
                        self.accepts(&element.key, &other.key, guard.as_deref_mut())
                            && self.accepts(&element.value, &other.value, guard.as_deref_mut())
                    }
                });
                fits && matched == others.len()
            }
            Type::Hash(key, value, size) => {
                let mut required = 0;
                let fits = elements.iter().all(|element| {
                    if element.is_optional() {
                        return true;
                    }
                    required += 1;
                    self.accepts(&element.value, value, guard.as_deref_mut()) && {
                        let own = generalize(&element.key);
                        self.keep(&own);
                        self.accepts(&own, key, None)
                    }
                });
                let own = Size { from: required, to: i64::try_from(elements.len()).ok() };
                fits && contains(Some(own), size.unwrap_or(Size::ANY))
            }
            _ => false,
        }
    }

    /// Decides for Callables. Parameters and block are contravariant.
    fn callable(&self, a: &CallableType, b: &CallableType, mut guard: G) -> bool {
        if let Some(returns) = &a.returns {
            let any = constant::any();
            if !self.accepts(returns, b.returns.as_ref().unwrap_or(&any), guard.as_deref_mut()) {
                return false;
            }
        }
        let Some(params) = &a.params else { return true };
        let Some(other_params) = &b.params else { return false };
        if !self.accepts(other_params, params, guard.as_deref_mut()) {
            return false;
        }
        let no_block = constant::undef();
        let block = a.block.as_ref().unwrap_or(&no_block);
        self.accepts(b.block.as_ref().unwrap_or(&no_block), block, guard)
    }

    fn init(&self, inner: Option<&Ty>, arguments: &[Value], b: &Type, guard: G) -> bool {
        if let Some(inner) = inner {
            super::init::reach(inner, arguments);
        }
        match (inner, b) {
            (None, Type::Init(..)) => true,
            (Some(inner), Type::Init(Some(other), _)) => self.accepts(inner, other, guard),
            (Some(_), Type::Init(None, _)) => false,
            (None, _) => self.accepts(&Type::RichData, b, guard),
            (Some(inner), _) => {
                self.accepts(inner, b, guard)
                    || super::init::accepts(inner, arguments).is_some_and(|accepts| accepts.assignable(b))
            }
        }
    }

    fn object(&self, object: &Rc<ObjectType>, b: &Type) -> bool {
        match b {
            Type::Object(other) | Type::ObjectExtension(other, _) => inherits(object, other),
            _ => false,
        }
    }
}

/// A Struct's entries indexed by name: the last entry of each name counts.
enum ByName<'s> {
    Few(&'s [StructElement]),
    Many(FxHashMap<&'s str, &'s StructElement>),
}

impl<'s> ByName<'s> {
    fn new(entries: &'s [StructElement]) -> ByName<'s> {
        match entries.len() {
            0..=16 => ByName::Few(entries),
            _ => ByName::Many(entries.iter().map(|entry| (&*entry.name, entry)).collect()),
        }
    }

    fn get(&self, name: &str) -> Option<&'s StructElement> {
        match self {
            ByName::Few(entries) => entries.iter().rfind(|entry| *entry.name == *name),
            ByName::Many(entries) => entries.get(name).copied(),
        }
    }
}

fn is_scalar_data(b: &Type) -> bool {
    matches!(
        b,
        Type::ScalarData
            | Type::Enum { .. }
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Pattern(_)
            | Type::Boolean(_)
    )
}

fn is_scalar(b: &Type) -> bool {
    is_scalar_data(b)
        || matches!(
            b,
            Type::Scalar
                | Type::Regexp(_)
                | Type::SemVer(_)
                | Type::SemVerRange
                | Type::Timespan(..)
                | Type::Timestamp(..)
        )
}

/// Returns whether every integer of `inner` is in `outer`. A descending range describes the same set as its
/// ascending form.
fn is_inside(outer: &IntegerRange, inner: &IntegerRange) -> bool {
    let (from, to) = outer.ascending();
    let (inner_from, inner_to) = inner.ascending();
    let starts = from.is_none_or(|from| inner_from.is_some_and(|inner| from <= inner));
    starts && to.is_none_or(|to| inner_to.is_some_and(|inner| to >= inner))
}

fn float_inside(outer: &FloatRange, inner: &FloatRange) -> bool {
    let ((from, to), (inner_from, inner_to)) = (outer.ascending(), inner.ascending());
    from.unwrap_or(f64::NEG_INFINITY) <= inner_from.unwrap_or(f64::NEG_INFINITY)
        && to.unwrap_or(f64::INFINITY) >= inner_to.unwrap_or(f64::INFINITY)
}

/// Returns whether the size contains the other one; a missing size contains all.
pub(super) fn contains(size: Option<Size>, other: Size) -> bool {
    let Some(size) = size else { return true };
    size.from <= other.from && size.to.is_none_or(|to| other.to.is_some_and(|other| to >= other))
}

/// Returns the size of exactly `len` elements.
pub(super) fn exactly(len: usize) -> Size {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    Size { from: len, to: Some(len) }
}

/// Returns the size of a Tuple; a bare one has any size.
pub(super) fn tuple_size(types: &[Ty], size: Option<Size>) -> Size {
    match size {
        Some(size) => size,
        None if types.is_empty() => Size::ANY,
        None => exactly(types.len()),
    }
}

/// Returns the size that a Collection compares; a Tuple and a Struct count the types and entries that they
/// list.
fn size_of(b: &Type) -> Option<Size> {
    match b {
        Type::Collection(size) | Type::Array(_, size) | Type::Hash(_, _, size) => Some(size.unwrap_or(Size::ANY)),
        Type::Tuple(types, size) => Some(size.unwrap_or_else(|| exactly(types.len()))),
        Type::Struct(elements) => Some(exactly(elements.len())),
        Type::AnyStruct => Some(Size::ANY),
        _ => None,
    }
}

fn is_empty_hash(key: &Type, value: &Type, size: Option<Size>) -> bool {
    size == Some(exactly(0)) && matches!((key, value), (Type::Unit, Type::Unit))
}

fn string_takes(string: &StringType, b: &Type) -> bool {
    match string {
        StringType::Any => matches!(b, Type::String(_) | Type::Enum { .. } | Type::Pattern(_)),
        StringType::Value(_) => match b {
            Type::String(other) => string == other,
            // The reference checks only the number of values.
            Type::Enum { values, ignore_case } => values.len() == 1 && !ignore_case,
            _ => false,
        },
        StringType::Values(values) => match b {
            Type::String(StringType::Value(text)) => values.iter().any(|value| **value == *text.text),
            Type::String(StringType::Values(others)) => others.iter().all(|other| values.contains(other)),
            Type::Enum { values: others, ignore_case: false } => {
                !others.is_empty() && others.iter().all(|other| values.contains(other))
            }
            _ => false,
        },
        StringType::Size(size) => match b {
            Type::String(StringType::Any) | Type::Pattern(_) => contains(Some(*size), Size::ANY),
            Type::String(StringType::Size(other)) => contains(Some(*size), *other),
            Type::String(StringType::Value(text)) => contains(Some(*size), exactly(text.char_count())),
            Type::Enum { values, .. } | Type::String(StringType::Values(values)) => {
                contains(Some(*size), super::variant::lengths(values).unwrap_or(Size::ANY))
            }
            _ => false,
        },
    }
}

fn enum_takes(values: &[Rc<str>], ignore_case: bool, a: &Type, b: &Type) -> bool {
    if same(a, b) {
        return true;
    }
    if values.is_empty() {
        return matches!(b, Type::String(_) | Type::Enum { .. } | Type::Pattern(_));
    }
    match b {
        Type::String(StringType::Value(text)) => is_among(values, ignore_case, &text.text),
        Type::String(StringType::Values(others)) => others.iter().all(|text| is_among(values, ignore_case, text)),
        Type::Enum { values: others, ignore_case: other } => {
            !others.is_empty()
                && (ignore_case || !other)
                && others.iter().all(|text| is_among(values, ignore_case, text))
        }
        _ => false,
    }
}

/// Returns whether the string is one of the (sorted) values.
pub(super) fn is_among(values: &[Rc<str>], ignore_case: bool, text: &str) -> bool {
    if ignore_case {
        values.iter().any(|value| value.eq_ignore_ascii_case(text))
    } else if values.len() > 8 {
        values.binary_search_by(|value| (**value).cmp(text)).is_ok()
    } else {
        values.iter().any(|value| **value == *text)
    }
}

fn runtime_takes(runtime: Option<&Rc<str>>, name: Option<&Value>, b: &Type) -> bool {
    let Type::Runtime { runtime: other, name: other_name } = b else { return false };
    if runtime.is_some() && runtime != other.as_ref() {
        return false;
    }
    match (name, other_name) {
        (None, _) => true,
        (Some(name), Some(other)) => super::super::compare::eql(name, other),
        (Some(_), None) => false,
    }
}

fn sem_ver_takes(ranges: &[Rc<SemVerRange>], b: &Type) -> bool {
    let Type::SemVer(others) = b else { return false };
    ranges.is_empty()
        || !others.is_empty() && others.iter().all(|other| ranges.iter().any(|range| other.covered_by(range)))
}

fn time_inside(outer: &TimeRange, inner: &TimeRange) -> bool {
    outer.from.is_none_or(|from| inner.from.is_some_and(|inner| from <= inner))
        && outer.to.is_none_or(|to| inner.to.is_some_and(|inner| to >= inner))
}

fn uri_takes(parameters: Option<&Value>, b: &Type) -> bool {
    let Type::Uri(others) = b else { return false };
    let Some(Value::Hash(parameters)) = parameters else { return true };
    let Some(Value::Hash(others)) = others else { return parameters.is_empty() };
    parameters
        .iter()
        .all(|(name, wanted)| others.get(name).is_some_and(|other| super::instance::parameter_matches(other, wanted)))
}

/// Returns whether `object` is the type `other` or an ancestor of it.
pub(super) fn inherits(object: &Rc<ObjectType>, other: &Rc<ObjectType>) -> bool {
    let mut other = Some(other.clone());
    while let Some(current) = other {
        if same_object(object, &current) {
            return true;
        }
        other = super::instance::parent_of(&current);
    }
    false
}
